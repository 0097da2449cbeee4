"""Where hexes lie on paper or screen: the only module with floating point numbers.

y grows downwards. Directions and vertices run clockwise in both orientations:

=========  ====  ====  ====  ====  ====  ====
direction   0     1     2     3     4     5
=========  ====  ====  ====  ====  ====  ====
flat top    N     NE    SE    S     SW    NW
pointy top  NW    NE    E     SE    SW    W
=========  ====  ====  ====  ====  ====  ====

Vertex and hexspine 0 are the upper left ones: at 11 o'clock with a flat top, at 10 o'clock with a
pointy top.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import sqrt

from hexfire.hexes.hex import Hex, Vertex

__all__ = ["Layout", "Orientation", "Point"]

Point = tuple[float, float]
"""A place on paper: (x, y), y downwards."""


class Orientation(Enum):
    """How hexes stand: flat tops in columns, or pointed tops in rows."""

    FLAT = "flat"
    POINTY = "pointy"


@dataclass(frozen=True, slots=True)
class Layout:
    """Hexes on paper: how they stand, how far apart they are, and where hex (0, 0) lies.

    ``dx`` and ``dy`` are the distances between neighbouring centres: flat tops have columns ``dx``
    apart and hexes ``dy`` high, pointed tops have hexes ``dx`` wide and rows ``dy`` apart. They
    are two numbers because printed boards are not quite regular (ASL: 56.25 and 64.5).

    >>> Layout(Orientation.FLAT, 56.25, 64.5, y0=32.25).centre(Hex(1, -1))
    (56.25, 0.0)
    """

    orientation: Orientation
    dx: float
    dy: float
    x0: float = 0.0
    y0: float = 0.0

    @classmethod
    def regular(
        cls, orientation: Orientation, size: float, x0: float = 0.0, y0: float = 0.0
    ) -> Layout:
        """Regular hexes with sides of length ``size``."""
        if orientation is Orientation.FLAT:
            return cls(orientation, 1.5 * size, sqrt(3) * size, x0, y0)
        return cls(orientation, sqrt(3) * size, 1.5 * size, x0, y0)

    def centre(self, hex: Hex) -> Point:
        """The centre of a hex."""
        return self._place(hex.q, hex.r, 1)

    def corner(self, vertex: Vertex) -> Point:
        """The place of a vertex."""
        return self._place(vertex.q, vertex.r, 3)

    def corners(self, hex: Hex) -> tuple[Point, ...]:
        """The outline of a hex, clockwise from vertex 0."""
        return tuple(self.corner(vertex) for vertex in hex.vertices())

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that a place lies in; on a hexside, one of its hexes."""
        x, y = (x - self.x0) / self.dx, (y - self.y0) / self.dy
        if self.orientation is Orientation.FLAT:
            return _nearest(x, y - x / 2)
        return _nearest(x - y / 2, y)

    def _place(self, q: int, r: int, parts: int) -> Point:
        # Sides and vertices have coordinates that are sums over their hexes, hence `parts`.
        if self.orientation is Orientation.FLAT:
            return (self.x0 + self.dx * q / parts, self.y0 + self.dy * (2 * r + q) / (2 * parts))
        return (self.x0 + self.dx * (2 * q + r) / (2 * parts), self.y0 + self.dy * r / parts)


def _nearest(q: float, r: float) -> Hex:
    """Round cube coordinates; the one that was rounded farthest follows from the other two."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-whole_r - whole_s, whole_r)
    if off_r > off_s:
        return Hex(whole_q, -whole_q - whole_s)
    return Hex(whole_q, whole_r)
