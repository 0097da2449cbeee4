"""Many lines of sight at once: the same rules as for one, asked of arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight import lines, sure
from hexfire.asl.sight import rules as scalar_rules
from hexfire.asl.sight.ends import Ends, Other, Verdicts
from hexfire.asl.sight.ground import KINDS, Ground
from hexfire.asl.sight.hexspines import HEXSPINES
from hexfire.asl.sight.rules import TOO_MANY, Reading, Reason
from hexfire.asl.sight.verdict import THIN

# Arrays of ints and of bools: numpy's stubs lose the exact type in arithmetic.
Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]

rules: Any = scalar_rules
"""Uncompiled, they take arrays as they take numbers."""

ASK, NO_READING = -1, 0
CHUNK = 4096
"""Lines judged together: enough to keep arrays long, few enough to stay in the cache."""


# The vertex of a hexspine line by its way of two hexes; the six ways differ modulo 5.
_VERTEX = np.zeros((5, 5), np.int64)
for (_q, _r), _vertex in HEXSPINES.items():
    _VERTEX[_q % 5, _r % 5] = _vertex


class Bare(NamedTuple):
    """Blocked or clear, as arrays by line, with no reason."""

    blocked: Bools
    hindrance: npt.NDArray[np.int16]
    """0 for blocked lines."""


def sees(ground: Ground, source: Ends, target: Ends) -> Bare:
    """Which of many lines are clear, and their hindrance."""
    blocked = sure.blocks(ground, source, target, _spine(ground, source, target)) >= 0
    hindrance = np.zeros(len(blocked), np.int16)
    rest = np.flatnonzero(~blocked)
    whole = np.full(len(rest), -1)
    verdicts = _judge(ground, source.part(rest), target.part(rest), whole, NO_READING)
    blocked[rest] = verdicts.blocked
    hindrance[rest] = np.where(verdicts.blocked, 0, verdicts.hindrance)
    return Bare(blocked, hindrance)


def judge(ground: Ground, source: Ends, target: Ends) -> tuple[Verdicts, list[Other]]:
    """The LOS of many pairs of ends in different hexes, and what other readings make of them."""
    stop = sure.blocks(ground, source, target, _spine(ground, source, target))
    # What a line meets beyond a sure block matters only to one rule that looks back from its far
    # end, perhaps from before the block: A6.3.
    stop = np.where(target.in_depression | (stop < 0), -1, stop + THIN)
    found = _judge(ground, source, target, stop)
    others = []
    for reading in Reading:
        at = np.flatnonzero(found.touched & reading)
        if not len(at):
            continue
        again = _judge(ground, source.part(at), target.part(at), np.full(len(at), -1), reading)
        differs = again.blocked != found.blocked[at]
        differs |= ~again.blocked & (again.hindrance != found.hindrance[at])
        for i in np.flatnonzero(differs).tolist():
            others.append(Other(int(at[i]), reading, int(again.reason[i]), int(again.hindrance[i])))
    return found, others


def _judge(ground: Ground, source: Ends, target: Ends, stop: Ints, reading: int = ASK) -> Verdicts:
    parts = [
        _Lines(ground, source.part(at), target.part(at), stop[at], reading).verdicts()
        for start in range(0, len(source.hex), CHUNK)
        for at in (slice(start, start + CHUNK),)
    ]
    if not parts:
        return Verdicts.blank(0)
    return Verdicts(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _spine(ground: Ground, source: Ends, target: Ends) -> Bools:
    """Which lines run along hexsides."""
    delta = ground.axial[target.hex] - ground.axial[source.hex]
    q, r = np.abs(delta[:, 0]), np.abs(delta[:, 1])
    s = np.abs(delta.sum(axis=1))
    small, large = np.minimum(np.minimum(q, r), s), np.maximum(np.maximum(q, r), s)
    return np.asarray((2 * small == large) & (small > 0))


@dataclass(eq=False)
class _Lines:
    ground: Ground
    source: Ends
    target: Ends
    stop: Ints
    """[line]: the step of its staircase up to which it is judged; -1 for the whole line."""
    reading: int
    """The other reading of a disputed rule to judge by; or `ASK` which readings matter."""

    @cached_property
    def runs(self) -> lines.Runs:
        return lines.many(self.ground, self.source.pixel, self.target.pixel, self.stop)

    @cached_property
    def range(self) -> Ints:
        return self.ground.ranges(self.source.hex, self.target.hex)

    @cached_property
    def high(self) -> Ints:
        return np.maximum(self.source.level, self.target.level)

    @cached_property
    def low(self) -> Ints:
        return np.minimum(self.source.level, self.target.level)

    def verdicts(self) -> Verdicts:
        runs, ground, count = self.runs, self.ground, len(self.source.hex)
        self.reasons = np.zeros(len(runs.patch), np.int8)
        self.hinders = np.zeros((count, int(self.range.max(initial=0)) + 1), np.int8)
        self.hinders_thick = self.hinders.copy()
        self.hillside, self.spilt = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        asked = np.flatnonzero(ground.plain_top.take(runs.patch) > self.low.take(runs.line))
        asked = self._without_grazed(asked)
        # A line through speckled grain meets the same patch again and again: once is enough.
        patch, line = runs.patch.take(asked), runs.line.take(asked)
        again = (patch[1:] == patch[:-1]) & (line[1:] == line[:-1])
        again &= ground.stands.take(patch[1:])
        # On a crest it may matter where it is met.
        high, low = self.high.take(line[1:]), self.low.take(line[1:])
        again &= (high == low) | (ground.ground.take(patch[1:]) + 1 < high)
        asked = asked[np.concatenate(([True], ~again))] if len(asked) else asked
        inside = self._inside(asked)
        end = self._surely_blocked(asked[~inside])
        on = asked <= end.take(runs.line.take(asked))
        self.inside, outside = asked[on & inside], asked[on & ~inside]
        self._hexsides(outside)
        self._party_walls(self.inside)
        self._terrain(outside, ground.hex.take(runs.patch.take(outside)))
        self._beside_hexspines()
        self._depressions()
        self._buildings()
        return self._collect(count)

    def _without_grazed(self, at: Ints) -> Ints:
        """R-A6.1-graze: by that reading, runs without what a line touches in a pixel or two."""
        if self.reading != Reading.GRAZE:
            return at
        runs = self.runs
        key = runs.line * len(self.ground.hex) + self.ground.thing.take(runs.patch)
        _, place = np.unique(key, return_inverse=True)
        thick = np.bincount(place, runs.length) > THIN
        bars = KINDS.party_wall.take(self.ground.code.take(runs.patch.take(at)))
        return at[thick.take(place.take(at)) | bars]

    def _grazed(self, at: Ints) -> Bools:
        """Which runs may be no more than a touch."""
        runs, thing = self.runs, self.ground.thing
        found = np.asarray(runs.length.take(at) <= THIN)
        on = np.flatnonzero(found)
        here = at.take(on)
        length, (patch, line) = runs.length.take(here), self._at(here)
        for step in (-1, 1):
            beside = np.clip(here + step, 0, len(runs.patch) - 1)
            there, of = self._at(beside)
            same = (thing.take(there) == thing.take(patch)) & (of == line) & (beside != here)
            length = length + np.where(same, runs.length.take(beside), 0)
        found[on] = length <= THIN
        return found

    def _surely_blocked(self, at: Ints) -> Ints:
        """[line]: the first run that blocks for sure; what comes after it need not be judged."""
        ground, (patch, line) = self.ground, self._at(at)
        above = ground.sure_top.take(patch) > self.high.take(line)
        high = np.flatnonzero(above & (self.runs.length.take(at) > THIN))
        at, line, hex = at.take(high), line.take(high), ground.hex.take(patch.take(high))
        far = self.range.take(line)
        between = ground.ranges(self.source.hex.take(line), hex) < far
        between &= ground.ranges(self.target.hex.take(line), hex) < far
        found = np.full(len(self.source.hex), len(self.runs.patch), np.int64)
        at, line = at[between][::-1], line[between][::-1]
        found[line] = at  # the last written, the first, stays
        self.end = found
        return found

    def _at(self, at: Ints) -> tuple[Ints, Ints]:
        """The patches and the lines of runs."""
        return self.runs.patch.take(at), self.runs.line.take(at)

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
        return Verdicts(reason, total, pixel, self._touched(count))

    # What other readings might change

    def _touched(self, count: int) -> npt.NDArray[np.uint8]:
        """[line]: the readings that might bring another verdict; some of them will not."""
        touched = np.zeros(count, np.uint8)
        if self.reading != ASK:
            return touched
        blocked, firm = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        at = np.flatnonzero(self.reasons)
        patch, line = self._at(at)
        reason = self.reasons.take(at)
        wall = (reason >= Reason.WALL) & (reason <= Reason.BOCAGE_BLIND)
        thin = (reason > Reason.PARTY_WALL) & self._grazed(at)
        doubts = {
            Reading.PAINT: wall & self.ground.stray.take(patch),
            Reading.GAP: wall & self.ground.gap.take(patch),
            Reading.ONE_SIDE: (reason == Reason.WALL) & self._one_side_only(patch, line),
            Reading.GRAZE: thin,
        }
        blocked[line] = True
        firm[line[~np.logical_or.reduce(list(doubts.values()))]] = True
        for reading, doubt in doubts.items():
            np.bitwise_or.at(touched, line[doubt], np.uint8(reading))
        clear = {
            Reading.GRAZE: (self.hinders != self.hinders_thick).any(axis=1),
            Reading.HILLSIDE: self.hillside,
            Reading.SPILT: self.spilt,
            Reading.BRIDGE: self._below_bridges(),
            Reading.RIM: self._at_rims(~blocked),
        }
        for reading, doubt in clear.items():
            touched[doubt & ~blocked] |= np.uint8(reading)
        touched[firm] = 0
        return touched

    def _below_bridges(self) -> Bools:
        """R-B6: lines out of or into a depression that pass below a bridge."""
        below = self.source.in_depression | self.target.in_depression
        at = np.flatnonzero(below.take(self.runs.line))
        found = np.zeros(len(below), np.bool_)
        found[self.runs.line[at[self.ground.deck.take(self.runs.patch.take(at))]]] = True
        return found

    def _at_rims(self, clear: Bools) -> Bools:
        """R-A6.1-rim: lines to which what lies within a pixel of an end's hex would matter."""
        patch, line = self._at(self.inside)
        hex = self.ground.hex.take(patch)
        rim = clear.take(line) & (hex != self.source.hex[line]) & (hex != self.target.hex[line])
        at, line, hex = self.inside[rim], line[rim], hex[rim]
        reasons, hinders = self.reasons, self.hinders
        self.reasons, self.hinders = reasons.copy(), hinders.copy()
        self._hexsides(at)
        self._terrain(at, hex)
        found = (self.hinders != hinders).any(axis=1)
        found[self.runs.line[np.flatnonzero(self.reasons != reasons)]] = True
        found[line[self.spine.take(line)]] = True
        self.reasons, self.hinders = reasons, hinders
        return np.asarray(found)

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
        patch, line = self._at(at)
        hex = self.ground.hex.take(patch)
        s, e = self.source.hex.take(line), self.target.hex.take(line)
        inside = np.asarray((hex == s) | (hex == e))
        if self.reading == Reading.RIM:
            return inside
        border = self.ground.border.take(patch)
        rim = np.flatnonzero((border != 0) & ~inside)
        inside[rim] = self._borders(border[rim], hex[rim], s[rim]) | self._borders(
            border[rim], hex[rim], e[rim]
        )
        return inside

    def _borders(self, border: npt.NDArray[np.uint8], hex: Ints, end: Ints) -> Bools:
        direction = self.ground.direction.reshape(-1).take(hex * len(self.ground.base) + end)
        near: Bools = (border >> direction) & 1 == 1
        return near

    def _block(self, at: Ints, mask: Bools, reason: Reason) -> None:
        """Of several reasons at one place the first in the order of `Reason` counts."""
        hit = at[mask]
        free = hit[self.reasons[hit] == 0]
        self.reasons[free] = reason

    # Walls, hedges, bocage

    def _hexsides(self, at: Ints) -> None:
        ground = self.ground
        at = at[ground.walls[0].take(self.runs.patch.take(at)) >= 0]
        if self.reading == Reading.PAINT:
            at = at[~ground.stray.take(self.runs.patch.take(at))]
        if not len(at):
            return
        patch, line = self._at(at)
        a, b = (side.take(patch) for side in ground.walls)
        s, e = self.source.hex.take(line), self.target.hex.take(line)
        other = np.flatnonzero(~(rules.belongs_to(a, b, s) | rules.belongs_to(a, b, e)))
        at, a, b, patch, line, s, e = (x.take(other) for x in (at, a, b, patch, line, s, e))
        ranges = ground.ranges
        along = rules.is_hexspine_of(ranges(s, a), ranges(s, b))
        along |= rules.is_hexspine_of(ranges(e, a), ranges(e, b))
        source, target = self.source.level.take(line), self.target.level.take(line)
        level, bocage = ground.ground.take(patch), KINDS.bocage.take(ground.code.take(patch))
        wall = ~bocage & ~along & rules.wall_blocks(level, source, target)
        hillside = ~bocage & ~along & ~wall & self._hillside_walls(line, a, b, level)
        self.hillside[line[hillside]] = True
        if self.reading == Reading.HILLSIDE:
            self._block(at, hillside, Reason.WALL)
        elif self.reading == Reading.GAP:
            wall &= ~ground.gap.take(patch)
        elif self.reading == Reading.ONE_SIDE:
            wall &= ~self._one_side_only(patch, line)
        wall = np.flatnonzero(wall)
        past = self._goes_on_past(line.take(wall), a.take(wall), b.take(wall))
        self._block(at.take(wall), ~past, Reason.WALL)
        if self.reading == Reading.GAP:
            bocage &= ~ground.gap.take(patch)
        if not bocage.any():
            return
        high, low, top = self.high.take(line), self.low.take(line), level + 2
        stands = bocage & rules.bocage_blocks(top, source, target, high, low)
        self._block(at, stands & ~along, Reason.BOCAGE)
        self._block(at, stands & along, Reason.BOCAGE_ALONG)
        lower, higher = np.where(source <= target, s, e), np.where(source <= target, e, s)
        behind = np.where(ranges(lower, b) < ranges(lower, a), b, a)
        to_low, to_high = ranges(lower, behind), ranges(higher, behind)
        blind = rules.bocage_casts_blind_hexes(top, high, low, to_low, to_high)
        blind |= along & rules.casts_blind_hexes(top, high, low, to_low, to_high)
        self._block(at, bocage & blind, Reason.BOCAGE_BLIND)

    def _hillside_walls(self, line: Ints, a: Ints, b: Ints, level: Ints) -> Bools:
        """R-B9.6: hillside walls that by another reading hide the lower end."""
        found = np.asarray(self.ground.base.take(a) != self.ground.base.take(b))
        on = np.flatnonzero(found)
        line = line.take(on)
        high, low = self.high.take(line), self.low.take(line)
        found[on] = rules.hillside_wall_hides(level.take(on), high, low)
        return found

    def _goes_on_past(self, line: Ints, a: Ints, b: Ints) -> Bools:
        past = np.zeros(len(line), np.bool_)
        spine = np.flatnonzero(self.spine.take(line))
        line, a, b = line.take(spine), a.take(spine), b.take(spine)
        for end, beyond in zip((self.source.hex, self.target.hex), self._beyond, strict=True):
            hex, there = end.take(line), beyond.take(line)
            near = np.minimum(self.ground.ranges(hex, a), self.ground.ranges(hex, b))
            past[spine] |= (there >= 0) & ((a == there) | (b == there)) & (near == 1)
        return past

    @cached_property
    def spine(self) -> Bools:
        """Which lines run along hexsides."""
        return _spine(self.ground, self.source, self.target)

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
        patch, line = self._at(at)
        code = self.ground.code.take(patch)
        bar = np.flatnonzero(KINDS.party_wall.take(code))
        top = self.ground.ground[patch[bar]] + KINDS.top[code[bar]]
        stands = rules.rises_above_both(
            top, self.source.level[line[bar]], self.target.level[line[bar]]
        )
        self._block(at[bar], stands, Reason.PARTY_WALL)

    # What stands in the way

    def _terrain(self, at: Ints, hex: Ints) -> None:
        """What stands on patches, as patches of the given hexes."""
        ground, line = self.ground, self.runs.line.take(at)
        near = ground.ranges(self.source.hex.take(line), hex)
        far = ground.ranges(self.target.hex.take(line), hex)
        limit = self.range.take(line)
        between = np.flatnonzero((near < limit) & (far < limit))
        at, hex, line, near, far = (x.take(between) for x in (at, hex, line, near, far))
        patch = self.runs.patch.take(at)
        raw, level = ground.code.take(patch), ground.ground.take(patch)
        code = ground.effective_in(raw, hex)
        spilt = KINDS.inherent.take(raw) & ~KINDS.inherent.take(ground.centre.take(hex))
        if self.reading == Reading.SPILT:
            code, spilt = np.where(spilt, raw, code), np.zeros_like(spilt)
        self.spilt[line[spilt]] = True
        source, target = self.source.level.take(line), self.target.level.take(line)
        high, low = np.maximum(source, target), np.minimum(source, target)
        flush = rules.level_with_both(level, source, target)
        open_ = ~spilt & ~(ground.deck.take(patch) & ~(KINDS.bridge.take(raw) & flush))
        self._block(at, open_ & (level > high), Reason.GROUND)
        full, top = level + KINDS.full.take(code), level + KINDS.top.take(code)
        split = open_ & KINDS.split.take(code) & flush
        self._block(at, split & KINDS.lower_obstacle.take(code), Reason.LOWER_OBSTACLE)
        hinder = split & KINDS.lower_hindrance.take(code)
        rest = open_ & ~split
        above = rest & (top > level) & rules.rises_above_both(top, source, target)
        obstacle = KINDS.obstacle.take(code)
        self._block(at, above & obstacle, Reason.HIGHER_THAN_BOTH)
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
        unbroken = self._unbroken(at.take(even), line.take(even), hex.take(even))
        crest = rules.crest_in_lower_hex(
            full.take(even), level.take(even), base, high.take(even), to_high.take(even), unbroken
        )
        self._block(at.take(even), ~crest, Reason.NO_HEIGHT_ADVANTAGE)
        hides = rules.hides_behind_crest(level, high, low, to_low, to_high)
        cliff = np.flatnonzero(ground.cliff.take(patch))
        hides[cliff] = rules.casts_blind_hexes(
            *(x.take(cliff) for x in (level, high, low, to_low, to_high))
        )
        bare = full == level
        blind = rest & ~bare & rules.casts_blind_hexes(full, high, low, to_low, to_high)
        self._block(at, rest & hides & (bare | (blind & ~obstacle)), Reason.BEHIND_CREST)
        self._block(at, blind & obstacle, Reason.BLIND_HEX)
        hinder |= blind & ~obstacle & ~hides
        met = np.flatnonzero(hinder)
        place, worth = (line.take(met), near.take(met)), KINDS.worth.take(code.take(met))
        np.maximum.at(self.hinders, place, worth.astype(np.int8))
        thick = np.where(self._grazed(at.take(met)), 0, worth)
        np.maximum.at(self.hinders_thick, place, thick.astype(np.int8))

    def _unbroken(self, at: Ints, line: Ints, hex: Ints) -> Bools:
        """Whether the ground keeps the higher end's level from there to each run.

        And falls before the line is half through the hex (R-B10.2). Asked of hexes next to the
        higher end only; a line that is not followed to its end has been blocked before.
        """
        if not len(at):
            return np.zeros(0, np.bool_)
        runs, wanted = self.runs, np.zeros(len(self.high), np.bool_)
        wanted[line] = True
        on = np.flatnonzero(wanted.take(runs.line))
        patch, of = self._at(on)
        raised = self.ground.ground.take(patch) >= self.high.take(of)
        first = self._outermost(on[~raised], first=True)
        last = self._outermost(on[~raised], first=False)
        first = np.where(first < 0, len(runs.patch), first)
        down = self.source.level.take(line) > self.target.level.take(line)
        kept = np.where(down, at <= first.take(line), at >= last.take(line))
        # Of each line, its pixels in each hex, and those on the higher level.
        count = len(self.ground.base)
        keys, place = np.unique(of * count + self.ground.hex.take(patch), return_inverse=True)
        through = np.bincount(place, runs.length.take(on))
        high = np.bincount(place, np.where(raised, runs.length.take(on), 0))
        own = np.minimum(np.searchsorted(keys, line * count + hex), len(keys) - 1)
        here = keys.take(own) == line * count + hex  # else the line passes only beside the hex
        kept &= np.where(here, 2 * high.take(own) <= through.take(own), True)
        # The bank of a pond or canal seen into, the rim of a depression.
        centre = self.ground.centre
        lower = np.where(down, self.target.hex.take(line), self.source.hex.take(line))
        wet = KINDS.water.take(centre.take(hex)) & KINDS.water.take(centre.take(lower))
        return np.asarray(kept | wet | KINDS.depression.take(centre.take(hex)))

    def _beside_hexspines(self) -> None:
        """A hexspine line touches the hexes on both sides of each hexside it runs along."""
        runs, ground = self.runs, self.ground
        at = self._without_grazed(np.flatnonzero(self.spine.take(runs.line)))
        at = at[at <= self.end.take(runs.line.take(at))]
        patch, line = self._at(at)
        hex = ground.hex.take(patch)
        asked = ground.beside_inherent[hex] | (ground.plain_top[patch] > self.low[line])
        asked &= ground.ranges(self.source.hex[line], hex) % 2 == 1
        at, line, hex = at[asked], line[asked], hex[asked]
        partner = self._mirrored(line, hex)
        plain = ground.plain_top[runs.patch[at]] <= self.low[line]
        asked = (partner >= 0) & (partner != hex)
        asked &= ~plain | KINDS.inherent[ground.centre[partner]]
        at, partner = at[asked], partner[asked]
        outside = ~self._inside(at)
        self._terrain(at[outside], partner[outside])

    def _mirrored(self, line: Ints, hex: Ints) -> Ints:
        """The hex on the other side of a hexspine line; itself if the line halves it, else -1."""
        ground, s = self.ground, self.source.hex[line]
        step, half = ground.ranges(s, hex), np.maximum(self.range[line] // 2, 1)[:, None]
        way = (ground.axial[self.target.hex[line]] - ground.axial[s]) // half
        there = self._index(2 * ground.axial[s] + step[:, None] * way - ground.axial[hex])
        there = np.where(ground.ranges(s, np.maximum(there, 0)) == step, there, -1)
        return np.where((step % 2 == 1) | (there == hex), there, -1)

    def _one_side_only(self, patch: Ints, line: Ints) -> Bools:
        """R-B9.2-side: whether a wall leaves a hexspine line to one side, with none opposite."""
        found = np.zeros(len(line), np.bool_)
        a, b = (side.take(patch) for side in self.ground.walls)
        on = np.flatnonzero(self.spine.take(line) & (a >= 0))
        line, a, b = line[on], a[on], b[on]
        other, back = self._mirrored(line, a), self._mirrored(line, b)
        side = self.ground.direction[np.maximum(other, 0), np.maximum(back, 0)]
        walled = self.ground.walled[np.maximum(other, 0), np.minimum(side, 5)]
        alone = (other >= 0) & (back >= 0) & ~((other == b) & (back == a))
        found[on] = alone & (side < 6) & ~walled
        return found

    def _index(self, axial: Ints) -> Ints:
        """Hex indices of axial coordinates; -1 off the board."""
        table, low = self.ground.axial_table
        place = axial - low
        good = np.asarray(((place >= 0) & (place < table.shape)).all(axis=1))
        place = np.where(good[:, None], place, 0)
        return np.where(good, table[place[:, 0], place[:, 1]], -1)

    # Ends in depressions and buildings

    def _depressions(self) -> None:
        """A6.3: lines out of (into) gullies, streams and sunken roads."""
        runs, ground = self.runs, self.ground
        for end, other, reason in (
            (self.target, self.source, Reason.ENTERS_DEPRESSION),
            (self.source, self.target, Reason.EXITS_DEPRESSION),
        ):
            if not end.in_depression.any():
                continue
            below = end.in_depression & ~self._in_one_depression
            at = np.flatnonzero(below.take(runs.line))
            patch, line = self._at(at)
            out = ~KINDS.depression.take(ground.code.take(patch))
            if self.reading != Reading.BRIDGE:
                out &= ~ground.deck.take(patch)
            out &= ground.ground.take(patch) > end.level.take(line)
            rim = self._outermost(at[out], first=end is self.source)
            line = np.flatnonzero(rim >= 0)
            remaining = ground.ranges(ground.hex[runs.patch[rim[line]]], other.hex[line])
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
        found[self.runs.line.take(order)] = order
        return found

    def _buildings(self) -> None:
        """A6.8: from one storey to another level a line must leave the building first."""
        runs, ground = self.runs, self.ground
        differ = self.high != self.low
        stuck = np.zeros(len(differ), np.bool_)
        for end, first in ((self.source.hex, True), (self.target.hex, False)):
            housed = differ & KINDS.building[ground.centre[end]]
            if not first:
                # Where a line is cut, or stuck at its source, it does not come there.
                housed &= (self.stop < 0) & ~stuck
            at = np.flatnonzero(housed.take(runs.line))
            if not len(at):
                continue
            patch, line = self._at(at)
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
