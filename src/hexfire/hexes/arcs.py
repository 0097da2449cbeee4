"""Arcs: wedges of hexes that open from one hex, with exact edges.

An arc is centred on a direction or on a hexspine. Its edges belong to it, so neighbouring arcs
share them; :meth:`Arc.place` tells an edge from the inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from hexfire.hexes.grid import Grid
from hexfire.hexes.hex import Hex

__all__ = [
    "Arc",
    "Place",
    "covered_arc",
    "covered_sides",
    "direction_arc",
    "hexspines_to_turn",
    "hexspines_towards",
    "in_covered_arc",
    "spine_arc",
]


class Place(Enum):
    """Where a hex lies as seen from an arc."""

    INSIDE = "inside"
    EDGE = "edge"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Arc:
    """A wedge of ``degrees`` about one of the twelve main bearings of a hex.

    The hex itself is never in the arc. ``bearing`` is that of :meth:`Hex.bearing_to`. Use
    :func:`spine_arc` or :func:`direction_arc` to make one.
    """

    hex: Hex
    bearing: int
    degrees: int

    def __post_init__(self) -> None:
        if self.bearing not in range(0, 24, 2):
            raise ValueError(f"bearing {self.bearing} is neither a direction nor a hexspine")
        if self.degrees % 60 or not 60 <= self.degrees <= 360:
            raise ValueError(f"an arc of {self.degrees} degrees is not a multiple of 60 up to 360")

    def place(self, target: Hex) -> Place:
        """Whether the target's centre lies inside, exactly on an edge, or outside."""
        if target == self.hex:
            return Place.OUTSIDE
        off = _apart(self.hex.bearing_to(target), self.bearing)
        half = self.degrees // 30  # half the opening, in bearings of 15 degrees
        if self.degrees == 360 or off < half:
            return Place.INSIDE
        return Place.EDGE if off == half else Place.OUTSIDE

    def __contains__(self, target: Hex) -> bool:
        return self.place(target) is not Place.OUTSIDE

    def ring(self, k: int) -> Iterator[Hex]:
        """The hexes of the arc at range ``k``, in the order of :meth:`Hex.ring`."""
        return (hex for hex in self.hex.ring(k) if hex in self)

    def disc(self, k: int) -> Iterator[Hex]:
        """The hexes of the arc up to range ``k``, nearest first."""
        return (hex for hex in self.hex.disc(k) if hex in self)

    def mask(self, grid: Grid) -> int:
        """The hexes of the arc on a grid, as a set of its indices."""
        return grid.mask(hex for hex in grid.hexes if hex in self)


def spine_arc(hex: Hex, spine: int, degrees: int = 60) -> Arc:
    """The arc centred on a hexspine."""
    return Arc(hex, (4 * spine - 2) % 24, degrees)


def direction_arc(hex: Hex, direction: int, degrees: int = 60) -> Arc:
    """The arc centred on a direction."""
    return Arc(hex, 4 * direction % 24, degrees)


def covered_arc(hex: Hex, spine: int) -> Arc:
    """C3.2: the two hexes that share the hexspine, the hexrows through them, and all between.

    The Gun's own hex is not in it; a unit that entered across one of :func:`covered_sides` is a
    matter for the rules.

    >>> sorted(covered_arc(Hex(0, 0), 1).ring(1))
    [Hex(q=0, r=-1), Hex(q=1, r=-1)]
    """
    return spine_arc(hex, spine, 60)


def covered_sides(spine: int) -> tuple[int, int]:
    """C3.2: the two sides of the Gun's own hex that lie within the Covered Arc."""
    return (spine - 1) % 6, spine % 6


def in_covered_arc(hex: Hex, spine: int, target: Hex) -> bool:
    """C3.2: whether the target hex is in the Covered Arc of a Gun that points along a hexspine."""
    return target in covered_arc(hex, spine)


def hexspines_towards(hex: Hex, target: Hex) -> tuple[int, ...]:
    """C3.2: the hexspines whose Covered Arc holds the target: one, or two along a hexrow.

    >>> hexspines_towards(Hex(0, 0), Hex(0, -3)), hexspines_towards(Hex(0, 0), Hex(1, -3))
    ((0, 1), (1,))
    """
    sector, beyond = divmod(hex.bearing_to(target), 4)
    return ((sector + 1) % 6,) if beyond else (sector, (sector + 1) % 6)


def hexspines_to_turn(hex: Hex, spine: int, target: Hex) -> int:
    """C3.21: the fewest hexspines, 0..3, that the Covered Arc must turn to take in the target."""
    off = _apart(hex.bearing_to(target), 4 * spine - 2)
    return (off + 1) // 4


def _apart(a: int, b: int) -> int:
    """Bearings between two bearings, the shorter way: 0..12."""
    return min((a - b) % 24, (b - a) % 24)
