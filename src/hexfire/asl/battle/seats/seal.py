"""Events as the other side may hear them: what is veiled goes by its «?», or is not told at all."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.table.known import handle
from hexfire.asl.battle.table.pieces import AnyPiece, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.play import Event
from hexfire.rulebook import Message, Param


def sealed(events: list[Event], after: Position) -> tuple[Event, ...]:
    """The events of an action, none of which names a piece to whom it is still veiled from.

    Of several under one «?» the same is told once: how many they are is not the other's to know.
    """
    told: set[tuple[Message, str]] = set()
    return tuple(_once(_seal(event, after), told) for event in events)


def _once(event: Event, told: set[tuple[Message, str]]) -> Event:
    if event.instead is None:
        return event
    what = event.instead, event.rule
    again = what in told
    told.add(what)
    return replace(event, instead=None) if again else event


def _seal(event: Event, after: Position) -> Event:
    named = {name: _piece(after, value) for name, value in event.message.params}
    veiled = {
        name: piece
        for name, piece in named.items()
        if piece is not None and piece.veil is not Veil.KNOWN
    }
    if not veiled or event.seats is not None:
        return event
    sides = tuple(dict.fromkeys(piece.side for piece in veiled.values()))
    if len(sides) > 1:
        return replace(event, seats=())
    hidden = any(piece.veil is Veil.HIDDEN for piece in veiled.values())
    instead = None if hidden else _instead(event.message, veiled, after)
    return replace(event, seats=sides, instead=instead)


def _piece(after: Position, value: Param) -> AnyPiece | None:
    return after.by_id.get(value.partition(".")[0]) if isinstance(value, str) else None


def _instead(message: Message, veiled: dict[str, AnyPiece], after: Position) -> Message:
    params = dict(message.params)
    for name, piece in veiled.items():
        spot = after.spot(piece)
        params[name] = handle(spot) if spot else "?"
    return Message(message.key, tuple(sorted(params.items())))
