"""The map as lines of text: for the terminal, and wherever plain text must do.

A hex is two lines high; every second column lies one line lower. Each line of a hex begins with
the sign of the hexside to its left (~ river, : minefield …); a hexside below it underlines it.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfire.folio.board import Position
from hexfire.folio.scenario import Scenario
from hexfire.folio.stacking import stack_of
from hexfire.hexes import Grid, Orientation, Shift

WIDTH = 4
"""Characters in a hex, besides the one for its left side."""


class Piece(NamedTuple):
    """A few characters of a line with their look."""

    text: str
    ground: str = ""
    """The colour of the terrain; empty outside the map."""
    side: int | None = None
    """Whose unit it is."""
    underlined: bool = False
    dim: bool = False


def signs(scenario: Scenario) -> dict[int, str]:
    """The sign of each kind of hexside."""
    signs = {}
    for i, kind in enumerate(scenario.hexsides):
        if kind.minefield:
            signs[i] = ":"
        elif kind.costs == (None, None):
            signs[i] = "|"
        else:
            signs[i] = "~" if kind.group == "water" else "'"
    return signs


def picture(at: Position, columns: range | None = None) -> list[list[Piece]]:
    """The map (or some of its columns), line by line, with a line of column numbers on top."""
    grid = at.scenario.ground.grid
    shown = columns or range(grid.columns)
    if grid.orientation is not Orientation.FLAT:
        return _rows(at, shown)
    lines = [_head(grid, shown)]
    for half in range(2 * grid.rows + 1):
        line = [
            Piece(
                _row_number(grid, half // 2) if half % 2 == 0 and half // 2 < grid.rows else "   ",
                dim=True,
            )
        ]
        for column in shown:
            lower = (column % 2 == 1) == (grid.shift is Shift.ON)
            row, part = divmod(half - lower, 2)
            line += _cell(at, column, row, part)
        lines.append(line)
    return lines


def _head(grid: Grid, shown: range) -> list[Piece]:
    """The numbers of the columns, as the map prints them."""
    numbers = (grid.label(grid.at(column, 0))[:2] for column in shown)
    return [Piece("   "), *(Piece(f" {n}".ljust(WIDTH + 1), dim=True) for n in numbers)]


def _row_number(grid: Grid, row: int) -> str:
    return grid.label(grid.at(0, row))[2:] + " "


def _cell(at: Position, column: int, row: int, part: int) -> list[Piece]:
    """The upper (0) or lower (1) line of a hex, its left side first."""
    grid = at.scenario.ground.grid
    if not 0 <= row < grid.rows:
        return [Piece(" " * (WIDTH + 1))]
    i = grid.index(grid.at(column, row))
    around = grid.adjacent[i]
    left, below = around[5] if part == 0 else around[4], around[3] if part == 1 else None
    sign, under = _sign(at, i, left) or " ", bool(_sign(at, i, below))
    terrain = at.scenario.terrains[at.scenario.ground.terrain[i]]
    inside = _inside(at, i, part)
    return [
        Piece(sign, terrain.colour),
        Piece(inside.text.ljust(WIDTH)[:WIDTH], terrain.colour, inside.side, under, inside.dim),
    ]


def _rows(at: Position, shown: range) -> list[list[Piece]]:
    """Pointed hexes: one row of hexes is one pair of lines."""
    grid = at.scenario.ground.grid
    lines = [_head(grid, shown)]
    for row in range(grid.rows):
        shifted = (row % 2 == 1) == (grid.shift is Shift.ON)
        for part in (0, 1):
            line = [Piece(_row_number(grid, row) if part == 0 else "   ", dim=True)]
            if shifted:
                line.append(Piece("  "))
            for column in shown:
                i = grid.index(grid.at(column, row))
                terrain = at.scenario.terrains[at.scenario.ground.terrain[i]]
                inside = _inside(at, i, part)
                text = inside.text.ljust(WIDTH)[:WIDTH]
                sign = _sign(at, i, grid.adjacent[i][5]) or " "
                line.append(Piece(sign, terrain.colour))
                line.append(Piece(text, terrain.colour, inside.side, dim=inside.dim))
            lines.append(line)
    return lines


def _sign(at: Position, i: int, j: int | None) -> str:
    if j is None:
        return ""
    kinds = at.scenario.ground.sides.get((i, j), ())
    table = signs(at.scenario)
    return table[kinds[0]] if kinds else ""


def _inside(at: Position, i: int, part: int) -> Piece:
    unit = at.board.at.get(i)
    if unit is not None:
        counter, face = at.scenario.units[unit], at.strength(unit)
        reduced = "'" if at.state.reduced >> unit & 1 else ""
        more = f"+{others}" if (others := len(stack_of(at, unit)) - 1) else ""
        text = more + counter.id if part == 0 else f"{face.attack}-{face.defence}{reduced}"
        return Piece(text, side=counter.side)
    ground = at.scenario.ground
    if part == 0:
        return Piece(" " + at.scenario.terrains[ground.terrain[i]].symbol, dim=True)
    marks = ""
    if i in ground.fortresses:
        marks += "#"
    if any(objective.hex == i for objective in at.scenario.victory.objectives):
        marks += "*"
    near = ground.grid.neighbours[i]
    if any((i, j) in ground.roads for j in near):
        marks += "="
    elif any((i, j) in ground.trails for j in near):
        marks += "-"
    return Piece(" " + marks, dim=not marks.strip("=-"))
