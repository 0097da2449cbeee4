"""`hexfire dyo`: the purchase step by step, at one screen, for two players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from hexfire.assist.purchase import at_table
from hexfire.assist.purchase.at_table import Action, Purchase, agreement, check_date, check_nation
from hexfire.cli.dyo.choices import menu, standing, wanted_text
from hexfire.cli.dyo.commands import Listings, faces, tell
from hexfire.cli.dyo.opening import (
    begin,
    finish,
    open_purchase,
    read_listings,
    understand,
)
from hexfire.cli.dyo.output import show
from hexfire.cli.screen import Lang, Screen, screen, text
from hexfire.dice import BadFace, NeedAnswer
from hexfire.rulebook import BadInput, Refusal, read_whole


def wizard(
    context: typer.Context,
    game: Annotated[Path | None, typer.Option("--game", help=text("purchase.cli.resume"))] = None,
    listing: Listings = None,
    lang: Lang = None,
) -> None:
    if context.invoked_subcommand is not None:
        return
    out = screen()
    out.print(out.say("purchase.wizard.welcome"), markup=False)
    if game is not None and game.exists():
        path, table = game, open_purchase(game)
    else:
        path, table = _agree(out, game, read_listings(listing or []))
    try:
        while table.outcome() is None:
            if not _turn(out, table):
                break
    finally:
        out.print(out.say("purchase.wizard.saved", path=str(path)), markup=False)
    if table.outcome() is not None:
        finish(table, path)
        show(out, table, None)


def _ask(out: Screen, key: str, default: str = "", **params: Any) -> str:
    shown = f" [{default}]" if default else ""
    try:
        answer = input(out.pair(f"{out.say(key, **params)}{shown}", "")).strip()
    except EOFError:  # Ctrl-D, or the end of a script of answers
        raise typer.Abort from None
    return answer or default


def _asked(out: Screen, key: str, check: Any, default: str = "", **params: Any) -> str:
    """Ask until the answer can be read; each mistake is explained."""
    while True:
        answer = _ask(out, key, default, **params)
        try:
            check(answer)
        except Refusal as refusal:
            out.print(out.words.refusal(refusal), style="bold", markup=False)
        else:
            return answer


def _yes(out: Screen, key: str, default: str = "y", **params: Any) -> bool:
    return _ask(out, key, default, **params).lower()[:1] in ("y", "j", "は")


def _points(given: str) -> None:
    if not read_whole(given):
        raise BadInput("purchase.bad_points", text=given)


def _agree(out: Screen, path: Path | None, listing: dict[str, str]) -> tuple[Path, Purchase]:
    """H1.1: the agreement: the date first, then points, boards and victory conditions."""
    while True:
        if path is None:
            path = Path(_ask(out, "purchase.wizard.file", "dyo.jsonl"))
        if path.exists():
            return path, open_purchase(path)
        date = _asked(out, "purchase.wizard.date", check_date, "9/44")
        sides = []
        for number, usual in ((1, "German"), (2, "Soviet")):
            nation = _asked(out, "purchase.wizard.nation", check_nation, usual, number=number)
            label = f"@purchase.nation.{check_nation(nation)}"
            points = _asked(out, "purchase.wizard.points", _points, "1000", nation=label)
            sides.append({"nation": nation, "points": int(points)})
        scenario = {
            "date": date,
            "sides": sides,
            "secret": _yes(out, "purchase.wizard.secret"),
            "boards": _ask(out, "purchase.wizard.boards").split(),
            "victory": _ask(out, "purchase.wizard.victory"),
            "listing": listing,
        }
        agreement(scenario)
        if _yes(out, "purchase.wizard.agreed"):
            return path, begin(path, scenario, words=())


def _turn(out: Screen, table: Purchase) -> bool:
    """One seat goes on as long as it can; False to leave."""
    seat = table.rolling.seat if table.rolling else table.game.to_act(table.state)[0]
    at = table.seats.index(seat)
    nation = out.say(f"purchase.nation.{table.state.agreement.sides[at].nation}")
    if table.state.agreement.secret:
        _ask(out, "purchase.wizard.turn", nation=nation)
    while table.outcome() is None:
        if table.rolling is not None:
            _dice(out, table)
            continue
        choices = list(table.legal(seat))
        for line in standing(out, table, seat):
            out.print(line, markup=False)
        if not choices:
            return True
        out.print(menu(out, table.state, seat, choices))
        answer = _ask(out, "purchase.wizard.choose")
        if answer.lower() in ("q", "quit"):
            return False
        while not _try(out, table, seat, choices, answer):
            pass  # a figure was missing and has been agreed: once more
    return True


def _try(out: Screen, table: Purchase, seat: str, choices: list[Action], answer: str) -> bool:
    """Do what was asked; False if it is worth trying again."""
    try:
        _answer(out, table, seat, choices, answer)
    except Refusal as refusal:
        out.print(out.words.refusal(refusal), style="bold", markup=False)
        if refusal.message.key == "purchase.missing_figure":
            return not _figure(out, table, str(refusal.message["figure"]))
    return True


def _answer(out: Screen, table: Purchase, seat: str, choices: list[Action], answer: str) -> None:
    match answer.lower():
        case "" | "?":
            out.print(out.say("purchase.wizard.help"), markup=False)
            return
        case "undo":
            table.undo(seat)
            return
        case "roster":
            show(out, table, seat)
            return
    if answer.isdecimal():
        number = read_whole(answer) or 0
        if not 1 <= number <= len(choices):
            raise BadInput("purchase.wizard.bad_number", text=answer[:40], last=len(choices))
        action = choices[number - 1]
    else:
        action = understand(out.words, answer)
    if at_table.closes(action) and not _closing(out, table, seat):
        return
    try:
        events = table.do(seat, action)
    except NeedAnswer:
        _dice(out, table)
        return
    tell(out, table, seat, events)


def _closing(out: Screen, table: Purchase, seat: str) -> bool:
    """A step that closes never opens again: warn first."""
    now = at_table.standing(table.state, seat)
    step = f"@purchase.step.{now.step}"
    return _yes(out, "purchase.wizard.closing", "n", step=step, left=now.left)


def _dice(out: Screen, table: Purchase) -> None:
    """Dice that a player throws himself, or a decision inside a roll."""
    need = table.request()
    while need is not None and table.rolling is not None:
        out.print(wanted_text(out, need), markup=False)
        try:
            events = table.answer(table.rolling.seat, faces(_ask(out, "purchase.wizard.dice")))
        except NeedAnswer as again:
            need = again
        except BadFace as error:
            out.print(out.words.bad_face(error), style="bold", markup=False)
        except Refusal as refusal:
            out.print(out.words.refusal(refusal), style="bold", markup=False)
        else:
            tell(out, table, table.steps[table.now - 1].seat, events)
            return


def _figure(out: Screen, table: Purchase, figure: str) -> bool:
    """Both players at one screen look the figure up and type it once."""
    value = _ask(out, "purchase.wizard.figure", figure=figure)
    if not value:
        return False
    try:
        for seat in table.seats:
            table.do(seat, at_table.figured(figure, value))
    except Refusal as refusal:
        out.print(out.words.refusal(refusal), style="bold", markup=False)
        return False
    return True
