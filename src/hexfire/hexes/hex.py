"""Hexes, hexsides and vertices of an endless plane, in exact integers.

A hex has axial coordinates ``(q, r)``; the third cube coordinate is ``s = -q - r``. Directions are
numbered 0..5 clockwise. Side ``d`` of a hex faces direction ``d``; vertex ``i`` lies between the
sides ``i - 1`` and ``i``; hexspine ``i`` starts at vertex ``i``. (These are VASL's hexside and
vertex numbers too.) Which way direction 0 looks on paper depends on the orientation, see
:mod:`hexfire.hexes.layout`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex

__all__ = ["DIRECTIONS", "ORIGIN", "Hex", "Side", "Step", "Vertex", "turns_between"]


class Hex(NamedTuple):
    """A hex in axial coordinates.

    >>> Hex(2, 1) - Hex(1, 1), 3 * Hex(0, 1), Hex(0, 0).distance(Hex(2, 1))
    (Hex(q=1, r=0), Hex(q=0, r=3), 3)
    """

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s = 0."""
        return -self.q - self.r

    # A tuple's own + and * would join and repeat, so vectors need their own.

    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __neg__(self) -> Hex:
        return Hex(-self.q, -self.r)

    def __mul__(self, times: SupportsIndex) -> Hex:
        n = times.__index__()
        return Hex(self.q * n, self.r * n)

    def __rmul__(self, times: SupportsIndex) -> Hex:
        return self * times

    # Neighbours and distance

    def neighbour(self, direction: int) -> Hex:
        """The adjacent hex across side ``direction`` (taken modulo 6)."""
        q, r = DIRECTIONS[direction % 6]
        return Hex(self.q + q, self.r + r)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six adjacent hexes, by direction number."""
        return tuple(Hex(self.q + q, self.r + r) for q, r in DIRECTIONS)

    def distance(self, other: Hex) -> int:
        """The range: fewest steps from hex to hex."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    def is_adjacent(self, other: Hex) -> bool:
        """Whether the two hexes share a side."""
        return self.distance(other) == 1

    def rotate(self, turns: int, about: Hex | None = None) -> Hex:
        """This hex turned by so many sixths of a circle, clockwise, about a hex (the origin).

        >>> Hex(0, -2).rotate(1)
        Hex(q=2, r=-2)
        """
        centre = about or ORIGIN
        q, r = self - centre
        for _ in range(turns % 6):
            q, r = -r, q + r
        return Hex(q + centre.q, r + centre.r)

    def ring(self, k: int) -> Iterator[Hex]:
        """The hexes at distance ``k``, clockwise from straight out in direction 0."""
        if k < 0:
            raise ValueError(f"no ring of radius {k}")
        if k == 0:
            yield self
            return
        at = self + DIRECTIONS[0] * k
        for side in range(6):
            for _ in range(k):
                yield at
                at = at.neighbour(side + 2)

    def disc(self, k: int) -> Iterator[Hex]:
        """The hexes at distance ``k`` or less, nearest first."""
        for radius in range(k + 1):
            yield from self.ring(radius)

    # Directions and lines

    def direction_to(self, other: Hex) -> int | None:
        """The direction of a straight hexrow to the other hex; None if there is no such row.

        >>> Hex(0, 0).direction_to(Hex(3, -3)), Hex(0, 0).direction_to(Hex(1, 1))
        (1, None)
        """
        sector, _, turned = _sector(other - self)
        return None if self == other or turned else sector

    def bearing_to(self, other: Hex) -> int:
        """Where the other hex lies: 24 exact bearings, clockwise from direction 0.

        Direction ``d`` is the bearing ``4d``, hexspine ``i`` is ``4i - 2``; an odd bearing means
        strictly between the direction and the hexspine on its two sides. All arcs are made of
        these.

        >>> [Hex(0, 0).bearing_to(h) for h in (Hex(0, -4), Hex(1, -5), Hex(3, -6))]
        [0, 1, 2]
        """
        if self == other:
            raise ValueError("a hex has no bearing to itself")
        sector, straight, turned = _sector(other - self)
        if not turned:
            return 4 * sector
        return 4 * sector + (2 if straight == turned else 1 if straight > turned else 3)

    def line_to(self, other: Hex) -> tuple[Step, ...]:
        """What the straight line between the two centres passes: one step for each range.

        Step ``k`` holds the hexes at range ``k`` whose inside the line crosses, in the order of
        crossing: one, or two if it clips a second one at the same range. Where the line runs
        along a hexside, the step says so (``along``) and holds the two hexes on its left and its
        right. A hex only touched at a vertex is not on the line. The same line read from the
        other end is the exact reverse.

        >>> [len(step.hexes) for step in Hex(0, 0).line_to(Hex(2, 2))]
        [1, 2, 1, 2, 1]
        """
        sector, a, b = _sector(other - self)
        n = a + b
        if n == 0:
            return (Step(0, (self,), None),)
        # With u and v the two directions around the line, its direction is a*u + b*v. The hexes
        # at range k are i*u + (k-i)*v, and 3*|a*k - n*i| is how far the line passes from the
        # centre, in the unit in which the outermost vertices lie at n + max(a, b).
        u, v = DIRECTIONS[sector], DIRECTIONS[(sector + 1) % 6]
        width = n + max(a, b)
        along_sides = a == b
        if along_sides:
            width += 1  # the line touches, and here touching counts
        steps = []
        for k in range(n + 1):
            low = (3 * a * k - width) // (3 * n) + 1
            high = -((-3 * a * k - width) // (3 * n)) - 1
            order = range(low, high + 1) if a > b else range(high, low - 1, -1)
            hexes = tuple(
                Hex(self.q + i * u.q + (k - i) * v.q, self.r + i * u.r + (k - i) * v.r)
                for i in order
            )
            along = Side.between(*hexes) if along_sides and len(hexes) == 2 else None
            steps.append(Step(k, hexes, along))
        return tuple(steps)

    # Sides, vertices, hexspines

    def side(self, direction: int) -> Side:
        """The hexside that faces a direction."""
        q, r = DIRECTIONS[direction % 6]
        return Side(2 * self.q + q, 2 * self.r + r)

    def sides(self) -> tuple[Side, ...]:
        """The six hexsides, by direction number."""
        return tuple(self.side(direction) for direction in range(6))

    def vertex(self, i: int) -> Vertex:
        """The vertex between the sides ``i - 1`` and ``i``."""
        before, after = DIRECTIONS[(i - 1) % 6], DIRECTIONS[i % 6]
        return Vertex(3 * self.q + before.q + after.q, 3 * self.r + before.r + after.r)

    def vertices(self) -> tuple[Vertex, ...]:
        """The six vertices, clockwise; side ``d`` runs from vertex ``d`` to vertex ``d + 1``."""
        return tuple(self.vertex(i) for i in range(6))

    def hexspine(self, i: int) -> Side:
        """The hexside that runs out from vertex ``i``, between neighbours ``i - 1`` and ``i``."""
        return Side.between(self.neighbour(i - 1), self.neighbour(i))


DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six unit steps, clockwise; opposite directions differ by 3."""

ORIGIN = Hex(0, 0)
"""The hex (0, 0)."""


class Step(NamedTuple):
    """One range step of a line: the hexes it crosses there, or the two on both sides of it."""

    range: int
    hexes: tuple[Hex, ...]
    along: Side | None
    """The hexside that the line runs along, if it does (a hexspine line)."""


@dataclass(frozen=True, slots=True, order=True)
class Side:
    """A hexside: the same value from both hexes. Its coordinates are the sum of theirs.

    >>> Side.between(Hex(0, 0), Hex(1, 0)) == Hex(1, 0).side(5)
    True
    """

    q: int
    r: int

    def __post_init__(self) -> None:
        if not (self.q % 2 or self.r % 2):
            raise ValueError(f"({self.q}, {self.r}) is no hexside but twice a hex")

    @classmethod
    def between(cls, a: Hex, b: Hex) -> Side:
        """The hexside that two adjacent hexes share."""
        if not a.is_adjacent(b):
            raise ValueError(f"{a} and {b} are not adjacent")
        return cls(a.q + b.q, a.r + b.r)

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that share it; the second lies in direction 0, 1 or 2 of the first."""
        step = DIRECTIONS[_ACROSS[self.q % 2, self.r % 2]]
        near = Hex((self.q - step.q) // 2, (self.r - step.r) // 2)
        return near, near + step

    @property
    def vertices(self) -> tuple[Vertex, Vertex]:
        """Its two ends, clockwise as seen from the first of its hexes."""
        direction = _ACROSS[self.q % 2, self.r % 2]
        near = self.hexes[0]
        return near.vertex(direction), near.vertex(direction + 1)

    def other(self, hex: Hex) -> Hex:
        """The hex on the other side."""
        a, b = self.hexes
        if hex not in (a, b):
            raise ValueError(f"{self} is not a side of {hex}")
        return b if hex == a else a


_ACROSS = {(0, 1): 0, (1, 1): 1, (1, 0): 2}
"""By the parity of a side's coordinates: the direction in which it is crossed."""


@dataclass(frozen=True, slots=True, order=True)
class Vertex:
    """A hex corner: the same value from its three hexes. Its coordinates are the sum of theirs.

    >>> Hex(0, 0).vertex(0) == Hex(0, -1).vertex(4) == Hex(-1, 0).vertex(2)
    True
    """

    q: int
    r: int

    def __post_init__(self) -> None:
        if self.q % 3 == 0 or self.q % 3 != self.r % 3:
            raise ValueError(f"({self.q}, {self.r}) is no vertex")

    @classmethod
    def among(cls, a: Hex, b: Hex, c: Hex) -> Vertex:
        """The vertex that three mutually adjacent hexes share."""
        if not (a.is_adjacent(b) and b.is_adjacent(c) and c.is_adjacent(a)):
            raise ValueError(f"{a}, {b} and {c} are not mutually adjacent")
        return cls(a.q + b.q + c.q, a.r + b.r + c.r)

    @property
    def hexes(self) -> tuple[Hex, Hex, Hex]:
        """The three hexes that meet here, clockwise."""
        # One kind of vertex is number 3 of a hex, the other kind is number 0.
        if self.q % 3 == 1:
            base = Hex((self.q - 1) // 3, (self.r - 1) // 3)
            return base, base.neighbour(2), base.neighbour(3)
        base = Hex((self.q + 1) // 3, (self.r + 1) // 3)
        return base, base.neighbour(5), base.neighbour(0)

    @property
    def sides(self) -> tuple[Side, Side, Side]:
        """The three hexsides that meet here; each lies opposite the hex of the same place."""
        a, b, c = self.hexes
        return Side.between(b, c), Side.between(c, a), Side.between(a, b)

    @property
    def neighbours(self) -> tuple[Vertex, Vertex, Vertex]:
        """The vertices at the other ends of its three sides."""
        # The side lies opposite one of the three hexes; mirroring that hex in it gives the far end.
        a, b, c = self.hexes
        return (
            Vertex.among(b, c, b + c - a),
            Vertex.among(c, a, c + a - b),
            Vertex.among(a, b, a + b - c),
        )


def turns_between(a: int, b: int) -> int:
    """Sixths of a circle between two directions (or two hexspines), the shorter way: 0..3.

    >>> turns_between(5, 1)
    2
    """
    return min((a - b) % 6, (b - a) % 6)


def _sector(delta: Hex) -> tuple[int, int, int]:
    """Write ``delta`` as ``a * direction[d] + b * direction[d + 1]`` with a > 0, b >= 0.

    The result is (d, a, b). The zero vector gives (0, 0, 0).
    """
    q, r = delta
    s = -q - r
    if q >= 0 and s > 0:
        return 0, s, q
    if s <= 0 and r < 0:
        return 1, -r, -s
    if r >= 0 and q > 0:
        return 2, q, r
    if q <= 0 and s < 0:
        return 3, -s, -q
    if s >= 0 and r > 0:
        return 4, r, s
    if r <= 0 and q < 0:
        return 5, -q, -r
    return 0, 0, 0
