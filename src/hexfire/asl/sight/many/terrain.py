"""What stands in the way of many lines."""

from __future__ import annotations

import numpy as np

from hexfire.asl.sight.kinds import KINDS
from hexfire.asl.sight.many.batch import Batch, Bools, Ints, rules
from hexfire.asl.sight.rules import Reading, Reason


def terrain(batch: Batch, at: Ints, hex: Ints) -> None:
    """What stands on patches, as patches of the given hexes."""
    ground, line = batch.ground, batch.runs.line.take(at)
    near = ground.ranges(batch.source.hex.take(line), hex)
    far = ground.ranges(batch.target.hex.take(line), hex)
    limit = batch.range.take(line)
    between = np.flatnonzero((near < limit) & (far < limit))
    at, hex, line, near, far = (x.take(between) for x in (at, hex, line, near, far))
    patch = batch.runs.patch.take(at)
    raw, level = ground.code.take(patch), ground.ground.take(patch)
    code = ground.effective_in(raw, hex)
    spilt = KINDS.inherent.take(raw) & ~KINDS.inherent.take(ground.centre.take(hex))
    if batch.reading == Reading.SPILT:
        code, spilt = np.where(spilt, raw, code), np.zeros_like(spilt)
    batch.spilt[line[spilt]] = True
    source, target = batch.source.level.take(line), batch.target.level.take(line)
    high, low = np.maximum(source, target), np.minimum(source, target)
    flush = rules.level_with_both(level, source, target)
    open_ = ~spilt & ~(ground.deck.take(patch) & ~(KINDS.bridge.take(raw) & flush))
    batch.block(at, open_ & (level > high), Reason.GROUND)
    full, top = level + KINDS.full.take(code), level + KINDS.top.take(code)
    split = open_ & KINDS.split.take(code) & flush
    batch.block(at, split & KINDS.lower_obstacle.take(code), Reason.LOWER_OBSTACLE)
    hinder = split & KINDS.lower_hindrance.take(code)
    rest = open_ & ~split
    above = rest & (top > level) & rules.rises_above_both(top, source, target)
    obstacle = KINDS.obstacle.take(code)
    batch.block(at, above & obstacle, Reason.HIGHER_THAN_BOTH)
    hinder |= above & ~obstacle
    # The grain hinders; the hill it grows on may yet block.
    hill = above & ~obstacle & (full == level) & rules.level_with_higher_end(level, high, low)
    top = np.where(hill, level, top)
    rest &= ~above | hill
    upward = source <= target
    to_low, to_high = np.where(upward, near, far), np.where(upward, far, near)
    even = rest & rules.level_with_higher_end(top, high, low)
    only_hinders = even & (top > level) & ~obstacle
    hinder |= only_hinders
    rest &= ~only_hinders
    even = np.flatnonzero(even & ~only_hinders)
    base = 2 * ground.base.take(hex.take(even)).astype(np.int32)
    unbroken = _unbroken(batch, at.take(even), line.take(even), hex.take(even))
    crest = rules.crest_in_lower_hex(
        full.take(even), level.take(even), base, high.take(even), to_high.take(even), unbroken
    )
    batch.block(at.take(even), ~crest, Reason.NO_HEIGHT_ADVANTAGE)
    hides = rules.hides_behind_crest(level, high, low, to_low, to_high)
    cliff = np.flatnonzero(ground.cliff.take(patch))
    hides[cliff] = rules.casts_blind_hexes(
        *(x.take(cliff) for x in (level, high, low, to_low, to_high))
    )
    bare = full == level
    blind = rest & ~bare & rules.casts_blind_hexes(full, high, low, to_low, to_high)
    batch.block(at, rest & hides & (bare | (blind & ~obstacle)), Reason.BEHIND_CREST)
    batch.block(at, blind & obstacle, Reason.BLIND_HEX)
    hinder |= blind & ~obstacle & ~hides
    met = np.flatnonzero(hinder)
    place, worth = (line.take(met), near.take(met)), KINDS.worth.take(code.take(met))
    np.maximum.at(batch.hinders, place, worth.astype(np.int8))
    thick = np.where(batch.grazed(at.take(met)), 0, worth)
    np.maximum.at(batch.hinders_thick, place, thick.astype(np.int8))


def _unbroken(batch: Batch, at: Ints, line: Ints, hex: Ints) -> Bools:
    """Whether the ground keeps the higher end's level from there to each run.

    And falls before the line is half through the hex (R-B10.2). Asked of hexes next to the
    higher end only; a line that is not followed to its end has been blocked before.
    """
    if not len(at):
        return np.zeros(0, np.bool_)
    runs, wanted = batch.runs, np.zeros(len(batch.high), np.bool_)
    wanted[line] = True
    on = np.flatnonzero(wanted.take(runs.line))
    patch, of = batch.at(on)
    raised = batch.ground.ground.take(patch) >= batch.high.take(of)
    first = batch.outermost(on[~raised], first=True)
    last = batch.outermost(on[~raised], first=False)
    first = np.where(first < 0, len(runs.patch), first)
    down = batch.source.level.take(line) > batch.target.level.take(line)
    kept = np.where(down, at <= first.take(line), at >= last.take(line))
    # Of each line, its pixels in each hex, and those on the higher level.
    count = len(batch.ground.base)
    keys, place = np.unique(of * count + batch.ground.hex.take(patch), return_inverse=True)
    through = np.bincount(place, runs.length.take(on))
    high = np.bincount(place, np.where(raised, runs.length.take(on), 0))
    own = np.minimum(np.searchsorted(keys, line * count + hex), len(keys) - 1)
    here = keys.take(own) == line * count + hex  # else the line passes only beside the hex
    kept &= np.where(here, 2 * high.take(own) <= through.take(own), True)
    # The bank of a pond or canal seen into, the rim of a depression.
    centre = batch.ground.centre
    lower = np.where(down, batch.target.hex.take(line), batch.source.hex.take(line))
    wet = KINDS.water.take(centre.take(hex)) & KINDS.water.take(centre.take(lower))
    return np.asarray(kept | wet | KINDS.depression.take(centre.take(hex)))


def beside_hexspines(batch: Batch) -> None:
    """A hexspine line touches the hexes on both sides of each hexside it runs along."""
    runs, ground = batch.runs, batch.ground
    at = batch.without_grazed(np.flatnonzero(batch.spine.take(runs.line)))
    at = at[at <= batch.end.take(runs.line.take(at))]
    patch, line = batch.at(at)
    hex = ground.hex.take(patch)
    asked = ground.beside_inherent[hex] | (ground.plain_top[patch] > batch.low[line])
    asked &= ground.ranges(batch.source.hex[line], hex) % 2 == 1
    at, line, hex = at[asked], line[asked], hex[asked]
    partner = batch.mirrored(line, hex)
    plain = ground.plain_top[runs.patch[at]] <= batch.low[line]
    asked = (partner >= 0) & (partner != hex)
    asked &= ~plain | KINDS.inherent[ground.centre[partner]]
    at, partner = at[asked], partner[asked]
    outside = ~batch.inside_ends(at)
    terrain(batch, at[outside], partner[outside])
