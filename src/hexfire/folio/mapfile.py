"""The map file: rows of terrain symbols; roads, hexsides, fortresses and names, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from hexfire.folio.counters import Names
from hexfire.folio.ground import Fortress, Ground, Hexside, Terrain
from hexfire.folio.problems import Notes
from hexfire.hexes import FolioLabels, Grid, Orientation, Shift

DIRECTIONS = {
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
    Orientation.POINTY: ("NW", "NE", "E", "SE", "SW", "W"),
}

_HEAD = re.compile(r"\[(\w+)\]")


class MapReader:
    """Reads one map file; mistakes go to the notes."""

    def __init__(
        self,
        text: str,
        notes: Notes,
        terrains: tuple[Terrain, ...],
        hexsides: tuple[Hexside, ...],
        sides: tuple[str, str],
        orientation: Orientation,
        shift: Shift,
        labels: FolioLabels | None = None,
    ) -> None:
        self.notes, self.sides = notes, sides
        self.symbols = {terrain.symbol: i for i, terrain in enumerate(terrains)}
        self.kinds = {kind.id: i for i, kind in enumerate(hexsides)}
        self.orientation, self.shift = orientation, shift
        self.labels = labels or FolioLabels()
        self.sections: dict[str, list[tuple[int, str]]] = {}
        self._split(text)
        self.grid: Grid | None = None
        self.index: dict[str, int] = {}

    def _split(self, text: str) -> None:
        known = {"terrain", "road", "trail", "fortress", "names", *self.kinds}
        section: list[tuple[int, str]] | None = None
        for number, raw in enumerate(text.splitlines(), start=1):
            # «#» may be a symbol of terrain: only a line that begins with it is a remark.
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            head = _HEAD.fullmatch(line)
            if head is not None:
                if head[1] not in known:
                    self.notes.in_map(
                        number, "map_section", name=head[1], known=tuple(sorted(known))
                    )
                section = self.sections.setdefault(head[1], [])
            elif section is None:
                self.notes.in_map(number, "map_no_section", text=line)
            else:
                section.append((number, line))

    def ground(self) -> Ground | None:
        """The map; None if its rows make no grid at all."""
        terrain = self._terrain()
        if terrain is None or self.grid is None:
            return None
        sides: dict[tuple[int, int], tuple[int, ...]] = {}
        for name, kind in self.kinds.items():
            for pair in self._hexsides(name):
                sides[pair] = tuple(sorted({*sides.get(pair, ()), kind}))
        return Ground(
            self.grid,
            terrain,
            sides,
            frozenset(self._lines("road")),
            frozenset(self._lines("trail")),
            self._fortresses(),
            self._names(),
        )

    def _terrain(self) -> tuple[int, ...] | None:
        rows = [
            (number, "".join(line.split())) for number, line in self.sections.get("terrain", [])
        ]
        if not rows:
            self.notes.in_map(1, "map_empty")
            return None
        width = len(rows[0][1])
        for number, row in rows:
            if len(row) != width:
                self.notes.in_map(number, "map_width", count=len(row), width=width)
            for column, symbol in enumerate(row, start=1):
                if symbol not in self.symbols:
                    known = tuple(self.symbols)
                    self.notes.in_map(
                        number, "map_symbol", symbol=symbol, column=column, known=known
                    )
        if width + self.labels.first_column > 100 or len(rows) + self.labels.first_row > 100:
            self.notes.in_map(rows[0][0], "map_size", columns=width, rows=len(rows))
            return None
        grid = Grid.folio(width, len(rows), self.shift, self.orientation, self.labels)
        self.grid = grid
        self.index = {grid.label(hex): i for i, hex in enumerate(grid.hexes)}
        terrains = []
        for hex in grid.hexes:
            column, line = grid.column_row(hex)
            symbol = rows[line][1][column] if column < len(rows[line][1]) else ""
            terrains.append(self.symbols.get(symbol, 0))
        return tuple(terrains)

    def _hex(self, number: int, label: str) -> int | None:
        hex = self.index.get(label)
        if hex is None:
            labels = list(self.index)
            self.notes.in_map(number, "no_hex", hex=label, first=labels[0], last=labels[-1])
        return hex

    def _neighbours(self, number: int, a: str, b: str) -> tuple[int, int] | None:
        i, j = self._hex(number, a), self._hex(number, b)
        if i is None or j is None or self.grid is None:
            return None
        if j not in self.grid.neighbours[i]:
            self.notes.in_map(number, "not_adjacent", a=a, b=b)
            return None
        return i, j

    def _lines(self, name: str) -> Iterator[tuple[int, int]]:
        """Roads and trails: hexes joined by hyphens; both ways."""
        for number, line in self.sections.get(name, []):
            for piece in line.split():
                labels = piece.split("-")
                if len(labels) < 2:
                    self.notes.in_map(number, "map_road", text=piece)
                for a, b in pairwise(labels):
                    pair = self._neighbours(number, a, b)
                    if pair is not None:
                        yield pair
                        yield pair[1], pair[0]

    def _hexsides(self, name: str) -> Iterator[tuple[int, int]]:
        """Hexsides: `0304: NE SE`, or `0304/0305`; both ways."""
        for number, line in self.sections.get(name, []):
            pairs = self._by_direction(number, line) if ":" in line else self._pairs(number, line)
            for i, j in pairs:
                yield i, j
                yield j, i

    def _by_direction(self, number: int, line: str) -> Iterator[tuple[int, int]]:
        label, _, directions = line.partition(":")
        i = self._hex(number, label.strip())
        known = DIRECTIONS[self.orientation]
        for word in directions.split():
            if word.upper() not in known:
                self.notes.in_map(number, "map_direction", text=word, known=known)
            elif i is not None and self.grid is not None:
                j = self.grid.adjacent[i][known.index(word.upper())]
                if j is None:
                    self.notes.in_map(number, "map_edge", hex=label.strip(), direction=word)
                else:
                    yield i, j

    def _pairs(self, number: int, line: str) -> Iterator[tuple[int, int]]:
        for piece in line.split():
            a, slash, b = piece.partition("/")
            if not slash:
                self.notes.in_map(number, "map_hexside", text=piece)
                continue
            pair = self._neighbours(number, a, b)
            if pair is not None:
                yield pair

    def _fortresses(self) -> Mapping[int, Fortress]:
        """`0914`, with `exempt` if ZOC does not enter, and with a side if only that side gains."""
        fortresses: dict[int, Fortress] = {}
        for number, line in self.sections.get("fortress", []):
            label, *words = line.split()
            hex = self._hex(number, label)
            owner = None
            for word in words:
                if word in self.sides:
                    owner = self.sides.index(word)
                elif word != "exempt":
                    known = ("exempt", *self.sides)
                    self.notes.in_map(number, "map_word", text=word, known=known)
            if hex is not None:
                fortresses[hex] = Fortress(hex, "exempt" in words, owner)
        return fortresses

    def _names(self) -> Mapping[int, Names]:
        """`0914 Sidi Rezegh | シディ・レゼグ`."""
        names: dict[int, Names] = {}
        for number, line in self.sections.get("names", []):
            label, _, rest = line.partition(" ")
            hex = self._hex(number, label)
            english, _, japanese = (part.strip() for part in rest.partition("|"))
            if not english:
                self.notes.in_map(number, "map_name", text=line)
            elif hex is not None:
                names[hex] = {"en": english, "ja": japanese or english}
        return names
