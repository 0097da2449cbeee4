"""Walls, hedges and bocage on the hexsides of a board: where, of which kind, at which level."""

from __future__ import annotations

from enum import StrEnum
from weakref import WeakKeyDictionary

import msgspec
import numpy as np

from hexfire.asl.walls.chart import chart
from hexfire.boards import Board
from hexfire.boards.terrain import BOCAGE, HEDGE, WALL
from hexfire.hexes import Hex, Side


class WallKind(StrEnum):
    """Hexsides that Wall Advantage is about."""

    WALL = "wall"
    HEDGE = "hedge"
    BOCAGE = "bocage"

    @property
    def tem(self) -> int:
        """B9.3-ref: the TEM of the hexside."""
        return int(chart()[self]["tem"])

    @property
    def tem_indirect(self) -> int:
        """B9.34a: against Indirect Fire the TEM is one lower, never below 0."""
        return int(chart()[self]["tem_indirect"])

    @property
    def gives_hull_down(self) -> bool:
        """B9.36d: a hedge never gives HD status; B9.5b: bocage does as a wall does."""
        return self is not WallKind.HEDGE


KIND_BY_CODE = {WALL: WallKind.WALL, HEDGE: WallKind.HEDGE, BOCAGE: WallKind.BOCAGE}


class Wall(msgspec.Struct, frozen=True):
    """A walled hexside."""

    side: Side
    kind: WallKind
    level: float
    """B9.35a: the base level it stands on; between two levels for a hillside wall."""
    gap: bool
    """Clearly interrupted: a road leads through (B9.4e)."""


def wall_on(board: Board, side: Side) -> Wall | None:
    """The wall, hedge or bocage on a hexside, if there is one.

    B9.51, B9.5a: bocage is what an SSR makes of printed hedges or walls, in their place.
    """
    terrain = board.hexside_terrain(side)
    if terrain is None or terrain.code not in KIND_BY_CODE:
        return None
    kind = KIND_BY_CODE[terrain.code]
    return Wall(side, kind, base_level(board, side, terrain.code), _has_gap(board, side))


# Boards do not change: what was found on one is kept as long as the board itself.
_WALLS: WeakKeyDictionary[Board, dict[Hex, tuple[Wall, ...]]] = WeakKeyDictionary()


def walls_of(board: Board, hex: Hex) -> tuple[Wall, ...]:
    """The walled hexsides of a hex."""
    known = _WALLS.setdefault(board, {})
    if hex not in known:
        walls = (wall_on(board, side) for side in hex.sides())
        known[hex] = tuple(wall for wall in walls if wall is not None)
    return known[hex]


def base_level(board: Board, side: Side, code: int) -> float:
    """B9.35a: between different levels a wall stands on the lower one if it is drawn there.

    It does when lower ground is drawn between the wall and the crest line, that is when the ground
    under the paint is the lower level. Otherwise it is a hillside wall: half-way.
    """
    levels = sorted(board.base_level(hex) for hex in side.hexes if hex in board.grid)
    if len(levels) < 2 or levels[0] == levels[1]:
        return levels[0]
    under = _levels_under(board, side, code)
    return levels[0] if under <= levels[0] else (levels[0] + levels[1]) / 2


def _levels_under(board: Board, side: Side, code: int) -> float:
    """The usual ground level under a hexside's paint."""
    geometry = board.geometry
    near = next(hex for hex in side.hexes if hex in board.grid)
    index, k = board.grid.index(near), near.sides().index(side)
    ends = geometry.vertices[index][[k, (k + 1) % 6]]
    low = np.clip(np.floor(ends.min(axis=0)).astype(int) - 6, 0, None)
    high = np.ceil(ends.max(axis=0)).astype(int) + 7
    window = slice(low[1], high[1]), slice(low[0], high[0])
    painted = board.terrain[window] == code
    y, x = np.nonzero(painted)
    if not len(x):
        return float(board.base_level(near))
    # Only paint along this hexside, not that of its neighbours.
    (ax, ay), (bx, by) = ends
    length = np.hypot(bx - ax, by - ay)
    px, py = x + low[0] - ax, y + low[1] - ay
    along = (px * (bx - ax) + py * (by - ay)) / length**2
    across = np.abs(px * (by - ay) - py * (bx - ax)) / length
    here = (along > 0.15) & (along < 0.85) & (across < 7)
    levels = board.elevation[window][y[here], x[here]]
    return float(np.median(levels)) if len(levels) else float(board.base_level(near))


def _has_gap(board: Board, side: Side) -> bool:
    """Whether the middle of the hexside is a road instead of wall."""
    for hex in side.hexes:
        if hex not in board.grid:
            continue
        index = board.grid.index(hex)
        x, y = board.geometry.hexside_points[index, hex.sides().index(side)]
        if 0 <= x < board.width and 0 <= y < board.height:
            code = int(board.terrain[y, x])
            if code in KIND_BY_CODE:
                return False
    return True
