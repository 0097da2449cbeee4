"""A4.2, A8.1: how a move ends, and what the other side's answer means for those who move."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire import overruns
from hexfire.asl.battle.fire.acquisitions import lose_the_unfit, settle_stack
from hexfire.asl.battle.moves.expending import expend
from hexfire.asl.battle.moves.movers import left
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import AnyPiece, Dummy, Hull, Men, Moving, Vehicle, Wrecked
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.walls import told
from hexfire.asl.walls.advantage import EndsMove
from hexfire.dice import Dice


def finish(at: Position, id: str, dice: Dice, log: Log) -> Position:
    """C6.16: a vehicle's MP that are left count as spent in its last hex; then the move is over.

    A4.2: one of a stack but its first stays behind, and the others may go on.
    """
    move = at.state.move
    assert move is not None
    if id != move.unit:
        return _left_behind(at, (id,), dice, log)
    piece = at.piece(move.unit)
    assert isinstance(piece, Moving)
    rest = left(at, piece) if isinstance(piece, Vehicle) else 0
    if rest > 0 and not move.let_go and isinstance(piece, Vehicle):
        at = expend(at.changed(piece, mp=piece.mp + rest), piece.id, rest)
        assert at.state.move is not None
        return at.then(replace(at.state, move=replace(at.state.move, ending=True)))
    return end_move(at, dice, log)


def end_move(at: Position, dice: Dice, log: Log) -> Position:
    """A4.2: the units have moved; whoever may then claim a wall does (B9.322d)."""
    move = at.state.move
    assert move is not None
    for id in move.units:
        at = settle_stack(at, at.piece(id), dice, log)
    walls = told(at, EndsMove(), log)
    for id in move.units:
        log.say("A4.2", "move_over", id=id)
    moved = (*at.state.moved, *move.units)
    return lose_the_unfit(at.then(replace(at.state, move=None, moved=moved, walls=walls)), log)


def _left_behind(at: Position, ids: tuple[str, ...], dice: Dice, log: Log) -> Position:
    """A4.2: the move of some of a stack is over; the others go on without them."""
    move = at.state.move
    assert move is not None
    for id in ids:
        at = settle_stack(at, at.piece(id), dice, log)
        log.say("A4.2", "move_over", id=id)
    first, *rest = (id for id in move.units if id not in ids)
    state = replace(at.state, moved=(*at.state.moved, *ids))
    return at.then(replace(state, move=replace(move, unit=first, others=tuple(rest))))


def _without_the_unfit(at: Position, dice: Dice, log: Log) -> Position:
    """A4.2: who was broken or pinned stays where his stack was struck."""
    move = at.state.move
    assert move is not None
    unfit = tuple(id for id in move.units if not _can_go_on(at.piece(id)))
    return _left_behind(at, unfit, dice, log) if 0 < len(unfit) < len(move.units) else at


def let_pass(
    at: Position, dice: Dice, log: Log, *, for_good: bool = False, near: int = 0
) -> Position:
    """A8.1: no further fire at this expenditure, until it is near, or for the rest of its move."""
    move = at.state.move
    assert move is not None
    log.say("A8.1", "let_go" if for_good else "passed", id=move.unit)
    at = at.then(replace(at.state, move=replace(move, open=False, let_go=for_good, near=near)))
    at = overruns.resolve(at, dice, log)
    if move.ending or not can_go_on(at):
        return end_move(at, dice, log)
    return _without_the_unfit(at, dice, log)


def can_go_on(at: Position) -> bool:
    """Whether anybody who moves is still able to."""
    move = at.state.move
    return move is not None and any(_can_go_on(at.piece(id)) for id in move.units)


def _can_go_on(piece: AnyPiece) -> bool:
    match piece:
        case Men():
            return piece.on_board and not piece.broken and not piece.pinned
        case Dummy():
            return piece.on_board
        case Vehicle():
            fit = piece.wreck is Wrecked.NO and piece.hull is Hull.MOBILE and piece.crewed
            return fit and piece.shock == "none" and not piece.stunned
        case _:
            return False


def after_reaction(at: Position, dice: Dice, log: Log) -> Position:
    """Once all who moved are gone there is nothing left to fire at: the move is over."""
    move = at.state.move
    if move is None:
        return at
    gone = not somebody_moves(at)
    stopped = not move.open and not can_go_on(at)
    if gone or stopped:
        return end_move(overruns.resolve(at, dice, log), dice, log)
    return at if move.open else _without_the_unfit(at, dice, log)


def somebody_moves(at: Position) -> bool:
    """Whether any of those who move is still there to be fired at."""
    move = at.state.move
    return move is not None and any(_is_there(at.piece(id)) for id in move.units)


def _is_there(piece: AnyPiece) -> bool:
    return piece.on_board and not (isinstance(piece, Vehicle) and piece.wreck is not Wrecked.NO)
