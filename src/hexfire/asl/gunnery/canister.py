"""C8.4 as a shot: canister makes no To Hit DR, it sweeps what stands in front of the gun."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.effects.breakdown import Reliability
from hexfire.asl.effects.canister import CanisterShot, SweptUnit, canister_fp
from hexfire.asl.effects.resolve import struck_by
from hexfire.asl.gunnery.declare import check_ammo
from hexfire.asl.gunnery.firer_cases import case_a, in_motion, is_bounding
from hexfire.asl.gunnery.hit import Hit
from hexfire.asl.gunnery.permission import check_firer
from hexfire.asl.gunnery.rof import breakdown_number, depletion_number, rate_of_fire
from hexfire.asl.gunnery.shot import Ammo, Shot, Target, TargetType
from hexfire.asl.gunnery.target_cases import tem_of
from hexfire.asl.tables import ift
from hexfire.rulebook import Modifier, Refusal, Tally


class Sweep(msgspec.Struct, frozen=True, cache_hash=True):
    """A canister shot as it meets each target: FP, column and DRM with reasons."""

    shot: Shot
    gun: CanisterShot
    units: tuple[SweptUnit, ...]
    fp: tuple[Fraction, ...]
    columns: tuple[int | None, ...]
    drm: tuple[Tally, ...]
    rof: Tally
    breakdown: Tally


def sweep(shot: Shot) -> Sweep:
    """C8.4, C8.41: full FP two or three hexes away, half in the adjacent hex, none in one's own."""
    check_firer(shot)
    check_ammo(shot)
    if shot.range not in (1, 2, 3):
        raise Refusal("C8.4", "gunnery.canister_range", range=shot.range)
    number = breakdown_number(shot)
    turned = case_a(shot)
    gun = CanisterShot(
        caliber=shot.weapon.caliber,
        bounding=is_bounding(shot),
        motion=in_motion(shot),
        intensive_fire=shot.firer.intensive_fire,
        depletion=depletion_number(shot),
        weapon=Reliability(b=shot.weapon.b, x=shot.weapon.x, lowered=shot.weapon.b - number.total),
        rof=max(0, rate_of_fire(shot).total),
        ca_drm=turned.value if turned is not None and turned.applies else 0,
    )
    units = tuple(_unit(shot, target) for target in shot.targets)
    fps = tuple(canister_fp(gun, u.share, at_concealed=u.at_concealed) for u in units)
    start = Tally() if turned is None else Tally.of((turned,))
    return Sweep(
        shot=shot,
        gun=gun,
        units=units,
        fp=fps,
        columns=tuple(ift.column(fp) for fp in fps),
        drm=tuple(start + _drm(shot, target) for target in shot.targets),
        rof=rate_of_fire(shot),
        breakdown=number,
    )


def _drm(shot: Shot, target: Target) -> Tally:
    tem = tem_of(shot, target)
    hindrance = shot.hindrance if target.hindrance is None else target.hindrance
    found = (Modifier("Q", "C8.4", tem), Modifier("R", "C8.4", hindrance))
    return Tally.of(item for item in found if item.value)


def _unit(shot: Shot, target: Target) -> SweptUnit:
    hit = Hit(
        target=target,
        weapon=shot.weapon,
        ammo=Ammo.HE,
        target_type=TargetType.INFANTRY,
        range=shot.range,
    )
    return SweptUnit(
        target=struck_by((hit,))[0].target,
        share=Fraction(1, 2) if shot.range == 1 else Fraction(1),
        drm=_drm(shot, target).total,
        at_concealed=target.concealed or target.hidden,
    )
