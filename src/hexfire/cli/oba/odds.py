"""`hexfire oba odds`: what may come of a mission, and the options of the moment side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from hexfire.asl.artillery import odds
from hexfire.asl.artillery.battery import Kind, Mission, accuracy_number
from hexfire.asl.artillery.engine import IDLE
from hexfire.asl.artillery.impact import Aim
from hexfire.asl.artillery.record import Record, load
from hexfire.asl.artillery.state import State
from hexfire.asl.eyes import Question, Wants
from hexfire.cli.oba.given import (
    Board,
    Fact,
    FactsFile,
    File,
    Name,
    board_eyes,
    facts_of,
    the_battery,
)
from hexfire.cli.oba.saying import percent
from hexfire.cli.screen import Json, Lang, Screen, screen, text

_BETWEEN = (IDLE, "before_play")


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
    # What nobody says is taken as favourable: everything seen, nothing in the way.
    assumed = {} if situation is not None else odds.FAVOURABLE
    plan = odds.Plan(
        record.setup, battery, record.setup.hex(target), {**assumed, **given.all}, mission,
        board_eyes(record, battery, situation) if situation is not None else None,
    )  # fmt: skip
    state = record.table.states[record.setup.index(battery)]
    asked = 6 if phases is None else phases
    whole = odds.mission_odds(plan, record.table, asked)
    node = odds.at_decision(plan, record.table).states[0].node
    others = odds.alternatives(plan, record.table, asked)
    shot = _aim(record, battery, state, plan)
    if out.json:
        out.data(_data(record, plan, shot, whole, others))
        return
    _odds_table(out, {out.say("artillery.cli.plan"): whole}, target, phases, state.node in _BETWEEN)
    if others:
        key = "options_now" if node == state.node else "options_with_contact"
        out.print(Text(out.say(f"artillery.cli.{key}"), style="bold"))
        rows = {out.say(f"artillery.edge.{node}.{o}"): c for o, c in others.items()}
        _odds_table(out, rows, target, phases, False)
    error, inside = odds.expected_error(shot), odds.chance_in_area(shot, plan.target, plan.radius)
    out.print(out.say("artillery.cli.error_line", mean=f"{float(error):.2f}",
                      inside=percent(inside), hex=target))  # fmt: skip
    if set(plan.facts) - set(given.all):
        out.print(Text(out.say("artillery.cli.assumed"), style="dim"))
    out.print(Text(out.say("artillery.cli.policy"), style="dim"))


def _data(
    record: Record,
    plan: odds.Plan,
    shot: Aim,
    whole: odds.Chances,
    others: Mapping[str, odds.Chances],
) -> dict[str, Any]:
    return {
        "battery": plan.name,
        "target": record.setup.label(plan.target),
        "facts": plan.facts,
        **_chances(whole),
        "expected_error": str(odds.expected_error(shot)),
        "target_in_blast_area": str(odds.chance_in_area(shot, plan.target, plan.radius)),
        "landing": {record.setup.label(i.hex): str(p) for i, p in odds.impact_odds(shot).items()},
        "alternatives": {option: _chances(chances) for option, chances in others.items()},
    }


def _chances(chances: odds.Chances) -> dict[str, Any]:
    """Fractions as text: programs may want them whole."""
    found: dict[str, Any] = {
        "ffe_by_phase": [str(p) for p in chances.ffe],
        "on_target_by_phase": [str(p) for p in chances.on_target],
        "ffe_within": str(chances.within),
        "ffe_at_all": str(chances.ever),
        "on_target_at_all": str(chances.ever_on_target),
        "round": None,
    }
    if chances.round is not None:
        found["round"] = {
            "fired": str(chances.round.fired),
            "expected_error": str(chances.round.error),
            "target_in_blast_area": str(chances.round.holds_target),
        }
    return found


def _aim(record: Record, battery: str, state: State, plan: odds.Plan) -> Aim:
    """A round at the target now: a correction, if an SR or FFE lies elsewhere on the board."""
    given = record.setup.battery(battery)
    start = state.marker.hex if state.marker and state.marker.hex != plan.target else None
    about = (("battery", battery), ("observer", state.observer))
    label = record.setup.label(plan.target)
    question = Question("artillery.ask.hindrance", "C1.62", label, Wants.NUMBER, about)
    registered = any(record.setup.hex(h) == plan.target for h in given.preregistered)
    return Aim(
        target=plan.target, limit=accuracy_number(given), start=start,
        hindrance=plan.eyes.number(question), converting=start is not None,
        preregistered=registered, rockets=given.kind is Kind.ROCKETS,
    )  # fmt: skip


def _odds_table(
    out: Screen, rows: dict[str, odds.Chances], target: str, phases: int | None, later: bool
) -> None:
    """`later`: this phase is not the owner's, so the first figure is about his next."""
    wide = any(chances.round is not None for chances in rows.values())
    columns: list[tuple[str, Callable[[odds.Chances], str]]] = [
        ("coming_phase" if later else "this_phase", lambda c: percent(c.ffe[0])),
        ("target_now", lambda c: percent(c.on_target[0])),
        ("next_phase", lambda c: percent(c.ffe[1]) if len(c.ffe) > 1 else "–"),
        ("at_all", lambda c: percent(c.ever)),
        ("on_target", lambda c: percent(c.ever_on_target)),
    ]
    if phases is not None:
        columns.insert(3, ("within", lambda c: percent(c.within)))
    if wide:
        columns.append(("round_error", lambda c: f"{float(c.round.error):.2f}" if c.round else "–"))
    table = Grid(box=None, pad_edge=False)
    table.add_column("", max_width=40)
    for key, _ in columns:
        said = out.say(f"artillery.cli.{key}", phases=phases or 0, hex=target)
        table.add_column(said, justify="right")
    for label, chances in rows.items():
        table.add_row(label, *(cell(chances) for _, cell in columns))
    out.print(table)
