"""Boards: geometry, terrain and height, hexsides; our own and VASL archives."""

from hexfire.boards.archive import has_los_data, read_board
from hexfire.boards.board import Board
from hexfire.boards.facts import Facts, Location
from hexfire.boards.geometry import Geometry
from hexfire.boards.terrain import Category, Terrain, terrains

__all__ = [
    "Board",
    "Category",
    "Facts",
    "Geometry",
    "Location",
    "Terrain",
    "has_los_data",
    "read_board",
    "terrains",
]
