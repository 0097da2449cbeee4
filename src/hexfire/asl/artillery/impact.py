"""Where the shells fall: C1.3's accuracy, C1.31's error, C1.32's Blast Area, C1.4's limits."""

from __future__ import annotations

from typing import NamedTuple

from hexfire.asl.artillery.battery import Kind, Mission
from hexfire.dice import Dice, Then
from hexfire.hexes import Grid, Hex
from hexfire.rulebook import Modifier, Refusal, Tally

SR_REACH = 18
FFE_REACH = 3


class Aim(NamedTuple):
    """All that decides where a round lands: the AR, and how it came to be there.

    `start` is the hex an SR or FFE is corrected from (None for a first round); `hindrance` is the
    drm of C1.62; `converting` tells a correction that was declared to become FFE:1. `op_tank` are
    the drm of an OP tank's observer (H1.461).
    """

    target: Hex
    limit: int
    start: Hex | None = None
    hindrance: int = 0
    converting: bool = False
    forced: bool = False
    preregistered: bool = False
    rockets: bool = False
    op_tank: tuple[Modifier, ...] = ()


class Impact(NamedTuple):
    """Where it landed, and how far off it was (0: accurate)."""

    hex: Hex
    error: int


def accuracy_drm(aim: Aim) -> Tally:
    """C1.3, C1.62: +1/+2 for a far correction to FFE, and every Hindrance; none if registered."""
    apart = aim.target.distance(aim.start) if aim.start is not None else 0
    far = 2 if apart > 12 else 1 if apart > 6 else 0
    return Tally.of(
        (
            Modifier("far_correction", "C1.3", far, aim.converting and not aim.preregistered)
            if far
            else Modifier("far_correction", "C1.3", 0, False),
            Modifier("hindrance", "C1.62", aim.hindrance, not aim.preregistered),
            *(() if aim.preregistered else aim.op_tank),
        )
    )


def accuracy_needed(aim: Aim) -> int | None:
    """C1.3: the highest Original dr that is accurate; None when no dr is made.

    C1.732: 4, without drm, in a Pre-Registered hex. C1.4: never for a forced correction.
    C1.62: no dr when the drm leave no chance. C1.9: rockets make none.
    """
    if aim.forced or aim.rockets:
        return None
    if aim.preregistered:
        return 4
    highest = aim.limit - accuracy_drm(aim).total
    return highest if highest >= 1 else None


def longest_error(aim: Aim) -> int:
    """C1.4: an error of at most 1 hex per 3 hexes (FRU) of correction; forced ones are free.

    C1.732 (R-C1.732): first this limit, then half (FRU) in a Pre-Registered hex.
    """
    return extent_of_error(aim, 6)


def extent_of_error(aim: Aim, white: int) -> int:
    """C1.31: the white dr in hexes, within C1.4's limit, halved (FRU) by C1.732."""
    extent = white
    if aim.start is not None and not aim.forced:
        extent = min(extent, -(-aim.target.distance(aim.start) // 3))
    return -(-extent // 2) if aim.preregistered else extent


def error_hex(target: Hex, colored: int, extent: int) -> Hex:
    """C1.31: the coloured dr is the hexside of the AR counter: 1 is up the board, then clockwise.

    >>> grid = Grid.asl()
    >>> grid.label(error_hex(grid.hex("U3"), 3, 2))
    'W4'
    """
    return target + Hex(0, -1).rotate(colored - 1) * extent


def is_accurate(dice: Dice, aim: Aim) -> bool:
    """C1.3: the Accuracy dr, if one is made at all."""
    needed = accuracy_needed(aim)
    rule = "C1.732" if aim.preregistered else "C1.3"
    return needed is not None and dice.dr(rule) <= needed


def stray(dice: Dice, aim: Aim) -> Impact:
    """C1.31: direction and extent of error. Where the extent can only be 1, no die is spent on it.

    (C1.62's example rolls for direction alone after a correction of three hexes or fewer.)
    """
    if longest_error(aim) == 1:
        return Impact(error_hex(aim.target, dice.dr("C1.31"), 1), 1)
    roll = dice.DR("C1.31")
    extent = extent_of_error(aim, roll.white)
    return Impact(error_hex(aim.target, roll.colored, extent), extent)


def land(dice: Dice, aim: Aim) -> Impact | Then:
    """C1.3: accurate, or else off by C1.31."""
    return Impact(aim.target, 0) if is_accurate(dice, aim) else Then(stray, (aim,))


def check_reach(start: Hex, target: Hex, reach: int) -> None:
    """C1.4: an SR moves up to 18 hexes, an FFE up to 3, and neither to its own hex."""
    apart = start.distance(target)
    if apart == 0:
        raise Refusal("C1.4", "artillery.same_hex")
    if apart > reach:
        raise Refusal("C1.4", "artillery.too_far", apart=apart, reach=reach)


def blast_radius(kind: Kind, mission: Mission) -> int:
    """C1.32: 1; C1.72, C1.9: 2 for Harassing Fire and rockets."""
    if mission.is_barrage:
        raise Refusal("C1.7", "artillery.barrage_area")
    return 2 if kind is Kind.ROCKETS or mission is Mission.HARASSING else 1


def blast_area(centre: Hex, radius: int, grid: Grid) -> tuple[Hex, ...]:
    """C1.32: the hex and those around it; C1.321: never one that lies off the board."""
    return tuple(hex for hex in centre.disc(radius) if hex in grid)


def blast_height(mission: Mission | None) -> int:
    """C1.32: levels above the hex's base level: 2 for an SR or FFE, 4 for a WP FFE."""
    return 4 if mission is Mission.WP else 2


def hindrance_levels(caliber: int, kind: Kind, mission: Mission) -> int | None:
    """C1.57: how high an FFE hinders LOS (+1, once per FFE); None if it does not.

    Only an ordinary HE Concentration of 70mm or more does.
    """
    ordinary = mission is Mission.HE and kind is not Kind.ROCKETS
    return 2 if ordinary and caliber >= 70 else None


def security_area(grid: Grid, phone: Hex, edge: str) -> tuple[Hex, ...]:
    """C1.23: the hexrow from the phone to the Friendly Board Edge; letter or number stays.

    `edge` is "top", "bottom", "left" or "right" of the map as it lies.
    """
    column, row = grid.column_row(phone)
    steps = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
    if edge not in steps:
        raise Refusal("C1.23", "artillery.bad_edge", text=edge)
    across, down = steps[edge]
    area = [phone]
    while True:
        column += across
        # The number on the hex stays the same along a row; columns B, D, F … begin one hex higher.
        row += down if not across else (1 if column % 2 else -1)
        try:
            area.append(grid.at(column, row))
        except LookupError:
            return tuple(area)
