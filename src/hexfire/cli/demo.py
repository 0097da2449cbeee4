"""`hexfire demo`: a few rules played in the terminal, to show what the foundation does."""

from __future__ import annotations

import typer

from hexfire.cli.screen import Json, Lang, screen, text


def add_to(app: typer.Typer) -> None:
    app.command("demo", help=text("core.cli.demo"))(demo)


def demo(json: Json = False, lang: Lang = None) -> None:
    out = screen()
    out.print("soon")
