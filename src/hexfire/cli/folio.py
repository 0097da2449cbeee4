"""`hexfire folio …`: play a battle in the terminal, look at scenarios, ask about positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Columns
from rich.text import Text

from hexfire.assist.folio.at_table import (
    BadScenario,
    Position,
    Problem,
    ask,
    check,
    is_scenario,
    load,
    mp,
    odds_typed,
    read_position,
    view,
)
from hexfire.assist.folio.questions import FolioOdds, odds_of
from hexfire.assist.folio.scenarios import builtin, builtin_names
from hexfire.bots.levels import LEAST_SECONDS, MOST_SECONDS
from hexfire.cli import folio_play, folio_review
from hexfire.cli.folio_screen import (
    draw,
    print_odds,
    print_scenario,
    print_units,
    wording,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.games import Folio
from hexfire.play import Table, read_bytes, read_text
from hexfire.rulebook import BadInput, read_whole

Where = Annotated[str, typer.Argument(metavar="SCENARIO", help=text("folio.cli.scenario"))]
Asked = Annotated[str, typer.Argument(metavar="POSITION", help=text("folio.cli.position"))]
Words_ = Annotated[list[str] | None, typer.Argument(help=text("folio.cli.words"))]
Support = Annotated[list[str] | None, typer.Option("--support", help=text("folio.cli.support"))]
Against = Annotated[list[str] | None, typer.Option("--against", help=text("folio.cli.against"))]


def add_to(app: typer.Typer) -> None:
    folio = typer.Typer(help=text("folio.cli.help"), no_args_is_help=True, rich_markup_mode=None)
    folio.callback()(_folio)
    folio.command("list", help=text("folio.cli.list"))(list_scenarios)
    folio.command("show", help=text("folio.cli.show"))(show)
    folio.command("check", help=text("folio.cli.check"))(check_files)
    folio.command("play", help=text("folio.cli.play"))(play)
    folio.command("odds", help=text("folio.cli.odds"))(odds)
    folio.command("ask", help=text("folio.cli.ask"))(ask_position)
    folio.command("review", help=text("review.cli.help"))(folio_review.review)
    app.add_typer(folio, name="folio")


def _folio(lang: Lang = None) -> None:
    """The language may also stand before the command."""


# Scenarios and positions from what a person types


def source_of(name: str) -> Mapping[str, str]:
    """The two texts of one of our scenarios, or of a file; its map lies beside it."""
    if name in builtin_names():
        return builtin(name)
    path = Path(name)
    if path.suffix != ".toml" and not path.is_file():
        raise BadInput("folio.no_scenario", name=name, names=builtin_names())
    return {"toml": read_text(path), "map": read_text(path.with_suffix(".map"))}


def position_of(name: str) -> Position:
    """A position: of a file (TOML, JSON or a game's journal), or a scenario's first one."""
    if name in builtin_names():
        return first_position(builtin(name))
    path = Path(name)
    raw = read_bytes(path)
    if raw.startswith(b'{"hash":'):
        saved = Folio()
        return saved.at(Table.open({"folio": saved}, raw).state)
    words = read_text(path)
    if is_scenario(words):
        return first_position(source_of(name))
    beside = path.parent
    return read_position(words, lambda scenario: source_of(str(beside / scenario)))


def first_position(source: Mapping[str, str]) -> Position:
    game = Folio()
    return game.at(game.setup(source, {}))


def names_scenario(name: str) -> bool:
    """Whether a scenario is meant, and not a position or a saved game."""
    if name in builtin_names():
        return True
    path = Path(name)
    return path.suffix == ".toml" and is_scenario(read_text(path))


# list, show, check


def list_scenarios(json: Json = False, lang: Lang = None) -> None:
    out = screen()
    scenarios = [load(builtin(name)) for name in builtin_names()]
    language = out.words.language
    if out.json:
        out.data(
            [
                {
                    "id": s.id,
                    "name": s.name,
                    "about": s.about,
                    "turns": len(s.turns),
                    "units": len(s.units),
                    "sides": {side.id: side.name for side in s.sides},
                }
                for s in scenarios
            ]
        )
        return
    grid = Columns.grid(padding=(0, 2))
    for s in scenarios:
        size = out.say("folio.cli.size", turns=len(s.turns), units=len(s.units))
        grid.add_row(Text(s.id, style="bold cyan"), Text(s.name[language]), Text(size, style="dim"))
    out.print(grid)


def show(scenario: Where, json: Json = False, lang: Lang = None) -> None:
    out = screen()
    at = position_of(scenario)
    if out.json:
        out.data({"view": view(at, None), "labels": at.scenario.labels})
        return
    draw(out, at)
    print_units(out, at)
    if names_scenario(scenario):
        print_scenario(out, at.scenario)


def check_files(
    file: Annotated[Path, typer.Argument(help=text("folio.cli.file"))],
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    map_file = file.with_suffix(".map")
    problems = check(read_text(file), read_text(map_file))
    files = {"toml": file.name, "map": map_file.name}
    if out.json:
        out.data(
            {
                "ok": not problems,
                "problems": [
                    {
                        "file": files[p.file],
                        "line": p.line,
                        "key": p.message.key,
                        "text": out.words.say(p.message),
                    }
                    for p in problems
                ],
            }
        )
    else:
        print_problems(out, problems, files)
        if not problems:
            s = load({"toml": read_text(file), "map": read_text(map_file)})
            out.print(
                out.say("folio.cli.fine", units=len(s.units), turns=len(s.turns)), markup=False
            )
    raise typer.Exit(2 if problems else 0)


def print_problems(out: Screen, problems: Sequence[Problem], files: Mapping[str, str]) -> None:
    for p in problems:
        out.print(f"{files[p.file]}:{p.line}: {out.words.say(p.message)}", markup=False)


# play


def play(
    scenario: Where,
    bot: Annotated[list[str] | None, typer.Option("--bot", help=text("folio.cli.bot"))] = None,
    typed: Annotated[
        list[str] | None, typer.Option("--typed", help=text("folio.cli.typed"))
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help=text("folio.cli.seed"))] = None,
    save: Annotated[Path | None, typer.Option("--save", help=text("folio.cli.save"))] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help=text("folio.cli.option"))
    ] = None,
    tell: Annotated[bool, typer.Option("--tell", help=text("folio.cli.tell"))] = False,
    think: Annotated[
        int | None,
        typer.Option(
            "--think",
            min=LEAST_SECONDS,
            max=MOST_SECONDS,
            metavar="SECONDS",
            help=text("folio.cli.think"),
        ),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    try:
        folio_play.play(
            out,
            source_of(scenario),
            bots=tuple(bot or ()),
            typed=tuple(typed or ()),
            seed=seed,
            save=save,
            options=dict(_option(text_) for text_ in option or ()),
            telling=tell,
            thinking=think,
        )
    except BadScenario as bad:
        print_problems(out, bad.problems, {"toml": scenario, "map": "map"})
        raise


def _option(text_: str) -> tuple[str, Any]:
    name, equals, value = text_.partition("=")
    if not equals:
        raise BadInput("folio.cli.bad_option", text=text_)
    return name, {"true": True, "false": False}.get(value, value)


# odds, ask


def odds(
    position: Asked,
    action: Annotated[list[str], typer.Argument(help=text("folio.cli.odds_action"))],
    support: Support = None,
    against: Against = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, at = screen(), position_of(position)
    show_odds(out, at, odds_typed(at, " ".join(action), support or (), against or ()))


def show_odds(out: Screen, at: Position, odds: FolioOdds) -> None:
    if out.json:
        out.data(odds_data(odds))
        return
    print_odds(out, at, odds)


def odds_data(odds: FolioOdds) -> dict[str, Any]:
    return {
        "attack": odds.attack.total,
        "defence": odds.defence.total,
        "differential": odds.differential,
        "attack_items": odds.attack.items,
        "defence_items": odds.defence.items,
        "rows": dict(odds.rows),
        "row": odds.row,
        "column": odds.column,
        "odds": {one.result: str(one.exact) for one in odds.odds},
    }


QUESTIONS = {
    "unit": "unit UNIT",
    "reach": "reach UNIT",
    "path": "path UNIT HEX",
    "differential": "differential HEX with UNIT, UNIT",
    "retreats": "retreats UNIT HEXES from UNIT, UNIT",
    "displacements": "displacements UNIT HEX from UNIT, UNIT",
    "advances": "advances HEX-HEX with UNIT, UNIT",
    "markers": "markers [TURN]",
    "barrage": "barrage HEX with MARKER, MARKER",
}


def ask_position(
    position: Asked,
    question: Annotated[str, typer.Argument(help=text("folio.cli.question"))],
    words: Words_ = None,
    support: Support = None,
    against: Against = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out, at = screen(), position_of(position)
    given = words or []
    match question, given:
        case "unit", [unit]:
            _about(out, at, unit)
        case "reach", [unit]:
            _reach(out, at, unit)
        case "path", [unit, hex]:
            _path(out, at, unit, hex)
        case "differential", [hex, "with", *units] if units:
            assessed = ask.attack(at, hex, _list(units), support or (), against or ())
            show_odds(out, at, odds_of(at, *assessed))
        case "barrage", [hex, "with", *markers] if markers:
            show_odds(out, at, odds_of(at, *ask.barrage(at, hex, _list(markers), against or ())))
        case "retreats", [unit, length]:
            _retreats(out, ask.retreats(at, unit, _number(length), None))
        case "retreats", [unit, length, "from", *enemies] if enemies:
            _retreats(out, ask.retreats(at, unit, _number(length), _list(enemies)))
        case "displacements", [unit, hex, "from", *enemies] if enemies:
            _chains(out, ask.displacements(at, unit, hex, _list(enemies)))
        case "advances", [path, "with", *units] if units:
            _advances(out, ask.advance(at, path.split("-"), _list(units)))
        case "markers", []:
            _markers(out, at, None)
        case "markers", [turn]:
            _markers(out, at, _number(turn))
        case _:
            form = QUESTIONS.get(question)
            if form is None:
                known = tuple(QUESTIONS)
                raise BadInput("folio.cli.no_question", text=question, known=known)
            raise BadInput("folio.typed.form", text=" ".join((question, *given)), form=form)


def _list(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for word in words for name in word.replace(",", " ").split())


def _number(text_: str) -> int:
    if (number := read_whole(text_)) is None:
        raise BadInput("folio.cli.not_number", text=text_[:40])
    return number


def _about(out: Screen, at: Position, unit: str) -> None:
    facts = ask.about(at, unit)
    named = {key: value for key, value in facts.designation._asdict().items() if value}
    kind = "mobile" if facts.mobile else "foot"
    if out.json:
        strength = facts.strength._asdict()
        out.data({"unit": unit, "size": facts.size, **named, "class": kind, **strength})
        return
    told = [out.say(f"folio.cli.size.{facts.size}")] if facts.size else []
    told += [out.say(f"folio.cli.number.{key}", number=value) for key, value in named.items()]
    told += [str(facts.strength), out.say(f"folio.cli.{kind}")]
    out.print(out.pair(unit, out.listed(told)), markup=False)


def _reach(out: Screen, at: Position, unit: str) -> None:
    costs = ask.reach(at, unit)
    if out.json:
        out.data({"unit": unit, "hexes": {hex: cost / 2 for hex, cost in costs.items()}})
        return
    allowance = at.strength(ask.find_unit(at, unit)).movement
    out.print(
        out.say("folio.cli.reach", unit=unit, count=len(costs), allowance=allowance), markup=False
    )
    by_cost: dict[int, list[str]] = {}
    for hex, cost in costs.items():
        by_cost.setdefault(cost, []).append(hex)
    for cost, hexes in sorted(by_cost.items()):
        out.print(f"{mp(cost):>5} MP  {' '.join(hexes)}", markup=False)


def _path(out: Screen, at: Position, unit: str, hex: str) -> None:
    way = ask.path(at, unit, hex)
    if out.json:
        out.data({"unit": unit, "path": [{"hex": h, "spent": c / 2} for h, c in way]})
        return
    total = mp(way[-1][1])
    out.print(out.say("folio.cli.path", unit=unit, hex=hex, spent=total), markup=False)
    out.print(" → ".join(f"{h} ({mp(c)})" for h, c in way), markup=False)


def _retreats(out: Screen, paths: Sequence[ask.Path]) -> None:
    if out.json:
        out.data([p._asdict() for p in paths])
        return
    out.print(out.say("folio.cli.retreats", count=len(paths)), markup=False)
    for p in paths:
        pushed = ", ".join(f"{unit}→{to}" for unit, to in p.displaced)
        line = " ".join(p.hexes) or "–"
        line += f"  [{pushed}]" if pushed else ""
        if p.ends != "whole":
            line += "  " + out.say(f"folio.cli.ends.{p.ends}")
        out.print("  " + line, markup=False)


def _chains(out: Screen, chains: Sequence[Sequence[tuple[str, str]]]) -> None:
    if out.json:
        out.data([[{"unit": unit, "to": to} for unit, to in chain] for chain in chains])
        return
    out.print(out.say("folio.cli.chains", count=len(chains)), markup=False)
    for chain in chains:
        out.print("  " + ", ".join(f"{unit} → {to}" for unit, to in chain), markup=False)


def _advances(out: Screen, hexes_of: Mapping[str, Sequence[str]]) -> None:
    if out.json:
        out.data(hexes_of)
        return
    for unit, hexes in hexes_of.items():
        out.print(out.pair(unit, " ".join(hexes) or "–"), markup=False)


def _markers(out: Screen, at: Position, turn: int | None) -> None:
    markers = ask.markers(at, turn)
    if out.json:
        out.data({s: [{"id": m, "plus": p} for m, p in ms] for s, ms in markers.items()})
        return
    words = wording(out, at.scenario)
    for side, ms in markers.items():
        listed = "  ".join(f"{m} +{p}" for m, p in ms) or "–"
        out.print(out.pair(words.say("folio.cli.side", side="@" + side), listed), markup=False)
