"""The verdict on one line of sight: plain functions over tables.

A line comes as the runs of patches it crosses (`walk.Runs`). Levels are half levels.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfire.asl.sight.hexsides import hexside
from hexfire.asl.sight.hexspines import Line, partner
from hexfire.asl.sight.leaving import borders, building, depression
from hexfire.asl.sight.rules import (
    TOO_MANY,
    Reading,
    Reason,
    casts_blind_hexes,
    crest_in_lower_hex,
    hides_behind_crest,
    hides_from_raised,
    level_with_both,
    level_with_higher_end,
    rises_above_both,
)
from hexfire.asl.sight.tables import (
    BRIDGE,
    CLIFF,
    DECK,
    DEPRESSION,
    INHERENT,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    OBSTACLE,
    PARTY_WALL,
    ROAD,
    SPLIT,
    WATER,
    Tables,
)
from hexfire.asl.sight.walk import Runs
from hexfire.hexes.arrays import i64

THIN: Final = 2
"""R-A6.1-graze: what a line touches in so few pixels only is too close to call."""
AT_VERTEX: Final = 4
"""R-C.5: what is painted no farther than this round the vertex of a unit in bypass is beside it."""


class Met(NamedTuple):
    """A hindrance: how much, in which hex, by which terrain."""

    drm: int
    hex: int
    code: int


class Verdict:
    """What a line met."""

    __slots__ = ("at", "code", "hinders", "reason", "touched")

    def __init__(self) -> None:
        self.reason: i64 = 0
        self.at: i64 = -1
        """The run that blocked; -1 for none."""
        self.code: i64 = 0
        """The terrain there; 0 if it does not matter."""
        self.touched: i64 = 0
        """The disputed readings that a decision may have hung on (`Reading`)."""
        self.hinders: dict[int, Met] = {}
        """Range -> the hindrance met there."""

    @property
    def drm(self) -> int:
        """The total of the hindrances."""
        total = 0
        for met in self.hinders.values():
            total += met.drm
        return total

    def block(self, reason: i64, at: i64, code: i64, touched: i64) -> None:
        self.reason, self.at, self.code, self.touched = reason, at, code, touched


def judge(t: Tables, line: Line, runs: Runs) -> Verdict:
    """Judge a line between two hexes."""
    verdict = Verdict()
    _obstacles(t, line, runs, 0, verdict)
    why, where, touch = depression(t, line, runs)
    if where >= 0 and (verdict.at < 0 or where <= verdict.at):
        verdict.block(why, where, 0, touch)
    elif verdict.at < 0:
        verdict.touched |= touch
    where = building(t, line, runs)
    if where >= 0 and (verdict.at < 0 or where <= verdict.at):
        verdict.block(Reason.INSIDE_BUILDING, where, 0, 0)
    if verdict.at < 0 and verdict.hinders and verdict.drm >= TOO_MANY:
        verdict.block(Reason.HINDRANCES, _sixth(t, line, runs, verdict), 0, verdict.touched)
    return verdict


def still_blocked(t: Tables, line: Line, runs: Runs, at: i64) -> bool:
    """Whether a line that is blocked at a run is blocked by another one further on."""
    further_on = Verdict()
    _obstacles(t, line, runs, at + 1, further_on)
    return further_on.at >= 0


# What stands in the way


def _obstacles(t: Tables, line: Line, runs: Runs, first: i64, verdict: Verdict) -> None:
    """The first thing that blocks, and the readings it hung on."""
    without_touches = line.readings and line.readings & Reading.GRAZE
    at, met = first - 1, i64(-1)
    while True:
        at += 1
        if at + 1 >= runs.count and not runs.go_on() and at >= runs.count:
            return
        patch = runs.patch[at]
        bare = t.plain_top[patch] <= line.low
        # Speckled grain, met again, says what it said.
        if (bare and not line.spine) or patch == met:
            continue
        if without_touches and _is_thin(t, runs, at, THIN):
            continue
        if bare:
            _beside(t, line, runs, at, verdict)
        else:
            _meet(t, line, runs, at, verdict)
            # On a crest it may matter where it is met.
            if line.high == line.low or t.ground[patch] + 1 < line.high:
                met = patch
        if verdict.at >= 0:
            return


def _beside(t: Tables, line: Line, runs: Runs, at: i64, verdict: Verdict) -> None:
    """Even over bare ground a hexspine line touches inherent terrain across its hexside."""
    patch = runs.patch[at]
    hex = t.hex[patch]
    other = partner(t, line, hex)
    if other < 0 or hex == line.source or hex == line.target:
        return
    if t.kind[t.centre[other]] & INHERENT and not within_a_pixel(t, line, patch, hex):
        _terrain(t, line, runs, at, other, verdict)


def _meet(t: Tables, line: Line, runs: Runs, at: i64, verdict: Verdict) -> None:
    """What a line meets on a patch: a wall's paint, terrain, terrain beside a hexspine."""
    patch = runs.patch[at]
    hex, code = t.hex[patch], t.code[patch]
    inside = hex == line.source or hex == line.target
    if not inside and within_a_pixel(t, line, patch, hex):
        inside = True
        verdict.touched |= Reading.RIM
    if inside:
        if t.kind[code] & PARTY_WALL and _party_wall(t, line, patch):
            verdict.block(Reason.PARTY_WALL, at, code, 0)
        elif not (line.from_centre and line.to_centre):
            _bypassed(t, line, runs, at, verdict)
        return
    if t.wall_a[patch] >= 0:
        reason, touch = hexside(t, line, patch)
        if reason:
            verdict.block(reason, at, code, touch | _grazed(t, runs, at))
            return
        verdict.touched |= touch
    _terrain(t, line, runs, at, hex, verdict)
    if verdict.at < 0 and line.spine:
        other = partner(t, line, hex)
        if other >= 0:
            _terrain(t, line, runs, at, other, verdict)


def within_a_pixel(t: Tables, line: Line, patch: i64, hex: i64) -> bool:
    """Whether a patch counts as in an end's hex, being within a pixel of it."""
    if t.border[patch] == 0 or line.readings & Reading.RIM:
        return False
    return borders(t, patch, hex, line.source) or borders(t, patch, hex, line.target)


def _bypassed(t: Tables, line: Line, runs: Runs, at: i64, verdict: Verdict) -> None:
    """R-C.5: the obstacle that an end in bypass has beside it hides it from its other side."""
    patch = runs.patch[at]
    hex, code = t.hex[patch], t.code[patch]
    at_vertex = hex == line.source and not line.from_centre
    at_vertex = at_vertex or (hex == line.target and not line.to_centre)
    if t.kind[t.centre[hex]] & INHERENT and not t.kind[code] & ROAD:
        code = t.centre[hex]
    top = t.ground[patch] + t.top[code]
    if not at_vertex or not t.kind[code] & OBSTACLE or t.kind[code] & SPLIT or top <= line.low:
        return
    if _is_thin(t, runs, at, AT_VERTEX):
        return
    reason = Reason.BLIND_HEX
    if top > line.high:
        reason = Reason.HIGHER_THAN_BOTH
    elif top == line.high:
        reason = Reason.NO_HEIGHT_ADVANTAGE
    verdict.block(reason, at, t.centre[hex], _grazed(t, runs, at))


def _is_thin(t: Tables, runs: Runs, at: i64, limit: i64) -> bool:
    """Whether a line touches a run's thing in so few pixels only (bars between houses are thin)."""
    patch = runs.patch[at]
    if runs.length[at] > limit or t.kind[t.code[patch]] & PARTY_WALL:
        return False
    runs.finish()
    thing = t.thing[patch]
    pixels: i64 = 0
    for i in range(runs.count):
        if t.thing[runs.patch[i]] == thing:
            pixels += runs.length[i]
    return pixels <= limit


def _grazed(t: Tables, runs: Runs, at: i64) -> i64:
    """`Reading.GRAZE` if a run may be no more than a touch, else 0."""
    length = runs.length[at]
    if length > THIN:
        return 0
    thing = t.thing[runs.patch[at]]
    if at > 0 and t.thing[runs.patch[at - 1]] == thing:
        length += runs.length[at - 1]
    if at + 1 < runs.count and t.thing[runs.patch[at + 1]] == thing:
        length += runs.length[at + 1]
    return Reading.GRAZE if length <= THIN else 0


def _terrain(t: Tables, line: Line, runs: Runs, at: i64, hex: i64, verdict: Verdict) -> None:
    """What stands on a patch, as a patch of the given hex."""
    near, far = t.far(line.source, hex), t.far(line.target, hex)
    between = 0 < near < line.range and 0 < far < line.range
    if not between and (near == 0 or far == 0 or (line.from_centre and line.to_centre)):
        return  # only to (from) a vertex is there something in the way beside the end's hex
    patch = runs.patch[at]
    source, target, high, low = line.from_level, line.to_level, line.high, line.low
    raw, ground, centre = t.code[patch], t.ground[patch], t.centre[hex]
    code = raw
    if t.kind[centre] & INHERENT:
        if not t.kind[raw] & ROAD:
            code = centre
    elif t.kind[raw] & INHERENT and not line.readings & Reading.SPILT:
        verdict.touched |= Reading.SPILT  # spilt over from the hex it fills
        return
    kind = t.kind[code]
    full, top = ground + t.full[code], ground + t.top[code]
    flush = level_with_both(ground, source, target)
    if t.trait[patch] & DECK and not (t.kind[raw] & BRIDGE and flush):
        return
    obstacle = kind & OBSTACLE != 0
    if ground > high:
        _blocks(t, runs, Reason.GROUND, at, code, verdict)
        return
    if kind & SPLIT and flush:
        if kind & LOWER_OBSTACLE or (line.upslope and obstacle):
            _blocks(t, runs, Reason.LOWER_OBSTACLE, at, code, verdict)
        elif between and (kind & LOWER_HINDRANCE or line.upslope):
            _hinders(t, runs, near, hex, at, code, verdict)
        return
    if line.raised and full == ground and ground == high:
        # R-F2.3, R-F6.4: who is raised looks over half-level things; see `rises`.
        if between and top > ground and not obstacle and _is_first_low(t, line, hex, verdict):
            _hinders(t, runs, near, hex, at, code, verdict)
        top = ground
    if top > ground and rises_above_both(top, source, target):
        if obstacle:
            _blocks(t, runs, Reason.HIGHER_THAN_BOTH, at, code, verdict)
            return
        if between:
            _hinders(t, runs, near, hex, at, code, verdict)
        if full > ground or not level_with_higher_end(ground, high, low):
            return
        top = ground  # the grain hinders; the hill it grows on may yet block
    to_low, to_high = (near, far) if source <= target else (far, near)
    if level_with_higher_end(top, high, low):
        if top > ground and not obstacle:
            if between:
                _hinders(t, runs, near, hex, at, code, verdict)
            return
        looked_over = crest_in_lower_hex(full, ground, t.base[hex], high, to_high, True)
        if not (looked_over and _unbroken(t, line, runs, at, hex)):
            bare = full == ground and not t.trait[patch] & CLIFF
            if not line.raised:
                _blocks(t, runs, Reason.NO_HEIGHT_ADVANTAGE, at, code, verdict)
                return
            if hides_from_raised(bare, high, low, to_low, to_high):
                why = Reason.BLIND_HEX if full > ground else Reason.BEHIND_CREST
                _blocks(t, runs, why, at, code, verdict)
                return
    if t.trait[patch] & CLIFF:
        hides = casts_blind_hexes(ground, high, low, to_low, to_high)
    else:
        hides = hides_behind_crest(ground, high, low, to_low, to_high)
    if full == ground:
        if hides:
            _blocks(t, runs, Reason.BEHIND_CREST, at, code, verdict)
    elif casts_blind_hexes(full, high, low, to_low, to_high):
        if obstacle:
            _blocks(t, runs, Reason.BLIND_HEX, at, code, verdict)
        elif hides:
            _blocks(t, runs, Reason.BEHIND_CREST, at, code, verdict)
        elif between:
            _hinders(t, runs, near, hex, at, code, verdict)


def _blocks(t: Tables, runs: Runs, reason: i64, at: i64, code: i64, verdict: Verdict) -> None:
    verdict.block(reason, at, code, _grazed(t, runs, at))


def _hinders(
    t: Tables, runs: Runs, step: i64, hex: i64, at: i64, code: i64, verdict: Verdict
) -> None:
    """A6.7: one hindrance for each range step, the greatest."""
    verdict.touched |= _grazed(t, runs, at)
    drm = t.worth[code]
    met = verdict.hinders.get(step)
    if met is None or drm > met.drm:
        verdict.hinders[step] = Met(drm, hex, code)


def _is_first_low(t: Tables, line: Line, hex: i64, verdict: Verdict) -> bool:
    """R-F6.4: from (to) a hillock grain, brush and the like hinder once, up-slope never."""
    if line.upslope or line.raised > 1:
        return False
    for met in verdict.hinders.values():  # noqa: SIM110 (compiles to machine code)
        if met.hex != hex and not t.full[met.code]:
            return False
    return True


def _unbroken(t: Tables, line: Line, runs: Runs, at: i64, hex: i64) -> bool:
    """Whether the ground keeps the higher end's level from there to the run `at`.

    And falls before the line is half through the hex (R-B10.2): else the hex is higher ground
    rather than a lower hex with a crest line in it.
    """
    down = line.from_level > line.to_level
    lower = line.target if down else line.source
    water = t.kind[t.centre[hex]] & t.kind[t.centre[lower]] & WATER
    if water or t.kind[t.centre[hex]] & DEPRESSION:
        return True  # the bank of a pond or canal seen into, the rim of a depression
    runs.finish()
    raised: i64 = 0
    through: i64 = 0
    for i in range(runs.count):
        patch = runs.patch[i]
        on_top = t.ground[patch] >= line.high
        if not on_top and (i < at if down else i > at):
            return False
        if t.hex[patch] == hex:
            through += runs.length[i]
            if on_top:
                raised += runs.length[i]
    return 2 * raised <= through


def _sixth(t: Tables, line: Line, runs: Runs, verdict: Verdict) -> i64:
    """B.10: the run at which the hindrances reach six."""
    total = 0
    for step, met in sorted(verdict.hinders.items()):
        total += met.drm
        if total >= TOO_MANY:
            for at in range(runs.count):
                if t.far(line.source, t.hex[runs.patch[at]]) == step:
                    return at
    return runs.count - 1


def _party_wall(t: Tables, line: Line, patch: i64) -> bool:
    """B23.71: rowhouse bars and inner factory walls block even at an end's own hexside."""
    top = t.ground[patch] + t.top[t.code[patch]]
    return rises_above_both(top, line.from_level, line.to_level)
