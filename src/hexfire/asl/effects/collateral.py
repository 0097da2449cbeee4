"""Collateral Attacks on the crew of a vehicle that was not destroyed (D.8, D5.3)."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.shots.targets import CrewFate, VehicleAfter, VehicleTarget
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import Harm
from hexfire.dice import Dice


def collateral(
    dice: Dice,
    target: VehicleTarget,
    column: int | None,
    dr: int,
    after: VehicleAfter,
    penalty: int = 0,
) -> VehicleAfter:
    """D.8: the same DR on the IFT against an inherent crew that is CE; others are not vulnerable.

    The vehicle's other exposed PRC meet the DR as targets of their own.
    """
    vulnerable = target.ce and target.crew and after.crew is CrewFate.SAFE
    if column is None or not vulnerable:
        return after
    return replace(after, crew=_crew(dice, target, column, dr, penalty))


def _crew(dice: Dice, target: VehicleTarget, column: int, dr: int, penalty: int) -> CrewFate:
    """D5.31, D5.34: the CE DRM protects the crew; it is stunned where other units would break.

    A KIA or K stuns and recalls it; a failed MC stuns it, and recalls it if it was stunned before;
    a PTC or a MC passed with nothing to spare pins it (R-D5.34).
    """
    cell = ift.result(column, dr + target.ce_drm)
    level = target.crew_morale - penalty
    match cell.harm:
        case Harm.KIA | Harm.K:
            return CrewFate.RECALLED
        case Harm.MC:
            return crew_check(dice, target, cell.number, penalty)
        case Harm.PTC:
            return CrewFate.SAFE if dice.total("A7.305") <= level else CrewFate.PINNED
        case _:
            return CrewFate.SAFE


def crew_check(dice: Dice, target: VehicleTarget, number: int, penalty: int = 0) -> CrewFate:
    """D5.34: a MC of an inherent crew: who fails it is stunned, who just passes it is pinned."""
    level = target.crew_morale - penalty
    original = dice.total("D5.34")
    if original == 12 or original + number > level:
        return CrewFate.RECALLED if target.stunned else CrewFate.STUNNED
    return CrewFate.PINNED if original + number == level else CrewFate.SAFE
