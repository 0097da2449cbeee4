"""A board made ready for lines of sight.

Every pixel of a board belongs to one of some thousand *patches*: pixels of one hex with the same
ground level, the same terrain and, where a wall or hedge is painted, the same hexside. A line then
is a short list of patches instead of a long list of pixels, and rules are asked about patches.

Levels are counted in half levels throughout (level 1 is 2, a rooftop at 1½ is 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.kinds import KINDS, Bools, Ints
from hexfire.boards import Board
from hexfire.boards.terrain import CLIFF

STRAY, AT_CLIFF = 16, 32
"""Mark stray paint, and the neighbourhood of cliffs, in a patch's key beside a wall's place."""


@dataclass(frozen=True, eq=False)
class Ground:
    """A board's patches. All patch fields are arrays by patch number."""

    board: Board

    @cached_property
    def _tables(self) -> tuple[npt.NDArray[np.uint16 | np.int32], Ints, npt.NDArray[np.uint8]]:
        """The raster of patch numbers (flat); of each patch a pixel and the hexes it borders."""
        geometry = self.board.geometry
        hexes = geometry.pixel_hexes.astype(np.int64)
        if (hexes < 0).any():
            hexes = np.maximum(hexes, 0)  # a sliver outside all hexes belongs to nobody
        terrain = self.board.terrain
        plain = KINDS.flat[terrain] & ~KINDS.inherent[self.centre[hexes]]
        keep = ~plain | (self.board.elevation != self.base[hexes])
        keep |= self._among_others[hexes]
        key = hexes << 32
        key |= np.where(keep, geometry.pixel_borders, 0).astype(np.int64) << 24
        key |= (self.board.elevation.astype(np.int64) + 128) << 16
        # Plain ground is all the same, except that a road is no orchard.
        key |= np.where(plain & KINDS.flat[terrain], 0, terrain).astype(np.int64) << 8
        key |= np.where(self._painted, self._wall_place + STRAY * self._stray, 0)
        key |= np.where(self._cliffs, AT_CLIFF, 0)
        keys, first, number = np.unique(key, return_index=True, return_inverse=True)
        small = np.uint16 if len(first) < 1 << 16 else np.int32
        border = (keys >> 24 & 0xFF).astype(np.uint8)
        return number.reshape(-1).astype(small), first.astype(np.int32), border

    @cached_property
    def raster(self) -> npt.NDArray[np.uint16 | np.int32]:
        """The patch number of every pixel, row by row in one line."""
        return self._tables[0]

    @cached_property
    def base(self) -> npt.NDArray[np.int16]:
        return self.board.facts.base

    @cached_property
    def centre(self) -> npt.NDArray[np.uint8]:
        return self.board.facts.centre_terrain

    @cached_property
    def distance(self) -> npt.NDArray[np.int16]:
        return self.board.facts.distances

    def ranges(self, a: Ints, b: Ints) -> Ints:
        """The ranges between hexes, pair by pair."""
        return self.distance.reshape(-1).take(a * len(self.base) + b)

    @cached_property
    def _among_others(self) -> Bools:
        """Hexes beside a building or ground of another level: there a pixel more or less counts."""
        near = self.board.facts.neighbours
        other = KINDS.building[self.centre[near]] | (self.base[near] != self.base[:, None])
        return np.asarray(((near >= 0) & other).any(axis=1))

    # The hexside that a painted wall belongs to

    @cached_property
    def _wall_place(self) -> npt.NDArray[np.int64]:
        """[y, x]: 1 + side, or 7 + vertex for the spoke that leaves a vertex; 0 for the middle.

        A wall's paint spills round the ends of its hexside. Where the nearest side has no wall,
        it belongs to the next side at the nearer end, or to the spoke there.
        """
        facts, geometry = self.board.facts, self.board.geometry
        place = np.where(geometry.pixel_regions == 6, 0, geometry.pixel_regions + 1).astype(
            np.int64
        )
        y, x = np.nonzero(self._stray)
        hexes, side = geometry.pixel_hexes[y, x], geometry.pixel_regions[y, x].astype(np.int64)
        ends = geometry.vertices[hexes]
        rows = np.arange(len(hexes))
        here, there = ends[rows, side], ends[rows, (side + 1) % 6]
        first = np.hypot(here[:, 0] - x, here[:, 1] - y) < np.hypot(
            there[:, 0] - x, there[:, 1] - y
        )
        vertex = np.where(first, side, (side + 1) % 6)
        beside = np.where(first, (side - 1) % 6, (side + 1) % 6)
        spoke = self._spokes[hexes, vertex] > 0
        place[y, x] = np.where(
            facts.hexsides[hexes, beside] > 0, beside + 1, np.where(spoke, vertex + 7, side + 1)
        )
        return place

    @cached_property
    def _cliffs(self) -> Bools:
        """[y, x]: pixels whose nearest hexside is a cliff."""
        cliffs = np.zeros(self.board.terrain.shape, np.bool_)
        cliff = self.board.facts.hexsides == CLIFF
        if cliff.any():
            region = self.board.geometry.pixel_regions
            hexes = np.maximum(self.board.geometry.pixel_hexes, 0)
            cliffs = cliff[hexes, np.minimum(region, 5)] & (region < 6)
        return cliffs

    @cached_property
    def _painted(self) -> Bools:
        """[y, x]: wall, hedge or bocage."""
        return np.asarray(KINDS.wall[self.board.terrain] | KINDS.bocage[self.board.terrain])

    @cached_property
    def _stray(self) -> Bools:
        """[y, x]: paint whose nearest hexside has no wall."""
        geometry = self.board.geometry
        stray = np.zeros(self.board.terrain.shape, np.bool_)
        y, x = np.nonzero(self._painted & (geometry.pixel_regions < 6))
        hexes, side = geometry.pixel_hexes[y, x], geometry.pixel_regions[y, x]
        stray[y, x] = self.board.facts.hexsides[hexes, side] == 0
        return stray

    @cached_property
    def _spokes(self) -> npt.NDArray[np.uint8]:
        """[hex, vertex]: the hexside terrain of the hexspine that leaves the vertex."""
        facts = self.board.facts
        spokes = np.zeros((len(self.board.grid), 6), np.uint8)
        for vertex in range(6):
            a, b = facts.neighbours[:, vertex - 1], facts.neighbours[:, vertex]
            # From the neighbour before the vertex, the one behind it lies two directions on.
            code = facts.hexsides[a, (vertex + 1) % 6]
            spokes[:, vertex] = np.where((a >= 0) & (b >= 0), code, 0)
        return spokes

    @cached_property
    def channel(self) -> Bools:
        """[hex, side]: whether a depression goes on across the hexside."""
        facts = self.board.facts
        x, y = np.moveaxis(self.board.geometry.hexside_points, -1, 0)
        inside = (x >= 0) & (y >= 0) & (x < self.board.width) & (y < self.board.height)
        code = self.board.terrain[
            np.clip(y, 0, self.board.height - 1), np.clip(x, 0, self.board.width - 1)
        ]
        here = inside & KINDS.depression[code]
        back = (np.arange(6) + 3) % 6
        return np.asarray(here & (facts.neighbours >= 0) & here[facts.neighbours, back])

    @cached_property
    def walled(self) -> Bools:
        """[hex, side]: whether the hexside has a wall, hedge or bocage."""
        sides = self.board.facts.hexsides
        return np.asarray(KINDS.wall[sides] | KINDS.bocage[sides])

    @cached_property
    def past_hexspine(self) -> npt.NDArray[np.int32]:
        """[hex, vertex]: B9.2-ref, where a hexspine's wall goes on to one side only.

        The hex beyond the hexspine that leaves the vertex, if that hexspine is a wall or hedge and
        exactly one of the two hexsides at its far end is; else -1. LOS along such a hexspine goes
        on.
        """
        near, walled = self.board.facts.neighbours, self.walled
        hex_beyond = np.full((len(near), 6), -1, np.int32)
        for v in range(6):
            a, b = near[:, (v - 1) % 6], near[:, v]
            beyond = near[a, v]
            on = (a >= 0) & (b >= 0) & (beyond >= 0) & walled[a, (v + 1) % 6]
            one_side = walled[a, v] != walled[b, (v - 1) % 6]
            hex_beyond[:, v] = np.where(on & one_side, beyond, -1)
        return hex_beyond

    # What each patch is

    @cached_property
    def hex(self) -> Ints:
        hexes = self.board.geometry.pixel_hexes.reshape(-1)[self._tables[1]]
        return np.maximum(hexes, 0).astype(np.intp)

    @cached_property
    def ground(self) -> Ints:
        """The level of the ground, in half levels."""
        return 2 * self.board.elevation.reshape(-1)[self._tables[1]].astype(np.int32)

    @cached_property
    def code(self) -> npt.NDArray[np.uint8]:
        return self.board.terrain.reshape(-1)[self._tables[1]]

    @cached_property
    def border(self) -> npt.NDArray[np.uint8]:
        """The neighbours within a pixel, as a set of directions."""
        return self._tables[2]

    @cached_property
    def effective(self) -> npt.NDArray[np.uint8]:
        """The terrain that counts in the patch's own hex."""
        return self.effective_in(self.code, self.hex)

    def effective_in(self, code: npt.NDArray[np.uint8], hex: Ints) -> npt.NDArray[np.uint8]:
        """Inherent terrain fills its hex, roads apart, and counts in no other."""
        centre = self.centre.take(hex)
        fills = KINDS.inherent.take(centre) & ~KINDS.road.take(code)
        stray = KINDS.inherent.take(code) & ~KINDS.inherent.take(centre)
        return np.where(fills, centre, np.where(stray, 0, code)).astype(np.uint8)

    @cached_property
    def deck(self) -> Bools:
        """The top of a bridge, which LOS along the depression passes below."""
        level = np.full(len(self.board.grid), 1000, np.int32)
        for index, bridge in self.board.facts.bridges.items():
            if bridge > self.base[index]:
                level[index] = 2 * bridge
        return np.asarray((self.ground == level[self.hex]) & KINDS.deck[self.code])

    @cached_property
    def walls(self) -> tuple[Ints, Ints]:
        """The two hexes of the hexside that a wall, hedge or bocage is painted on; -1 for none."""
        place = self._wall_place.reshape(-1)[self._tables[1]]
        painted = KINDS.wall[self.code] | KINDS.bocage[self.code]
        near = self.board.facts.neighbours
        side, vertex = np.clip(place - 1, 0, 5), np.clip(place - 7, 0, 5)
        spoke = place >= 7
        a = np.where(spoke, near[self.hex, (vertex - 1) % 6], self.hex)
        b = np.where(spoke, near[self.hex, vertex], near[self.hex, side])
        b = np.where(b < 0, a, b)
        on = painted & (place > 0)
        return np.where(on, a, -1).astype(np.intp), np.where(on, b, -1).astype(np.intp)

    @cached_property
    def cliff(self) -> Bools:
        """Ground at a cliff."""
        return np.asarray(self._cliffs.reshape(-1)[self._tables[1]])

    @cached_property
    def stray(self) -> Bools:
        """Paint of a wall beyond the end of its hexside."""
        return np.asarray(self._stray.reshape(-1)[self._tables[1]])

    @cached_property
    def gap(self) -> Bools:
        """Paint of a wall with a road through its middle."""
        a, b = self.walls
        side = np.minimum(self.direction[np.maximum(a, 0), np.maximum(b, 0)], 5)
        return np.asarray((a >= 0) & (a != b) & self.board.facts.gaps[np.maximum(a, 0), side])

    @cached_property
    def thing(self) -> Ints:
        """Patches with one number are one thing: a terrain of a hex, or a hexside's wall."""
        a, b = self.walls
        wall = a >= 0
        where = np.where(wall, np.minimum(a, b) << 32 | np.maximum(a, b) << 16, self.hex << 16)
        what = np.where(wall, 1 << 15, self.ground + 128 << 8) | self.code
        return np.unique(where + what, return_inverse=True)[1].reshape(-1)

    @cached_property
    def plain_top(self) -> Ints:
        """A patch's ground level if nothing stands on it, else a level above all lines.

        A line whose lower end is at or above it passes without a question.
        """
        nothing = (
            (KINDS.top[self.effective] == 0) & (self.walls[0] < 0) & ~KINDS.party_wall[self.code]
        )
        nothing &= ~KINDS.split[self.effective] & ~self._spilt
        return np.where(nothing, self.ground, 1000).astype(np.int32)

    @cached_property
    def _spilt(self) -> Bools:
        """Inherent terrain outside the hexes it fills."""
        return np.asarray(KINDS.inherent[self.code] & ~KINDS.inherent[self.centre[self.hex]])

    @cached_property
    def stands(self) -> Bools:
        """Whether something stands there at all, bare ground apart."""
        return np.asarray(KINDS.top[self.code] > 0)

    @cached_property
    def sure_top(self) -> Ints:
        """The level below which a line is blocked by the patch whatever else: obstacles, ground."""
        stands = np.where(KINDS.obstacle[self.effective], KINDS.top[self.effective], 0)
        sure = ~KINDS.split[self.effective] & ~self.deck & (self.walls[0] < 0)
        sure &= ~self._spilt  # which does not count, not even its ground
        return np.where(sure, self.ground + stands, -1000).astype(np.int32)

    @cached_property
    def sure_pixels(self) -> npt.NDArray[np.int8]:
        """The same by pixel (as `raster`), bocage included."""
        top = np.where(self._stands(KINDS.bocage), self.ground + 2, self.sure_top)
        return np.clip(top, -128, 127).astype(np.int8)[self.raster]

    @cached_property
    def sure_pixels_flat(self) -> npt.NDArray[np.int8]:
        """For lines between ends on one level, which a wall or hedge on that level blocks."""
        walls = np.clip(self.ground + 1, -128, 127).astype(np.int8)[self.raster]
        return np.where(self._stands(KINDS.wall)[self.raster], walls, self.sure_pixels)

    def _stands(self, kind: Bools) -> Bools:
        return np.asarray(kind[self.code] & (self.walls[0] >= 0))

    @cached_property
    def direction(self) -> npt.NDArray[np.uint8]:
        """[hex, hex]: the direction of a neighbour; 7 for hexes that are not adjacent."""
        near = self.board.facts.neighbours
        table = np.full((len(near), len(near)), 7, np.uint8)
        for direction in range(6):
            there = np.flatnonzero(near[:, direction] >= 0)
            table[there, near[there, direction]] = direction
        return table

    @cached_property
    def beside_inherent(self) -> Bools:
        """[hex]: whether a neighbour is filled with inherent terrain."""
        near = self.board.facts.neighbours
        filled = (near >= 0) & KINDS.inherent[self.centre[near]]
        return np.asarray(filled.any(axis=1))

    @cached_property
    def axial(self) -> Ints:
        """[hex]: axial coordinates."""
        return np.array(self.board.grid.hexes, np.int32)

    @cached_property
    def axial_table(self) -> tuple[Ints, Ints]:
        """[q, r] less the first: the hex index, -1 off the board; and the first q and r."""
        first = self.axial.min(axis=0)
        table = np.full(self.axial.max(axis=0) - first + 1, -1, np.int32)
        table[tuple((self.axial - first).T)] = np.arange(len(self.axial))
        return table, first
