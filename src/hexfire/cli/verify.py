"""`hexfire verify GAME`: is the journal whole, and were the dice fair?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.games import all_games
from hexfire.play import read_bytes
from hexfire.play import verify as check


def add_to(app: typer.Typer) -> None:
    app.command("verify", help=text("core.cli.verify"))(verify)


def verify(
    journal: Annotated[Path, typer.Argument(help=text("core.cli.journal"))],
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    verdict = check(all_games(), read_bytes(journal))
    sentences = [out.words.say(message) for message in verdict.messages]
    unknown = [out.words.say(message) for message in verdict.unverified]
    if out.json:
        out.data(
            {
                "ok": verdict.ok,
                "lines": verdict.lines,
                "faces_checked": verdict.checked,
                "faces_typed": verdict.typed,
                "messages": sentences,
                "unverified": unknown,
            }
        )
    else:
        for sentence in sentences:
            out.print(("✓ " if verdict.ok else "✗ ") + sentence, markup=False)
        if unknown:
            out.print(out.say("core.verify.unknown"), markup=False)
        for sentence in unknown:
            out.print("? " + sentence, markup=False)
    raise typer.Exit(0 if verdict.ok else 1)
