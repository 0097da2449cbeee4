"""What each terrain is to a line of sight, as tables by code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from hexfire.boards import Category, terrains
from hexfire.boards.terrain import BOCAGE, HILLOCK

# Arrays of ints and of bools: numpy's stubs lose the exact type in arithmetic.
Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]

LIGHT_WOODS, PARTIAL_ORCHARD = 175, 200


def _by_code(test: str) -> Bools:
    table = np.zeros(256, np.bool_)
    for code, terrain in terrains().items():
        table[code] = bool(getattr(terrain, test))
    return table


def _category(*wanted: Category) -> Bools:
    table = np.zeros(256, np.bool_)
    table[[code for code, terrain in terrains().items() if terrain.category in wanted]] = True
    return table


@dataclass(frozen=True)
class Kinds:
    """What each terrain code is to a line of sight, as tables by code."""

    @cached_property
    def hexside(self) -> Bools:
        table = _category(Category.HEXSIDE)
        table[PARTIAL_ORCHARD] = False  # trees along a hexside stand in the way as trees do
        return table

    @cached_property
    def full(self) -> Ints:
        """Height in half levels, a half-level top not counted; walls stand apart (0)."""
        table = np.zeros(256, np.int32)
        for code, terrain in terrains().items():
            table[code] = 0 if self.hexside[code] else 2 * terrain.height
        return table

    @cached_property
    def top(self) -> Ints:
        """Height in half levels."""
        half = _by_code("half") & ~self.hexside
        half[HILLOCK] = False  # judged hillock by hillock, in `rises`
        return self.full + half.astype(np.int32)

    @cached_property
    def obstacle(self) -> Bools:
        # Light Woods is an obstacle by name only: it hinders (B13, winter and light woods).
        table = _by_code("obstacle")
        table[[LIGHT_WOODS, HILLOCK]] = False
        return table & ~self.hexside

    @cached_property
    def split(self) -> Bools:
        return _by_code("split")

    @cached_property
    def lower_obstacle(self) -> Bools:
        return _by_code("lower_obstacle")

    @cached_property
    def lower_hindrance(self) -> Bools:
        return _by_code("lower_hindrance")

    @cached_property
    def inherent(self) -> Bools:
        return _by_code("inherent")

    @cached_property
    def building(self) -> Bools:
        return _by_code("is_building")

    @cached_property
    def party_wall(self) -> Bools:
        """Bars between rowhouses, inner walls of factories."""
        return _by_code("hexside_wall")

    @cached_property
    def depression(self) -> Bools:
        return _category(Category.DEPRESSION)

    @cached_property
    def road(self) -> Bools:
        return _category(Category.ROAD)

    @cached_property
    def water(self) -> Bools:
        return _category(Category.WATER)

    @cached_property
    def flat(self) -> Bools:
        """Nothing that stands up: open ground, roads, water."""
        return _category(Category.OPEN, Category.ROAD, Category.WATER)

    @cached_property
    def deck(self) -> Bools:
        """What the top of a bridge is drawn with."""
        return _category(Category.BRIDGE, Category.OPEN, Category.ROAD)

    @cached_property
    def bridge(self) -> Bools:
        return _category(Category.BRIDGE)

    @cached_property
    def wall(self) -> Bools:
        """Half-level hexside obstacles: walls, hedges, road blocks, dune crests …"""
        return _by_code("half") & _by_code("obstacle") & self.hexside

    @cached_property
    def bocage(self) -> Bools:
        table = np.zeros(256, np.bool_)
        table[BOCAGE] = True
        return table

    @cached_property
    def worth(self) -> Ints:
        """The hindrance DRM of terrain that hinders."""
        table = np.ones(256, np.int32)
        table[LIGHT_WOODS] = 2
        return table


KINDS = Kinds()
