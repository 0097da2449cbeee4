"""Exact geometry of lines and hexsides: what a line crosses, runs along, or touches.

Points are integers in three times the axial coordinates: the centre of a hex is three times the
hex, a vertex is the vertex itself. Whether three points lie on a line does not depend on how wide
a printed hex is.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from hexfire.hexes import Hex, Side, Vertex

Point = tuple[int, int]


class Meets(Enum):
    """How a line meets a hexside."""

    NOT = "not"
    TOUCHES = "touches"
    """At an end of the hexside only."""
    CROSSES = "crosses"
    ALONG = "along"


def point(place: Hex | Vertex) -> Point:
    """Where a centre or a vertex lies."""
    return (3 * place.q, 3 * place.r) if isinstance(place, Hex) else (place.q, place.r)


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive, zero or negative: c lies on one side of the line a-b, on it, on the other side."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, known to lie on the line a-b, lies between a and b or on one of them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


@lru_cache(maxsize=1 << 14)
def meets(start: Point, end: Point, side: Side) -> Meets:
    """How the line from `start` to `end` meets a hexside.

    >>> meets(point(Hex(0, 0)), point(Hex(0, 1)), Side.between(Hex(0, 0), Hex(0, 1))).name
    'CROSSES'
    >>> meets(point(Hex(0, 0)), point(Hex(1, 1)), Side.between(Hex(1, 0), Hex(0, 1))).name
    'ALONG'
    """
    first, second = (point(vertex) for vertex in side.vertices)
    a, b = _turn(start, end, first), _turn(start, end, second)
    if a == b == 0:
        on = [_between(start, end, end_) for end_ in (first, second)]
        return Meets.ALONG if all(on) else Meets.TOUCHES if any(on) else Meets.NOT
    if a == 0 or b == 0:
        touched = first if a == 0 else second
        return Meets.TOUCHES if _between(start, end, touched) else Meets.NOT
    if (a > 0) == (b > 0):
        return Meets.NOT
    c, d = _turn(first, second, start), _turn(first, second, end)
    return Meets.CROSSES if (c >= 0) != (d >= 0) or c == 0 or d == 0 else Meets.NOT


def on_hexspine(start: Point, centre: Point) -> bool:
    """Whether a line to the centre of a hex comes from the direction of one of its hexspines."""
    q, r = start[0] - centre[0], start[1] - centre[1]
    return q == r or q == -2 * r or r == -2 * q


def passes(start: Point, end: Point, hex: Hex) -> bool:
    """Whether a line passes through a hex or along one of its hexsides (not just a vertex)."""
    meetings = {meets(start, end, side) for side in hex.sides()}
    if meetings & {Meets.CROSSES, Meets.ALONG} or point(hex) in (start, end):
        return True
    # In by one vertex and out by another: through the middle.
    touched = {
        vertex
        for vertex in hex.vertices()
        if _turn(start, end, point(vertex)) == 0 and _between(start, end, point(vertex))
    }
    return len(touched) > 1
