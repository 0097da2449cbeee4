"""`hexfire battle …`: check and look at scenarios, ask about a table, play in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from hexfire.assist.asking import MAPPED, map_answer
from hexfire.assist.battle import Chances, fight_report, mission_report
from hexfire.assist.battles.at_table import (
    State,
    battery_owner,
    check,
    owner_of,
    reach,
    sandbox,
    shot_typed,
)
from hexfire.assist.battles.questions import targets
from hexfire.assist.battles.reports import Aim, BattleDuel
from hexfire.assist.battles.scenarios import builtin, builtin_names
from hexfire.assist.openings import in_phase, opened_file
from hexfire.cli import battle_play
from hexfire.cli.battle_ask import print_answer
from hexfire.cli.battle_screen import (
    print_aims,
    print_pieces,
    print_scenario,
    refused,
    told_chances,
    wording,
)
from hexfire.cli.duel_page import DuelPage
from hexfire.cli.oba.odds import print_odds
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.cli.shot import Counters, Sides, given_of, page_of
from hexfire.games import Battle
from hexfire.play import Table, read_bytes, read_text
from hexfire.rulebook import BadInput

Where = Annotated[str, typer.Argument(metavar="SCENARIO", help=text("battle.cli.scenario"))]
Asked = Annotated[str, typer.Argument(metavar="TABLE", help=text("battle.cli.table"))]
Words_ = Annotated[list[str], typer.Argument(help=text("battle.cli.words"))]
Seat = Annotated[str | None, typer.Option("--seat", help=text("battle.cli.seat"))]


def add_to(app: typer.Typer) -> None:
    battle = typer.Typer(help=text("battle.cli.help"), no_args_is_help=True, rich_markup_mode=None)
    battle.callback()(_battle)
    battle.command("list", help=text("battle.cli.list"))(list_scenarios)
    battle.command("check", help=text("battle.cli.check"))(check_file)
    battle.command("show", help=text("battle.cli.show"))(show)
    battle.command("ask", help=text("battle.cli.ask"))(ask_table)
    battle.command("play", help=text("battle.cli.play"))(play)
    app.add_typer(battle, name="battle")


def _battle(lang: Lang = None) -> None:
    """The language may also stand before the command."""


def source_of(name: str) -> Mapping[str, str]:
    """The text of one of our scenarios, or of a file."""
    if name in builtin_names():
        return {"toml": builtin(name)}
    path = Path(name)
    if not path.is_file():
        raise BadInput("battle.scenario.no_builtin", name=name, known=builtin_names())
    return {"toml": read_text(path)}


def table_of(name: str) -> tuple[Battle, State]:
    """A table: a saved game, or a scenario's first position."""
    game = Battle()
    path = Path(name)
    if name not in builtin_names() and path.is_file():
        raw = read_bytes(path)
        if raw.startswith(b'{"hash":'):
            return game, Table.open({"battle": game}, raw).state
    return game, game.setup(source_of(name), {})


def list_scenarios(json: Json = False, lang: Lang = None) -> None:
    out, game = screen(), Battle()
    scenarios = [game.learn(name).scenario for name in builtin_names()]
    if out.json:
        out.data(
            [{"id": s.id, "name": s.name, "turns": s.turns, "intro": s.intro} for s in scenarios]
        )
        return
    for scenario in scenarios:
        out.print(f"{scenario.id}  {scenario.name[out.words.language]}", markup=False)


def check_file(scenario: Where, json: Json = False, lang: Lang = None) -> None:
    out = screen()
    problems = check(source_of(scenario)["toml"])
    if out.json:
        shown = [{"line": p.line, "why": out.words.say(p.message)} for p in problems]
        out.data({"scenario": scenario, "problems": shown})
    elif not problems:
        out.print(out.say("battle.scenario.good", name=scenario), markup=False)
    else:
        for problem in problems:
            why = out.words.say(problem.message)
            out.print(out.say("battle.scenario.line", line=problem.line, why=why), markup=False)
    if problems:
        raise typer.Exit(2)


def show(table: Asked, seat: Seat = None, json: Json = False, lang: Lang = None) -> None:
    out = screen()
    game, state = table_of(table)
    _known_seat(game, state, seat)
    if out.json:
        out.data(game.view(state, seat))
        return
    print_scenario(out, game.memo(state).scenario)
    print_pieces(out, game.seen(state, seat), wording(out, game.memo(state).scenario))


def _known_seat(game: Battle, state: State, seat: str | None) -> None:
    if seat is not None and seat not in game.seats(state):
        raise BadInput("core.play.not_seat", seat=seat, seats=game.seats(state))


def ask_table(
    table: Asked,
    words: Words_,
    seat: Seat = None,
    phase: Annotated[str | None, typer.Option(help=text("battle.cli.phase"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """`targets`, `shot`, `assault`, `duel`, `mission`, `reach`, `threat`, `danger`, `hide`."""
    out = screen()
    game, state = table_of(table)
    _known_seat(game, state, seat)
    if phase is not None:
        state = in_phase(game, state, phase)
    question, *rest = words
    if question in MAPPED:
        found_map = map_answer(game, state, words, seat)
        if out.json:
            out.data(found_map)
        else:
            print_answer(out, game.seen(state, seat), found_map)
        return
    if question == "mission" and len(rest) == 2:
        _ask_mission(out, game, state, seat, *rest)
        return
    owner = seat or owner_of(game.at(state), (rest or [""])[0])
    at = game.seen(state, owner)
    match question, rest:
        case "targets", [weapon]:
            aims = targets(at, weapon, owner).aims
            if out.json:
                out.data([_plain(one, out) for one in aims])
            else:
                print_aims(out, aims)
        case "shot", [_, *_]:
            report = shot_typed(at, rest, owner)
            if out.json:
                out.data(report)
            else:
                page_of(out, report).show()
        case "assault" | "duel", [_, *_]:
            _chances(out, fight_report(at, " ".join(words), owner))
        case "reach", [unit]:
            reached = reach(at, unit, owner)
            if out.json:
                out.data(reached)
            else:
                line = "  ".join(f"{hex} ({mf:g})" for hex, mf in reached.items())
                out.print(line, markup=False)
        case _:
            raise BadInput("battle.ask.questions", text=" ".join(words))


def _chances(out: Screen, chances: Chances) -> None:
    if out.json:
        out.data(chances)
    else:
        out.print(out.words.say(told_chances(chances)), markup=False)
        if isinstance(chances, BattleDuel):
            DuelPage(out, chances.report).show()


def _ask_mission(
    out: Screen, game: Battle, state: State, seat: str | None, battery: str, target: str
) -> None:
    """`mission BATTERY HEX`: what may come of it, by what its owner knows."""
    owner = seat or battery_owner(state, battery)
    odds = mission_report(game.seen(state, owner), battery, target, owner)
    print_odds(out, odds, odds.target)


def _plain(one: Aim, out: Screen) -> dict[str, Any]:
    return {
        "target": one.target,
        "order": one.order,
        "range": one.range,
        "hit": None if one.hit is None else str(one.hit),
        "hurt": str(one.hurt),
        "killed": str(one.killed),
        "refused": one.why_not.rule if one.why_not else None,
        "why": refused(out, one.why_not) if one.why_not else None,
    }


def play(
    scenario: Annotated[
        str | None, typer.Argument(metavar="SCENARIO", help=text("battle.cli.scenario"))
    ] = None,
    situation: Annotated[
        Path | None, typer.Option("--situation", "--vasl", help=text("opening.cli.situation"))
    ] = None,
    board: Annotated[str | None, typer.Option("--board", help=text("opening.cli.board"))] = None,
    date: Annotated[str | None, typer.Option(help=text("opening.cli.date"))] = None,
    sides: Sides = None,
    counters: Counters = None,
    typed_by: Annotated[
        list[str] | None, typer.Option("--typed", help=text("battle.cli.typed"))
    ] = None,
    seed: Annotated[int | None, typer.Option(help=text("battle.cli.seed"))] = None,
    save: Annotated[Path | None, typer.Option(help=text("battle.cli.save"))] = None,
    lang: Lang = None,
) -> None:
    if sum(one is not None for one in (scenario, situation, board)) != 1:
        raise BadInput("opening.cli.one")
    source: Mapping[str, Any]
    if scenario is not None:
        source = source_of(scenario)
    else:
        given = given_of(date, counters, sides)
        opened = opened_file(situation, given) if situation else sandbox(board or "", (), given)
        for one in opened.told:
            screen().print("· " + screen().words.say(one), style="dim", markup=False)
        source = {"data": opened.data}
    battle_play.play(screen(), source, typed_by=tuple(typed_by or ()), seed=seed, save=save)
