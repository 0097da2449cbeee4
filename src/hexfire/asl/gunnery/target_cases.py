"""C6: what the target and the way to it add to the To Hit DR (Cases J–R and the others).

These cases are asked for each target that the shot may hit: each has its own total (C3.4).
"""

from __future__ import annotations

import msgspec

from hexfire.asl.counters import Gun, Leader, Squad
from hexfire.asl.effects.guns import Emplacement, best_tem, why_not_emplaced
from hexfire.asl.gunnery.bore_sight import cannot_use
from hexfire.asl.gunnery.firer_cases import (
    in_motion,
    is_bounding_first_fire,
    left_out,
    uses_own_table,
)
from hexfire.asl.gunnery.number import SMOKE_AMMO
from hexfire.asl.gunnery.tables import terrain_name, terrain_row
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, Kind, Shot, Target, TargetKind, TargetType
from hexfire.asl.walls.tem import entrenchment_tem
from hexfire.rulebook import BadInput, Message, Modifier, Tally

INDOORS = ("pillbox", "cave")
"""C6.2, C6.7: inside these neither concealment nor size counts."""


def in_pillbox(target: Target) -> bool:
    """C6.2, C6.7: inside a pillbox or cave, said outright or by the terrain."""
    return target.in_pillbox or terrain_name(target.terrain) in INDOORS


RFNM_CLOSE = 6
"""C10.25: so near, every Case J DRM of a RFNM gun is doubled (R-C10.25)."""


def case_j(shot: Shot, target: Target) -> tuple[Modifier, ...]:
    """C6.1: Case J, a moving vehicle (motorcycles among them) or dashing Infantry: +2.

    C6.11: Case J1, Defensive First Fire and 3 MP or less in LOS: 1 more; C6.12: Case J2, 1 MP or
    less: 2 more. In the DFPh only Case J itself is left (C6.16).
    """
    dashing = target.kind is TargetKind.INFANTRY and target.dashing
    if not dashing and not target.is_moving:
        return ()
    aim = () if dashing else _aim(shot, target)
    modifiers = (Modifier("J", "C6.1", 2), *aim)
    if shot.weapon.rfnm and shot.range <= RFNM_CLOSE:
        modifiers = tuple(Modifier(m.case, "C10.25", 2 * m.value) for m in modifiers)
    if target.hazardous:
        return tuple(left_out(m.case, "C6.6", m.value, "hazardous") for m in modifiers)
    return modifiers


def _aim(shot: Shot, target: Target) -> tuple[Modifier, ...]:
    if shot.phase is not Phase.DFF:
        return ()
    if target.mp_in_los is None:
        raise BadInput("gunnery.mp_in_los_needed", target=target.name or "@gunnery.target")
    if target.mp_in_los <= 1:
        return (Modifier("J2", "C6.12", 2),)
    if target.mp_in_los <= 3:
        return (Modifier("J1", "C6.11", 1),)
    return ()


def case_j3(shot: Shot, target: Target) -> Modifier | None:
    """C6.13: Case J3, Defensive First Fire at Infantry that moves without Assault Movement: −1."""
    modifier = _moving_infantry(shot, target, "J3", "C6.13", target.ffnam)
    if modifier is not None and shot.weapon.rfnm and shot.range <= RFNM_CLOSE:
        return msgspec.structs.replace(modifier, value=2 * modifier.value, rule="C10.25")
    return modifier


def case_j4(shot: Shot, target: Target) -> Modifier | None:
    """C6.14: Case J4, Defensive First Fire at Infantry that moves in Open Ground: −1."""
    modifier = _moving_infantry(shot, target, "J4", "C6.14", target.ffmo)
    if modifier is not None and modifier.applies and shot.weapon.rfnm:
        return left_out("J4", "C10.25", modifier.value, "rfnm")
    return modifier


def _moving_infantry(
    shot: Shot, target: Target, case: str, rule: str, true: bool
) -> Modifier | None:
    if not true or target.kind is not TargetKind.INFANTRY:
        return None
    if target.dashing:
        return left_out(case, rule, -1, "dashing")
    if shot.phase is not Phase.DFF:
        return left_out(case, "C6.16", -1, "only_first_fire")
    if shot.own_hex and not shot.weapon.sw:
        return left_out(case, "C5.5", -1, "case_e")
    if target.hazardous:
        return left_out(case, "C6.6", -1, "hazardous")
    return Modifier(case, rule, -1)


def case_k(shot: Shot, target: Target) -> Modifier | None:
    """C6.2: Case K, a concealed or hidden target: +2, but not inside a pillbox.

    SMOKE has it only if the hex holds enemy units, none of them hidden alone, and none is Known
    (R-C6.2).
    """
    if shot.ammo in SMOKE_AMMO and not uses_own_table(shot):
        seen = [t for t in shot.targets if is_enemy_unit(t) and not t.hidden]
        if not seen:
            return None
        if any(t.is_known for t in seen):
            return left_out("K", "C6.2", 2, "smoke_known_unit")
        return Modifier("K", "C6.2", 2)
    if not (target.concealed or target.hidden):
        return None
    if in_pillbox(target):
        return left_out("K", "C6.2", 2, "in_pillbox")
    return Modifier("K", "C6.2", 2)


def is_enemy_unit(target: Target) -> bool:
    """Whether a target is a unit of the other side, and no mere place."""
    terrain = (TargetKind.TERRAIN, TargetKind.BRIDGE, TargetKind.AERIAL)
    return not target.friendly and target.kind not in terrain


def case_l(shot: Shot, target: Target) -> Modifier | None:
    """C6.3: Case L, Point Blank Range: −2 at one hex, −1 at two."""
    if shot.range not in (1, 2):
        return None
    value = -2 if shot.range == 1 else -1
    if shot.firer.aerial:
        return left_out("L", "C6.3", value, "aerial")
    if shot.target_type is TargetType.AREA:
        return left_out("L", "C3.331", value, "not_area")
    if uses_own_table(shot):
        return left_out("L", "C6.3", value, "not_latw")
    if shot.weapon.rfnm:
        return left_out("L", "C10.25", value, "rfnm")
    if target.is_vehicle and (target.motion or target.non_stopped):
        return left_out("L", "C6.3", value, "target_in_motion")
    if target.kind is TargetKind.MOTORCYCLE:
        return left_out("L", "C6.3", value, "motorcyclist")
    if in_motion(shot):
        return left_out("L", "C6.3", value, "firer_in_motion")
    return Modifier("L", "C6.3", value)


def case_m(shot: Shot, target: Target) -> Modifier | None:
    """C6.4: Case M, a Bore Sighted Location: −2; Case M or Case N, as the firer likes."""
    if not shot.bore_sighted:
        return None
    if shot.firer.aerial:
        return left_out("M", "C5", -2, "aerial")
    if shot.own_hex:
        return left_out("M", "C5.5", -2, "case_e")
    return cannot_use(shot) or Modifier("M", "C6.4", -2)


def case_n(shot: Shot, target: Target) -> Modifier | None:
    """C6.5: Case N, an acquired target: −1 or −2."""
    value = shot.acquisition
    if not value:
        return None
    if shot.firer.aerial:
        return left_out("N", "C5", value, "aerial")
    weapon, reason = shot.weapon, ""
    on_the_move = is_bounding_first_fire(shot) or in_motion(shot)
    light_mortar = weapon.kind is Kind.MTR
    if shot.deliberate_immobilization:
        return left_out("N", "C5.71", value, "case_g")
    if weapon.kind in (Kind.LATW, Kind.ATR, Kind.MG) or (weapon.sw and not light_mortar):
        reason = "no_acquisition"
    elif weapon.caliber < 20:
        reason = "below_20mm"
    if reason:
        return left_out("N", "C6.5", value, reason)
    if weapon.kind is Kind.RCL and target.is_moving:
        return left_out("N", "C12.24", value, "rcl_moving_target")
    if on_the_move and not shot.firer.gyro_in_use:
        return left_out("N", "C6.55", value, "needs_gyro")
    if shot.firer.entered_new_hex and not shot.firer.gyro_in_use:
        return left_out("N", "C6.5", value, "gun_left_location")
    if shot.target_type is not TargetType.AREA and not target.is_known:
        return left_out("N", "C6.51", value, "only_known")
    if shot.target_type is TargetType.AREA and not target.in_los:
        return left_out("N", "C6.521", value, "only_in_los")
    return Modifier("N", "C6.5", value)


def _m_or_n(shot: Shot, target: Target) -> tuple[Modifier, ...]:
    """C6.4: one of Cases M and N: the one the firer prefers, else the better one."""
    m, n = case_m(shot, target), case_n(shot, target)
    if m is None or n is None or not (m.applies and n.applies):
        return tuple(item for item in (m, n) if item is not None)
    if shot.prefer == "N" or (shot.prefer != "M" and n.value < m.value):
        return left_out("M", "C6.4", m.value, "m_or_n"), n
    return m, left_out("N", "C6.4", n.value, "m_or_n")


def case_o(shot: Shot, target: Target) -> Modifier | None:
    """C6.6: Case O, Hazardous Movement: −2, and no Case J of any kind."""
    return Modifier("O", "C6.6", -2) if target.hazardous else None


def case_p(shot: Shot, target: Target) -> Modifier | None:
    """C6.7, C2.271: Case P, the size of a vehicle or Gun."""
    if not (target.is_vehicle or target.kind is TargetKind.GUN) or not target.size:
        return None
    if in_pillbox(target):
        return left_out("P", "C6.7", target.size, "in_pillbox")
    return Modifier("P", "C6.7", target.size)


# Terrain that hides men on the ground and not a vehicle (R-C6.8).
_MEN_ONLY = ("shellholes", "foxhole", "trench")
# Hexside terrain behind which a vehicle is Hull Down or not.
_WALLS = ("wall", "hedge", "bocage", "hillside_wall", "hillside_hedge", "cactus_hedge", "roadblock")


def tem_of(shot: Shot, target: Target) -> int:
    """C6.8: the TEM that holds for a target against this shot.

    A vehicle behind what makes it Hull Down gets no TEM of it (D4.2), but against a mortar it does.
    Emplacement is +2 instead of a smaller positive TEM, never in addition to one; Air Bursts still
    count with it (C11.2).
    """
    if target.tem is not None:
        tem = target.tem
    else:
        name = terrain_name(target.terrain)
        row = terrain_row(name)
        value = row.tem_indirect if shot.weapon.kind is Kind.MTR else row.tem
        if value is None:
            raise BadInput("gunnery.tem_needed", terrain=target.terrain)
        hidden_hull = target.hd and name in _WALLS and shot.weapon.kind is not Kind.MTR
        no_cover = target.is_vehicle and name in _MEN_ONLY
        tem = 0 if hidden_hull or no_cover else lowered_by_height(shot, target, value)
    dug_in = emplacement(target)
    return best_tem(tem, emplaced=dug_in is not None and dug_in.applies)


def lowered_by_height(shot: Shot, target: Target, tem: int) -> int:
    """B9.33: height that exceeds the range lowers the TEM of walls, hedges and entrenchments.

    Of bocage it does not (B9.531).
    """
    name = terrain_name(target.terrain)
    low = name in (*_WALLS, *_MEN_ONLY, "bridge") and name != "bocage"
    if not low or shot.weapon.kind is Kind.MTR:
        return tem
    return entrenchment_tem(tem, shot.firer.level, target.level, shot.range)


def is_hull_down(shot: Shot, target: Target) -> bool:
    """C3.9, B9.33b: whether the hull is hidden from this shot.

    Indirect Fire does not care (C1.55), nor who looks down over the wall from high enough.
    """
    if not (target.is_vehicle and target.hd) or shot.weapon.kind is Kind.MTR:
        return False
    return not _is_behind_wall(target) or _wall_left(shot, target) > 0


def _is_behind_wall(target: Target) -> bool:
    return terrain_name(target.terrain) in _WALLS


def _wall_left(shot: Shot, target: Target) -> int:
    row = terrain_row(terrain_name(target.terrain))
    return lowered_by_height(shot, target, row.tem or 0)


def location_drm(shot: Shot, target: Target) -> Tally:
    """B9.33c: −1 to the coloured dr, for hit location only, where height cuts a wall's TEM to +1.

    Only against who is Hull Down behind it.
    """
    wall = terrain_name(target.terrain) in ("wall", "hillside_wall")
    lowered = wall and is_hull_down(shot, target) and _wall_left(shot, target) == 1
    return Tally((Modifier("over_wall", "B9.33c", -1, applies=lowered),))


def emplacement(target: Target) -> Modifier | None:
    """C11.2, C11.3: the +2 of an emplaced Gun, or why it has none; `None` if nobody claims it.

    It is part of the TEM (Case Q), never a DRM beside it.
    """
    if target.kind is not TargetKind.GUN or not target.emplaced:
        return None
    manning = target.manning
    others = isinstance(manning, Leader) or (isinstance(manning, Squad) and manning.kind != "crew")
    why = why_not_emplaced(
        Emplacement(
            rcl=isinstance(target.unit, Gun) and target.unit.gun_type == "RCL",
            terrain=terrain_name(target.terrain),
            manned_by_others=others,
            moved=target.hazardous,
        )
    )
    message = None if why is None else Message.of(why)
    return Modifier("emplacement", "C11.2", 2, applies=why is None, why=message)


def case_q(shot: Shot, target: Target) -> Modifier | None:
    """C6.8: Case Q, TEM; the Area Target Type takes it on the effects DR instead (C3.331).

    A LATW's WP (only the BAZ45 has it) takes none.
    """
    tem = tem_of(shot, target)
    if not tem:
        return None
    if shot.ammo is Ammo.WP and uses_own_table(shot):
        return left_out("Q", "C6.8", tem, "latw_wp")
    if shot.target_type is TargetType.AREA:
        return left_out("Q", "C3.331", tem, "tem_on_effects")
    return Modifier("Q", "C6.8", tem)


def case_r(shot: Shot, target: Target) -> Modifier | None:
    """C6.9: Case R, LOS Hindrance, for every Target Type."""
    value = shot.hindrance if target.hindrance is None else target.hindrance
    return Modifier("R", "C6.9", value) if value else None


def other_target_drm(shot: Shot, target: Target) -> tuple[Modifier, ...]:
    """C6.note: what other chapters add: overstacked Personnel, Cavalry, motorcyclists and so on."""
    modifiers = []
    if target.overstacked and target.is_personnel:
        modifiers.append(Modifier("overstacked-target", "A5.131", -target.overstacked))
    if target.kind is TargetKind.CAVALRY:
        modifiers.append(Modifier("vs-cavalry", "A13.5", -2))
    if target.kind is TargetKind.MOTORCYCLE:
        modifiers.append(Modifier("vs-motorcyclist", "D15.5", -1))
    if target.trail_break and target.is_personnel and shot.phase is Phase.DFF:
        modifiers.append(Modifier("vs-tb", "B13.4212", -1))
    dug_in = emplacement(target)
    if dug_in is not None and not dug_in.applies:
        modifiers.append(dug_in)
    if target.wading and target.is_vehicle:
        modifiers.append(Modifier("vs-wading-vehicle", "G13.422", 2))
    return tuple(modifiers)


def target_drm(shot: Shot, target: Target) -> Tally:
    """C6: all target-based To Hit DRM of one target; they are cumulative."""
    single = (
        case_j3(shot, target),
        case_j4(shot, target),
        case_k(shot, target),
        case_l(shot, target),
        *_m_or_n(shot, target),
        case_o(shot, target),
        case_p(shot, target),
        case_q(shot, target),
        case_r(shot, target),
    )
    modifiers = tuple(item for item in single if item is not None)
    return Tally(case_j(shot, target) + modifiers + other_target_drm(shot, target))
