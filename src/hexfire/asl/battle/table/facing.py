"""Hexspines as players name them: by the two neighbouring hexes that they part, «I7/I8»."""

from __future__ import annotations

from hexfire.hexes import Grid, Hex
from hexfire.rulebook import BadInput, read_whole


def read_facing(grid: Grid, hex: Hex, text: str) -> int:
    """C2.23: the hexspine of a hex that a text names: two neighbours, or a number from 0 to 5."""
    if len(text) == 1 and (spine := read_whole(text)) is not None and spine < 6:
        return spine
    names = text.upper().split("/")
    if len(names) == 2:
        wanted = {grid.hex(name) for name in names}
        for spine in range(6):
            if {hex.neighbour((spine - 1) % 6), hex.neighbour(spine)} == wanted:
                return spine
    there = tuple(write_facing(grid, hex, spine) for spine in range(6))
    raise BadInput("battle.bad_facing", text=text[:20], hex=grid.label(hex), there=there)


def write_facing(grid: Grid, hex: Hex, spine: int) -> str:
    """The hexspine as read by `read_facing`; at the board's edge its number."""
    ahead = hex.neighbour((spine - 1) % 6), hex.neighbour(spine)
    if all(neighbour in grid for neighbour in ahead):
        return "/".join(grid.label(neighbour) for neighbour in ahead)
    return str(spine)
