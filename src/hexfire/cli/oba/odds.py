"""`hexfire oba odds`: what may come of a mission, and the options of the moment side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from hexfire.assist.artillery.mission import the_battery
from hexfire.assist.artillery.odds import Chances, MissionOdds, mission_odds
from hexfire.assist.artillery.records import BEFORE_PLAY, IDLE, Given, Mission, load
from hexfire.cli.oba.given import Board, Fact, FactsFile, File, Name, facts_of, looking_of
from hexfire.cli.screen import Json, Lang, Screen, percent, screen, text

_BETWEEN = (IDLE, BEFORE_PLAY)


def odds_command(
    file: File,
    target: Annotated[str, typer.Argument(help=text("artillery.cli.target"))],
    name: Name = None,
    facts: FactsFile = None,
    fact: Fact = None,
    situation: Board = None,
    phases: Annotated[int | None, typer.Option(help=text("artillery.cli.phases"))] = None,
    mission: Annotated[Mission, typer.Option(help=text("artillery.cli.mission"))] = Mission.HE,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, record = screen(), load(file)
    battery = the_battery(record, name)
    given = facts_of(facts, fact, battery)
    seen = looking_of(record, battery, Given({}), situation)
    asked = 6 if phases is None else phases
    odds = mission_odds(record, battery, target, seen, given.all, mission, asked)
    print_odds(out, odds, target, phases)


def print_odds(out: Screen, odds: MissionOdds, target: str, phases: int | None = None) -> None:
    """The usual plan, then the options of the moment side by side."""
    if out.json:
        out.data(_flat(odds))
        return
    later = odds.now in _BETWEEN
    _odds_table(out, {out.say("artillery.cli.plan"): odds.plan}, target, phases, later)
    if odds.alternatives:
        key = "options_now" if odds.node == odds.now else "options_with_contact"
        out.print(Text(out.say(f"artillery.cli.{key}"), style="bold"))
        rows = {
            out.say(f"artillery.edge.{odds.node}.{option}"): chances
            for option, chances in odds.alternatives.items()
        }
        _odds_table(out, rows, target, phases, False)
    inside = percent(odds.target_in_blast_area)
    out.print(out.say("artillery.cli.error_line", mean=f"{float(odds.expected_error):.2f}",
                      inside=inside, hex=target))  # fmt: skip
    if odds.assumed:
        out.print(Text(out.say("artillery.cli.assumed"), style="dim"))
    out.print(Text(out.say("artillery.cli.policy"), style="dim"))


def _flat(odds: MissionOdds) -> dict[str, object]:
    """The plan's chances beside the rest, as programs have always read them."""
    plain = {name: getattr(odds, name) for name in odds.__struct_fields__}
    plan = {name: getattr(odds.plan, name) for name in odds.plan.__struct_fields__}
    return {**plan, **{k: v for k, v in plain.items() if k not in ("plan", "now", "assumed")}}


def _odds_table(
    out: Screen, rows: dict[str, Chances], target: str, phases: int | None, later: bool
) -> None:
    """`later`: this phase is not the owner's, so the first figure is about his next."""
    wide = any(chances.round is not None for chances in rows.values())
    columns: list[tuple[str, Callable[[Chances], str]]] = [
        ("coming_phase" if later else "this_phase", lambda c: percent(c.ffe_by_phase[0])),
        ("target_now", lambda c: percent(c.on_target_by_phase[0])),
        ("next_phase", lambda c: percent(c.ffe_by_phase[1]) if len(c.ffe_by_phase) > 1 else "–"),
        ("at_all", lambda c: percent(c.ffe_at_all)),
        ("on_target", lambda c: percent(c.on_target_at_all)),
    ]
    if phases is not None:
        columns.insert(3, ("within", lambda c: percent(c.ffe_within)))
    if wide:
        columns.append(("round_error", _error))
    table = Grid(box=None, pad_edge=False)
    table.add_column("", max_width=40)
    for key, _ in columns:
        heading = out.say(f"artillery.cli.{key}", phases=phases or 0, hex=target)
        table.add_column(heading, justify="right")
    for label, chances in rows.items():
        table.add_row(label, *(cell(chances) for _, cell in columns))
    out.print(table)


def _error(chances: Chances) -> str:
    round = chances.round
    return f"{float(round.expected_error):.2f}" if round is not None else "–"
