"""What each hit strikes: the target as the effects know it, its column and its DRM."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec.structs import replace

from hexfire.asl.counters import Gun, Leader, Squad, Vehicle
from hexfire.asl.effects import guns
from hexfire.asl.effects.ammunition import he_equivalent
from hexfire.asl.effects.kill_number import counter_of
from hexfire.asl.effects.payload import Payload, payload
from hexfire.asl.effects.stack import Struck, location_key
from hexfire.asl.shots.hit import Hit, Hits
from hexfire.asl.shots.shot import Kind, TargetKind, TargetType
from hexfire.asl.shots.targets import (
    AnyTarget,
    GunTarget,
    Personnel,
    Rank,
    Unknown,
    VehicleTarget,
    personnel,
    vehicle,
)
from hexfire.rulebook import Modifier, Refusal, Tally


@lru_cache(maxsize=512)
def struck_by(hits: Hits) -> tuple[Struck, ...]:
    """Every target with its own column and DRM."""
    return tuple([_struck(hit) for hit in hits])


def hit_payload(hit: Hit) -> Payload:
    """C.6, C8.31, C3.71: the column of the shell against this target.

    C13.23, C11.52: an ATR of any bore strikes a Gun as solid shot below 37mm does.
    """
    if hit.weapon.kind is Kind.ATR and hit.target.kind is TargetKind.GUN:
        solid = replace(hit.weapon, caliber=max(hit.weapon.caliber, 20))
        return payload(he_equivalent(solid, hit.ammo), ch=hit.is_ch, halvings=hit.half_fp)
    return payload(he_equivalent(hit.weapon, hit.ammo), ch=hit.is_ch, halvings=hit.half_fp)


def effects_drm(hit: Hit) -> Tally:
    """C3.71, C3.331: every DRM of the IFT DR against one target, with its reason."""
    return Tally.of(
        (
            Modifier("TEM", "C3.71" if hit.is_ch else "C3.331", hit.tem, applies=hit.tem != 0),
            Modifier("move", "C3.71", hit.move_drm, applies=hit.move_drm != 0),
            Modifier("air_burst", "B13.3", -1, applies=_bursts_above(hit)),
            *hit_payload(hit).drm.items,
        )
    )


def _bursts_above(hit: Hit) -> bool:
    """B13.3, D5.311: Air Bursts; of AFVs only an open-topped one minds them (R-D5.311-hit)."""
    closed = hit.target.is_armored and not (
        isinstance(hit.target.unit, Vehicle) and hit.target.unit.open_topped
    )
    return hit.air_burst and not closed


@lru_cache(maxsize=256)
def _struck(hit: Hit) -> Struck:
    """D.8: a vehicle's positive TEM does not protect who is exposed on it; Air Bursts do harm."""
    column, drm = hit_payload(hit).column, effects_drm(hit).total
    above = hit.air_burst and not _bursts_above(hit)
    prc_drm = drm - max(0, hit.tem) - above
    spared = hit.target.is_armored and hit.target_type is TargetType.INFANTRY
    return Struck(
        _target(hit),
        column,
        drm,
        prc_drm=prc_drm,
        ch=hit.is_ch,
        spared=spared,
        location=location_key(hit.target.location, hit.target.hex),
    )


def _target(hit: Hit) -> AnyTarget:
    target = hit.target
    if target.is_vehicle:
        return vehicle_hit(hit)
    if target.kind is TargetKind.GUN:
        return _gun(hit)
    return man(target.unit, hit) or Unknown(name=target.name)


def man(unit: object, hit: Hit) -> Personnel | None:
    """The unit that was hit; without a counter but with a morale, a squad of that morale."""
    target = hit.target
    match unit:
        case Personnel():
            return unit
        case Squad() | Leader():
            men = personnel(unit, broken=target.broken)
            return replace(men, pinned=target.unit_pinned, name=target.name or men.name)
        case None if target.morale is not None:
            level = target.morale
            return Personnel(
                morale=level, broken_morale=level, broken=target.broken, name=target.name
            )
        case None:
            return None
        case _:
            raise Refusal("A1.23", "effects.not_personnel", unit=_name(unit))


def _name(unit: object) -> str:
    return unit.name if isinstance(unit, Vehicle | Gun) else str(unit)


def _gun(hit: Hit) -> GunTarget:
    """C11.4, C11.5: a Gun with its manning Infantry and the shield they may use."""
    target = hit.target
    gun = target.unit if isinstance(target.unit, Gun) else None
    crew = None
    if target.crewed:
        crew = man(target.manning, hit) or _inherent_crew(hit)
    shielded = guns.has_gunshield(gun) if target.gunshield is None else target.gunshield
    shield = guns.gunshield(
        crew,
        shielded=shielded,
        in_ca=target.in_gun_ca,
        same_hex=hit.range == 0,
        indirect=hit.weapon.kind is Kind.MTR,
        on_the_move=hit.first_fire and (target.hazardous or target.ffnam),
    )
    return GunTarget(
        name=target.name or (gun.name if gun else ""),
        crew=crew,
        gunshield=guns.near_miss_drm(shield, hit.tem),
    )


def _inherent_crew(hit: Hit) -> Personnel:
    """A Gun whose crew nobody has named is manned by an infantry crew of morale 8 (A1.123)."""
    level = hit.target.morale or 8
    return Personnel(rank=Rank.CREW, morale=level, broken_morale=level, broken=hit.target.broken)


def vehicle_hit(hit: Hit) -> VehicleTarget:
    """The vehicle that was hit, with its crew and who is in or on it."""
    target, counter = hit.target, counter_of(hit)
    struck = vehicle(
        counter,
        ce=target.ce,
        hd=target.hd,
        immobile=target.immobile,
        riders=men_aboard(target.riders),
        passengers=men_aboard(target.passengers),
        facing=hit.facing,
    )
    return struck if target.morale is None else replace(struck, crew_morale=target.morale)


def men_aboard(units: Iterable[object]) -> tuple[Personnel, ...]:
    """Riders or Passengers as an attack meets them."""
    return tuple(map(_aboard, units))


def _aboard(unit: object) -> Personnel:
    if isinstance(unit, Personnel):
        return unit
    if isinstance(unit, Squad | Leader):
        return personnel(unit)
    raise Refusal("D6.1", "effects.not_personnel", unit=getattr(unit, "name", str(unit)))
