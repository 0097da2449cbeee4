"""B9.36b on the table: Hull Down or the TEM of the hex, said after the shot is declared."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.targets import target
from hexfire.asl.battle.fire.weapons import armed
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.state import State, Walls
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

GUN: list[dict[str, Any]] = [
    {"id": "S", "counter": "ge-ge467S", "hex": "M6"},
    {"id": "M", "counter": "ge-geMMG", "by": "S"},
    {"id": "G", "counter": "ge-AT75L", "hex": "M5", "facing": "L5/L4", "by": "C"},
    {"id": "C", "counter": "ge-ge228C", "hex": "M5"},
]
TANK = {"id": "T", "counter": "ru-T34M43", "hex": "K5", "facing": "L5/L4", "ce": False}
"""In the stone house K5, behind the wall towards L5 and L4; nobody has Wall Advantage there."""


def table(**tank: Any) -> tuple[Battle, State]:
    data = {
        "board": "millbrook", "date": "1943-07", "turns": 2, "first": "german",
        "setup": ["german", "russian"], "start": {"phase": "PFPh", "of": "german"},
        "side": [{"name": "german", "unit": GUN},
                 {"name": "russian", "unit": [{**TANK, **tank}]}],
    }  # fmt: skip
    game = Battle()
    return game, replace(game.setup({"data": data}, {}), walls=Walls())


def refused(game: Battle, state: State, order: str, seat: str) -> str:
    with pytest.raises(Refusal) as refusal:
        game.menu(state, seat).check(game.read(order, state, seat))
    return refusal.value.rule


@pytest.mark.rule("B9.36b#3", "B9.36b#1")
@pytest.mark.parametrize(("answer", "tem"), [("stand", None), ("stand tem", 3)])
def test_the_owner_chooses_between_declaration_and_dr(answer: str, tem: int | None) -> None:
    """A coloured die above the white one hits the hull: nothing of a tank that is Hull Down."""
    game, state = table()
    assert refused(game, state, "fire G at T tem", "german") == "B9.36b"  # not the firer's to say
    refused(game, state, "stand tem", "russian")  # nor to be said before it is declared
    declared, events = game.apply(
        state, "german", game.read("fire G at T", state, "german"), Dice()
    )
    assert [event.data["what"] for event in events] == ["declared_cover"]
    assert game.to_act(declared) == ("russian",)
    assert declared.move is None  # nothing moves in a PFPh
    listed = [game.write(action) for action in game.menu(declared, "russian")]
    assert listed == ["stand", "stand tem"]
    action = game.read(answer, declared, "russian")
    after, events = game.apply(declared, "russian", action, Dice((3, 2, 6, 6)))
    fired = next(event for event in events if event.data["what"] == "fired")
    assert fired.data["cases"].get("Q") == tem
    hit = any(event.data["what"] == "effect_dr" for event in events)
    assert hit is (tem is not None)
    assert not after.declared
    refused(game, after, "stand tem", "russian")  # nor after the DR


@pytest.mark.rule("B9.36b#3")
def test_who_has_nothing_to_choose_is_not_asked() -> None:
    game, state = table(hex="L5", facing="0")
    order = game.read("fire G at T", state, "german")
    after, events = game.apply(state, "german", order, Dice((), seeded(1)))
    assert not after.declared
    assert "declared_cover" not in [event.data["what"] for event in events]


@pytest.mark.rule("C13.57")
def test_what_burns_is_the_house_and_not_the_wall_that_hides_the_hull() -> None:
    game, state = table()
    at = game.seen(state, "german")
    met = target(at, armed(at, "G"), at.piece("T"), Phase.PFPH)
    assert (met.hd, met.terrain, met.ground) == (True, "wall", "building_stone")


@pytest.mark.rule("C10.41")
@pytest.mark.parametrize(("facing", "rule"), [("3", ""), ("1", ""), ("5", "C10.41")])
def test_a_shot_from_behind_at_who_draws_a_trailer_goes_by_hand(facing: str, rule: str) -> None:
    game, state = table(hex="L5", facing=facing, trailer=True)
    if rule:
        assert refused(game, state, "fire G at T", "german") == rule
        alone = state.change("T", trailer=False)
        game.menu(alone, "german").check(game.read("fire G at T", alone, "german"))
    else:
        game.menu(state, "german").check(game.read("fire G at T", state, "german"))


@pytest.mark.rule("B9.36c#1")
@pytest.mark.parametrize(
    ("counter", "order", "hd", "terrain", "tem"),
    [
        ("ru-ZIS5", "fire S at T", False, "wall", 2),  # bullets at a truck: TEM of the wall
        ("ru-ZIS5", "fire G at T turning CA", True, "wall", 0),
        ("ru-T34M43", "fire M at T", True, "wall", 0),  # a MG's To Kill attack
        ("ru-T34M43", "fire M at T ift", False, "wall", 2),  # at its crew, who has none of it
    ],
)
def test_bullets_meet_the_wall_and_not_a_hidden_hull(
    counter: str, order: str, hd: bool, terrain: str, tem: int
) -> None:
    """In the open hex K8, behind the wall towards L7."""
    game, state = table(counter=counter, hex="K8", facing="0", ce=True)
    at = game.seen(state, "german")
    action = game.read(order, state, "german")
    assert isinstance(action, act.Fire)
    met = shot(at, action, "german").target
    assert (met.hd, met.terrain, met.tem) == (hd, terrain, tem)
