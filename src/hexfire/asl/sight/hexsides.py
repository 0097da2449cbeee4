"""Walls, hedges and bocage between the ends of one line."""

from __future__ import annotations

from hexfire.asl.sight.hexspines import Line, goes_on_past, one_side_only
from hexfire.asl.sight.rules import (
    Reading,
    Reason,
    belongs_to,
    bocage_blocks,
    bocage_casts_blind_hexes,
    casts_blind_hexes,
    hides_from_raised,
    hillside_wall_hides,
    is_hexspine_of,
    wall_blocks,
)
from hexfire.asl.sight.tables import BOCAGE, GAP, STRAY, Tables
from hexfire.hexes.arrays import i64


def hexside(t: Tables, line: Line, patch: i64) -> tuple[i64, i64]:
    """The wall, hedge or bocage painted on a patch: reason, and the readings it hangs on."""
    a, b, s, e = t.wall_a[patch], t.wall_b[patch], line.source, line.target
    if belongs_to(a, b, s) or belongs_to(a, b, e):
        return 0, 0
    trait = t.trait[patch]
    touch: i64 = 0
    if trait & STRAY:
        if line.readings & Reading.PAINT:
            return 0, 0
        touch = Reading.PAINT
    along = is_hexspine_of(t.far(s, a), t.far(s, b)) or is_hexspine_of(t.far(e, a), t.far(e, b))
    ground = t.ground[patch]
    if t.kind[t.code[patch]] & BOCAGE:
        reason = _bocage(t, line, ground + 2, a, b, along)
        if not reason:
            return 0, 0
    elif along:
        return 0, 0
    elif wall_blocks(ground, line.from_level, line.to_level):
        if line.raised:
            return 0, 0  # R-F6.4: walls are counted in `rises`
        reason = Reason.WALL
    elif t.base[a] != t.base[b] and hillside_wall_hides(ground, line.high, line.low):
        return (Reason.WALL, touch) if line.readings & Reading.HILLSIDE else (0, Reading.HILLSIDE)
    else:
        return 0, 0
    if trait & GAP:
        if line.readings & Reading.GAP:
            return 0, 0
        touch |= Reading.GAP
    if reason == Reason.WALL and line.spine:
        if goes_on_past(t, line, a, b):
            return 0, 0
        if one_side_only(t, line, a, b):
            if line.readings & Reading.ONE_SIDE:
                return 0, 0
            touch |= Reading.ONE_SIDE
    return reason, touch


def _bocage(t: Tables, line: Line, top: i64, a: i64, b: i64, along: bool) -> i64:
    """B9.52a: bocage between the ends. B9.52d: a hexspine is an obstacle like any other."""
    high, low = line.high, line.low
    level = line.raised > 0 and top == high  # looked over, Blind Hexes behind it apart
    if not level and bocage_blocks(top, line.from_level, line.to_level, high, low):
        return Reason.BOCAGE_ALONG if along else Reason.BOCAGE
    lower, higher = line.source, line.target
    if line.from_level > line.to_level:
        lower, higher = line.target, line.source
    # B9.52c: as a one-storey building in the hex behind the bocage, seen from above.
    behind = b if t.far(lower, b) < t.far(lower, a) else a
    to_low, to_high = t.far(lower, behind), t.far(higher, behind)
    blind = bocage_casts_blind_hexes(top, high, low, to_low, to_high)
    if level and high > low and hides_from_raised(False, high, low, to_low, to_high):
        blind = True
    if blind or (along and casts_blind_hexes(top, high, low, to_low, to_high)):
        return Reason.BOCAGE_BLIND
    return 0
