"""D2.11–D2.17, D3.12: a vehicle starts, stops, waits and turns."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.moves.expending import expend
from hexfire.asl.battle.moves.movers import check_left
from hexfire.asl.battle.moves.steps import check_driving, said
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table import bore_sights
from hexfire.asl.battle.table.cover import terrain_row
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing, write_facing
from hexfire.asl.battle.table.pieces import Aboard, Drive, Gun, Moving, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.gunnery.bore_sight import Disturbed
from hexfire.asl.gunnery.tables import is_close_terrain
from hexfire.asl.shots.shot import Mount
from hexfire.rulebook import Refusal


def check_start(at: Position, piece: Moving) -> None:
    if not isinstance(piece, Vehicle):
        raise Refusal("D2.12", "battle.move.no_vehicle", id=piece.id)
    if piece.drive is not Drive.STOPPED:
        raise Refusal("D2.12", "battle.move.started", id=piece.id)
    check_left(at, piece, 1)


def pivot_cost(at: Position, vehicle: Vehicle, action: act.Pivot) -> tuple[int, float]:
    """D2.11: 1 MP a hexspine; inside woods, building or rubble the cost is said by hand."""
    check_driving(vehicle)
    here = at.hex(vehicle)
    assert here is not None
    spine = read_facing(at.grid, here, action.to)
    turns = min((spine - vehicle.vca) % 6, (vehicle.vca - spine) % 6)
    if not turns:
        raise Refusal("D2.11", "battle.move.no_turn", id=vehicle.id)
    if is_close_terrain(terrain_row(at.board.centre_terrain(here))) and action.cost is None:
        raise Refusal("D8.2", "battle.move.bog_by_hand", id=vehicle.id)
    cost = float(turns) if action.cost is None else said(action.cost)
    check_left(at, vehicle, cost)
    return spine, cost


def pivot(at: Position, vehicle: Vehicle, action: act.Pivot, log: Log) -> Position:
    spine, cost = pivot_cost(at, vehicle, action)
    turret = (vehicle.tca + spine - vehicle.vca) % 6
    at = at.changed(_swung(vehicle), vca=spine, tca=turret, mp=vehicle.mp + cost)
    at = gun_turned_along(at, vehicle, spine)
    log.say("D2.11", "pivoted", id=vehicle.id, to=_named(at, vehicle, spine), cost=f"{cost:g}")
    at = at.then(bore_sights.disturbed(at.state, vehicle.id, Disturbed.VCA_CHANGED))
    return expend(at, vehicle.id, cost, turned=True)


def _named(at: Position, vehicle: Vehicle, spine: int) -> str:
    here = at.hex(vehicle)
    assert here is not None
    return write_facing(at.grid, here, spine)


def _swung(vehicle: Vehicle) -> Vehicle:
    """C6.5: its barrels point elsewhere; unless it still fires at what it has acquired, it loses
    that with the phase."""
    for service in vehicle.services:
        vehicle = vehicle.with_service(replace(service, changed_ca=True))
    return vehicle


def traverse_cost(at: Position, vehicle: Vehicle, action: act.Traverse) -> tuple[int, float]:
    """D3.12, C5.13 (R-D3.12): 1 MP a hexspine; who fires on the move turns his turret so alone."""
    here, counter = at.hex(vehicle), at.counter(vehicle)
    assert here is not None
    if not isinstance(counter, VehicleCounter) or counter.turret in ("", Mount.NT):
        raise Refusal("D3.12", "battle.move.no_turret", id=vehicle.id)
    spine = read_facing(at.grid, here, action.to)
    turns = min((spine - vehicle.tca) % 6, (vehicle.tca - spine) % 6)
    if not turns:
        raise Refusal("D3.12", "battle.move.no_turn", id=vehicle.id)
    check_left(at, vehicle, turns)
    return spine, float(turns)


def traverse(at: Position, vehicle: Vehicle, action: act.Traverse, log: Log) -> Position:
    spine, cost = traverse_cost(at, vehicle, action)
    log.say("D3.12", "traversed", id=vehicle.id, to=_named(at, vehicle, spine), cost=f"{cost:g}")
    at = at.changed(_swung(vehicle), tca=spine, mp=vehicle.mp + cost)
    at = at.then(bore_sights.disturbed(at.state, vehicle.id, Disturbed.CA_CHANGED))
    return expend(at, vehicle.id, cost)


def gun_turned_along(at: Position, before: Vehicle, vca: int) -> Position:
    """C10.53: a Gun en portee keeps its CA to the vehicle, and so turns with it."""
    for gun in at.aboard(before):
        if isinstance(gun, Gun) and isinstance(gun.place, Aboard) and gun.place.portee:
            at = at.changed(gun, ca=(gun.ca + vca - before.vca) % 6)
    return at
