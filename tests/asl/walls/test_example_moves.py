"""Worked examples of B9 whose drawings are lost or whose boards are not here, on drawn boards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfire.asl.sequence import Phase
from hexfire.asl.sight import Sight
from hexfire.asl.situation import Scene, Situation, Unit
from hexfire.asl.walls import Fire, State, cover, happen, sees, start, tem
from hexfire.asl.walls import advantage as wa
from hexfire.asl.walls.crossing import Mover, crossing
from hexfire.boards import read_text_board
from hexfire.hexes import Side
from hexfire.rulebook import Refusal


def play(text: str, *units: dict[str, Any], **more: Any) -> State:
    found = tuple(msgspec.convert({"side": "german", **unit}, Unit) for unit in units)
    situation = Situation(board="x", units=found, **more)
    board = read_text_board("size 17 10\n" + text.replace(";", "\n"), "example")
    return start(Scene(situation, Sight(board)))


def options(state: State, firers: str, target: str) -> list[tuple[str, int]]:
    units = [state.scene.unit(id) for id in firers.split()]
    return [(m.case, m.value) for m in cover(state, units, state.scene.unit(target)).options]


def ffmo(state: State, firers: str, target: str) -> bool:
    units = [state.scene.unit(id) for id in firers.split()]
    return tem.ffmo_applies(state, units, state.scene.unit(target), Fire.SMALL_ARMS)


def has(state: State, id: str) -> bool:
    return state.has_wa(state.scene.unit(id))


def refused(state: State, id: str) -> str:
    with pytest.raises(Refusal) as caught:
        wa.may_claim(state, state.scene.unit(id))
    return caught.value.rule


@pytest.mark.rule("B9.322c")
def test_nothing_changes_hands_while_an_attack_is_on() -> None:
    """[B9.322-no-forfeit-during-fire]"""
    text = "stone: H4 L4;wall: H4-I4 H4-I5 L4-L5"
    units = {"id": "a", "hex": "H4"}, {"id": "b", "hex": "L4"}
    now = play(text, *units, wall_advantage=("a",), phase=Phase.RPH)
    now = happen(now, wa.Declares(side="russian")).state
    assert refused(now, "a") == refused(now, "b") == "B9.322c"
    with pytest.raises(Refusal) as caught:
        happen(now, wa.Forfeits(unit="a"))
    assert caught.value.rule == "B9.322c"
    done = happen(now, wa.Completes()).state
    assert wa.may_claim(done, done.scene.unit("b")) == "B9.322h"
    assert not has(happen(done, wa.Forfeits(unit="a")).state, "a")


HOUSE_AT_O7 = "stone 2: O7;hedge: O7-O8 P7-P8 O8-P8 O7-P7"


@pytest.mark.rule("B9.33a", "B9.33d")
@pytest.mark.parametrize(
    ("level", "target", "more", "left"),
    [
        (2, "O8", {}, []),
        (2, "P8", {}, [("tem.hedge", 1)]),
        (1, "O8", {}, [("tem.hedge", 1)]),
        (2, "P7", {"entrenched": "foxhole"}, [("tem.foxhole", 1)]),
    ],
)
def test_looking_down_from_12o7(
    level: int, target: str, more: dict[str, str], left: list[tuple[str, int]]
) -> None:
    """[B9.33-ex-level2-at-O8] [B9.33-ex-level2-at-P8] [B9.33-ex-level1-at-O8]
    [B9.33-ex-entrenchment-P7] Board 12 is not here; the same house and hedges.
    """
    now = play(
        HOUSE_AT_O7,
        {"id": "467", "hex": "O7", "level": level},
        {"id": "t", "side": "russian", "hex": target, **more},
    )
    assert options(now, "467", "t") == left


@pytest.mark.rule("B9.4e")
def test_a_clear_gap_costs_nothing() -> None:
    """[B9.4-ex-gap] Board 6 is not here; a gap with a road, used and not used."""
    now = play("road dirt: G5 H4 I5;wall: H4-I5;gap: H4-I5", {"id": "a", "hex": "H4"})
    grid, unit = now.scene.board.grid, now.scene.unit("a")
    side = Side.between(grid.hex("H4"), grid.hex("I5"))
    assert crossing(now.scene, unit, Mover.INFANTRY, side, 1, by_road=True).cost == 1
    assert crossing(now.scene, unit, Mover.INFANTRY, side, 1).cost == 2


# 9.41: the 7-4-7 in a house in G6, the 3-3-7 hidden in I7; walls as the text needs them
H6_AND_H7 = "stone: G6;wall: G6-H6 G7-H6 H6-I7 H7-I7"
MOVER = {"id": "467", "hex": "H5"}
FACING = {"id": "747", "side": "us", "hex": "G6"}
MPH = {"phase": Phase.MPH, "phasing": "german"}


@pytest.mark.rule("B9.41a", "B9.323a", "B9.42a", "B9.41a#1", "B9.41a#2", "B9.41a#3")
def test_the_467_enters_h6() -> None:
    """[B9.41-ex-H6-entry] [B9.41-ex-H6-enemy-claims] [B9.41-ex-H6-enemy-declines]"""
    before = {**MOVER, "hex": "H7"}  # it has WA there, over H7-I7
    now = play(H6_AND_H7, before, FACING, **MPH)
    assert has(now, "467")
    friend = play(H6_AND_H7, before, FACING, {"id": "f", "hex": "H6"}, wall_advantage=("f",), **MPH)
    gone = happen(friend, wa.Leaves(unit="f"))
    step = happen(gone.state, wa.Enters(unit="467", hex="H6"))
    assert ("467", "B9.41a") in [(change.unit, change.rule) for change in step.changes]
    assert not has(step.state, "467") and "747" in [offer.unit for offer in step.offers]
    claimed = happen(step.state, wa.Claims(unit="747")).state
    assert has(claimed, "747") and not has(claimed, "467")
    assert options(claimed, "747", "467") == [] and ffmo(claimed, "747", "467")
    declined = happen(step.state, wa.Declines()).state
    assert has(declined, "467")
    assert options(declined, "747", "467") == [("tem.wall", 2)] and not ffmo(declined, "747", "467")


@pytest.mark.rule("B9.41a", "B9.41b", "B9.321-ref", "B9.41b#1", "B9.41b#5")
def test_the_447_is_thrown_back_to_h7() -> None:
    """[B9.41-ex-H7-I7] [B9.41-ex-H7-I7-blocked]"""
    mover = {"id": "447", "hex": "H7"}
    ambush = {"id": "337", "side": "us", "hex": "I7", "hidden": True}
    now = play("woods: I7;" + H6_AND_H7, mover, ambush, **MPH)
    shown = happen(now, wa.Reveals(unit="337")).state
    back = happen(shown, wa.FailsToLeave(unit="447"))
    assert not has(back.state, "447") and "337" in [offer.unit for offer in back.offers]
    claimed = happen(back.state, wa.Claims(unit="337")).state
    assert has(claimed, "337") and not has(claimed, "447") and ffmo(claimed, "337", "447")
    assert has(happen(back.state, wa.Declines()).state, "447")  # Mandatory WA
    # A 4-6-7 with WA in H6, over H6-I7, keeps the 3-3-7 from it.
    first = play("woods: I7;" + H6_AND_H7, mover, ambush, {"id": "467", "hex": "H6"}, **MPH)
    assert has(first, "467")
    shown = happen(first, wa.Reveals(unit="337")).state
    back = happen(shown, wa.FailsToLeave(unit="447"))
    assert refused(back.state, "337") == "B9.321-ref" and has(back.state, "447")


# The Deluxe example once more, with woods in M3

WOODS = "woods: M3;bocage: M3-L2 M3-L3 M3-M2 M3-N2 L3-M4 L3-L2 L3-K3"


@pytest.mark.rule("B9.322h", "B9.322g", "B9.322h#1", "B9.322h#3", "B9.322g#4")
def test_the_deluxe_example_with_in_hex_tem() -> None:
    """[B9.55-dx-inhex] and the last choice of [B9.55-dx-dfph]."""
    units = (
        {"id": "658", "hex": "M3"},
        {"id": "447", "side": "british", "hex": "K4"},
        {"id": "carrier", "side": "british", "hex": "K2", "kind": "vehicle"},
    )
    british = {"phase": Phase.MPH, "phasing": "british"}
    now = play(WOODS, *units, wall_advantage=("658",), deluxe=True, **british)
    now = happen(now, wa.Enters(unit="447", hex="L3")).state
    now = happen(now, wa.Enters(unit="carrier", hex="M3")).state
    now = happen(now, wa.Leaves(unit="carrier")).state
    assert not has(now, "658") and refused(now, "658") == "B9.322h"
    dfph = happen(now, wa.PhaseBegins(phase=Phase.DFPH, phasing="british")).state
    assert refused(dfph, "658") == "B9.322h"
    broken = happen(dfph, wa.Breaks(unit="447"))
    assert not has(broken.state, "447") and not has(broken.state, "658")
    assert ("658", "B9.322g") in [(offer.unit, offer.rule) for offer in broken.offers]
    rally = happen(dfph, wa.PhaseBegins(phase=Phase.RPH, phasing="german")).state
    assert wa.may_claim(rally, rally.scene.unit("658")) == "B9.322h"


@pytest.mark.rule("B9.521d", "B9.521d#3")
def test_who_has_no_wa_is_not_seen_and_not_shot_at() -> None:
    """A unit without WA behind bocage is out of direct fire; one across the hexside is not."""
    units = {"id": "a", "hex": "A4"}, {"id": "b", "side": "us", "hex": "E4"}
    now = play("woods: E4;bocage: D3-E4 D4-E4", *units)
    found = sees(now, now.scene.unit("a"), now.scene.unit("b"))
    assert not found.hex.blocked and found.unit.rule == "B9.521d"
    rally = happen(now, wa.PhaseBegins(phase=Phase.RPH, phasing="us")).state
    claimed = happen(rally, wa.Claims(unit="b")).state
    assert not sees(claimed, claimed.scene.unit("a"), claimed.scene.unit("b")).unit.blocked
