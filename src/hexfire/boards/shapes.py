"""Outlines of areas of a raster, smoothed: what a drawing is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Points = list[tuple[float, float]]


def outlines(mask: npt.NDArray[Any], *, smooth: int = 2, least: float = 12.0) -> list[Points]:
    """The closed outlines of an area, holes included (to be filled even-odd)."""
    outlines = []
    # Areas at the edge of the board run off it.
    wider = np.pad(np.asarray(mask, np.bool_), OVER, mode="edge")
    for loop in _loops(wider):
        points = _simplify(np.array(loop, float) - OVER, 1.1)
        if len(points) < 3 or abs(area(points)) < least:
            continue
        if smooth:
            points = _with_more_points(points, 10)
        for _ in range(smooth):
            points = _round_off(points)
        outlines.append([(round(float(x), 1), round(float(y), 1)) for x, y in points])
    return outlines


OVER = 8


def _with_more_points(points: npt.NDArray[np.float64], step: float) -> npt.NDArray[np.float64]:
    """Long sides divided, so that rounding off takes only their corners."""
    closer = []
    for here, onward in zip(points, np.roll(points, -1, axis=0), strict=True):
        parts = max(1, int(np.hypot(*(onward - here)) // step))
        closer += [here + (onward - here) * i / parts for i in range(parts)]
    return np.array(closer)


def _loops(mask: npt.NDArray[np.bool_]) -> list[list[tuple[int, int]]]:
    """The borders between inside and outside, as closed walks along pixel edges."""
    padded = np.pad(mask, 1)
    # Edges are directed so that the inside lies to the right.
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}

    core = padded[1:-1, 1:-1]
    for outside, a, b in (
        (padded[:-2, 1:-1], (0, 0), (1, 0)),
        (padded[2:, 1:-1], (1, 1), (0, 1)),
        (padded[1:-1, :-2], (0, 1), (0, 0)),
        (padded[1:-1, 2:], (1, 0), (1, 1)),
    ):
        for y, x in np.argwhere(core & ~outside).tolist():
            edges.setdefault((x + a[0], y + a[1]), []).append((x + b[0], y + b[1]))
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
        loops.append(loop)
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
    keep = np.zeros(len(closed), np.bool_)
    keep[[0, far, len(points)]] = True
    stack = [(0, far), (far, len(points))]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        (ax, ay), (bx, by) = closed[first], closed[last]
        part = closed[first + 1 : last]
        length = max(float(np.hypot(bx - ax, by - ay)), 1e-9)
        off = np.abs((part[:, 0] - ax) * (by - ay) - (part[:, 1] - ay) * (bx - ax)) / length
        worst = int(np.argmax(off))
        if off[worst] > tolerance:
            middle = first + 1 + worst
            keep[middle] = True
            stack += [(first, middle), (middle, last)]
    return closed[:-1][keep[:-1]]


def _round_off(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Cut every corner once (Chaikin)."""
    onward = np.roll(points, -1, axis=0)
    mixed = np.stack([0.75 * points + 0.25 * onward, 0.25 * points + 0.75 * onward], axis=1)
    return mixed.reshape(-1, 2)
