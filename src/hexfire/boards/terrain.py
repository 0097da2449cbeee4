"""Terrain types: the codes of the raster, and what each kind of terrain is to a line of sight."""

from __future__ import annotations

import tomllib
from enum import StrEnum
from functools import cache
from importlib import resources

import msgspec
import numpy as np
import numpy.typing as npt

from hexfire.rulebook import BadInput


class Category(StrEnum):
    """The families of terrain that rules speak of."""

    OPEN = "OPEN"
    ROAD = "ROAD"
    WATER = "WATER"
    DEPRESSION = "DEPRESSION"
    WOODS = "WOODS"
    BUILDING = "BUILDING"
    FACTORY = "FACTORY"
    MARKETPLACE = "MARKETPLACE"
    BRIDGE = "BRIDGE"
    ENTRENCHMENT = "ENTRENCHMENT"
    HEXSIDE = "HEXSIDE"
    OTHER = "OTHER"


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of terrain.

    `height` counts full levels above the ground, `half` adds half a level. `obstacle` and
    `hindrance` hold for a LOS at or above it; below `split` levels the `lower_` ones do (an orchard
    hinders LOS beneath its crowns and blocks it at their height).
    """

    code: int
    name: str
    category: Category
    height: int = 0
    half: bool = False
    obstacle: bool = False
    hindrance: bool = False
    inherent: bool = False
    split: float = 0.0
    lower_obstacle: bool = False
    lower_hindrance: bool = False
    hexside_wall: bool = False
    color: tuple[int, int, int] = (0, 0, 0)

    @property
    def is_hexside(self) -> bool:
        """Whether it lies on hexsides: walls, hedges, bocage, cliffs, rowhouse bars …"""
        return self.category is Category.HEXSIDE or self.hexside_wall

    @property
    def is_building(self) -> bool:
        """Whether it is a building of any kind, factories and market places included."""
        return self.category in BUILDINGS and not self.hexside_wall

    @property
    def tag(self) -> str:
        """A name for catalogues: `stone_building_1_level`."""
        return "".join(c if c.isalnum() else "_" for c in self.name.lower()).replace("__", "_")


BUILDINGS = frozenset({Category.BUILDING, Category.FACTORY, Category.MARKETPLACE})

WALL, HEDGE, BOCAGE, CLIFF = 72, 73, 74, 75
ROWHOUSE_WALLS = frozenset({76, 77, 78, 79, 80})
INTERIOR_FACTORY_WALLS = frozenset({172, 173})
ROAD_BLOCK = 81
HILLOCK, HILLOCK_SUMMIT = 105, 106
SINGLE_STOREY = frozenset({40, 50, 130, 203})
"""Buildings of one storey: an obstacle one level high with no upper level to stand on."""


class Change(msgspec.Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """A terrain change that a scenario may order (HedgesToBocage)."""

    name: str
    type: str
    old: str
    new: str


class _File(msgspec.Struct):
    terrain: list[Terrain]
    ssr: list[Change]
    snapshot: str


@cache
def _file() -> _File:
    text = (resources.files(__package__) / "vasl-terrain-types.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _File)


@cache
def terrains() -> dict[int, Terrain]:
    """Every terrain by its code."""
    return {terrain.code: terrain for terrain in _file().terrain}


@cache
def by_name() -> dict[str, Terrain]:
    """Every terrain by its name."""
    return {terrain.name: terrain for terrain in terrains().values()}


@cache
def changes() -> dict[str, Change]:
    """The terrain changes that scenario rules may order, by name; the first of a name counts."""
    by_name: dict[str, Change] = {}
    for change in _file().ssr:
        by_name.setdefault(change.name, change)
    return by_name


@cache
def column(field: str) -> npt.NDArray[np.int16]:
    """One field of every terrain as an array by code; unknown codes hold 0."""
    table = np.zeros(256, np.int16)
    for code, terrain in terrains().items():
        table[code] = getattr(terrain, field)
    table.setflags(write=False)
    return table


@cache
def known_codes() -> npt.NDArray[np.bool_]:
    """Which codes are terrain at all."""
    table = np.zeros(256, np.bool_)
    table[list(terrains())] = True
    table.setflags(write=False)
    return table


def check_codes(raster: npt.NDArray[np.uint8], name: str) -> None:
    """Unknown terrain is an error, never taken for open ground."""
    bad = ~known_codes()[raster]
    if bad.any():
        y, x = (int(n) for n in np.argwhere(bad)[0])
        raise BadInput("sight.board.unknown_terrain", board=name, code=int(raster[y, x]), x=x, y=y)
