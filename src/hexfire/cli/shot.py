"""`hexfire shot`: what do I need, why, and what are my chances? And the same code rolls it."""

from __future__ import annotations

import json as jsons
import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from hexfire.asl.antitank.party import at_shot, concerns
from hexfire.asl.counters import Catalogue
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.shots.shot import Ammo, Shot
from hexfire.assist.shots.order import Order, read_order
from hexfire.assist.shots.spoken import parse
from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.cli.shot_compare import Comparison
from hexfire.cli.shot_direct import Direct
from hexfire.cli.shot_page import Page, percent, say_label
from hexfire.cli.shot_report import Rolled, report
from hexfire.cli.shot_vocabulary import published
from hexfire.play import read_text
from hexfire.rulebook import BadInput

__all__ = ["Page", "add_to", "percent", "report", "say_label"]

Date = Annotated[str | None, typer.Option(help=text("gunnery.cli.date"))]
Roll = Annotated[bool, typer.Option("--roll", help=text("gunnery.cli.roll"))]
Seed = Annotated[int | None, typer.Option(help=text("gunnery.cli.seed"))]
Typed = Annotated[str | None, typer.Option(help=text("gunnery.cli.dice"))]
Units = Annotated[list[Path] | None, typer.Option("--file", help=text("gunnery.cli.units"))]

# «range -3» is a wrong number, not a wrong option: it is read, and answered, as a word.
NUMBERS_ARE_WORDS = {"ignore_unknown_options": True}


def add_to(app: typer.Typer) -> None:
    app.command("shot", help=text("gunnery.cli.shot"), context_settings=NUMBERS_ARE_WORDS)(shot)


def shot(
    order: Annotated[list[str] | None, typer.Argument(help=text("gunnery.cli.order"))] = None,
    date: Date = None,
    nation: Annotated[str | None, typer.Option(help=text("gunnery.cli.nation"))] = None,
    why_not: Annotated[bool, typer.Option("--why-not", help=text("gunnery.cli.why_not"))] = False,
    roll: Roll = False,
    seed: Seed = None,
    dice: Typed = None,
    compare: Annotated[str | None, typer.Option(help=text("gunnery.cli.compare"))] = None,
    show_schema: Annotated[bool, typer.Option("--schema", help=text("gunnery.cli.schema"))] = False,
    units: Units = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if show_schema:
        print(jsons.dumps(published(), indent=2))
        return
    if not order:
        raise BadInput("gunnery.cli.no_order")
    given, made = read_words(order, date, nation, Catalogue.load(units or ()))
    if compare is not None:
        Comparison(out, made, compare, given.party).show()
        return
    faces = typed_faces(dice) if dice is not None else given.faces
    if concerns(made, given.party):
        # C12, C13: more than a shot; loaded here because it is built on this page.
        from hexfire.cli.latw import show

        show(out, at_shot(made, given.party), faces, roll or seed is not None, seed, why_not)
        return
    if is_small_arms(made) or made.ammo is Ammo.CANISTER:
        Direct(out, made, faces, roll, seed).show()
        return
    found = answer(made)
    rolled = Rolled.of(made, faces, roll or seed is not None, seed)
    if out.json:
        out.data(report(out, found, rolled))
    elif rolled is not None:
        Page(out, found, why_not).rolled(rolled)
    else:
        Page(out, found, why_not).show()


def read_words(
    words: list[str], date: str | None, nation: str | None, units: Catalogue
) -> tuple[Order, Shot]:
    """An order from a JSON file (or «-», the standard input), or in the short form."""
    check_options(words, "hexfire shot")
    if len(words) == 1 and words[0] != "-" and not words[0].endswith(".json"):
        raise BadInput("gunnery.spoken_at")
    if len(words) == 1:
        source = sys.stdin.read() if words[0] == "-" else read_text(Path(words[0]))
        try:
            data = msgspec.json.decode(source)
        except msgspec.DecodeError as error:
            raise BadInput("core.bad_json", path=words[0], why=str(error)) from None
    else:
        data = parse(words)
    if isinstance(data, dict):
        data |= {k: v for k, v in (("date", date), ("nation", nation)) if v is not None}
    return read_order(data, units)


def check_options(words: list[str], call: str) -> None:
    """A word with dashes before it is an option that does not exist."""
    for word in words:
        if word.startswith("-") and word[1:2] not in ("", *"0123456789."):
            raise BadInput("core.cli.no_option", option=word, call=call)


def typed_faces(typed: str) -> tuple[int, ...]:
    """Dice as a person types them: «3,5» or «3 5»."""
    try:
        return tuple(int(face) for face in typed.replace(",", " ").split())
    except ValueError:
        raise BadInput("gunnery.cli.bad_dice", dice=typed) from None
