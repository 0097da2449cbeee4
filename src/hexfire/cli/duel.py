"""`hexfire duel`: who fires first when a moving vehicle is shot at, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hexfire.asl.counters import Catalogue
from hexfire.assist.duels import MOST_ROUNDS, fought, read_duel
from hexfire.assist.shots import parse
from hexfire.cli.duel_page import DuelPage
from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.cli.shot import (
    NUMBERS_ARE_WORDS,
    Date,
    Roll,
    Seed,
    Typed,
    Units,
    check_options,
    throw_of,
    typed_faces,
)
from hexfire.play import read_text
from hexfire.rulebook import BadInput


def add_to(app: typer.Typer) -> None:
    app.command("duel", help=text("gunnery.cli.duel"), context_settings=NUMBERS_ARE_WORDS)(duel)


def duel(
    orders: Annotated[
        list[str] | None, typer.Argument(help=text("gunnery.cli.duel_orders"))
    ] = None,
    date: Date = None,
    again: Annotated[bool, typer.Option("--again", help=text("gunnery.cli.again"))] = False,
    rounds: Annotated[
        int, typer.Option(min=1, max=MOST_ROUNDS, help=text("gunnery.cli.rounds"))
    ] = 1,
    roll: Roll = False,
    seed: Seed = None,
    dice: Typed = None,
    units: Units = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    data = _written(orders or [])
    if again:
        data["again"] = True
    if date is not None:
        for order in (data.get("vehicle"), data.get("defender")):
            if isinstance(order, dict):
                order["date"] = date
    faces = typed_faces(dice) if dice is not None else ()
    the_duel = read_duel(data, Catalogue.load(units or ()))
    report = fought(the_duel, throw_of(faces, roll, seed), rounds)
    out = screen()
    if out.json:
        out.data(report)
    else:
        DuelPage(out, report).show()


def _written(words: list[str]) -> dict[str, Any]:
    """Two orders: a JSON file with `vehicle` and `defender`, or two short forms around «vs»."""
    check_options(words, "hexfire duel")
    if len(words) == 1 and words[0].endswith(".json"):
        try:
            data = msgspec.json.decode(read_text(Path(words[0])))
        except msgspec.DecodeError as error:
            raise BadInput("core.bad_json", path=words[0], why=str(error)) from None
        if isinstance(data, dict):
            return data
        raise BadInput("gunnery.duel_two_orders")
    if "vs" not in words:
        raise BadInput("gunnery.duel_two_orders")
    at = words.index("vs")
    return {"vehicle": parse(words[:at]), "defender": parse(words[at + 1 :])}
