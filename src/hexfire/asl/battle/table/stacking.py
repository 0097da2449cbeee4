"""A5 on the table: how many men may be in one Location, and by how many squads they exceed it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from hexfire.asl.battle.table.pieces import Men, Spot
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Squad

SQUADS = 3
"""A5.1 (R-A5): squads, or their equivalents, that a side may have in a Location."""


def overstacked(at: Position, side: str, spot: Spot, coming: Iterable[Men] = ()) -> int:
    """A5.1: by how many squads (FRU) a side exceeds the limit of a Location.

    `coming`: who would be in it as well.
    """
    there = [
        piece
        for piece in at.in_hex(spot.hex)
        if isinstance(piece, Men)
        and piece.side == side
        and piece.spot is not None
        and piece.spot.level == spot.level
    ]
    men = {piece.id: piece for piece in (*there, *coming)}
    if len(men) <= SQUADS:
        return 0  # nobody is more than a squad
    return max(0, ceil(sum(_squads(at, piece) for piece in men.values()) - SQUADS))


def _squads(at: Position, men: Men) -> Fraction:
    """A5.5: a half-squad or crew is half a squad; leaders and heroes are none."""
    counter = at.counter(men)
    if not isinstance(counter, Squad):
        return Fraction(0)
    return Fraction(1) if counter.kind == "squad" else Fraction(1, 2)
