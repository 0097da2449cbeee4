"""What is done by hand, as with cardboard: any counter moved, changed, added, removed, any die.

No rule is asked. Everything is logged as done by hand; a side handles its own pieces and, where
both see them, the other's.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.files import file_form as form
from hexfire.asl.battle.files.entries import piece_of
from hexfire.asl.battle.fire.screens import change_weather, drift, drifting
from hexfire.asl.battle.fire.weapons import services, with_service
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import (
    GONE,
    Aboard,
    AnyPiece,
    Away,
    Gun,
    Off,
    Place,
    Service,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.walls import told
from hexfire.asl.situation import Marker
from hexfire.asl.walls.advantage import Completes
from hexfire.dice import Dice
from hexfire.play import Seat
from hexfire.rulebook import BadInput

MOST_DICE, LONGEST = 10, 200
OFF = "off"
_SERVICE = ("marker", "state", "shots")
_SECRET = ("pf",)
"""C13.311: what only its owner knows of a piece that both see."""
_FIXED = ("id", "side", "counter", "place", "services", "service")


def check(at: Position, seat: Seat, action: act.Action) -> None:
    """Refuse what cannot be understood; `at` is what the seat knows."""
    match action:
        case act.Shift() | act.Set() | act.Remove() if action.unit.startswith("?"):
            raise BadInput("battle.hand.concealed", id=action.unit)
        case act.Shift():
            _where(at, at.piece(action.unit), action)
        case act.Set():
            piece = at.piece(action.unit)
            if action.what in _SECRET and piece.side != seat:
                raise BadInput("battle.not_yours", id=piece.id)
            _changed(piece, action)
        case act.Remove():
            at.piece(action.unit)
        case act.Add():
            _added(at, seat, action, "new")
        case act.Mark() | act.Unmark():
            _marker(at, seat, action)
        case act.Drift():
            drifting(at, action.at, action.to)
        case act.Roll():
            if not 1 <= action.dice <= MOST_DICE:
                raise BadInput("battle.hand.dice", count=action.dice, most=MOST_DICE)
            _short(action.label)
        case act.Note():
            _short(action.text)


def _short(text: str) -> None:
    if len(text) > LONGEST:
        raise BadInput("battle.hand.long", most=LONGEST)


def apply(at: Position, seat: Seat, action: act.Action, dice: Dice, log: Log) -> State:
    """Carry out what is done by hand, on the table as it is."""
    state = at.state
    match action:
        case act.Shift():
            piece = at.piece(action.unit)
            seats = _who(piece)
            log.say("", "hand_shift", seats=seats, seat=f"@{seat}", id=piece.id, to=action.to)
            state = state.put(_shifted(at, piece, action))
        case act.Set():
            piece = at.piece(action.unit)
            state = state.put(_changed(piece, action))
            log.say(
                "",
                "hand_set",
                seats=(seat,) if action.what in _SECRET else _who(state.piece(piece.id)),
                reveals=_who(piece) is not None and _who(state.piece(piece.id)) is None,
                seat=f"@{seat}",
                id=piece.id,
                name=action.what,
                value=action.value,
            )
        case act.Add():
            name = f"n{state.named + 1}"
            state = replace(state.put(_added(at, seat, action, name)), named=state.named + 1)
            log.say("", "hand_add", seat=f"@{seat}", id=name, counter=action.counter, hex=action.at)
        case act.Remove():
            piece = at.piece(action.unit)
            key = "hand_exit" if action.exited else "hand_remove"
            log.say("", key, seats=_who(piece), seat=f"@{seat}", id=piece.id)
            place = Off(Away.EXITED) if action.exited else GONE
            state = state.put(replace(piece, place=place, veil=Veil.KNOWN))
        case act.Mark():
            kind = f"@battle.marker.{action.kind.value}"
            log.say("", "hand_mark", seat=f"@{seat}", kind=kind, hex=action.at)
            laid = _marker(at, seat, action)
            own = [m for m in state.ground if m != replace(laid, hidden=seat)]  # it is shown now
            return replace(state, ground=(*own, laid))
        case act.Unmark():
            kind = f"@battle.marker.{action.kind.value}"
            log.say("", "hand_unmark", seat=f"@{seat}", kind=kind, hex=action.at)
            gone = _marker(at, seat, action)
            return replace(state, ground=tuple(m for m in state.ground if m != gone))
        case act.Drift():
            return drift(at, seat, action.at, action.to, log)
        case act.ChangeWeather():
            return change_weather(state, seat, action.to, log)
        case act.Roll():
            faces = tuple(dice.dr("") for _ in range(action.dice))
            shown = tuple(str(face) for face in faces)
            log.say("", "hand_roll", seat=f"@{seat}", label=action.label, faces=shown)
            return state
        case act.Note():
            log.say("", "hand_note", seat=f"@{seat}", text=action.text)
            return state
    return _walls_settled(at.then(state), action, log)


def _walls_settled(at: Position, action: act.Action, log: Log) -> State:
    """B9.322a: who was moved by hand, or is no longer fit, has lost Wall Advantage."""
    state = at.state
    if isinstance(action, act.Shift):
        holders = tuple(id for id in state.walls.holders if id != action.unit)
        at = at.then(replace(state, walls=replace(state.walls, holders=holders)))
    return replace(at.state, walls=told(at, Completes(), log))


def _who(piece: AnyPiece) -> tuple[str, ...] | None:
    """Who may hear of a piece by its name."""
    return None if piece.veil is Veil.KNOWN else (piece.side,)


def _where(at: Position, piece: AnyPiece, action: act.Shift) -> Place:
    if action.to == OFF:
        return Off()
    carrier = at.by_id.get(action.to)
    if isinstance(carrier, Vehicle) and carrier is not piece:
        return Aboard(carrier.id)
    return Spot(at.grid.label(at.grid.hex(action.to)), action.level)


def _shifted(at: Position, piece: AnyPiece, action: act.Shift) -> AnyPiece:
    place = _where(at, piece, action)
    moved = replace(piece, place=place)
    if not action.facing or not isinstance(place, Spot):
        return moved
    spine = read_facing(at.grid, at.grid.hex(place.hex), action.facing)
    if isinstance(moved, Gun):
        return replace(moved, ca=spine)
    return replace(moved, vca=spine, tca=spine) if isinstance(moved, Vehicle) else moved


def _changed(piece: AnyPiece, action: act.Set) -> AnyPiece:
    """The piece with one field read from a text; fields of a weapon's record belong to its MA."""
    own = [f for f in piece.__struct_fields__ if f not in _FIXED]
    if action.what in own:
        changed: AnyPiece = _converted(piece, action)
        return changed
    weapon = isinstance(piece, Gun | Support | Vehicle)
    if action.what in _SERVICE and weapon:
        main = next(iter(services(piece)), Service())
        return with_service(piece, _converted(main, action))
    known = (*own, *(_SERVICE if weapon else ()))
    raise BadInput("battle.hand.no_field", name=action.what, known=tuple(known))


def _converted(thing: Any, action: act.Set) -> Any:
    plain = msgspec.to_builtins(thing)
    value: object = action.value
    if action.value.lower() in ("yes", "no", "true", "false"):
        value = action.value.lower() in ("yes", "true")
    elif re.fullmatch(r"-?\d{1,4}", action.value):
        value = int(action.value)
    elif action.value in ("-", "none"):
        value = ""
    try:
        return msgspec.convert({**plain, action.what: value}, type(thing))
    except msgspec.ValidationError:
        raise BadInput("battle.hand.value", name=action.what, value=action.value) from None


def _added(at: Position, seat: Seat, action: act.Add, name: str) -> AnyPiece:
    entry = form.UnitLine(id=name, counter=action.counter, hex=action.at, level=action.level)
    return piece_of(entry, seat, at.board)


def _marker(at: Position, seat: Seat, action: act.Mark | act.Unmark) -> Marker:
    label = at.grid.label(at.grid.hex(action.at))
    if isinstance(action, act.Unmark):
        seen = (m for m in at.state.ground if m.hidden in ("", seat))
        there = [m for m in seen if m.kind is action.kind and m.hex == label]
        if not there:
            raise BadInput("battle.hand.no_marker", hex=label)
        return there[0]
    across = at.grid.label(at.grid.hex(action.across)) if action.across else None
    return Marker(kind=action.kind, hex=label, to=across, drm=action.drm)
