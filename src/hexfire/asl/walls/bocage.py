"""What one sees through bocage: the hex, and the units in it (B9.52-B9.521)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from hexfire.asl.sight import Answer, Reason, Spot
from hexfire.asl.sight import rules as los
from hexfire.asl.situation import Unit
from hexfire.asl.walls.advantage import State
from hexfire.asl.walls.geometry import Meets, meets, point
from hexfire.asl.walls.hexsides import Wall, WallKind, walls_of
from hexfire.hexes import Hex


class Seen(NamedTuple):
    """What a viewer sees of a target: its hex, and the unit itself."""

    hex: Answer
    unit: Answer


def bocage_at(state: State, here: Hex, there: Hex) -> tuple[Wall, ...]:
    """B9.521a: the bocage of a hex that a line from it to another hex goes through.

    A line through a vertex goes through both hexsides that meet there.
    """
    start, end = point(here), point(there)
    return tuple(
        wall
        for wall in walls_of(state.scene.board, here)
        if wall.kind is WallKind.BOCAGE
        and meets(start, end, wall.side) in (Meets.CROSSES, Meets.TOUCHES)
    )


def sees_hex(state: State, viewer: Unit, target: Hex, target_level: float = 0) -> Answer:
    """B9.521a: whether a viewer sees a location through whatever bocage is in between."""
    spot = state.scene.sight.spot(target, target_level, imagined=True)
    return _sees(state, viewer, target, (spot,))


def _sees(state: State, viewer: Unit, target: Hex, aims: Collection[Spot]) -> Answer:
    scene = state.scene
    _, aim, answer = scene.best_line(scene.spots(viewer), aims)
    if answer.blocked or answer.range <= 1:
        return answer
    if _walled_in(state, viewer, target, aim.level):
        return _blocked(answer, Reason.NO_WALL_ADVANTAGE)
    if scene.in_entrenchment(viewer) and _over_own_wall(state, viewer, scene.hex(viewer), target):
        return _blocked(answer, Reason.ENTRENCHED_BEHIND_WALL)
    return answer


def _walled_in(state: State, viewer: Unit, target: Hex, target_level: int) -> bool:
    """B9.521c: without WA one sees through one's own bocage into the adjacent hex only.

    A viewer above the bocage looks over it: then only Blind Hexes behind it are hidden (B9.52c).
    """
    scene = state.scene
    hex = scene.hex(viewer)
    for wall in bocage_at(state, hex, target):
        if wall.side in state.held(viewer):
            continue
        top, eye = 2 * (int(wall.level) + 1), int(2 * scene.level(viewer))
        if eye <= top:
            return True
        behind = wall.side.other(hex)
        high, low = max(eye, target_level), min(eye, target_level)
        if los.bocage_casts_blind_hexes(
            top, high, low, behind.distance(target), behind.distance(hex)
        ):
            return True
    return False


def _over_own_wall(state: State, unit: Unit, here: Hex, there: Hex) -> bool:
    """Whether a line leaves a unit's hex over a wall, hedge or bocage on the unit's level."""
    start, end = point(here), point(there)
    level = state.scene.level(unit)
    return any(
        wall.level == level and meets(start, end, wall.side) in (Meets.CROSSES, Meets.TOUCHES)
        for wall in walls_of(state.scene.board, here)
    )


def sees_unit(state: State, viewer: Unit, target: Unit) -> Answer:
    """B9.521d: through bocage one sees the hex, but of the units there only those with WA.

    C.5: a unit in bypass is looked for at its vertices, not in the middle of its hex.
    """
    scene = state.scene
    here, there = scene.hex(viewer), scene.hex(target)
    answer = _sees(state, viewer, there, scene.spots(target))
    if answer.blocked or answer.range <= 1:
        return answer
    hides = bocage_at(state, there, here)
    if hides and not all(wall.side in state.held(target) for wall in hides):
        # At any height: the rulebook's example looks down from level 3.
        return _blocked(answer, Reason.UNIT_WITHOUT_WALL_ADVANTAGE)
    if scene.in_entrenchment(target) and _over_own_wall(state, target, there, here):
        return _blocked(answer, Reason.ENTRENCHED_BEHIND_WALL)
    return answer


def sees(state: State, viewer: Unit, target: Unit) -> Seen:
    """Both answers: the location, and the unit in it."""
    target_hex = state.scene.hex(target)
    return Seen(sees_hex(state, viewer, target_hex, target.level), sees_unit(state, viewer, target))


def _blocked(answer: Answer, reason: Reason) -> Answer:
    return msgspec.structs.replace(answer, blocked=True, reason=reason)
