"""`hexfire oba`: off-board artillery beside a real table, or answered call by call."""

from __future__ import annotations

from pathlib import Path

import typer

from hexfire.cli.oba import bombard, calls, dialogue, flow, odds, shells, table
from hexfire.cli.screen import Lang, text
from hexfire.rulebook import BadInput

DEFAULT = Path("oba.json")


def add_to(app: typer.Typer) -> None:
    oba = typer.Typer(
        help=text("artillery.cli.oba"), rich_markup_mode=None, invoke_without_command=True
    )
    oba.callback()(begin)
    for name, command in (
        ("new", table.new),
        ("run", dialogue.run),
        ("show", table.show),
        ("options", calls.options),
        ("step", calls.step),
        ("next", table.next_phase),
        ("undo", table.undo),
        ("log", table.log_command),
        ("odds", odds.odds_command),
        ("ffe", shells.ffe_command),
        ("aftermath", shells.aftermath_command),
        ("bombard", bombard.bombard),
        ("flow", flow.flow_command),
        ("schema", flow.schema_command),
    ):
        oba.command(name, help=text(f"artillery.cli.{name}"))(command)
    app.add_typer(oba, name="oba")


def begin(context: typer.Context, lang: Lang = None) -> None:
    """Without a word of its own, `hexfire oba` goes on with the file `oba.json`."""
    if context.invoked_subcommand is not None:
        return
    if not DEFAULT.exists():
        raise BadInput("artillery.cli.no_default", path=str(DEFAULT))
    dialogue.run(DEFAULT)
