"""C2.29: a quick-firing gun used as a machine gun: its IFE straight on the IFT, no To Hit DR."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.effects.breakdown import Reliability, after_shot
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.resolve import struck_by
from hexfire.asl.effects.stack import Fire, Means, Stack, Struck
from hexfire.asl.gunnery.bore_sight import ift_drm
from hexfire.asl.gunnery.firer_cases import case_a
from hexfire.asl.gunnery.hit import Hit
from hexfire.asl.gunnery.permission import check_firer
from hexfire.asl.gunnery.rof import breakdown_number, rate_of_fire
from hexfire.asl.gunnery.shot import (
    Ammo,
    Firer,
    Marker,
    Phase,
    Shot,
    Target,
    TargetKind,
    TargetType,
)
from hexfire.asl.gunnery.target_cases import tem_of
from hexfire.asl.gunnery.throw import is_sound
from hexfire.asl.tables import ift
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Refusal, Tally

NORMAL_RANGE = 16
LONGEST_RANGE = 32


class IfeAttack(msgspec.Struct, frozen=True, cache_hash=True):
    """An IFE attack as it meets each target: FP, column, DRM with reasons, ROF and B#."""

    shot: Shot
    fp: tuple[Fraction, ...]
    columns: tuple[int | None, ...]
    drm: tuple[Tally, ...]
    rof: Tally
    breakdown: Tally


def is_ordnance(shot: Shot) -> bool:
    """C.2: a weapon is ordnance when it must hit by a To Hit DR first; with its IFE it is not."""
    return not shot.ife


def check_ife(shot: Shot, *, spraying: bool = False) -> None:
    """C2.29: what IFE cannot do."""
    if shot.weapon.ife is None:
        raise Refusal("C2.29", "gunnery.ife_none", weapon=shot.weapon.name)
    if shot.deliberate_immobilization:
        raise Refusal("C5.71", "gunnery.immobilize_ordnance")
    if shot.range > LONGEST_RANGE:
        raise Refusal("C2.29", "gunnery.ife_range", range=shot.range)
    if all(t.is_armored and not (t.ce or t.riders) for t in shot.targets):
        raise Refusal("C2.29", "gunnery.ife_afv")
    if spraying and shot.bore_sighted:
        raise Refusal("C2.29", "gunnery.ife_spray_or_bore")


def is_sustained(shot: Shot) -> bool:
    """C2.29: IFE after the rate is spent is Sustained Fire (A9.3), never Intensive Fire."""
    return shot.firer.marker is not Marker.NONE


def ife_attack(shot: Shot, *, spraying: bool = False) -> IfeAttack:
    """C2.29: the attack that IFE makes: no To Hit DR, no acquisition, no cowering."""
    check_ife(shot, spraying=spraying)
    check_firer(msgspec.structs.replace(shot, firer=_unmarked(shot)))
    fps = tuple(_firepower(shot, target) for target in shot.targets)
    return IfeAttack(
        shot=shot,
        fp=fps,
        columns=tuple(ift.column(fp) for fp in fps),
        drm=tuple(_drm(shot, target, spraying) for target in shot.targets),
        rof=rate_of_fire(shot),
        breakdown=_breakdown(shot),
    )


def _unmarked(shot: Shot) -> Firer:
    return msgspec.structs.replace(shot.firer, marker=Marker.NONE, intensive_fire=False)


def _firepower(shot: Shot, target: Target) -> Fraction:
    """C2.29: full FP to 16 hexes, half to 32; Area Fire halves, Point Blank doubles (A7.2)."""
    assert shot.weapon.ife is not None
    area = (
        target.concealed or target.hidden,
        shot.firer.pinned,
        shot.phase is Phase.AFPH and not shot.firer.opportunity_fire,
    )
    fp = Fraction(shot.weapon.ife, 2 ** (sum(area) + (shot.range > NORMAL_RANGE)))
    return fp * 2 if shot.range <= 1 else fp


def _drm(shot: Shot, target: Target, spraying: bool) -> Tally:
    """C2.29, C6.44: Case A counts on the IFT DR; so do Bore Sighting, TEM and Hindrance."""
    found = [case_a(shot)]
    infantry = target.kind is TargetKind.INFANTRY
    if shot.bore_sighted:
        found.append(ift_drm(shot.phase, target_is_infantry=infantry, spraying=spraying))
    tem = tem_of(shot, target)
    hindrance = shot.hindrance if target.hindrance is None else target.hindrance
    found.append(Modifier("Q", "A7.6", tem) if tem else None)
    found.append(Modifier("R", "A6.7", hindrance) if hindrance else None)
    if infantry and shot.phase is Phase.DFF:
        found.append(Modifier("J3", "A4.6", -1) if target.ffnam else None)
        found.append(Modifier("J4", "A4.6", -1) if target.ffmo else None)
    if is_sustained(shot):
        found.append(Modifier("sustained", "A9.3", 2))
    return Tally.of(item for item in found if item is not None)


def _breakdown(shot: Shot) -> Tally:
    number = breakdown_number(shot)
    if not is_sustained(shot):
        return number
    return number + Tally.of((Modifier("sustained", "A9.3", -2),))


class IfeThrown(msgspec.Struct, frozen=True, cache_hash=True):
    """What the one DR of an IFE attack decided besides its effects."""

    dr: int
    rof_kept: bool
    malfunction: bool


def throw_ife(dice: Dice, attack: IfeAttack) -> tuple[IfeThrown, Then]:
    """C2.24, C2.29: the IFT DR tells ROF and breakdown; then its effects."""
    dr = dice.DR("C2.29")
    weapon = attack.shot.weapon
    reliability = Reliability(
        b=weapon.b, x=weapon.x, lowered=weapon.b - attack.breakdown.total, circled=weapon.circled_b
    )
    sound = is_sound(after_shot(reliability, dr.total))
    kept = sound and dr.colored <= attack.rof.total
    thrown = IfeThrown(dr.total, kept, not sound)
    return thrown, Then(ift_result, (stack_of(attack), Fire(means=Means.SMALL_ARMS), dr.total))


def stack_of(attack: IfeAttack) -> Stack:
    """Every target with the column and DRM it meets the attack with."""
    found = []
    for target, column, drm in zip(attack.shot.targets, attack.columns, attack.drm, strict=True):
        hit = Hit(
            target=target,
            weapon=attack.shot.weapon,
            ammo=Ammo.HE,
            target_type=TargetType.INFANTRY,
            range=attack.shot.range,
        )
        made = struck_by((hit,))[0].target
        tem = tem_of(attack.shot, target)
        found.append(Struck(made, column, drm.total, prc_drm=drm.total - max(0, tem)))
    return tuple(found)
