"""The Board: a raster of terrain and ground levels under a hex grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hexfire.boards import terrain as kinds
from hexfire.boards.facts import Facts, Location
from hexfire.boards.geometry import Geometry
from hexfire.boards.terrain import Terrain
from hexfire.hexes import Grid, Hex, Side


@dataclass(frozen=True, eq=False)
class Laid:
    """A board as it lies on a map of several."""

    board: Board
    own: npt.NDArray[np.int32]
    """[hex of the map]: the hex on this board; -1 for none."""
    flipped: bool
    left: int
    top: int

    def pixel_on_map(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Where a pixel (or many, as arrays) of this board lies on the map."""
        if self.flipped:
            x, y = self.board.width - 1 - x, self.board.height - 1 - y
        return x + self.left, y + self.top


@dataclass(frozen=True, eq=False)
class Board:
    """A board as it is drawn: what lies at every pixel, and how high the ground is there.

    Immutable: a scenario's terrain changes make another board (see `hexfire.boards.ssr`).
    """

    name: str
    geometry: Geometry
    terrain: npt.NDArray[np.uint8]
    elevation: npt.NDArray[np.int8]
    stairways: npt.NDArray[np.bool_]
    slopes: Mapping[str, str] = field(default_factory=dict)
    """Hex -> its hexsides (digits 0 to 5) across which who stands there looks down a slope."""
    picture: bytes | None = None
    ssr: tuple[str, ...] = ()
    laid: tuple[Laid, ...] = ()
    """On a map of several boards: how each of them lies."""

    def __post_init__(self) -> None:
        shape = (self.geometry.height, self.geometry.width)
        if self.terrain.shape != shape or self.elevation.shape != shape:
            raise ValueError(f"rasters of {self.terrain.shape} under a grid of {shape}")
        kinds.check_codes(self.terrain, self.name)
        self.terrain.setflags(write=False)
        self.elevation.setflags(write=False)

    @property
    def grid(self) -> Grid:
        return self.geometry.grid

    @property
    def width(self) -> int:
        return self.geometry.width

    @property
    def height(self) -> int:
        return self.geometry.height

    @cached_property
    def facts(self) -> Facts:
        """What the raster says about each hex."""
        return Facts(self)

    # One hex at a time, for people and rules

    def base_level(self, hex: Hex) -> int:
        """The level of the ground at the hex's centre."""
        return int(self.facts.base[self.grid.index(hex)])

    def centre_terrain(self, hex: Hex) -> Terrain:
        """The terrain that the hex counts as."""
        return kinds.terrains()[int(self.facts.centre_terrain[self.grid.index(hex)])]

    def hexside_terrain(self, side: Side) -> Terrain | None:
        """The wall, hedge, cliff … on a hexside, if there is one."""
        for hex in side.hexes:
            if hex in self.grid:
                code = int(self.facts.hexsides[self.grid.index(hex), hex.sides().index(side)])
                return kinds.terrains()[code] if code else None
        return None

    def locations(self, hex: Hex) -> tuple[Location, ...]:
        """The places of a hex where units can be."""
        return self.facts.locations[self.grid.index(hex)]

    def has_stairway(self, hex: Hex) -> bool:
        """Whether the building levels of a hex are joined by a stairway."""
        return bool(self.stairways[self.grid.index(hex)])
