"""D5.33 on the table: the crew of an AFV opens its hatches or buttons up.

When it may do so is chapter D's, and the players' to know; a crew in shock or stunned stays BU.
"""

from __future__ import annotations

from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.condition import CrewState, require_ce_allowed
from hexfire.play import Seat
from hexfire.rulebook import Refusal


def check(at: Position, seat: Seat, action: act.Expose | act.ButtonUp) -> None:
    """D5.33, C7.42: only of an own AFV with its crew in it; CE only for who may be so."""
    piece = at.piece(action.unit)
    counter = at.counter(piece) if isinstance(piece, Vehicle) else None
    if not isinstance(piece, Vehicle) or piece.side != seat or not piece.on_board:
        raise Refusal("D5.33", "battle.move.not_yours", id=action.unit)
    if not isinstance(counter, VehicleCounter) or not counter.armored or not piece.crewed:
        raise Refusal("D5.33", "battle.hatch.no_crew", id=action.unit)
    exposes = isinstance(action, act.Expose)
    if piece.ce is exposes:
        raise Refusal("D5.33", f"battle.hatch.{'ce' if exposes else 'bu'}", id=action.unit)
    if exposes:
        require_ce_allowed(CrewState(shock=piece.shock, stunned=piece.stunned))


def apply(at: Position, action: act.Expose | act.ButtonUp, log: Log) -> Position:
    exposes = isinstance(action, act.Expose)
    log.say("D5.33", "ce" if exposes else "bu", id=action.unit)
    return at.then(at.state.change(action.unit, ce=exposes))
