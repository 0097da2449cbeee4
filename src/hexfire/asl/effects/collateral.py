"""Collateral Attacks on the Vulnerable PRC of a vehicle that was not destroyed (D.8, D5.3)."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.effects.targets import CrewFate, Personnel, VehicleAfter, VehicleTarget
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import Harm
from hexfire.dice import Dice


def collateral(
    dice: Dice,
    target: VehicleTarget,
    column: int | None,
    dr: int,
    penalty: int = 0,
    after: VehicleAfter | None = None,
) -> VehicleAfter:
    """D.8: the same DR on the IFT against the CE crew and the exposed PRC.

    The crew has its CE DRM (D5.31); it is stunned where other units would break (D5.34).
    """
    after = after or VehicleAfter(exposed=target.exposed)
    if column is None:
        return after
    if target.ce and target.crew and after.crew is CrewFate.SAFE:
        after = replace(after, crew=_crew(dice, target, column, dr, penalty))
    return after


def _crew(dice: Dice, target: VehicleTarget, column: int, dr: int, penalty: int) -> CrewFate:
    """D5.34: a KIA or K stuns and recalls the crew; a failed MC stuns it, and recalls it if it was
    stunned before; a PTC pins it."""
    cell = ift.result(column, dr + target.ce_drm)
    level = target.crew_morale - penalty
    match cell.harm:
        case Harm.KIA | Harm.K:
            return CrewFate.RECALLED
        case Harm.MC:
            original = dice.total("D5.34")
            if original == 12 or original + cell.number > level:
                return CrewFate.RECALLED if target.stunned else CrewFate.STUNNED
            return CrewFate.PINNED if original + cell.number == level else CrewFate.SAFE
        case Harm.PTC:
            return CrewFate.SAFE if dice.total("A7.305") <= level else CrewFate.PINNED
        case _:
            return CrewFate.SAFE


__all__ = ["Personnel", "collateral"]
