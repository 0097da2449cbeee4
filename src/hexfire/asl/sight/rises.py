"""Slopes (F2) and hillocks (F6): ends that stand a little higher than their hex is.

Who looks across a slope hexside of his hex ("up-slope"), or stands on a hillock, is *raised*: as
high as half-level things, lower than one-level ones. A hillock is all its hexes together; between
ends on its level it is a half-level obstacle. Lines to which none of this matters never come here.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.ends import Ends
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.hexsides import hexside
from hexfire.asl.sight.hexspines import HEXSPINES, Line, partner
from hexfire.asl.sight.rules import Reason
from hexfire.asl.sight.tables import OBSTACLE, Tables
from hexfire.asl.sight.verdict import Verdict, judge, within_a_pixel
from hexfire.asl.sight.walk import Runs
from hexfire.boards.terrain import HILLOCK_SUMMIT

Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]
Sides = tuple[int, int]
"""The hexsides by which a line leaves its source and enters its target, as bits."""
CORNER = 8
"""Walls no farther apart than a wall is thick meet at a corner, and are one wall."""


@dataclass(frozen=True, eq=False)
class Rises:
    """The slopes and hillocks of a board."""

    ground: Ground

    @classmethod
    def of(cls, ground: Ground) -> Rises | None:
        """None for a board that has none of them."""
        facts = ground.board.facts
        return cls(ground) if facts.slopes.any() or (facts.hillocks >= 0).any() else None

    @cached_property
    def slopes(self) -> Ints:
        """[hex]: the slope hexsides, as bits."""
        return np.asarray((self.ground.board.facts.slopes << np.arange(6)).sum(axis=1))

    @cached_property
    def hillocks(self) -> Ints:
        return self.ground.board.facts.hillocks

    @cached_property
    def summits(self) -> Bools:
        return np.asarray(self.ground.centre == HILLOCK_SUMMIT)

    # Which lines are concerned

    def concern(self, source: Ends, target: Ends) -> Bools:
        """[line]: whether slopes or hillocks may matter to a line between two hex centres."""
        delta = self.ground.axial[target.hex] - self.ground.axial[source.hex]
        out, back = self.sides(delta), self.sides(-delta)
        matters = (self.slopes[source.hex] & out > 0) & (source.level >= target.level)
        matters |= (self.slopes[target.hex] & back > 0) & (target.level >= source.level)
        if (self.hillocks >= 0).any():
            matters |= source.level == target.level
            matters |= (self.hillocks[source.hex] >= 0) | (self.hillocks[target.hex] >= 0)
        return np.asarray(matters)

    def crossed(self, t: Tables, line: Line, runs: Runs) -> Sides:
        """The hexsides by which one line leaves its source and enters its target."""
        if line.from_centre and line.to_centre:
            way = self.ground.axial[line.target] - self.ground.axial[line.source]
            return int(self.sides(way[None])[0]), int(self.sides(-way[None])[0])
        runs.finish()
        hexes = [t.hex[runs.patch[at]] for at in range(runs.count)]
        sides = []
        for end, order in ((line.source, hexes), (line.target, hexes[::-1])):
            # The pixel of a vertex may lie in another hex: what counts is where it leaves its own.
            left = len(order) - order[::-1].index(end) if end in order else 0
            side = t.direction(end, order[left]) if left < len(order) else -1
            sides.append(1 << side if side >= 0 else 0)
        return sides[0], sides[1]

    @staticmethod
    def sides(delta: Ints) -> Ints:
        """[line]: the hexsides by which a line leaves its hex, as bits; along a hexspine both."""
        q, r = delta[:, 0], delta[:, 1]
        vertices = sorted(HEXSPINES, key=HEXSPINES.__getitem__)
        turns = np.array([a * r - b * q for a, b in vertices])
        # Clockwise of a side's first vertex, and not of its second.
        inside = (turns >= 0) & (np.roll(turns, -1, axis=0) <= 0)
        return np.asarray((inside << np.arange(6)[:, None]).sum(axis=0))

    # One line

    def judge(self, t: Tables, line: Line, runs: Runs) -> Verdict:
        """As `verdict.judge`, slopes and hillocks included."""
        sides = self.crossed(t, line, runs)
        ends = (line.source, line.from_level, sides[0]), (line.target, line.to_level, sides[1])
        line.raised, line.upslope = 0, False
        ignored: set[int] = set()
        for hex, level, across in ends:
            on = int(self.hillocks[hex]) if level == t.base[hex] else -1
            up = bool(self.slopes[hex] & across)
            if level == line.high:
                line.raised += on >= 0 or up
                line.upslope = line.upslope or up
            near = [t.near[6 * hex + side] for side in range(6) if across >> side & 1]
            ignored |= {on} if on >= 0 or up else {int(self.hillocks[n]) for n in near if n >= 0}
        verdict = judge(t, line, runs)
        if line.high == line.low:
            reason, at, code = self._half_levels(t, line, runs, ignored)
            if at >= 0 and (verdict.at < 0 or at < verdict.at):
                verdict.block(reason, at, code, 0)
        return verdict

    def _half_levels(
        self, t: Tables, line: Line, runs: Runs, ignored: set[int]
    ) -> tuple[int, int, int]:
        """R-F6.4: between ends on one level: what half-level things block, at which run."""
        hillocks: set[int] = set()
        rubble: set[int] = set()
        walls: dict[tuple[int, int], tuple[int, int]] = {}
        step = 0
        runs.finish()
        for at in range(runs.count):
            patch, length = runs.patch[at], runs.length[at]
            step += length
            own = t.hex[patch]
            if t.ground[patch] != line.high or own in (line.source, line.target):
                continue
            if within_a_pixel(t, line, patch, own):
                continue
            for hex in (own, partner(t, line, own) if line.spine else -1):
                if hex < 0 or not _is_between(t, line, hex):
                    continue
                number, code = int(self.hillocks[hex]), t.centre[hex]
                if self.summits[hex]:
                    if line.raised < 2 or not _is_next_to_an_end(t, line, hex):
                        return Reason.HILLOCK, at, code
                elif number >= 0 and number not in ignored and line.raised < 2:
                    hillocks.add(number)
                    if len(hillocks) > line.raised:
                        return Reason.HILLOCK, at, code
                elif t.kind[code] & OBSTACLE and t.top[code] == 1 and line.raised == 1:
                    rubble.add(hex)
            if line.raised == 1 and _wall_stands(t, line, patch):
                a, b = t.wall_a[patch], t.wall_b[patch]
                side = min(a, b), max(a, b)
                start, _ = walls.get(side, (step - length, 0))
                walls[side] = start, step
            if len(rubble) > 1 or _apart(walls.values()) > CORNER:
                return Reason.SECOND_HALF_LEVEL, at, t.code[patch]
        return 0, -1, 0


def _wall_stands(t: Tables, line: Line, patch: int) -> bool:
    """Whether a wall there would block the line if nobody were raised."""
    if t.wall_a[patch] < 0:
        return False
    raised, line.raised = line.raised, 0
    reason, _ = hexside(t, line, patch)
    line.raised = raised
    return reason != 0


def _is_between(t: Tables, line: Line, hex: int) -> bool:
    near, far = t.far(line.source, hex), t.far(line.target, hex)
    return 0 < near < line.range and 0 < far < line.range


def _is_next_to_an_end(t: Tables, line: Line, hex: int) -> bool:
    return t.far(line.source, hex) == 1 or t.far(line.target, hex) == 1


def _apart(walls: Collection[tuple[int, int]]) -> int:
    """How many pixels of a line lie between the first and the last of some walls."""
    return max(start for start, _ in walls) - min(end for _, end in walls) if walls else 0
