"""Fire straight on the IFT without a To Hit DR: a quick-firing gun's IFE (C2.29), and MG."""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.stack import Stack, Struck
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.gunnery.bore_sight import cannot_use, ift_drm
from hexfire.asl.gunnery.firepower import area_fire, firepower, printed_ife
from hexfire.asl.gunnery.firer_cases import case_a, other_firer_drm
from hexfire.asl.gunnery.permission import check_firer
from hexfire.asl.gunnery.rof import breakdown_number, rate_of_fire, wear
from hexfire.asl.gunnery.target_cases import tem_of
from hexfire.asl.gunnery.throw import is_sound, met_by
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Firer, Kind, Shot, Target, TargetKind
from hexfire.asl.shots.targets import GunTarget
from hexfire.asl.tables import ift
from hexfire.dice import DR
from hexfire.rulebook import Modifier, Refusal, Tally


class SmallArms(msgspec.Struct, frozen=True, cache_hash=True):
    """An attack as it meets each target: FP, column, DRM with reasons; ROF and B#.

    `cowers`: doubles shift it one column to the left (A7.9).
    """

    shot: Shot
    fp: tuple[Fraction, ...]
    columns: tuple[int | None, ...]
    drm: tuple[Tally, ...]
    rof: Tally
    breakdown: Tally
    cowers: bool = False

    def worn(self, dr: DR) -> WeaponState:
        """C2.28, C2.29: what the IFT DR does to the weapon."""
        return wear(self.shot, self.breakdown.total, dr.total)

    def keeps_rate(self, dr: DR) -> bool:
        """C2.24: the coloured dr of the IFT DR keeps the rate; not of who cowers (A7.9)."""
        cowed = self.cowers and dr.doubles
        return is_sound(self.worn(dr)) and dr.colored <= self.rof.total and not cowed

    def stack(self, dr: DR) -> Stack:
        """Every target with the column and DRM it meets this DR with."""
        columns = self.columns
        if self.cowers and dr.doubles:
            columns = tuple(None if c is None else ift.column_left(c) for c in columns)
        return tuple(map(self._struck, self.shot.targets, columns, self.drm))

    def _struck(self, target: Target, column: int | None, drm: Tally) -> Struck:
        hit = met_by(self.shot, target)
        struck = struck_by((hit,))[0]
        unit = struck.target
        # The shield is the crew's alone: the effects know it from the Gun (C11.5).
        shield = drm.value_of("gunshield")
        if isinstance(unit, GunTarget):
            unit = replace(unit, gunshield=shield)
        common = drm.total - shield
        prc_drm = common - max(0, hit.tem)
        return Struck(unit, column, common, prc_drm=prc_drm, location=struck.location)


def is_small_arms(shot: Shot) -> bool:
    """C.2: what attacks on the IFT at once: IFE, a MG at whatever is not armored, an ATR at men.

    C7.344, R-A22: a FT at whatever is no vehicle.

    C13.24: a 20L ATR at men, and any ATR at a Gun (C11.52), only where that is said; so is a MG at
    who is exposed on an AFV.
    """
    if shot.ife or shot.target_type is not None:
        return shot.ife
    if shot.weapon.kind is Kind.FT:
        return not shot.target.is_vehicle
    if shot.weapon.kind is Kind.ATR:
        light = shot.target.is_personnel and shot.weapon.caliber < 20
        return light or (shot.small_arms and not shot.target.is_vehicle)
    return shot.weapon.kind is Kind.MG and (shot.small_arms or not shot.target.is_armored)


def small_arms(shot: Shot) -> SmallArms:
    """C2.29, A7: an attack straight on the IFT: no To Hit DR, no acquisition."""
    for member in (shot, *shot.group):
        if member.ife:
            check_ife(member, in_group=bool(shot.group))
        _check_targets(member)
        _check_range(member, firepower(member)[1])
        if member.firer.marker is FireCounter.NO_FIRE:
            raise Refusal("C5.64", "gunnery.no_fire_marker")
        check_firer(replace(member, firer=_unmarked(member)))
    return reckoned(shot)


def reckoned(shot: Shot) -> SmallArms:
    """A7, A7.5: the FP, column and DRM against each target, whether or not the attack is allowed.

    A Fire Group adds up its FP, takes the worst DRM of its members, and cowers if one of them may.
    """
    members = (shot, *shot.group)
    places = range(len(shot.targets))
    fps = tuple(sum((_at(m, m.targets[i]) for m in members), Fraction(0)) for i in places)
    worst = tuple(
        max((_drm(m, m.targets[i]) for m in members), key=lambda drm: drm.total) for i in places
    )
    return SmallArms(
        shot=shot,
        fp=fps,
        columns=tuple(
            None if target.leads_only else ift.column(fp)
            for target, fp in zip(shot.targets, fps, strict=True)
        ),
        drm=worst,
        rof=_rate(shot),
        breakdown=_breakdown(shot),
        cowers=any(map(may_cower, members)),
    )


def residual_fp(attack: SmallArms, dr: DR) -> int | None:
    """A8.2, C13.24, B9.55b: the column of Residual FP that an attack leaves; None: nothing is left.

    Half the FP (FRD), without what ATRs add, and one column less for each +1 of TEM and Hindrance.
    Who keeps his rate leaves none, who cowers half of the lower column (R-A8.2).
    """
    shot = attack.shot
    members = (one for one in (shot, *shot.group) if one.weapon.kind is not Kind.ATR)
    fp = sum((_at(one, one.target) for one in members if not _keeps(attack, one, dr)), Fraction(0))
    if attack.cowers and dr.doubles:
        fp = Fraction(ift.column_left(fp) or 0)
    by = sum(max(0, attack.drm[0].value_of(case)) for case in ("Q", "R"))
    return ift.column_left(fp // 2, by)


def _keeps(attack: SmallArms, member: Shot, dr: DR) -> bool:
    return replace(reckoned(member), cowers=attack.cowers).keeps_rate(dr)


def check_ife(shot: Shot, *, in_group: bool = False) -> None:
    """C2.29: what IFE cannot do."""
    printed_ife(shot)
    if shot.deliberate_immobilization:
        raise Refusal("C5.71", "gunnery.immobilize_ordnance")
    if shot.firer.spraying and shot.bore_sighted:
        raise Refusal("C2.29", "gunnery.ife_spray_or_bore")
    if shot.firer.fire_lane:
        raise Refusal("C2.29", "gunnery.ife_fire_lane")
    if shot.firer.snap_shot:
        raise Refusal("C2.29", "gunnery.ife_snap_shot")
    if in_group:
        raise Refusal("C2.29", "gunnery.ife_group")


def _check_targets(shot: Shot) -> None:
    """C2.29: bullets do nothing to armour; who is exposed on it may be attacked."""
    if all(t.is_armored and not t.has_exposed for t in shot.targets):
        raise Refusal("C2.29", "gunnery.ife_afv")


def _check_range(shot: Shot, normal: int) -> None:
    """C2.29, A7.22: at most twice the Normal Range; an ATR never beyond it (C13.24)."""
    if shot.weapon.kind is Kind.ATR and shot.range > normal:
        raise Refusal("C13.24", "gunnery.atr_range", range=shot.range, max=normal)
    if shot.range > 2 * normal:
        rule, key = ("C2.29", "ife_range") if shot.ife else ("A7.22", "mg_range")
        raise Refusal(rule, f"gunnery.{key}", range=shot.range, max=2 * normal)


def is_sustained(shot: Shot) -> bool:
    """C2.29: fire after the rate is spent is Sustained Fire (A9.3), never Intensive Fire."""
    return shot.firer.marker is not FireCounter.NONE


def is_again(shot: Shot) -> bool:
    """A8.3: fire of who has fired in First Fire already, straight on the IFT."""
    again = shot.firer.marker in (FireCounter.FIRST, FireCounter.FINAL)
    return again and shot.phase in (Phase.DFF, Phase.DFPH) and is_small_arms(shot)


def is_protective(shot: Shot) -> bool:
    """A8.31: fire of who is under Final Fire: Final Protective Fire, his own NMC as well."""
    return is_again(shot) and shot.firer.marker is FireCounter.FINAL


def may_cower(shot: Shot) -> bool:
    """A7.9, C2.29: Infantry without a leader may cower; vehicles and IFE never do."""
    if shot.firer.cowers is not None:
        return shot.firer.cowers
    by_hand = shot.weapon.sw and shot.weapon.kind is not Kind.FT
    infantry = by_hand and not shot.weapon.vehicular and not shot.ife
    return infantry and not shot.firer.leadership and not shot.firer.hero


def _unmarked(shot: Shot) -> Firer:
    return replace(shot.firer, marker=FireCounter.NONE, intensive_fire=False)


def _at(shot: Shot, target: Target) -> Fraction:
    """C2.29, A7.2: half beyond Normal Range, halved for each kind of Area Fire, Point Blank twice.

    >>> from hexfire.asl.shots.shot import Weapon
    >>> men = Target(kind=TargetKind.INFANTRY)
    >>> _at(Shot(weapon=Weapon(caliber=20, ife=6), target=men, range=17, ife=True), men)
    Fraction(3, 1)
    """
    fp, normal = firepower(shot)
    halved = area_fire(shot, target).total + (shot.range > normal) + is_sustained(shot)
    halved_fp = Fraction(fp, 2**halved)
    doubled = shot.range <= 1 and shot.weapon.kind is not Kind.FT
    return halved_fp * 2 if doubled else halved_fp


def _drm(shot: Shot, target: Target) -> Tally:
    """C2.29, C6.44, D3.52: Case A counts on the IFT DR; so do Bore Sighting, TEM and Hindrance."""
    modifiers = [case_a(shot), *other_firer_drm(shot)]
    infantry = target.kind is TargetKind.INFANTRY
    if shot.bore_sighted:
        bore_sighting = ift_drm(
            shot.phase,
            target_is_infantry=infantry,
            spraying=shot.firer.spraying,
            snap_shot=shot.firer.snap_shot,
        )
        modifiers.append(cannot_use(shot) or bore_sighting)
    tem = 0 if shot.weapon.kind is Kind.FT else tem_of(shot, target)
    hindrance = shot.hindrance if target.hindrance is None else target.hindrance
    modifiers.append(Modifier("Q", "A7.6", tem) if tem else None)
    modifiers.append(Modifier("R", "A6.7", hindrance) if hindrance else None)
    if infantry and shot.phase is Phase.DFF:
        modifiers.append(Modifier("J3", "A4.6", -1) if target.ffnam else None)
        modifiers.append(Modifier("J4", "A4.6", -1) if target.ffmo else None)
    if target.overstacked and target.is_personnel:
        modifiers.append(Modifier("overstacked-target", "A5.131", -target.overstacked))
    modifiers.append(crew_shield(shot, target))
    return Tally.of(item for item in modifiers if item is not None)


def crew_shield(shot: Shot, target: Target) -> Modifier | None:
    """C11.5: what a Gun's shield adds for its crew where it is better than their TEM.

    C11.51, C11.6-T: nothing against a FT, unless others fire with it.
    """
    if shot.weapon.kind is Kind.FT:
        return None
    unit = struck_by((met_by(shot, target),))[0].target
    if not isinstance(unit, GunTarget) or not unit.gunshield:
        return None
    return Modifier("gunshield", "C11.5", unit.gunshield)


def _rate(shot: Shot) -> Tally:
    """A9.3: Sustained Fire has no rate."""
    rate = rate_of_fire(shot)
    if not is_sustained(shot) or not rate.total:
        return rate
    return rate + Tally.of((Modifier("sustained", "A9.3", -rate.total),))


def _breakdown(shot: Shot) -> Tally:
    number = breakdown_number(shot)
    if not is_sustained(shot):
        return number
    return number + Tally.of((Modifier("sustained", "A9.3", -2),))
