"""C5: what the firer's own situation adds to the To Hit DR (Cases A–I and the others named there).

Each case is one function of the shot: a `Modifier`, one that was considered and left out (with the
reason), or `None` where the case has nothing to do with the shot.
"""

from __future__ import annotations

from hexfire.asl.gunnery.tables import is_close_terrain
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Mount, Shot, TargetType, Turned
from hexfire.rulebook import BadInput, Message, Modifier, Tally

FIRST_HEXSPINE = {Mount.T: 1, Mount.ST: 2, Mount.RST: 2, Mount.ONE_MAN: 2, Mount.NT: 3}

HEROIC = -1
"""A15.23: what a hero takes off the DR of an attack that he takes part in."""


def left_out(case: str, rule: str, value: int, reason: str) -> Modifier:
    """A case that was considered and does not apply, with its reason."""
    return Modifier(case, rule, value, applies=False, why=Message.of(f"gunnery.why.{reason}"))


def has_covered_arc(shot: Shot) -> bool:
    """C3.2: vehicles and Guns have a Covered Arc; SW have none."""
    return shot.weapon.vehicular or not shot.weapon.sw


def uses_own_table(shot: Shot) -> bool:
    """C13.1: a LATW that is aimed with its own To Hit numbers."""
    return shot.weapon.th_table is not None


def is_latw(shot: Shot) -> bool:
    """C13.1: the light anti-tank weapons, ATR among them."""
    return shot.weapon.kind in (Kind.LATW, Kind.ATR)


def fires_like_latw(shot: Shot) -> bool:
    """C12.22, C12.23: the RCL (only the US 57mm) that fires on the move and from indoors."""
    return shot.weapon.kind is Kind.RCL and shot.weapon.backblast


def in_motion(shot: Shot) -> bool:
    """C5.35: the firing vehicle is in Motion or Non-Stopped."""
    return shot.firer.motion or shot.firer.non_stopped


def in_close_terrain(shot: Shot) -> bool:
    """Whether the firer is inside woods, building or rubble, not merely passing them in Bypass."""
    return not shot.firer.bypassing and is_close_terrain(shot.firer.terrain)


def is_bounding(shot: Shot) -> bool:
    """C5.3: a vehicle (or who rides in it) that fires in its MPh, or in the AFPh after moving."""
    aboard = shot.weapon.vehicular or shot.firer.passenger
    moved = shot.phase is Phase.AFPH and shot.firer.entered_new_hex
    return aboard and (shot.phase is Phase.MPH or moved)


def is_bounding_first_fire(shot: Shot) -> bool:
    """C5.3, D3.3: a vehicle (or who rides in it) that fires during its own MPh."""
    return shot.phase is Phase.MPH and is_bounding(shot)


def on_woods_road(shot: Shot) -> bool:
    """C5.11: a vehicle on the road through the woods turns freely; a Gun there does not."""
    return shot.firer.on_woods_road and shot.weapon.vehicular


def case_a(shot: Shot) -> Modifier | None:
    """C5.1: Case A, the Covered Arc is turned to fire: by mount and by hexspines.

    Turning the VCA counts as NT (C5.11), as does a turret marked so (C2.9). Doubled inside woods,
    building or rubble unless the vehicle is on the road through the woods. Only with the shot that
    turns (C5.12).
    """
    turned = shot.firer.hexspines_turned
    if not turned:
        return None
    as_nt = shot.firer.turned is Turned.VCA or shot.weapon.nt_tca
    mount = Mount.NT if as_nt else shot.printed.mount
    value = FIRST_HEXSPINE[mount] + turned - 1
    if in_close_terrain(shot) and not on_woods_road(shot):
        value *= 2
    if not has_covered_arc(shot):
        return left_out("A", "C5.1", value, "no_covered_arc")
    return Modifier("A", "C5.1", value)


def needs_bog_check(shot: Shot) -> bool:
    """C5.11: who turns his VCA inside woods, building or rubble must first pass a Bog Check (D8.2).

    Not a vehicle on the road through the woods.
    """
    turns = bool(shot.firer.hexspines_turned) and shot.weapon.vehicular
    vca = shot.firer.turned is Turned.VCA or shot.weapon.mount is Mount.NT
    return turns and vca and in_close_terrain(shot) and not on_woods_road(shot)


def case_b(shot: Shot) -> Modifier | None:
    """C5.2: Case B, fire in the AFPh without having moved: +2, +3 from woods, building, rubble."""
    if shot.phase is not Phase.AFPH:
        return None
    value = 3 if in_close_terrain(shot) else 2
    if shot.firer.opportunity_fire:
        return left_out("B", "C5.2", value, "opportunity_fire")
    if is_latw(shot) or (fires_like_latw(shot) and shot.firer.entered_new_hex):
        return left_out("B", "C5.2", value, "latw_uses_c3")
    if is_bounding(shot) or in_motion(shot):
        return left_out("B", "C5.2", value, "part_of_c")
    if shot.firer.intensive_fire:
        return left_out("B", "C5.63", value, "only_as_part_of_c")
    return Modifier("B", "C5.2", value)


def case_c(shot: Shot) -> Modifier | None:
    """C5.3: Case C, Bounding Fire: Case B's +2, and 1 gyro, 2 turret, 3 none or aboard, 0 MA AAMG.

    A Motion firer takes it in whatever phase he fires (C5.35).
    """
    if not is_bounding(shot) and not in_motion(shot):
        return None
    if is_latw(shot) and shot.phase is Phase.AFPH:
        return left_out("C", "C5.34", 5, "latw_uses_c3")
    if shot.weapon.aamg:
        plus = 0
    elif shot.firer.gyro_in_use:
        plus = 1
    elif shot.weapon.mount is Mount.NT or shot.firer.passenger:
        plus = 3
    else:
        plus = 2
    return Modifier("C", "C5.3", 2 + plus)


def _aim_time(shot: Shot) -> float | None:
    """How many MP the target has been in LOS; `None` where the clock does not matter (C5.33)."""
    if shot.phase is not Phase.MPH or not (shot.weapon.vehicular or shot.firer.passenger):
        return None
    if shot.firer.mp_target_in_los is not None:
        return shot.firer.mp_target_in_los
    if shot.firer.entered_new_hex or in_motion(shot):
        raise BadInput("gunnery.mp_target_in_los_needed")
    return None


def case_c1(shot: Shot) -> Modifier | None:
    """C5.31: Case C1, in the MPh with the target in LOS for 2½ or 3 MP: +1."""
    time = _aim_time(shot)
    if time is None or not 2 < time <= 3:
        return None
    if shot.target_type is TargetType.AREA:
        return left_out("C1", "C3.331", 1, "not_area")
    return Modifier("C1", "C5.31", 1)


def case_c2(shot: Shot) -> Modifier | None:
    """C5.32: Case C2, in the MPh with the target in LOS for 2 MP or less: +2."""
    time = _aim_time(shot)
    if time is None or time > 2:
        return None
    if shot.target_type is TargetType.AREA:
        return left_out("C2", "C3.331", 2, "not_area")
    return Modifier("C2", "C5.32", 2)


def case_c3(shot: Shot) -> Modifier | None:
    """C5.34: Case C3, LATW: +2 in the AFPh, +2 with backblast in a ground-level building or rubble.

    Neither with Opportunity Fire; the second not for who accepts Desperation (C13.81). C12.22: a
    US 57mm RCL has the first only if it or its crew moved.
    """
    rcl = fires_like_latw(shot)
    if not is_latw(shot) and not rcl:
        return None
    firer = shot.firer
    inside = is_close_terrain(firer.terrain) and not firer.terrain.startswith(("woods", "stream"))
    confined = shot.weapon.backblast and inside and firer.level == 0 and not firer.bypassing
    if firer.confined is not None:  # said outright: a rooftop, a house on a hill
        confined = firer.confined
    late = shot.phase is Phase.AFPH and (not rcl or firer.entered_new_hex)
    value = 2 * late + 2 * (confined and not firer.desperation)
    if not value:
        return None
    if firer.opportunity_fire:
        return left_out("C3", "C5.34", value, "opportunity_fire")
    return Modifier("C3", "C5.34", value)


def case_c4(shot: Shot) -> Modifier | None:
    """C5.35: Case C4, Motion fire: +1 with a gyrostabilizer; without, the lower dr is doubled."""
    if not in_motion(shot):
        return None
    return Modifier("C4", "C5.35", 1 if shot.firer.gyro_in_use else 0)


def doubles_lower_dr(shot: Shot) -> bool:
    """C5.35: Motion fire without a gyrostabilizer counts the lower dr of the To Hit DR twice."""
    return in_motion(shot) and not shot.firer.gyro_in_use


def case_d(shot: Shot) -> Modifier | None:
    """C5.4: Case D, pinned: +2, and +2 for each other state that would make it Area Fire."""
    value = 2 * (int(shot.firer.pinned) + shot.firer.area_fire_status)
    return Modifier("D", "C5.4", value) if value else None


def case_e(shot: Shot) -> Modifier | None:
    """C5.5: Case E, fire within the firer's own hex: +2; doubled in woods, building, rubble."""
    if not shot.own_hex:
        return None
    value = 4 if in_close_terrain(shot) else 2
    if shot.weapon.sw:
        return left_out("E", "C5.5", value, "not_sw")
    return Modifier("E", "C5.5", value)


def case_f(shot: Shot) -> Modifier | None:
    """C5.61: Case F, Intensive Fire: +2, once, OVR Prevention included."""
    return Modifier("F", "C5.61", 2) if shot.firer.intensive_fire else None


def case_g(shot: Shot) -> Modifier | None:
    """C5.7: Case G, Deliberate Immobilization: +5."""
    return Modifier("G", "C5.7", 5) if shot.deliberate_immobilization else None


def case_h(shot: Shot) -> Modifier | None:
    """C5.8: Case H, a captured weapon or a non-qualified user: +2 each."""
    value = 2 * (int(shot.firer.captured) + int(shot.firer.non_qualified))
    return Modifier("H", "C5.8", value) if value else None


def is_buttoned_up(shot: Shot) -> bool:
    """C5.9: as the player says; RST and 1MT turrets fire their MA in no other way."""
    if shot.firer.bu is not None:
        return shot.firer.bu
    return shot.weapon.vehicular and shot.weapon.mount in (Mount.RST, Mount.ONE_MAN)


def case_i(shot: Shot) -> Modifier | None:
    """C5.9: Case I, a Buttoned Up closed-topped AFV: +1."""
    if not is_buttoned_up(shot):
        return None
    if not (shot.weapon.vehicular and shot.weapon.armored) or shot.weapon.open_topped:
        return left_out("I", "C5.9", 1, "not_ct_afv")
    if uses_own_table(shot):
        return left_out("I", "C5.9", 1, "not_latw")
    return Modifier("I", "C5.9", 1)


def other_firer_drm(shot: Shot) -> tuple[Modifier, ...]:
    """C5.note: what other chapters add: CX, overstacking, leadership, stun and so on."""
    firer, latw = shot.firer, uses_own_table(shot)
    modifiers = []
    if firer.cx:
        modifiers.append(Modifier("CX", "A4.51", 1))
    if firer.overstacked:
        modifiers.append(Modifier("overstacked-firer", "A5.12", firer.overstacked))
    if firer.leadership:
        modifiers.append(_leadership(shot))
    if firer.encircled:
        modifiers.append(Modifier("encircled", "A7.7", 1))
    if firer.hero:
        gun = not shot.weapon.sw or shot.weapon.vehicular
        hero = left_out("hero", "A15.23", HEROIC, "not_for_guns")
        modifiers.append(hero if gun else Modifier("hero", "A15.23", HEROIC))
    if firer.on_wire:
        modifiers.append(Modifier("on-wire", "B26.31", 1))
    if firer.spotted:
        modifiers.append(Modifier("spotted", "C9.31", 2))
    if firer.bypass_tca_through_side and not latw:
        modifiers.append(Modifier("bypass-tca-change", "D2.321", 1))
    if firer.stunned and not latw:
        modifiers.append(Modifier("stun", "D5.34", 1))
    return tuple(modifiers)


def _leadership(shot: Shot) -> Modifier:
    value = shot.firer.leadership
    if shot.weapon.vehicular:
        return Modifier("leadership", "D3.4", value)
    if not shot.weapon.sw:
        return left_out("leadership", "A7.531", value, "not_for_guns")
    if shot.firer.spotted and shot.firer.spotter_leader:
        return left_out("leadership", "C9.31", value, "leader_with_spotter")
    return Modifier("leadership", "A7.531", value)


FIRER_CASES = (
    case_a,
    case_b,
    case_c,
    case_c1,
    case_c2,
    case_c3,
    case_c4,
    case_d,
    case_e,
    case_f,
    case_g,
    case_h,
    case_i,
)


def firer_drm(shot: Shot) -> Tally:
    """C5: all firer-based To Hit DRM; they are cumulative. An aerial attack has none of them."""
    if shot.firer.aerial:
        return Tally()
    modifiers = tuple(item for item in (case(shot) for case in FIRER_CASES) if item is not None)
    return Tally(modifiers + other_firer_drm(shot))
