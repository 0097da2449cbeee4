"""Many lines as arrays: where they run, and what every rule asks about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight import lines
from hexfire.asl.sight import rules as scalar_rules
from hexfire.asl.sight.ends import Ends
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.kinds import KINDS
from hexfire.asl.sight.rules import Reading, Reason
from hexfire.asl.sight.verdict import THIN

# Arrays of ints and of bools: numpy's stubs lose the exact type in arithmetic.
Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]

rules: Any = scalar_rules
"""Uncompiled, they take arrays as they take numbers."""

ASK, NO_READING = -1, 0


def along_hexsides(ground: Ground, source: Ends, target: Ends) -> Bools:
    """Which lines run along hexsides."""
    delta = ground.axial[target.hex] - ground.axial[source.hex]
    q, r = np.abs(delta[:, 0]), np.abs(delta[:, 1])
    s = np.abs(delta.sum(axis=1))
    small, large = np.minimum(np.minimum(q, r), s), np.maximum(np.maximum(q, r), s)
    return np.asarray((2 * small == large) & (small > 0))


@dataclass(eq=False)
class Batch:
    """Lines that are judged together, and what has been found on them so far."""

    ground: Ground
    source: Ends
    target: Ends
    stop: Ints
    """[line]: the step of its staircase up to which it is judged; -1 for the whole line."""
    reading: int
    """The other reading of a disputed rule to judge by; or `ASK` which readings matter."""

    def __post_init__(self) -> None:
        count = len(self.source.hex)
        self.runs = lines.many(self.ground, self.source.pixel, self.target.pixel, self.stop)
        self.range = self.ground.ranges(self.source.hex, self.target.hex)
        self.high = np.maximum(self.source.level, self.target.level)
        self.low = np.minimum(self.source.level, self.target.level)
        # What is found, run by run …
        self.reasons = np.zeros(len(self.runs.patch), np.int8)
        self.inside: Ints = np.zeros(0, np.int64)
        """The runs in an end's hex that something stands on."""
        # … and line by line
        self.end: Ints = np.zeros(0, np.int64)
        """The first run that blocks for sure."""
        self.hinders = np.zeros((count, int(self.range.max(initial=0)) + 1), np.int8)
        """By range, the hindrance there."""
        self.hinders_thick = self.hinders.copy()
        """The same without what a line only touches."""
        self.hillside, self.spilt = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        """Whether a line meets a hillside wall, inherent terrain outside its hex."""

    @cached_property
    def spine(self) -> Bools:
        """Which lines run along hexsides."""
        return along_hexsides(self.ground, self.source, self.target)

    def at(self, at: Ints) -> tuple[Ints, Ints]:
        """The patches and the lines of runs."""
        return self.runs.patch.take(at), self.runs.line.take(at)

    def inside_ends(self, at: Ints) -> Bools:
        """Whether a run counts as in an end's hex: in it, or within a pixel of it."""
        patch, line = self.at(at)
        hex = self.ground.hex.take(patch)
        s, e = self.source.hex.take(line), self.target.hex.take(line)
        inside = np.asarray((hex == s) | (hex == e))
        if self.reading == Reading.RIM:
            return inside
        border = self.ground.border.take(patch)
        rim = np.flatnonzero((border != 0) & ~inside)
        inside[rim] = self.borders(border[rim], hex[rim], s[rim]) | self.borders(
            border[rim], hex[rim], e[rim]
        )
        return inside

    def borders(self, border: npt.NDArray[np.uint8], hex: Ints, end: Ints) -> Bools:
        """Whether patches of a hex that border on these directions lie beside an end's hex."""
        direction = self.ground.direction.reshape(-1).take(hex * len(self.ground.base) + end)
        near: Bools = (border >> direction) & 1 == 1
        return near

    def block(self, at: Ints, mask: Bools, reason: Reason) -> None:
        """Of several reasons at one place the first in the order of `Reason` counts."""
        hit = at[mask]
        free = hit[self.reasons[hit] == 0]
        self.reasons[free] = reason

    def outermost(self, at: Ints, first: bool) -> Ints:
        """[line]: the first (or last) of these runs on each line; -1 for none."""
        run_of = np.full(len(self.source.hex), -1, np.int64)
        order = at[::-1] if first else at
        run_of[self.runs.line.take(order)] = order
        return run_of

    def grazed(self, at: Ints) -> Bools:
        """Which runs may be no more than a touch."""
        runs, thing = self.runs, self.ground.thing
        thin = np.asarray(runs.length.take(at) <= THIN)
        on = np.flatnonzero(thin)
        here = at.take(on)
        length, (patch, line) = runs.length.take(here), self.at(here)
        for step in (-1, 1):
            beside = np.clip(here + step, 0, len(runs.patch) - 1)
            there, of = self.at(beside)
            same = (thing.take(there) == thing.take(patch)) & (of == line) & (beside != here)
            length = length + np.where(same, runs.length.take(beside), 0)
        thin[on] = length <= THIN
        return thin

    def without_grazed(self, at: Ints) -> Ints:
        """R-A6.1-graze: by that reading, runs without what a line touches in a pixel or two."""
        if self.reading != Reading.GRAZE:
            return at
        runs = self.runs
        key = runs.line * len(self.ground.hex) + self.ground.thing.take(runs.patch)
        _, place = np.unique(key, return_inverse=True)
        thick = np.bincount(place, runs.length) > THIN
        bars = KINDS.party_wall.take(self.ground.code.take(runs.patch.take(at)))
        return at[thick.take(place.take(at)) | bars]

    def mirrored(self, line: Ints, hex: Ints) -> Ints:
        """The hex on the other side of a hexspine line; itself if the line halves it, else -1."""
        ground, s = self.ground, self.source.hex[line]
        step, half = ground.ranges(s, hex), np.maximum(self.range[line] // 2, 1)[:, None]
        way = (ground.axial[self.target.hex[line]] - ground.axial[s]) // half
        there = self.index(2 * ground.axial[s] + step[:, None] * way - ground.axial[hex])
        there = np.where(ground.ranges(s, np.maximum(there, 0)) == step, there, -1)
        return np.where((step % 2 == 1) | (there == hex), there, -1)

    def index(self, axial: Ints) -> Ints:
        """Hex indices of axial coordinates; -1 off the board."""
        table, low = self.ground.axial_table
        place = axial - low
        good = np.asarray(((place >= 0) & (place < table.shape)).all(axis=1))
        place = np.where(good[:, None], place, 0)
        return np.where(good, table[place[:, 0], place[:, 1]], -1)
