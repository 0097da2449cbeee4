"""A fire mission step by step: a record and what is said go in, the longer record comes out."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from hexfire.asl.artillery.battery import Battery, Kind, Mission
from hexfire.asl.artillery.engine import BEFORE_PLAY, IDLE
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.record import Record, run_on
from hexfire.asl.artillery.record import standing as node_of
from hexfire.asl.artillery.state import Event, Setup
from hexfire.asl.eyes import NeedFact
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.records import something_to_do
from hexfire.dice import Dice, NeedAnswer
from hexfire.rulebook import BadInput


class Moved(NamedTuple):
    """A record after something was done: what happened, and what is wanted now, if anything."""

    record: Record
    events: tuple[Event, ...] = ()
    need: NeedFact | NeedAnswer | None = None


def setup_of(data: object, path: str = "setup") -> Setup:
    """The sides and their batteries out of plain data."""
    try:
        return msgspec.convert(data, Setup)
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_record", path=path, why=str(error)) from None


def one_battery(battery: Battery, enemy: str, boards: str = "") -> Setup:
    """The setup of a single battery; `boards` are rows with `/` and boards with `+` between."""
    rockets = battery.kind is Kind.ROCKETS
    missions = (Mission.HE,) if rockets else (Mission.HE, Mission.HARASSING, Mission.SMOKE)
    battery = msgspec.structs.replace(battery, missions=missions)
    rows = tuple(tuple(row.split("+")) for row in boards.split("/")) if boards else ()
    return Setup(sides=(battery.side, enemy), batteries=(battery,), map=rows)


def the_battery(record: Record, name: str | None) -> str:
    """The battery meant: the one named, the only one, or the only one with something to do."""
    if name:
        return record.setup.battery(name).name
    names = [battery.name for battery in record.setup.batteries]
    busy = [n for n in names if node_of(record, n) not in (IDLE, BEFORE_PLAY)]
    if len(names) == 1 or len(busy) == 1:
        return (busy or names)[0]
    raise BadInput("artillery.cli.which", batteries=tuple(names))


def ahead(record: Record, battery: str, looking: Looking) -> Moved:
    """Through everything that facts alone decide, up to the next decision, roll or question."""
    return Moved(*run_on(record, battery, looking.eyes))


def go(
    record: Record,
    battery: str,
    looking: Looking,
    source: Typed,
    option: str | None = None,
    argument: str = "",
) -> Moved:
    """On to the next decision, perhaps with an option that is taken on the way.

    Raises `NeedFact` or `NeedAnswer` if the option cannot be reached without an answer, and a
    `Refusal` if it is not legal. Dice that nothing asked for are refused.
    """
    record, events, need = run_on(record, battery, looking.eyes, source)
    if option is not None:
        if option == "radio" and looking.not_able is not None:
            raise looking.not_able
        if need is not None:
            raise need
        record, walked = record.take(battery, looking.eyes, Dice(), option, argument)
        record, more, need = run_on(record, battery, looking.eyes, source)
        events = (*events, *walked.events, *more)
    all_used(source)
    return Moved(record, events, need)


def all_used(source: Typed) -> None:
    """Dice that were typed and not asked for are a mistake."""
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))


MOST_PHASES = 32
"""No battery waits longer than two turns for its own fire phase."""


def next_phase(record: Record, to_fire: bool = False) -> Moved:
    """One phase on, or on to the next one in which a battery has something to do."""
    events: list[Event] = []
    for _ in range(MOST_PHASES if to_fire and record.setup.batteries else 1):
        record, walked = record.next_phase()
        events += walked.events
        if something_to_do(record):
            break
    return Moved(record, tuple(events))


def undo(record: Record, steps: int = 0, to: int | None = None) -> Record:
    """The record without its last answer, its last `steps`, or back `to` so many steps."""
    if to is not None:
        return record.undo(len(record.steps) - to)
    return record.undo(steps) if steps else record.undo_answer()
