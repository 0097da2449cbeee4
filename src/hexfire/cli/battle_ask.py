"""`hexfire battle ask threat|danger|hide`: maps and paths in the terminal."""

from __future__ import annotations

from fractions import Fraction

from rich.table import Table as Columns
from rich.text import Text

from hexfire.assist.asking import Danger, Hiding, MapAnswer, ThreatMap
from hexfire.assist.battles.at_table import Position
from hexfire.cli.screen import Screen

CELL = 4
"""Characters of a hex on the map."""


def print_answer(out: Screen, at: Position, answer: MapAnswer) -> None:
    match answer:
        case ThreatMap():
            _threat(out, at, answer)
        case Danger():
            _danger(out, answer)
        case Hiding():
            _hiding(out, answer)


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"


def _threat(out: Screen, at: Position, threat: ThreatMap) -> None:
    """The board in rows, the chance to be killed in per cent; then the worst hexes in full."""
    out.print(
        out.say("asking.threat_of", weapons=threat.weapons or ("–",), unit=threat.unit),
        markup=False,
    )
    by_hex = {one.hex: one for one in threat.hexes}
    rows: dict[int, dict[int, str]] = {}
    heads: dict[int, str] = {}
    for hex in at.grid:
        label, column = at.grid.label(hex), at.grid.column_row(hex)[0]
        name = label.rstrip("0123456789")
        heads.setdefault(column, name[-2:])
        one = by_hex.get(label)
        cell = f"{float(one.killed) * 100:.0f}" if one else "·"
        rows.setdefault(int(label[len(name) :]), {})[column] = cell
    out.print("    " + "".join(f"{heads[c]:>{CELL}}" for c in heads), markup=False, width=400)
    for row in sorted(rows):
        cells = "".join(f"{rows[row].get(column, ''):>{CELL}}" for column in heads)
        out.print(f"{row:>3} {cells}", markup=False, width=400)
    grid = Columns.grid(padding=(0, 2))
    worst = sorted(threat.hexes, key=lambda one: (-one.killed, -one.hit, one.hex))
    for one in worst[:10]:
        sentence = out.say(
            "asking.threat_line",
            weapons=one.weapons,
            hit=_percent(one.hit),
            hurt=_percent(one.hurt),
            killed=_percent(one.killed),
        )
        grid.add_row(Text(one.hex, style="bold"), sentence)
    out.print(grid)


def _danger(out: Screen, danger: Danger) -> None:
    grid = Columns.grid(padding=(0, 2))
    for step in danger.steps:
        sentence = out.say(
            "asking.so_far", alive=_percent(step.alive), whole=_percent(step.unharmed)
        )
        shot = f"{step.shot} ({_percent(step.killed)})" if step.shot else "–"
        grid.add_row(step.action, Text(step.hex, style="bold"), Text(shot), Text(sentence))
    out.print(grid)
    out.print(
        out.say(
            "asking.danger",
            unit=danger.unit,
            alive=_percent(danger.alive),
            whole=_percent(danger.unharmed),
        ),
        style="bold",
        markup=False,
    )


def _hiding(out: Screen, hiding: Hiding) -> None:
    grid = Columns.grid(padding=(0, 2))
    for place in hiding.places:
        sentence = out.say(
            "asking.place",
            covers=f"{len(place.covers)}/{len(hiding.wanted)}",
            seen=place.seen_from,
            tem=f"{place.tem:+d}",
            facing=place.facing,
        )
        grid.add_row(Text(place.hex, style="bold"), sentence, ", ".join(place.covers))
    out.print(grid)
    if not hiding.places:
        out.print(out.say("asking.nowhere", gun=hiding.gun), markup=False)
