"""`hexfire oba options` and `step`: a mission call by call, for programs and the impatient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from hexfire.assist.artillery import mission
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.records import IDLE, Event, NeedFact, Record, load, save
from hexfire.assist.artillery.standing import next_of
from hexfire.cli.oba.given import (
    Board,
    Fact,
    FactsFile,
    File,
    Name,
    Roll,
    Rolls,
    Seed,
    facts_of,
    looking_of,
    source_of,
)
from hexfire.cli.oba.saying import (
    missing,
    say_board,
    say_options,
    say_question,
    say_unresolved,
    state_line,
    tell,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import NeedAnswer


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
    battery = mission.the_battery(record, name)
    seen = looking_of(record, battery, facts_of(facts, fact, battery), situation)
    # What facts alone decide is looked through, but nothing is written.
    moved = mission.ahead(record, battery, seen)
    _next(out, moved.record, battery, seen, moved.need, moved.events, moved.record == record)


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
    battery = mission.the_battery(record, name)
    given, source = facts_of(facts, fact, battery), source_of(rolls, roll, seed)
    seen = looking_of(record, battery, given, situation)
    try:
        moved = mission.go(record, battery, seen, source, option, argument)
    except (NeedFact, NeedAnswer) as need:
        raise missing(out, need) from None
    save(file, moved.record)
    _next(out, moved.record, battery, seen, moved.need, moved.events)


def _next(
    out: Screen,
    record: Record,
    battery: str,
    looking: Looking,
    need: NeedFact | NeedAnswer | None,
    events: Sequence[Event] = (),
    saved: bool = True,
) -> None:
    coming = next_of(record, battery, looking, need, events, saved)
    if out.json:
        out.data(coming)
        return
    tell(out, coming.events)
    say_board(out, coming)
    out.print(Text(state_line(out, coming.state), style="bold"))
    if isinstance(need, NeedFact):
        say_question(out, coming.questions[0])
    elif coming.roll is not None:
        out.print(Text(out.tell(coming.roll.text)))
        if coming.roll.needs is not None:
            out.print(Text(out.say("artillery.cli.needs", highest=coming.roll.needs), style="dim"))
    elif coming.node == IDLE and events:
        say_unresolved(out, coming.unresolved)
    else:
        say_options(out, coming)
