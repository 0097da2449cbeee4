"""B9 on the table: what may not be crossed at any price, breaches, and who hides behind a wall."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.pieces import Spot, Vehicle, Veil
from hexfire.asl.battle.table.state import State, Walls
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

Unit = dict[str, Any]


def hedgerows(game: Battle, american: list[Unit], german: list[Unit], phase: str = "MPh") -> State:
    data = {
        "board": "hedgerows", "date": "1944-08", "turns": 2, "first": "american",
        "start": {"phase": phase, "of": "american"},
        "side": [{"name": "american", "unit": american}, {"name": "german", "unit": german}],
    }  # fmt: skip
    return game.setup({"data": data}, {})


def act(game: Battle, state: State, *orders: str, dice: tuple[int, ...] = ()) -> State:
    for order in orders:
        seat = game.to_act(state)[0]
        action = game.read(order, state, seat)
        state, _ = game.apply(state, seat, action, Dice(dice, seeded(1)))
    return state


def refused(game: Battle, state: State, order: str) -> str:
    seat = game.to_act(state)[0]
    with pytest.raises(Refusal) as refusal:
        game.menu(state, seat).check(game.read(order, state, seat))
    return refusal.value.rule


def moving(game: Battle, counter: str, *others: Unit, **fields: Any) -> State:
    """A vehicle has started in B2; bocage lies between it and C3."""
    unit = {"id": "V", "counter": counter, "hex": "B2", "facing": "C2/C3", **fields}
    enemy = [{"id": "R", "counter": "ge-ge467S", "hex": "M8"}]
    return act(game, hedgerows(game, [unit, *others], enemy), "start V", "pass")


@pytest.mark.rule("B9.54b", "B9.54c")
@pytest.mark.parametrize(
    ("counter", "order", "rule"),
    [
        ("am-ton212", "go V to C3 cost 2", "B9.54b"),
        ("am-M3ht", "go V to C3 cost 2", "B9.54b"),
        ("am-M8AC", "go V to C3 cost 2", "B9.54b"),
        ("am-M3ht", "go V to C3 along D3 cost 2", "B9.54b"),
        ("am-M4A1", "go V to C3 cost 2", "B9.54c"),  # nobody has spoken of its Bog Check
    ],
)
def test_no_cost_that_is_said_buys_a_way_through_bocage(
    game: Battle, counter: str, order: str, rule: str
) -> None:
    assert refused(game, moving(game, counter), order) == rule


@pytest.mark.rule("B9.54c")
def test_a_tank_crosses_bocage_for_what_is_said_but_neither_backwards_nor_with_riders(
    game: Battle,
) -> None:
    state = moving(game, "am-M4A1")
    over = act(game, state, "go V to C3 bog passed cost 4")
    assert over.piece("V").place == Spot("C3")
    tank = state.piece("V")
    assert isinstance(tank, Vehicle)
    away = state.change("V", vca=(tank.vca + 3) % 6)
    assert refused(game, away, "go V to C3 reverse bog passed cost 4") == "B9.54c"
    rider = {"id": "S", "counter": "am-am666S", "aboard": "V", "rider": True}
    ridden = moving(game, "am-M4A1", rider)
    assert refused(game, ridden, "go V to C3 bog passed cost 4") == "B9.54c"


@pytest.mark.rule("B.0")
def test_no_cost_that_is_said_opens_what_the_chart_closes(street: Any, game: Battle) -> None:
    """Trucks do not enter houses, whatever a player says it costs."""
    state = street(T={"counter": "ru-GAZMM", "hex": "L5", "facing": "K5/K6"})
    state = act(game, state, "start T", "pass")
    assert refused(game, state, "go T to K5 cost 1") in ("B.0", "B9.4b")


@pytest.mark.rule("B9.541a")
def test_a_breach_is_listed_for_who_can_make_one(game: Battle) -> None:
    def listed(state: State) -> list[str]:
        return [game.write(one) for one in game.menu(state, "american")]

    cutter = moving(game, "am-M4A1", hedge_cutter=True)
    assert "breach V to C3 bog +0" in listed(cutter)
    assert not any(order.startswith("breach") for order in listed(moving(game, "am-M4A1")))
    through = act(game, cutter, "breach V to C3 bog +0", dice=(1, 1))
    assert through.piece("V").place == Spot("C3")


@pytest.mark.rule("B9.33c#1", "B9.33c#3")
@pytest.mark.parametrize(("level", "turret"), [(2, True), (1, False)])
def test_who_looks_down_over_a_wall_hits_the_turret_more_often(
    game: Battle, level: int, turret: bool
) -> None:
    """Two levels up and a hex off, the wall of I8 is worth +1: a coloured 2 counts as a 1."""
    rifle = [
        {"id": "S", "counter": "am-am666S", "hex": "H7", "level": level},
        {"id": "W", "counter": "am-amATR", "by": "S"},
    ]
    tank = [{"id": "T", "counter": "ge-pzivh", "hex": "I8", "facing": "H7/H8", "ce": False}]
    state = replace(hedgerows(game, rifle, tank, phase="PFPh"), walls=Walls())
    action = game.read("fire W at T", state, "american")
    _, events = game.apply(state, "american", action, Dice((2, 2), seeded(1)))
    hit = any(event.data["what"] == "effect_dr" for event in events)
    assert hit is turret


HIDER: Unit = {"id": "H", "counter": "ge-ge247H", "hidden": True}


def walked(game: Battle, to: str, came_from: str, **hider: Any) -> State:
    """An American squad has walked up to a hexside behind which somebody may hide."""
    state = hedgerows(
        game, [{"id": "S", "counter": "am-am666S", "hex": came_from}], [{**HIDER, **hider}]
    )
    return act(game, state, f"go S to {to}")


@pytest.mark.rule("B9.324d#2", "B9.324d#3")
def test_who_hides_behind_a_wall_forestalls_who_has_just_walked_up_to_it(game: Battle) -> None:
    """The stone house H7 has a wall towards I8: whoever comes to I8 takes it unless forestalled."""
    state = walked(game, "I8", "J8", hex="H7")
    assert "S" in state.walls.holders
    assert game.to_act(state) == ("german",)
    listed = [game.write(one) for one in game.menu(state, "german")]
    assert "reveal H" in listed
    placed = act(game, state, "reveal H")
    assert placed.piece("H").veil is Veil.CONCEALED
    assert "S" not in placed.walls.holders and placed.walls.undecided == ("H",)
    claimed = act(game, placed, "claim H")
    assert claimed.walls.holders == ("H",)
    declined = act(game, placed, "decline")
    assert "S" in declined.walls.holders and "H" not in declined.walls.holders
    # Once the window is closed the moment is over: it comes on board, and S keeps the wall.
    late = act(game, act(game, state, "letgo"), "finish S")
    assert "S" in act(game, late, "end", "reveal H").walls.holders


@pytest.mark.rule("B9.324d#1", "B9.324d#2")
def test_only_who_hides_at_a_wall_is_put_on_board_for_it(game: Battle) -> None:
    state = walked(game, "I8", "J8", hex="H7")
    assert refused(game, state, "claim H") == "B9.324d"
    assert refused(game, state, "reveal S") == "B9.324d"
    assert refused(game, act(game, state, "reveal H", "claim H"), "reveal H") == "B9.324d"
    assert refused(game, walked(game, "I8", "J8", hex="D7"), "reveal H").startswith("B9.32")


@pytest.mark.rule("B9.324d#2")
def test_the_mover_hears_of_a_question_mark_and_of_nothing_before(game: Battle) -> None:
    """Who hides, or whether anybody does, changes nothing of what the mover sees and may do."""

    def seen(state: State) -> bytes:
        return msgspec.json.encode(game.view(state, "american"))

    there = walked(game, "I8", "J8", hex="H7")
    assert seen(there) == seen(there.change("H", place=Spot("M8")))
    crew = there.change("H", counter="ge-ge228C")
    told = []
    for state in (there, crew):
        action = game.read("reveal H", state, "german")
        after, events = game.apply(state, "german", action, Dice())
        told.append(
            [seen(after), *(msgspec.json.encode(event.seen_by("american")) for event in events)]
        )
    assert told[0] == told[1]
    assert b"?H7" in told[0][-1]


@pytest.mark.rule("B9.54c#4", "B9.541d#2", "C7.12")
def test_who_comes_over_bocage_shows_his_underbelly_to_first_fire(game: Battle) -> None:
    """Its aerial AF is what a hit then meets; a breach, or a later moment, shows nothing."""
    gun = [
        {"id": "G", "counter": "ge-AT75L", "hex": "C5", "facing": "0", "by": "C"},
        {"id": "C", "counter": "ge-ge228C", "hex": "C5"},
    ]
    tank = {"id": "V", "counter": "am-M4A1", "hex": "B2", "facing": "C2/C3", "hedge_cutter": True}
    state = act(game, hedgerows(game, [tank], gun), "start V", "pass")
    over = act(game, state, "go V to C3 bog passed")
    assert refused(game, over, "fire G at V underbelly") == "C7.12"  # before any die
    over = over.change("V", aerial_af=2)
    at, order = game.at(over), game.read("fire G at V underbelly", over, "german")
    assert isinstance(order, Fire)
    game.menu(over, "german").check(order)
    assert shot(at, order).target.underbelly
    assert not shot(at, replace(order, underbelly=False)).target.underbelly
    later = act(game, over, "pass", "delay V")
    breached = act(game, state, "breach V to C3 bog passed")
    for late in (later, breached):
        assert refused(game, late, "fire G at V underbelly") == "B9.54c"
