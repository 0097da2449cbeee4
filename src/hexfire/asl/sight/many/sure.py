"""Which of many lines are blocked beyond doubt: a quick look at a few pixels of each.

A line that meets an obstacle higher than both its ends, or a wall on their level, well away from
both, is blocked whatever else it meets. Most lines of a board are; looking at every sixth pixel
finds nearly all of them, and where to stop looking at the rest of their pixels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.ends import Ends
from hexfire.asl.sight.ground import Ground

Ints = npt.NDArray[Any]

STEP = 6
"""Pixels between two looks: less than a wall is thick."""
LOOKS = 1 << 16
"""At all lines together at a time: those that are blocked early cost little."""


def blocks(ground: Ground, source: Ends, target: Ends, spine: Ints) -> Ints:
    """[line]: a step of the line's staircase at which it is blocked for sure; -1 for none."""
    blocked_at = np.full(len(source.hex), -1, np.int32)
    flat = source.level == target.level
    for raster, lines in (
        (ground.sure_pixels_flat, np.flatnonzero(flat & ~spine)),
        (ground.sure_pixels, np.flatnonzero(~flat | spine)),
    ):
        if len(lines):
            blocked_at[lines] = _look(ground, raster, source.part(lines), target.part(lines))
    return blocked_at


def _look(ground: Ground, raster: Ints, source: Ends, target: Ends) -> Ints:
    width = ground.board.width
    delta = target.pixel - source.pixel
    rows = np.abs(delta[:, 1])
    steps = np.abs(delta[:, 0]) + 1 + rows
    across = np.where(delta[:, 0] >= 0, 1, -1)
    turn = np.where(delta[:, 1] > 0, width, -width) - across
    # After i steps a line has made floor(i * slope + ahead) of its steps down or up.
    slope = rows / steps
    ahead = (np.where(delta[:, 1] > 0, rows, steps - 1) + 0.5) / steps
    start = source.pixel[:, 1] * width + source.pixel[:, 0]
    high = np.maximum(source.level, target.level)
    margin = int(ground.board.geometry.pitch_y)
    blocked_at = np.full(len(steps), -1, np.int32)
    alive = np.flatnonzero(steps > 2 * margin)
    window = STEP * min(max(LOOKS // max(len(alive), 1), 32), 256)
    for begin in range(margin, int(steps.max(initial=0)) - margin, window):
        alive = alive[(blocked_at[alive] < 0) & (steps[alive] > begin + margin)]
        if not len(alive):
            break
        i = np.arange(begin, begin + window, STEP)
        # Past its end a line looks at its last pixels again.
        i = np.minimum(i, (steps[alive] - margin)[:, None])
        down = (i * slope[alive, None] + ahead[alive, None]).astype(np.intp)
        pixel = start[alive, None] + i * across[alive, None] + down * turn[alive, None]
        line, look = np.nonzero(raster.take(pixel) > high[alive, None])
        at = alive[line]
        sure = _is_between(ground, pixel[line, look], source.hex[at], target.hex[at])
        at, step = at[sure][::-1], i[line, look][sure][::-1]
        blocked_at[at] = step  # the last written, the first, stays
    return blocked_at


def _is_between(ground: Ground, pixel: Ints, s: Ints, e: Ints) -> Ints:
    """Whether what stands at a pixel is well away from both ends."""
    patch = ground.raster.take(pixel)
    far, hex = ground.ranges(s, e), ground.hex.take(patch)
    sure = np.ones(len(pixel), np.bool_)
    for end in (s, e):
        near = ground.ranges(end, hex)
        sure &= (near >= 2) & (near < far)
    # Nor may the hexside of a wall belong to an end's hex or be its hexspine.
    wall = np.flatnonzero(ground.walls[0].take(patch) >= 0)
    for side in ground.walls:
        for end in (s, e):
            sure[wall] &= ground.ranges(end.take(wall), side.take(patch.take(wall))) >= 2
    return sure
