"""One line of sight, judged and explained."""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from hexfire.asl.sight import lines
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.rises import Rises
from hexfire.asl.sight.rules import Reading, Reason
from hexfire.asl.sight.tables import Tables, tables
from hexfire.asl.sight.verdict import Found, Line, judge, still_blocked
from hexfire.boards import terrains


class Spot(NamedTuple):
    """An end of a line: where it aims, and how high (in half levels)."""

    hex: int
    pixel: tuple[int, int]
    level: int
    in_depression: bool
    vertex: tuple[int, int] | None = None
    """The vertex (in thirds of hexes) it aims at instead of the centre: bypass, Snap Shot."""


class Hindrance(msgspec.Struct, frozen=True):
    """One hindrance of a line: where, what, how much, by which rule."""

    hex: str
    kind: str
    drm: int
    rule: str
    range: int


class Disputed(msgspec.Struct, frozen=True):
    """What the line is by another reading of the rules or of the drawing."""

    reading: Reading
    blocked: bool
    hindrance: int | None
    """None for a blocked line."""
    reason: Reason

    @property
    def rule(self) -> str:
        return self.reason.rule

    @property
    def ruling(self) -> str:
        return self.reading.ruling


class Answer(msgspec.Struct, frozen=True):
    """What one sees: blocked or clear, and why."""

    range: int
    blocked: bool
    hindrance: int
    """The total DRM of a clear line; of a blocked one, what was met before the block."""
    items: tuple[Hindrance, ...]
    reason: Reason
    point: tuple[int, int] | None = None
    """The pixel that decided."""
    hex: str | None = None
    """The hex that decided."""
    terrain: str | None = None
    disputed: tuple[Disputed, ...] = ()
    """Other readings that bring another answer."""

    @property
    def rule(self) -> str:
        return self.reason.rule


_REASONS = tuple(Reason)


class Judge:
    """Judges lines over one board."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    @cached_property
    def tables(self) -> Tables:
        return tables(self.ground)

    @cached_property
    def rises(self) -> Rises | None:
        return Rises.of(self.ground)

    def line(self, source: Spot, target: Spot) -> Answer:
        """The LOS between two spots in different hexes."""
        t = self.tables
        patches, lengths, pixels = lines.one(self.ground, source.pixel, target.pixel)
        line = _line(t, source, target)
        found = self._found(line, patches, lengths)
        answer = self._answer(line, found, patches, pixels)
        if not found.touched:
            return answer
        disputed = []
        for reading in Reading:
            if found.touched & reading:
                other = line._replace(readings=reading)
                if found.at >= 0 and still_blocked(t, other, patches, lengths, found.at):
                    continue
                again = self._found(other, patches, lengths)
                if _differ(found, again):
                    drm = None if again.at >= 0 else again.drm
                    reason = _REASONS[again.reason]
                    disputed.append(Disputed(reading, again.at >= 0, drm, reason))
        return msgspec.structs.replace(answer, disputed=tuple(disputed)) if disputed else answer

    def _found(self, line: Line, patches: list[int], lengths: list[int]) -> Found:
        if self.rises is None:
            return judge(self.tables, line, patches, lengths)
        return self.rises.judge(self.tables, line, patches, lengths)

    def _answer(self, line: Line, found: Found, patches: list[int], pixels: list[int]) -> Answer:
        grid = self.ground.board.grid
        items = tuple(
            Hindrance(grid.label(grid.hexes[met.hex]), _tag(met.code), met.drm, "A6.7", step)
            for step, met in sorted(found.hinders.items())
        )
        if found.at < 0:
            return Answer(line.range, False, found.drm, items, Reason.CLEAR)
        y, x = divmod(pixels[found.at], self.ground.board.width)
        hex = grid.label(grid.hexes[self.tables.hex[patches[found.at]]])
        terrain = _tag(found.code) if found.code else None
        reason = _REASONS[found.reason]
        return Answer(line.range, True, found.drm, items, reason, (x, y), hex, terrain)


def _differ(found: Found, again: Found) -> bool:
    """Whether two verdicts are not the same to a player."""
    blocked = found.at >= 0
    return blocked != (again.at >= 0) or (not blocked and found.drm != again.drm)


def _line(t: Tables, source: Spot, target: Spot) -> Line:
    a, b = source.level, target.level
    high, low = (a, b) if a > b else (b, a)
    spine, origin, way = _along(t, source, target)
    return Line(
        *(source.hex, target.hex, a, b, high, low, t.distance[source.hex][target.hex]),
        *(int(source.in_depression), int(target.in_depression), spine, *origin, *way),
        *(int(source.vertex is None), int(target.vertex is None), 0),
    )


def _along(t: Tables, source: Spot, target: Spot) -> tuple[int, tuple[int, int], tuple[int, int]]:
    """Whether a line runs along hexsides; a centre on it, not after its start; the way on.

    In thirds of hexes a hexside is as long as the way of two hexes along it in hexes.
    """
    (q, r), (p, o) = _point(t, source), _point(t, target)
    dq, dr = p - q, o - r
    small, middle, _ = sorted((abs(dq), abs(dr), abs(dq + dr)))
    if small != middle or small == 0:
        return 0, (0, 0), (0, 0)
    way = dq // small, dr // small
    while q % 3 or r % 3:  # back from a vertex to the centre behind it
        q, r = q - way[0], r - way[1]
    return 1, (q // 3, r // 3), way


def _point(t: Tables, spot: Spot) -> tuple[int, int]:
    if spot.vertex is not None:
        return spot.vertex
    return 3 * t.axial_q[spot.hex], 3 * t.axial_r[spot.hex]


@cache
def _tag(code: int) -> str:
    return terrains()[code].tag
