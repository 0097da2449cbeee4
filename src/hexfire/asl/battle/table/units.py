"""A piece as the rooms of sight and walls know units: what it is, where, in what state."""

from __future__ import annotations

from hexfire.asl.battle.table.pieces import (
    Aboard,
    AnyPiece,
    Drive,
    Gun,
    Hull,
    Men,
    OnFoot,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.counters import catalogue, sort_of
from hexfire.asl.situation import Unit, UnitKind

_MEN = {
    "squad": UnitKind.SQUAD,
    "hs": UnitKind.HALF_SQUAD,
    "crew": UnitKind.CREW,
    "leader": UnitKind.LEADER,
    "commissar": UnitKind.LEADER,
    "hero": UnitKind.HERO,
}


def location_of(spot: Spot) -> str:
    """The Location (or vertex) of its hex that a spot is, as counters on it tell it apart."""
    return f"{spot.level}:{spot.bypass}:{spot.vertex}" if spot.bypass else str(spot.level)


def kind_of(piece: AnyPiece) -> UnitKind:
    match piece:
        case Men():
            return _MEN.get(sort_of(catalogue()[piece.counter]), UnitKind.SQUAD)
        case Vehicle():
            return UnitKind.VEHICLE
        case Gun() | Support():
            return UnitKind.GUN
        case _:
            return UnitKind.DUMMY


def is_moving(vehicle: Vehicle) -> bool:
    """C.8: entered a hex, used VBM or was in Motion in this Player Turn, or is not stopped now."""
    driven = vehicle.drive is not Drive.STOPPED
    return driven or vehicle.entered or vehicle.vbm or vehicle.began_in_motion


def unit_of(piece: AnyPiece, spot: Spot, *, riders: bool = False) -> Unit:
    """The unit of a situation that stands for a piece at a place of the board."""
    vehicle = piece if isinstance(piece, Vehicle) else None
    counter = catalogue()[vehicle.counter] if vehicle else None
    men = piece if isinstance(piece, Men) else None
    aboard = piece.place if isinstance(piece.place, Aboard) else None
    return Unit(
        id=piece.id,
        side=piece.side,
        hex=spot.hex,
        kind=kind_of(piece),
        level=spot.level,
        broken=men is not None and men.broken,
        pinned=men is not None and men.pinned,
        concealed=piece.veil is Veil.CONCEALED,
        hidden=piece.veil is Veil.HIDDEN,
        unarmed=vehicle is not None and vehicle.abandoned,
        entrenched=spot.entrenched,
        beside_shellholes=isinstance(piece, OnFoot) and piece.beside_shellholes,
        bypass=spot.bypass or None,
        vertex=spot.vertex or None,
        facing=vehicle.vca if vehicle else piece.ca if isinstance(piece, Gun) else None,
        moving=vehicle is not None and is_moving(vehicle),
        armored=isinstance(counter, VehicleCounter) and counter.armored,
        fully_tracked=isinstance(counter, VehicleCounter) and counter.movement == "tracked",
        dozer=vehicle is not None and vehicle.dozer,
        hedge_cutter=vehicle is not None and vehicle.hedge_cutter,
        bogged=vehicle is not None and vehicle.hull is Hull.BOGGED,
        ce=vehicle is not None and vehicle.ce,
        aboard=aboard.vehicle if aboard else "",
        rider=aboard is not None and aboard.rider,
        riders=riders,
    )
