"""Boards side by side, some of them turned by 180 degrees: `41 43r / 44 54`.

Each board keeps its own raster: a line that stays on one board is judged on that board as it is
printed, so that laying it beside another, or turning it, never changes an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hexfire.boards.board import Board, Laid
from hexfire.boards.geometry import Geometry, shared
from hexfire.hexes import Grid, JoinedLabels, Panel
from hexfire.rulebook import BadInput


@dataclass(frozen=True)
class Placed:
    """A board and whether it lies turned."""

    board: Board
    flipped: bool = False


def join(rows: Sequence[Sequence[Placed]]) -> Board:
    """One board out of several, row by row; hexes are named with their board, as in 41Q5."""
    first = rows[0][0].board
    if len(rows) == 1 and len(rows[0]) == 1 and not rows[0][0].flipped:
        return first
    size = first.grid.columns, first.grid.rows
    for placed in (placed for row in rows for placed in row):
        if (placed.board.grid.columns, placed.board.grid.rows) != size or not _joins(placed.board):
            raise BadInput("sight.join.sizes", first=first.name, other=placed.board.name)
    try:
        labels = JoinedLabels(
            tuple(tuple(Panel(p.board.name, p.flipped) for p in row) for row in rows), *size
        )
    except ValueError as error:
        raise BadInput("sight.join.cannot", why=str(error)) from None
    grid = Grid.joined(labels)
    terrain = np.block([[_laid_raster(p, p.board.terrain) for p in row] for row in rows])
    elevation = np.block([[_laid_raster(p, p.board.elevation) for p in row] for row in rows])
    geometry = shared(
        Geometry(
            grid, terrain.shape[1], terrain.shape[0], first.geometry.pitch_x, first.geometry.pitch_y
        )
    )
    laid = tuple(
        _lay(p, grid, across * (size[0] - 1), down * size[1])
        for down, row in enumerate(rows)
        for across, p in enumerate(row)
    )
    stairways = np.zeros(len(grid), np.bool_)
    for part in laid:
        there = part.own >= 0
        stairways[there] |= part.board.stairways[part.own[there]]
    return Board(
        " ".join(p.board.name + "r" * p.flipped for row in rows for p in row),
        geometry,
        np.ascontiguousarray(terrain, np.uint8),
        np.ascontiguousarray(elevation, np.int8),
        stairways,
        ssr=first.ssr,
        laid=laid,
    )


def _joins(board: Board) -> bool:
    """Whether the next board begins at a whole pixel: where this one's last half hexes end."""
    geometry = board.geometry
    across = geometry.pitch_x * (board.grid.columns - 1)
    down = geometry.pitch_y * board.grid.rows
    return across == int(across) <= board.width and down == int(down) == board.height


def _laid_raster(placed: Placed, raster: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """A board's raster as it lies, up to where the next board begins."""
    turned = raster[::-1, ::-1] if placed.flipped else raster
    return turned[:, : round(placed.board.geometry.pitch_x * (placed.board.grid.columns - 1))]


def _lay(placed: Placed, grid: Grid, left: int, top: int) -> Laid:
    """Which hex of its own each hex of the map is on this board; -1 for none."""
    board = placed.board
    columns, rows = board.grid.columns, board.grid.rows
    own = np.full(len(grid), -1, np.int32)
    for index, hex in enumerate(grid.hexes):
        column, row = grid.column_row(hex)
        column, row = column - left, row - top
        if not (0 <= column < columns and 0 <= row < rows + column % 2):
            continue
        if placed.flipped:
            column, row = columns - 1 - column, rows + column % 2 - 1 - row
        own[index] = board.grid.index(board.grid.at(column, row))
    x, y = round(left * board.geometry.pitch_x), round(top * board.geometry.pitch_y)
    return Laid(board, own, placed.flipped, x, y)


__all__ = ["Placed", "join"]
