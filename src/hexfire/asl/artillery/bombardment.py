"""Bombardment before play (C1.8): spared hexes, and what everything else in the area suffers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery.cover import Cover, tem
from hexfire.asl.artillery.ffe import Inside, lowered
from hexfire.asl.effects import morale
from hexfire.asl.shots.targets import Personnel, VehicleTarget
from hexfire.dice import Dice, Then, odds
from hexfire.hexes import Grid, Hex
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally

_LABEL = re.compile(r"([A-Z]{1,2})(\d{1,2})")


def spared_numbers(dice: Dice) -> tuple[frozenset[int], tuple[int, ...]]:
    """C1.81: six drs, +6 to the last three; hexes with these numbers are spared, 10 spares 0 too.

    Returns the numbers and the six results.
    """
    results = tuple(dice.dr("C1.81") + (6 if i >= 3 else 0) for i in range(6))
    numbers = {result for result in results if result <= 10}
    return frozenset(numbers | ({0} if 10 in numbers else set())), results


def spared_chance(number: int) -> Fraction:
    """C1.81: how likely hexes with this number are spared."""
    return odds(_spares, number, 0)[True]


def _spares(dice: Dice, number: int, already: int) -> bool | Then:
    if already == 6:
        return False
    result = dice.dr("C1.81") + (6 if already >= 3 else 0)
    if result == number or (result == 10 and number == 0):
        return True
    return Then(_spares, (number, already + 1))


class Half(Enum):
    """C1.81: hexrows A–Q or Q–GG of a board."""

    LEFT = "left"
    RIGHT = "right"


class Share(NamedTuple):
    """C1.81: a board of the map (no name: the only one), or half of it."""

    board: str = ""
    half: Half | None = None

    @classmethod
    def of(cls, text: str) -> Share:
        """`3` is all of board 3, `3:left` its hexrows A–Q."""
        board, _, half = text.partition(":")
        try:
            return cls(board.strip(), Half(half.strip()) if half else None)
        except ValueError:
            raise BadInput("artillery.bad_area", text=text) from None


def in_area(column: int, half: Half | None) -> bool:
    """C1.81: a whole board, or one of two adjacent half boards; hexrow Q belongs to both."""
    if not 0 <= column <= 32:
        return False
    return half is None or (column <= 16 if half is Half.LEFT else column >= 16)


def _read(label: str) -> tuple[int, int]:
    """Column and number of a hex as its own board names it (U3)."""
    parts = _LABEL.fullmatch(label.upper())
    if parts is None:
        raise BadInput("artillery.bad_label", text=label)
    letters, number = parts.groups()
    return 26 * (len(letters) - 1) + ord(letters[0]) - ord("A"), int(number)


def is_struck(label: str, spared: Iterable[int], half: Half | None = None) -> bool:
    """C1.81: whether a hex of the board (as U3) is bombarded."""
    column, number = _read(label)
    return in_area(column, half) and number not in set(spared)


def area_hexes(grid: Grid, share: Share) -> dict[Hex, int]:
    """C1.81: the hexes of a board or half board, each with its number on that board."""
    numbers = {}
    for hex in grid.hexes:
        for name in grid.names(hex):
            own = name[len(share.board) :]
            ours = name.upper().startswith(share.board.upper()) and _LABEL.fullmatch(own.upper())
            if ours:
                column, number = _read(own)
                if in_area(column, share.half):
                    numbers[hex] = number
    return numbers


def bombarded(grid: Grid, area: Iterable[Share]) -> dict[Hex, int]:
    """C1.81: one whole board, or two half boards that lie next to each other."""
    shares = tuple(area)
    parts = [area_hexes(grid, share) for share in shares]
    for share, part in zip(shares, parts, strict=True):
        if not part:
            raise BadInput("artillery.no_such_board", text=share.board)
    halves = [share for share in shares if share.half is not None]
    if (len(shares), len(halves)) not in ((1, 0), (2, 2)):
        raise Refusal("C1.81", "artillery.bombard_area")
    if halves and not any(a.distance(b) <= 1 for a in parts[0] for b in parts[1]):
        raise Refusal("C1.81", "artillery.halves_apart")
    return {hex: number for part in parts for hex, number in part.items()}


def check_drm(cover: Cover, *, marsh: bool = False) -> Tally:
    """C1.82: TEM with its sign turned; the levels of a building above (B23.32) do not count.

    In marsh -2.
    """
    items = [
        Modifier(m.case, m.rule, -m.value)
        for m in tem(cover).applied
        if m.case != "upper_levels" and m.value
    ]
    return Tally.of([*items, Modifier("marsh", "C1.82", -2, marsh)])


class Shaken(msgspec.Struct, frozen=True):
    """A unit after its 2MC: what it is now, whether it failed, and its Original DR.

    `shown`: a hidden or concealed unit that broke or was pinned is placed on the board.
    """

    unit: Personnel
    original: int
    failed: bool = False
    shown: bool = False


def two_mc(dice: Dice, unit: Personnel, drm: int) -> Shaken:
    """C1.82: a 2MC; who fails it with doubles other than 12 suffers Casualty Reduction as well.

    `drm` is what the cover and a leader make of it; everything else is as in any MC (A10.3).
    """
    roll = dice.DR("C1.82")
    after, fall = morale.morale_check(unit, roll.total, 2 + drm)
    failed = roll.total == 12 or roll.total + 2 + drm > unit.current_morale
    if failed and roll.doubles and roll.total != 12:
        # R-C1.82: a broken unit is reduced by its failure and once more by the doubles.
        fall = morale.Fall.ELIMINATED if unit.broken else morale.Fall.REDUCED
    if fall is morale.Fall.ELIMINATED:
        after = after.gone()
    elif fall is morale.Fall.REDUCED:
        after = morale.wounds(after, dice.dr("A17.11")) if after.is_smc else morale.reduced(after)
    return Shaken(after, roll.total, failed)


def personnel(
    dice: Dice, inside: Inside, *, marsh: bool = False, concealed: bool = False
) -> Shaken:
    """C1.82: the 2MC of one unit by itself.

    C1.54: a unit under its own side's Bombardment has one Morale Level less. No CH.
    """
    target, before = inside.target, lowered(inside)
    if not isinstance(target, Personnel) or not isinstance(before, Personnel):
        raise BadInput("artillery.not_personnel")
    shaken = two_mc(dice, before, check_drm(inside.cover, marsh=marsh).total)
    after = replace(shaken.unit, morale=target.morale, broken_morale=target.broken_morale)
    harmed = after.broken or after.pinned or after.eliminated
    return replace(shaken, unit=after, shown=concealed and harmed)


class Damage(Enum):
    """C1.821: what a failed NMC does to equipment."""

    NONE = "none"
    DAMAGED = "damaged"
    ELIMINATED = "eliminated"
    BURNING = "burning"


class Equipment(Enum):
    """C1.821, C1.82: what may stand in a hex besides men."""

    UNARMORED_VEHICLE = "unarmored_vehicle"
    GUN_OR_SW = "gun_or_sw"
    LIGHT_AFV = "light_afv"
    OTHER_AFV = "other_afv"
    HORSE_MOTORCYCLE_BOAT = "horse_motorcycle_boat"


_EQUIPMENT_MORALE = {
    Equipment.UNARMORED_VEHICLE: 6,
    Equipment.GUN_OR_SW: 7,
    Equipment.LIGHT_AFV: 8,
    Equipment.OTHER_AFV: 9,
}


def vehicle_class(vehicle: VehicleTarget) -> Equipment:
    """C1.821: unarmored; OT, or no AF above 4; any other AFV."""
    if not vehicle.armored:
        return Equipment.UNARMORED_VEHICLE
    thin = bool(vehicle.afs) and max(vehicle.afs) <= 4
    return Equipment.LIGHT_AFV if vehicle.open_topped or thin else Equipment.OTHER_AFV


def equipment_checks(*, possessed: bool, holder_failed: bool) -> bool:
    """C1.821: a Gun or SW that someone holds is checked only if he failed or was reduced."""
    return holder_failed if possessed else True


def equipment(dice: Dice, what: Equipment) -> tuple[Damage, int]:
    """C1.821: an NMC without TEM or pin: by 1 immobilized or malfunctioned, by 2 eliminated, by 3
    (a vehicle) a burning wreck. C1.82: horses, motorcycles and boats are simply eliminated.

    Returns the damage and the Original DR (0 if none was rolled).
    """
    if what is Equipment.HORSE_MOTORCYCLE_BOAT:
        return Damage.ELIMINATED, 0
    original = dice.total("C1.821")
    by = original - _EQUIPMENT_MORALE[what]
    if by <= 0:
        return Damage.NONE, original
    if by == 1:
        return Damage.DAMAGED, original
    if by == 2 or what is Equipment.GUN_OR_SW:
        return Damage.ELIMINATED, original
    return Damage.BURNING, original


class Structure(Enum):
    """C1.822: what is built or laid in a hex."""

    WOODEN = "wooden"
    STONE = "stone"
    BROWN_PILLBOX = "brown_pillbox"
    GREY_PILLBOX = "grey_pillbox"
    WIRE = "wire"
    ROADBLOCK = "roadblock"
    MINEFIELD = "minefield"


_STRUCTURE_MORALE = {
    Structure.WOODEN: 8,
    Structure.STONE: 9,
    Structure.BROWN_PILLBOX: 10,
    Structure.GREY_PILLBOX: 11,
    Structure.WIRE: 9,
    Structure.ROADBLOCK: 9,
    Structure.MINEFIELD: 9,
}


def structure_morale(what: Structure, *, fortified: bool = False, factory: bool = False) -> int:
    """C1.822: 8 wood, 9 stone, +1 if every Location is Fortified (no Factory); 10/11 pillboxes."""
    building = what in (Structure.WOODEN, Structure.STONE)
    return _STRUCTURE_MORALE[what] + (building and fortified and not factory)


def structure(
    dice: Dice, what: Structure, levels: int = 1, *, fortified: bool = False, factory: bool = False
) -> tuple[int, int]:
    """C1.822: an NMC; each point too high rubbles one level from the top (a bridge has one).

    For wire, roadblocks, mines and pillboxes any failure counts as their one level: removed.
    Returns levels lost and the Original DR.
    """
    original = dice.total("C1.822")
    over = max(0, original - structure_morale(what, fortified=fortified, factory=factory))
    return min(levels, over), original


def buried(level: int, levels: int, lost: int) -> bool:
    """C1.822: whether a unit on a level (0: ground) of a building goes down with those it lost.

    Who stands on the roof (a level above the last) falls with the first of them.
    """
    return lost > 0 and level >= levels - lost


def sangar_goes(occupant_eliminated: bool) -> bool:
    """C1.822: a sangar is removed with the unit in it."""
    return occupant_eliminated


def marks(
    dice: Dice, original: int, *, shellhole: bool = False, flame: bool = False
) -> tuple[bool, bool]:
    """C1.823: after an Original 12 a dr: 4 or less a shellhole, 3 or more a Flame; one of each.

    `shellhole` and `flame` say what the hex has already; the answer is what it has then.
    """
    if original != 12:
        return shellhole, flame
    dr = dice.dr("C1.823")
    return shellhole or dr <= 4, flame or dr >= 3
