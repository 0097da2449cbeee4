"""One line of sight, judged and explained."""

from __future__ import annotations

from functools import cache, cached_property
from typing import NamedTuple

import msgspec
import numpy as np

from hexfire.asl.sight import lines, many
from hexfire.asl.sight.ends import Ends, Other, Verdicts
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.hexspines import Line
from hexfire.asl.sight.many import Bare
from hexfire.asl.sight.one_by_one import Spots, judge_all, other_readings
from hexfire.asl.sight.rises import Rises
from hexfire.asl.sight.rules import Reading, Reason
from hexfire.asl.sight.tables import Tables, packed
from hexfire.asl.sight.verdict import Verdict, judge
from hexfire.asl.sight.walk import COMPILED, Runs, Walk, Walker
from hexfire.boards import terrains


class Spot(NamedTuple):
    """An end of a line: where it aims, and how high (in half levels)."""

    hex: int
    pixel: tuple[int, int]
    level: int
    in_depression: bool
    vertex: tuple[int, int] | None = None
    """The vertex (in thirds of hexes) it aims at instead of the centre: bypass, Snap Shot."""


class Hindrance(msgspec.Struct, frozen=True, gc=False):
    """One hindrance of a line: where, what, how much, by which rule."""

    hex: str
    kind: str
    drm: int
    rule: str
    range: int


class Disputed(msgspec.Struct, frozen=True, gc=False):
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


class Judgement(msgspec.Struct, frozen=True, gc=False):
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
        return Tables(self.ground)

    @cached_property
    def walker(self) -> Walker:
        return Walker(self.ground.raster, self.ground.board.width)

    @cached_property
    def rises(self) -> Rises | None:
        return Rises.of(self.ground)

    def line(self, source: Spot, target: Spot) -> Judgement:
        """The LOS between two spots in different hexes."""
        t, runs = self.tables, self._runs(source.pixel, target.pixel)
        line = _line(t, source, target)
        rises = self.rises
        verdict = judge(t, line, runs) if rises is None else rises.judge(t, line, runs)
        answer = self._answer(line, verdict, runs)
        if not verdict.touched:
            return answer
        disputed = []
        for reading, again in other_readings(t, line, runs, verdict, rises):
            drm = None if again.at >= 0 else again.drm
            disputed.append(Disputed(Reading(reading), drm is None, drm, _REASONS[again.reason]))
        return msgspec.structs.replace(answer, disputed=tuple(disputed)) if disputed else answer

    def _runs(self, start: tuple[int, int], end: tuple[int, int]) -> Runs:
        if not COMPILED:
            return lines.one(self.ground, start, end)
        walk = Walk(self.walker)
        walk.start(*start, *end)
        return walk

    def many(self, source: Ends, target: Ends) -> tuple[Verdicts, list[Other]]:
        """The LOS of many pairs of hex centres, and what other readings make of them."""
        if not COMPILED:
            return many.judge(self.ground, source, target)
        return self._one_by_one(source, target, disputed=True)

    def sees(self, source: Ends, target: Ends) -> Bare:
        """Which of many lines between hex centres are clear, and their hindrance."""
        if not COMPILED:
            return many.sees(self.ground, source, target)
        verdicts, _ = self._one_by_one(source, target, disputed=False)
        return Bare(verdicts.blocked, np.where(verdicts.blocked, np.int16(0), verdicts.hindrance))

    def _one_by_one(
        self, source: Ends, target: Ends, disputed: bool
    ) -> tuple[Verdicts, list[Other]]:
        # Lines from one hex cross the same ground: one after the other they find it in the cache.
        order = np.lexsort((target.hex, source.hex))
        ends = _spots(source.part(order)), _spots(target.part(order))
        done = judge_all(self.tables, self.walker, *ends, disputed)
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        verdicts = Verdicts(
            np.asarray(done.reason).astype(np.int8)[back],
            np.asarray(done.hindrance).astype(np.int16)[back],
            np.asarray(done.pixel).astype(np.int32)[back],
            np.zeros(len(source.hex), np.uint8),
        )
        others = [Other(int(order[i]), Reading(r), why, drm) for i, r, why, drm in done.others]
        return verdicts, others

    def _answer(self, line: Line, verdict: Verdict, runs: Runs) -> Judgement:
        grid = self.ground.board.grid
        items = tuple(
            Hindrance(grid.label(grid.hexes[met.hex]), _tag(met.code), met.drm, "A6.7", step)
            for step, met in sorted(verdict.hinders.items())
        )
        if verdict.at < 0:
            return Judgement(line.range, False, verdict.drm, items, Reason.CLEAR)
        y, x = divmod(runs.pixel[verdict.at], self.ground.board.width)
        hex = grid.label(grid.hexes[self.tables.hex[runs.patch[verdict.at]]])
        terrain = _tag(verdict.code) if verdict.code else None
        reason = _REASONS[verdict.reason]
        return Judgement(line.range, True, verdict.drm, items, reason, (x, y), hex, terrain)


def _spots(ends: Ends) -> Spots:
    x, y = ends.pixel.T
    return Spots(*(packed(column) for column in (ends.hex, x, y, ends.level, ends.in_depression)))


def _line(t: Tables, source: Spot, target: Spot) -> Line:
    line = Line(t, source.hex, target.hex, source.level, target.level)
    line.from_below, line.to_below = source.in_depression, target.in_depression
    line.from_centre, line.to_centre = source.vertex is None, target.vertex is None
    line.lay(*_point(t, source), *_point(t, target))
    return line


def _point(t: Tables, spot: Spot) -> tuple[int, int]:
    if spot.vertex is not None:
        return spot.vertex
    return 3 * t.axial_q[spot.hex], 3 * t.axial_r[spot.hex]


@cache
def _tag(code: int) -> str:
    return terrains()[code].tag
