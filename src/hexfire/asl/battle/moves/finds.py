"""A12, B9.55 on the table: concealment and hiding that movement and bocage cost, by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.battle.artillery.shelling import entered
from hexfire.asl.battle.fire.harm import show
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import GONE, AnyPiece, Dummy, Gait, Men, OnFoot, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import is_watched
from hexfire.asl.battle.table.walls import told
from hexfire.asl.walls import happen
from hexfire.asl.walls.advantage import Reveals, cannot_have
from hexfire.asl.walls.concealment import (
    Doing,
    Fate,
    before_play,
    during_play,
    loses_concealment,
)
from hexfire.play import Seat
from hexfire.rulebook import Refusal

FAR = 16
"""A12.14 (R-A12.14m): who is farther off does not make out who moves."""


def set_up_over(at: Position, log: Log) -> Position:
    """B9.55c: before play, what bocage alone hides and an enemy sees past it loses its hiding."""
    for piece in _veiled(at, Veil.HIDDEN, Veil.CONCEALED):
        match before_play(at.walls, at.unit(piece)):
            case Fate.PLACED_UNCONCEALED:
                at = show(at, piece.id, log)
            case Fate.REMOVED:
                log.say("B9.55c", "dummy_gone", id=piece.id, reveals=True)
                at = at.then(at.state.put(replace(piece, place=GONE, veil=Veil.KNOWN)))
    return at


def settle(before: Position, at: Position, log: Log) -> Position:
    """After an action: who moved in sight is seen; who hid behind bocage alone is found."""
    return _found(_seen_moving(before, at, log), log)


def check_reveal(at: Position, seat: Seat, id: str) -> None:
    """B9.324d: only who is hidden, and on board could have Wall Advantage where he is."""
    piece = at.piece(id)
    if piece.side != seat:
        raise Refusal("B9.324d", "battle.not_yours", id=id)
    if piece.veil is not Veil.HIDDEN or at.spot(piece) is None:
        raise Refusal("B9.324d", "battle.wall.not_hidden", id=id)
    unit = at.unit(piece)
    refusal = cannot_have(at.scene, replace(unit, hidden=False))
    if refusal is not None:
        raise refusal


def can_claim_at_once(at: Position, id: str) -> bool:
    """B9.324d: whether a hidden unit that is put on board now may claim at this very moment."""
    unit = at.unit(at.piece(id)).id
    return any(offer.unit == unit for offer in happen(at.walls, Reveals(unit)).offers)


def reveal(at: Position, id: str, log: Log) -> Position:
    """B9.324d: on board, concealed; an enemy who has just taken the wall waits for its claim."""
    piece = at.piece(id)
    stands = at.represents(piece) or piece
    walls = told(at, Reveals(stands.id), log)
    at = at.then(replace(at.state, walls=walls))
    gun = at.mans(stands) if isinstance(stands, Men) else None
    for part in dict.fromkeys((piece, stands, gun)):
        if part is not None and part.veil is Veil.HIDDEN:
            at = at.changed(part, veil=Veil.CONCEALED)
    log.say("B9.324d", "put_on_board", id=stands.id, reveals=True)
    return at


def _found(at: Position, log: Log) -> Position:
    """B9.55d: in play such a unit comes on board concealed."""
    if not _at_play(at):
        return at
    for piece in _veiled(at, Veil.HIDDEN):
        if during_play(at.walls, at.unit(piece)) is Fate.PLACED_CONCEALED:
            log.say("B9.55d", "found", id=piece.id, reveals=True)
            at = at.changed(at.piece(piece.id), veil=Veil.CONCEALED)
    return at


def _at_play(at: Position) -> bool:
    return at.state.clock.turn > 0


def _veiled(at: Position, *veils: Veil) -> Iterator[AnyPiece]:
    """Infantry and Dummies that are so veiled, and on the board by themselves."""
    for piece in at.state.pieces:
        if isinstance(piece, Men | Dummy) and piece.veil in veils and piece.spot is not None:
            yield piece


# Movement


def _seen_moving(before: Position, at: Position, log: Log) -> Position:
    """A12.14, B9.55b: a concealed unit that moves in a Known enemy's sight loses its «?».

    R-A12.14m: not by Assault Movement, nor where bocage makes it count as such.
    """
    for id in entered(before.state, at):
        at = _seen_entering(at, id, log)
    return at


def _seen_entering(at: Position, id: str, log: Log) -> Position:
    piece = at.by_id.get(id)
    if piece is None or piece.veil is not Veil.CONCEALED or at.spot(piece) is None:
        return at
    if isinstance(piece, OnFoot) and piece.gait is Gait.ASSAULT:
        return at
    on_foot = isinstance(piece, OnFoot)
    sheltered = on_foot and not loses_concealment(at.walls, at.unit(piece), Doing.MOVE)
    if not is_watched(at, piece, within=FAR) or sheltered:
        return at
    if isinstance(piece, Dummy):
        log.say("A12.14", "dummy_gone", id=id, reveals=True)
        return at.then(at.state.put(replace(piece, place=GONE, veil=Veil.KNOWN)))
    return show(at, id, log)
