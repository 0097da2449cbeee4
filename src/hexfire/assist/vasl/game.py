"""A saved game from its file: read with the boards at hand, seen by one side, drawn."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from msgspec.structs import replace

from hexfire.assist.vasl.reading import Reading, read_situation
from hexfire.assist.vasl.sides import BOTH, sides_of
from hexfire.boards import Drawing, draw, open_board
from hexfire.boards.catalogue import look_also_in
from hexfire.boards.vasl_save import Save, read_file, read_save
from hexfire.boards.vasl_save.at_hand import grid_at_hand
from hexfire.rulebook import BadInput

COLOURS = ("#3d5a80", "#a4482f", "#9a7b2f")


def read_game(source: Path | bytes, side: str | None) -> Reading:
    """A saved game as one side may know it; without a side the reader is asked which he is."""
    if isinstance(source, bytes):
        save = read_save(source, grid_at_hand)
    else:
        look_also_in(source.parent)
        save = read_file(source, grid_at_hand)
    return read_as(save, side)


def read_as(save: Save, side: str | None) -> Reading:
    """What a side may know; a game that has no two sides has nothing to keep from anybody."""
    sides = sorted(set(sides_of(save).values()))
    if side is None and len(sides) > 1:
        raise BadInput("vasl.which_side", sides=(*sides, BOTH), word=sides[0])
    reading = read_situation(save, side or BOTH)
    return replace(reading, missing_boards=save.guessed_grids)


def picture(reading: Reading) -> Drawing:
    """The board with a box for each stack: its top unit and how many lie there."""
    situation = reading.situation
    board = open_board(situation.board, situation.ssr)
    drawing = draw(board)
    colours = dict(zip(reading.sides, COLOURS, strict=False))
    units = sorted(situation.units, key=lambda unit: unit.hex)
    for hex, stack in groupby(units, key=lambda unit: unit.hex):
        pile = list(stack)
        x, y = board.geometry.real_centres[board.grid.index(board.grid.hex(hex))]
        top = pile[-1]
        corners = [(x - 16, y - 12), (x + 16, y - 12), (x + 16, y + 12), (x - 16, y + 12)]
        drawing.area([corners], colours.get(top.side, COLOURS[2]))
        drawing.text(x, y - 3, top.id.split()[0][:8], 8, "#ffffff")
        if len(pile) > 1:
            drawing.text(x, y + 7, f"×{len(pile)}", 7, "#ffffff")
    for marker in situation.markers:
        x, y = board.geometry.real_centres[board.grid.index(board.grid.hex(marker.hex))]
        drawing.disc(x, y + 18, 5, "#6d675c")
        drawing.text(x, y + 18, str(marker.drm or marker.kind[0].upper()), 7, "#ffffff")
    return drawing
