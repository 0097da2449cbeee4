"""C10.5–C10.54: guns carried on a vehicle, en portee."""

from __future__ import annotations

from enum import Enum

from msgspec.structs import replace

from hexfire.asl.fieldguns.figures import GunCounter
from hexfire.asl.fieldguns.hands import Hand, HandKind
from hexfire.asl.fieldguns.limbering import refuse_resting
from hexfire.asl.fieldguns.state import (
    Done,
    Gun,
    Manned,
    Place,
    PorteeFacing,
    PorteeNote,
    Situation,
    Vehicle,
)
from hexfire.asl.fieldguns.towing import lose_emplacement, vehicle_in_its_mph
from hexfire.rulebook import Refusal

NATIONS = ("German", "British", "Italian", "French")
"""C10.5: the nations whose guns ride en portee."""


def refuse_portee(counter: GunCounter, vehicle: Vehicle) -> PorteeNote:
    """C10.5: the note, made before setup, that lets this vehicle carry this gun (R-C10.5)."""
    if counter.nation not in NATIONS:
        raise Refusal("C10.5", "fieldguns.portee_nation", nation=counter.nation)
    note = vehicle.portee
    if note is None or (note.caliber, note.barrel) != (counter.caliber, counter.barrel):
        raise Refusal("C10.5", "fieldguns.portee_note", vehicle=vehicle.name, gun=counter.name)
    return note


def portee_pp(vehicle: Vehicle, note: PorteeNote) -> int:
    """C10.5: gun and ammunition take the whole capacity or the PP that the note says."""
    return vehicle.pp if note.pp is None else note.pp


def load(now: Situation, facing: PorteeFacing, vca: int) -> Situation:
    """C10.51: a crew counter spends all its MF to load the gun; crew and vehicle are TI.

    C10.53: the gun then points along the vehicle's VCA or straight backwards (`vca`: the hexspine
    of the VCA).
    """
    vehicle = _ready(now)
    gun = now.gun
    if gun.place is not Place.GROUND:
        raise Refusal("C10.51", "fieldguns.not_on_ground", gun=gun.counter.name)
    refuse_resting(gun)
    note = refuse_portee(gun.counter, vehicle)
    if vehicle.burden is not None:
        raise Refusal(
            "C10.5", "fieldguns.vehicle_burdened", vehicle=vehicle.name, gun=vehicle.burden
        )
    if not (gun.counter.qsu or gun.limbered):
        raise Refusal("C10.51", "fieldguns.limber_first", gun=gun.counter.name)
    need = portee_pp(vehicle, note)
    if vehicle.cargo_pp + need > vehicle.pp:
        raise Refusal("C10.5", "fieldguns.no_pp", vehicle=vehicle.name, need=need)
    if note.facing is not None and note.facing is not facing:
        wanted = f"@fieldguns.facing.{note.facing.value}"
        raise Refusal("C10.53", "fieldguns.portee_facing", facing=wanted)
    crew = _loader(now)
    aboard = replace(
        gun,
        place=Place.PORTEE,
        done=Done.LOADED,
        vehicle=vehicle.name,
        emplacement=lose_emplacement(gun),
        ca=(vca if facing is PorteeFacing.FORWARD else vca + 3) % 6,
    )
    carrier = replace(vehicle, ti=True, burden=gun.counter.name, cargo_pp=vehicle.cargo_pp + need)
    return replace(now, gun=aboard, vehicle=carrier, hands=_spent(now.hands, crew))


def unload(now: Situation, ca: int | None = None) -> Situation:
    """C10.51: as loading. C10.52: an immobilized carrier becomes a wreck at this moment."""
    vehicle = _ready(now)
    gun = now.gun
    if gun.place is not Place.PORTEE:
        raise Refusal("C10.51", "fieldguns.not_portee", gun=gun.counter.name)
    note = refuse_portee(gun.counter, vehicle)
    crew = _loader(now)
    alone = replace(
        gun,
        place=Place.GROUND,
        done=Done.UNLOADED,
        vehicle=None,
        ca=gun.ca if ca is None else ca % 6,
    )
    empty = replace(
        vehicle,
        ti=True,
        burden=None,
        cargo_pp=vehicle.cargo_pp - portee_pp(vehicle, note),
        wreck=vehicle.wreck or vehicle.immobilized,
    )
    return replace(now, gun=alone, vehicle=empty, hands=_spent(now.hands, crew))


def _ready(now: Situation) -> Vehicle:
    vehicle = vehicle_in_its_mph(now, "C10.51")
    if vehicle.mp_spent:
        raise Refusal("C10.51", "fieldguns.portee_vehicle_moved", vehicle=vehicle.name)
    if now.gun.done not in (Done.NOTHING, Done.LIMBERED):
        done = f"@fieldguns.done.{now.gun.done.value}"
        raise Refusal("C10.51", "fieldguns.already_did", done=done)
    return vehicle


def _loader(now: Situation) -> Hand:
    """C10.51: a crew counter (no HS, no SMC), able, not entrenched, with all its MF."""
    for hand in now.hands:
        able = hand.able and not hand.entrenched and not hand.fired
        if hand.kind is HandKind.CREW and able and hand.on_foot and hand.mf_spent == 0:
            return hand
    raise Refusal("C10.51", "fieldguns.portee_crew")


def _spent(hands: tuple[Hand, ...], crew: Hand) -> tuple[Hand, ...]:
    """C10.51: all MF are spent, as Hazardous Movement, and the crew is TI."""
    at = hands.index(crew)
    tired = replace(crew, mf_spent=crew.mf, hazardous=True, ti=True)
    return (*hands[:at], tired, *hands[at + 1 :])


def immobilized(now: Situation) -> Situation:
    """C10.52: an immobilized carrier is no wreck while the gun is on it."""
    vehicle = now.vehicle
    if vehicle is None:
        raise Refusal("C10.52", "fieldguns.no_vehicle")
    carries = now.gun.place is Place.PORTEE
    return replace(now, vehicle=replace(vehicle, immobilized=True, wreck=not carries))


def vehicle_destroyed(now: Situation) -> Situation:
    """C10.1, C10.52: what hangs on a destroyed vehicle, or rides on it, is destroyed with it."""
    if now.vehicle is None:
        raise Refusal("C10.1", "fieldguns.no_vehicle")
    gun = now.gun
    if gun.place in (Place.HOOKED, Place.PORTEE):
        gun = eliminate(gun)
    return replace(now, gun=gun, vehicle=replace(now.vehicle, wreck=True, burden=None))


def eliminate(gun: Gun) -> Gun:
    """C10.1, C11.3: the gun is gone, and its emplacement with it."""
    return replace(
        gun,
        place=Place.ELIMINATED,
        vehicle=None,
        manned=Manned.NOBODY,
        emplacement=lose_emplacement(gun),
    )


class Shielded(Enum):
    """Who meets a shot at a vehicle that carries a gun en portee."""

    VEHICLE = "vehicle"
    PASSENGERS = "passengers"


def portee_gunshield(
    counter: GunCounter,
    who: Shielded,
    *,
    direct_fire: bool = True,
    in_gun_ca: bool = True,
    vehicle_destroyed: bool = False,
) -> int:
    """C10.53: an AT gun's shield helps Passengers as an unemplaced gun's would, never the vehicle.

    Only against Direct Fire from within the gun's CA that did not destroy the vehicle.
    """
    if who is Shielded.VEHICLE or counter.gun_class != "AT":
        return 0
    return 2 if direct_fire and in_gun_ca and not vehicle_destroyed else 0
