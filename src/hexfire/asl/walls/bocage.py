"""What one sees through bocage: the hex, and the units in it (B9.52-B9.521)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from hexfire.asl.sight import Judgement, Reason, Spot
from hexfire.asl.sight import rules as los
from hexfire.asl.situation import Unit
from hexfire.asl.walls.advantage import State
from hexfire.asl.walls.geometry import Meets, meets, point
from hexfire.asl.walls.hexsides import Wall, WallKind, wall_on, walls_of
from hexfire.hexes import Hex, Vertex


class Seen(NamedTuple):
    """What a viewer sees of a target: its hex, and the unit itself."""

    hex: Judgement
    unit: Judgement


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


def sees_hex(state: State, viewer: Unit, target: Hex, target_level: float = 0) -> Judgement:
    """B9.521a: whether a viewer sees a location through whatever bocage is in between."""
    spot = state.scene.sight.spot(target, target_level, imagined=True)
    return _sees(state, viewer, target, (spot,))


def _sees(state: State, viewer: Unit, target: Hex, aims: Collection[Spot]) -> Judgement:
    scene = state.scene
    lines = [
        (_runs_along_bocage(state, own, aim), aim, scene.sight.line(own, aim))
        for own in scene.spots(viewer)
        for aim in aims
    ]
    along, aim, answer = min(lines, key=lambda line: (line[0], line[2].blocked, line[2].hindrance))
    if along and not answer.blocked:
        return _blocked(answer, Reason.BOCAGE_ALONG)
    if answer.blocked or answer.range <= 1:
        return answer
    if _walled_in(state, viewer, target, aim.level):
        return _blocked(answer, Reason.NO_WALL_ADVANTAGE)
    if scene.in_entrenchment(viewer) and _over_own_wall(state, viewer, scene.hex(viewer), target):
        return _blocked(answer, Reason.ENTRENCHED_BEHIND_WALL)
    return answer


def _runs_along_bocage(state: State, start: Spot, end: Spot) -> bool:
    """B9.52d: whether a line to or from a vertex runs along bocage that ends at it.

    Lines between the middles of hexes are judged with all that is in their way; one to a vertex of
    the next hex ends where the bocage does.
    """
    if start.vertex is None and end.vertex is None:
        return False
    points = [_place(state, spot) for spot in (start, end)]
    walls = (
        wall_on(state.scene.board, side)
        for place in points
        if isinstance(place, Vertex)
        for side in place.sides
    )
    first, second = (point(place) for place in points)
    return any(
        wall is not None
        and wall.kind is WallKind.BOCAGE
        and meets(first, second, wall.side) is Meets.ALONG
        for wall in walls
    )


def _place(state: State, spot: Spot) -> Hex | Vertex:
    if spot.vertex is not None:
        return Vertex(*spot.vertex)
    return state.scene.board.grid.hexes[spot.hex]


def _walled_in(state: State, viewer: Unit, target: Hex, target_level: int) -> bool:
    """B9.521b, B9.521c: through one's own bocage one sees with WA, without it the next hex only.

    A viewer above the bocage looks over it: then only Blind Hexes behind it are hidden (B9.52c).
    """
    scene = state.scene
    hex = scene.hex(viewer)
    for wall in bocage_at(state, hex, target):
        if wall.side in state.serving(viewer):
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


def sees_unit(state: State, viewer: Unit, target: Unit) -> Judgement:
    """B9.521d: through bocage one sees the hex, but of the units there only those with WA.

    B9.52b: so does who looks from above.

    C.5: a unit in bypass is looked for at its vertices, not in the middle of its hex.
    """
    scene = state.scene
    here, there = scene.hex(viewer), scene.hex(target)
    answer = _sees(state, viewer, there, scene.spots(target))
    if answer.blocked or answer.range <= 1:
        return answer
    hides = bocage_at(state, there, here)
    if hides and not all(wall.side in state.serving(target) for wall in hides):
        # At any height: the rulebook's example looks down from level 3.
        return _blocked(answer, Reason.UNIT_WITHOUT_WALL_ADVANTAGE)
    if scene.in_entrenchment(target) and _over_own_wall(state, target, there, here):
        return _blocked(answer, Reason.ENTRENCHED_BEHIND_WALL)
    return answer


def sees(state: State, viewer: Unit, target: Unit) -> Seen:
    """Both answers: the location, and the unit in it."""
    target_hex = state.scene.hex(target)
    return Seen(sees_hex(state, viewer, target_hex, target.level), sees_unit(state, viewer, target))


def _blocked(answer: Judgement, reason: Reason) -> Judgement:
    return msgspec.structs.replace(answer, blocked=True, reason=reason)
