"""What the sections of a scenario file call by name: the two sides, the hexes of the map."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from hexfire.folio.counters import Side
from hexfire.folio.problems import Table

_ID = re.compile(r"[^\s,]+")


class Named(NamedTuple):
    """The sides and hexes that a file may name; no hexes while the map is not known."""

    sides: tuple[str, str]
    hexes: Mapping[str, int]

    def side(self, table: Table, key: str, default: int | None = None) -> int:
        name = table.text(key) if default is not None else table.need_text(key)
        if name in self.sides:
            return self.sides.index(name)
        if name:
            table.wrong(key, "no_side", name=name, known=self.sides)
        return default or 0

    def hex(self, table: Table, key: str, label: str) -> int | None:
        hex = self.hexes.get(label)
        if hex is None and self.hexes:
            labels = list(self.hexes)
            table.wrong(key, "no_hex", hex=label, first=labels[0], last=labels[-1])
        return hex

    def hexes_of(self, table: Table, key: str) -> tuple[int, ...]:
        """The hexes of a list of labels, each once."""
        hexes = (self.hex(table, key, label) for label in table.texts(key))
        return tuple(dict.fromkeys(hex for hex in hexes if hex is not None))


def check_id(table: Table, key: str, id: str) -> None:
    """An id has no space or comma in it, so that it can be typed in a list."""
    if not _ID.fullmatch(id):
        table.wrong(key, "id", id=id)


def read_sides(table: Table) -> tuple[Side, ...]:
    sides = []
    for name, side in table.sub_tables():
        check_id(side, "", name)
        sides.append(Side(name, side.names(default=name), side.text("colour", "#888888")))
        side.done()
    if len(sides) != 2 and table.keys():
        table.notes.in_toml(("sides",), "two_sides", count=len(sides))
    return tuple(sides)
