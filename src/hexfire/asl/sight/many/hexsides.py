"""Walls, hedges, bocage, and the bars between rowhouses, on many lines."""

from __future__ import annotations

import numpy as np

from hexfire.asl.sight.hexspines import HEXSPINES
from hexfire.asl.sight.kinds import KINDS
from hexfire.asl.sight.many.batch import Batch, Bools, Ints, rules
from hexfire.asl.sight.rules import Reading, Reason

# The vertex of a hexspine line by its way of two hexes; the six ways differ modulo 5.
_VERTEX = np.zeros((5, 5), np.int64)
for (_q, _r), _vertex in HEXSPINES.items():
    _VERTEX[_q % 5, _r % 5] = _vertex


def hexsides(batch: Batch, at: Ints) -> None:
    ground = batch.ground
    at = at[ground.walls[0].take(batch.runs.patch.take(at)) >= 0]
    if batch.reading == Reading.PAINT:
        at = at[~ground.stray.take(batch.runs.patch.take(at))]
    if not len(at):
        return
    patch, line = batch.at(at)
    a, b = (side.take(patch) for side in ground.walls)
    s, e = batch.source.hex.take(line), batch.target.hex.take(line)
    other = np.flatnonzero(~(rules.belongs_to(a, b, s) | rules.belongs_to(a, b, e)))
    at, a, b, patch, line, s, e = (x.take(other) for x in (at, a, b, patch, line, s, e))
    ranges = ground.ranges
    along = rules.is_hexspine_of(ranges(s, a), ranges(s, b))
    along |= rules.is_hexspine_of(ranges(e, a), ranges(e, b))
    source, target = batch.source.level.take(line), batch.target.level.take(line)
    level, bocage = ground.ground.take(patch), KINDS.bocage.take(ground.code.take(patch))
    wall = ~bocage & ~along & rules.wall_blocks(level, source, target)
    hillside = ~bocage & ~along & ~wall & _hillside_walls(batch, line, a, b, level)
    batch.hillside[line[hillside]] = True
    if batch.reading == Reading.HILLSIDE:
        batch.block(at, hillside, Reason.WALL)
    elif batch.reading == Reading.GAP:
        wall &= ~ground.gap.take(patch)
    elif batch.reading == Reading.ONE_SIDE:
        wall &= ~one_side_only(batch, patch, line)
    wall = np.flatnonzero(wall)
    past = _goes_on_past(batch, line.take(wall), a.take(wall), b.take(wall))
    batch.block(at.take(wall), ~past, Reason.WALL)
    if batch.reading == Reading.GAP:
        bocage &= ~ground.gap.take(patch)
    if not bocage.any():
        return
    high, low, top = batch.high.take(line), batch.low.take(line), level + 2
    stands = bocage & rules.bocage_blocks(top, source, target, high, low)
    batch.block(at, stands & ~along, Reason.BOCAGE)
    batch.block(at, stands & along, Reason.BOCAGE_ALONG)
    lower, higher = np.where(source <= target, s, e), np.where(source <= target, e, s)
    behind = np.where(ranges(lower, b) < ranges(lower, a), b, a)
    to_low, to_high = ranges(lower, behind), ranges(higher, behind)
    blind = rules.bocage_casts_blind_hexes(top, high, low, to_low, to_high)
    blind |= along & rules.casts_blind_hexes(top, high, low, to_low, to_high)
    batch.block(at, bocage & blind, Reason.BOCAGE_BLIND)


def _hillside_walls(batch: Batch, line: Ints, a: Ints, b: Ints, level: Ints) -> Bools:
    """R-B9.6: hillside walls that by another reading hide the lower end."""
    hides = np.asarray(batch.ground.base.take(a) != batch.ground.base.take(b))
    on = np.flatnonzero(hides)
    line = line.take(on)
    high, low = batch.high.take(line), batch.low.take(line)
    hides[on] = rules.hillside_wall_hides(level.take(on), high, low)
    return hides


def _goes_on_past(batch: Batch, line: Ints, a: Ints, b: Ints) -> Bools:
    past = np.zeros(len(line), np.bool_)
    spine = np.flatnonzero(batch.spine.take(line))
    line, a, b = line.take(spine), a.take(spine), b.take(spine)
    for end, beyond in zip((batch.source.hex, batch.target.hex), _beyond(batch), strict=True):
        hex, there = end.take(line), beyond.take(line)
        near = np.minimum(batch.ground.ranges(hex, a), batch.ground.ranges(hex, b))
        past[spine] |= (there >= 0) & ((a == there) | (b == there)) & (near == 1)
    return past


def _beyond(batch: Batch) -> tuple[Ints, Ints]:
    """[line]: see `Ground.past_hexspine`, from the source and from the target."""
    half = np.maximum(batch.range // 2, 1)[:, None]
    way = (batch.ground.axial[batch.target.hex] - batch.ground.axial[batch.source.hex]) // half
    long = batch.spine & (batch.range > 2)
    hexes = []
    for end, step in ((batch.source.hex, way), (batch.target.hex, -way)):
        vertex = _VERTEX[step[:, 0] % 5, step[:, 1] % 5]
        hexes.append(np.where(long, batch.ground.past_hexspine[end, vertex], -1))
    return hexes[0], hexes[1]


def party_walls(batch: Batch, at: Ints) -> None:
    """B23.71: rowhouse bars block even at an end's own hexside."""
    patch, line = batch.at(at)
    code = batch.ground.code.take(patch)
    bar = np.flatnonzero(KINDS.party_wall.take(code))
    top = batch.ground.ground[patch[bar]] + KINDS.top[code[bar]]
    stands = rules.rises_above_both(
        top, batch.source.level[line[bar]], batch.target.level[line[bar]]
    )
    batch.block(at[bar], stands, Reason.PARTY_WALL)


def one_side_only(batch: Batch, patch: Ints, line: Ints) -> Bools:
    """R-B9.2-side: whether a wall leaves a hexspine line to one side, with none opposite."""
    one_sided = np.zeros(len(line), np.bool_)
    a, b = (side.take(patch) for side in batch.ground.walls)
    on = np.flatnonzero(batch.spine.take(line) & (a >= 0))
    line, a, b = line[on], a[on], b[on]
    other, back = batch.mirrored(line, a), batch.mirrored(line, b)
    side = batch.ground.direction[np.maximum(other, 0), np.maximum(back, 0)]
    walled = batch.ground.walled[np.maximum(other, 0), np.minimum(side, 5)]
    alone = (other >= 0) & (back >= 0) & ~((other == b) & (back == a))
    one_sided[on] = alone & (side < 6) & ~walled
    return one_sided
