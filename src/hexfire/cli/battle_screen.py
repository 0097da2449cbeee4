"""A battle on the terminal: its scenario, its pieces, what a weapon can do."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET
from rich.table import Table as Columns
from rich.text import Text

from hexfire.assist.battle import Chances
from hexfire.assist.battles.at_table import Position, Scenario, batteries_told, pieces_told
from hexfire.assist.battles.reports import Aim, BattleDuel, WhyNot
from hexfire.cli.screen import Screen
from hexfire.lang import Words
from hexfire.rulebook import Message


def wording(out: Screen, scenario: Scenario) -> Words:
    """The reader's words, with the names of the sides among them."""
    language = out.words.language
    sides = {side.name: side.title[language] for side in scenario.sides}
    return Words(language, {**out.words.texts, **sides})


def print_scenario(out: Screen, scenario: Scenario) -> None:
    language = out.words.language
    out.print(Text(scenario.name[language], style="bold"))
    facts = out.say(
        "battle.cli.facts", board=scenario.board, date=scenario.date, turns=scenario.turns
    )
    for line in (facts, scenario.intro[language], scenario.victory.text[language]):
        if line:
            out.print(line, markup=False, soft_wrap=True)


def print_pieces(out: Screen, at: Position, words: Words) -> None:
    """Everything that the reader knows of, side by side."""
    for side in at.scenario.seats:
        out.print(Text(words.texts[side], style="bold"))
        grid = Columns.grid(padding=(0, 2))
        for piece in pieces_told(at, side):
            grid.add_row(
                Text(f"  {piece.id}", style="cyan"),
                Text(piece.name),
                Text(piece.where),
                Text(", ".join(words.say(state) for state in piece.states), style="dim"),
            )
        out.print(grid)
        for battery in batteries_told(at, side):
            out.print(f"  {words.say(battery)}", markup=False)


def told_chances(chances: Chances) -> Message:
    """What a close attack or a Gun Duel may come to, in one sentence."""
    if not isinstance(chances, BattleDuel):
        return Message.of(
            "battle.cli.assault",
            hurt=f"{float(chances.hurt):.1%}",
            killed=f"{float(chances.killed):.1%}",
        )
    report = chances.report
    assert report.odds is not UNSET
    return Message.of(
        "battle.cli.duel",
        vehicle=chances.vehicle,
        defender=chances.defender,
        mine=f"{report.vehicle.duel_total:+d}",
        his=f"{report.defender.duel_total:+d}",
        first=f"@battle.duel.first.{report.first.value}",
        vehicle_out=f"{float(report.odds.vehicle_out):.1%}",
        defender_out=f"{float(report.odds.defender_out):.1%}",
    )


def refused(out: Screen, why_not: WhyNot) -> str:
    """Why not, beginning with the rule."""
    says = out.tell(why_not.says)
    return out.pair(why_not.rule, says) if why_not.rule else says


def print_aims(out: Screen, aims: Iterable[Aim]) -> None:
    """The targets of a weapon: chances, or why not."""
    grid = Columns.grid(padding=(0, 2))
    for one in aims:
        if one.why_not is not None:
            grid.add_row(one.target, Text(refused(out, one.why_not), style="dim"))
            continue
        hit = "–" if one.hit is None else f"{float(one.hit):.1%}"
        sentence = out.say(
            "battle.cli.prospect",
            range=one.range or 0,
            hit=hit,
            hurt=f"{float(one.hurt):.1%}",
            killed=f"{float(one.killed):.1%}",
        )
        grid.add_row(Text(one.target, style="bold"), f"{sentence}   {one.order}")
    out.print(grid)
