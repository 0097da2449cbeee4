"""From the hits of one shot to their effects: the door that gunnery uses."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.counters import Gun, Leader, Squad, Vehicle
from hexfire.asl.effects import guns
from hexfire.asl.effects.ammunition import he_equivalent
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.payload import Payload, payload
from hexfire.asl.effects.smoke import smoke_result
from hexfire.asl.effects.stack import Fire, Struck
from hexfire.asl.effects.to_kill import target_of, to_kill
from hexfire.asl.shots.hit import Aspect, Hit, Hits
from hexfire.asl.shots.shot import Ammo, Kind, TargetKind, TargetType
from hexfire.asl.shots.targets import (
    After,
    AnyTarget,
    GunTarget,
    Personnel,
    Rank,
    Unknown,
    personnel,
)
from hexfire.dice import Dice, Then
from hexfire.rulebook import Modifier, Refusal, Tally

_SOLID = (Ammo.AP, Ammo.APCR, Ammo.APDS)


def resolve(dice: Dice, hits: Hits) -> Then | tuple[After, ...]:
    """C3.1: the effects of the hits of one shot, one result for each in the same order.

    A vehicle hit by the Vehicle Target Type or a LATW goes to the To Kill tables; everything hit by
    one Infantry or Area Target Type DR shares one DR on the IFT.
    """
    if not hits:
        return ()
    first = hits[0]
    if first.ammo in (Ammo.SMOKE, Ammo.WP):
        return smoke_result(struck_by(hits), _wp_numbers(hits))
    if uses_tk_table(first) and first.weapon.th_table == "MOL-P":
        # C13.54, C13.55. Loaded here because that module is built on this one.
        from hexfire.asl.antitank.projector import against_vehicle

        return against_vehicle(dice, first)
    if uses_tk_table(first):
        return to_kill(dice, first)
    return Then(_ift_roll, (struck_by(hits), fire_of(hits), first.rolls, 12))


def _wp_numbers(hits: Hits) -> tuple[int, ...]:
    """A24.31, C3.76: the NMC that WP asks for; Smoke asks for none."""
    if hits[0].ammo is Ammo.SMOKE:
        return ()
    return tuple(max(0, -hit.tem) if hit.is_ch else 0 for hit in hits)


def uses_tk_table(hit: Hit) -> bool:
    """C7.1, C7.345: a vehicle hit by the Vehicle Target Type or by a LATW's own To Hit table."""
    aimed = hit.target_type is TargetType.VEHICLE or hit.weapon.th_table is not None
    return hit.target.is_vehicle and aimed and hit.weapon.kind is not Kind.MTR


def _ift_roll(
    dice: Dice, stack: tuple[Struck, ...], fire: Fire, left: int, best: int
) -> Then | tuple[After, ...]:
    """C3.8: the effects DR; of several the firer keeps the lowest."""
    best = min(best, dice.total("A7.3"))
    if left > 1:
        return Then(_ift_roll, (stack, fire, left - 1, best))
    return Then(ift_result, (stack, fire, best))


def fire_of(hits: Hits) -> Fire:
    """What the attack is: solid shot, Indirect Fire, and where it hit a vehicle (C3.332)."""
    turret = any(hit.aspect is Aspect.TURRET for hit in hits if hit.target.is_vehicle)
    first = hits[0]
    return Fire(ap=first.ammo in _SOLID, indirect=first.weapon.kind is Kind.MTR, turret=turret)


def struck_by(hits: Hits) -> tuple[Struck, ...]:
    """Every target with its own column and DRM."""
    return tuple(_struck(hit) for hit in hits)


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
    """B13.3, D5.311: Air Bursts; of AFVs only an open-topped one minds them (R-D5.311)."""
    closed = hit.target.is_armored and not getattr(hit.target.unit, "open_topped", False)
    return hit.air_burst and not closed


def _struck(hit: Hit) -> Struck:
    """D.8: a vehicle's positive TEM does not protect who is exposed on it; Air Bursts do harm."""
    column, drm = hit_payload(hit).column, effects_drm(hit).total
    above = hit.air_burst and not _bursts_above(hit)
    prc_drm = drm - max(0, hit.tem) - above
    return Struck(_target(hit), column, drm, prc_drm=prc_drm, ch=hit.is_ch)


def _target(hit: Hit) -> AnyTarget:
    target = hit.target
    if target.is_vehicle:
        return target_of(hit)
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
            made = personnel(unit, broken=target.broken)
            return replace(made, pinned=target.unit_pinned, name=target.name or made.name)
        case None if target.morale is not None:
            level = target.morale
            return Personnel(
                morale=level, broken_morale=level, broken=target.broken, name=target.name
            )
        case None:
            return None
        case _:
            raise Refusal("A1.1", "effects.not_personnel", unit=_name(unit))


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
