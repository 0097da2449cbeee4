"""C3.22, A7.25: what a weapon does in a fire phase without firing."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire.acquisitions import lost
from hexfire.asl.battle.fire.aiming import arc_of, check_able, check_turn_and_fire
from hexfire.asl.battle.fire.weapons import armed, services, with_service
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing, write_facing
from hexfire.asl.battle.table.pieces import AnyPiece, Gun, Men, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.whose import fire_phase
from hexfire.asl.gunnery.acquisition import Loss
from hexfire.asl.gunnery.arc import check_turn_without_fire
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Turned
from hexfire.play import Seat
from hexfire.rulebook import Refusal


def check_turn(at: Position, seat: Seat, action: act.Turn) -> int:
    """C3.22: the new hexspine; the weapon's fire in this phase is over with it."""
    arm = armed(at, action.weapon, seat)
    check_able(at, arm)
    arc, here = arc_of(arm), at.hex(arm.piece)
    phase = fire_phase(at.state, seat)
    if arc is None or here is None:
        raise Refusal("C3.2", "battle.fire.no_arc", id=arm.name)
    if phase is None:
        raise Refusal(
            "C3.22", "battle.fire.not_now", phase=f"@battle.phase.{at.state.clock.phase.value}"
        )
    check_turn_without_fire(phase, end_of_phase=True, marker=arm.service.marker)
    spine = read_facing(at.grid, here, action.to)
    if spine == arc[0]:
        raise Refusal("C3.22", "battle.move.no_turn", id=arm.name)
    check_turn_and_fire(at, arm, turns=True, through=False)
    return spine


def turn(at: Position, seat: Seat, action: act.Turn, log: Log) -> Position:
    """C3.22, C6.5: the arc is turned; what was acquired is lost."""
    check_turn(at, seat, action)
    return forced(at, action, log)


def forced(at: Position, action: act.Turn, log: Log) -> Position:
    """The turn itself, whatever rule refuses it."""
    arm = armed(at, action.weapon)
    arc, here = arc_of(arm), at.hex(arm.piece)
    if arc is None or here is None:
        raise Refusal("C3.2", "battle.fire.no_arc", id=arm.name)
    spine = read_facing(at.grid, here, action.to)
    piece: AnyPiece = arm.piece
    match piece:
        case Gun():
            piece = replace(piece, ca=spine)
        case Vehicle() if arc[1] is Turned.TCA:
            piece = replace(piece, tca=spine)
        case Vehicle():
            by = (spine - arc[0]) % 6
            piece = replace(piece, vca=spine, tca=(piece.tca + by) % 6)
    service = lost(arm.service, Loss.CA_CHANGED_WITHOUT_FIRING)
    gun = isinstance(piece, Gun)
    service = replace(service, turned=at.state.clock.phase, changed_ca=gun)
    log.say("C3.22", "turned_only", id=arm.name, to=write_facing(at.grid, here, spine))
    return at.then(at.state.put(with_service(piece, service)))


def check_opportunity(at: Position, seat: Seat, action: act.Opportunity) -> None:
    """A7.25: in the own PFPh, who has not fired and could."""
    piece = at.piece(action.unit)
    if piece.side != seat or not isinstance(piece, Men | Gun | Vehicle) or not piece.on_board:
        raise Refusal("A7.25", "battle.move.not_yours", id=action.unit)
    if at.state.clock.phase is not Phase.PFPH or at.state.clock.phasing != seat:
        raise Refusal(
            "A7.25", "battle.fire.not_now", phase=f"@battle.phase.{at.state.clock.phase.value}"
        )
    fired = any(s.marker is not FireCounter.NONE or s.shots for s in services(piece))
    if (
        fired
        or piece.opportunity
        or (isinstance(piece, Men) and piece.marker is not FireCounter.NONE)
    ):
        raise Refusal("A7.25", "battle.move.fired", id=action.unit)


def opportunity(at: Position, action: act.Opportunity, log: Log) -> Position:
    log.say("A7.25", "opportunity", id=action.unit)
    return at.then(at.state.change(action.unit, opportunity=True))
