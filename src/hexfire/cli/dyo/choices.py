"""What a seat is shown: where it stands, and what it may do now, with prices."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from hexfire.assist.purchase import at_table
from hexfire.assist.purchase.at_table import Action, Purchase, State
from hexfire.assist.purchase.desk import DeskOffer, offer
from hexfire.cli.screen import Screen
from hexfire.dice import Choice, NeedAnswer


def wanted_text(out: Screen, need: NeedAnswer) -> str:
    """Which dice are wanted; a decision shows the number of each option."""
    asked = out.words.request(need)
    if isinstance(need.request, Choice):
        numbers = ", ".join(f"{at} = {name}" for at, name in enumerate(need.request.options))
        return f"{asked} ({numbers})"
    return asked


def standing(out: Screen, table: Purchase, seat: str) -> list[str]:
    """Where a seat stands: step and points first, then what waits for it."""
    now = at_table.standing(table.state, seat)
    nation = out.say(f"purchase.nation.{now.nation}")
    lines = [
        out.say("purchase.sheet.head", nation=nation, date=now.date, points=now.points),
        out.say("purchase.sheet.step", step=f"@purchase.step.{now.step}", left=now.left),
        *(out.words.say(note) for note in now.notes),
    ]
    if now.lacking:
        lines.append(out.say("purchase.cli.lacking", count=now.lacking))
    for by, figure, value in now.proposals:
        lines.append(out.say("purchase.cli.proposal", seat=by, figure=figure, value=value))
    need = table.request()
    if need is not None:
        lines.append(wanted_text(out, need))
    if now.over:
        lines.append(out.say("purchase.cli.over"))
    elif now.waits:
        lines.append(out.say("purchase.cli.waits"))
    return lines


def menu(out: Screen, state: State, seat: str, choices: list[Action]) -> Grid:
    """The legal actions, numbered, each with its price and what it is."""
    grid = Grid.grid(padding=(0, 2))
    for number, action in enumerate(choices, start=1):
        offered = offer(state, seat, action)
        grid.add_row(
            Text(str(number), style="cyan"),
            Text(at_table.typed(action, out.words.language)),
            Text(_cost(out, offered), justify="right"),
            Text(out.tell(offered.says), style="dim"),
        )
    return grid


def _cost(out: Screen, offered: DeskOffer) -> str:
    """The rule whose dice come first, or what it would cost now."""
    return offered.dice or (out.say("purchase.cli.one", total=offered.cost) if offered.cost else "")
