"""C10.1–C10.13: towing, hooking up, unhooking, and the PP that the ammunition takes."""

from __future__ import annotations

from enum import Enum
from math import ceil

import msgspec
from msgspec.structs import replace

from hexfire.asl.fieldguns.figures import GunCounter
from hexfire.asl.fieldguns.hands import Hand, crew_equivalents, require_crew
from hexfire.asl.fieldguns.limbering import refuse_resting
from hexfire.asl.fieldguns.state import Done, Emplacement, Gun, Place, Situation, Vehicle
from hexfire.asl.sequence import Phase
from hexfire.rulebook import Refusal


def may_tow(t: int | None, counter: GunCounter) -> bool:
    """C10.1: a vehicle tows a gun if its T# is not above the gun's M#.

    >>> from hexfire.asl.fieldguns.figures import gun_named
    >>> may_tow(9, gun_named("ge-RCL75s")), may_tow(12, gun_named("ge-RCL75s"))
    (True, False)
    """
    return t is not None and counter.may_be_towed and t <= counter.m


# --- C10.1: the way of a towing vehicle -----------------------------------------------------


class Towed(Enum):
    """What a vehicle draws behind it."""

    GUN = "gun"
    RIDING_MORTAR = "riding_mortar"
    TRAILER = "trailer"


class Step(Enum):
    """Ways of a towing vehicle that need a rule."""

    OPEN = "open"
    WALL = "wall"
    HEDGE = "hedge"
    BREACHED_WALL = "breached_wall"
    BUILDING = "building"
    RUBBLE = "rubble"
    DEEP_STREAM = "deep_stream"
    REVERSE = "reverse"
    BYPASS = "bypass"
    NARROW_STREET_BYPASS = "narrow_street_bypass"


_GUN_NEVER = frozenset(
    {
        Step.WALL,
        Step.HEDGE,
        Step.BREACHED_WALL,
        Step.BUILDING,
        Step.RUBBLE,
        Step.DEEP_STREAM,
        Step.REVERSE,
        Step.BYPASS,
    }
)
_NEVER = {
    Towed.GUN: _GUN_NEVER,
    Towed.RIDING_MORTAR: frozenset({Step.BUILDING}),
    Towed.TRAILER: frozenset({Step.WALL, Step.HEDGE, Step.BUILDING, Step.RUBBLE, Step.REVERSE}),
}


def towed_as(counter: GunCounter) -> Towed:
    """C10.1: whether the gun is drawn or, a 76–107mm mortar, loaded (R-C10.1)."""
    return Towed.RIDING_MORTAR if counter.rides else Towed.GUN


def refuse_step(towed: Towed, step: Step) -> None:
    """C10.1, C10.4: where a vehicle cannot go, or not so, with what it draws."""
    if step in _NEVER[towed]:
        rule = "C10.4" if towed is Towed.TRAILER else "C10.1"
        raise Refusal(rule, "fieldguns.tow_step", step=f"@fieldguns.step.{step.value}")


def towing_cost(cost: float, towed: Towed) -> float:
    """C10.1: one MP (a wagon: MF) more for each hex, after all other modifications of its cost."""
    return cost + 1 if towed is Towed.GUN else cost


# --- C10.13: the ammunition's PP ------------------------------------------------------------


class Load(msgspec.Struct, frozen=True):
    """C10.13: what towing leaves of a vehicle's Passenger PP. `legal`: may it tow at all so?"""

    ammunition_pp: int
    pp_left: int
    legal: bool

    def carries(self, hands: tuple[Hand, ...]) -> bool:
        """Whether these units, with what they carry, can ride as well."""
        return sum(hand.pp + hand.portaged_pp for hand in hands) <= self.pp_left


def ammunition_pp(caliber: float) -> int:
    """C10.13: 4PP for the gun's ammunition, 8PP from 100mm up."""
    return 8 if caliber >= 100 else 4


def load_of(vehicle: Vehicle, counter: GunCounter) -> Load:
    """C10.13: PP left beside a towed gun (or a dismantled 76–82mm mortar: 4PP in all).

    An empty vehicle may tow whatever its T# allows, though no PP be left; a loaded one may not
    go below 0.
    """
    taken = ammunition_pp(counter.caliber)
    left = vehicle.pp - vehicle.cargo_pp - taken
    return Load(taken, max(0, left), left >= 0 or vehicle.cargo_pp == 0)


# --- C10.11, C10.12: hooking up and unhooking -----------------------------------------------


def hook_cost(mp: int, counter: GunCounter) -> int:
    """C10.11: half the vehicle's MP (a wagon's MF), FRU; a quarter if the M# is circled.

    R-C10.11: the fraction for a circled M# is a quarter.
    """
    return ceil(mp / 4) if counter.m_circled else ceil(mp / 2)


def hook_up(now: Situation, boarding: bool = True, ca: int | None = None) -> Situation:
    """C10.11: a stopped vehicle takes the gun in its hex on the hook.

    The crew may board with it at no cost (`boarding`) if PP are left; gun, crew and vehicle are TI
    for the rest of the Player Turn.
    """
    gun = now.gun
    if gun.place is not Place.GROUND:
        raise Refusal("C10.11", "fieldguns.not_on_ground", gun=gun.counter.name)
    vehicle = _vehicle_ready(now)
    _refuse_hook(gun, vehicle)
    _require_unfired(now, vehicle)
    _require_rested_crew(now)
    load = load_of(vehicle, gun.counter)
    if not load.legal:
        raise Refusal("C10.13", "fieldguns.no_pp", vehicle=vehicle.name, need=load.ammunition_pp)
    rides = boarding and load.carries(now.hands)
    if gun.counter.rides and not rides:
        raise Refusal("C10.1", "fieldguns.passengers_load", gun=gun.counter.name)
    riding_pp = sum(hand.pp + hand.portaged_pp for hand in now.hands) if rides else 0
    towing = replace(
        vehicle,
        mp_spent=vehicle.mp_spent + hook_cost(vehicle.mp, gun.counter),
        cargo_pp=vehicle.cargo_pp + riding_pp,
        burden=gun.counter.name,
        ti=True,
    )
    hooked = replace(
        gun,
        place=Place.HOOKED,
        done=Done.HOOKED_UP,
        vehicle=vehicle.name,
        emplacement=lose_emplacement(gun),
        ca=gun.ca if ca is None else ca % 6,
    )
    hands = tuple(replace(h, ti=True, on_foot=h.on_foot and not rides) for h in now.hands)
    return replace(now, gun=hooked, vehicle=towing, hands=hands)


def unhook(now: Situation, ca: int | None = None) -> Situation:
    """C10.12: a stopped vehicle leaves the gun in its hex; its crew alights free of cost.

    Gun and crew are TI and stay; the vehicle may use what MP it has left. An NM or RFNM gun that
    began towed is left so too, but stays limbered for good (R-C10.2).
    """
    gun = now.gun
    if gun.place is not Place.HOOKED:
        raise Refusal("C10.12", "fieldguns.not_hooked", gun=gun.counter.name)
    vehicle = _vehicle_ready(now)
    if gun.done is not Done.NOTHING:
        raise Refusal("C10.11", "fieldguns.already_did", done=f"@fieldguns.done.{gun.done.value}")
    _require_unfired(now, vehicle)
    require_crew(now.hands)
    if gun.counter.rides and crew_equivalents(h for h in now.hands if not h.on_foot) < 1:
        raise Refusal("C10.1", "fieldguns.passengers_load", gun=gun.counter.name)
    riding = sum(hand.pp + hand.portaged_pp for hand in now.hands if not hand.on_foot)
    free = replace(
        vehicle,
        mp_spent=vehicle.mp_spent + hook_cost(vehicle.mp, gun.counter),
        cargo_pp=max(0, vehicle.cargo_pp - riding),
        burden=None,
    )
    alone = replace(
        gun,
        place=Place.GROUND,
        done=Done.UNHOOKED,
        vehicle=None,
        ca=gun.ca if ca is None else ca % 6,
    )
    hands = tuple(replace(hand, ti=True, on_foot=True) for hand in now.hands)
    return replace(now, gun=alone, vehicle=free, hands=hands)


def lose_emplacement(gun: Gun) -> Emplacement:
    """C11.3: hooked up, moved, manned by others or for Wall Advantage: lost for the scenario."""
    emplaced = gun.emplacement is Emplacement.EMPLACED
    return Emplacement.LOST if emplaced else gun.emplacement


def vehicle_in_its_mph(now: Situation, rule: str) -> Vehicle:
    """The vehicle that takes up or puts down a gun, in its own MPh and not in Bypass."""
    vehicle = now.vehicle
    if vehicle is None:
        raise Refusal(rule, "fieldguns.no_vehicle")
    if not (now.own and now.phase is Phase.MPH):
        raise Refusal(rule, "fieldguns.only_own_mph", phase=now.phase.value)
    if vehicle.bypass:
        raise Refusal(rule, "fieldguns.vehicle_bypass", vehicle=vehicle.name)
    return vehicle


def _vehicle_ready(now: Situation) -> Vehicle:
    """C10.11: stopped, not in Bypass, in its own MPh, with the MP for it."""
    vehicle = vehicle_in_its_mph(now, "C10.11")
    if not vehicle.stopped:
        raise Refusal("C10.11", "fieldguns.vehicle_moving", vehicle=vehicle.name)
    if vehicle.ti:
        raise Refusal("C10.11", "fieldguns.vehicle_ti", vehicle=vehicle.name)
    need = hook_cost(vehicle.mp, now.gun.counter)
    if vehicle.mp_left < need:
        raise Refusal(
            "C10.11",
            "fieldguns.no_mp",
            vehicle=vehicle.name,
            need=need,
            left=f"{vehicle.mp_left:g}",
        )
    return vehicle


def _refuse_hook(gun: Gun, vehicle: Vehicle) -> None:
    counter = gun.counter
    refuse_resting(gun)
    if vehicle.burden is not None:
        rule = "C10.5" if vehicle.portee is not None else "C10.1"
        raise Refusal(rule, "fieldguns.vehicle_burdened", vehicle=vehicle.name, gun=vehicle.burden)
    if not may_tow(vehicle.t, counter):
        t = "–" if vehicle.t is None else str(vehicle.t)
        raise Refusal("C10.1", "fieldguns.too_heavy", vehicle=vehicle.name, t=t, m=counter.m)
    if not counter.qsu and not gun.limbered:
        raise Refusal("C10.2", "fieldguns.limber_first", gun=counter.name)
    if gun.done not in (Done.NOTHING, Done.LIMBERED, Done.PUSHING):
        rule = "C10.31" if gun.done in (Done.PUSHED_AND_STOPPED, Done.PUSH_FAILED) else "C10.11"
        raise Refusal(rule, "fieldguns.already_did", done=f"@fieldguns.done.{gun.done.value}")


def _require_unfired(now: Situation, vehicle: Vehicle) -> None:
    """C10.11, C10.12: neither gun, crew, vehicle nor its PRC has fired in this PFPh or MPh."""
    if vehicle.fired or any(hand.fired for hand in now.hands):
        raise Refusal("C10.11", "fieldguns.somebody_fired")


def _require_rested_crew(now: Situation) -> None:
    """C10.11: a crew on foot that has used no more than half its MF this MPh."""
    on_foot = tuple(hand for hand in now.hands if hand.on_foot)
    require_crew(on_foot)
    if crew_equivalents(hand for hand in on_foot if hand.mf_spent * 2 <= hand.mf) < 1:
        raise Refusal("C10.11", "fieldguns.crew_tired")
