"""What is declared before the DR: ammunition and Target Type, and whether the shot may be made."""

from __future__ import annotations

import msgspec

from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.smoke import Screen, require_smoke_time
from hexfire.asl.effects.to_kill import basic_number
from hexfire.asl.gunnery.firepower import check_mg_pierces
from hexfire.asl.gunnery.firer_cases import (
    in_motion,
    is_bounding_first_fire,
    is_latw,
    uses_own_table,
)
from hexfire.asl.gunnery.number import SMOKE_AMMO
from hexfire.asl.gunnery.permission import check_firer
from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.shots.hit import Hit
from hexfire.asl.shots.shot import Ammo, Kind, Shot, Target, TargetKind, TargetType
from hexfire.rulebook import Refusal

AP_AMMO = (Ammo.AP, Ammo.APCR, Ammo.APDS)


def declare(shot: Shot) -> Shot:
    """The shot with everything settled that was not said, or a refusal with its rule.

    Ammunition: C2.21. Target Type: C.9, the first legal one of the To Hit Table's rows.
    """
    check_firer(shot)
    declared = shot.ammo, shot.target_type
    ammo = shot.ammo or usual_ammo(shot)
    first: Refusal | None = None
    for target_type in (shot.target_type,) if shot.target_type else TargetType:
        settled = msgspec.structs.replace(shot, ammo=ammo, target_type=target_type)
        try:
            check_ammo(settled)
            check_target_type(settled)
        except Refusal as refusal:
            # What the target calls for by nature says best what is wrong.
            if first is None or (target_type is TargetType.INFANTRY and not shot.target.is_vehicle):
                first = refusal
            continue
        if shot.deliberate_immobilization:
            check_can_immobilize(settled)
        return shot if declared == (ammo, target_type) else settled
    assert first is not None
    raise first


def usual_ammo(shot: Shot) -> Ammo:
    """C2.21: unless he says otherwise a player fires AP at armor and HE at everything else.

    Only what the weapon can fire, and never what is limited by a Depletion Number.
    """
    weapon = shot.weapon
    if weapon.kind is Kind.LATW:
        return Ammo.HE if weapon.lists(Ammo.HE) else Ammo.HEAT
    if weapon.kind in (Kind.ATR, Kind.MG):
        return Ammo.AP
    # A few Guns fire nothing but APCR as their solid shot: it has no Depletion Number.
    only_apcr = weapon.lists(Ammo.APCR) and weapon.depletion(Ammo.APCR) is None
    solid = Ammo.APCR if only_apcr else Ammo.AP
    can_ap = not weapon.no_ap and weapon.kind is not Kind.MTR and not weapon.depletion(Ammo.AP)
    can_he = not weapon.no_he and not weapon.depletion(Ammo.HE)
    area = shot.target_type is TargetType.AREA
    if shot.target.is_armored and can_ap and not area:
        return solid
    if can_he:
        return Ammo.HE
    return solid if can_ap else Ammo.HE


def check_ammo(shot: Shot) -> None:
    """C2.21, C2.26: the weapon must be able to fire the ammunition."""
    weapon, ammo = shot.weapon, shot.ammo
    assert ammo is not None
    never_ap = weapon.no_ap or weapon.kind is Kind.MTR
    if ammo is Ammo.AP and never_ap and not weapon.depletion(Ammo.AP):
        raise Refusal("C2.21", "gunnery.no_ap", weapon=_name(shot))
    without_he = weapon.kind in (Kind.LATW, Kind.ATR, Kind.MG) and not weapon.lists(Ammo.HE)
    no_he = weapon.no_he and not weapon.lists(Ammo.HE)
    if ammo is Ammo.HE and (no_he or without_he):
        raise Refusal("C2.21", "gunnery.no_he", weapon=_name(shot))
    inherent = (weapon.kind is Kind.LATW or weapon.kind is Kind.RCL) and ammo is Ammo.HEAT
    if ammo not in (Ammo.AP, Ammo.HE) and not inherent and not weapon.lists(ammo):
        raise Refusal("C2.26", "gunnery.no_such_ammo", weapon=_name(shot), ammo=ammo.value)
    if ammo in SMOKE_AMMO and not uses_own_table(shot):
        screen = Screen.WP if ammo is Ammo.WP else Screen.SMOKE
        require_smoke_time(
            screen,
            phase=shot.phase,
            fired_other=shot.firer.shots_this_phase > shot.firer.smoke_shots,
            friends_fired_other=shot.firer.friends_fired,
            own_hex=shot.own_hex,
        )


def _name(shot: Shot) -> str:
    return shot.weapon.name or f"{shot.weapon.caliber}{shot.weapon.barrel.value}"


def check_target_type(shot: Shot) -> None:
    """C3.31–C3.33: whether this Target Type may be used for this shot; none hits what flies."""
    if shot.target.kind is TargetKind.AERIAL:
        raise Refusal("C3.33", "gunnery.aerial_target")
    match shot.target_type:
        case TargetType.VEHICLE:
            _check_vehicle(shot)
        case TargetType.INFANTRY:
            _check_infantry(shot)
        case TargetType.AREA:
            _check_area(shot)
    if not any(t.in_los and not t.too_close for t in shot.targets):
        raise Refusal("C3.4", "gunnery.out_of_los")


def _must_be_area(shot: Shot) -> None:
    """C9.1, C3.33: mortars, and SMOKE but a LATW's, always use the Area Target Type."""
    if shot.weapon.kind is Kind.MTR:
        raise Refusal("C3.33", "gunnery.mortar_is_area")
    if shot.ammo in SMOKE_AMMO and not uses_own_table(shot):
        raise Refusal("C3.33", "gunnery.smoke_is_area")


def _check_vehicle(shot: Shot) -> None:
    """C3.31: the Vehicle Target Type is for one vehicle, motorcycles excepted."""
    _must_be_area(shot)
    if not shot.target.is_vehicle:
        raise Refusal("C3.31", "gunnery.vehicle_type_needs_vehicle")
    if shot.weapon.kind is Kind.MG and shot.target.is_armored:
        check_mg_pierces(shot)


def _check_infantry(shot: Shot) -> None:
    """C3.32, C3.41: the Infantry Target Type is for HE, AP or HEAT against what is not armored.

    That may be a Gun without crew, a bridge, or a Location where nobody is.
    """
    _must_be_area(shot)
    if shot.target.is_armored:
        raise Refusal("C3.31", "gunnery.afv_needs_vehicle_type")
    men = shot.target.is_personnel
    if shot.weapon.kind is Kind.ATR and men and shot.weapon.caliber < 20:
        raise Refusal("C13.24", "gunnery.atr_as_small_arms")
    if shot.weapon.kind is Kind.MG:
        raise Refusal("C3.32", "gunnery.mg_needs_vehicle_type")
    if shot.ammo is Ammo.HEAT and men and not _has_hard_cover(shot.target):
        raise Refusal("C8.31", "gunnery.heat_needs_cover")


def _has_hard_cover(target: Target) -> bool:
    """C8.31, B9.5c: wall, building, rubble or pillbox TEM; bocage and hedges will not do."""
    name = terrain_name(target.terrain)
    cover = name.startswith(("wall", "hillside_wall", "building", "rubble", "pillbox"))
    return cover or target.in_pillbox


def _check_area(shot: Shot) -> None:
    """C3.33: the Area Target Type is for HE and SMOKE, not into the own hex.

    Nor in Bounding First Fire or Motion Fire; fire in the AFPh after moving may use it.
    """
    if is_latw(shot):
        raise Refusal("C13.1", "gunnery.latw_not_area")
    if shot.ammo is not Ammo.HE and shot.ammo not in SMOKE_AMMO:
        raise Refusal("C3.33", "gunnery.area_needs_he")
    if shot.weapon.no_area:
        raise Refusal("C2.9", "gunnery.counter_no_area", weapon=_name(shot))
    if shot.own_hex:
        raise Refusal("C3.33", "gunnery.area_not_own_hex")
    if is_bounding_first_fire(shot) or in_motion(shot):
        raise Refusal("C3.33", "gunnery.area_not_bounding")
    fired = shot.firer.shots_this_phase and not shot.firer.intensive_fire
    if fired and shot.weapon.kind is not Kind.MTR:
        raise Refusal("C3.33", "gunnery.area_after_other_fire")
    if shot.deliberate_immobilization:
        raise Refusal("C5.71", "gunnery.immobilize_not_area")


def check_can_immobilize(shot: Shot) -> None:
    """C5.71: the Basic TK# must be greater than the lowest hull AF of the target."""
    unit = shot.target.unit
    if not isinstance(unit, Vehicle):
        return
    assert shot.ammo is not None and shot.target_type is not None
    basic = basic_number(
        Hit(
            target=shot.target,
            weapon=shot.weapon,
            ammo=shot.ammo,
            target_type=shot.target_type,
            range=shot.range,
            nation=shot.nation,
        )
    ).number
    hull = [af for f in ("front", "side", "rear") if (af := unit.af(f, False)) is not None]
    if hull and basic <= min(hull):
        raise Refusal("C5.71", "gunnery.immobilize_tk", tk=basic, af=min(hull))


def may_be_hit(shot: Shot, target: Target) -> bool:
    """C3.4: whether this To Hit DR can hit a target at all.

    The Vehicle Target Type hits what was aimed at (C3.31); the Infantry Target Type everything
    unarmored in the Location that is in LOS, and who is exposed on an AFV there (C3.32, R-C3.32);
    the Area Target Type everything in the hex that is not in the air (C3.33). Defensive First Fire
    spares who did not move.
    """
    if target.too_close or target.kind is TargetKind.AERIAL:
        return False
    if target is not shot.target and not target.moved_to_draw_fire:
        return False
    if shot.target_type is TargetType.VEHICLE:
        return target is shot.target
    if shot.target_type is TargetType.INFANTRY:
        struck = not target.is_armored or target.has_exposed
        return target.in_los and struck and target.location == shot.target.location
    return target.in_los or shot.weapon.kind is Kind.MTR
