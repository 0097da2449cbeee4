"""C8.4 on the table: canister sweeps three hexes, without a To Hit DR."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.firing import attack
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import Men, Spot, Vehicle, Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.gunnery.canister import Sweep
from hexfire.asl.shots.shot import Ammo
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

ORDER = Fire("G", "R", ammo=Ammo.CANISTER)


def table(game: Battle, **at: str) -> State:
    """An American 37mm AT Gun in H8 that points at H7/I8, German squads before it."""
    american = [
        {"id": "G", "counter": "am-AT37LL", "hex": "H8", "facing": "H7/I8", "by": "C"},
        {"id": "C", "counter": "am-am228C", "hex": "H8"},
    ]
    german: list[dict[str, Any]] = [
        {"id": id, "counter": "ge-ge467S", "hex": at.get(id, hex)}
        for id, hex in (("R", "I7"), ("B", "B6"))
    ]
    data = {
        "board": "millbrook",
        "date": "1944-07",
        "turns": 2,
        "setup": ["american", "german"],
        "first": "american",
        "start": {"phase": "PFPh", "of": "american"},
        "side": [{"name": "american", "unit": american}, {"name": "german", "unit": german}],
    }
    return game.setup({"data": data}, {})


def swept(game: Battle, state: State) -> Sweep:
    at = game.seen(state, "american")
    found, _ = attack(at, lead(at, "G"), ORDER, shot(at, ORDER, "american"))
    assert isinstance(found, Sweep)
    return found


@pytest.mark.rule("C8.4")
def test_the_hexes_around_the_vertex_are_swept_and_no_others(game: Battle) -> None:
    state = table(game)
    found = swept(game, state)
    assert found.pattern is not None
    swept_hexes = {game.at(state).grid.label(hex) for hex, _ in found.pattern.shares}
    assert "I7" in swept_hexes
    assert [target.name for target in found.shot.targets] == ["R"]
    beside = sorted(swept_hexes - {"I7", "H8"})[0]
    both = swept(game, state.change("B", place=Spot(beside)))
    assert {target.name for target in both.shot.targets} == {"R", "B"}


@pytest.mark.rule("C8.4")
def test_one_roll_strikes_whoever_is_there_hidden_or_not(game: Battle) -> None:
    """A 2 on the IFT: the squad aimed at, and the hidden one beside it, are both struck."""
    state = table(game)
    found = swept(game, state)
    assert found.pattern is not None
    grid = game.at(state).grid
    labels = [grid.label(hex) for hex, share in found.pattern.shares if share]
    beside = next(label for label in labels if label != "I7")
    hidden = state.change("B", place=Spot(beside), veil=Veil.HIDDEN)
    assert [target.name for target in swept(game, hidden).shot.targets] == ["R"]
    after, events = game.apply(hidden, "american", ORDER, Dice((1, 1), seeded(2)))
    fired = [event for event in events if event.message.key == "battle.event.fired_ift"]
    assert len(fired) == 1
    for id in ("R", "B"):
        men = after.piece(id)
        assert isinstance(men, Men)
        assert not men.on_board or men.broken or men.counter != "ge-ge467S"


@pytest.mark.rule("C8.4#2")
@pytest.mark.parametrize(("dr", "dead"), [((3, 4), True), ((5, 4), False)])
def test_an_unarmored_vehicle_is_not_exempt(game: Battle, dr: tuple[int, int], dead: bool) -> None:
    """37mm canister is 12 FP two hexes away; the ★Vehicle number of that column is 8."""
    state = table(game)
    truck = Vehicle(id="W", side="german", counter="ge-opel", place=Spot("I7"))
    state = state.without(["R"]).put(truck)
    order = Fire("G", "W", ammo=Ammo.CANISTER)
    after, _ = game.apply(state, "american", order, Dice(dr, seeded(1)))
    found = after.piece("W")
    assert isinstance(found, Vehicle)
    assert bool(found.wreck) is dead


@pytest.mark.rule("C8.4")
def test_it_reaches_no_farther_than_its_pattern(game: Battle) -> None:
    state = table(game, R="C6")
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "american").check(ORDER)
    assert refusal.value.rule == "C8.4"


def house(game: Battle, gun: str = "J6", facing: str = "J5/K6") -> State:
    """The Gun two hexes from J4, whose building has three levels with a squad on each."""
    state = table(game, R="J4").without(["B"])
    spine = game.at(state).grid.hex(gun)
    ca = next(n for n in range(6) if write_facing(game.at(state).grid, spine, n) == facing)
    state = state.change("G", place=Spot(gun), ca=ca).change("C", place=Spot(gun))
    for level, name in ((1, "S"), (2, "T")):
        up = Men(id=name, side="german", counter="ge-ge467S", place=Spot("J4", level=level))
        state = state.put(up)
    return state


def struck(game: Battle, state: State, order: Fire) -> list[str]:
    """Who is attacked."""
    at = game.at(state)
    found, _ = attack(at, lead(at, "G"), order, shot(at, order, "american"))
    assert isinstance(found, Sweep)
    met = zip(found.shot.targets, found.missed, strict=True)
    return sorted(target.name for target, why in met if why is None)


@pytest.mark.rule("C8.4", "C8.4#12")
@pytest.mark.parametrize("name", ["R", "S", "T"])
def test_canister_is_aimed_at_the_level_of_its_target(game: Battle, name: str) -> None:
    assert struck(game, house(game), Fire("G", name, ammo=Ammo.CANISTER)) == [name]


@pytest.mark.rule("C8.4", "C8.4#17")
@pytest.mark.parametrize("name", ["R", "S", "T"])
def test_canister_sweeps_three_levels_of_a_building_two_hexes_away(game: Battle, name: str) -> None:
    order = Fire("G", name, ammo=Ammo.CANISTER, levels=True)
    assert struck(game, house(game), order) == ["R", "S", "T"]
    near = house(game, "J5", "J4/K5")
    for state, refused in ((near, order), (house(game), Fire("G", name, levels=True))):
        with pytest.raises(Refusal) as refusal:
            shot(game.at(state), refused, "american")
        assert refusal.value.rule == "C8.4"
