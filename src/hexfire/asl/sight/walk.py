"""One line followed over the raster: the patches it crosses, as far as somebody asks.

Compiled, this is quicker than `lines.one`, which looks at all pixels of a line at once; both find
the same. Here a line jumps: by as many pixels as lie between it and the next patch at least.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hexfire.hexes.arrays import append, i32, i64, vec

COMPILED = not __file__.endswith(".py")


class Runs:
    """The patches of a line in order from its source."""

    __slots__ = ("count", "length", "patch", "pixel")

    def __init__(self, patch: vec[i64], length: vec[i64], pixel: vec[i64]) -> None:
        self.count: i64 = len(patch)
        """How many there are so far; what follows in the arrays is nothing."""
        self.patch = patch
        self.length = length
        """For how many pixels."""
        self.pixel = pixel
        """Where the line enters the patch (y * width + x)."""

    def go_on(self) -> bool:
        """Follow the line further; False at its end."""
        return False

    def finish(self) -> None:
        """Follow the line to its end."""
        while self.go_on():
            pass


def numbers(array: Any) -> vec[i64]:
    return vec[i64](array.tolist())


def clearances(raster: Any) -> Any:
    """[y, x]: how many steps across or down it takes at least to get into another patch."""
    near = np.zeros(raster.shape, np.bool_)
    for axis in (0, 1):
        change = np.diff(raster, axis=axis) != 0
        before = [(0, 1), (0, 0)] if axis == 0 else [(0, 0), (0, 1)]
        near |= np.pad(change, before) | np.pad(change, [pair[::-1] for pair in before])
    steps = np.where(near, 1, sum(raster.shape)).astype(np.int32)
    for axis in (0, 1):
        place = np.arange(raster.shape[axis], dtype=np.int32)
        place = place[:, None] if axis == 0 else place[None, :]
        for way in (slice(None), slice(None, None, -1)):
            turned = steps[way] if axis == 0 else steps[:, way]
            turned[:] = np.minimum.accumulate(turned - place, axis=axis) + place
    return steps


FREE: Final = 255
"""The bits of a cell that hold the clearance; the others are the patch."""
TILE = 4
"""Cells of a square this wide lie side by side in memory: a line stays in few of them."""


class Walker:
    """A raster of patches made ready to walk over."""

    def __init__(self, raster: Any, width: int) -> None:
        self.width: i64 = width
        self.across: i64 = -(-width // TILE)
        """Tiles side by side."""
        patches = raster.reshape(-1, width)
        cells = patches.astype(np.int32) << 8 | np.minimum(clearances(patches), FREE)
        height = -(-len(cells) // TILE) * TILE
        room = np.zeros((height, self.across * TILE), np.int32)
        room[: len(cells), :width] = cells
        tiles = room.reshape(-1, TILE, int(self.across), TILE).swapaxes(1, 2)
        self.cells: vec[i32] = vec[i32](tiles.reshape(-1).tolist())

    def cell(self, x: i64, y: i64) -> i64:
        tile = (y >> 2) * self.across + (x >> 2)
        return i64(self.cells[tile << 4 | (y & 3) << 2 | x & 3])


class Walk(Runs):
    """A line on its way.

    It is a staircase of `steps` pixels, `rows` of them down or up: after i steps
    floor((i * rows + ahead) / steps).
    """

    __slots__ = ("across", "ahead", "down", "rows", "step", "steps", "sx", "sy", "walker", "x", "y")

    def __init__(self, walker: Walker) -> None:
        super().__init__(vec[i64](), vec[i64](), vec[i64]())
        self.walker = walker
        self.start(0, 0, 0, 0)

    def start(self, sx: i64, sy: i64, tx: i64, ty: i64) -> None:
        """Begin a new line between two pixels."""
        self.sx, self.sy = sx, sy
        self.across: i64 = 1 if tx >= sx else -1
        self.down: i64 = 1 if ty > sy else -1
        self.rows: i64 = (ty - sy) * self.down
        self.steps: i64 = (tx - sx) * self.across + 1 + self.rows
        self.ahead: i64 = self.rows if ty > sy else self.steps - 1
        self.step: i64 = 0
        """Where the next patch is entered: after so many steps, at this pixel."""
        self.x, self.y = sx, sy
        self.count = 0

    def go_on(self) -> bool:
        walker, step, steps = self.walker, self.step, self.steps
        if step >= steps:
            return False
        x, y = self.x, self.y
        cell = walker.cell(x, y)
        for _ in range(AT_A_TIME):
            patch, entered, pixel = cell >> 8, step, y * walker.width + x
            while cell >> 8 == patch and step < steps:
                step += cell & FREE
                if step < steps:
                    rows = (step * self.rows + self.ahead) // steps
                    x, y = self.sx + (step - rows) * self.across, self.sy + rows * self.down
                    cell = walker.cell(x, y)
            step = min(step, steps)
            self._note(patch, step - entered, pixel)
            if step == steps:
                break
        self.step, self.x, self.y = step, x, y
        return True

    def _note(self, patch: i64, length: i64, pixel: i64) -> None:
        count = self.count
        if count < len(self.patch):
            self.patch[count], self.length[count], self.pixel[count] = patch, length, pixel
        else:
            self.patch = append(self.patch, patch)
            self.length = append(self.length, length)
            self.pixel = append(self.pixel, pixel)
        self.count = count + 1


AT_A_TIME: Final = 8
"""Patches found before somebody has to ask for more."""
