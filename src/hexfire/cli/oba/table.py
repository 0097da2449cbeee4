"""`hexfire oba new`, `show`, `log`, `next`, `undo`: the table of batteries and its clock."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from hexfire.asl.artillery.battery import Battery, Kind, Link, Mission, Supply
from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.record import Record, load, save
from hexfire.asl.artillery.record import Seen as Walk
from hexfire.asl.artillery.state import Event, Setup
from hexfire.asl.artillery.view import Seen, view
from hexfire.cli.oba.given import File, json_of
from hexfire.cli.oba.saying import clock_line, events_data, state_line, states_data, tell
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput


def new(
    file: File,
    setup: Annotated[Path | None, typer.Option("--setup", help=text("artillery.cli.setup"))] = None,
    name: Annotated[str, typer.Option(help=text("artillery.cli.name"))] = "A",
    nation: Annotated[str, typer.Option(help=text("artillery.cli.nation"))] = "german",
    caliber: Annotated[int, typer.Option(help=text("artillery.cli.caliber"))] = 100,
    observer: Annotated[str, typer.Option(help=text("artillery.cli.observer"))] = "Observer",
    date: Annotated[str, typer.Option(help=text("artillery.cli.date"))] = "",
    kind: Annotated[Kind, typer.Option(help=text("artillery.cli.kind"))] = Kind.GUNS,
    link: Annotated[Link, typer.Option(help=text("artillery.cli.link"))] = Link.RADIO,
    supply: Annotated[Supply, typer.Option(help=text("artillery.cli.supply"))] = Supply.NORMAL,
    board: Annotated[str, typer.Option(help=text("artillery.cli.board"))] = "",
    enemy: Annotated[str, typer.Option(help=text("artillery.cli.enemy"))] = "enemy",
    force: Annotated[bool, typer.Option("--force", help=text("artillery.cli.force"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    if file.exists() and not force:
        raise BadInput("artillery.cli.exists", path=str(file))
    if setup is not None:
        try:
            given = msgspec.convert(json_of(setup), Setup)
        except msgspec.ValidationError as error:
            raise BadInput("artillery.bad_record", path=str(setup), why=str(error)) from None
    else:
        missions = (Mission.HE,) if kind is Kind.ROCKETS else (
            Mission.HE, Mission.HARASSING, Mission.SMOKE
        )  # fmt: skip
        battery = Battery(
            name=name, side=nation, nation=nation, caliber=caliber, observer=observer, date=date,
            kind=kind, link=link, supply=supply, missions=missions,
        )  # fmt: skip
        boards = tuple(tuple(row.split("+")) for row in board.split("/")) if board else ()
        given = Setup(sides=(nation, enemy), batteries=(battery,), map=boards)
    record = Record.new(given)
    save(file, record)
    _show(screen(), record)


def show(
    file: File,
    side: Annotated[str | None, typer.Option("--side", help=text("artillery.cli.side"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    if side is None:
        _show(out, record)
        return
    seen = view(record.setup, record.table, side)
    if out.json:
        out.data({"clock": record.table.clock, "batteries": seen})
        return
    out.print(Text(clock_line(out, record), style="bold"))
    for battery, state, known in zip(
        record.setup.batteries, record.table.states, seen, strict=True
    ):
        line = state_line(out, record, battery, state) if known.own else _seen_line(out, known)
        out.print(Text(line))


def _seen_line(out: Screen, known: Seen) -> str:
    yes, no = "@core.yes", "@core.no"
    counter = out.say("artillery.cli.nothing")
    if known.counter is not None:
        key = f"@artillery.{known.counter.value}"
        counter = out.say("artillery.cli.counter_in", counter=key, hex=known.hex)
    return out.say(
        "artillery.cli.enemy_state",
        battery=known.name,
        side=known.side,
        contact=yes if known.contact else no,
        access=yes if known.access else no,
        counter=counter,
    )


def _show(out: Screen, record: Record) -> None:
    if out.json:
        out.data({"clock": record.table.clock, "batteries": states_data(record)})
        return
    out.print(Text(clock_line(out, record), style="bold"))
    for battery, state in zip(record.setup.batteries, record.table.states, strict=True):
        out.print(Text(state_line(out, record, battery, state)))


def log(file: File, json: Json = False, lang: Lang = None) -> None:
    out, record = screen(), load(file)
    seen = list(record.replay())
    if out.json:
        out.data(_log_data(out, record, seen))
        return
    if not seen and not record.notes:
        out.print(out.say("artillery.cli.empty_log"))
    table = Record.new(record.setup)
    _tell_notes(out, record, 0)
    for number, s in enumerate(seen, start=1):
        if not s.step.battery:
            table = msgspec.structs.replace(table, table=s.walked.table)
            out.print(Text(clock_line(out, table), style="bold"))
        tell(out, s.walked.events)
        _tell_notes(out, record, number)


def _tell_notes(out: Screen, record: Record, after: int) -> None:
    """What happened on the table between two steps."""
    tell(out, [Event(n.rule, n.message) for n in record.notes if n.after == after])


def _log_data(out: Screen, record: Record, seen: list[Walk]) -> list[dict[str, Any]]:
    def notes(after: int) -> list[dict[str, Any]]:
        found = [n for n in record.notes if n.after == after]
        return [
            {
                "battery": n.battery, "node": None, "way": "note", "argument": "", "facts": {},
                "faces": [], "events": events_data(out, [Event(n.rule, n.message)]),
            }
            for n in found
        ]  # fmt: skip

    rows = notes(0)
    for number, s in enumerate(seen, start=1):
        rows.append({
            "battery": s.step.battery, "node": s.walked.node, "way": s.walked.outcome,
            "argument": s.step.argument, "facts": s.step.facts, "faces": s.step.faces,
            "events": events_data(out, s.walked.events),
        })  # fmt: skip
        rows += notes(number)
    return rows


def next_phase(
    file: File,
    fire: Annotated[bool, typer.Option("--fire", help=text("artillery.cli.to_fire"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    events: list[Event] = []
    while True:
        record, walked = record.next_phase()
        events += walked.events
        busy = any(state.node != IDLE for state in record.table.states)
        if busy or not fire or not record.setup.batteries:
            break
    save(file, record)
    if not out.json:
        tell(out, events)
    _show(out, record)


def undo(
    file: File,
    steps: Annotated[int, typer.Option(help=text("artillery.cli.steps"))] = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    record = load(file)
    record = record.undo(steps) if steps else record.undo_answer()
    save(file, record)
    _show(screen(), record)
