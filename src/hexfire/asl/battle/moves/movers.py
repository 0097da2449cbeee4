"""A4.1, A4.2, D2.12: who may move now, alone or as a stack, and what he has left to spend."""

from __future__ import annotations

from hexfire.asl.battle.fire.weapons import fired_before, services
from hexfire.asl.battle.moves.costs import allotment
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import (
    Aboard,
    Drive,
    Dummy,
    Gait,
    Hull,
    Men,
    Moving,
    OnFoot,
    Vehicle,
    Veil,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.effects.condition import CrewState, require_able
from hexfire.asl.gunnery.arc import may_move_after_turn
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal

AND = "+"
"""Between the names of those who move together: `stack L1+S1`."""
LARGEST = 12
"""More than one stack that anybody moves."""


def mover(at: Position, seat: Seat, id: str) -> Moving:
    """The unit, if it may move at all now."""
    piece = at.piece(id)
    if piece.side != seat or not isinstance(piece, Moving):
        raise Refusal("A4.1", "battle.move.not_yours", id=id)
    if piece.spot is None:
        raise Refusal("A4.1", "battle.not_on_board", id=id)
    if piece.veil is Veil.HIDDEN:
        raise Refusal("A12.34", "battle.move.hidden", id=id)
    if id in at.state.moved:
        raise Refusal("A4.2", "battle.move.has_moved", id=id)
    if at.state.move is not None and id not in at.state.move.units:
        raise Refusal("A4.2", "battle.move.other_moving", id=at.state.move.unit)
    check_fit(at, piece)
    return piece


def stack_of(at: Position, seat: Seat, action: act.Stack) -> tuple[OnFoot, ...]:
    """A4.2 (R-A4.2): Infantry of one Location that has not begun to move goes as one stack."""
    ids = action.units.split(AND)
    if not 2 <= len(ids) <= LARGEST or len(set(ids)) < len(ids):
        raise BadInput("battle.move.bad_stack", names=action.units[:80], most=LARGEST)
    if at.state.move is not None:
        raise Refusal("A4.2", "battle.move.other_moving", id=at.state.move.unit)
    men: list[OnFoot] = []
    for id in ids:
        piece = mover(at, seat, id)
        if not isinstance(piece, OnFoot) or piece.mf or piece.gait is not Gait.STILL:
            raise Refusal("A4.2", "battle.move.no_stack", id=id)
        if men and piece.spot != men[0].spot:
            raise Refusal("A4.2", "battle.move.stack_apart", id=id, other=men[0].id)
        men.append(piece)
    return tuple(men)


def band(at: Position, piece: Moving) -> tuple[Moving, ...]:
    """A4.2: who makes a step together: a unit alone, or its stack."""
    move = at.state.move
    ids = move.units if move is not None else (piece.id,)
    return tuple(one for id in ids if isinstance(one := at.piece(id), Moving))


def check_fit(at: Position, piece: Moving) -> None:
    """Who fired, turned, is pinned, broken, busy or stuck does not move; no dummy ever is."""
    if isinstance(piece, Dummy):
        return
    if isinstance(piece, Men):
        if piece.broken or piece.pinned:
            raise Refusal("A7.8", "battle.move.unfit", id=piece.id)
        gun = at.mans(piece)
        if gun is not None and gun.spot is not None:
            raise Refusal("C10.3", "battle.move.mans_gun", id=piece.id)
        weapons = (weapon.service for weapon in at.in_hands_of(piece))
        used = any(weapon.marker is FireCounter.PREP for weapon in weapons)
        marked = piece.marker is not FireCounter.NONE or piece.opportunity
        fired = marked or used or bool(piece.spotted)
        busy = piece.ti
        turns = [weapon.service.turned for weapon in at.in_hands_of(piece)]
    else:
        if piece.wreck is not Wrecked.NO or piece.hull is not Hull.MOBILE:
            raise Refusal("D8.1", "battle.move.immobile", id=piece.id)
        require_able(
            CrewState(shock=piece.shock, stunned=piece.stunned, abandoned=piece.abandoned), "move"
        )
        fired = piece.opportunity or fired_before(piece)
        busy = piece.ti
        turns = [service.turned for service in services(piece)]
    check_turned(piece.id, *turns)
    if fired:
        raise Refusal("A3.2", "battle.move.fired", id=piece.id)
    if busy:
        hooks = isinstance(piece, Vehicle) and _tows(at, piece)
        raise Refusal("C10.11" if hooks else "A7.352", "battle.fire.ti", id=piece.id)


def _tows(at: Position, vehicle: Vehicle) -> bool:
    return any(isinstance(one.place, Aboard) and one.place.hooked for one in at.aboard(vehicle))


def check_turned(id: str, *turns: Phase | None) -> None:
    """C3.22: what was turned in the PFPh without firing does not move, nor does who works it."""
    if not all(may_move_after_turn(phase) for phase in turns if phase is not None):
        raise Refusal("C3.22", "battle.move.turned", id=id)


def spent(piece: Moving) -> float:
    return piece.mp if isinstance(piece, Vehicle) else piece.mf


def left(at: Position, piece: Moving) -> float:
    """MF or MP that are still to be spent."""
    return allotment(at, piece) - spent(piece)


def check_left(at: Position, piece: Moving, cost: float) -> None:
    if cost > left(at, piece):
        raise Refusal(
            "A4.1",
            "battle.move.too_dear",
            id=piece.id,
            cost=f"{cost:g}",
            left=f"{left(at, piece):g}",
        )


def driven(at: Position, piece: Moving) -> Vehicle:
    """D2.12: a vehicle that has begun to move."""
    if not isinstance(piece, Vehicle):
        raise Refusal("D2.12", "battle.move.no_vehicle", id=piece.id)
    if piece.drive is Drive.STOPPED and at.state.move is None:
        raise Refusal("D2.12", "battle.move.not_started", id=piece.id)
    return piece
