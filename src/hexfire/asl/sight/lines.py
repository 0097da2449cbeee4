"""The pixels of a line, and the patches it crosses.

From aiming pixel to aiming pixel the line is a staircase: within each column it takes every row it
passes. The same pixels are met from both ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.ground import Ground

Ints = npt.NDArray[Any]


class Runs(NamedTuple):
    """The patches of one or many lines, in order from the source."""

    patch: Ints
    pixel: Ints
    """Where the line enters the patch (y * width + x)."""
    line: Ints
    starts: Ints
    """[line]: where its runs begin."""


def one(ground: Ground, start: tuple[int, int], end: tuple[int, int]) -> tuple[Ints, Ints]:
    """The patches between two pixels, and the pixel at which each is entered."""
    (sx, sy), (tx, ty) = start, end
    width = ground.board.width
    columns, rows = abs(tx - sx) + 1, abs(ty - sy)
    steps = np.full(columns + rows, 1 if tx >= sx else -1, np.int32)
    if rows:
        k = np.arange(rows)
        if ty > sy:
            steps[-(-(k + 1) * columns // rows) + k] = width
        else:
            steps[k * columns // rows + k + 1] = -width
    steps[0] = sy * width + sx
    pixels = steps.cumsum(dtype=np.int32)
    patches = ground.raster[pixels]
    entered = np.concatenate((_FIRST, np.flatnonzero(patches[1:] != patches[:-1]) + 1))
    return patches[entered], pixels[entered]


_FIRST = np.zeros(1, np.int64)


def many(ground: Ground, starts: Ints, ends: Ints) -> Runs:
    """The patches of many lines; `starts` and `ends` are [line, (x, y)]."""
    width = ground.board.width
    delta = ends - starts
    columns, rows = np.abs(delta[:, 0]) + 1, np.abs(delta[:, 1])
    length = columns + rows
    begin = np.concatenate((_FIRST, np.cumsum(length)))
    across = np.where(delta[:, 0] >= 0, 1, -1).astype(np.int32)
    down = np.where(delta[:, 1] >= 0, width, -width).astype(np.int32)
    steps = np.repeat(across, length)
    # The k-th step down falls after share = (k + 1) * columns / rows columns, or as soon as share
    # is passed, the k-th step up after k * columns / rows; the tiny amount keeps whole shares on
    # the right side. A step's place is that many columns and k rows from the line's beginning.
    falls = delta[:, 1] > 0
    slope = columns / np.maximum(rows, 1)
    ahead = np.where(falls, slope - 1e-7, 1e-7) + 1 + begin[:-1]
    k = np.arange(rows.sum()) - np.repeat(np.cumsum(rows) - rows, rows)
    place = k * np.repeat(slope + 1, rows) + np.repeat(ahead, rows)
    steps[place.astype(np.int64)] = np.repeat(down, rows)
    # Each line begins anew: jump from the last pixel of the one before.
    first = starts[:, 1] * width + starts[:, 0]
    last = ends[:, 1] * width + ends[:, 0]
    steps[begin[:-1]] = first - np.concatenate((_FIRST, last[:-1]))
    pixels = np.cumsum(steps, dtype=np.int32)
    patches = ground.raster[pixels]
    change = np.empty(len(patches), np.bool_)
    change[0] = True
    np.not_equal(patches[1:], patches[:-1], out=change[1:])
    change[begin[:-1]] = True
    entered = np.flatnonzero(change)
    run_starts = np.searchsorted(entered, begin[:-1]).astype(np.int32)
    counts = np.diff(np.concatenate((run_starts, [len(entered)])))
    line = np.repeat(np.arange(len(rows), dtype=np.int32), counts)
    return Runs(patches[entered].astype(np.int32), pixels[entered], line, run_starts)
