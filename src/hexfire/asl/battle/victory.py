"""How a battle ends: the scenario's conditions, the last turn, or a side that gives up."""

from __future__ import annotations

from hexfire.asl.battle.files.reader import hexes_of
from hexfire.asl.battle.table.pieces import Away, Gun, Men, Off, Vehicle, Veil, Wrecked
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.scenario import Aim, Condition
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.play import Outcome
from hexfire.rulebook import Message


def outcome(at: Position) -> Outcome | None:
    """How it ended, or None while it goes on."""
    state, victory = at.state, at.scenario.victory
    if state.conceded:
        winner = at.scenario.other(state.conceded)
        return Outcome((winner,), Message.of("battle.outcome.conceded", side=f"@{state.conceded}"))
    for condition in victory.conditions:
        if (state.clock.over or condition.at_once) and holds(at, condition):
            message = Message.of(
                f"battle.outcome.{condition.kind.value}", side=f"@{condition.side}"
            )
            return Outcome((condition.side,), message)
    if not state.clock.over:
        return None
    if victory.otherwise:
        message = Message.of("battle.outcome.otherwise", side=f"@{victory.otherwise}")
        return Outcome((victory.otherwise,), message)
    return Outcome((), Message.of("battle.outcome.open"))


def holds(at: Position, condition: Condition) -> bool:
    """Whether a side has achieved a condition on the table as it is."""
    return _reached(at, condition) >= condition.count


def _reached(at: Position, condition: Condition) -> int:
    """How much of a condition is achieved."""
    match condition.kind:
        case Aim.ELIMINATE:
            return sum(_out(at, id) for id in condition.of)
        case Aim.POINTS:
            return sum(_worth(at, id) for id in condition.of if _out(at, id))
        case Aim.EXIT:
            return sum(_exited(at, id) for id in condition.of)
        case Aim.CONTROL:
            hexes = [label for text in condition.of for label in hexes_of(at.grid, text)]
            return sum(_controls(at, condition.side, label) for label in hexes)


def _worth(at: Position, id: str) -> int:
    entry = at.scenario.entry(id)
    return entry.points if entry else 1


def _exited(at: Position, id: str) -> bool:
    piece = at.by_id.get(id)
    place = piece.place if piece else None
    return isinstance(place, Off) and place.why is Away.EXITED


def _out(at: Position, id: str) -> bool:
    """Whether a piece is out of action for good: a Gun that malfunctions may be repaired."""
    piece = at.by_id.get(id)
    if piece is None:
        return True
    if isinstance(piece.place, Off):
        return piece.place.why is Away.ELIMINATED
    match piece:
        case Vehicle():
            return piece.wreck is not Wrecked.NO or piece.abandoned
        case Gun():
            return piece.service.state is WeaponState.DISABLED
        case _:
            return False


def _controls(at: Position, side: str, hex: str) -> bool:
    there = [
        piece
        for piece in at.in_hex(hex)
        if (isinstance(piece, Men) and not piece.broken)
        or (isinstance(piece, Vehicle) and piece.crewed)
    ]
    ours = any(piece.side == side for piece in there)
    return ours and all(piece.side == side or piece.veil is Veil.HIDDEN for piece in there)
