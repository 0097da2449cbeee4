"""C6.5–C6.58: the Acquired Target counter: how it is gained, kept, moved, converted and lost.

`Acquisition` is the counter of one Gun on the table. `after_shot` says what a shot does to it; the
other functions answer the events of a game. All return the counter as it is afterwards, or `None`.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from hexfire.asl.gunnery.firer_cases import in_motion, is_bounding_first_fire
from hexfire.asl.gunnery.number import SMOKE_AMMO
from hexfire.asl.gunnery.target_cases import case_n
from hexfire.asl.shots.shot import Ammo, Kind, Shot, Target, TargetKind, TargetType


class Size(StrEnum):
    """C6.521: the small counter lies on a Location, the large one on a hex."""

    LOCATION = "1/2"
    HEX = "5/8"


class Acquisition(msgspec.Struct, frozen=True, kw_only=True):
    """C6.58: a Gun's Acquired Target counter: its ID letter, value, size, place and quarry.

    `units` are the acquired units that it follows; none once they have left its owner's sight.
    """

    drm: int
    hex: str
    location: str = ""
    size: Size = Size.LOCATION
    units: tuple[str, ...] = ()
    gun: str = ""
    mortar: bool = False

    @property
    def label(self) -> str:
        """What is printed on the counter's upper side."""
        return f"{self.drm}{self.gun}"


def can_acquire(shot: Shot) -> bool:
    """C6.5: Guns of 20mm or more, vehicles' MA and SA among them; mortars of any kind (C6.521).

    C12.24: a RCL acquires no moving target.
    """
    weapon = shot.weapon
    if weapon.no_acquisition or (weapon.kind is Kind.RCL and shot.target.is_moving):
        return False
    if weapon.kind is Kind.MTR:
        return True
    gun = weapon.kind not in (Kind.LATW, Kind.ATR, Kind.MG) and not weapon.sw
    return gun and weapon.caliber >= 20


def loses_by_firing(shot: Shot) -> str:
    """C6.5, C6.54–C6.56: the rule by which this very shot ends all acquisition, if one does."""
    if shot.ife:
        return "C6.54"
    if shot.ammo in SMOKE_AMMO:
        return "C6.56"
    if shot.ammo is Ammo.CANISTER:
        return "C6.5"
    if (is_bounding_first_fire(shot) or in_motion(shot)) and not shot.firer.gyro_in_use:
        return "C6.55"
    return ""


def may_be_acquired(shot: Shot, target: Target, revealed: bool) -> bool:
    """C6.5, C6.57, C6.521: a Known enemy or a bridge; with the Area Target Type anything.

    A concealed target is acquired by other fire only if the shot stripped its concealment.
    """
    if shot.target_type is TargetType.AREA:
        return True
    if target.kind is TargetKind.BRIDGE:
        return True
    if target.kind is TargetKind.TERRAIN or target.friendly:
        return False
    return target.is_known or revealed


def drm_after(shot: Shot, *, malfunction: bool = False, revealed: bool = False) -> int:
    """C6.5: the acquisition DRM that the firer has on this target after the shot.

    Each shot adds −1 up to −2, several in one phase as well (C6.53). A value that the shot could
    not use is not carried over: the Gun has fired at what it had not acquired (C6.52, C6.57).
    Deliberate Immobilization does not use the DRM and still gains (C5.71).
    """
    if not can_acquire(shot) or malfunction or loses_by_firing(shot):
        return 0
    if not may_be_acquired(shot, shot.target, revealed):
        return 0
    used = case_n(shot, shot.target)
    usable = used is None or used.applies or shot.deliberate_immobilization
    return max(-2, (shot.acquisition if usable else 0) - 1)


def after_shot(
    held: Acquisition | None,
    shot: Shot,
    hex: str,
    location: str,
    *,
    malfunction: bool = False,
    revealed: bool = False,
    gun: str = "",
) -> Acquisition | None:
    """C6.5, C6.52, C6.521: the Gun's counter after a shot at a Location of a hex.

    The counter follows the fire: at another place the old one is lost; at the same place it is
    turned to its better side and changed for the size of the Target Type.
    """
    asked = replace(shot, acquisition=drm_for(held, shot, hex, location))
    drm = drm_after(asked, malfunction=malfunction, revealed=revealed)
    if not drm:
        return None
    area = shot.target_type is TargetType.AREA
    names = tuple(t.name for t in shot.targets if t.name and t.location == shot.target.location)
    return Acquisition(
        drm=drm,
        hex=hex,
        location="" if area else location,
        size=Size.HEX if area else Size.LOCATION,
        units=() if area else names,
        gun=held.gun if held else gun,
        mortar=shot.weapon.kind is Kind.MTR,
    )


def drm_for(held: Acquisition | None, shot: Shot, hex: str, location: str) -> int:
    """C6.51, C6.52, C6.521: what a counter is worth to a shot, before the limits of Case N.

    The small counter serves one Location, the large one its whole hex. Either may be exchanged for
    the other within its place; a mortar's never, and a large one not for fire at the concealed.
    """
    if held is None or held.hex != hex:
        return 0
    area = shot.target_type is TargetType.AREA
    if held.size is Size.LOCATION:
        return held.drm if area or held.location == location else 0
    if area:
        return held.drm
    if held.mortar or not shot.target.is_known:
        return 0
    return held.drm


def target_moves(
    held: Acquisition, units: tuple[str, ...], hex: str, location: str, in_los: bool
) -> Acquisition:
    """C6.5, C6.51: acquired units enter a new Location or vertex together.

    The small counter follows them while they stay in LOS and is left behind in the last Location
    they were seen in; the large one never follows (C6.521).
    """
    moved = tuple(name for name in held.units if name in units)
    if held.size is Size.HEX or not moved:
        return held
    left = tuple(name for name in held.units if name not in units)
    if not in_los:
        return replace(held, units=left)
    return replace(held, hex=hex, location=location, units=moved)


class Loss(StrEnum):
    """C6.5: what ends an acquisition."""

    GUN_LEFT_LOCATION = "gun_left_location"
    CA_CHANGED_WITHOUT_FIRING = "ca_changed_without_firing"
    OTHER_TARGET_ATTACKED = "other_target_attacked"
    CMG_ATTACKED_OTHER = "cmg_attacked_other"
    MALFUNCTION = "malfunction"
    FIRED_SMOKE = "fired_smoke"
    FIRED_CANISTER = "fired_canister"
    FIRED_IFE = "fired_ife"
    CREW_ELIMINATED = "crew_eliminated"
    CREW_NOT_GOOD_ORDER = "crew_not_good_order"
    POSSESSION_GIVEN_UP = "possession_given_up"
    CREW_FIRED_OR_INTERDICTED = "crew_fired_or_interdicted"
    LIMBERED_OR_DISMANTLED = "limbered_or_dismantled"


def lose(
    held: Acquisition | None,
    event: Loss,
    *,
    gyro: bool = False,
    target_kept_in_los: bool = False,
    same_turret: bool = True,
) -> Acquisition | None:
    """C6.5: an event that ends an acquisition.

    A gyrostabilized Gun that moves keeps it if the target stayed in LOS all the way (C6.55); a CMG
    counts only if it sits in the same turret.
    """
    if event is Loss.GUN_LEFT_LOCATION and gyro and target_kept_in_los:
        return held
    if event is Loss.CMG_ATTACKED_OTHER and not same_turret:
        return held
    return None
