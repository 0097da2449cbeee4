"""C1.5 on the table: what shells leave on the ground, where the players say they do.

On what DR fires, rubble and shellholes come is in chapters that nobody gave us: the table makes the
DR of each hex, asks, and lays what its owner answers (`aftermath A flame at J6`). A HIP minefield
or fortification is asked about of its own side alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.artillery import aftermath
from hexfire.asl.artillery.aftermath import Fallen, Trace
from hexfire.asl.artillery.ffe import Ground, Shelling
from hexfire.asl.battle.orders.actions import Aftermath
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Traces
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.play import Seat
from hexfire.rulebook import Refusal

_LAID = {
    Trace.FLAME: MarkerKind.FLAME,
    Trace.RUBBLE: MarkerKind.RUBBLE,
    Trace.SHELLHOLES: MarkerKind.SHELLHOLES,
}
FORTS = (
    MarkerKind.WIRE,
    MarkerKind.MINES,
    MarkerKind.ROADBLOCK,
    MarkerKind.BROWN_PILLBOX,
    MarkerKind.GREY_PILLBOX,
    MarkerKind.SANGAR,
)
"""What shells may clear away."""


def ask(
    at: Position, battery: str, shelling: Shelling, rows: tuple[Fallen, ...], log: Log
) -> Position:
    """C1.5: the questions of an FFE that has fallen, in place of those of the one before it."""
    at = _put(at, tuple(one for one in at.state.asked if one.battery != battery))
    for asked in aftermath.questions(shelling, rows):
        log.tell(asked.rule, aftermath.question(asked))
        hexes = tuple(hex for hex, _, _ in asked.hexes)
        at = _put(at, (*at.state.asked, Traces(battery, asked.trace, hexes)))
    for side in at.scenario.seats:
        at = _ask_owner(at, battery, side, shelling, rows, log)
    return at


def _ask_owner(
    at: Position, battery: str, side: Seat, shelling: Shelling, rows: tuple[Fallen, ...], log: Log
) -> Position:
    """What a side has hidden there, and the other does not know of."""
    hidden = {m.hex for m in at.state.ground if m.kind in FORTS and m.hidden == side}
    forts = Ground(mines_or_fortification=True)
    own = tuple(replace(row, ground=forts) for row in rows if row.hex in hidden)
    for asked in aftermath.questions(shelling, own):
        log.tell(asked.rule, aftermath.question(asked), seats=(side,))
        hexes = tuple(hex for hex, _, _ in asked.hexes)
        at = _put(at, (*at.state.asked, Traces(battery, asked.trace, hexes, side)))
    return at


def _put(at: Position, asked: tuple[Traces, ...]) -> Position:
    return at.then(replace(at.state, asked=asked))


# The answer


def check(at: Position, seat: Seat, action: Aftermath) -> None:
    """C1.5: only what was asked is answered, by whose FFE fell, or whose own is hidden there."""
    _named(at, _open(at, seat, action), action)


def _open(at: Position, seat: Seat, action: Aftermath) -> Traces:
    for one in at.state.asked:
        if (one.battery, one.trace) == (action.battery, action.trace) and _answers(at, one) == seat:
            return one
    trace = f"@artillery.trace.{action.trace.value}"
    raise Refusal("C1.5", "artillery.aftermath.not_asked", trace=trace)


def _answers(at: Position, asked: Traces) -> Seat:
    """Who is asked."""
    return asked.side or at.record.setup.battery(asked.battery).side


def _named(at: Position, asked: Traces, action: Aftermath) -> tuple[str, ...]:
    typed = (text for text in action.at.split(",") if text)
    named = tuple(dict.fromkeys(at.grid.label(at.grid.hex(text)) for text in typed))
    for hex in named:
        if hex not in asked.hexes:
            trace = f"@artillery.trace.{asked.trace.value}"
            raise Refusal(
                "C1.5", "artillery.aftermath.not_there", hex=hex, hexes=asked.hexes, trace=trace
            )
    return named


def apply(at: Position, seat: Seat, action: Aftermath, log: Log) -> Position:
    """The counters are laid, or cleared away; the question is closed."""
    asked = _open(at, seat, action)
    named = _named(at, asked, action)
    trace = f"@artillery.trace.{asked.trace.value}"
    seats = (asked.side,) if asked.side else None
    log.say(asked.trace.rule, "aftermath", seats=seats, trace=trace, hexes=named or ("–",))
    at = _put(at, tuple(one for one in at.state.asked if one is not asked))
    ground = at.state.ground
    if asked.trace is Trace.REMOVED:
        gone = [m for m in ground if m.hex in named and m.kind in FORTS and m.hidden == asked.side]
        ground = tuple(m for m in ground if m not in gone)
    else:
        kind = _LAID[asked.trace]
        there = {m.hex for m in ground if m.kind is kind}
        ground += tuple(Marker(kind=kind, hex=hex) for hex in named if hex not in there)
    return at.then(replace(at.state, ground=ground))


def options(at: Position, seat: Seat) -> Iterator[Aftermath]:
    """Nowhere, or in one hex of those asked about; more than one is typed."""
    for one in at.state.asked:
        if _answers(at, one) == seat:
            yield Aftermath(one.battery, one.trace)
            yield from (Aftermath(one.battery, one.trace, at=hex) for hex in one.hexes)
