"""The FP and Normal Range of MG and IFE, and what halves them."""

from __future__ import annotations

from hexfire.asl.gunnery.firer_cases import in_motion, is_bounding
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Shot, Target
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally

IFE_RANGE = 16
VEHICLE_MG_RANGE = 8
HEAVY_MG = 12
ATR_FP = 1
ATR_RANGE = 12
FT_FP = 24
"""C7.34-T: a FT's FP against whatever is not armored; half of it at its second hex."""
FT_RANGE = 1


def printed_ife(shot: Shot) -> int:
    """C2.29: the IFE that the weapon prints."""
    if shot.printed.ife is None:
        raise Refusal("C2.29", "gunnery.ife_none", weapon=shot.weapon.name)
    return shot.printed.ife


def firepower(shot: Shot) -> tuple[int, int]:
    """C2.29, C13.24: the FP and the Normal Range: 16 hexes for IFE, as printed for a MG.

    An ATR as small arms has 1 FP up to 12 hexes; a FT 24 in the next hex (C7.34-T, R-A22).

    A vehicle's MG print no range: up to 8 hexes are Normal Range for any; beyond, the player is
    asked (R-D1.8).
    """
    weapon = shot.weapon
    if weapon.kind is Kind.ATR:
        return ATR_FP, ATR_RANGE
    if weapon.kind is Kind.FT:
        return weapon.fp or FT_FP, FT_RANGE
    if shot.ife:
        return printed_ife(shot), IFE_RANGE
    if weapon.fp is None:
        raise BadInput("gunnery.mg_fp_needed", weapon=weapon.name or "@gunnery.weapon_name")
    if weapon.normal_range is not None:
        return weapon.fp, weapon.normal_range
    if shot.range > VEHICLE_MG_RANGE:
        raise BadInput("gunnery.mg_range_needed", weapon=weapon.name or "@gunnery.weapon_name")
    return weapon.fp, VEHICLE_MG_RANGE


def area_fire(shot: Shot, target: Target) -> Tally:
    """A7.23: everything that halves an attack as Area Fire, each by itself."""
    hidden = Modifier("K", "A7.23", 1, applies=target.concealed or target.hidden)
    return Tally.of((hidden,)) + area_fire_of_firer(shot)


def area_fire_of_firer(shot: Shot) -> Tally:
    """A7.23, C8.4: what makes Area Fire on the firer's side.

    As with canister, Bounding Fire and Motion both count (R-C2.29). Spraying Fire and Snap Shots
    are Area Fire by themselves.
    """
    late = shot.phase is Phase.AFPH and not shot.firer.opportunity_fire
    return Tally.of(
        (
            Modifier("D", "A7.23", 1, applies=shot.firer.pinned),
            Modifier("C", "A7.23", 1, applies=late or is_bounding(shot)),
            Modifier("C4", "A7.23", 1, applies=in_motion(shot)),
            Modifier("mounted", "D6.72", 1, applies=shot.firer.passenger),
            Modifier("spraying", "A9.5", 1, applies=shot.firer.spraying),
            Modifier("snap_shot", "A8.15", 1, applies=shot.firer.snap_shot),
        )
    )


def check_mg_pierces(shot: Shot) -> None:
    """C7.31-T: a MG pierces armor only within its Normal Range and with its FP not halved.

    What halves it on the firer's side counts; a concealed target is Case K instead (R-C7.31-T). A
    12.7mm MG and what is heavier is free of this.
    """
    if shot.weapon.caliber >= HEAVY_MG or shot.weapon.fp is None:
        return
    normal = firepower(shot)[1]
    if shot.range > normal:
        raise Refusal("C7.31-T", "gunnery.mg_beyond_normal", range=shot.range, max=normal)
    if area_fire_of_firer(shot).total:
        raise Refusal("C7.31-T", "gunnery.mg_halved")
