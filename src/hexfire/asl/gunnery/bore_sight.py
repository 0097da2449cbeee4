"""C6.4–C6.44: Bore Sighting: who may, where, and how it is lost."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.gunnery.firer_cases import in_motion, left_out
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Mount, Shot, Turned, Weapon
from hexfire.rulebook import Modifier, Refusal

MAX_RANGE = 16


class BoreSight(msgspec.Struct, frozen=True, kw_only=True):
    """C6.42: the secret note: weapon and crew, where they set up, and the Location they laid on."""

    weapon: str
    crew: str
    setup: str
    location: str


def designate(
    weapon: Weapon,
    note: BoreSight,
    *,
    scenario_defender: bool,
    range_: int,
    in_los: bool,
    sw_kind: str = "",
    normal_range: int | None = None,
    upper_building_level: bool = False,
    main_or_secondary: bool = True,
) -> BoreSight:
    """C6.41, C6.42: a Bore Sighted Location is written down at setup.

    Only by the Scenario Defender; for Guns, vehicles' MA and SA, MMG, HMG and light mortars.
    """
    if not scenario_defender:
        raise Refusal("C6.41", "gunnery.bore_defender")
    eligible_sw = sw_kind in ("MMG", "HMG") or weapon.kind is Kind.MTR
    if weapon.kind in (Kind.LATW, Kind.ATR) or (weapon.sw and not eligible_sw):
        raise Refusal("C6.41", "gunnery.bore_weapon")
    if weapon.vehicular and not main_or_secondary:
        raise Refusal("C6.41", "gunnery.bore_weapon")
    if note.location == note.setup:
        raise Refusal("C6.42", "gunnery.bore_own_location")
    limit = min(MAX_RANGE, normal_range or MAX_RANGE)
    if range_ > limit:
        raise Refusal("C6.42", "gunnery.bore_range", range=range_, max=limit)
    if not in_los:
        raise Refusal("C6.42", "gunnery.bore_los")
    if upper_building_level:
        raise Refusal("C6.42", "gunnery.bore_ground_level")
    return note


def cannot_use(shot: Shot) -> Modifier | None:
    """C6.41–C6.43: Case M left out, with the reason why this shot has no Bore Sighting; else none.

    Who may have it: Guns, vehicles' MA and SA, MMG, HMG and light mortars; within 16 hexes and the
    Normal Range. It is lost by who left his place, limbered, or turned his VCA.
    """
    weapon, firer = shot.weapon, shot.firer
    normal = weapon.normal_range or MAX_RANGE
    turned_vca = weapon.vehicular and (
        firer.turned is Turned.VCA or (weapon.mount is Mount.NT and not weapon.aamg)
    )
    reasons = (
        ("C6.41", "not_latw", weapon.kind in (Kind.LATW, Kind.ATR)),
        ("C12.24", "rcl_no_bore_sight", weapon.kind is Kind.RCL and weapon.sw),
        ("C6.41", "bore_weapon", not is_eligible(weapon)),
        ("C6.42", "bore_range", shot.range > min(MAX_RANGE, normal)),
        ("C6.43", "left_setup_location", firer.entered_new_hex or in_motion(shot)),
        ("C6.43", "bore_other_crew", firer.captured),
        ("C6.43", "bore_limbered", firer.limbered),
        ("C6.43", "bore_vca", bool(firer.hexspines_turned) and turned_vca),
    )
    for rule, reason, true in reasons:
        if true:
            return left_out("M", rule, -2, reason)
    return None


def is_eligible(weapon: Weapon) -> bool:
    """C6.41: of SW only MMG, HMG and light mortars; of a vehicle's weapons its MA and SA."""
    if weapon.vehicular:
        return weapon.main_armament
    if not weapon.sw:
        return True
    heavy = weapon.kind is Kind.MG and not weapon.name.upper().startswith("LMG")
    return heavy or weapon.kind is Kind.MTR


class Disturbed(StrEnum):
    """C6.43: what ends Bore Sighting for good."""

    LEFT_LOCATION = "left_location"
    CREST_STATUS = "crest_status"
    ENTRENCHMENT = "entrenchment"
    HOOKED = "hooked"
    LIMBERED = "limbered"
    ASSEMBLED = "assembled"
    DISMANTLED = "dismantled"
    VCA_CHANGED = "vca_changed"
    CA_CHANGED = "ca_changed"


def after(note: BoreSight | None, event: Disturbed) -> BoreSight | None:
    """C6.43: every such event ends it, except a mere change of CA."""
    return note if event is Disturbed.CA_CHANGED else None


def may_use(note: BoreSight | None, crew: str, location: str) -> bool:
    """C6.43: only the crew that set up with the weapon, and only at the Location written down."""
    return note is not None and note.crew == crew and note.location == location


def ift_drm(
    phase: Phase,
    *,
    target_is_infantry: bool,
    spraying: bool = False,
    snap_shot: bool = False,
    residual: bool = False,
    whole_group: bool = True,
) -> Modifier | None:
    """C6.44: MG and IFE attacks on a Bore Sighted Location: −2 on the IFT.

    Not for Spraying Fire, Snap Shots or Residual FP; against Infantry only as Defensive First Fire;
    a Fire Group only if all of it is laid on that Location.
    """
    if spraying or snap_shot or residual or not whole_group:
        return None
    if target_is_infantry and phase is not Phase.DFF:
        return None
    return Modifier("M", "C6.44", -2)
