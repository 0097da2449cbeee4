"""`hexfire panzerfausts SQUADS --date D`: how many may be fired, and who holds how many."""

from __future__ import annotations

from typing import Annotated

import typer

from hexfire.assist.panzerfausts import PfOrder, panzerfausts
from hexfire.cli.screen import Json, Lang, screen, text


def add_to(app: typer.Typer) -> None:
    app.command("panzerfausts", help=text("fieldguns.cli.panzerfausts"))(command)


def command(
    squads: Annotated[str, typer.Argument(help=text("fieldguns.cli.pf_squads"))],
    date: Annotated[str, typer.Option("--date", help=text("fieldguns.cli.date"))],
    held: Annotated[str, typer.Option("--held", help=text("fieldguns.cli.pf_held"))] = "",
    do: Annotated[str, typer.Option("--do", help=text("fieldguns.cli.pf_do"))] = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    order = PfOrder(
        squads=squads,
        date=date,
        held=tuple(held.split(",")) if held.strip() else (),
        steps=tuple(do.split(";")) if do.strip() else (),
    )
    report = panzerfausts(order)
    if out.json:
        out.data(report)
        return
    out.print(out.say("fieldguns.cli.pf_left", count=report.allotment, left=report.left))
    for number, holder in enumerate(report.holders, 1):
        unit = f"@fieldguns.hand.{holder.unit.value}"
        out.print(
            out.say(
                "fieldguns.cli.pf_holder",
                number=number,
                unit=unit,
                held=holder.held,
                most=holder.most,
            )
        )
