"""Where the hexes of a printed board lie: centres, vertices, hexside points, hex of each pixel.

y grows downwards; hexes are flat-topped; odd columns are shifted up by half a hex. Printed hexes
are a little wider than regular ones, so positions come from the two pitches, never from a radius.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, pi

import numpy as np
import numpy.typing as npt

from hexfire.hexes import Grid, Hex, Vertex

Pixel = tuple[int, int]

PITCH_X = 1800 / 32
PITCH_Y = 64.5


@dataclass(frozen=True)
class Geometry:
    """The hex grid laid over a raster of `width` x `height` pixels."""

    grid: Grid
    width: int
    height: int
    pitch_x: float = PITCH_X
    pitch_y: float = PITCH_Y
    left: float = 0.0
    top: float = PITCH_Y / 2

    @cached_property
    def columns_rows(self) -> npt.NDArray[np.int64]:
        """Column and row of each hex by index."""
        return np.array([self.grid.column_row(hex) for hex in self.grid.hexes], np.int64)

    @cached_property
    def real_centres(self) -> npt.NDArray[np.float64]:
        """The centre of each hex by index, exact."""
        column, row = self.columns_rows.T
        x = self.left + self.pitch_x * column
        y = self.top + self.pitch_y * row - self.pitch_y / 2 * (column % 2)
        return np.stack([x, y], axis=1)

    @cached_property
    def centres(self) -> npt.NDArray[np.int64]:
        """The aiming pixel of each hex by index."""
        return self._clamped(self.real_centres)

    @cached_property
    def hexside_points(self) -> npt.NDArray[np.int64]:
        """[hex, side]: the pixel just inside the middle of each hexside."""
        half = self.pitch_y / 2
        out = cos(pi / 6) * half
        offsets = np.array(
            [
                (0, 1 - half),
                (out - 1, 1 - half / 2),
                (out - 1, half / 2 - 1),
                (0, half - 1),
                (1 - out, half / 2 - 1),
                (1 - out, 1 - half / 2),
            ]
        )
        return self._clamped(self.real_centres[:, None, :] + offsets)

    @cached_property
    def vertex_offsets(self) -> npt.NDArray[np.float64]:
        """The six vertices around a centre; side k runs from vertex k to vertex k + 1."""
        s, v = self.pitch_x * 2 / 3, self.pitch_y / 2
        return np.array([(-s / 2, -v), (s / 2, -v), (s, 0), (s / 2, v), (-s / 2, v), (-s, 0)])

    @cached_property
    def vertices(self) -> npt.NDArray[np.float64]:
        """[hex, vertex]: where the vertices lie, exact."""
        return self.real_centres[:, None, :] + self.vertex_offsets

    def vertex_pixel(self, vertex: Vertex) -> Pixel:
        """The aiming pixel of a vertex."""
        hex = next(hex for hex in vertex.hexes if hex in self.grid)
        at = self.vertices[self.grid.index(hex), hex.vertices().index(vertex)]
        x, y = self._clamped(at).tolist()
        return int(x), int(y)

    def centre(self, hex: Hex) -> Pixel:
        """The aiming pixel of a hex."""
        x, y = self.centres[self.grid.index(hex)].tolist()
        return int(x), int(y)

    def _clamped(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """Truncated to pixels; what falls on or just past an edge is the pixel at the edge."""
        whole = np.trunc(points).astype(np.int64)
        limits = np.array([self.width, self.height])
        over = (whole >= limits) & (whole <= limits + 1)
        whole = np.where(over, limits - 1, whole)
        return np.where(whole == -1, 0, whole)

    def hex_norm(
        self, dx: npt.NDArray[np.float64], dy: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """How far a point lies out in the hex around (0, 0): below 1 inside, 1 on the edge."""
        s, v = self.pitch_x * 2 / 3, self.pitch_y / 2
        dx, dy = np.abs(dx), np.abs(dy)
        return np.maximum(dy / v, dx / s + dy / (2 * v))

    @cached_property
    def index_at(self) -> npt.NDArray[np.int32]:
        """[column, row]: the hex index; -1 where there is no hex."""
        rows = self.grid.rows + 1
        table = np.full((self.grid.columns + 2, rows + 2), -1, np.int32)
        column, row = self.columns_rows.T
        table[column + 1, row + 1] = np.arange(len(column))
        return table

    @cached_property
    def pixel_hexes(self) -> npt.NDArray[np.int32]:
        """[y, x]: the index of the hex that each pixel lies in; -1 outside all hexes."""
        y, x = np.indices((self.height, self.width), dtype=np.float64)
        best = np.full((self.height, self.width), np.inf)
        nearest = np.full((self.height, self.width), -1, np.int32)
        first = np.floor((x - self.left) / self.pitch_x).astype(np.int64)
        for column in (first, first + 1):
            middle = self.left + self.pitch_x * column
            start = self.top - self.pitch_y / 2 * (column % 2)
            row = np.rint((y - start) / self.pitch_y).astype(np.int64)
            inside = (column >= 0) & (column < self.grid.columns)
            index = self.index_at[
                np.clip(column + 1, 0, self.grid.columns + 1),
                np.clip(row + 1, 0, self.grid.rows + 2),
            ]
            index = np.where(inside, index, -1)
            norm = self.hex_norm(x - middle, y - (start + self.pitch_y * row))
            better = (norm < best) & (index >= 0)
            best = np.where(better, norm, best)
            nearest = np.where(better, index, nearest)
        return np.where(best <= 1.05, nearest, -1)

    @cached_property
    def pixel_regions(self) -> npt.NDArray[np.int8]:
        """[y, x]: the hexside (0..5) whose point the pixel is nearest to, 6 for the centre."""
        hexes = self.pixel_hexes
        points = np.concatenate([self.hexside_points, self.centres[:, None, :]], axis=1)
        points = points.astype(np.int32)
        y, x = np.indices(hexes.shape, dtype=np.int32)
        best = np.full(hexes.shape, np.iinfo(np.int32).max, np.int32)
        nearest = np.full(hexes.shape, 6, np.int8)
        for region in (6, 0, 1, 2, 3, 4, 5):
            at = points[hexes, region]
            far = (x - at[..., 0]) ** 2 + (y - at[..., 1]) ** 2
            closer = far < best
            best = np.where(closer, far, best)
            nearest[closer] = region
        return nearest

    @cached_property
    def pixel_borders(self) -> npt.NDArray[np.uint8]:
        """[y, x]: the neighbours within one pixel, as a set of directions (bit 0 = top).

        A line just past a hexside still counts as in the hex it comes from.
        """
        hexes = self.pixel_hexes
        s, v = self.pitch_x * 2 / 3, self.pitch_y / 2
        y, x = np.indices(hexes.shape, dtype=np.float64)
        dx, dy = x - self.real_centres[hexes, 0], y - self.real_centres[hexes, 1]
        rim = np.nonzero(self.hex_norm(dx, dy) > 1 - 2.5 / v)
        dx, dy = dx[rim], dy[rim]
        directions = np.zeros(len(dx), np.uint8)
        steps = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
        for direction, (columns, rows) in enumerate(steps):
            off_x, off_y = abs(dx - columns * self.pitch_x), abs(dy - rows * self.pitch_y)
            near = off_y <= v + 1
            near &= v * off_x + s / 2 * off_y <= v * s + np.hypot(v, s / 2)
            directions |= near.astype(np.uint8) << direction
        borders = np.zeros(hexes.shape, np.uint8)
        borders[rim] = directions
        return borders


@lru_cache(maxsize=8)
def shared(geometry: Geometry) -> Geometry:
    """One and the same object for equal geometries: their tables are made once."""
    return geometry
