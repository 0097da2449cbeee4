"""D6 on the table: who is in or on a vehicle, and whether he is exposed there."""

from __future__ import annotations

from hexfire.asl.battle.table.pieces import Aboard, AnyPiece, Gun, Men, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.condition import Shock
from hexfire.asl.shots.targets import passengers_exposed
from hexfire.rulebook import Refusal


def carrier(at: Position, piece: AnyPiece | None) -> Vehicle | None:
    """The vehicle that a piece is in, on, or hooked to."""
    place = piece.place if piece is not None else None
    vehicle = at.by_id.get(place.vehicle) if isinstance(place, Aboard) else None
    return vehicle if isinstance(vehicle, Vehicle) else None


def portee_carrier(at: Position, gun: Gun | None) -> Vehicle | None:
    """C10.5: the vehicle that a Gun rides on en portee."""
    rides = gun is not None and isinstance(gun.place, Aboard) and gun.place.portee
    return carrier(at, gun) if rides else None


def is_bare(at: Position, vehicle: Vehicle) -> bool:
    """D.8: whether who sits in a vehicle is exposed: it is unarmored, or open-topped and CE."""
    counter = at.counter(vehicle)
    assert isinstance(counter, VehicleCounter)
    return passengers_exposed(counter, ce=vehicle.ce)


def riders(at: Position, vehicle: Vehicle) -> tuple[Men, ...]:
    """D6.2: who is on a vehicle."""
    return tuple(men for men in at.aboard(vehicle) if isinstance(men, Men) and men.rides)


def passengers(at: Position, vehicle: Vehicle) -> tuple[Men, ...]:
    """D6.1: who is in a vehicle."""
    return tuple(men for men in at.aboard(vehicle) if isinstance(men, Men) and not men.rides)


def is_exposed(at: Position, men: Men, vehicle: Vehicle) -> bool:
    """D.8: whether who is aboard is exposed: a Rider always is."""
    return men.rides or is_bare(at, vehicle)


def check_passenger(at: Position, men: Men, vehicle: Vehicle) -> None:
    """D6.72 (R-D6.72): Passengers who are exposed fire from their vehicle; Riders do not.

    C7.42: nobody in a shocked AFV does anything. C10.11: nor who hooks or unhooks a Gun.
    """
    if men.rides:
        raise Refusal("D6.2", "battle.fire.rider", id=men.id)
    if vehicle.shock is not Shock.NONE:
        raise Refusal("C7.42", "gunnery.shocked")
    if not is_bare(at, vehicle):
        raise Refusal("D6.72", "battle.fire.aboard", id=men.id, vehicle=vehicle.id)
    if vehicle.ti:
        raise Refusal("A7.352", "battle.fire.ti", id=vehicle.id)
