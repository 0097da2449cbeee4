"""How a Folio position looks in the terminal: map, units, tables, odds."""

from __future__ import annotations

from rich.table import Table as Columns
from rich.text import Text

from hexfire.cli.screen import Screen, text
from hexfire.cli.screen import percent as shown
from hexfire.dice import Odds
from hexfire.folio import support, victory
from hexfire.folio.board import Position
from hexfire.folio.combat import RESULTS, ROW_OF_THE_DEFENDER, Assessment
from hexfire.folio.names import texts
from hexfire.folio.picture import WIDTH, Piece, picture
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Phase
from hexfire.lang import Words
from hexfire.rulebook import Tally


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
    words, state, scenario = wording(out, at.scenario), at.state, at.scenario
    if state.phase is not Phase.SETUP:
        out.print(
            words.say(
                "folio.cli.status",
                turn=state.turn,
                turns=len(scenario.turns),
                side=f"@{scenario.seats[state.player]}",
                phase=f"@folio.phase.{state.phase.name.lower()}",
            ),
            style="bold",
            markup=False,
        )
    for rule in scenario.now.conditions:
        name = rule.name[words.language]
        out.print(words.say("folio.cli.condition", number=rule.id, name=name), markup=False)
    for side, seat in enumerate(scenario.seats):
        markers = [scenario.markers[m] for m in support.markers_of(state.hands[side])]
        out.print(
            words.say(
                "folio.cli.side_status",
                side=f"@{seat}",
                points=victory.score(scenario, state, side).total,
                markers=" ".join(f"{m.id}+{m.plus}" for m in markers) or "–",
            ),
            markup=False,
        )
    for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True):
        out.print(
            words.say(
                "folio.cli.held",
                hex=at.label(objective.hex),
                name=objective.name[words.language],
                points=max(objective.points),
                holder=f"@{scenario.seats[holder]}" if holder >= 0 else "–",
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
    for i, unit in enumerate(scenario.units):
        hex = at.state.places[i]
        if hex >= 0:
            where = at.label(hex)
        elif hex == -1 and unit.turn:
            where = words.say("folio.cli.arrives", turn=unit.turn)
        elif hex == -1 and unit.setup:
            where = "/".join(at.label(choice) for choice in unit.setup[:3])
            where += "…" if len(unit.setup) > 3 else ""
        else:
            where = words.say(f"folio.cli.off.{-hex}")
        marks = [words.say("folio.cli.mobile" if unit.mobile else "folio.cli.foot")]
        marks += [
            words.say(f"folio.cli.{flag}")
            for flag in ("special_forces", "amphibious")
            if getattr(unit, flag)
        ]
        face = str(at.strength(i))
        if at.state.reduced >> i & 1:
            face += " " + words.say("folio.cli.reduced")
        elif unit.back is not None:
            face += f" / {unit.back}"
        side = scenario.sides[unit.side]
        table.add_row(
            Text(unit.id, style=f"bold {side.colour}"),
            side.name[words.language],
            where,
            face,
            ", ".join(marks),
            unit.name[words.language] if unit.name[words.language] != unit.id else "",
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
                "folio.cli.objective",
                hex=scenario.labels[objective.hex],
                name=objective.name[language],
                a=objective.points[0],
                b=objective.points[1],
            ),
            markup=False,
        )
    for note in scenario.notes:
        out.print("· " + note[language], markup=False)
    for source in scenario.sources:
        out.print(words.say("folio.cli.source", text=source), style="dim", markup=False)


def _range(low: int, high: int) -> str:
    if low <= -90:
        return f"≤{high:+d}"
    if high >= 90:
        return f"≥{low:+d}"
    return f"{low:+d}" if low == high else f"{low:+d}…{high:+d}"


def print_assessment(out: Screen, at: Position, assessed: Assessment, chances: Odds[str]) -> None:
    """The odds first, then both sides of the differential line by line, each with its rule."""
    words = wording(out, at.scenario)
    line = "  ".join(f"{r} {percent(chances, r)}" for r in RESULTS if r in chances)
    out.print(Text(line, style="bold"))
    out.print(
        words.say(
            "folio.cli.differential",
            differential=f"{assessed.differential:+d}",
            attack=assessed.attack.total,
            defence=assessed.defence.total,
        ),
        markup=False,
    )
    grid = Columns.grid(padding=(0, 2))
    for key, tally in (
        ("folio.cli.attack", assessed.attack),
        ("folio.cli.defence", assessed.defence),
    ):
        grid.add_row(Text(words.say(key), style="bold"), "", "", "")
        _tally(words, grid, tally)
    for row, column in assessed.rows:
        chosen = "◀" if (row, column) == (assessed.row, assessed.column) else ""
        name = words.say("folio.cli.row_column", row=f"@row.{row}", column=column + 1)
        grid.add_row("", name, Text(ROW_OF_THE_DEFENDER, style="cyan"), chosen)
    out.print(grid)


def _tally(words: Words, grid: Columns, tally: Tally) -> None:
    for item in tally.items:
        name = words.name(item)
        if item.why is not None:
            name += f": {words.say(item.why)}"
        grid.add_row(f"{item.value:+d}", Text(name), Text(item.rule, style="cyan"), "")


def percent(chances: Odds[str], result: str) -> str:
    """A chance for the eye, and the exact fraction."""
    p = chances[result]
    return text("core.chance", percent=shown(p), exact=str(p))
