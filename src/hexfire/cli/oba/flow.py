"""`hexfire oba flow` and `schema`: the chart for people, the forms of files and answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from hexfire.assist.artillery.mission import the_battery
from hexfire.assist.artillery.records import flow, flow_of, load
from hexfire.assist.artillery.schemas import schemas
from hexfire.cli.oba.given import Name
from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.play import write_whole
from hexfire.rulebook import BadInput


def flow_command(
    svg: Annotated[Path | None, typer.Option("--svg", help=text("artillery.cli.svg"))] = None,
    state: Annotated[
        Path | None, typer.Option("--state", help=text("artillery.cli.state_file"))
    ] = None,
    name: Name = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if state is None:
        drawn, lit = flow(out.say)
    else:
        record = load(state)
        drawn, lit = flow_of(out.say, record, the_battery(record, name))
    if svg is None:
        out.data({"svg": drawn, "node": lit}) if out.json else print(drawn, end="")
        return
    write_whole(svg, drawn.encode())
    if out.json:
        out.data({"written": str(svg), "node": lit})
    else:
        out.print(out.say("artillery.cli.written", path=str(svg)), markup=False)


def schema_command(
    name: Annotated[str | None, typer.Argument(help=text("artillery.cli.which_schema"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Always JSON: a schema is for programs."""
    by_name = schemas()
    if name is not None and name not in by_name:
        raise BadInput("artillery.cli.no_schema", text=name, names=tuple(by_name))
    shown = by_name if name is None else by_name[name]
    print(msgspec.json.format(msgspec.json.encode(shown), indent=1).decode())
