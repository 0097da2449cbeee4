"""How a Folio position looks in the terminal: map, units, tables, odds."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table as Columns
from rich.text import Text

from hexfire.assist.folio.at_table import (
    ROW_OF_THE_DEFENDER,
    WIDTH,
    Piece,
    Position,
    Scenario,
    picture,
    texts,
    units_told,
    view,
    winning,
)
from hexfire.assist.folio.questions import FolioOdds, ResultOdds, Total
from hexfire.cli.screen import Screen, text
from hexfire.cli.screen import percent as shown
from hexfire.lang import Words


def wording(out: Screen, scenario: Scenario) -> Words:
    """The reader's words, with the scenario's own names among them."""
    words = out.words
    return Words(words.language, {**words.texts, **texts(scenario, words.language)})


def draw(out: Screen, at: Position) -> None:
    """The map; in several strips if the screen is too narrow for it."""
    columns = at.scenario.ground.grid.columns
    fit = max(6, (out.console.width - 4) // (WIDTH + 1))
    for first in range(0, columns, fit):
        for line in picture(at, range(first, min(columns, first + fit))):
            out.print(Text.assemble(*(_piece(at, piece) for piece in line)), no_wrap=True)


def _piece(at: Position, piece: Piece) -> tuple[str, str]:
    style = f"on {piece.ground}" if piece.ground else ""
    if piece.side is not None:
        style = f"bold white on {at.scenario.sides[piece.side].colour}"
    elif piece.ground:
        style = f"{'grey50' if piece.dim else 'black'} on {piece.ground}"
    elif piece.dim:
        style = "dim"
    return piece.text, style + (" underline" if piece.underlined else "")


def print_status(out: Screen, at: Position) -> None:
    """Turn, phase, markers and points on a few lines."""
    words, scenario = wording(out, at.scenario), at.scenario
    seen = view(at, None)
    if seen["phase"] != "setup":
        out.print(
            words.say(
                "folio.cli.status",
                turn=seen["turn"],
                turns=seen["turns"],
                side=f"@{seen['player']}",
                phase=f"@folio.phase.{seen['phase']}",
            ),
            style="bold",
            markup=False,
        )
    for rule in seen["exclusive"]["conditions"] if "exclusive" in seen else ():
        name = rule["name"][words.language]
        out.print(words.say("folio.cli.condition", number=rule["rule"], name=name), markup=False)
    for seat in scenario.seats:
        markers = view(at, seat)["markers"][seat]
        assert not isinstance(markers, int), "one's own markers are never only counted"
        out.print(
            words.say(
                "folio.cli.side_status",
                side=f"@{seat}",
                points=seen["points"][seat],
                markers=" ".join(f"{m['id']}+{m['plus']}" for m in markers) or "–",
            ),
            markup=False,
        )
    for objective, held in zip(scenario.victory.objectives, seen["objectives"], strict=True):
        out.print(
            words.say(
                "folio.cli.held",
                hex=held["hex"],
                name=objective.name[words.language],
                points=max(held["points"].values()),
                holder=f"@{held['holder']}" if held["holder"] else "–",
            ),
            style="dim",
            markup=False,
        )


def print_units(out: Screen, at: Position) -> None:
    """Every unit: where it stands and what it is worth."""
    words, scenario = wording(out, at.scenario), at.scenario
    table = Columns(box=None, pad_edge=False)
    for key in ("unit", "side_head", "hex", "strength", "class", "name"):
        table.add_column(words.say(f"folio.cli.{key}"))
    for unit in units_told(at):
        side, name = scenario.sides[unit.side], unit.name[words.language]
        reduced = " " + words.say("folio.cli.reduced") if unit.reduced else ""
        table.add_row(
            Text(unit.id, style=f"bold {side.colour}"),
            side.name[words.language],
            words.say(unit.where),
            unit.strength + reduced,
            ", ".join(words.say(mark) for mark in unit.marks),
            name if name != unit.id else "",
        )
    out.print(table)


def print_scenario(out: Screen, scenario: Scenario) -> None:
    """What a scenario is about, its tables, its way to victory."""
    words = wording(out, scenario)
    language = words.language
    out.print(Text(scenario.name[language], style="bold"))
    out.print(scenario.about[language], markup=False)
    table = Columns(box=None, pad_edge=False)
    table.add_column(words.say("folio.cli.row"))
    for _ in range(scenario.crt.columns):
        table.add_column("", justify="right")
    for row, ranges in scenario.crt.rows.items():
        name = words.texts.get(f"row.{row}", row)
        table.add_row(name, *(_range(low, high) for low, high in ranges))
    for roll, results in scenario.crt.results.items():
        table.add_row(Text(str(roll), style="dim"), *(Text(r, style="bold") for r in results))
    out.print(table)
    track = "  ".join(
        f"{n}: {space.support[0]}/{space.support[1]}"
        for n, space in enumerate(scenario.turns, start=1)
    )
    out.print(words.say("folio.cli.track", track=track), markup=False)
    for objective in scenario.victory.objectives:
        out.print(
            words.say(
                "folio.cli.objective_each_turn" if objective.each_turn else "folio.cli.objective",
                hex=scenario.labels[objective.hex],
                name=objective.name[language],
                a=objective.points[0],
                b=objective.points[1],
            ),
            markup=False,
        )
    for line in _won(words, scenario):
        out.print(line, markup=False)
    for note in scenario.notes:
        out.print("· " + note[language], markup=False)
    for source in scenario.sources:
        out.print(words.say("folio.cli.source", text=source), style="dim", markup=False)


def _won(words: Words, scenario: Scenario) -> Iterator[str]:
    """What else gives points, what ends the game before its time, what the points lead to."""
    for source in winning.sources(scenario):
        yield words.say(source)
    for number, way in enumerate(scenario.victory.sudden):
        yield words.say(
            "folio.win.suddenly",
            when=words.say(winning.suddenly(scenario, number)),
            conditions=words.say("folio.win.and").join(
                words.say(one) for one in winning.conditions(scenario, way)
            ),
        )
    for number, level in enumerate(scenario.victory.levels):
        needed = words.say(winning.needed(level))
        yield words.say("folio.win.level", name=f"@level.{number}", needed=needed)


def _range(low: int, high: int) -> str:
    if low <= -90:
        return f"≤{high:+d}"
    if high >= 90:
        return f"≥{low:+d}"
    return f"{low:+d}" if low == high else f"{low:+d}…{high:+d}"


def print_odds(out: Screen, at: Position, odds: FolioOdds) -> None:
    """The odds first, then both sides of the differential line by line, each with its rule."""
    words = wording(out, at.scenario)
    out.print(Text("  ".join(f"{one.result} {percent(one)}" for one in odds.odds), style="bold"))
    out.print(
        words.say(
            "folio.cli.differential",
            differential=f"{odds.differential:+d}",
            attack=odds.attack.total,
            defence=odds.defence.total,
        ),
        markup=False,
    )
    grid = Columns.grid(padding=(0, 2))
    for key, tally in (("folio.cli.attack", odds.attack), ("folio.cli.defence", odds.defence)):
        grid.add_row(Text(words.say(key), style="bold"), "", "", "")
        _tally(words, grid, tally)
    for row, column in odds.rows:
        chosen = "◀" if (row, column) == (odds.row, odds.column) else ""
        name = words.say("folio.cli.row_column", row=f"@row.{row}", column=column + 1)
        grid.add_row("", name, Text(ROW_OF_THE_DEFENDER, style="cyan"), chosen)
    out.print(grid)


def _tally(words: Words, grid: Columns, tally: Total) -> None:
    for item in tally.items:
        name = words.name(item)
        if item.why is not None:
            name += f": {words.say(item.why)}"
        grid.add_row(f"{item.value:+d}", Text(name), Text(item.rule, style="cyan"), "")


def percent(one: ResultOdds) -> str:
    """A chance for the eye, and the exact fraction."""
    return text("core.chance", percent=shown(one.exact), exact=str(one.exact))
