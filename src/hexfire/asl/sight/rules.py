"""What blocks or hinders a line of sight: one small question per rule.

Every question is asked with plain numbers (one patch of one line) or with arrays (all patches of
many lines): only operators that both understand are used, so that there is one rule for both.
Levels are half levels: `source` and `target` are the two ends, `high` and `low` the same sorted;
`ground` is the level of the ground, `top` that of what stands on it, `full` the same without a
half-level top. `to_low` and `to_high` are the ranges from the patch's hex to the two ends.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from hexfire.hexes.arrays import i64

Number = i64
"""An int; where this module is not compiled, an array of ints as well."""
Yes = bool
"""A bool, or an array of bools."""


class Reason(IntEnum):
    """Why a line is blocked; the value is the order in which reasons at one point count."""

    CLEAR = 0
    EXITS_DEPRESSION = 1
    ENTERS_DEPRESSION = 2
    INSIDE_BUILDING = 3
    PARTY_WALL = 4
    WALL = 5
    BOCAGE = 6
    BOCAGE_ALONG = 7
    BOCAGE_BLIND = 8
    GROUND = 9
    LOWER_OBSTACLE = 10
    HIGHER_THAN_BOTH = 11
    NO_HEIGHT_ADVANTAGE = 12
    BLIND_HEX = 13
    BEHIND_CREST = 14
    HINDRANCES = 15
    OTHER_STOREY = 16
    UNDER_BRIDGE = 17
    NO_WALL_ADVANTAGE = 18
    UNIT_WITHOUT_WALL_ADVANTAGE = 19
    ENTRENCHED_BEHIND_WALL = 20
    HILLOCK = 21
    SECOND_HALF_LEVEL = 22

    @property
    def rule(self) -> str:
        return _RULES[self]

    @property
    def key(self) -> str:
        return f"sight.reason.{self.name.lower()}"


_RULES = {
    Reason.CLEAR: "A6.1",
    Reason.EXITS_DEPRESSION: "A6.3",
    Reason.ENTERS_DEPRESSION: "A6.3",
    Reason.INSIDE_BUILDING: "A6.8",
    Reason.PARTY_WALL: "B23.71",
    Reason.WALL: "B9.2-ref",
    Reason.BOCAGE: "B9.52a",
    Reason.BOCAGE_ALONG: "B9.52d",
    Reason.BOCAGE_BLIND: "B9.52c",
    Reason.GROUND: "A6.2",
    Reason.LOWER_OBSTACLE: "A6.2",
    Reason.HIGHER_THAN_BOTH: "A6.2",
    Reason.NO_HEIGHT_ADVANTAGE: "A6.21",
    Reason.BLIND_HEX: "A6.4",
    Reason.BEHIND_CREST: "B10.23",
    Reason.HINDRANCES: "B.10",
    Reason.OTHER_STOREY: "A6.82",
    Reason.UNDER_BRIDGE: "B6.2",
    Reason.NO_WALL_ADVANTAGE: "B9.521c",
    Reason.UNIT_WITHOUT_WALL_ADVANTAGE: "B9.521d",
    Reason.ENTRENCHED_BEHIND_WALL: "B27.2",
    Reason.HILLOCK: "F6.4",
    Reason.SECOND_HALF_LEVEL: "F6.4",
}


class Reading(IntEnum):
    """Another reading of a rule, or of the drawing, than ours; values are bits."""

    HILLSIDE = 1
    GAP = 2
    ONE_SIDE = 4
    PAINT = 8
    GRAZE = 16
    RIM = 32
    BRIDGE = 64
    SPILT = 128

    @property
    def ruling(self) -> str:
        """The entry in docs/rulings/walls.md that tells both readings."""
        return _RULINGS[self]

    @property
    def key(self) -> str:
        return f"sight.reading.{self.name.lower()}"


_RULINGS = {
    Reading.HILLSIDE: "R-B9.6",
    Reading.GAP: "R-B9.2-gap",
    Reading.ONE_SIDE: "R-B9.2-side",
    Reading.PAINT: "R-B9.2-paint",
    Reading.GRAZE: "R-A6.1-graze",
    Reading.RIM: "R-A6.1-rim",
    Reading.BRIDGE: "R-B6",
    Reading.SPILT: "R-A6.1-spilt",
}

TOO_MANY: Final = 6
"""B.10: hindrances of this total block."""


def rises_above_both(top: Number, source: Number, target: Number) -> Yes:
    """A6.2: what is higher than both ends stands in the way (or hinders)."""
    return (top > source) & (top > target)


def level_with_higher_end(top: Number, high: Number, low: Number) -> Yes:
    """A6.21: to see past what is as high as oneself to someone lower one needs more height."""
    return (top == high) & (top > low)


def crest_in_lower_hex(
    full: Number, ground: Number, base: Number, high: Number, to_high: Number, unbroken: Yes
) -> Yes:
    """B10.2: a crest line drawn inside the lower hex next to the higher end is looked over.

    `unbroken`: the ground does not fall between the higher end and here, so that this is the same
    crest; or the hex is a depression, whose rim is drawn in it.
    """
    return (full == ground) & (base < high) & (to_high == 1) & unbroken


def level_with_both(ground: Number, source: Number, target: Number) -> Yes:
    """A6.2: both ends stand on the ground level in question."""
    return (ground == source) & (ground == target)


def casts_blind_hexes(
    full: Number, high: Number, low: Number, to_low: Number, to_high: Number
) -> Yes:
    """A6.4: the lower end lies in a Blind Hex behind an obstacle lower than the higher end.

    The obstacle hides as many hexes as it is high above the lower end, one more for each five
    hexes between it and the viewer, less the viewer's height above it; at least one.
    """
    hidden = 2 * full + 2 * (to_high // 5) - high - low + 2
    return (full > low) & (full < high) & ((2 * to_low <= hidden) | (to_low <= 1))


def bocage_casts_blind_hexes(
    top: Number, high: Number, low: Number, to_low: Number, to_high: Number
) -> Yes:
    """B9.531b: as A6.4, but height may leave bocage no Blind Hex at all."""
    hidden = 2 * top + 2 * (to_high // 5) - high - low + 2
    return (top > low) & (top < high) & (2 * to_low <= hidden)


def hides_behind_crest(
    ground: Number, high: Number, low: Number, to_low: Number, to_high: Number
) -> Yes:
    """B10.23: a bare crest line hides one hex fewer than an obstacle, perhaps none."""
    hidden = 2 * ground + 2 * (to_high // 5) - high - low
    return (ground > low) & (ground < high) & (2 * to_low <= hidden)


def leaves_depression_too_early(gain: Number, remaining: Number) -> Yes:
    """A6.3: out of (into) a depression one sees only as steeply as a level a hex.

    `remaining` is the range from where the line crosses the rim to the other end.
    """
    return gain < 2 * remaining


def belongs_to(a: Number, b: Number, end: Number) -> Yes:
    """B9.2-ref: a hexside of an end's own hex never blocks its LOS."""
    return (a == end) | (b == end)


def is_hexspine_of(range_a: Number, range_b: Number) -> Yes:
    """B9.2-ref: a hexside between two hexes that are both next to the end is its hexspine."""
    return (range_a == 1) & (range_b == 1)


def wall_blocks(ground: Number, source: Number, target: Number) -> Yes:
    """B9.3-ref: a wall or hedge is a half-level obstacle between two ends on its own level."""
    return level_with_both(ground, source, target)


def hillside_wall_hides(ground: Number, high: Number, low: Number) -> Yes:
    """R-B9.6: by the other reading a hillside wall hides what is lower than its top.

    `ground` is the level on which the wall is painted.
    """
    return (ground < high) & (ground + 1 > low)


def bocage_blocks(top: Number, source: Number, target: Number, high: Number, low: Number) -> Yes:
    """B9.52a: bocage is an obstacle one level high."""
    return rises_above_both(top, source, target) | level_with_higher_end(top, high, low)


def hides_from_raised(bare: Yes, high: Number, low: Number, to_low: Number, to_high: Number) -> Yes:
    """R-F2.3: behind what is as high as a raised end's own level lie Blind Hexes, no more.

    As A6.4 (or, `bare`, B10.23) counts them behind an obstacle one has just overtopped.
    """
    hidden = high - low + 2 * (to_high // 5) + (0 if bare else 2)
    return 2 * to_low <= hidden
