"""Outlines of areas of a raster, smoothed: what a drawing is made of."""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

Points = list[tuple[float, float]]


def outlines(mask: npt.NDArray[Any], *, smooth: int = 2, least: float = 12.0) -> list[Points]:
    """The closed outlines of an area, holes included (to be filled even-odd)."""
    outlines = []
    if not np.any(mask):
        return []
    # Areas at the edge of the board run off it.
    wider = np.pad(np.asarray(mask, np.bool_), OVER, mode="edge")
    for loop in _loops(wider):
        if (len(loop) / 4) ** 2 < least:
            continue  # no area of this girth is large enough: specks of a scanned board
        points = _simplify(loop - OVER, 1.1)
        if len(points) < 3 or abs(area(points)) < least:
            continue
        if smooth:
            points = _with_more_points(points, 10)
        for _ in range(smooth):
            points = _round_off(points)
        outlines.append([(round(x, 1), round(y, 1)) for x, y in points.tolist()])
    return outlines


OVER = 8


def _with_more_points(points: npt.NDArray[np.float64], step: float) -> npt.NDArray[np.float64]:
    """Long sides divided, so that rounding off takes only their corners."""
    onward = np.roll(points, -1, axis=0) - points
    parts = np.maximum(1, np.hypot(*onward.T) // step).astype(np.int64)
    number = np.concatenate([np.arange(part) for part in parts.tolist()])[:, None]
    along = np.repeat(onward, parts, axis=0) * number / np.repeat(parts, parts)[:, None]
    return np.asarray(np.repeat(points, parts, axis=0) + along)


def _loops(mask: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.float64]]:
    """The borders between inside and outside, as closed walks along pixel edges."""
    padded = np.pad(mask, 1)
    core = padded[1:-1, 1:-1]
    width = core.shape[1]
    # Corners of pixels by number, in rows; edges are directed so that the inside lies to the right.
    edges: dict[int, list[int]] = {}
    for outside, (ax, ay), (bx, by) in (
        (padded[:-2, 1:-1], (0, 0), (1, 0)),
        (padded[2:, 1:-1], (1, 1), (0, 1)),
        (padded[1:-1, :-2], (0, 1), (0, 0)),
        (padded[1:-1, 2:], (1, 0), (1, 1)),
    ):
        y, x = np.divmod(np.flatnonzero(core & ~outside), width)
        corner = y * (width + 1) + x
        starts = (corner + ay * (width + 1) + ax).tolist()
        ends = (corner + by * (width + 1) + bx).tolist()
        for here, onward in zip(starts, ends, strict=True):
            edges.setdefault(here, []).append(onward)
    loops = []
    while edges:
        start = next(iter(edges))
        loop, at = [start], start
        while True:
            ways = edges[at]
            onward = ways.pop()
            if not ways:
                del edges[at]
            at = onward
            if at == start:
                break
            loop.append(at)
        y, x = np.divmod(loop, width + 1)
        loops.append(np.stack([x, y], axis=1).astype(np.float64))
    return loops


def area(points: npt.NDArray[np.float64]) -> float:
    """The area within a loop; negative for a hole."""
    x, y = points.T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _simplify(points: npt.NDArray[np.float64], tolerance: float) -> npt.NDArray[np.float64]:
    """Drop points that lie within a tolerance of the line between those that stay."""
    if len(points) < 8:
        return points
    far = int(np.argmax(np.hypot(*(points - points[0]).T)))
    closed = np.concatenate([points, points[:1]])
    plain = closed.tolist()
    keep = np.zeros(len(closed), np.bool_)
    keep[[0, far, len(points)]] = True
    stack = [(0, far), (far, len(points))]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        worst, off = _farthest(closed, plain, first, last)
        if off > tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            stack += [(first, middle), (middle, last)]
    return closed[:-1][keep[:-1]]


SHORT = 32
"""For so few points plain Python is faster than numpy."""


def _farthest(
    points: npt.NDArray[np.float64], plain: list[list[float]], first: int, last: int
) -> tuple[int, float]:
    """Which point between two lies farthest from the line between them, and how far."""
    (ax, ay), (bx, by) = plain[first], plain[last]
    dx, dy = bx - ax, by - ay
    length = max(hypot(dx, dy), 1e-9)
    if last - first <= SHORT:
        offs = [abs((x - ax) * dy - (y - ay) * dx) / length for x, y in plain[first + 1 : last]]
        most = max(offs)
        return offs.index(most), most
    part = points[first + 1 : last]
    far = np.abs((part[:, 0] - ax) * dy - (part[:, 1] - ay) * dx) / length
    worst = int(np.argmax(far))
    return worst, float(far[worst])


def _round_off(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Cut every corner once (Chaikin)."""
    onward = np.roll(points, -1, axis=0)
    mixed = np.stack([0.75 * points + 0.25 * onward, 0.25 * points + 0.75 * onward], axis=1)
    return mixed.reshape(-1, 2)
