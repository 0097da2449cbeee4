"""From pixels to hex facts: base level, centre terrain, hexside terrain, locations.

The rules of this reading are those players of VASL know (see docs/boards.md); the raster is the
truth, everything here is derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import numpy.typing as npt

from hexfire.boards import terrain as kinds
from hexfire.boards.terrain import (
    BOCAGE,
    HEDGE,
    HILLOCK,
    HILLOCK_SUMMIT,
    SINGLE_STOREY,
    WALL,
    Category,
    Terrain,
)
from hexfire.hexes import BadLabel

if TYPE_CHECKING:
    from hexfire.boards.board import Board, Laid


class Location(msgspec.Struct, frozen=True):
    """A place in a hex where units can be: its level above the hex's base level."""

    level: int
    kind: str
    """`ground`, `building`, `rooftop`, `cellar`, `bridge`, or `depression` (below a bridge)."""


@dataclass(frozen=True)
class Facts:
    """The hex facts of a board, as arrays by hex index."""

    board: Board

    @cached_property
    def base(self) -> npt.NDArray[np.int16]:
        """The ground level at the centre."""
        x, y = self.board.geometry.centres.T
        levels: npt.NDArray[np.int16] = self.board.elevation[y, x].astype(np.int16)
        for there, own, laid in self._parts:
            levels[there] = laid.board.facts.base[own]
        return levels

    @cached_property
    def _parts(self) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], Laid]]:
        """Of a map of several boards: the hexes that lie whole on one, as that board has them.

        However a board lies, its hexes are what they are; only hexes at a seam are read anew.
        """
        held = sum((laid.own >= 0).astype(np.int8) for laid in self.board.laid)
        parts = []
        for laid in self.board.laid:
            there = np.flatnonzero((laid.own >= 0) & (held == 1))
            parts.append((there, laid.own[there], laid))
        return parts

    @cached_property
    def centre_terrain(self) -> npt.NDArray[np.uint8]:
        """The terrain code that the hex counts as."""
        board = self.board
        building = np.zeros(256, np.bool_)
        building[[t.code for t in kinds.terrains().values() if t.is_building]] = True
        x, y = board.geometry.centres.T
        centre = board.terrain[y, x].copy()
        for shift_x, shift_y in ((0, -5), (0, 5), (-5, 0), (5, 0)):
            beside = self._at(x + shift_x, y + shift_y)
            take = ~building[board.terrain[y, x]] & building[beside] & ~building[centre]
            centre = np.where(take, beside, centre).astype(np.uint8)
        points = self._at(*np.moveaxis(board.geometry.hexside_points, -1, 0))
        plain = ~building[board.terrain[y, x]]
        for side in range(5, -1, -1):
            take = plain & building[points[:, side]]
            centre = np.where(take, points[:, side], centre).astype(np.uint8)
        centre = self._with_inherent(centre)
        for there, own, laid in self._parts:
            centre[there] = laid.board.facts.centre_terrain[own]
        return centre

    def _at(self, x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
        inside = (x >= 0) & (y >= 0) & (x < self.board.width) & (y < self.board.height)
        code = self.board.terrain[
            np.clip(y, 0, self.board.height - 1), np.clip(x, 0, self.board.width - 1)
        ]
        return np.where(inside, code, 0).astype(np.uint8)

    def _with_inherent(self, centre: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """One pixel of inherent terrain around the centre makes the whole hex that terrain."""
        inherent = kinds.column("inherent").astype(np.bool_)
        hits = inherent[self.board.terrain] & (self.board.geometry.pixel_regions == 6)
        # Column by column, from the left: the first pixel met decides.
        x, y = np.nonzero(hits.T)
        hexes = self.board.geometry.pixel_hexes[y, x]
        met, first = np.unique(hexes, return_index=True)
        centre = centre.copy()
        centre[met] = self.board.terrain[y[first], x[first]]
        return centre

    @cached_property
    def hexsides(self) -> npt.NDArray[np.uint8]:
        """[hex, side]: the hexside terrain's code; 0 for none."""
        board = self.board
        gaps = np.zeros(256, np.bool_)
        gaps[
            [
                t.code
                for t in kinds.terrains().values()
                if t.category in (Category.OPEN, Category.ROAD, Category.WATER)
            ]
        ] = True
        seen = self._at(*np.moveaxis(board.geometry.hexside_points, -1, 0))
        across, back = self.neighbours, (np.arange(6) + 3) % 6
        middles = self._middles
        repaired = np.where((middles == 0) & gaps[seen], self._repairs, 0).astype(np.uint8)
        theirs = np.where(across >= 0, repaired[across, back], 0).astype(np.uint8)
        sides = np.where(middles > 0, middles, np.where(repaired > 0, repaired, theirs))
        for there, index, laid in self._parts:
            codes = laid.board.facts.hexsides[index]
            sides[there] = np.roll(codes, 3, axis=1) if laid.flipped else codes
        return sides.astype(np.uint8)

    @cached_property
    def _middles(self) -> npt.NDArray[np.uint8]:
        """[hex, side]: hexside terrain painted at the middle of the side, seen from either hex."""
        hexside = np.zeros(256, np.bool_)
        hexside[[t.code for t in kinds.terrains().values() if t.is_hexside]] = True
        seen = self._at(*np.moveaxis(self.board.geometry.hexside_points, -1, 0))
        own = np.where(hexside[seen], seen, 0).astype(np.uint8)
        across, back = self.neighbours, (np.arange(6) + 3) % 6
        other = np.where(across >= 0, own[across, back], 0).astype(np.uint8)
        return np.where(own > 0, own, other).astype(np.uint8)

    @cached_property
    def gaps(self) -> npt.NDArray[np.bool_]:
        """[hex, side]: whether the side's wall is interrupted in its middle, as by a road."""
        gaps = (self.hexsides > 0) & (self._middles == 0)
        for there, index, laid in self._parts:
            own = laid.board.facts.gaps[index]
            gaps[there] = np.roll(own, 3, axis=1) if laid.flipped else own
        return np.asarray(gaps)

    @cached_property
    def _repairs(self) -> npt.NDArray[np.uint8]:
        """Wall, hedge or bocage half-way to a side's end, where its middle is painted over."""
        board = self.board
        points = board.geometry.hexside_points
        ends = board.geometry.vertices
        first, second = (
            np.trunc(ends).astype(np.int64),
            np.trunc(np.roll(ends, -1, axis=1)).astype(np.int64),
        )
        halfway = np.trunc((points + first) / 2).astype(np.int64)
        off = (
            (halfway < 0).any(axis=-1)
            | (first < 0).any(axis=-1)
            | (first[..., 0] >= board.width)
            | (first[..., 1] >= board.height)
        )
        halfway = np.where(off[..., None], (points + second) // 2, halfway)
        code = self._at(halfway[..., 0], halfway[..., 1])
        return np.where(np.isin(code, (WALL, HEDGE, BOCAGE)), code, 0).astype(np.uint8)

    @cached_property
    def neighbours(self) -> npt.NDArray[np.int32]:
        """[hex, side]: the index of the hex across; -1 beyond the edge."""
        table = [[-1 if n is None else n for n in six] for six in self.board.grid.adjacent]
        return np.array(table, np.int32)

    @cached_property
    def distances(self) -> npt.NDArray[np.int16]:
        """[hex, hex]: the range."""
        axial = np.array(self.board.grid.hexes, np.int32)
        q = axial[:, 0, None] - axial[None, :, 0]
        r = axial[:, 1, None] - axial[None, :, 1]
        far = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r))
        return np.asarray(far, np.int16)

    @cached_property
    def slopes(self) -> npt.NDArray[np.bool_]:
        """[hex, side]: whether who looks from the hex across the side stands up-slope (F2)."""
        grid = self.board.grid
        up_slope = np.zeros((len(grid), 6), np.bool_)
        for label, sides in self.board.slopes.items():
            try:
                up_slope[grid.index(grid.hex(label)), [int(side) for side in sides]] = True
            except BadLabel:
                continue  # not on this board, and so in nobody's way
        for laid in self.board.laid:
            there = np.flatnonzero(laid.own >= 0)
            own = laid.board.facts.slopes[laid.own[there]]
            up_slope[there] |= np.roll(own, 3, axis=1) if laid.flipped else own
        return up_slope

    @cached_property
    def hillocks(self) -> npt.NDArray[np.int32]:
        """[hex]: the number of the hillock that the hex is part of (F6); -1 for none."""
        hillock_of = np.full(len(self.board.grid), -1, np.int32)
        sand = np.isin(self.centre_terrain, (HILLOCK, HILLOCK_SUMMIT))
        for number, start in enumerate(np.flatnonzero(sand).tolist()):
            reached = [start] if hillock_of[start] < 0 else []
            while reached:
                hex = reached.pop()
                hillock_of[hex] = number
                near = self.neighbours[hex]
                reached += [n for n in near[near >= 0].tolist() if sand[n] and hillock_of[n] < 0]
        return hillock_of

    @cached_property
    def depressions(self) -> npt.NDArray[np.uint8]:
        """The code of the gully, stream or sunken road at the centre; 0 for none."""
        low = kinds.terrains()
        return np.array(
            [c if low[int(c)].category is Category.DEPRESSION else 0 for c in self.centre_terrain],
            np.uint8,
        )

    @cached_property
    def bridges(self) -> dict[int, int]:
        """Hex index -> absolute level of the bridge in it."""
        bridge = np.zeros(256, np.bool_)
        bridge[[t.code for t in kinds.terrains().values() if t.category is Category.BRIDGE]] = True
        y, x = np.nonzero(bridge[self.board.terrain])
        hexes = self.board.geometry.pixel_hexes[y, x]
        met, first = np.unique(hexes, return_index=True)
        return {
            int(h): int(self.board.elevation[y[i], x[i]])
            for h, i in zip(met, first, strict=True)
            if h >= 0
        }

    @cached_property
    def multi_hex(self) -> npt.NDArray[np.bool_]:
        """Whether the hex's building goes on in a neighbour: it reaches a hexside."""
        codes = [t.code for t in kinds.terrains().values() if t.is_building or t.hexside_wall]
        points = self._at(*np.moveaxis(self.board.geometry.hexside_points, -1, 0))
        reaches: npt.NDArray[np.bool_] = np.isin(points, codes)
        return np.asarray(reaches.any(axis=1), np.bool_)

    @cached_property
    def locations(self) -> tuple[tuple[Location, ...], ...]:
        """The locations of each hex by index, lowest first."""
        return tuple(self._locations(i) for i in range(len(self.board.grid)))

    def _locations(self, index: int) -> tuple[Location, ...]:
        centre: Terrain = kinds.terrains()[int(self.centre_terrain[index])]
        locations = [Location(0, "ground")]
        if centre.is_building and centre.code not in SINGLE_STOREY:
            if centre.category is not Category.FACTORY or self.board.stairways[index]:
                locations += [Location(level, "building") for level in range(1, centre.height + 1)]
            if self.multi_hex[index]:
                locations.append(Location(centre.height + 1, "rooftop"))
                if centre.category is not Category.FACTORY:
                    locations.insert(0, Location(-1, "cellar"))
        if centre.category is Category.BRIDGE:
            locations.insert(0, Location(-1, "depression"))
        elif self.bridges.get(index, self.base[index]) > self.base[index]:
            locations.append(Location(self.bridges[index] - int(self.base[index]), "bridge"))
        return tuple(locations)
