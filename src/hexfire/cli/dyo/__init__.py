"""`hexfire dyo …`: Design Your Own (ASL H1) in the terminal."""

from __future__ import annotations

from collections.abc import Callable

import typer

from hexfire.cli.dyo import commands, figures, output
from hexfire.cli.dyo.wizard import wizard
from hexfire.cli.screen import text


def add_to(app: typer.Typer) -> None:
    dyo = typer.Typer(
        help=text("purchase.cli.help"), invoke_without_command=True, rich_markup_mode=None
    )
    dyo.callback()(wizard)
    commands_by_name: dict[str, Callable[..., None]] = {
        "new": commands.new,
        "buy": commands.buy,
        "roll": commands.roll,
        "undo": commands.undo,
        "status": commands.status,
        "roster": output.roster,
        "verify": commands.verify,
        "price": figures.price,
        "plan": figures.plan,
        "enter": figures.enter,
        "aircraft": figures.aircraft,
        "optank": figures.optank,
        "listing": figures.listing,
    }
    for name, command in commands_by_name.items():
        dyo.command(name, help=text(f"purchase.cli.{name}"))(command)
    app.add_typer(dyo, name="dyo")
