"""Vehicles on the IFT (A7.308, C1.55), the AFV Destruction Table (C7.7), their crews (D5)."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.shots.targets import (
    CrewFate,
    Effect,
    Personnel,
    VehicleAfter,
    VehicleTarget,
    all_af_at_least,
    all_af_at_most,
)
from hexfire.asl.tables import ift
from hexfire.asl.tables.to_kill import afv_destruction
from hexfire.dice import Dice
from hexfire.rulebook import Modifier, Tally

_CELLS = {"Burn": Effect.BURNING, "Elim": Effect.ELIMINATED, "Stun": Effect.STUN}


def destruction(
    column: str,
    dr: int,
    number: int,
    *,
    turret: bool = False,
    he: bool = False,
    cs_red: bool = False,
) -> Effect:
    """C7.5, C7.6, C7.7-T: a Final DR against the number needed: Final TK#, K or 1KIA, CCV.

    C7.343: HE shocks or immobilizes with one more than the number too.

    A red CS# lowers the DR by one for the question whether the wreck burns, for nothing else; a FT
    or MOL DR equal to the number burns such a vehicle (note A of that cell).
    `column` is one of the table's: `direct_fire_or_bomb`, `dc`, `ft_mol`, `mg`, `indirect_fire`,
    `ap_mines`, `at_mines`, `cc`. Half is not rounded.
    """
    if dr < number:
        row = "less"
    elif dr == number:
        row = "equal"
    elif column == "at_mines":
        row = "at_mine_more"
    elif dr == number + 1:
        row = "he_one_more" if he else "non_he_one_more"
    else:
        return Effect.NONE
    if column == "ft_mol" and row == "equal" and cs_red:
        row = "less"
    effect = _effect(afv_destruction(row, column), turret)
    if effect.destroyed and 2 * (dr - cs_red) <= number:
        return _effect(afv_destruction("le_half", column), turret)
    return effect


def _effect(text: str, turret: bool) -> Effect:
    if "/" in text:
        return Effect.SHOCK if turret else Effect.IMMOBILIZED
    if text == "Im":
        return Effect.IMMOBILIZED
    if text == "P.Sh":
        return Effect.POSSIBLE_SHOCK
    return _CELLS.get(text, Effect.NONE)


def armor_drm(target: VehicleTarget) -> Tally:
    """C1.55: what an AFV's armour does to an IFT attack; its PRC never profit from it."""
    return Tally.of(
        (
            Modifier("AF4", "C1.55", -1, applies=all_af_at_most(target, 4)),
            Modifier("OT", "C1.55", -1, applies=target.open_topped),
            Modifier("AF8", "C1.55", 1, applies=all_af_at_least(target, 8)),
        )
    )


def by_ift(target: VehicleTarget, column: int | None, dr: int, turret: bool) -> Effect:
    """A7.308, C1.55: an IFT attack on a vehicle; `dr` holds every DRM but the armour's own.

    An unarmored vehicle is destroyed below its ★Vehicle number and immobilized by exactly that
    number. An AFV is destroyed by a KIA; a K, or one more, shocks it or immobilizes it by the
    place of the hit. Half the number or less burns either.
    """
    if column is None:
        return Effect.NONE
    if not target.armored:
        number = ift.vehicle_number(column)
        if 2 * dr <= number:
            return Effect.BURNING
        if dr < number:
            return Effect.ELIMINATED
        return Effect.IMMOBILIZED if dr == number else Effect.NONE
    final = dr + armor_drm(target).total
    return destruction(
        "indirect_fire",
        final,
        ift.k_number(column),
        turret=turret,
        he=True,
        cs_red=target.cs_red,
    )


# -- what follows for the crew -----------------------------------------------------------------


def aftermath(
    dice: Dice, target: VehicleTarget, effect: Effect, turret: bool = False
) -> VehicleAfter:
    """What follows an effect at once: crew survival (D5.6), the shock NTC (C7.41), D5.5's TC."""
    after = VehicleAfter(effect=effect, turret=turret and effect is not Effect.NONE)
    if effect is Effect.STUN:
        again = CrewFate.RECALLED if target.stunned else CrewFate.STUNNED
        return replace(after, crew=again)
    if effect is Effect.BURNING or (effect is Effect.ELIMINATED and not target.crew):
        return replace(after, crew=CrewFate.LOST)
    if not target.crew or (effect is Effect.IMMOBILIZED and target.immobile):
        return after
    match effect:
        case Effect.ELIMINATED:
            return replace(after, crew=crew_survival(dice, target))
        case Effect.POSSIBLE_SHOCK:
            return replace(after, tc=dice.total("C7.41") <= target.crew_morale)
        case Effect.IMMOBILIZED:
            stays = dice.total("D5.5") <= target.crew_morale
            return replace(after, tc=stays, crew=CrewFate.SAFE if stays else CrewFate.ABANDONED)
        case _:
            return after


def shelters(after: VehicleAfter) -> bool:
    """C3.332, C7.42: no Collateral Attack in a wreck, in shock, stunned, or after a dud."""
    gone = after.final in (Effect.SHOCK, Effect.STUN, Effect.DUD)
    return after.final.destroyed or gone


def passenger_survival(
    dice: Dice, target: VehicleTarget, after: VehicleAfter, unit: Personnel
) -> Personnel:
    """D6.9: PRC of a destroyed vehicle survive on a DR of its CS# or less, never if it burns."""
    if not after.effect.destroyed:
        return unit
    if after.effect is Effect.BURNING or target.cs is None:
        return unit.gone()
    return unit if dice.total("D6.9") <= target.cs else unit.gone()


def crew_survival(dice: Dice, target: VehicleTarget) -> CrewFate:
    """D5.6: the crew of a wreck that does not burn gets out on a DR of its CS# or less."""
    if target.cs is None:
        return CrewFate.LOST
    return CrewFate.SURVIVED if dice.total("D5.6") <= target.cs else CrewFate.LOST
