"""Whether a weapon may fire at all, now, in this state, that far and that high."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.asl.gunnery.firer_cases import (
    in_close_terrain,
    in_motion,
    is_buttoned_up,
    on_woods_road,
)
from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.sequence import FIRE_PHASES, Phase
from hexfire.asl.shots.shot import (
    Ammo,
    FireCounter,
    Kind,
    Mount,
    Shot,
    TargetKind,
    TargetType,
    Turned,
)
from hexfire.rulebook import BadInput, Refusal

MOST_MP = 100


def check_firer(shot: Shot) -> None:
    """Every rule that may forbid the shot before ammunition and Target Type matter."""
    _check_figures(shot)
    check_range(shot)
    check_elevation(shot)
    _check_state(shot)
    _check_afph(shot)
    _check_marker(shot)
    _check_bounding_again(shot)
    _check_arc(shot)
    if shot.firer.intensive_fire:
        check_intensive_fire(shot)
    if shot.firer.ovr_prevention:
        check_ovr_prevention(shot)
    if shot.deliberate_immobilization:
        check_immobilization(shot)


def _check_figures(shot: Shot) -> None:
    if shot.phase not in FIRE_PHASES:
        fire = tuple(phase.value for phase in FIRE_PHASES)
        raise BadInput("gunnery.bad_phase", phase=shot.phase.value, phases=fire)
    if shot.range < 0:
        raise BadInput("gunnery.bad_range", range=shot.range)
    if not 0 <= shot.firer.hexspines_turned <= 3:
        raise BadInput("gunnery.bad_hexspines", count=shot.firer.hexspines_turned)
    if shot.acquisition not in (0, -1, -2):
        raise BadInput("gunnery.bad_acquisition", value=shot.acquisition)
    if shot.hindrance < 0:
        raise BadInput("gunnery.bad_hindrance", value=shot.hindrance)
    for name, value, low, high in _bounded(shot):
        if value is not None and not low <= value <= high:
            raise BadInput("gunnery.bad_figure", name=name, value=value, low=low, high=high)
    times = shot.firer.mp_target_in_los, shot.firer.mp_since_shot
    for mp in (*times, *(t.mp_in_los for t in shot.targets)):
        if mp is not None and not (0 <= mp <= MOST_MP and mp * 2 == int(mp * 2)):
            raise BadInput("gunnery.bad_mp", mp=f"{mp:g}")


def _bounded(shot: Shot) -> Iterator[tuple[str, int | None, int, int]]:
    """Figures that a person types, and what they can be at all."""
    weapon = shot.weapon
    yield "caliber", weapon.caliber, 0, 500
    yield "rof", weapon.rof, 0, 6
    yield "b", weapon.b, 2, 13
    yield "fp", weapon.fp, 0, 36
    yield "ife", weapon.ife, 0, 36
    yield "firer.morale", shot.firer.morale, 1, 12
    for target in shot.targets:
        yield "target.morale", target.morale, 1, 12
        yield "target.front_dr", target.front_dr, 1, 6
        yield "target.size", target.size, -3, 3


def check_range(shot: Shot) -> None:
    """C2.25, C3.52: ordnance does not fire beyond its printed range, nor closer than the least.

    C9.4: mortars print both; C13.22: an ATR has 12 hexes.
    """
    low, high = shot.weapon.min_range, shot.weapon.max_range
    if high is not None and shot.range > high:
        raise Refusal("C3.52", "gunnery.beyond_range", range=shot.range, max=high)
    if shot.range < low:
        raise Refusal("C2.25", "gunnery.below_range", range=shot.range, min=low)


def check_elevation(shot: Shot) -> None:
    """C2.6: how steeply a Gun can be raised or lowered.

    Mortars and what can fire at aircraft may fire higher than far; SW are free unless they are
    mortars, infantry howitzers or recoilless rifles.
    """
    weapon = shot.weapon
    if weapon.sw and weapon.kind not in (Kind.MTR, Kind.INF, Kind.RCL):
        return
    can_aa = weapon.kind is Kind.AA or weapon.aa or weapon.aamg
    rise = shot.target.level - shot.firer.level
    if shot.own_hex:
        if rise < 0 and terrain_name(shot.firer.terrain).startswith("building"):
            raise Refusal("C2.6", "gunnery.not_down_in_building")
        if rise > 0 and not (can_aa and weapon.caliber <= 40):
            raise Refusal("C2.6", "gunnery.not_up_in_own_hex")
    elif rise > shot.range and not can_aa and weapon.kind is not Kind.MTR:
        raise Refusal("C2.6", "gunnery.too_steep", rise=rise, range=shot.range)


def _check_state(shot: Shot) -> None:
    weapon, firer = shot.weapon, shot.firer
    aboard = weapon.vehicular or firer.passenger or firer.portee
    if firer.entered_new_hex and not aboard and not weapon.sw:
        raise Refusal("C2.8", "gunnery.moved_gun")
    if firer.entered_new_hex and weapon.kind is Kind.RCL and not weapon.backblast:
        raise Refusal("C12.22", "gunnery.moved_rcl")
    if firer.limbered and weapon.limbered is None:
        raise Refusal("C10.21", "gunnery.limbered", weapon=weapon.name or weapon.id)
    if shot.phase is Phase.MPH and not aboard:
        raise Refusal("C5.3", "gunnery.only_vehicles_in_mph")
    check_counter_notes(shot)
    if firer.shocked:
        raise Refusal("C7.42", "gunnery.shocked")
    if firer.gyro_in_use and not weapon.gyro:
        raise Refusal("D11.1", "gunnery.no_gyro", weapon=weapon.name or weapon.id)
    if firer.portee:
        _check_portee(shot)
    if firer.spotted and weapon.kind is not Kind.MTR:
        raise Refusal("C9.3", "gunnery.spotted_mortar")
    if in_motion(shot) and not aboard:
        raise BadInput("gunnery.only_vehicles_move")
    if firer.snap_shot and shot.phase is not Phase.DFF:
        raise Refusal("A8.15", "gunnery.snap_shot_dff")
    if shot.own_hex and firer.bypassing and shot.target.vbm and not shot.target.in_los:
        raise Refusal("C5.5", "gunnery.both_bypass")
    if weapon.mount in (Mount.RST, Mount.ONE_MAN) and weapon.vehicular and firer.bu is False:
        raise Refusal("C5.9", "gunnery.must_be_bu", mount=weapon.mount.value)


def _check_portee(shot: Shot) -> None:
    """C10.53, C10.54: a Gun en portee keeps its CA, and its vehicle has not moved, nor moves."""
    if in_motion(shot):
        raise Refusal("C5.35", "gunnery.portee_motion")
    if shot.phase is Phase.MPH or shot.firer.entered_new_hex:
        raise Refusal("C10.54", "gunnery.portee_bounding")
    if shot.firer.hexspines_turned:
        raise Refusal("C10.53", "gunnery.portee_keeps_ca")


def check_counter_notes(shot: Shot) -> None:
    """C2.9: what a star or asterisk on the counter forbids: Bounding Fire of either kind."""
    weapon = shot.weapon
    first = shot.phase is Phase.MPH
    moved = shot.phase is Phase.AFPH and shot.firer.entered_new_hex
    if first and (weapon.no_bounding_first_fire or weapon.no_bounding_fire):
        raise Refusal("C2.9", "gunnery.no_bounding", weapon=weapon.name)
    if moved and weapon.no_bounding_fire:
        raise Refusal("C2.9", "gunnery.no_bounding", weapon=weapon.name)


_SPENT = {
    FireCounter.PREP: "C2.24",
    FireCounter.FIRST: "C2.241",
    FireCounter.FINAL: "C2.241",
    FireCounter.INTENSIVE: "C5.6",
}
"""The rule by which a weapon under each fire counter has fired its last."""
_ALREADY_FIRED = "gunnery.already_fired"


def wants_intensive_fire(refusal: Refusal) -> bool:
    """C2.24, C2.241: whether a shot is refused only because its weapon has spent its rate."""
    return refusal.message.key == _ALREADY_FIRED


def _check_marker(shot: Shot) -> None:
    """C2.24, C2.241: a marked weapon fires again only as Intensive Fire or OVR Prevention.

    C3.33: by an Area shot a Gun that is no mortar loses all its rate, and makes none after others.
    """
    marker, firer = shot.firer.marker, shot.firer
    if marker is FireCounter.NO_FIRE:
        raise Refusal("C5.64", "gunnery.no_fire_marker")
    if marker is FireCounter.NONE or firer.ovr_prevention or firer.intensive_fire:
        return
    if marker is FireCounter.PREP and firer.opportunity_fire:
        return
    area = shot.target_type is TargetType.AREA and shot.weapon.kind is not Kind.MTR
    rule = "C3.33" if area else _SPENT[marker]
    raise Refusal(rule, _ALREADY_FIRED, marker=f"@gunnery.marker.{marker.name}")


def _check_afph(shot: Shot) -> None:
    """C5.2: in the AFPh only Opportunity Fire has a further shot."""
    again = shot.phase is Phase.AFPH and bool(shot.firer.shots_this_phase)
    if again and not shot.firer.opportunity_fire:
        raise Refusal("C5.2", "gunnery.one_shot_in_afph")


def _check_bounding_again(shot: Shot) -> None:
    """C2.24, C5.3: Bounding First Fire spends a MP between two shots."""
    firer = shot.firer
    again = shot.phase is Phase.MPH and bool(firer.shots_this_phase)
    if again and firer.mp_since_shot is not None and firer.mp_since_shot < 1:
        raise Refusal("C5.3", "gunnery.mp_between_shots")


def _check_arc(shot: Shot) -> None:
    """C3.21, C5.11–C5.13, C5.51: when the Covered Arc may be turned in order to fire."""
    firer, weapon = shot.firer, shot.weapon
    if weapon.rfnm and (shot.own_hex or firer.known_enemy_in_hex):
        raise Refusal("C10.25", "gunnery.rfnm_own_hex")
    if not firer.hexspines_turned:
        return
    if firer.turned is Turned.TCA and shot.printed.mount is Mount.NT:
        raise Refusal("C5.11", "gunnery.no_turret", weapon=weapon.name or weapon.id)
    if weapon.rfnm:
        raise Refusal("C10.25", "gunnery.rfnm_keeps_ca")
    if shot.phase is Phase.MPH:
        raise Refusal("C5.13", "gunnery.bounding_keeps_ca")
    if shot.own_hex and shot.phase is not Phase.DFF:
        raise Refusal("C5.51", "gunnery.own_hex_keeps_ca")
    locked = firer.fired_from_here and in_close_terrain(shot) and not on_woods_road(shot)
    if locked and weapon.kind is not Kind.MTR:
        raise Refusal("C5.11", "gunnery.ca_locked", terrain=firer.terrain)
    if firer.pinned and not weapon.vehicular and not weapon.sw:
        raise Refusal("A7.81", "gunnery.pinned_keeps_ca")
    if any(t.dashing for t in shot.targets):
        raise Refusal("C6.1", "gunnery.dash_and_case_a")


def may_interdict(shot: Shot) -> bool:
    """C3.33, C5.9, C7.42: whether who could fire so could also interdict a unit that routs there.

    The Area Target Type may; a Buttoned Up AFV and a shocked one cannot (R-A10.53).
    """
    afv = shot.weapon.vehicular and shot.weapon.armored
    return (
        shot.target.is_personnel and not (afv and is_buttoned_up(shot)) and not shot.firer.shocked
    )


def check_intensive_fire(shot: Shot) -> None:
    """C5.6, C5.63: Intensive Fire is for Guns that have used up their fire and are able to."""
    firer, weapon = shot.firer, shot.weapon
    if weapon.sw or weapon.kind is Kind.MG:
        raise Refusal("C5.6", "gunnery.intensive_not_sw")
    if weapon.no_intensive_fire:
        raise Refusal("C5.63", "gunnery.no_if")
    if firer.pinned or firer.shocked or firer.stunned:
        raise Refusal("C5.6", "gunnery.intensive_not_unfit")
    if shot.phase is Phase.AFPH and not firer.opportunity_fire:
        raise Refusal("C5.6", "gunnery.intensive_not_afph")
    if firer.ovr_prevention:
        return
    if firer.marker in (FireCounter.FINAL, FireCounter.INTENSIVE):
        marker = f"@gunnery.marker.{firer.marker.name}"
        raise Refusal("C5.6", "gunnery.intensive_marker", marker=marker)
    if firer.marker is FireCounter.NONE:
        raise Refusal("C5.6", "gunnery.intensive_needs_spent_rof")


def check_ovr_prevention(shot: Shot) -> None:
    """C5.64: a Gun's last shot at the vehicle that overruns it, in its own hex, within its CA.

    C5.63: not by a Gun marked NO IF; C5.641: but one without a fire counter is not bound by the
    limits of Intensive Fire.
    """
    weapon = shot.weapon
    if weapon.vehicular or weapon.sw:
        raise Refusal("C5.64", "gunnery.ovr_only_guns")
    marked = shot.firer.marker is not FireCounter.NONE
    if weapon.no_intensive_fire and marked:
        raise Refusal("C5.63", "gunnery.no_if")
    if not shot.own_hex or not shot.target.is_vehicle or shot.phase is not Phase.DFF:
        raise Refusal("C5.64", "gunnery.ovr_own_hex")
    if marked and not shot.firer.intensive_fire:
        raise Refusal("C5.64", "gunnery.ovr_is_intensive")
    if not marked and shot.firer.intensive_fire:
        raise Refusal("C5.641", "gunnery.ovr_not_intensive")
    if shot.firer.morale is None:
        raise BadInput("gunnery.ovr_morale_needed")


def check_immobilization(shot: Shot) -> None:
    """C5.71: Deliberate Immobilization: ordnance within 6 hexes at a mobile AFV that is not HD.

    That the Basic TK# beats the lowest hull AF is seen to by `fire`, which knows the To Kill Table.
    """
    target = shot.target
    if target.kind is not TargetKind.AFV:
        raise Refusal("C5.7", "gunnery.immobilize_afv")
    if shot.range > 6:
        raise Refusal("C5.71", "gunnery.immobilize_range", range=shot.range)
    if target.hd or target.immobile:
        raise Refusal("C5.71", "gunnery.immobilize_hd")
    if shot.weapon.kind in (Kind.MG, Kind.MTR) or shot.ife or shot.ammo is Ammo.CANISTER:
        raise Refusal("C5.71", "gunnery.immobilize_ordnance")
