"""`hexfire oba new`, `show`, `log`, `next`, `undo`: the table of batteries and its clock."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from hexfire.assist.artillery import mission
from hexfire.assist.artillery.records import (
    Battery,
    Kind,
    Link,
    Record,
    Seen,
    Supply,
    load,
    save,
    seen_by,
)
from hexfire.assist.artillery.standing import (
    battery_states,
    clock_now,
    happened,
    log,
    steps_of,
)
from hexfire.cli.oba.given import File, json_of
from hexfire.cli.oba.saying import clock_line, state_line, tell
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput


def new(
    file: File,
    setup: Annotated[Path | None, typer.Option("--setup", help=text("artillery.cli.setup"))] = None,
    name: Annotated[str, typer.Option(help=text("artillery.cli.name"))] = "A",
    nation: Annotated[str, typer.Option(help=text("artillery.cli.nation"))] = "german",
    caliber: Annotated[int, typer.Option(help=text("artillery.cli.caliber"))] = 100,
    observer: Annotated[str, typer.Option(help=text("artillery.cli.observer"))] = text(
        "artillery.observer"
    ),
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
        given = mission.setup_of(json_of(setup), str(setup))
    else:
        battery = Battery(
            name=name, side=nation, nation=nation, caliber=caliber, observer=observer, date=date,
            kind=kind, link=link, supply=supply,
        )  # fmt: skip
        given = mission.one_battery(battery, enemy, board)
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
    seen = seen_by(record, side)
    if out.json:
        out.data({"clock": record.table.clock, "batteries": seen})
        return
    out.print(Text(clock_line(out, clock_now(record)), style="bold"))
    for state, known in zip(battery_states(record), seen, strict=True):
        out.print(Text(state_line(out, state) if known.own else _seen_line(out, known)))


def _seen_line(out: Screen, known: Seen) -> str:
    yes, no = "@core.there", "@core.not_there"
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
    states = battery_states(record)
    if out.json:
        out.data({"clock": record.table.clock, "batteries": {one.name: one for one in states}})
        return
    out.print(Text(clock_line(out, clock_now(record)), style="bold"))
    for state in states:
        out.print(Text(state_line(out, state)))


def log_command(file: File, json: Json = False, lang: Lang = None) -> None:
    out, record = screen(), load(file)
    if out.json:
        out.data(steps_of(record))
        return
    lines = log(record)
    if not lines:
        out.print(out.say("artillery.cli.empty_log"))
    for line in lines:
        if line.clock is not None:
            out.print(Text(clock_line(out, line.clock), style="bold"))
        elif line.text is not None:
            out.print(Text.assemble((f"{line.rule:<7} ", "cyan"), out.tell(line.text)))


def next_phase(
    file: File,
    fire: Annotated[bool, typer.Option("--fire", help=text("artillery.cli.to_fire"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    left = tuple(state.name for state in battery_states(record) if state.due is not None)
    moved = mission.next_phase(record, to_fire=fire)
    save(file, moved.record)
    if not out.json:
        if left:
            out.print(Text(out.say("artillery.cli.left_unresolved", batteries=left), "yellow"))
        tell(out, happened(moved.events))
    _show(out, moved.record)


def undo(
    file: File,
    steps: Annotated[int, typer.Option(help=text("artillery.cli.steps"))] = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    record = mission.undo(load(file), steps)
    save(file, record)
    _show(screen(), record)
