"""C10.2–C10.26: limbering and unlimbering, Quick Set-Up, Limbered Fire, guns that do not move."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.fieldguns.hands import Hand, require_crew
from hexfire.asl.fieldguns.state import Done, Gun, Place, Situation
from hexfire.rulebook import Refusal


def limber(now: Situation, ca: int | None = None) -> Situation:
    """C10.21: the crew turns the gun to its limbered side instead of firing it; nobody is TI.

    Crew and gun do not fire in this Player Turn; the CA may be changed (C10.22).
    """
    gun = _may_turn_over(now)
    if gun.limbered:
        raise Refusal("C10.21", "fieldguns.already_limbered", gun=gun.counter.name)
    limbered = replace(gun, limbered=True, done=Done.LIMBERED, ca=_ca(gun, ca))
    return replace(now, gun=limbered, hands=tuple(replace(h, worked=True) for h in now.hands))


def unlimber(now: Situation, ca: int | None = None) -> Situation:
    """C10.21, C10.22: back to the firing side; gun and MMC are TI afterwards."""
    gun = _may_turn_over(now)
    if not gun.limbered:
        raise Refusal("C10.21", "fieldguns.not_limbered", gun=gun.counter.name)
    ready = replace(gun, limbered=False, done=Done.UNLIMBERED, ca=_ca(gun, ca))
    return replace(now, gun=ready, hands=tuple(_worked(hand) for hand in now.hands))


def _worked(hand: Hand) -> Hand:
    """C10.22: whoever unlimbers is TI (the rule names the MMC); none fires any more."""
    return replace(hand, ti=hand.ti or not hand.kind.smc, worked=True)


def _ca(gun: Gun, ca: int | None) -> int:
    return gun.ca if ca is None else ca % 6


def _may_turn_over(now: Situation) -> Gun:
    """C10.21: in a fire phase in which this crew could otherwise have fired the gun."""
    gun = now.gun
    if gun.counter.qsu:
        raise Refusal("C10.23", "fieldguns.qsu_needs_no_limbering", gun=gun.counter.name)
    refuse_resting(gun)
    if gun.place is Place.HOOKED:
        raise Refusal("C10.21", "fieldguns.not_while_towed", gun=gun.counter.name)
    if gun.place is not Place.GROUND:
        raise Refusal("C10.21", "fieldguns.not_on_ground", gun=gun.counter.name)
    if not now.in_fire_phase:
        raise Refusal("C10.21", "fieldguns.only_fire_phase", phase=now.phase.value)
    require_crew(now.hands)
    refuse_unfit_to_fire(now)
    return gun


def refuse_resting(gun: Gun) -> None:
    """C10.25, C10.26: RFNM and NM guns stay as they began."""
    if gun.counter.rfnm:
        raise Refusal("C10.25", "fieldguns.rfnm", gun=gun.counter.name)
    if gun.counter.nm:
        raise Refusal("C10.26", "fieldguns.nm", gun=gun.counter.name)


def refuse_unfit_to_fire(now: Situation) -> None:
    """C10.21: what keeps gun and crew from firing now, malfunction and limbered side apart."""
    gun = now.gun
    if gun.done is not Done.NOTHING:
        rule = "C2.8" if gun.has_moved else "C10.21"
        raise Refusal(rule, "fieldguns.already_did", done=f"@fieldguns.done.{gun.done.value}")
    if not any(hand.able and not hand.fired and not hand.worked for hand in now.hands):
        raise Refusal("C10.21", "fieldguns.crew_has_fired")


def may_fire(now: Situation) -> bool:
    """C10.1, C10.21, C10.24, C10.54: whether the gun may fire now."""
    try:
        refuse_fire(now)
    except Refusal:
        return False
    return True


def refuse_fire(now: Situation) -> None:
    """C10.1, C10.21, C10.24, C10.54: why the gun may not fire now (it returns if it may)."""
    gun = now.gun
    if gun.place is Place.HOOKED:
        raise Refusal("C10.1", "fieldguns.towed_no_fire", gun=gun.counter.name)
    if gun.place in (Place.DISMANTLED, Place.ELIMINATED):
        raise Refusal("C9.2", "fieldguns.not_assembled", gun=gun.counter.name)
    if gun.place is Place.PORTEE:
        _refuse_portee_fire(now)
    elif gun.limbered and not gun.counter.lf:
        raise Refusal("C10.21", "fieldguns.limbered_no_fire", gun=gun.counter.name)
    if gun.malfunctioned:
        raise Refusal("C2.28", "fieldguns.malfunctioned", gun=gun.counter.name)
    if not now.in_fire_phase:
        raise Refusal("C10.21", "fieldguns.only_fire_phase", phase=now.phase.value)
    refuse_unfit_to_fire(now)


def _refuse_portee_fire(now: Situation) -> None:
    """C10.54: some guns fire en portee with the crew aboard, never in or after movement."""
    vehicle, name = now.vehicle, now.gun.counter.name
    if vehicle is None or vehicle.portee is None or not vehicle.portee.fires:
        raise Refusal("C10.54", "fieldguns.portee_no_fire", gun=name)
    if all(hand.on_foot for hand in now.hands):
        raise Refusal("C10.54", "fieldguns.portee_crew_aboard", gun=name)
    if vehicle.mp_spent or not vehicle.stopped:
        raise Refusal("C10.54", "fieldguns.portee_no_bounding", gun=name)


def fire(now: Situation) -> Situation:
    """C10.21: gun and crew have fired this Player Turn (the shot itself is the gunnery's)."""
    refuse_fire(now)
    hands = tuple(replace(hand, fired=True) for hand in now.hands)
    return replace(now, gun=replace(now.gun, done=Done.FIRED), hands=hands)
