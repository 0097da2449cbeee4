"""Part of a board: `41:Q-GG` is the half of board 41 that a scenario leaves in play.

As with boards that lie side by side, lines are judged on the board as it is printed: what is cut
off still stands where it stands, but nobody can be there.
"""

from __future__ import annotations

import numpy as np

from hexfire.boards.board import Board, Laid
from hexfire.boards.geometry import Geometry, shared
from hexfire.hexes import AslLabels, Grid
from hexfire.rulebook import BadInput


def crop(board: Board, first: str, last: str) -> Board:
    """The hex columns from `first` to `last`, both columns whose hexes begin whole (A, C …)."""
    labels, geometry = board.grid.scheme, board.geometry
    columns = {
        board.grid.label(board.grid.at(c, 0)).rstrip("0123456789"): c
        for c in range(board.grid.columns)
    }
    left, right = columns.get(first.upper(), -1), columns.get(last.upper(), -1)
    even = left % 2 == 0 and right % 2 == 0 and 0 <= left < right
    offset, width = geometry.pitch_x * left, geometry.pitch_x * (right - left)
    if not (isinstance(labels, AslLabels) and even and offset == int(offset) and not board.laid):
        raise BadInput("sight.crop.columns", board=board.name, first=first, last=last)
    grid = Grid.asl(
        right - left + 1,
        board.grid.rows,
        AslLabels(labels.first_column + left, labels.first_number),
    )
    wide = min(int(np.ceil(width)) + 1, board.width - int(offset))
    part = slice(int(offset), int(offset) + wide)
    own = np.array(
        [
            board.grid.index(board.grid.at(column + left, row))
            for column, row in (grid.column_row(hex) for hex in grid.hexes)
        ],
        np.int32,
    )
    return Board(
        f"{board.name}:{first.upper()}-{last.upper()}",
        shared(
            Geometry(
                grid, wide, board.height, geometry.pitch_x, geometry.pitch_y, 0.0, geometry.top
            )
        ),
        np.ascontiguousarray(board.terrain[:, part]),
        np.ascontiguousarray(board.elevation[:, part]),
        board.stairways[own],
        ssr=board.ssr,
        laid=(Laid(board, own, False, -int(offset), 0),),
    )
