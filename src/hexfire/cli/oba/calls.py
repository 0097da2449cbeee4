"""`hexfire oba options` and `step`: a mission call by call, for programs and the impatient."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from hexfire.asl.artillery.engine import IDLE, prospect
from hexfire.asl.artillery.record import Record, load, run_on, save
from hexfire.asl.artillery.state import Event
from hexfire.asl.eyes import Eyes, NeedFact
from hexfire.cli.oba.given import (
    Board,
    Fact,
    FactsFile,
    File,
    Name,
    Roll,
    Rolls,
    Seed,
    eyes_of,
    facts_of,
    source_of,
    the_battery,
)
from hexfire.cli.oba.saying import (
    missing,
    next_data,
    request_line,
    say_options,
    say_question,
    state_line,
    tell,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, NeedAnswer
from hexfire.rulebook import BadInput


def options(
    file: File,
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    situation: Board = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    eyes = eyes_of(record, battery, facts_of(facts, fact, battery), situation)
    # What facts alone decide is looked through, but nothing is written.
    ahead, _, need = run_on(record, battery, eyes)
    _next(out, ahead, battery, eyes, need, saved=ahead == record)


def step(
    file: File,
    option: Annotated[str | None, typer.Argument(help=text("artillery.cli.option"))] = None,
    argument: Annotated[str, typer.Argument(help=text("artillery.cli.argument"))] = "",
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    situation: Board = None,
    rolls: Rolls = "",
    roll: Roll = False,
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    given, source = facts_of(facts, fact, battery), source_of(rolls, roll, seed)
    eyes = eyes_of(record, battery, given, situation)
    record, events, need = run_on(record, battery, eyes, source)
    if option is not None:
        if option == "radio" and given.not_able is not None:
            raise given.not_able
        if need is not None:
            missing(out, need)
        record, walked = record.take(battery, eyes, Dice(), option, argument)
        events += walked.events
        record, more, need = run_on(record, battery, eyes, source)
        events += more
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    save(file, record)
    _next(out, record, battery, eyes, need, events)


def _next(
    out: Screen,
    record: Record,
    battery: str,
    eyes: Eyes,
    need: NeedFact | NeedAnswer | None,
    events: tuple[Event, ...] = (),
    saved: bool = True,
) -> None:
    seen = prospect(record.setup, record.table, battery, eyes)
    if out.json:
        out.data(next_data(out, record, battery, seen, need, events, saved))
        return
    tell(out, events)
    index = record.setup.index(battery)
    out.print(Text(state_line(out, record, record.setup.batteries[index],
                              record.table.states[index]), style="bold"))  # fmt: skip
    if isinstance(need, NeedFact):
        say_question(out, need)
    elif need is not None:
        out.print(Text(request_line(out, need)))
    elif seen.node == IDLE and events:
        out.print(Text(out.say("artillery.cli.done"), style="dim"))
    else:
        say_options(out, seen)
