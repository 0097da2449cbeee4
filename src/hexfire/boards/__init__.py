"""Boards: geometry, terrain and height, hexsides; our own and VASL archives."""

from hexfire.boards.archive import has_los_data, read_board
from hexfire.boards.board import Board, Laid
from hexfire.boards.catalogue import find_in_folder, open_board
from hexfire.boards.crop import crop
from hexfire.boards.drawing import Drawing, draw
from hexfire.boards.facts import Facts, Location
from hexfire.boards.geometry import Geometry
from hexfire.boards.joined import Placed, join
from hexfire.boards.printed import is_printed, printed
from hexfire.boards.ssr import change
from hexfire.boards.terrain import Category, Terrain, terrains
from hexfire.boards.text import builtin, builtin_names, read_text_board

__all__ = [
    "Board",
    "Category",
    "Drawing",
    "Facts",
    "Geometry",
    "Laid",
    "Location",
    "Placed",
    "Terrain",
    "builtin",
    "builtin_names",
    "change",
    "crop",
    "draw",
    "find_in_folder",
    "has_los_data",
    "is_printed",
    "join",
    "open_board",
    "printed",
    "read_board",
    "read_text_board",
    "terrains",
]
