"""`[terrain]`, `[hexside]` and `[map]`: what the ground is made of, and what it costs to enter."""

from __future__ import annotations

import re
from typing import Any

from hexfire.folio.ground import Hexside, Terrain
from hexfire.folio.problems import Table
from hexfire.hexes import FolioLabels, Orientation, Shift

_FIRST = re.compile(r"[0-9]{4}")
_Costs = tuple[int | None, int | None]


def read_costs(table: Table, default: int) -> _Costs:
    """Movement points in halves, on foot and mobile."""
    mp = table.any("mp", default)
    return _cost(table, "foot", mp), _cost(table, "mobile", mp)


def _cost(table: Table, key: str, default: Any) -> int | None:
    """Movement points in halves; `"no"` is prohibited."""
    value = table.any(key, default)
    if value == "no":
        return None
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and value >= 0 and value * 2 == int(value * 2):
        return int(value * 2)
    table.wrong(key, "cost", name=key, value=str(value))
    return 2


def read_terrains(kinds: Table) -> tuple[Terrain, ...]:
    terrains: list[Terrain] = []
    for name, table in kinds.sub_tables():
        symbol = table.need_text("symbol")
        if len(symbol) != 1 or symbol.isspace():
            table.wrong("symbol", "symbol", value=symbol)
        if symbol in {t.symbol for t in terrains}:
            table.wrong("symbol", "symbol_twice", value=symbol)
        costs = read_costs(table, 1)
        row = table.text("row", "clear")
        sea = table.flag("sea")
        if sea:
            costs = (None, None)
        if 0 in costs:
            table.wrong("mp", "cost", name="mp", value="0")
        if name == "clear" and costs != (2, 2):
            table.wrong("mp", "clear_cost")
        colour, zoc = table.text("colour", "#dddddd"), table.flag("zoc", True)
        names = table.names(default=name)
        terrains.append(Terrain(name, symbol, names, costs, row, sea, colour, zoc))
        table.done()
    if "clear" not in {t.id for t in terrains}:
        kinds.notes.in_toml(("terrain",), "no_clear")
    return tuple(terrains)


def read_hexsides(kinds: Table) -> tuple[Hexside, ...]:
    hexsides = []
    for name, table in kinds.sub_tables():
        costs = read_costs(table, 0)
        row = table.text("row") or None
        applies = table.choice("applies_if", ("all", "any"))
        minefield = table.flag("minefield")
        group = table.text("counts_as", "water" if name in ("river", "canal") else name)
        names = table.names(default=name)
        zoc = table.flag("zoc", True)
        attack = table.flag("attack") if table.any("attack") is not None else None
        every = applies == "all"
        hexsides.append(Hexside(name, names, costs, row, every, minefield, group, zoc, attack))
        table.done()
    return tuple(hexsides)


def read_lie(table: Table) -> tuple[Orientation, Shift, FolioLabels] | None:
    """How the hexes of the map lie, and their first number; None if the file says it wrong."""
    orientation = table.choice("hexes", ("flat", "pointy"))
    shift = table.choice("even_lines", ("on", "back"))
    first = table.text("first", "0101")
    if not _FIRST.fullmatch(first):
        table.wrong("first", "first_number", value=first)
        first = "0101"
    table.done()
    if orientation is None or shift is None:
        return None
    labels = FolioLabels(int(first[:2]), int(first[2:]))
    return Orientation(orientation), Shift(shift), labels
