"""A Ground as tables of plain numbers that the verdict on one line reads."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.kinds import KINDS, Ints
from hexfire.hexes.arrays import i64, vec

# What a terrain code is, as bits of `Tables.kind`
OBSTACLE: Final = 1
SPLIT: Final = 2
LOWER_OBSTACLE: Final = 4
LOWER_HINDRANCE: Final = 8
INHERENT: Final = 16
ROAD: Final = 32
BUILDING: Final = 64
PARTY_WALL: Final = 128
DEPRESSION: Final = 256
BRIDGE: Final = 512
BOCAGE: Final = 1024
WATER: Final = 2048

# What is special about a patch, as bits of `Tables.trait`
STRAY: Final = 1
"""A wall's paint beyond the end of its hexside."""
GAP: Final = 2
"""The same of a hexside with a road through its middle."""
CLIFF: Final = 4
"""Ground at a cliff."""
DECK: Final = 8
"""The top of a bridge."""


class Tables:
    """Everything the verdict looks up."""

    def __init__(self, ground: Ground) -> None:
        # By patch
        wall_a, wall_b = ground.walls
        self.hex = packed(ground.hex)
        self.ground = packed(ground.ground)
        self.code = packed(ground.code)
        self.border = packed(ground.border)
        self.wall_a = packed(wall_a)
        self.wall_b = packed(wall_b)
        self.trait = packed(
            STRAY * ground.stray + GAP * ground.gap + CLIFF * ground.cliff + DECK * ground.deck
        )
        self.thing = packed(ground.thing)
        self.plain_top = packed(ground.plain_top)
        # By hex; by hex and direction; by hex and hex
        facts = ground.board.facts
        self.hexes: i64 = len(ground.base)
        self.base = packed(2 * ground.base.astype(np.int32))
        self.centre = packed(ground.centre)
        self.axial_q = packed(ground.axial[:, 0])
        self.axial_r = packed(ground.axial[:, 1])
        self.near = packed(facts.neighbours)
        self.past_hexspine = packed(ground.past_hexspine)
        self.channel = packed(ground.channel)
        self.walled = packed(ground.walled)
        self.distance = packed(ground.distance)
        # By axial coordinates less the first
        index, first = ground.axial_table
        self.index = packed(index)
        self.first_q: i64 = first.tolist()[0]
        self.first_r: i64 = first.tolist()[1]
        self.columns: i64 = index.shape[0]
        self.rows: i64 = index.shape[1]
        # By terrain code
        self.kind = packed(kinds())
        self.full = packed(KINDS.full)
        self.top = packed(KINDS.top)
        self.worth = packed(KINDS.worth)

    def far(self, a: i64, b: i64) -> i64:
        """The range between two hexes."""
        return self.distance[a * self.hexes + b]

    def direction(self, a: i64, b: i64) -> i64:
        """The direction of a neighbour; -1 if the hexes are not adjacent."""
        for d in range(6):
            if self.near[6 * a + d] == b:
                return d
        return -1

    def hex_at(self, q: i64, r: i64) -> i64:
        """The index of a hex by its axial coordinates; -1 off the board."""
        column, row = q - self.first_q, r - self.first_r
        if column < 0 or row < 0 or column >= self.columns or row >= self.rows:
            return -1
        return self.index[column * self.rows + row]


def packed(table: Any) -> vec[i64]:
    """The numbers of an array, row by row."""
    return vec[i64](table.reshape(-1).astype(np.int64).tolist())


def kinds() -> Ints:
    """[code]: what the terrain is, as bits."""
    bits = {
        OBSTACLE: KINDS.obstacle,
        SPLIT: KINDS.split,
        LOWER_OBSTACLE: KINDS.lower_obstacle,
        LOWER_HINDRANCE: KINDS.lower_hindrance,
        INHERENT: KINDS.inherent,
        ROAD: KINDS.road,
        BUILDING: KINDS.building,
        PARTY_WALL: KINDS.party_wall,
        DEPRESSION: KINDS.depression,
        BRIDGE: KINDS.bridge,
        BOCAGE: KINDS.bocage,
        WATER: KINDS.water,
    }
    columns = [bit * table.astype(np.int64) for bit, table in bits.items()]
    return np.asarray(np.sum(columns, axis=0))
