"""What other readings of the rules, or of the drawing, might change on many lines."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.many.batch import ASK, Batch, Bools
from hexfire.asl.sight.many.hexsides import hexsides, one_side_only
from hexfire.asl.sight.many.terrain import terrain
from hexfire.asl.sight.rules import Reading, Reason


def touched(batch: Batch, count: int) -> npt.NDArray[np.uint8]:
    """[line]: the readings that might bring another verdict; some of them will not."""
    touched = np.zeros(count, np.uint8)
    if batch.reading != ASK:
        return touched
    blocked, firm = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    at = np.flatnonzero(batch.reasons)
    patch, line = batch.at(at)
    reason = batch.reasons.take(at)
    wall = (reason >= Reason.WALL) & (reason <= Reason.BOCAGE_BLIND)
    thin = (reason > Reason.PARTY_WALL) & batch.grazed(at)
    doubts = {
        Reading.PAINT: wall & batch.ground.stray.take(patch),
        Reading.GAP: wall & batch.ground.gap.take(patch),
        Reading.ONE_SIDE: (reason == Reason.WALL) & one_side_only(batch, patch, line),
        Reading.GRAZE: thin,
    }
    blocked[line] = True
    firm[line[~np.logical_or.reduce(list(doubts.values()))]] = True
    for reading, doubt in doubts.items():
        np.bitwise_or.at(touched, line[doubt], np.uint8(reading))
    clear = {
        Reading.GRAZE: (batch.hinders != batch.hinders_thick).any(axis=1),
        Reading.HILLSIDE: batch.hillside,
        Reading.SPILT: batch.spilt,
        Reading.BRIDGE: _below_bridges(batch),
        Reading.RIM: _at_rims(batch, ~blocked),
    }
    for reading, doubt in clear.items():
        touched[doubt & ~blocked] |= np.uint8(reading)
    touched[firm] = 0
    return touched


def _below_bridges(batch: Batch) -> Bools:
    """R-B6: lines out of or into a depression that pass below a bridge."""
    below = batch.source.in_depression | batch.target.in_depression
    at = np.flatnonzero(below.take(batch.runs.line))
    passes_below = np.zeros(len(below), np.bool_)
    passes_below[batch.runs.line[at[batch.ground.deck.take(batch.runs.patch.take(at))]]] = True
    return passes_below


def _at_rims(batch: Batch, clear: Bools) -> Bools:
    """R-A6.1-rim: lines to which what lies within a pixel of an end's hex would matter."""
    patch, line = batch.at(batch.inside)
    hex = batch.ground.hex.take(patch)
    rim = clear.take(line) & (hex != batch.source.hex[line]) & (hex != batch.target.hex[line])
    at, line, hex = batch.inside[rim], line[rim], hex[rim]
    reasons, hinders = batch.reasons, batch.hinders
    batch.reasons, batch.hinders = reasons.copy(), hinders.copy()
    hexsides(batch, at)
    terrain(batch, at, hex)
    matters = (batch.hinders != hinders).any(axis=1)
    matters[batch.runs.line[np.flatnonzero(batch.reasons != reasons)]] = True
    matters[line[batch.spine.take(line)]] = True
    batch.reasons, batch.hinders = reasons, hinders
    return np.asarray(matters)
