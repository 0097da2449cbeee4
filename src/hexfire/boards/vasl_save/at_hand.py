"""The measures of the boards that the player has, so that counters find their hexes."""

from __future__ import annotations

from functools import lru_cache

from hexfire.boards.board import Board
from hexfire.boards.catalogue import open_board
from hexfire.boards.vasl_save.layout import Grid
from hexfire.hexes import AslLabels
from hexfire.rulebook import BadInput


@lru_cache(maxsize=64)
def grid_at_hand(name: str) -> Grid | None:
    """The measures of a board of the folder of boards; `None` where it cannot be opened."""
    if not name.isalnum():
        return None
    try:
        return grid_of(open_board(name))
    except BadInput:
        return None


def grid_of(board: Board) -> Grid | None:
    """The measures of a board; `None` where its hexes are not labelled as ASL's are."""
    geometry, labels = board.geometry, board.grid.scheme
    if not isinstance(labels, AslLabels):
        return None
    # Half boards: VASL measures from where A1 would be, outside their picture.
    return Grid(
        width=board.width,
        height=board.height,
        dx=geometry.pitch_x,
        dy=geometry.pitch_y,
        a1_x=geometry.left - geometry.pitch_x * labels.first_column,
        a1_y=geometry.top - geometry.pitch_y * (labels.first_number - 1),
    )
