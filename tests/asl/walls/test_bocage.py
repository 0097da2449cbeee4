"""Seeing and hiding behind walls and bocage, on the drawn board (B9.521, B9.55, B27.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfire.asl.sight import Reason
from hexfire.asl.walls import State, sees
from hexfire.asl.walls import concealment as con
from hexfire.asl.walls.concealment import Doing, Fate
from hexfire.boards.terrain import by_name

Make = Callable[..., State]
BOCAGE = ("HedgesToBocage",)
FAR = {"id": "f", "side": "russian", "hex": "L6"}


def unit_seen(state: State, viewer: str, target: str) -> Reason:
    return sees(state, state.scene.unit(viewer), state.scene.unit(target)).unit.reason


@pytest.mark.rule("B27.2")
def test_over_the_wall_of_ones_own_hex(state: Make) -> None:
    """H3 has a wall towards H2 and hedges towards I3 and I4."""
    behind = {"id": "a", "hex": "H3"}
    dug = {**behind, "entrenched": "foxhole"}
    over, beside, open_side = (
        {"id": "f", "side": "russian", "hex": hex} for hex in ("H0", "H2", "D4")
    )
    assert unit_seen(state(behind, over), "f", "a") is Reason.CLEAR
    now = state(dug, over)
    assert unit_seen(now, "f", "a") is Reason.ENTRENCHED_BEHIND_WALL
    assert unit_seen(now, "a", "f") is Reason.ENTRENCHED_BEHIND_WALL
    assert unit_seen(state(dug, beside), "f", "a") is Reason.CLEAR  # across the wall itself
    assert unit_seen(state(dug, open_side), "f", "a") is Reason.CLEAR  # no wall that way
    above = {**over, "level": 1}
    assert unit_seen(state(dug, above), "f", "a") is Reason.ENTRENCHED_BEHIND_WALL
    raised = state({**dug, "level": 1}, over)  # not on the wall's level
    assert unit_seen(raised, "f", "a") is Reason.CLEAR


@pytest.mark.rule("C.5")
def test_a_unit_in_bypass_is_looked_for_at_its_vertices(state: Make) -> None:
    """K3 is woods: from O3 one sees who stands in it, not who goes round it on the far side."""

    def seen(**where: str) -> bool:
        now = state({"id": "a", "hex": "K3", **where}, {**FAR, "hex": "O3"})
        found = sees(now, now.scene.unit("f"), now.scene.unit("a"))
        assert not found.hex.blocked
        return not found.unit.blocked

    assert seen()
    assert seen(bypass="L2", vertex="L3") and seen(bypass="L2", vertex="K2") and seen(bypass="L2")
    assert not seen(bypass="J2", vertex="J3") and not seen(bypass="J2")
    # The one end of K3-K2 is on the near side, the other on the far one: the firer may choose.
    assert seen(bypass="K2") and seen(bypass="K2", vertex="L2")
    assert not seen(bypass="K2", vertex="J2")


@pytest.mark.rule("B9.521c", "B9.521d", "B9.521b#1", "B9.521c#1", "B9.521d#4")
def test_through_ones_own_bocage(state: Make) -> None:
    held = state({"id": "a", "hex": "H3"}, FAR, ssr=BOCAGE)
    assert held.has_wa(held.scene.unit("a"))
    assert unit_seen(held, "f", "a") is unit_seen(held, "a", "f") is Reason.CLEAR
    broken = {"id": "a", "hex": "H3", "broken": True}
    without = state(broken, FAR, ssr=BOCAGE)
    assert unit_seen(without, "f", "a") is Reason.UNIT_WITHOUT_WALL_ADVANTAGE
    assert unit_seen(without, "a", "f") is Reason.NO_WALL_ADVANTAGE
    there = sees(without, without.scene.unit("f"), without.scene.unit("a"))
    assert not there.hex.blocked  # the hex itself is seen
    next_hex = state(broken, {**FAR, "hex": "I4"}, ssr=BOCAGE)
    assert unit_seen(next_hex, "a", "f") is unit_seen(next_hex, "f", "a") is Reason.CLEAR
    # From above the bocage one looks over it; the unit behind it stays unseen at any height.
    high = state(broken, {**FAR, "level": 6}, ssr=BOCAGE)
    assert unit_seen(high, "f", "a") is Reason.UNIT_WITHOUT_WALL_ADVANTAGE
    up = state({**broken, "level": 2}, FAR, ssr=BOCAGE)
    assert unit_seen(up, "a", "f") is Reason.CLEAR
    level = state({**broken, "level": 1}, FAR, ssr=BOCAGE)
    assert unit_seen(level, "a", "f") is Reason.NO_WALL_ADVANTAGE
    # Two hexes behind one's own bocage, seen from just above it, lies a Blind Hex.
    near = state({**broken, "level": 2}, {**FAR, "hex": "J4"}, ssr=BOCAGE)
    assert unit_seen(near, "a", "f") is Reason.NO_WALL_ADVANTAGE
    higher = state({**broken, "level": 3}, {**FAR, "hex": "J4"}, ssr=BOCAGE)
    assert unit_seen(higher, "a", "f") is Reason.CLEAR


@pytest.mark.rule("B9.55a", "B9.55b", "B9.55a#2", "B9.55a#7", "B9.55b#1", "B9.55b#4", "B9.55b#5")
@pytest.mark.parametrize(
    ("more", "hides"),
    [
        ({}, True),
        ({"kind": "dummy", "concealed": True}, True),
        ({"kind": "gun"}, False),
        ({"kind": "vehicle"}, False),
        ({"hex": "H4"}, False),  # walls only
        ({"hex": "E3"}, False),  # open ground
    ],
)
def test_who_counts_as_out_of_sight(state: Make, more: dict[str, Any], hides: bool) -> None:
    now = state({"id": "a", "hex": "H3", **more}, FAR, ssr=BOCAGE)
    unit = now.scene.unit("a")
    assert con.counts_as_out_of_sight(now, unit) is hides
    assert con.loses_concealment_in_rally_phase(now, unit) is not hides
    assert con.may_gain_concealment(now, unit) is (hides and not unit.is_dummy)
    assert con.may_set_up_hidden(now.scene, unit) is hides
    for doing in (Doing.MOVE, Doing.CHANGE_FOXHOLE, Doing.CHANGE_CREST):
        assert con.loses_concealment(now, unit, doing) is not hides
    assert not con.loses_concealment(now, unit, Doing.ASSAULT_MOVE)
    assert con.loses_concealment(now, unit, Doing.PLACE_DC)


@pytest.mark.rule("B9.55a", "B9.55a#3", "B9.55a#4", "B9.55a#6")
def test_one_enemy_who_looks_past_the_bocage_is_enough(state: Make) -> None:
    squad, past = {"id": "a", "hex": "H3"}, {"id": "g", "side": "russian", "hex": "E4"}
    now = state(squad, FAR, past, ssr=BOCAGE)
    assert not con.counts_as_out_of_sight(now, now.scene.unit("a"))
    over_the_wall = {**past, "hex": "H0"}  # H2-H3 is no bocage
    now = state(squad, over_the_wall, ssr=BOCAGE)
    assert not con.may_claim_bocage_tem(now, now.scene.unit("g"), now.scene.unit("a"))
    assert not con.counts_as_out_of_sight(now, now.scene.unit("a"))
    through = state(squad, FAR, ssr=BOCAGE)
    assert con.may_claim_bocage_tem(through, *map(through.scene.unit, "fa"))
    upstairs = state({**squad, "level": 1}, FAR, ssr=BOCAGE)  # not on the bocage's level
    assert not con.may_claim_bocage_tem(upstairs, *map(upstairs.scene.unit, "fa"))
    # Not a broken one, nor a Dummy, nor a friend.
    for harmless in ({"broken": True}, {"kind": "dummy"}, {"side": "german"}):
        now = state(squad, FAR, {**past, **harmless}, ssr=BOCAGE)
        assert con.counts_as_out_of_sight(now, now.scene.unit("a")), harmless
    # Across bocage that the enemy has WA over there is no bocage TEM to claim.
    across = {"id": "g", "side": "russian", "hex": "I4"}
    now = state({**squad, "broken": True}, across, ssr=BOCAGE)
    assert now.has_wa(now.scene.unit("g"))
    assert not con.may_claim_bocage_tem(now, now.scene.unit("g"), now.scene.unit("a"))
    assert not con.counts_as_out_of_sight(now, now.scene.unit("a"))


@pytest.mark.rule("B9.55c", "B9.55d", "B9.55c#3")
def test_the_fate_of_the_hidden(state: Make) -> None:
    hidden = {"id": "a", "hex": "H3", "hidden": True}
    past = {"id": "g", "side": "russian", "hex": "E4"}

    def fates(*units: dict[str, Any]) -> tuple[Fate, Fate]:
        now = state(*units, ssr=BOCAGE)
        unit = now.scene.unit("a")
        return con.before_play(now, unit), con.during_play(now, unit)

    assert fates(hidden, FAR) == (Fate.KEPT, Fate.KEPT)  # seen through bocage only
    assert fates(hidden, past) == (Fate.PLACED_UNCONCEALED, Fate.PLACED_CONCEALED)
    assert fates({**hidden, "hex": "K3"}, past) == (Fate.KEPT, Fate.KEPT)  # woods hide it anyway
    dummy = {"id": "a", "hex": "H3", "kind": "dummy", "concealed": True}
    assert fates(dummy, past) == (Fate.REMOVED, Fate.KEPT)
    assert fates({**hidden, "hidden": False, "concealed": True}, past)[1] is Fate.KEPT


@pytest.mark.rule("B9.55a")
def test_only_bocage_of_ones_own_hex_hides(state: Make) -> None:
    """Alone on the board: I3 has bocage and nothing else, H4 walls and nothing else."""
    for hex, hides in (("I3", True), ("H4", False), ("E3", False)):
        now = state({"id": "a", "hex": hex}, ssr=BOCAGE)
        assert con.counts_as_out_of_sight(now, now.scene.unit("a")) is hides, hex


@pytest.mark.rule("B9.55a")
def test_concealment_terrain_by_the_chart() -> None:
    found = {
        name: con.is_concealment_terrain(by_name()[name])
        for name in ("Woods", "Orchard", "Brush", "Grain", "Marsh", "Crags", "Graveyard")
    }
    assert [name for name, hides in found.items() if not hides] == ["Crags", "Graveyard"]
    for name in ("Open Ground", "Dirt Road", "Shellholes", "Gully"):
        assert not con.is_concealment_terrain(by_name()[name])


@pytest.mark.rule("B9.55a")
def test_in_concealment_terrain_anything_may_set_up_hidden(state: Make) -> None:
    for kind in ("squad", "gun", "vehicle"):
        now = state({"id": "a", "hex": "K3", "kind": kind}, ssr=BOCAGE)  # woods
        assert con.may_set_up_hidden(now.scene, now.scene.unit("a")), kind


@pytest.mark.rule("B9.52d#1")
def test_no_look_along_bocage_to_a_vertex_of_the_next_hex(state: Make) -> None:
    """H4 looks along the hexside H3-I4 to its far end, where a vehicle of I4 stands."""
    viewer = {"id": "v", "side": "russian", "hex": "H4"}
    target = {"id": "t", "hex": "I4", "kind": "vehicle", "bypass": "I3", "vertex": "H3"}
    assert unit_seen(state(viewer, target), "v", "t") is Reason.CLEAR
    bocage = state(viewer, target, ssr=BOCAGE)
    assert unit_seen(bocage, "v", "t") is unit_seen(bocage, "t", "v") is Reason.BOCAGE_ALONG
    elsewhere = state(viewer, {**target, "vertex": "J3"}, ssr=BOCAGE)
    assert unit_seen(elsewhere, "v", "t") is Reason.CLEAR
