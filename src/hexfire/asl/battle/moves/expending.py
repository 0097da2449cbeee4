"""A4, D2, A8.1: an expenditure of MF or MP, after which the other side is asked."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.table.pieces import Moving
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Move, Step


def begun(at: Position, piece: Moving) -> Position:
    """A4.2: the move of a unit that has not moved yet, from where it stands."""
    if at.state.move is not None or piece.spot is None:
        return at
    return at.then(replace(at.state, move=Move(unit=piece.id, began=piece.spot.hex)))


def expend(
    at: Position,
    id: str,
    cost: float,
    *,
    entered: bool = False,
    turned: bool = False,
    underbelly: bool = False,
) -> Position:
    """Note an expenditure; the other side may react to it unless it has let the unit go."""
    spot = at.spot(at.piece(id))
    assert spot is not None
    move = at.state.move or Move(unit=id)
    step = Step(
        hex=spot.hex,
        level=spot.level,
        bypass=spot.bypass,
        vertex=spot.vertex,
        cost=cost,
        entered=entered,
        turned=turned,
        underbelly=underbelly,
    )
    asked = not move.let_go and (not move.near or _is_near(at, id, move.near))
    move = replace(move, steps=(*move.steps, step), open=asked)
    return at.then(replace(at.state, move=move))


def _is_near(at: Position, id: str, hexes: int) -> bool:
    """Whether a mover is so close to an enemy that its own side knows of.

    Of hidden ones a pause must tell nothing: they do not count.
    """
    mover = at.piece(id)
    here, known = at.hex(mover), at.seen(mover.side)
    assert here is not None
    others = (known.hex(piece) for piece in known.state.pieces if piece.side != mover.side)
    return any(there is not None and here.distance(there) <= hexes for there in others)
