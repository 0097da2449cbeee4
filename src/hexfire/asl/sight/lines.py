"""The pixels of a line, and the patches it crosses.

From aiming pixel to aiming pixel the line is a staircase: within each column it takes every row it
passes. The same pixels are met from both ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight import walk
from hexfire.asl.sight.ground import Ground

Ints = npt.NDArray[Any]


class Runs(NamedTuple):
    """The patches of one or many lines, in order from the source."""

    patch: Ints
    length: Ints
    """For how many pixels."""
    pixel: Ints
    """Where the line enters the patch (y * width + x)."""
    line: Ints


def one(ground: Ground, start: tuple[int, int], end: tuple[int, int]) -> walk.Runs:
    """The patches between two pixels."""
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
    patches = ground.raster.take(pixels)
    changes = (patches[1:] != patches[:-1]).nonzero()[0] + 1
    bounds = np.concatenate((_FIRST, changes, (len(patches),)))
    entered, lengths = bounds[:-1], bounds[1:] - bounds[:-1]
    return walk.Runs(
        *(walk.numbers(column) for column in (patches.take(entered), lengths, pixels.take(entered)))
    )


_FIRST = np.zeros(1, np.int64)


def many(ground: Ground, starts: Ints, ends: Ints, stop: Ints) -> Runs:
    """The patches of many lines; `starts` and `ends` are [line, (x, y)].

    A line is followed up to its step `stop`; -1 for the whole of it.
    """
    width = ground.board.width
    delta = ends - starts
    columns, rows = np.abs(delta[:, 0]) + 1, np.abs(delta[:, 1])
    length, slope = columns + rows, columns / np.maximum(rows, 1)
    falls = delta[:, 1] > 0
    # After i steps floor((i * rows + ahead) / length) of them were down or up.
    ahead = np.where(falls, rows, length - 1)
    rows = np.where(stop < 0, rows, (stop * rows + ahead) // length)
    length = np.where(stop < 0, length, stop + 1)
    begin = np.concatenate((_FIRST, np.cumsum(length)))
    across = np.where(delta[:, 0] >= 0, 1, -1)
    down = np.where(delta[:, 1] >= 0, width, -width)
    steps = np.repeat(across, length)
    # The k-th step down falls after share = (k + 1) * columns / rows columns, or as soon as share
    # is passed, the k-th step up after k * columns / rows; the tiny amount keeps whole shares on
    # the right side. A step's place is that many columns and k rows from the line's beginning.
    ahead = np.where(falls, slope - 1e-7, 1e-7) + 1 + begin[:-1]
    k = np.arange(rows.sum()) - np.repeat(np.cumsum(rows) - rows, rows)
    place = k * np.repeat(slope + 1, rows) + np.repeat(ahead, rows)
    steps[place.astype(np.intp)] = np.repeat(down, rows)
    # Each line begins anew: jump from the last pixel of the one before.
    first = starts[:, 1] * width + starts[:, 0]
    last = first + (length - 1 - rows) * across + rows * down
    steps[begin[:-1]] = first - np.concatenate((_FIRST, last[:-1]))
    pixels = np.cumsum(steps, out=steps)
    patches = ground.raster.take(pixels)
    change = np.empty(len(patches), np.bool_)
    change[0] = True
    np.not_equal(patches[1:], patches[:-1], out=change[1:])
    change[begin[:-1]] = True
    entered = np.flatnonzero(change)
    run_starts = np.searchsorted(entered, begin[:-1])
    counts = np.diff(run_starts, append=len(entered))
    line = np.repeat(np.arange(len(rows)), counts)
    patch, lengths = patches.take(entered).astype(np.intp), np.diff(entered, append=len(patches))
    return Runs(patch, lengths, pixels.take(entered), line)
