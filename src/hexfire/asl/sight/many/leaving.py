"""Many lines that leave a depression or a building too late."""

from __future__ import annotations

import numpy as np

from hexfire.asl.sight.kinds import KINDS
from hexfire.asl.sight.many.batch import Batch, Bools, rules
from hexfire.asl.sight.rules import Reading, Reason


def depressions(batch: Batch) -> None:
    """A6.3: lines out of (into) gullies, streams and sunken roads."""
    runs, ground = batch.runs, batch.ground
    for end, other, reason in (
        (batch.target, batch.source, Reason.ENTERS_DEPRESSION),
        (batch.source, batch.target, Reason.EXITS_DEPRESSION),
    ):
        if not end.in_depression.any():
            continue
        below = end.in_depression & ~_in_one_depression(batch)
        at = np.flatnonzero(below.take(runs.line))
        patch, line = batch.at(at)
        out = ~KINDS.depression.take(ground.code.take(patch))
        if batch.reading != Reading.BRIDGE:
            out &= ~ground.deck.take(patch)
        out &= ground.ground.take(patch) > end.level.take(line)
        rim = batch.outermost(at[out], first=end is batch.source)
        line = np.flatnonzero(rim >= 0)
        remaining = ground.ranges(ground.hex[runs.patch[rim[line]]], other.hex[line])
        early = rules.leaves_depression_too_early(other.level[line] - end.level[line], remaining)
        batch.reasons[rim[line[early]]] = reason


def _in_one_depression(batch: Batch) -> Bools:
    """[line]: whether a depression goes on across the hexside between two adjacent ends."""
    side = np.minimum(batch.ground.direction[batch.source.hex, batch.target.hex], 5)
    both = batch.source.in_depression & batch.target.in_depression & (batch.range == 1)
    return np.asarray(both & batch.ground.channel[batch.source.hex, side])


def buildings(batch: Batch) -> None:
    """A6.8: from one storey to another level a line must leave the building first."""
    runs, ground = batch.runs, batch.ground
    differ = batch.high != batch.low
    stuck = np.zeros(len(differ), np.bool_)
    for end, first in ((batch.source.hex, True), (batch.target.hex, False)):
        housed = differ & KINDS.building[ground.centre[end]]
        if not first:
            # Where a line is cut, or stuck at its source, it does not come there.
            housed &= (batch.stop < 0) & ~stuck
        at = np.flatnonzero(housed.take(runs.line))
        if not len(at):
            continue
        patch, line = batch.at(at)
        hex = ground.hex[patch]
        inside = hex == end[line]
        inside |= batch.borders(ground.border[patch], hex, end[line])
        leaves = batch.outermost(at[~inside], first)
        open_air = batch.outermost(at[inside & ~KINDS.building[ground.code[patch]]], first)
        never = housed & (leaves >= 0) & (open_air < 0)
        if first:
            stuck = never | (housed & (open_air > leaves))
        else:
            stuck = never | (housed & (open_air >= 0) & (open_air < leaves))
        batch.reasons[leaves[stuck]] = Reason.INSIDE_BUILDING
