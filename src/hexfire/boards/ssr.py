"""Terrain changes that a scenario orders: hedges that are bocage, orchards out of season …

A change is made on the raster, and the hex facts follow from it. Changes that turn terrain into
heights or heights into terrain are refused: no source says what lies there afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt

from hexfire.boards import terrain as kinds
from hexfire.boards.board import Board
from hexfire.boards.terrain import Change
from hexfire.rulebook import BadInput

SWAPS = {
    "DenseJungle": ("Woods", "Dense Jungle"),
    "Bamboo": ("Brush", "Bamboo"),
    "PalmTrees": ("Orchard", "Palm Trees"),
    "OrchardsToCrags": ("Orchard", "Crags"),
}
"""Changes that boards know by their pictures only, but whose names say what becomes of what."""

PICTURES = frozenset(
    {"NoRoads", "NoBridge", "BridgeToFord", "NoSunkElevRoads", "Winter", "NoBuildings"}
)
"""Changes that boards know by pictures only: what lies below a road or bridge, nothing says."""


def change(board: Board, names: Iterable[str]) -> Board:
    """The board after the scenario's terrain changes, in their order."""
    names = tuple(names)
    if not names:
        return board
    terrain, elevation = board.terrain.copy(), board.elevation.copy()
    for name in names:
        _apply(_find(name), terrain, elevation)
    return replace(board, terrain=terrain, elevation=elevation, ssr=board.ssr + names)


def _find(name: str) -> Change:
    known = kinds.changes()
    if name in SWAPS:
        return Change(name, "terrainMap", *SWAPS[name])
    if name in PICTURES or name.startswith(("SSO_", "BSO_")):
        raise BadInput("sight.ssr.picture_only", name=name)
    if name not in known:
        near = get_close_matches(name, (*known, *SWAPS), 3, 0.5)
        like = tuple(near) or ("HedgesToBocage", "WallsToBocage")
        raise BadInput("sight.ssr.unknown", name=name, like=like)
    return known[name]


def _apply(change: Change, terrain: npt.NDArray[np.uint8], elevation: npt.NDArray[np.int8]) -> None:
    match change.type:
        case "terrainMap":
            terrain[terrain == _code(change, change.old)] = _code(change, change.new)
        case "elevationMap":
            elevation[elevation == _level(change, change.old)] = _level(change, change.new)
        case _:
            raise BadInput("sight.ssr.not_done", name=change.name)


def _code(change: Change, name: str) -> int:
    # "Stone Building, Level 1" is what the boards' table calls "Stone Building, 1 Level".
    turned = re.sub(r", Level ([\d.]+)$", r", \1 Level", name)
    kind = kinds.by_name().get(name) or kinds.by_name().get(turned)
    if kind is None:
        raise BadInput("sight.ssr.not_done", name=change.name)
    return kind.code


def _level(change: Change, text: str) -> int:
    try:
        return int(text.replace("_", "-"))
    except ValueError:
        raise BadInput("sight.ssr.not_done", name=change.name) from None
