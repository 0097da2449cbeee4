"""A Ground as tables that the verdict on one line reads."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexfire.asl.sight.ground import KINDS, Ground, Ints

# What a terrain code is, as bits of `Tables.kind`
OBSTACLE, SPLIT, LOWER_OBSTACLE, LOWER_HINDRANCE, INHERENT, ROAD = 1, 2, 4, 8, 16, 32
BUILDING, PARTY_WALL, DEPRESSION, BRIDGE, BOCAGE = 64, 128, 256, 512, 1024

# What is special about the wall painted on a patch, as bits of `Tables.trait`
STRAY, GAP = 1, 2
"""Paint beyond the end of its hexside; a hexside with a road through its middle."""


class Tables(NamedTuple):
    """Everything the verdict looks up."""

    # By patch
    hex: Any
    ground: Any
    code: Any
    border: Any
    deck: Any
    wall_a: Any
    wall_b: Any
    trait: Any
    thing: Any
    plain_top: Any
    # By hex
    base: Any
    centre: Any
    near: Any
    axial_q: Any
    axial_r: Any
    past_hexspine: Any
    channel: Any
    walled: Any
    distance: Any
    # By axial coordinates less the first
    index: Any
    first_q: int
    first_r: int
    # By terrain code
    kind: Any
    full: Any
    top: Any
    worth: Any


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
    }
    found = [bit * table.astype(np.int64) for bit, table in bits.items()]
    return np.asarray(np.sum(found, axis=0))


def tables(ground: Ground) -> Tables:
    """The tables as lists: the interpreter reads them several times faster than arrays."""
    wall_a, wall_b = ground.walls
    index, first = ground.axial_table
    found = (
        *(ground.hex, ground.ground, ground.code, ground.border, ground.deck, wall_a, wall_b),
        *(STRAY * ground.stray + GAP * ground.gap, ground.thing),
        *(ground.plain_top,),
        *(2 * ground.base.astype(np.int32), ground.centre, ground.board.facts.neighbours),
        *(ground.axial[:, 0], ground.axial[:, 1], ground.past_hexspine, ground.channel),
        *(ground.walled, ground.distance, index),
    )
    by_code = kinds(), KINDS.full, KINDS.top, KINDS.worth
    return Tables(
        *(table.tolist() for table in found),
        *first.tolist(),
        *(table.tolist() for table in by_code),
    )
