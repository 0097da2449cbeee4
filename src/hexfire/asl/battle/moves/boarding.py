"""D6 on the table: Infantry boards vehicles and leaves them; what it costs is said by hand.

D6.1's PP are kept (R-D6.1); the rest of the chapter is not among the documents (R-D6.4).
"""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.moves.expending import expend
from hexfire.asl.battle.moves.guns import passenger_pp
from hexfire.asl.battle.moves.movers import left, mover
from hexfire.asl.battle.moves.steps import said
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Aboard, Drive, Gait, Gun, Men, Spot, Vehicle, Wrecked
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.walls import told
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.fieldguns.figures import tow_counter
from hexfire.asl.fieldguns.towing import ammunition_pp
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.walls.advantage import Leaves
from hexfire.play import Seat
from hexfire.rulebook import Refusal


def check(at: Position, seat: Seat, action: act.Board | act.Alight) -> None:
    """Refuse who may not board or leave a vehicle now."""
    if at.state.clock.phase is not Phase.MPH or at.state.clock.phasing != seat:
        raise Refusal("A3.3", "battle.move.not_mph")
    match action:
        case act.Board():
            _boards(at, seat, action)
        case act.Alight():
            _alights(at, seat, action)


def apply(at: Position, seat: Seat, action: act.Board | act.Alight, log: Log) -> Position:
    """One expenditure of MF, to which the other side may react."""
    match action:
        case act.Board():
            return _board(at, seat, action, log)
        case act.Alight():
            return _alight(at, seat, action, log)


def _boards(at: Position, seat: Seat, action: act.Board) -> tuple[Men, Vehicle]:
    """D6.1, D6.4: fit Infantry on foot, a stopped vehicle in its hex, and room for it."""
    men, vehicle = mover(at, seat, action.unit), at.piece(action.vehicle)
    fits = isinstance(vehicle, Vehicle) and vehicle.side == seat and vehicle.wreck is Wrecked.NO
    here = men.spot is not None and not men.spot.level
    if not isinstance(men, Men) or not isinstance(vehicle, Vehicle) or not fits or not here:
        raise Refusal("D6.4", "battle.board.cannot", id=action.unit, vehicle=action.vehicle)
    if at.hex(men) != at.hex(vehicle) or vehicle.drive is not Drive.STOPPED:
        raise Refusal("D6.4", "battle.board.cannot", id=action.unit, vehicle=action.vehicle)
    _afford(at, men, action.cost)
    room = room_in(at, vehicle)
    if not action.rider and passenger_pp(men) > room:
        raise Refusal("D6.1", "battle.board.no_room", id=men.id, vehicle=vehicle.id, left=room)
    return men, vehicle


def room_in(at: Position, vehicle: Vehicle) -> int:
    """D6.1: the PP that are left in a vehicle; a Gun en portee takes what its note says (C10.5).

    C10.13: the ammunition of a Gun in tow takes some, of one alone no more than there are.
    """
    counter = at.counter(vehicle)
    assert isinstance(counter, VehicleCounter)
    room = tow_counter(counter).pp
    for piece in at.aboard(vehicle):
        place = piece.place
        assert isinstance(place, Aboard)
        if isinstance(piece, Men) and not place.rider:
            room -= passenger_pp(piece)
        if isinstance(piece, Gun) and place.portee:
            note = vehicle.portee
            room -= room if note is None or note.pp is None else note.pp
        elif isinstance(piece, Gun):
            gun = at.counter(piece)
            assert isinstance(gun, GunCounter)
            room -= ammunition_pp(gun.caliber)
    return max(0, room)


def _afford(at: Position, men: Men, cost: float) -> None:
    if said(cost) > left(at, men):
        raise Refusal(
            "A4.1",
            "battle.move.too_dear",
            id=men.id,
            cost=f"{cost:g}",
            left=f"{left(at, men):g}",
        )


def _board(at: Position, seat: Seat, action: act.Board, log: Log) -> Position:
    men, vehicle = _boards(at, seat, action)
    state = replace(at.state, walls=told(at, Leaves(men.id), log))
    aboard = Aboard(vehicle.id, rider=action.rider)
    gait = men.gait or Gait.NON_ASSAULT
    at = at.then(state.put(replace(men, place=aboard, mf=men.mf + action.cost, gait=gait)))
    log.say("D6.4", "boarded", id=men.id, vehicle=vehicle.id, cost=f"{action.cost:g}")
    return expend(at, men.id, action.cost)


def _alights(at: Position, seat: Seat, action: act.Alight) -> tuple[Men, Vehicle]:
    """D6.5: out of a stopped vehicle, by who has not fired and may still move."""
    men = at.piece(action.unit)
    place = men.place
    vehicle = at.by_id.get(place.vehicle) if isinstance(place, Aboard) else None
    if not isinstance(men, Men) or men.side != seat or not isinstance(vehicle, Vehicle):
        raise Refusal("D6.5", "battle.board.not_aboard", id=action.unit)
    if vehicle.drive is not Drive.STOPPED:
        raise Refusal("D6.5", "battle.board.not_aboard", id=men.id)
    move = at.state.move
    if move is not None and move.units != (men.id,):
        raise Refusal("A4.2", "battle.move.other_moving", id=move.unit)
    if men.id in at.state.moved or men.broken or men.pinned:
        raise Refusal("A4.2", "battle.move.has_moved", id=men.id)
    if men.marker is not FireCounter.NONE or men.ti:
        raise Refusal("A3.2", "battle.move.fired", id=men.id)
    _afford(at, men, action.cost)
    return men, vehicle


def _alight(at: Position, seat: Seat, action: act.Alight, log: Log) -> Position:
    men, vehicle = _alights(at, seat, action)
    spot = at.spot(vehicle)
    assert spot is not None
    gait = men.gait or Gait.NON_ASSAULT
    afoot = replace(men, place=Spot(spot.hex, spot.level), mf=men.mf + action.cost, gait=gait)
    at = at.then(at.state.put(afoot))
    log.say("D6.5", "alighted", id=men.id, vehicle=vehicle.id, cost=f"{action.cost:g}")
    return expend(at, men.id, action.cost, entered=True)
