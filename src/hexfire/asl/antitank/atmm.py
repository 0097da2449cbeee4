"""C13.7–C13.74: Anti-Tank Magnetic Mines in Close Combat."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from hexfire.asl.effects.vehicles import destruction
from hexfire.asl.nations import row_of
from hexfire.asl.shots.latw import month
from hexfire.asl.shots.targets import Effect, Rank
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Refusal, Tally

FIRST_MONTH = "1944-01"
ATMM_DRM = -3
CHECK_LIMIT = 3


class Tank(StrEnum):
    """What is attacked in Close Combat, as the ATMM looks at it."""

    ARMORED = "armored"
    UNARMORED = "unarmored"
    WAGON = "wagon"
    MOTORCYCLE = "motorcycle"


class Hunter(msgspec.Struct, frozen=True):
    """The unit that attacks a vehicle in its hex with an ATMM."""

    rank: Rank = Rank.SQUAD
    cx: bool = False
    pinned: bool = False
    broken: bool = False
    nation: str = "German"


class Placed(StrEnum):
    """C13.7: what the ATMM Check dr came to."""

    PLACED = "placed"
    NOT_PLACED = "not placed"
    PINNED = "pinned"


def refuse_atmm(hunter: Hunter, vehicle: Tank, date: str) -> None:
    """C13.7: from January 1944, unpinned unbroken German Infantry, not at wagons or motorcycles."""
    if month(date) < FIRST_MONTH:
        raise Refusal("C13.7", "fieldguns.not_yet", weapon="ATMM", since=FIRST_MONTH, date=date)
    if row_of(hunter.nation) != "german":
        raise Refusal("C13.7", "fieldguns.atmm_german", nation=hunter.nation)
    if hunter.pinned or hunter.broken:
        raise Refusal("C13.7", "fieldguns.atmm_unfit")
    if vehicle in (Tank.WAGON, Tank.MOTORCYCLE):
        raise Refusal("C13.7", "fieldguns.atmm_target")


def atmm_check_drm(hunter: Hunter, vehicle: Tank) -> Tally:
    """C13.7, C13.71: the drm of the ATMM Check; no leadership, no heroism."""
    return Tally.of(_drm(hunter, vehicle))


def _drm(hunter: Hunter, vehicle: Tank) -> Iterator[Modifier]:
    rule = "C13.7"
    yield Modifier("pf_hs", rule, 1, applies=hunter.rank in (Rank.HS, Rank.CREW))
    yield Modifier("pf_smc", rule, 2, applies=hunter.rank in (Rank.LEADER, Rank.HERO))
    yield Modifier("pf_cx", rule, 1, applies=hunter.cx)
    yield Modifier("atmm_unarmored", rule, 1, applies=vehicle is Tank.UNARMORED)


def atmm_check(dice: Dice, hunter: Hunter, vehicle: Tank) -> Placed:
    """C13.7: the ATMM Check dr: 3 or less places it, an Original 6 pins (R-C13.7)."""
    roll = dice.dr("C13.7")
    if roll == 6:
        return Placed.PINNED
    final = roll + atmm_check_drm(hunter, vehicle).total
    return Placed.PLACED if final <= CHECK_LIMIT else Placed.NOT_PLACED


def cc_result(dice: Dice, ccv: int, drm: int, mine: Placed) -> Effect:
    """C13.7, C13.74, A11.5: the CC DR against a vehicle, after the check.

    The mine gives -3, but not with an Original 12; a pin lowers the CCV by 1.
    """
    roll = dice.total("A11.5")
    armed = mine is Placed.PLACED and roll != 12
    final = roll + drm + (ATMM_DRM if armed else 0)
    return destruction("cc", final, ccv - (mine is Placed.PINNED))


class AtmmAttack(msgspec.Struct, frozen=True):
    """C13.7: how the check and the CC attack on the vehicle came out."""

    check: Placed
    vehicle: Effect


def atmm_attack(dice: Dice, hunter: Hunter, vehicle: Tank, ccv: int, drm: int, date: str) -> Then:
    """C13.7, C13.72: the check and the CC attack of this unit; no other unit in the hex is touched.

    The PRC of a destroyed vehicle fare as in any other wreck (D5.6, D6.9).

    `drm` is everything else that modifies the CC DR, leadership among it (C13.71).
    """
    refuse_atmm(hunter, vehicle, date)
    return Then(_cc, (ccv, drm, atmm_check(dice, hunter, vehicle)))


def _cc(dice: Dice, ccv: int, drm: int, mine: Placed) -> AtmmAttack:
    return AtmmAttack(mine, cc_result(dice, ccv, drm, mine))


def refuse_combined(hunter: Hunter, others: tuple[Rank, ...]) -> None:
    """C13.73: with others, in an attack declared together beforehand, only a SMC makes the check.

    His mine helps the whole attack; nobody else checks, and a 6 pins nobody but him.
    """
    if others and hunter.rank not in (Rank.LEADER, Rank.HERO):
        raise Refusal("C13.73", "fieldguns.atmm_smc_checks")


def cc_leadership(drm: int, attacks_alone: bool) -> int:
    """C13.71: leadership and heroism modify the CC DR, but not a leader's who attacks alone."""
    return 0 if attacks_alone else drm
