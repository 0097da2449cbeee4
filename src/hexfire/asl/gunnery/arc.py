"""C3.2–C3.22 and C.5: the Covered Arc of a Gun or vehicle, and when it may be turned."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.hexes import Hex
from hexfire.hexes.arcs import covered_sides, hexspines_to_turn, hexspines_towards, in_covered_arc
from hexfire.rulebook import Refusal


def is_in_arc(gun: Hex, spine: int, target: Hex, entered_by: int | None = None) -> bool:
    """C3.2, C2.23: whether a target hex lies in the arc of a barrel pointed along a hexspine.

    The Gun's own hex does only for a target that entered it, in its MPh, across a side of the arc.
    """
    if target == gun:
        return entered_by is not None and entered_by in covered_sides(spine)
    return in_covered_arc(gun, spine, target)


def refuse_outside_arc(gun: Hex, spine: int, target: Hex) -> None:
    """C3.21: nothing outside its CA is fired at before the CA has been changed to hold it."""
    if not is_in_arc(gun, spine, target):
        turns = spines_to(gun, spine, target)
        raise Refusal("C3.21", "gunnery.outside_ca", count=turns)


def refuse_entry_outside_arc(
    gun: Hex, spine: int, entered_by: int, *, ovr_prevention: bool = False
) -> None:
    """C5.51, C5.64: a target that came into the own hex is fired at across a side of the arc."""
    if not is_in_arc(gun, spine, gun, entered_by):
        turns = spines_to(gun, spine, gun, entered_by)
        rule = "C5.64" if ovr_prevention else "C5.51"
        raise Refusal(rule, "gunnery.entered_outside_ca", count=turns)


def spines_to(gun: Hex, spine: int, target: Hex, entered_by: int | None = None) -> int:
    """C3.21, C5.51: how many hexspines the arc must turn, at the least, to take in the target.

    Into the own hex it turns just far enough to cover the side that the target came in by.
    """
    if target != gun:
        return hexspines_to_turn(gun, spine, target)
    if entered_by is None:
        return 0
    return min(
        min((spine - to) % 6, (to - spine) % 6)
        for to in range(6)
        if entered_by in covered_sides(to)
    )


def new_spine(gun: Hex, spine: int, target: Hex, entered_by: int | None = None) -> int:
    """C3.21, C5.51: the hexspine that the barrel points to after the smallest turn."""
    ways: Iterable[int] = (to for to in range(6) if entered_by in covered_sides(to))
    if target != gun:
        ways = hexspines_towards(gun, target)
    return min(ways, key=lambda to: (min((spine - to) % 6, (to - spine) % 6), to))


class VertexAim(msgspec.Struct, frozen=True):
    """C.5: fire at a hex vertex: the target's hex, the range to it, whether it is in the arc."""

    hex: Hex
    range: int
    in_arc: bool


def aim_at_vertex(gun: Hex, target_hex: Hex, spine: int | None = None) -> VertexAim:
    """C.5, C.5A, C.5B, C.5C: a shot at a vertex counts range and arc by the target's own hex.

    That is the hex of the obstacle it passes by, or the lower hex of a cliff it climbs, whatever
    other hexes touch the vertex; a weapon without an arc has none to keep.
    """
    inside = spine is None or is_in_arc(gun, spine, target_hex)
    return VertexAim(target_hex, gun.distance(target_hex), inside)


def check_turn_without_fire(
    phase: Phase,
    *,
    end_of_phase: bool,
    marker: FireCounter = FireCounter.NONE,
    limbering: bool = False,
    manhandling: bool = False,
    other_turret_weapon: bool = False,
) -> None:
    """C3.22: a Gun turns without firing only at the end of its side's fire phase.

    It must then still be able to fire without Intensive or Sustained Fire. Limbering, manhandling
    and a turret with another weapon in it follow their own rules.
    """
    if limbering or manhandling or other_turret_weapon:
        return
    if phase in (Phase.MPH, Phase.DFF) or not end_of_phase:
        raise Refusal("C3.22", "gunnery.turn_end_of_phase")
    if marker is not FireCounter.NONE:
        raise Refusal("C3.22", "gunnery.turn_after_fire")


def may_move_after_turn(phase: Phase) -> bool:
    """C3.22: a Gun that turned in the PFPh, and its crew, do not move in that Player Turn."""
    return phase is not Phase.PFPH
