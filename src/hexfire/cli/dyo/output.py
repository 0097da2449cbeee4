"""`hexfire dyo roster`: the sheet on screen, on paper, as data; the scenario skeleton."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.columns import Columns

from hexfire.assist.openings import Given, bought_battle
from hexfire.assist.purchase import at_table
from hexfire.assist.purchase.at_table import Purchase, Roster, as_toml, order_of_battle
from hexfire.assist.wording import Said
from hexfire.cli.dyo.commands import Game
from hexfire.cli.dyo.opening import open_purchase
from hexfire.cli.dyo.terminal import terminal
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.play import write_whole
from hexfire.rulebook import BadInput
from hexfire.server.files.roster_page import page, pdf
from hexfire.server.files.roster_sheet import sheet

SIDE_BY_SIDE = 180


def roster(
    game: Game,
    seat: Annotated[str | None, typer.Argument(help=text("purchase.cli.seat"))] = None,
    html: Annotated[Path | None, typer.Option("--html", help=text("purchase.cli.html"))] = None,
    pdf_file: Annotated[Path | None, typer.Option("--pdf", help=text("purchase.cli.pdf"))] = None,
    ob: Annotated[Path | None, typer.Option("--ob", help=text("purchase.cli.ob"))] = None,
    battle: Annotated[
        Path | None, typer.Option("--battle", help=text("opening.cli.bought"))
    ] = None,
    board: Annotated[str | None, typer.Option("--board", help=text("opening.cli.on"))] = None,
    paper: Annotated[str, typer.Option("--paper", help=text("purchase.cli.paper"))] = "a4",
    font: Annotated[Path | None, typer.Option("--font", help=text("purchase.cli.font"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, table = screen(), open_purchase(game)
    rosters = visible(table, seat)
    wrote = []
    if html or pdf_file:
        sheets = [sheet(out.words, each) for each in rosters]
        figures = [*table.state.agreed.items()]
        whole = page(out.words, sheets, figures, paper=paper, font=font)
        if html:
            wrote.append((html, whole.encode()))
        if pdf_file:
            wrote.append((pdf_file, pdf(whole)))
    if ob:
        wrote.append((ob, _skeleton(table, ob)))
    told: tuple[Said, ...] = ()
    if battle:
        scenario, told = _battle(table, board)
        wrote.append((battle, scenario))
    for path, data in wrote:
        write_whole(path, data)
    if out.json:
        paths = [str(path) for path, _ in wrote]
        told_too = {"told": told} if told else {}
        out.data({"rosters": rosters, "agreed": table.state.agreed, "wrote": paths, **told_too})
        return
    for one in told:
        out.print("· " + out.tell(one), style="dim", markup=False)
    for path, _ in wrote:
        out.print(out.say("purchase.cli.wrote", path=str(path)), markup=False)
    if not wrote:
        show(out, table, seat)


def visible(table: Purchase, seat: str | None) -> tuple[Roster, ...]:
    """Whose sheets may be shown: one's own, and those that are open."""
    if seat is not None and seat not in table.seats:
        raise BadInput("core.play.not_seat", seat=seat, seats=table.seats)
    return at_table.rosters(table.state, seat)


def show(out: Screen, table: Purchase, seat: str | None) -> None:
    """The sheets in the terminal, side by side where there is room."""
    parts = [terminal(sheet(out.words, one)) for one in visible(table, seat)]
    if len(parts) > 1 and out.console.width >= SIDE_BY_SIDE:
        out.print(Columns(parts, padding=(0, 4)))
    else:
        for part in parts:
            out.print(part)
    if table.state.agreed:
        out.print(out.say("purchase.sheet.figures"), style="bold", markup=False)
        for key, value in table.state.agreed.items():
            out.print(f"  {key} = {value}", markup=False)


def _battle(table: Purchase, board: str | None) -> tuple[bytes, tuple[Said, ...]]:
    """The scenario file of a battle, and what must be told of it; the board may be agreed on."""
    agreed = " ".join(table.state.agreement.boards)
    bought = bought_battle(table.state, board or agreed, Given())
    return as_toml(bought.data).encode(), tuple(Said(message) for message in bought.told)


def _skeleton(table: Purchase, path: Path) -> bytes:
    data = order_of_battle(table.state)
    match path.suffix.lower():
        case ".json":
            return msgspec.json.format(msgspec.json.encode(data)) + b"\n"
        case ".toml":
            return as_toml(data).encode()
    raise BadInput("purchase.cli.ob_form", path=str(path))
