"""The verdict on one line of sight: plain functions over tables.

A line comes as the runs of patches it crosses: `patches[at]`, for `lengths[at]` pixels each.
Levels are half levels.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfire.asl.sight.rules import (
    TOO_MANY,
    Reading,
    Reason,
    belongs_to,
    bocage_blocks,
    bocage_casts_blind_hexes,
    casts_blind_hexes,
    crest_in_lower_hex,
    hides_behind_crest,
    hides_from_raised,
    hillside_wall_hides,
    is_hexspine_of,
    leaves_depression_too_early,
    level_with_both,
    level_with_higher_end,
    rises_above_both,
    wall_blocks,
)
from hexfire.asl.sight.tables import (
    BOCAGE,
    BRIDGE,
    BUILDING,
    CLIFF,
    DEPRESSION,
    GAP,
    INHERENT,
    LOWER_HINDRANCE,
    LOWER_OBSTACLE,
    OBSTACLE,
    PARTY_WALL,
    ROAD,
    SPLIT,
    STRAY,
    WATER,
    Tables,
)

Runs = list[int]

THIN = 2
"""R-A6.1-graze: what a line touches in so few pixels only is too close to call."""
AT_VERTEX = 4
"""R-C.5: what is painted no farther than this round the vertex of a unit in bypass is beside it."""


HEXSPINES = {(-1, -1): 0, (1, -2): 1, (2, -1): 2, (1, 1): 3, (-1, 2): 4, (-2, 1): 5}
"""The way of two hexes along each hexspine, in axial coordinates -> its vertex."""


class Line(NamedTuple):
    """What does not change along a line. Hexes are indices."""

    source: int
    target: int
    from_level: int
    to_level: int
    high: int
    low: int
    range: int
    from_below: int
    """1 if the source is in a depression."""
    to_below: int
    spine: int
    """1 if the line runs along hexsides."""
    origin_q: int
    """A hex centre on a hexspine line, at the source or behind it, in axial coordinates."""
    origin_r: int
    way_q: int
    """The way from that centre to the next on the line."""
    way_r: int
    from_centre: int
    """1 if the line starts at its hex's centre, not at a vertex."""
    to_centre: int
    readings: int
    """The other readings of disputed rules to judge by (`Reading`)."""
    raised: int = 0
    """How many ends stand up-slope or on a hillock, ends lower than the other not counted."""
    upslope: int = 0
    """1 if one of them stands up-slope."""


class Met(NamedTuple):
    """A hindrance: how much, in which hex, by which terrain."""

    drm: int
    hex: int
    code: int


Hinders = dict[int, Met]
"""Range -> the hindrance met there."""


class Found(NamedTuple):
    """What a line met."""

    reason: int
    at: int
    """The run that blocked; -1 for none."""
    code: int
    """The terrain there; 0 if it does not matter."""
    touched: int
    """The disputed readings that a decision may have hung on (`Reading`)."""
    drm: int
    """The total of the hindrances."""
    hinders: Hinders


def judge(t: Tables, line: Line, patches: Runs, lengths: Runs) -> Found:
    """Judge a line between two hexes."""
    hinders: Hinders = {}
    reason, at, code, touched = _obstacles(t, line, patches, lengths, hinders)
    why, where, touch = _depression(t, line, patches)
    if where >= 0 and (at < 0 or where <= at):
        reason, at, code, touched = why, where, 0, touch
    elif at < 0:
        touched |= touch
    why, where = _building(t, line, patches)
    if where >= 0 and (at < 0 or where <= at):
        reason, at, code, touched = why, where, 0, 0
    drm = sum(met.drm for met in hinders.values())
    if at < 0 and drm >= TOO_MANY:
        reason, at = Reason.HINDRANCES, _sixth(t, line, patches, hinders)
    return Found(reason, at, code, touched, drm, hinders)


def still_blocked(t: Tables, line: Line, patches: Runs, lengths: Runs, at: int) -> bool:
    """Whether a line that is blocked at a run is blocked by another one further on."""
    return _obstacles(t, line, patches, lengths, {}, at + 1)[1] >= 0


# What stands in the way


def _obstacles(
    t: Tables, line: Line, patches: Runs, lengths: Runs, hinders: Hinders, first: int = 0
) -> tuple[int, int, int, int]:
    """The first thing that blocks: reason, run, terrain, and the readings it hung on."""
    plain_top, hexes, low, ends = t.plain_top, t.hex, line.low, (line.source, line.target)
    partners = _Partners(t, line) if line.spine else None
    skip = _thin(t, patches, lengths) if line.readings & Reading.GRAZE else set()
    past = _bypassed_hexes(line)
    slivers = _thin(t, patches, lengths, AT_VERTEX) if past else set()
    touched = 0
    for at in range(first, len(patches)):
        patch = patches[at]
        if patch in skip:
            continue
        if plain_top[patch] <= low:
            # Even over bare ground a hexspine line may touch an orchard hex beside it.
            if partners is not None:
                hex = hexes[patch]
                beside = partners[hex]
                if (
                    beside >= 0
                    and hex not in ends
                    and t.kind[t.centre[beside]] & INHERENT
                    and not borders(t, line, patch, hex)
                ):
                    reason, what, touch = _terrain(t, line, patches, lengths, at, beside, hinders)
                    touched |= touch
                    if reason:
                        return reason, at, what, touch
            continue
        hex, code = hexes[patch], t.code[patch]
        inside = hex in ends
        if not inside and t.border[patch] and borders(t, line, patch, hex):
            inside = True
            touched |= Reading.RIM
        if inside:
            if t.kind[code] & PARTY_WALL and _party_wall(t, line, patch):
                return Reason.PARTY_WALL, at, code, 0
            if past and hex in past and patch not in slivers:
                reason = _bypassed(t, line, patch)
                if reason:
                    return reason, at, t.centre[hex], _grazed(t, patches, lengths, at)
            continue
        if t.wall_a[patch] >= 0:
            reason, touch = hexside(t, line, patch)
            if reason:
                return reason, at, code, touch | _grazed(t, patches, lengths, at)
            touched |= touch
        reason, what, touch = _terrain(t, line, patches, lengths, at, hex, hinders)
        touched |= touch
        if not reason and partners is not None and partners[hex] >= 0:
            reason, what, touch = _terrain(t, line, patches, lengths, at, partners[hex], hinders)
            touched |= touch
        if reason:
            return reason, at, what, touch
        if t.top[code]:
            skip.add(patch)  # speckled grain, met again, says what it said
    return 0, -1, 0, touched


class _Partners(dict[int, int]):
    """Hex -> the hex across the hexside that a hexspine line runs along; -1 for none."""

    def __init__(self, t: Tables, line: Line) -> None:
        super().__init__()
        self.t, self.line = t, line

    def __missing__(self, hex: int) -> int:
        found = self[hex] = partner(self.t, self.line, hex)
        return found


def borders(t: Tables, line: Line, patch: int, hex: int) -> bool:
    """Whether the patch lies within a pixel of an end's hex, and so counts as in it."""
    border = t.border[patch]
    if border == 0 or line.readings & Reading.RIM:
        return False
    near, ends = t.near[hex], (line.source, line.target)
    return any(border >> d & 1 and near[d] in ends for d in range(6))


def _bypassed_hexes(line: Line) -> set[int]:
    """C.5: the hexes of ends that are at a vertex: what stands in them stands in the way."""
    ends = (line.source, line.from_centre), (line.target, line.to_centre)
    return {hex for hex, centre in ends if not centre}


def _bypassed(t: Tables, line: Line, patch: int) -> int:
    """R-C.5: the obstacle that an end in bypass has beside it hides it from its other side."""
    hex, raw = t.hex[patch], t.code[patch]
    code = t.centre[hex] if t.kind[t.centre[hex]] & INHERENT and not t.kind[raw] & ROAD else raw
    top = t.ground[patch] + t.top[code]
    if not t.kind[code] & OBSTACLE or t.kind[code] & SPLIT or top <= line.low:
        return 0
    if top > line.high:
        return Reason.HIGHER_THAN_BOTH
    return Reason.NO_HEIGHT_ADVANTAGE if top == line.high else Reason.BLIND_HEX


def _thin(t: Tables, patches: Runs, lengths: Runs, limit: int = THIN) -> set[int]:
    """The patches of what a line touches in a pixel or two only (bars between houses are thin)."""
    pixels: dict[int, int] = {}
    for patch, length in zip(patches, lengths, strict=True):
        thing = t.thing[patch]
        pixels[thing] = pixels.get(thing, 0) + length
    return {
        patch
        for patch in patches
        if pixels[t.thing[patch]] <= limit and not t.kind[t.code[patch]] & PARTY_WALL
    }


def _grazed(t: Tables, patches: Runs, lengths: Runs, at: int) -> int:
    """`Reading.GRAZE` if a run may be no more than a touch, else 0."""
    thing, length = t.thing[patches[at]], lengths[at]
    for beside in (at - 1, at + 1):
        if 0 <= beside < len(patches) and t.thing[patches[beside]] == thing:
            length += lengths[beside]
    return Reading.GRAZE if length <= THIN else 0


def _terrain(
    t: Tables, line: Line, patches: Runs, lengths: Runs, at: int, hex: int, hinders: Hinders
) -> tuple[int, int, int]:
    """What stands on a patch, as a patch of the given hex: reason, terrain, readings."""
    near, far = t.distance[line.source][hex], t.distance[line.target][hex]
    if not (0 < near < line.range and 0 < far < line.range):
        if near == 0 or far == 0 or (line.from_centre and line.to_centre):
            return 0, 0, 0
        hinders = {}  # as far as the vertex aimed at, but not between the ends' hexes
    patch = patches[at]
    source, target, high, low = line.from_level, line.to_level, line.high, line.low
    code = raw = t.code[patch]
    ground, centre = t.ground[patch], t.centre[hex]
    if t.kind[centre] & INHERENT:
        if not t.kind[raw] & ROAD:
            code = centre
    elif t.kind[raw] & INHERENT and not line.readings & Reading.SPILT:
        return 0, 0, Reading.SPILT  # spilt over from the hex it fills
    kind = t.kind[code]
    full, top = ground + t.full[code], ground + t.top[code]
    flush = level_with_both(ground, source, target)
    if t.deck[patch] and not (t.kind[raw] & BRIDGE and flush):
        return 0, 0, 0
    touch = 0 if lengths[at] > THIN else _grazed(t, patches, lengths, at)
    if ground > high:
        return Reason.GROUND, code, touch
    if kind & SPLIT and flush:
        if kind & LOWER_OBSTACLE or (line.upslope and kind & OBSTACLE):
            return Reason.LOWER_OBSTACLE, code, touch
        if kind & LOWER_HINDRANCE or line.upslope:
            _hinder(t, near, hex, code, hinders)
            return 0, 0, touch
        return 0, 0, 0
    if line.raised and full == ground == high:
        # R-F2.3, R-F6.4: who is raised looks over half-level things; see `rises`.
        if top > ground and not kind & OBSTACLE and _is_first_low(t, line, hex, hinders):
            _hinder(t, near, hex, code, hinders)
        top = ground
    if top > ground and rises_above_both(top, source, target):
        if kind & OBSTACLE:
            return Reason.HIGHER_THAN_BOTH, code, touch
        _hinder(t, near, hex, code, hinders)
        if full > ground or not level_with_higher_end(ground, high, low):
            return 0, 0, touch
        top = ground  # the grain hinders; the hill it grows on may yet block
    to_low, to_high = (near, far) if source <= target else (far, near)
    if level_with_higher_end(top, high, low):
        if top > ground and not kind & OBSTACLE:
            _hinder(t, near, hex, code, hinders)
            return 0, 0, touch
        if not crest_in_lower_hex(
            full, ground, t.base[hex], high, to_high, _unbroken(t, line, patches, lengths, at, hex)
        ):
            if not line.raised:
                return Reason.NO_HEIGHT_ADVANTAGE, code, touch
            bare = full == ground and not t.trait[patch] & CLIFF
            if hides_from_raised(bare, high, low, to_low, to_high):
                return Reason.BLIND_HEX if full > ground else Reason.BEHIND_CREST, code, touch
    hides = casts_blind_hexes if t.trait[patch] & CLIFF else hides_behind_crest
    if full == ground:
        if hides(ground, high, low, to_low, to_high):
            return Reason.BEHIND_CREST, code, touch
    elif casts_blind_hexes(full, high, low, to_low, to_high):
        if kind & OBSTACLE:
            return Reason.BLIND_HEX, code, touch
        if hides(ground, high, low, to_low, to_high):
            return Reason.BEHIND_CREST, code, touch
        _hinder(t, near, hex, code, hinders)
        return 0, 0, touch
    return 0, 0, 0


def _hinder(t: Tables, step: int, hex: int, code: int, hinders: Hinders) -> None:
    """A6.7: one hindrance for each range step, the greatest."""
    drm = t.worth[code]
    if step not in hinders or drm > hinders[step].drm:
        hinders[step] = Met(drm, hex, code)


def _is_first_low(t: Tables, line: Line, hex: int, hinders: Hinders) -> bool:
    """R-F6.4: from (to) a hillock grain, brush and the like hinder once, up-slope never."""
    if line.upslope or line.raised > 1:
        return False
    return all(met.hex == hex or t.full[met.code] for met in hinders.values())


def _unbroken(t: Tables, line: Line, patches: Runs, lengths: Runs, at: int, hex: int) -> bool:
    """Whether the ground keeps the higher end's level from there to the run `at`.

    And falls before the line is half through the hex (R-B10.2): else the hex is higher ground
    rather than a lower hex with a crest line in it.
    """
    lower = line.target if line.from_level > line.to_level else line.source
    water = t.kind[t.centre[hex]] & t.kind[t.centre[lower]] & WATER
    if water or t.kind[t.centre[hex]] & DEPRESSION:
        return True  # the bank of a pond or canal seen into, the rim of a depression
    between = patches[:at] if line.from_level > line.to_level else patches[at:]
    if not all(t.ground[patch] >= line.high for patch in between):
        return False
    raised = through = 0
    for patch, length in zip(patches, lengths, strict=True):
        if t.hex[patch] == hex:
            through += length
            raised += length if t.ground[patch] >= line.high else 0
    return 2 * raised <= through


def _sixth(t: Tables, line: Line, patches: Runs, hinders: Hinders) -> int:
    """B.10: the run at which the hindrances reach six."""
    found = 0
    for step, met in sorted(hinders.items()):
        found += met.drm
        if found >= TOO_MANY:
            for at, patch in enumerate(patches):
                if t.distance[line.source][t.hex[patch]] == step:
                    return at
    return len(patches) - 1


def _party_wall(t: Tables, line: Line, patch: int) -> bool:
    """B23.71: rowhouse bars and inner factory walls block even at an end's own hexside."""
    top = t.ground[patch] + t.top[t.code[patch]]
    return bool(rises_above_both(top, line.from_level, line.to_level))


# Walls, hedges, bocage


def hexside(t: Tables, line: Line, patch: int) -> tuple[int, int]:
    """The wall, hedge or bocage painted on a patch: reason, and the readings it hangs on."""
    a, b, s, e = t.wall_a[patch], t.wall_b[patch], line.source, line.target
    if belongs_to(a, b, s) or belongs_to(a, b, e):
        return 0, 0
    trait, touch = t.trait[patch], 0
    if trait & STRAY:
        if line.readings & Reading.PAINT:
            return 0, 0
        touch |= Reading.PAINT
    along = is_hexspine_of(t.distance[s][a], t.distance[s][b])
    along = along or is_hexspine_of(t.distance[e][a], t.distance[e][b])
    ground = t.ground[patch]
    if t.kind[t.code[patch]] & BOCAGE:
        reason = _bocage(t, line, ground + 2, a, b, along)
        if reason and trait & GAP:
            if line.readings & Reading.GAP:
                return 0, 0
            touch |= Reading.GAP
        return reason, touch if reason else 0
    if along:
        return 0, 0
    if not wall_blocks(ground, line.from_level, line.to_level):
        if t.base[a] != t.base[b] and hillside_wall_hides(ground, line.high, line.low):
            if line.readings & Reading.HILLSIDE:
                return Reason.WALL, touch
            return 0, Reading.HILLSIDE
        return 0, 0
    if line.raised:
        return 0, 0  # R-F6.4: walls are counted in `rises`
    if trait & GAP:
        if line.readings & Reading.GAP:
            return 0, 0
        touch |= Reading.GAP
    if line.spine:
        if _goes_on_past(t, line, a, b):
            return 0, 0
        if _one_side_only(t, line, a, b):
            if line.readings & Reading.ONE_SIDE:
                return 0, 0
            touch |= Reading.ONE_SIDE
    return Reason.WALL, touch


def _bocage(t: Tables, line: Line, top: int, a: int, b: int, along: bool) -> int:
    """B9.52a: bocage between the ends. B9.52d: a hexspine is an obstacle like any other."""
    high, low = line.high, line.low
    level = bool(line.raised) and top == high  # looked over, Blind Hexes behind it apart
    if not level and bocage_blocks(top, line.from_level, line.to_level, high, low):
        return Reason.BOCAGE_ALONG if along else Reason.BOCAGE
    lower, higher = line.source, line.target
    if line.from_level > line.to_level:
        lower, higher = line.target, line.source
    # B9.52c: as a one-storey building in the hex behind the bocage, seen from above.
    behind = b if t.distance[lower][b] < t.distance[lower][a] else a
    to_low, to_high = t.distance[lower][behind], t.distance[higher][behind]
    blind = bocage_casts_blind_hexes(top, high, low, to_low, to_high)
    blind |= level and high > low and hides_from_raised(False, high, low, to_low, to_high)
    if blind or (along and casts_blind_hexes(top, high, low, to_low, to_high)):
        return Reason.BOCAGE_BLIND
    return 0


def partner(t: Tables, line: Line, hex: int) -> int:
    """The hex across the hexside that a hexspine line runs along; -1 where it runs along none."""
    q, r = t.axial_q[hex] - line.origin_q, t.axial_r[hex] - line.origin_r
    step = max(abs(q), abs(r), abs(q + r))
    if step % 2 == 0:
        return -1
    # Mirrored at the point of the line that is as far from its origin.
    p, o = step * line.way_q - q, step * line.way_r - r
    if max(abs(p), abs(o), abs(p + o)) != step or (p == q and o == r):
        return -1
    return hex_at(t, line.origin_q + p, line.origin_r + o)


def hex_at(t: Tables, q: int, r: int) -> int:
    """The index of a hex by its axial coordinates; -1 off the board."""
    column, row = q - t.first_q, r - t.first_r
    if column < 0 or row < 0 or column >= len(t.index) or row >= len(t.index[0]):
        return -1
    return int(t.index[column][row])


def _goes_on_past(t: Tables, line: Line, a: int, b: int) -> bool:
    """B9.2-ref: at the far end of a wall hexspine, a wall that goes on to one side only."""
    if line.range <= 2:
        return False
    ends = (line.source, 1, line.from_centre), (line.target, -1, line.to_centre)
    for end, way, centre in ends:
        vertex = HEXSPINES[way * line.way_q, way * line.way_r]
        beyond = t.past_hexspine[end][vertex] if centre else -1
        if beyond < 0 or (a != beyond and b != beyond):
            continue
        near, far = t.distance[end][a], t.distance[end][b]
        if min(near, far) == 1 and max(near, far) == 2:
            return True
    return False


def _one_side_only(t: Tables, line: Line, a: int, b: int) -> bool:
    """R-B9.2-side: whether a wall leaves a hexspine line to one side, with none on the other."""
    other, back = _mirrored(t, line, a), _mirrored(t, line, b)
    if other < 0 or back < 0 or (other == b and back == a):
        return False
    if back not in t.near[other]:
        return False
    return not t.walled[other][t.near[other].index(back)]


def _mirrored(t: Tables, line: Line, hex: int) -> int:
    """The hex on the other side of a hexspine line, or the same if the line halves it."""
    q, r = t.axial_q[hex] - line.origin_q, t.axial_r[hex] - line.origin_r
    step = max(abs(q), abs(r), abs(q + r))
    if step % 2 == 0:
        on = 2 * q == step * line.way_q and 2 * r == step * line.way_r
        return hex if on else -1
    return partner(t, line, hex)


# Ends in depressions and buildings


def _depression(t: Tables, line: Line, patches: Runs) -> tuple[int, int, int]:
    """A6.3: a line out of (into) a gully, stream or sunken road: reason, run, readings."""
    if not (line.from_below or line.to_below) or _in_one_depression(t, line):
        return 0, -1, 0
    forth = range(len(patches))
    touched = 0
    for below, order, level, other_level, other, reason in (
        (line.from_below, forth, line.from_level, line.to_level, line.target, _EXITS),
        (line.to_below, forth[::-1], line.to_level, line.from_level, line.source, _ENTERS),
    ):
        if not below:
            continue
        at, touch = _rim(t, line, patches, order, level)
        if at >= 0 and leaves_depression_too_early(
            other_level - level, t.distance[t.hex[patches[at]]][other]
        ):
            return reason, at, 0
        touched |= touch
    return 0, -1, touched


_EXITS, _ENTERS = Reason.EXITS_DEPRESSION, Reason.ENTERS_DEPRESSION


def _rim(t: Tables, line: Line, patches: Runs, order: range, level: int) -> tuple[int, int]:
    """The first run outside the depression of an end, -1 for none; and the readings on the way."""
    touched = 0
    for at in order:
        patch = patches[at]
        if t.kind[t.code[patch]] & DEPRESSION or t.ground[patch] <= level:
            continue
        if t.deck[patch] and not line.readings & Reading.BRIDGE:
            touched = Reading.BRIDGE
            continue
        return at, touched
    return -1, touched


def _in_one_depression(t: Tables, line: Line) -> bool:
    """Whether the depression goes on across the hexside between two adjacent ends."""
    if line.range != 1 or not (line.from_below and line.to_below):
        return False
    return bool(t.channel[line.source][t.near[line.source].index(line.target)])


def _building(t: Tables, line: Line, patches: Runs) -> tuple[int, int]:
    """A6.8: from one storey to another level a line must leave the building first."""
    if line.high == line.low:
        return 0, -1
    forth = range(len(patches))
    for end, order in ((line.source, forth), (line.target, forth[::-1])):
        at = _stuck(t, end, patches, order)
        if at >= 0:
            return Reason.INSIDE_BUILDING, at
    return 0, -1


def _stuck(t: Tables, end: int, patches: Runs, order: range) -> int:
    """The run at which a line leaves an end's hex still inside its building; -1 if it does not."""
    if not t.kind[t.centre[end]] & BUILDING:
        return -1
    for at in order:
        patch = patches[at]
        hex = t.hex[patch]
        if hex != end:
            border, near = t.border[patch], t.near[hex]
            if not any(border >> d & 1 and near[d] == end for d in range(6)):
                return at
        if not t.kind[t.code[patch]] & BUILDING:
            return -1
    return -1
