"""The Roster in the terminal."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from hexfire.server.files.roster_sheet import Sheet


def terminal(of: Sheet) -> Group:
    """The sheet for a terminal."""
    parts: list[Text | Grid] = [
        Text(of.title, style="bold"),
        Text(of.head, style="bold cyan"),
        Text(of.status),
        Text.assemble(*_flow(of)),
    ]
    for block in of.blocks:
        grid = Grid(title=block.title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        for at, name in enumerate(block.columns):
            grid.add_column(Text(name), justify="right" if at in block.right else "left")
        for row in block.rows:
            grid.add_row(*(Text(cell) for cell in row))
        if block.foot and block.rows:
            grid.add_section()
            grid.add_row(*(Text(cell, style="bold") for cell in block.foot))
        if block.rows:
            parts.append(grid)
        elif block.note:
            parts.append(Text(block.title, style="bold"))
        if block.note:
            parts.append(Text(block.note, style="dim"))
    parts.append(Text(of.legend, style="dim"))
    return Group(*parts)


def _flow(of: Sheet) -> list[tuple[str, str]]:
    steps: list[tuple[str, str]] = []
    for name, here in of.flow:
        if steps:
            steps.append((" › ", "dim"))
        steps.append((name, "reverse" if here else "dim"))
    return steps
