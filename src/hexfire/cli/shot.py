"""`hexfire shot`: what do I need, why, and what are my chances? And the same code rolls it."""

from __future__ import annotations

import json as jsons
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from hexfire.asl.counters import Catalogue
from hexfire.assist import shots
from hexfire.assist.openings import Given, opened_file, shot_on_table
from hexfire.assist.shots import Order, Shot, ShotKind, ShotReport, Throw, Ways, parse, read_order
from hexfire.assist.shots.compare import MOST_WAYS
from hexfire.assist.shots.schema import published
from hexfire.assist.wording import Said
from hexfire.cli.latw import LightPage
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.cli.shot_compare import show_comparison
from hexfire.cli.shot_direct import ClosePage, DirectPage
from hexfire.cli.shot_page import Page
from hexfire.play import read_text
from hexfire.rulebook import BadInput

Date = Annotated[str | None, typer.Option(help=text("gunnery.cli.date"))]
Roll = Annotated[bool, typer.Option("--roll", help=text("gunnery.cli.roll"))]
Seed = Annotated[int | None, typer.Option(help=text("gunnery.cli.seed"))]
Typed = Annotated[str | None, typer.Option(help=text("gunnery.cli.dice"))]
Units = Annotated[list[Path] | None, typer.Option("--file", help=text("gunnery.cli.units"))]

Table = Annotated[Path | None, typer.Option("--situation", "--vasl", help=text("opening.cli.shot"))]
Counters = Annotated[list[str] | None, typer.Option("--counter", help=text("opening.cli.counter"))]
Sides = Annotated[str | None, typer.Option("--sides", help=text("opening.cli.sides"))]
Moment = Annotated[str | None, typer.Option("--phase", help=text("battle.cli.phase"))]

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
    situation: Table = None,
    sides: Sides = None,
    counters: Counters = None,
    phase: Moment = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if show_schema:
        print(jsons.dumps(published(), indent=2))
        return
    if not order:
        raise BadInput("gunnery.cli.no_order")
    faces = typed_faces(dice) if dice is not None else ()
    if situation is not None:
        if compare is not None or nation is not None or units:
            raise BadInput("opening.cli.not_on_table")
        opened = opened_file(situation, given_of(date, counters, sides))
        check_options(order, "hexfire shot")
        report, told = shot_on_table(opened, order, phase, throw_of(faces, roll, seed))
        on_table(out, report, told, why_not)
        return
    given, whole_shot = read_words(order, date, nation, Catalogue.load(units or ()))
    if compare is not None:
        show_comparison(out, shots.compare(whole_shot, given.party, ways_of(compare)))
        return
    report = shots.answered(whole_shot, given.party, throw_of(faces or given.faces, roll, seed))
    if out.json:
        out.data(report)
        return
    show_report(out, report, why_not)


def show_report(out: Screen, report: ShotReport, why_not: bool) -> None:
    """The odds of a shot, or what its dice did."""
    page = page_of(out, report, why_not)
    if report.faces:
        page.rolled()
    else:
        page.show()


def on_table(out: Screen, report: ShotReport, told: Sequence[Said], why_not: bool) -> None:
    """A shot that the board answers: everything that lies on the table is derived from it."""
    if out.json:
        out.data({"told": told, "shot": report})
        return
    for text_told in told:
        out.print("· " + out.tell(text_told), style="dim", markup=False)
    show_report(out, report, why_not)


def given_of(date: str | None, counters: list[str] | None, sides: str | None = None) -> Given:
    """What a call says beside a situation: «--counter ID=COUNTER», «--sides axis=german»."""
    named = {}
    for word in counters or ():
        id, equals, counter = word.partition("=")
        if not equals:
            raise BadInput("opening.cli.bad_counter", text=word)
        named[id] = counter
    pairs = (word.partition("=") for word in sides.split(",")) if sides else ()
    nations = {name.strip(): nation.strip() for name, _, nation in pairs}
    return Given(date=date or "", counters=named, sides=nations)


def page_of(out: Screen, report: ShotReport, why_not: bool = False) -> Page:
    """The page that shows a report of this kind."""
    return _PAGES.get(report.kind, DirectPage)(out, report, why_not)


_PAGES: dict[ShotKind, type[Page]] = {
    ShotKind.ORDNANCE: Page,
    ShotKind.LIGHT: LightPage,
    ShotKind.CLOSE: ClosePage,
}


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
        data = parse(words, units)
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


def throw_of(faces: tuple[int, ...], roll: bool, seed: int | None) -> Throw | None:
    """The dice that a call asks for; `None` where it asks for odds alone."""
    if not faces and not roll and seed is None:
        return None
    return Throw(faces, roll or seed is not None, seed)


def ways_of(wish: str) -> Ways:
    """What `--compare` varies: «ammo type range=2,6-8», in any order."""
    ways = Ways()
    for part in wish.split(";") if ";" in wish else wish.split():
        key, _, values = part.partition("=")
        match key.strip():
            case "ammo":
                ways = replace(ways, ammo=True)
            case "type":
                ways = replace(ways, type=True)
            case "range":
                ways = replace(ways, ranges=_ranges(values))
            case _:
                raise BadInput("gunnery.cli.bad_compare", wish=part)
    return ways


def _ranges(text: str) -> tuple[int, ...]:
    """«2,6,12» or «6-12»."""
    ranges: list[int] = []
    try:
        for part in text.split(","):
            low, _, high = part.partition("-")
            first, last = int(low), int(high or low)
            ranges += range(first, min(last, first + MOST_WAYS) + 1)
    except ValueError:
        raise BadInput("gunnery.cli.bad_compare", wish=f"range={text}") from None
    return tuple(ranges)
