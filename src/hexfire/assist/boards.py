"""Boards as pages and programs get them: where every hex lies and what is in it."""

from __future__ import annotations

import msgspec

from hexfire.boards import Board, is_printed


class BoardHex(msgspec.Struct, frozen=True, kw_only=True):
    """A hex: its centre on the drawing, its base level, what it is, the levels of its Locations."""

    label: str
    x: float
    y: float
    base: int
    terrain: str
    levels: tuple[float, ...]


class BoardPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A board, `width` by `height` pixels; `corners` of a hex as seen from its centre.

    `printed`: its picture can be had as it was printed, too.
    """

    name: str
    columns: int
    rows: int
    width: int
    height: int
    corners: tuple[tuple[float, float], ...]
    hexes: tuple[BoardHex, ...]
    printed: bool


def board_plan(board: Board) -> BoardPlan:
    """The hexes of a board: label, place, levels, terrain."""
    centres = board.geometry.real_centres.tolist()
    return BoardPlan(
        name=board.name,
        columns=board.grid.columns,
        rows=board.grid.rows,
        width=board.width,
        height=board.height,
        corners=tuple((x, y) for x, y in board.geometry.vertex_offsets.tolist()),
        hexes=tuple(
            BoardHex(
                label=board.grid.label(hex),
                x=float(x),
                y=float(y),
                base=board.base_level(hex),
                terrain=board.centre_terrain(hex).tag,
                levels=tuple(place.level for place in board.locations(hex)),
            )
            for hex, (x, y) in zip(board.grid.hexes, centres, strict=True)
        ),
        printed=is_printed(board),
    )
