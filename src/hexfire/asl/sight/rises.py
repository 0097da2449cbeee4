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
from hexfire.asl.sight.rules import Reason
from hexfire.asl.sight.tables import OBSTACLE, Tables
from hexfire.asl.sight.verdict import HEXSPINES, Found, Line, Runs, borders, hexside, judge, partner
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
        found = (self.slopes[source.hex] & out > 0) & (source.level >= target.level)
        found |= (self.slopes[target.hex] & back > 0) & (target.level >= source.level)
        if (self.hillocks >= 0).any():
            found |= source.level == target.level
            found |= (self.hillocks[source.hex] >= 0) | (self.hillocks[target.hex] >= 0)
        return np.asarray(found)

    def crossed(self, t: Tables, line: Line, patches: Runs) -> Sides:
        """The hexsides by which one line leaves its source and enters its target."""
        if line.from_centre and line.to_centre:
            way = self.ground.axial[line.target] - self.ground.axial[line.source]
            return int(self.sides(way[None])[0]), int(self.sides(-way[None])[0])
        found = []
        for end, order in ((line.source, patches), (line.target, patches[::-1])):
            hexes = [t.hex[patch] for patch in order]
            # The pixel of a vertex may lie in another hex: what counts is where it leaves its own.
            left = len(hexes) - hexes[::-1].index(end) if end in hexes else 0
            next_hex, near = hexes[left] if left < len(hexes) else -1, t.near[end]
            found.append(1 << near.index(next_hex) if next_hex in near else 0)
        return found[0], found[1]

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

    def judge(self, t: Tables, line: Line, patches: Runs, lengths: Runs) -> Found:
        """As `verdict.judge`, slopes and hillocks included."""
        sides = self.crossed(t, line, patches)
        ends = (line.source, line.from_level, sides[0]), (line.target, line.to_level, sides[1])
        raised, upslope, ignored = 0, 0, set()
        for hex, level, across in ends:
            on = int(self.hillocks[hex]) if level == t.base[hex] else -1
            up = bool(self.slopes[hex] & across)
            if level == line.high:
                raised += on >= 0 or up
                upslope |= up
            near = [t.near[hex][side] for side in range(6) if across >> side & 1]
            ignored |= {on} if on >= 0 or up else {int(self.hillocks[n]) for n in near if n >= 0}
        line = line._replace(raised=raised, upslope=int(upslope))
        found = judge(t, line, patches, lengths)
        if line.high != line.low:
            return found
        reason, at, code = self._half_levels(t, line, patches, lengths, ignored)
        if at >= 0 and (found.at < 0 or at < found.at):
            return found._replace(reason=reason, at=at, code=code, touched=0)
        return found

    def _half_levels(
        self, t: Tables, line: Line, patches: Runs, lengths: Runs, ignored: set[int]
    ) -> tuple[int, int, int]:
        """R-F6.4: between ends on one level: what half-level things block, at which run."""
        hillocks: set[int] = set()
        rubble: set[int] = set()
        walls: dict[tuple[int, int], tuple[int, int]] = {}
        unraised = line._replace(raised=0)
        step = 0
        for at, patch in enumerate(patches):
            step += lengths[at]
            own = t.hex[patch]
            if t.ground[patch] != line.high or own in (line.source, line.target):
                continue
            if borders(t, line, patch, own):
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
            if line.raised == 1 and t.wall_a[patch] >= 0 and hexside(t, unraised, patch)[0]:
                a, b = t.wall_a[patch], t.wall_b[patch]
                side = min(a, b), max(a, b)
                start, _ = walls.get(side, (step - lengths[at], 0))
                walls[side] = start, step
            if len(rubble) > 1 or _apart(walls.values()) > CORNER:
                return Reason.SECOND_HALF_LEVEL, at, t.code[patch]
        return 0, -1, 0


def _is_between(t: Tables, line: Line, hex: int) -> bool:
    return bool(
        0 < t.distance[line.source][hex] < line.range
        and 0 < t.distance[line.target][hex] < line.range
    )


def _is_next_to_an_end(t: Tables, line: Line, hex: int) -> bool:
    return bool(t.distance[line.source][hex] == 1 or t.distance[line.target][hex] == 1)


def _apart(walls: Collection[tuple[int, int]]) -> int:
    """How many pixels of a line lie between the first and the last of some walls."""
    return max(start for start, _ in walls) - min(end for _, end in walls) if walls else 0
