"""C1.8 on the table: Bombardment after set-up and before play."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import GONE, Hull, Veil, Wrecked
from hexfire.asl.battle.table.state import State
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.dice import Dice, seeded
from hexfire.play import Event
from hexfire.rulebook import Refusal


class Given:
    """Dice by rule: the six drs of C1.81, then what is given for a rule, else a harmless face."""

    def __init__(self, spared: tuple[int, ...], **by_rule: list[tuple[int, ...]]) -> None:
        self.spared, self.by_rule = list(spared), by_rule

    def faces(self, request: Any, at: int) -> tuple[int, ...]:
        if request.rule == "C1.81":
            return (self.spared.pop(0),)
        waiting = self.by_rule.get(request.rule.replace(".", "_"), [])
        if waiting:
            return waiting.pop(0)
        return (1,) * len(request.sizes())


def _data(*russians: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "board": "millbrook", "date": "1943-07", "turns": 2, "first": "german",
        "setup": ["russian", "german"],
        "side": [
            {"name": "german", "bombardment": True,
             "unit": [{"id": "S", "counter": "ge-ge467S", "hex": "A1"}]},
            {"name": "russian", "unit": list(russians)},
        ],
        **more,
    }  # fmt: skip


def ready(*russians: dict[str, Any], **more: Any) -> tuple[Battle, State]:
    """Russians on Millbrook, set up; the German bombards before play."""
    game = Battle()
    state = game.setup({"data": _data(*russians, **more)}, {})
    for seat in ("russian", "german"):
        state, _ = game.apply(state, seat, act.END, Dice())
    return game, state


def bombard(game: Battle, state: State, dice: Given) -> tuple[State, list[Event]]:
    state, events = game.apply(state, "german", act.Bombard(), Dice((), dice))
    return state, list(events)


SQUAD = {"id": "R", "counter": "ru-ru447S", "hex": "H5"}
TANK = {"id": "T", "counter": "ru-T34M43", "hex": "K6", "facing": "0", "ce": False}
SPARED_NONE_HERE = (1, 1, 1, 1, 1, 1)
"""Numbers 1 and 7 are spared, no other."""


@pytest.mark.rule("C1.81", "C1.8")
def test_it_falls_before_play_and_once() -> None:
    game, state = ready(SQUAD)
    assert game.to_act(state) == ("german",)
    assert list(game.menu(state, "german")) == [act.Bombard()]
    with pytest.raises(Refusal):
        game.menu(state, "german").check(act.END)
    with pytest.raises(Refusal) as refusal:
        game.menu(state, "german").check(act.Bombard(area="9"))
    assert "9" in str(refusal.value.message.params)
    after, _ = bombard(game, state, Given(SPARED_NONE_HERE))
    assert set(game.to_act(after)) == {"german", "russian"}
    assert act.Bombard() not in game.menu(after, "german")


@pytest.mark.rule("C1.81#1")
def test_neither_before_both_have_set_up_nor_once_play_has_begun() -> None:
    game, state = ready(SQUAD)
    ended, _ = bombard(game, state, Given(SPARED_NONE_HERE))
    with pytest.raises(Refusal) as late:
        game.menu(ended, "german").check(act.Bombard())
    assert late.value.rule == "C1.81"
    first = game.setup({"data": _data(SQUAD)}, {})
    half, _ = game.apply(first, "russian", act.END, Dice())
    with pytest.raises(Refusal):
        game.menu(half, "german").check(act.Bombard())
    assert half.bombards == ()


@pytest.mark.rule("C1.81")
def test_hexes_with_a_spared_number_are_not_struck() -> None:
    """5 is rolled: H5 is spared whatever falls elsewhere."""
    game, state = ready(SQUAD)
    hard = {"C1_82": [(6, 5)] * 9}
    spared, _ = bombard(game, state, Given((5, 1, 1, 1, 1, 1), **hard))
    assert spared.piece("R") == state.piece("R")
    struck, _ = bombard(game, state, Given(SPARED_NONE_HERE, C1_82=[(6, 5)] * 9))
    assert struck.piece("R").broken


@pytest.mark.rule("C1.82")
def test_hidden_men_who_break_appear_and_dummies_go() -> None:
    hidden = {**SQUAD, "hidden": True}
    dummy = {"id": "D", "counter": "?", "hex": "H5"}
    game, state = ready(hidden, dummy)
    safe, _ = bombard(game, state, Given(SPARED_NONE_HERE))
    assert safe.piece("R").veil is Veil.HIDDEN  # a 2MC of 2 is passed
    assert safe.piece("D").place == GONE
    shown, _ = bombard(game, state, Given(SPARED_NONE_HERE, C1_82=[(6, 5)]))
    assert shown.piece("R").veil is Veil.KNOWN


@pytest.mark.rule("C1.821")
@pytest.mark.parametrize(
    ("dr", "hull", "wreck"),
    [
        ((5, 4), Hull.MOBILE, Wrecked.NO),
        ((5, 5), Hull.IMMOBILE, Wrecked.NO),
        ((6, 5), Hull.MOBILE, Wrecked.WRECK),
        ((6, 6), Hull.MOBILE, Wrecked.BURNING),
    ],
)
def test_a_tank_checks_against_nine(dr: tuple[int, int], hull: Hull, wreck: Wrecked) -> None:
    """10 is one too many, 11 two, 12 three: immobilized, eliminated, burning."""
    game, state = ready(TANK)
    after, _ = bombard(game, state, Given(SPARED_NONE_HERE, C1_821=[dr]))
    assert (after.piece("T").hull, after.piece("T").wreck) == (hull, wreck)


@pytest.mark.rule("C1.821", "C1.823")
def test_the_gun_of_who_failed_is_checked_and_a_twelve_leaves_marks() -> None:
    gun = {"id": "G", "counter": "ru-AT45LL", "hex": "H5", "facing": "0", "by": "C"}
    crew = {"id": "C", "counter": "ru-ru228C", "hex": "H5"}
    game, state = ready(gun, crew)
    dice = Given(SPARED_NONE_HERE, C1_82=[(6, 6)], C1_821=[(4, 4)], C1_823=[(3,)])
    after, _ = bombard(game, state, dice)
    assert after.piece("C").broken or after.piece("C").place == GONE
    assert after.piece("G").service.state is WeaponState.MALFUNCTIONED
    kinds = {marker.kind for marker in after.ground if marker.hex == "H5"}
    assert kinds == {MarkerKind.SHELLHOLES, MarkerKind.FLAME}


@pytest.mark.rule("C1.822")
def test_a_house_that_falls_buries_who_is_upstairs() -> None:
    above = {**SQUAD, "hex": "J4", "level": 2}
    below = {"id": "B", "counter": "ru-ru447S", "hex": "J4"}
    game, state = ready(above, below)
    houses = [(1, 1)] * 40
    fallen = None
    for at in range(12):
        faces = list(houses)
        faces[at] = (5, 5)  # stone 9: one level
        after, _ = bombard(game, state, Given(SPARED_NONE_HERE, C1_822=faces))
        if after.piece("R").place == GONE:
            fallen = after
            break
    assert fallen is not None
    assert fallen.piece("B").place != GONE
    assert MarkerKind.RUBBLE in {m.kind for m in fallen.ground if m.hex == "J4"}


@pytest.mark.rule("C1.822#9")
@pytest.mark.parametrize("kind", ["mines", "wire", "roadblock"])
def test_what_is_hidden_its_owner_alone_strikes_off(kind: str) -> None:
    """A DR of 10 removes it; the other side's view and log are the same as with a DR of 9."""
    laid = [{"kind": kind, "hex": "A5", "hidden": "russian"}]
    game, state = ready(SQUAD, ground=laid, board="steppe")
    seen = {}
    for faces in ((6, 4), (5, 4)):
        after, events = bombard(game, state, Given(SPARED_NONE_HERE, C1_822=[faces]))
        left = [marker.hidden for marker in after.ground if marker.hex == "A5"]
        assert left == ([] if faces == (6, 4) else ["russian"])
        heard = [
            [e.message.key for e in events if e.seen_by(seat) is not None]
            for seat in ("german", "russian")
        ]
        assert ("battle.event.bombard_removed" in heard[1]) is (faces == (6, 4))
        seen[faces] = (game.view(after, "german").ground, heard[0])
        assert not [m for m in known(after, "german").ground if m.kind == kind]
    assert seen[6, 4] == seen[5, 4]
    assert [m.kind for m in known(state, "russian").ground] == [kind]
    _, shown = ready(SQUAD, ground=[{"kind": kind, "hex": "A5"}])
    assert [m.kind for m in known(shown, "german").ground] == [kind]


@pytest.mark.rule("C1.822#9")
def test_a_counter_that_was_hidden_is_shown_by_laying_it() -> None:
    game, state = ready(SQUAD, ground=[{"kind": "wire", "hex": "H5", "hidden": "russian"}])
    state, _ = bombard(game, state, Given(SPARED_NONE_HERE))
    for seat in ("german", "russian"):
        with_mark, _ = game.apply(state, seat, game.read("mark wire at H5", state, seat), Dice())
        assert len(with_mark.ground) == (1 if seat == "russian" else 2)
    with pytest.raises(Refusal):
        game.menu(state, "german").check(game.read("unmark wire at H5", state, "german"))


@pytest.mark.rule("C1.823#2")
def test_marks_lie_on_the_ground_though_the_twelve_fell_upstairs() -> None:
    above = {**SQUAD, "hex": "J4", "level": 1}
    game, state = ready(above)
    dice = Given(SPARED_NONE_HERE, C1_82=[(6, 6)], C1_823=[(5,)])
    after, _ = bombard(game, state, dice)
    (flame,) = [marker for marker in after.ground if marker.hex == "J4"]
    assert flame == Marker(kind=MarkerKind.FLAME, hex="J4")
    assert game.at(after).board.base_level(game.at(after).grid.hex("J4")) == 0


def test_it_plays_on_with_any_dice() -> None:
    game, state = ready(SQUAD, TANK)
    for seed in range(5):
        after, _ = game.apply(state, "german", act.Bombard(), Dice((), seeded(seed)))
        assert after.bombards == ()
