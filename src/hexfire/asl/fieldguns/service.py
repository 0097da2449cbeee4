"""Who mans a gun, taking a mortar apart, and the turning of phases and Player Turns."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.fieldguns.hands import Hand, require_crew
from hexfire.asl.fieldguns.limbering import refuse_unfit_to_fire
from hexfire.asl.fieldguns.state import Done, Emplacement, Gun, Manned, Place, Situation
from hexfire.asl.fieldguns.towing import lose_emplacement
from hexfire.asl.sequence import PHASES
from hexfire.rulebook import Refusal

DISMANTLED_PP = 5
"""C9.2: a dismantled 76–82mm mortar is a SW of 5PP."""


def man(gun: Gun, by: Manned) -> Gun:
    """C11.3: manned by others than a crew, the emplacement is lost; a squad only suspends it.

    R-C11.3: C11.2 denies the TEM while a squad mans the gun, so a squad does not end it.
    """
    if gun.place is Place.ELIMINATED:
        raise Refusal("C11.6", "fieldguns.gun_gone", gun=gun.counter.name)
    keeps = by in (Manned.CREW, Manned.SQUAD, Manned.NOBODY)
    return replace(gun, manned=by, emplacement=gun.emplacement if keeps else lose_emplacement(gun))


def give_up_wall_advantage(gun: Gun) -> Gun:
    """C11.3: the manning Infantry's own doing about Wall Advantage (B9.322) costs emplacement."""
    return replace(gun, emplacement=lose_emplacement(gun))


def at_setup(*, on_ground: bool, manned: bool, rcl: bool) -> Emplacement:
    """C11.2, C11.3: a Gun is emplaced at setup if it is manned, on the ground and no RCL."""
    ready = on_ground and manned and not rcl
    return Emplacement.EMPLACED if ready else Emplacement.NEVER


def dismantle(now: Situation) -> Situation:
    """C9.2: a 76–82mm mortar is taken apart in a fire phase, in place of firing it (R-A9.8)."""
    gun = now.gun
    if not gun.counter.dismantles:
        raise Refusal("C9.2", "fieldguns.not_dismantled", gun=gun.counter.name)
    if gun.place is not Place.GROUND:
        raise Refusal("C9.2", "fieldguns.not_on_ground", gun=gun.counter.name)
    _in_fire_phase(now)
    carried = replace(
        gun,
        place=Place.DISMANTLED,
        done=Done.DISMANTLED,
        emplacement=lose_emplacement(gun),
    )
    return replace(now, gun=carried, hands=tuple(replace(h, worked=True) for h in now.hands))


def assemble(now: Situation, ca: int | None = None) -> Situation:
    """C9.2: a dismantled mortar is put together in a fire phase, in place of firing it (A9.8)."""
    gun = now.gun
    if gun.place is not Place.DISMANTLED:
        raise Refusal("C9.2", "fieldguns.not_in_parts", gun=gun.counter.name)
    _in_fire_phase(now)
    ready = replace(
        gun, place=Place.GROUND, done=Done.ASSEMBLED, ca=gun.ca if ca is None else ca % 6
    )
    return replace(now, gun=ready, hands=tuple(replace(h, worked=True) for h in now.hands))


def _in_fire_phase(now: Situation) -> None:
    if not now.in_fire_phase:
        raise Refusal("A9.8", "fieldguns.only_fire_phase", phase=now.phase.value)
    require_crew(now.hands)
    refuse_unfit_to_fire(now)


def next_phase(now: Situation) -> Situation:
    """A.15: the next phase; after the CCPh the other side's Player Turn begins."""
    if now.phase is not PHASES[-1]:
        following = PHASES[PHASES.index(now.phase) + 1]
        ended = now.gun.done is Done.PUSHING
        hands = now.hands
        gun = now.gun
        if ended:  # C10.3: pushing is over with the MPh
            gun = replace(gun, done=Done.PUSHED_AND_STOPPED)
            hands = tuple(replace(h, ti=h.ti or h.hazardous) for h in hands)
        return replace(now, phase=following, gun=gun, hands=hands)
    vehicle = now.vehicle
    if vehicle is not None:
        vehicle = replace(vehicle, mp_spent=0, fired=False, ti=False, entered_hex=False)
    return replace(
        now,
        gun=replace(now.gun, done=Done.NOTHING),
        hands=tuple(_rested(hand) for hand in now.hands),
        vehicle=vehicle,
        phase=PHASES[0],
        own=not now.own,
    )


def _rested(hand: Hand) -> Hand:
    """A new Player Turn: TI and what was done are over; a pin ended with the last one."""
    return replace(
        hand, ti=False, fired=False, worked=False, mf_spent=0, hazardous=False, pinned=False
    )
