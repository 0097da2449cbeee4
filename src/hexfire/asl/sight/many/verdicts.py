"""The verdicts on many lines at once."""

from __future__ import annotations

import numpy as np

from hexfire.asl.sight.ends import Verdicts
from hexfire.asl.sight.many.batch import Batch, Bools, Ints
from hexfire.asl.sight.many.hexsides import hexsides, party_walls
from hexfire.asl.sight.many.leaving import buildings, depressions
from hexfire.asl.sight.many.readings import touched
from hexfire.asl.sight.many.terrain import beside_hexspines, terrain
from hexfire.asl.sight.rules import TOO_MANY, Reason
from hexfire.asl.sight.verdict import THIN


def verdicts(batch: Batch) -> Verdicts:
    """Judge the lines of a batch."""
    runs, ground, count = batch.runs, batch.ground, len(batch.source.hex)
    asked = np.flatnonzero(ground.plain_top.take(runs.patch) > batch.low.take(runs.line))
    asked = batch.without_grazed(asked)
    # A line through speckled grain meets the same patch again and again: once is enough.
    patch, line = runs.patch.take(asked), runs.line.take(asked)
    again = (patch[1:] == patch[:-1]) & (line[1:] == line[:-1])
    again &= ground.stands.take(patch[1:])
    # On a crest it may matter where it is met.
    high, low = batch.high.take(line[1:]), batch.low.take(line[1:])
    again &= (high == low) | (ground.ground.take(patch[1:]) + 1 < high)
    asked = asked[np.concatenate(([True], ~again))] if len(asked) else asked
    inside = batch.inside_ends(asked)
    end = _surely_blocked(batch, asked[~inside])
    on = asked <= end.take(runs.line.take(asked))
    batch.inside, outside = asked[on & inside], asked[on & ~inside]
    hexsides(batch, outside)
    party_walls(batch, batch.inside)
    terrain(batch, outside, ground.hex.take(runs.patch.take(outside)))
    beside_hexspines(batch)
    depressions(batch)
    buildings(batch)
    return _collect(batch, count)


def _surely_blocked(batch: Batch, at: Ints) -> Ints:
    """[line]: the first run that blocks for sure; what comes after it need not be judged."""
    ground, (patch, line) = batch.ground, batch.at(at)
    above = ground.sure_top.take(patch) > batch.high.take(line)
    high = np.flatnonzero(above & (batch.runs.length.take(at) > THIN))
    at, line, hex = at.take(high), line.take(high), ground.hex.take(patch.take(high))
    far = batch.range.take(line)
    between = ground.ranges(batch.source.hex.take(line), hex) < far
    between &= ground.ranges(batch.target.hex.take(line), hex) < far
    first_block = np.full(len(batch.source.hex), len(batch.runs.patch), np.int64)
    at, line = at[between][::-1], line[between][::-1]
    first_block[line] = at  # the last written, the first, stays
    batch.end = first_block
    return first_block


def _collect(batch: Batch, count: int) -> Verdicts:
    blocks = np.flatnonzero(batch.reasons)
    first = np.full(count, -1, np.int64)
    first[batch.runs.line[blocks[::-1]]] = blocks[::-1]  # the last written, the first, stays
    total = batch.hinders.sum(axis=1, dtype=np.int16)
    met = first >= 0
    reason = np.where(met, batch.reasons[first], 0)
    reason = np.where(~met & (total >= TOO_MANY), Reason.HINDRANCES, reason).astype(np.int8)
    sixth = _sixth(batch, reason == Reason.HINDRANCES)
    first = np.where(sixth >= 0, sixth, first)
    pixel = np.where(first >= 0, batch.runs.pixel[first], -1).astype(np.int32)
    return Verdicts(reason, total, pixel, touched(batch, count))


def _sixth(batch: Batch, hindered: Bools) -> Ints:
    """B.10: [line]: the run at which the hindrances of these lines reach six; -1 for others."""
    if not hindered.any():
        return np.full(len(hindered), -1, np.int64)
    step = (batch.hinders.cumsum(axis=1, dtype=np.int16) >= TOO_MANY).argmax(axis=1)
    at = np.flatnonzero(hindered[batch.runs.line])
    line, hex = batch.runs.line[at], batch.ground.hex[batch.runs.patch[at]]
    there = batch.ground.distance[batch.source.hex[line], hex] == step[line]
    return batch.outermost(at[there], first=True)
