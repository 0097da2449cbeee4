"""`hexfire dyo new`, `buy`, `roll`, `undo`, `status`, `verify`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from hexfire.assist.purchase import at_table
from hexfire.assist.purchase.at_table import Action, Purchase, read
from hexfire.cli import verify as journals
from hexfire.cli.dyo.choices import menu, standing, wanted_text
from hexfire.cli.dyo.opening import (
    begin,
    finish,
    open_purchase,
    read_listings,
    understand,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import NeedAnswer
from hexfire.play import Event
from hexfire.rulebook import BadInput, read_whole

Game = Annotated[Path, typer.Argument(help=text("purchase.cli.game"))]
Seat = Annotated[str, typer.Argument(help=text("purchase.cli.seat"))]
Listings = Annotated[
    list[Path] | None, typer.Option("--listing", help=text("purchase.cli.listings"))
]
When = Annotated[str, typer.Option("--date", help=text("purchase.cli.date"))]
Place = Annotated[str, typer.Option("--place", help=text("purchase.cli.place"))]
Night = Annotated[bool, typer.Option("--night", help=text("purchase.cli.night"))]
DiceOption = Annotated[str, typer.Option("--dice", help=text("purchase.cli.dice"))]


def new(
    game: Game,
    date: When,
    side: Annotated[list[str], typer.Option("--side", help=text("purchase.cli.side"))],
    open_: Annotated[bool, typer.Option("--open", help=text("purchase.cli.open"))] = False,
    board: Annotated[
        list[str] | None, typer.Option("--board", help=text("purchase.cli.board"))
    ] = None,
    victory: Annotated[str, typer.Option("--victory", help=text("purchase.cli.victory"))] = "",
    night: Night = False,
    place: Place = "",
    weather: Annotated[str, typer.Option("--weather", help=text("purchase.cli.weather"))] = "",
    pfk: Annotated[bool, typer.Option("--pfk", help=text("purchase.cli.pfk"))] = False,
    listing: Listings = None,
    typed: Annotated[
        list[str] | None, typer.Option("--typed", help=text("purchase.cli.typed"))
    ] = None,
    fair: Annotated[bool, typer.Option("--fair", help=text("purchase.cli.fair"))] = False,
    word: Annotated[
        list[str] | None, typer.Option("--word", help=text("purchase.cli.word"))
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    if len(side) != 2:
        raise BadInput("purchase.cli.two_sides", count=len(side))
    scenario = {
        "date": date,
        "sides": [side_terms(each) for each in side],
        "secret": not open_,
        "boards": board or [],
        "victory": victory,
        "night": night,
        "place": place,
        "weather": weather,
        "pfk": pfk,
        "listing": read_listings(listing or []),
    }
    table = begin(game, scenario, tuple(typed or ()), tuple(word or ()) if fair else None)
    agreed = table.state.agreement
    if out.json:
        out.data({"game": str(game), "seats": list(table.seats), "agreement": agreed})
        return
    first, second = (out.say(f"purchase.nation.{terms.nation}") for terms in agreed.sides)
    sentence = out.say(
        "purchase.cli.begun",
        path=str(game),
        first=first,
        second=second,
        date=agreed.date,
        seat=table.seats[0],
    )
    out.print(sentence, markup=False)


def side_terms(given: str) -> dict[str, object]:
    """`German:1000`, or `German:150+150` for team-mates."""
    nation, colon, points = given.rpartition(":")
    if not colon or not re.fullmatch(r"\d{1,9}(\+\d{1,9})*", points):
        raise BadInput("purchase.cli.side_form", text=given)
    team = [int(part) for part in points.split("+")]
    return {"nation": nation, "points": sum(team), "team": team if len(team) > 1 else []}


def buy(
    game: Game,
    seat: Seat,
    action: Annotated[list[str], typer.Argument(help=text("purchase.cli.action"))],
    dice: DiceOption = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    given = faces(dice)
    table = open_purchase(game, thrown=bool(given))
    events = act(table, seat, understand(screen().words, " ".join(action)), given, game)
    finish(table, game)
    tell(screen(), table, seat, events)


def roll(
    game: Game,
    seat: Seat,
    dice: DiceOption = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    given = faces(dice)
    table = open_purchase(game, thrown=bool(given))
    if table.rolling_for(seat) is not None:
        events = _answer(table, seat, given, game)
    else:
        events = act(table, seat, read("roll"), given, game)
    tell(screen(), table, seat, events)


def faces(given: str) -> tuple[int, ...]:
    """`5 3` or `5,3`."""
    parts = re.split(r"[\s,]+", given.strip()) if given.strip() else []
    numbers = [number for part in parts if (number := read_whole(part)) is not None]
    if len(numbers) < len(parts):
        raise BadInput("purchase.bad_number", text=given[:40])
    return tuple(numbers)


def act(
    table: Purchase, seat: str, action: Action, given: tuple[int, ...], path: Path
) -> tuple[Event, ...]:
    """Do it; dice that were given count, others are thrown."""
    try:
        return table.do(seat, action)
    except NeedAnswer:
        return _answer(table, seat, given, path)


def _answer(table: Purchase, seat: str, given: tuple[int, ...], path: Path) -> tuple[Event, ...]:
    try:
        if not given:
            need = table.request(seat)
            assert need is not None
            raise need
        return table.answer(seat, given)
    except NeedAnswer as need:
        out = screen()
        wanted = wanted_text(out, need)
        how = out.say("purchase.cli.open_roll", path=str(path), seat=seat)
        if out.json:
            out.data({"needs": wanted, "rule": need.request.rule, "have": list(need.have)})
        else:
            out.print(f"{wanted}\n{how}", markup=False)
        raise typer.Exit(3) from None


def tell(out: Screen, table: Purchase, seat: str, events: tuple[Event, ...]) -> None:
    """What happened, and what is left."""
    now = at_table.standing(table.state, seat)
    if out.json:
        sentences = [
            {"rule": event.rule, "message": out.words.say(event.message), **event.data}
            for event in events
        ]
        out.data({"events": sentences, "left": now.left, "step": now.step})
        return
    for event in events:
        rule = out.pair(event.rule, "") if event.rule else ""
        out.print(rule + out.words.say(event.message), markup=False)
    out.print(out.say("purchase.cli.left", left=now.left), markup=False)


def undo(game: Game, seat: Seat, json: Json = False, lang: Lang = None) -> None:
    out, table = screen(), open_purchase(game)
    table.undo(seat)
    if out.json:
        out.data({"undone": True, "now": table.now})
    else:
        out.print(out.say("purchase.cli.undone"), markup=False)


def status(game: Game, seat: Seat, json: Json = False, lang: Lang = None) -> None:
    out, table = screen(), open_purchase(game)
    choices = list(table.legal(seat))
    if out.json:
        view = table.view(seat)
        elsewhere = at_table.standing(table.state, seat).look_at
        legal = [table.game.write(action) for action in choices]
        out.data({"view": view, "legal": legal, "look_at": elsewhere})
        return
    for line in standing(out, table, seat):
        out.print(line, markup=False)
    if choices:
        out.print(out.say("purchase.cli.may"), style="bold", markup=False)
        out.print(menu(out, table.state, seat, choices))
        out.print(out.say("purchase.cli.may_more"), style="dim", markup=False)


def verify(game: Game, json: Json = False, lang: Lang = None) -> None:
    journals.verify(game, json, lang)
