"""`hexfire duel`: who fires first when a moving vehicle is shot at, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hexfire.asl.counters import Catalogue
from hexfire.asl.gunnery.duel import Duel
from hexfire.assist.shots.order import read_order
from hexfire.assist.shots.spoken import parse
from hexfire.cli.duel_page import DuelPage, Fought
from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.cli.shot import (
    NUMBERS_ARE_WORDS,
    Date,
    Roll,
    Seed,
    Typed,
    Units,
    check_options,
    typed_faces,
)
from hexfire.play import read_text
from hexfire.rulebook import BadInput

MOST_ROUNDS = 5


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
    made = _read(orders or [], date, again, Catalogue.load(units or ()))
    faces = typed_faces(dice) if dice is not None else ()
    fought = Fought.of(made, faces, roll or seed is not None, seed)
    DuelPage(screen(), made, fought, rounds).show()


def _read(words: list[str], date: str | None, again: bool, units: Catalogue) -> Duel:
    """Two orders: a JSON file with `vehicle` and `defender`, or two short forms around «vs»."""
    check_options(words, "hexfire duel")
    more: dict[str, Any] = {}
    if len(words) == 1 and words[0].endswith(".json"):
        try:
            data = msgspec.json.decode(read_text(Path(words[0])))
        except msgspec.DecodeError as error:
            raise BadInput("core.bad_json", path=words[0], why=str(error)) from None
        if not isinstance(data, dict) or not {"vehicle", "defender"} <= data.keys():
            raise BadInput("gunnery.duel_two_orders")
        vehicle, defender = data.pop("vehicle"), data.pop("defender")
        more = data
    else:
        if "vs" not in words:
            raise BadInput("gunnery.duel_two_orders")
        at = words.index("vs")
        vehicle, defender = parse(words[:at]), parse(words[at + 1 :])
    shots = []
    for order, phase in ((vehicle, "MPh"), (defender, "DFF")):
        if not isinstance(order, dict):
            raise BadInput("gunnery.order_not_object")
        order.setdefault("phase", phase)
        if date is not None:
            order["date"] = date
        shots.append(read_order(order, units)[1])
    flags = {"again", "overrun", "reaction_fire", "defender_concealed", "aerial", "before_moving"}
    unknown = set(more) - flags
    if unknown:
        raise BadInput("gunnery.order_unknown", field=sorted(unknown)[0])
    given = {name: bool(value) for name, value in more.items()} | ({"again": True} if again else {})
    return Duel(vehicle=shots[0], defender=shots[1], **given)
