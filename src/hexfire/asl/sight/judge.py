"""One line of sight, judged and explained."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hexfire.asl.sight import lines, rules
from hexfire.asl.sight.ground import KINDS, Ground
from hexfire.asl.sight.rules import TOO_MANY, Reason
from hexfire.boards import terrains


class Spot(NamedTuple):
    """An end of a line: where it aims, and how high (in half levels)."""

    hex: int
    pixel: tuple[int, int]
    level: int
    in_depression: bool
    at_vertex: bool = False
    """Whether it aims at a vertex (bypass, Snap Shot) instead of the hex centre."""


class Hindrance(msgspec.Struct, frozen=True):
    """One hindrance of a line: where, what, how much, by which rule."""

    hex: str
    kind: str
    drm: int
    rule: str
    range: int


class Answer(msgspec.Struct, frozen=True):
    """What one sees: blocked or clear, and why."""

    range: int
    blocked: bool
    hindrance: int
    """The total DRM of a clear line; of a blocked one, what was met before the block."""
    items: tuple[Hindrance, ...]
    reason: Reason
    point: tuple[int, int] | None = None
    """The pixel that decided."""
    hex: str | None = None
    """The hex that decided."""
    terrain: str | None = None
    disputed: str | None = None
    """The id of a ruling, where by another reading of the rules this clear line is blocked."""

    @property
    def rule(self) -> str:
        return self.reason.rule


HEXSPINES = {(-1, -1): 0, (1, -2): 1, (2, -1): 2, (1, 1): 3, (-1, 2): 4, (-2, 1): 5}
"""The way of two hexes along each hexspine, in axial coordinates -> its vertex."""


class _Tables:
    """A Ground's tables as plain lists: single questions go faster without arrays."""

    def __init__(self, ground: Ground) -> None:
        self.hex = ground.hex.tolist()
        self.ground = ground.ground.tolist()
        self.code = ground.code.tolist()
        self.border = ground.border.tolist()
        self.deck = ground.deck.tolist()
        self.wall_a, self.wall_b = (side.tolist() for side in ground.walls)
        self.plain_top = ground.plain_top.tolist()
        self.base = (2 * ground.base.astype(int)).tolist()
        self.centre = ground.centre.tolist()
        self.distance = ground.distance.tolist()
        self.near = ground.board.facts.neighbours.tolist()
        self.full, self.top = KINDS.full.tolist(), KINDS.top.tolist()
        self.obstacle, self.split = KINDS.obstacle.tolist(), KINDS.split.tolist()
        self.lower_obstacle = KINDS.lower_obstacle.tolist()
        self.lower_hindrance = KINDS.lower_hindrance.tolist()
        self.inherent, self.road = KINDS.inherent.tolist(), KINDS.road.tolist()
        self.building, self.party_wall = KINDS.building.tolist(), KINDS.party_wall.tolist()
        self.depression, self.bridge = KINDS.depression.tolist(), KINDS.bridge.tolist()
        self.bocage = KINDS.bocage.tolist()
        self.worth = KINDS.worth.tolist()
        self.axial = [tuple(hex) for hex in ground.board.grid.hexes]
        self.index = ground.axial_index
        self.past_hexspine = ground.past_hexspine.tolist()
        self.channel = ground.channel.tolist()


class Judge:
    """Judges lines over one board."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._tables: _Tables | None = None

    @property
    def tables(self) -> _Tables:
        if self._tables is None:
            self._tables = _Tables(self.ground)
        return self._tables

    def line(self, source: Spot, target: Spot) -> Answer:
        """The LOS between two spots in different hexes."""
        return _Line(self, source, target).judge()


class _Line:
    """One line on its way: what it has met so far."""

    def __init__(self, judge: Judge, source: Spot, target: Spot) -> None:
        self.tables = judge.tables
        self.ground = judge.ground
        self.source, self.target = source, target
        self.range = self.tables.distance[source.hex][target.hex]
        self.high, self.low = max(source.level, target.level), min(source.level, target.level)
        patches, pixels = lines.one(judge.ground, source.pixel, target.pixel)
        self.patches, self.pixels = patches.tolist(), pixels.tolist()
        self.at = 0
        self.disputed: str | None = None
        self.hindrances: dict[int, tuple[int, int, int]] = {}
        """Range -> (DRM, hex, terrain code)."""

    def judge(self) -> Answer:
        reason, at, code = self._obstacles()
        for other in (self._depression(), self._building()):
            if other is not None and (at is None or other[1] <= at):
                reason, at, code = other[0], other[1], 0
        total = sum(drm for drm, _, _ in self.hindrances.values())
        if at is None and total >= TOO_MANY:
            reason, at = Reason.HINDRANCES, self._sixth()
        blocked = reason is not Reason.CLEAR
        tables, grid = self.tables, self.ground.board.grid
        width = self.ground.board.width
        items = tuple(
            Hindrance(grid.label(grid.hexes[hex]), _tag(code), drm, "A6.7", step)
            for step, (drm, hex, code) in sorted(self.hindrances.items())
        )
        if at is None:
            return Answer(self.range, blocked, total, items, reason, disputed=self.disputed)
        y, x = divmod(self.pixels[at], width)
        hex = grid.label(grid.hexes[tables.hex[self.patches[at]]])
        return Answer(
            self.range, blocked, total, items, reason, (x, y), hex, _tag(code) if code else None
        )

    # What stands in the way

    def _obstacles(self) -> tuple[Reason, int | None, int]:
        t, low = self.tables, self.low
        plain_top, hex_of, distance = t.plain_top, t.hex, t.distance
        s, e, total = self.source.hex, self.target.hex, self.range
        to_source, to_target = distance[s], distance[e]
        spine = self._spine()
        done: set[int] = set()
        for at, patch in enumerate(self.patches):
            if patch in done:
                continue  # speckled grain, met again: it says what it said
            hex, self.at = hex_of[patch], at
            if plain_top[patch] <= low:
                # Even over bare ground a hexspine line may touch an orchard hex beside it.
                if spine and to_source[hex] % 2:
                    reason, code = self._beside(patch, hex)
                    if reason:
                        return reason, at, code
                continue
            inside = hex in (s, e) or (t.border[patch] and self._borders(patch, hex))
            if t.wall_a[patch] >= 0 and not inside:
                reason = self._hexside(patch, spine)
                if reason:
                    return reason, at, t.code[patch]
            if inside:
                if t.party_wall[t.code[patch]] and self._party_wall(patch):
                    return Reason.PARTY_WALL, at, t.code[patch]
                continue
            near, far = to_source[hex], to_target[hex]
            reason = Reason.CLEAR
            if near < total and far < total:
                reason, code = self._terrain(patch, hex, near, far)
            if not reason and spine and near % 2:
                partner = self._partner(hex, near)
                if partner is not None and to_target[partner] < total:
                    reason, code = self._terrain(patch, partner, near, to_target[partner])
            if reason:
                return reason, at, code
            if t.top[t.code[patch]]:
                done.add(patch)
        return Reason.CLEAR, None, 0

    def _beside(self, patch: int, hex: int) -> tuple[Reason, int]:
        t, near = self.tables, self.tables.distance[self.source.hex][hex]
        partner = self._partner(hex, near)
        if partner is None or not t.inherent[t.centre[partner]] or self._borders(patch, hex):
            return Reason.CLEAR, 0
        far = t.distance[self.target.hex][partner]
        return self._terrain(patch, partner, near, far) if far < self.range else (Reason.CLEAR, 0)

    def _borders(self, patch: int, hex: int) -> bool:
        """Whether the patch lies within a pixel of an end's hex, and so counts as in it."""
        border, near = self.tables.border[patch], self.tables.near[hex]
        ends = (self.source.hex, self.target.hex)
        return any(border >> d & 1 and near[d] in ends for d in range(6))

    def _terrain(self, patch: int, hex: int, near: int, far: int) -> tuple[Reason, int]:
        """What stands on a patch, as a patch of the given hex."""
        t, source, target = self.tables, self.source.level, self.target.level
        code = raw = t.code[patch]
        ground = t.ground[patch]
        centre = t.centre[hex]
        if t.inherent[centre]:
            code = raw if t.road[raw] else centre
        elif t.inherent[raw]:
            return Reason.CLEAR, 0  # spilt over from the hex it fills
        full, top = ground + t.full[code], ground + t.top[code]
        if t.deck[patch] and not (t.bridge[raw] and rules.level_with_both(ground, source, target)):
            return Reason.CLEAR, 0
        if ground > self.high:
            return Reason.GROUND, code
        if t.split[code] and rules.level_with_both(ground, source, target):
            if t.lower_obstacle[code]:
                return Reason.LOWER_OBSTACLE, code
            if t.lower_hindrance[code]:
                self._hinder(near, hex, code)
            return Reason.CLEAR, 0
        if top > ground and rules.rises_above_both(top, source, target):
            if t.obstacle[code]:
                return Reason.HIGHER_THAN_BOTH, code
            self._hinder(near, hex, code)
            return Reason.CLEAR, 0
        high, low = self.high, self.low
        to_low, to_high = (near, far) if source <= target else (far, near)
        if rules.level_with_higher_end(top, high, low) and not rules.crest_in_lower_hex(
            full, ground, t.base[hex], high, to_high, self._unbroken(hex)
        ):
            return Reason.NO_HEIGHT_ADVANTAGE, code
        if full == ground:
            if rules.hides_behind_crest(ground, high, low, to_low, to_high):
                return Reason.BEHIND_CREST, code
        elif rules.casts_blind_hexes(full, high, low, to_low, to_high):
            if t.obstacle[code]:
                return Reason.BLIND_HEX, code
            self._hinder(near, hex, code)
        return Reason.CLEAR, 0

    def _unbroken(self, hex: int) -> bool:
        """Whether the ground keeps the higher end's level from there to the present patch."""
        t = self.tables
        if t.depression[t.centre[hex]]:
            return True
        here = self.at
        between = (
            self.patches[:here] if self.source.level > self.target.level else self.patches[here:]
        )
        return all(t.ground[patch] >= self.high for patch in between)

    def _hinder(self, step: int, hex: int, code: int) -> None:
        """A6.7: one hindrance for each range step, the greatest."""
        drm = self.tables.worth[code]
        if drm > self.hindrances.get(step, (0,))[0]:
            self.hindrances[step] = (drm, hex, code)

    def _sixth(self) -> int:
        """B.10: the patch at which the hindrances reach six."""
        total = 0
        for step, (drm, _, _) in sorted(self.hindrances.items()):
            total += drm
            if total >= TOO_MANY:
                for at, patch in enumerate(self.patches):
                    if self.tables.distance[self.source.hex][self.tables.hex[patch]] == step:
                        return at
        return len(self.patches) - 1

    # Walls, hedges, bocage

    def _hexside(self, patch: int, spine: bool) -> Reason:
        t, a, b = self.tables, self.tables.wall_a[patch], self.tables.wall_b[patch]
        s, e = self.source.hex, self.target.hex
        if rules.belongs_to(a, b, s) or rules.belongs_to(a, b, e):
            return Reason.CLEAR
        ground, source, target = t.ground[patch], self.source.level, self.target.level
        along = any(rules.is_hexspine_of(t.distance[end][a], t.distance[end][b]) for end in (s, e))
        if t.bocage[t.code[patch]]:
            return self._bocage(ground + 2, a, b, along)
        if along:
            return Reason.CLEAR
        if not rules.wall_blocks(ground, source, target):
            # R-B9.6: some would have a hillside wall hide what is lower than its top.
            if t.base[a] != t.base[b] and ground < self.high and ground + 1 > self.low:
                self.disputed = "R-B9.6"
            return Reason.CLEAR
        if spine and self._goes_on_past(a, b):
            return Reason.CLEAR
        return Reason.WALL

    def _bocage(self, top: int, a: int, b: int, along: bool) -> Reason:
        """B9.52a: bocage between the ends. B9.52d: a hexspine is an obstacle like any other."""
        source, target = self.source.level, self.target.level
        if rules.bocage_blocks(top, source, target, self.high, self.low):
            return Reason.BOCAGE_ALONG if along else Reason.BOCAGE
        lower, higher = (
            (self.source.hex, self.target.hex)
            if source <= target
            else (self.target.hex, self.source.hex)
        )
        # B9.52c: as a one-storey building in the hex behind the bocage, seen from above.
        behind = min(a, b, key=lambda hex: self.tables.distance[lower][hex])
        to_low = self.tables.distance[lower][behind]
        to_high = self.tables.distance[higher][behind]
        hides = rules.casts_blind_hexes if along else rules.bocage_casts_blind_hexes
        if hides(top, self.high, self.low, to_low, to_high):
            return Reason.BOCAGE_BLIND
        return Reason.CLEAR

    def _spine(self) -> bool:
        """Whether the line runs along hexsides."""
        if self.source.at_vertex or self.target.at_vertex:
            return False
        (q, r), (p, o) = self.tables.axial[self.source.hex], self.tables.axial[self.target.hex]
        q, r = p - q, o - r
        small, middle, _ = sorted((abs(q), abs(r), abs(q + r)))
        return small == middle > 0

    def _partner(self, hex: int, step: int) -> int | None:
        """The hex across the hexside that a hexspine line runs along at an odd range."""
        (q, r), (p, o) = self.tables.axial[self.source.hex], self.tables.axial[self.target.hex]
        half = self.range // 2
        own = self.tables.axial[hex]
        there = (2 * q + step * (p - q) // half - own[0], 2 * r + step * (o - r) // half - own[1])
        found = self.tables.index.get(there)
        if found is None or self.tables.distance[self.source.hex][found] != step or found == hex:
            return None
        return found

    def _goes_on_past(self, a: int, b: int) -> bool:
        """B9.2-ref: at the far end of a wall hexspine, a wall that goes on to one side only."""
        for end, other in ((self.source.hex, self.target.hex), (self.target.hex, self.source.hex)):
            beyond = self._beyond(end, other)
            if beyond in (a, b):
                ranges = sorted(self.tables.distance[end][hex] for hex in (a, b))
                if ranges == [1, 2]:
                    return True
        return False

    def _beyond(self, end: int, other: int) -> int:
        """The hex at range 2 from an end, if one wall but not two leads on from a wall hexspine."""
        (q, r), (p, o) = self.tables.axial[end], self.tables.axial[other]
        half = self.range // 2
        vertex = HEXSPINES[(p - q) // half, (o - r) // half]
        return self.tables.past_hexspine[end][vertex] if half > 1 else -1

    # Ends in depressions and buildings

    def _depression(self) -> tuple[Reason, int] | None:
        """A6.3: a line out of (into) a gully, stream or sunken road."""
        t = self.tables
        if self.range == 1 and self._in_one_depression():
            return None
        for end, other, order, reason in (
            (self.source, self.target, 1, Reason.EXITS_DEPRESSION),
            (self.target, self.source, -1, Reason.ENTERS_DEPRESSION),
        ):
            if not end.in_depression:
                continue
            for at in range(len(self.patches))[::order]:
                patch = self.patches[at]
                below = t.depression[t.code[patch]] or t.ground[patch] <= end.level
                if below or t.deck[patch]:
                    continue
                remaining = t.distance[t.hex[patch]][other.hex]
                if rules.leaves_depression_too_early(other.level - end.level, remaining):
                    return reason, at
                break
        return None

    def _in_one_depression(self) -> bool:
        """Whether the depression goes on across the hexside between two adjacent ends."""
        side = self.tables.near[self.source.hex].index(self.target.hex)
        both = self.source.in_depression and self.target.in_depression
        return both and self.tables.channel[self.source.hex][side]

    def _building(self) -> tuple[Reason, int] | None:
        """A6.8: from one storey to another level a line must leave the building first."""
        if self.high == self.low:
            return None
        t = self.tables
        for end, order in ((self.source.hex, 1), (self.target.hex, -1)):
            if not t.building[t.centre[end]]:
                continue
            for at in range(len(self.patches))[::order]:
                patch = self.patches[at]
                hex = t.hex[patch]
                if hex != end:
                    border, near = t.border[patch], t.near[hex]
                    if not any(border >> d & 1 and near[d] == end for d in range(6)):
                        return Reason.INSIDE_BUILDING, at
                if not t.building[t.code[patch]]:
                    break
        return None

    def _party_wall(self, patch: int) -> bool:
        """B23.71: rowhouse bars and inner factory walls block even at an end's own hexside."""
        t = self.tables
        top = t.ground[patch] + t.top[t.code[patch]]
        return bool(rules.rises_above_both(top, self.source.level, self.target.level))


def _tag(code: int) -> str:
    return terrains()[code].tag
