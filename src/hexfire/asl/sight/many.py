"""Many lines of sight at once: the same rules as for one, asked of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight import lines, rules
from hexfire.asl.sight.ground import KINDS, Ground
from hexfire.asl.sight.judge import HEXSPINES
from hexfire.asl.sight.rules import TOO_MANY, Reason

# Arrays of ints and of bools: numpy's stubs lose the exact type in arithmetic.
Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]

CHUNK = 2048
"""Lines judged together: enough to keep arrays long, few enough to stay in the cache."""


# The vertex of a hexspine line by its way of two hexes; the six ways differ modulo 5.
_VERTEX = np.zeros((5, 5), np.int64)
for (_q, _r), _vertex in HEXSPINES.items():
    _VERTEX[_q % 5, _r % 5] = _vertex


class Ends(NamedTuple):
    """One end of each of many lines, as arrays."""

    hex: Ints
    pixel: Ints
    """[line, (x, y)]"""
    level: Ints
    in_depression: Bools

    def part(self, at: Any) -> Ends:
        """Some of the lines: a slice, or their numbers."""
        return Ends(self.hex[at], self.pixel[at], self.level[at], self.in_depression[at])


class Verdicts(NamedTuple):
    """The answers, as arrays by line."""

    reason: npt.NDArray[np.int8]
    """0 for clear; else a `Reason`."""
    hindrance: npt.NDArray[np.int16]
    pixel: Ints
    """Where a line is blocked (y * width + x); -1 if clear."""

    @property
    def blocked(self) -> Bools:
        return np.asarray(self.reason != 0)


def judge(ground: Ground, source: Ends, target: Ends) -> Verdicts:
    """The LOS of many pairs of ends in different hexes."""
    parts = [
        _Lines(ground, source.part(at), target.part(at)).verdicts()
        for start in range(0, len(source.hex), CHUNK)
        for at in (slice(start, start + CHUNK),)
    ]
    if not parts:
        return Verdicts(np.zeros(0, np.int8), np.zeros(0, np.int16), np.zeros(0, np.int32))
    return Verdicts(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@dataclass(eq=False)
class _Lines:
    ground: Ground
    source: Ends
    target: Ends

    @cached_property
    def runs(self) -> lines.Runs:
        return lines.many(self.ground, self.source.pixel, self.target.pixel)

    @cached_property
    def range(self) -> Ints:
        return self.ground.distance[self.source.hex, self.target.hex]

    @cached_property
    def high(self) -> Ints:
        return np.maximum(self.source.level, self.target.level)

    @cached_property
    def low(self) -> Ints:
        return np.minimum(self.source.level, self.target.level)

    def verdicts(self) -> Verdicts:
        runs, count = self.runs, len(self.source.hex)
        self.reasons = np.zeros(len(runs.patch), np.int8)
        self.hinders = np.zeros((count, int(self.range.max(initial=0)) + 1), np.int8)
        asked = np.flatnonzero(self.ground.plain_top[runs.patch] > self.low[runs.line])
        # A line through speckled grain meets the same patch again and again: once is enough.
        again = (runs.patch[asked][1:] == runs.patch[asked][:-1]) & (
            runs.line[asked][1:] == runs.line[asked][:-1]
        )
        asked = asked[np.concatenate(([True], ~again))] if len(asked) else asked
        inside = self._inside(asked)
        on = asked <= self._surely_blocked(asked[~inside])[runs.line[asked]]
        asked, inside = asked[on], inside[on]
        self._hexsides(asked[~inside])
        self._party_walls(asked[inside])
        self._terrain(asked[~inside], self.ground.hex[runs.patch[asked[~inside]]])
        self._beside_hexspines()
        self._depressions()
        self._buildings()
        return self._collect(count)

    def _surely_blocked(self, at: Ints) -> Ints:
        """[line]: the first run that blocks for sure; what comes after it need not be judged."""
        patch, line = self.runs.patch[at], self.runs.line[at]
        high = np.flatnonzero(self.ground.sure_top[patch] > self.high[line])
        at, line, hex = at[high], line[high], self.ground.hex[patch[high]]
        distance, far = self.ground.distance, self.range[line]
        between = distance[self.source.hex[line], hex] < far
        between &= distance[self.target.hex[line], hex] < far
        found = np.full(len(self.source.hex), len(self.runs.patch), np.int64)
        at, line = at[between][::-1], line[between][::-1]
        found[line] = at  # the last written, the first, stays
        self.end = found
        return found

    def _collect(self, count: int) -> Verdicts:
        blocks = np.flatnonzero(self.reasons)
        first = np.full(count, -1, np.int64)
        first[self.runs.line[blocks[::-1]]] = blocks[::-1]  # the last written, the first, stays
        total = self.hinders.sum(axis=1, dtype=np.int16)
        met = first >= 0
        reason = np.where(met, self.reasons[first], 0)
        reason = np.where(~met & (total >= TOO_MANY), Reason.HINDRANCES, reason).astype(np.int8)
        sixth = self._sixth(reason == Reason.HINDRANCES)
        first = np.where(sixth >= 0, sixth, first)
        pixel = np.where(first >= 0, self.runs.pixel[first], -1).astype(np.int32)
        return Verdicts(reason, total, pixel)

    def _sixth(self, hindered: Bools) -> Ints:
        """B.10: [line]: the run at which the hindrances of these lines reach six; -1 for others."""
        if not hindered.any():
            return np.full(len(hindered), -1, np.int64)
        step = (self.hinders.cumsum(axis=1, dtype=np.int16) >= TOO_MANY).argmax(axis=1)
        at = np.flatnonzero(hindered[self.runs.line])
        line, hex = self.runs.line[at], self.ground.hex[self.runs.patch[at]]
        there = self.ground.distance[self.source.hex[line], hex] == step[line]
        return self._outermost(at[there], first=True)

    def _inside(self, at: Ints) -> Bools:
        """Whether a run counts as in an end's hex: in it, or within a pixel of it."""
        patch, line = self.runs.patch[at], self.runs.line[at]
        hex = self.ground.hex[patch]
        s, e = self.source.hex[line], self.target.hex[line]
        inside = np.asarray((hex == s) | (hex == e))
        border = self.ground.border[patch]
        rim = np.flatnonzero((border != 0) & ~inside)
        inside[rim] = self._borders(border[rim], hex[rim], s[rim]) | self._borders(
            border[rim], hex[rim], e[rim]
        )
        return inside

    def _borders(self, border: npt.NDArray[np.uint8], hex: Ints, end: Ints) -> Bools:
        near: Bools = (border >> self.ground.direction[hex, end]) & 1 == 1
        return near

    def _block(self, at: Ints, mask: Bools, reason: Reason) -> None:
        """Of several reasons at one place the first in the order of `Reason` counts."""
        hit = at[mask]
        free = hit[self.reasons[hit] == 0]
        self.reasons[free] = reason

    # Walls, hedges, bocage

    def _hexsides(self, at: Ints) -> None:
        ground = self.ground
        a, b = (side[self.runs.patch[at]] for side in ground.walls)
        at, a, b = (array[a >= 0] for array in (at, a, b))
        patch, line = self.runs.patch[at], self.runs.line[at]
        s, e = self.source.hex[line], self.target.hex[line]
        own = rules.belongs_to(a, b, s) | rules.belongs_to(a, b, e)
        at, a, b, patch, line, s, e = (x[~own] for x in (at, a, b, patch, line, s, e))
        distance = ground.distance
        along = rules.is_hexspine_of(distance[s, a], distance[s, b])
        along |= rules.is_hexspine_of(distance[e, a], distance[e, b])
        source, target = self.source.level[line], self.target.level[line]
        level, bocage = ground.ground[patch], KINDS.bocage[ground.code[patch]]
        past = self._goes_on_past(line, a, b)
        wall = ~bocage & ~along & ~past & rules.wall_blocks(level, source, target)
        self._block(at, wall, Reason.WALL)
        high, low, top = self.high[line], self.low[line], level + 2
        stands = bocage & rules.bocage_blocks(top, source, target, high, low)
        self._block(at, stands & ~along, Reason.BOCAGE)
        self._block(at, stands & along, Reason.BOCAGE_ALONG)
        lower, higher = np.where(source <= target, s, e), np.where(source <= target, e, s)
        behind = np.where(distance[lower, b] < distance[lower, a], b, a)
        to_low, to_high = distance[lower, behind], distance[higher, behind]
        blind = rules.bocage_casts_blind_hexes(top, high, low, to_low, to_high)
        blind |= along & rules.casts_blind_hexes(top, high, low, to_low, to_high)
        self._block(at, bocage & blind, Reason.BOCAGE_BLIND)

    def _goes_on_past(self, line: Ints, a: Ints, b: Ints) -> Bools:
        past = np.zeros(len(line), np.bool_)
        for end, beyond in zip((self.source.hex, self.target.hex), self._beyond, strict=True):
            near = np.minimum(
                self.ground.distance[end[line], a], self.ground.distance[end[line], b]
            )
            past |= (beyond[line] >= 0) & ((a == beyond[line]) | (b == beyond[line])) & (near == 1)
        return past

    @cached_property
    def spine(self) -> Bools:
        """Which lines run along hexsides."""
        delta = self.ground.axial[self.target.hex] - self.ground.axial[self.source.hex]
        q, r = np.abs(delta[:, 0]), np.abs(delta[:, 1])
        s = np.abs(delta.sum(axis=1))
        small, large = np.minimum(np.minimum(q, r), s), np.maximum(np.maximum(q, r), s)
        return np.asarray((2 * small == large) & (small > 0))

    @cached_property
    def _beyond(self) -> tuple[Ints, Ints]:
        """[line]: see `Ground.past_hexspine`, from the source and from the target."""
        half = np.maximum(self.range // 2, 1)[:, None]
        way = (self.ground.axial[self.target.hex] - self.ground.axial[self.source.hex]) // half
        long = self.spine & (self.range > 2)
        found = []
        for end, step in ((self.source.hex, way), (self.target.hex, -way)):
            vertex = _VERTEX[step[:, 0] % 5, step[:, 1] % 5]
            found.append(np.where(long, self.ground.past_hexspine[end, vertex], -1))
        return found[0], found[1]

    def _party_walls(self, at: Ints) -> None:
        """B23.71: rowhouse bars block even at an end's own hexside."""
        patch, line = self.runs.patch[at], self.runs.line[at]
        code = self.ground.code[patch]
        bar = np.flatnonzero(KINDS.party_wall[code])
        top = self.ground.ground[patch[bar]] + KINDS.top[code[bar]]
        stands = rules.rises_above_both(
            top, self.source.level[line[bar]], self.target.level[line[bar]]
        )
        self._block(at[bar], stands, Reason.PARTY_WALL)

    # What stands in the way

    def _terrain(self, at: Ints, hex: Ints) -> None:
        """What stands on patches, as patches of the given hexes."""
        ground, line = self.ground, self.runs.line[at]
        near = ground.distance[self.source.hex[line], hex]
        far = ground.distance[self.target.hex[line], hex]
        between = (near < self.range[line]) & (far < self.range[line])
        at, hex, line, near, far = (x[between] for x in (at, hex, line, near, far))
        patch = self.runs.patch[at]
        raw, level = ground.code[patch], ground.ground[patch]
        code = ground.effective_in(raw, hex)
        spilt = KINDS.inherent[raw] & ~KINDS.inherent[ground.centre[hex]]
        source, target = self.source.level[line], self.target.level[line]
        high, low = self.high[line], self.low[line]
        flush = rules.level_with_both(level, source, target)
        open_ = ~spilt & ~(ground.deck[patch] & ~(KINDS.bridge[raw] & flush))
        self._block(at, open_ & (level > high), Reason.GROUND)
        full, top = level + KINDS.full[code], level + KINDS.top[code]
        split = open_ & KINDS.split[code] & flush
        self._block(at, split & KINDS.lower_obstacle[code], Reason.LOWER_OBSTACLE)
        hinder = split & KINDS.lower_hindrance[code]
        rest = open_ & ~split
        above = rest & (top > level) & rules.rises_above_both(top, source, target)
        obstacle = KINDS.obstacle[code]
        self._block(at, above & obstacle, Reason.HIGHER_THAN_BOTH)
        hinder |= above & ~obstacle
        rest &= ~above
        upward = source <= target
        to_low, to_high = np.where(upward, near, far), np.where(upward, far, near)
        base = 2 * ground.base[hex].astype(np.int32)
        even = rest & rules.level_with_higher_end(top, high, low)
        even &= ~rules.crest_in_lower_hex(
            full, level, base, high, to_high, self._unbroken(at, line, hex)
        )
        self._block(at, even, Reason.NO_HEIGHT_ADVANTAGE)
        bare = full == level
        crest = rest & bare & rules.hides_behind_crest(level, high, low, to_low, to_high)
        self._block(at, crest, Reason.BEHIND_CREST)
        blind = rest & ~bare & rules.casts_blind_hexes(full, high, low, to_low, to_high)
        self._block(at, blind & obstacle, Reason.BLIND_HEX)
        hinder |= blind & ~obstacle
        np.maximum.at(
            self.hinders, (line[hinder], near[hinder]), KINDS.worth[code[hinder]].astype(np.int8)
        )

    def _unbroken(self, at: Ints, line: Ints, hex: Ints) -> Bools:
        """Whether the ground keeps the higher end's level from there to each run."""
        first, last = self._falls
        down = self.source.level[line] > self.target.level[line]
        kept = np.where(down, at <= first[line], at >= last[line])
        return np.asarray(kept | KINDS.depression[self.ground.centre[hex]])

    @cached_property
    def _falls(self) -> tuple[Ints, Ints]:
        """[line]: the first and the last run below the higher end."""
        runs = self.runs
        low = np.flatnonzero(self.ground.ground[runs.patch] < self.high[runs.line])
        first = self._outermost(low, first=True)
        last = self._outermost(low, first=False)
        return np.where(first < 0, len(runs.patch), first), last

    def _beside_hexspines(self) -> None:
        """A hexspine line touches the hexes on both sides of each hexside it runs along."""
        runs, ground = self.runs, self.ground
        at = np.flatnonzero(self.spine[runs.line])
        at = at[at <= self.end[runs.line[at]]]
        line, patch = runs.line[at], runs.patch[at]
        hex = ground.hex[patch]
        asked = ground.beside_inherent[hex] | (ground.plain_top[patch] > self.low[line])
        asked &= ground.distance[self.source.hex[line], hex] % 2 == 1
        at, line, hex = at[asked], line[asked], hex[asked]
        s, e = self.source.hex[line], self.target.hex[line]
        step = ground.distance[s, hex]
        half = np.maximum(self.range[line] // 2, 1)
        way = (ground.axial[e] - ground.axial[s]) // half[:, None]
        there = 2 * ground.axial[s] + step[:, None] * way - ground.axial[hex]
        partner = self._index(there)
        plain = ground.plain_top[runs.patch[at]] <= self.low[line]
        asked = (partner >= 0) & (partner != hex)
        asked &= ~plain | KINDS.inherent[ground.centre[partner]]
        at, partner, line, step, s = (x[asked] for x in (at, partner, line, step, s))
        on_step = ground.distance[s, partner] == step
        at, partner = at[on_step], partner[on_step]
        outside = ~self._inside(at)
        self._terrain(at[outside], partner[outside])

    def _index(self, axial: Ints) -> Ints:
        """Hex indices of axial coordinates; -1 off the board."""
        table, low = _axial_table(self.ground)
        place = axial - low
        good = np.asarray(((place >= 0) & (place < table.shape)).all(axis=1))
        place = np.where(good[:, None], place, 0)
        return np.where(good, table[place[:, 0], place[:, 1]], -1)

    # Ends in depressions and buildings

    def _depressions(self) -> None:
        """A6.3: lines out of (into) gullies, streams and sunken roads."""
        runs, ground = self.runs, self.ground
        for end, other, reason in (
            (self.source, self.target, Reason.EXITS_DEPRESSION),
            (self.target, self.source, Reason.ENTERS_DEPRESSION),
        ):
            if not end.in_depression.any():
                continue
            patch = runs.patch
            out = end.in_depression[runs.line] & ~KINDS.depression[ground.code[patch]]
            out &= (ground.ground[patch] > end.level[runs.line]) & ~ground.deck[patch]
            out &= ~self._in_one_depression[runs.line]
            at = np.flatnonzero(out)
            rim = self._outermost(at, first=end is self.source)
            line = np.flatnonzero(rim >= 0)
            remaining = ground.distance[ground.hex[patch[rim[line]]], other.hex[line]]
            early = rules.leaves_depression_too_early(
                other.level[line] - end.level[line], remaining
            )
            self.reasons[rim[line[early]]] = reason

    @cached_property
    def _in_one_depression(self) -> Bools:
        """[line]: whether a depression goes on across the hexside between two adjacent ends."""
        side = np.minimum(self.ground.direction[self.source.hex, self.target.hex], 5)
        both = self.source.in_depression & self.target.in_depression & (self.range == 1)
        return np.asarray(both & self.ground.channel[self.source.hex, side])

    def _outermost(self, at: Ints, first: bool) -> Ints:
        """[line]: the first (or last) of these runs on each line; -1 for none."""
        found = np.full(len(self.source.hex), -1, np.int64)
        order = at[::-1] if first else at
        found[self.runs.line[order]] = order
        return found

    def _buildings(self) -> None:
        """A6.8: from one storey to another level a line must leave the building first."""
        runs, ground = self.runs, self.ground
        differ = self.high != self.low
        for end, first in ((self.source.hex, True), (self.target.hex, False)):
            housed = differ & KINDS.building[ground.centre[end]]
            at = np.flatnonzero(housed[runs.line])
            if not len(at):
                continue
            patch, line = runs.patch[at], runs.line[at]
            hex = ground.hex[patch]
            inside = hex == end[line]
            inside |= self._borders(ground.border[patch], hex, end[line])
            leaves = self._outermost(at[~inside], first)
            open_air = self._outermost(at[inside & ~KINDS.building[ground.code[patch]]], first)
            never = housed & (leaves >= 0) & (open_air < 0)
            if first:
                stuck = never | (housed & (open_air > leaves))
            else:
                stuck = never | (housed & (open_air >= 0) & (open_air < leaves))
            self.reasons[leaves[stuck]] = Reason.INSIDE_BUILDING


def _axial_table(ground: Ground) -> tuple[Ints, Ints]:
    low = ground.axial.min(axis=0)
    size = ground.axial.max(axis=0) - low + 1
    table = np.full(size, -1, np.int32)
    table[tuple((ground.axial - low).T)] = np.arange(len(ground.axial))
    return table, low
