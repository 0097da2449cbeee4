"""A map file taken apart to be drawn on, and put together again: the counterpart of its reader.

Nothing is judged here: what a line says wrong, or what this module does not know, is kept as it
stands, and told by the reader. A section that nobody drew on keeps its text, remarks and all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from hexfire.folio.mapfile import DIRECTIONS
from hexfire.hexes import FolioLabels, Grid, Orientation, Shift
from hexfire.rulebook import BadInput

Pair = tuple[str, str]
"""Two adjacent hexes, by their labels."""

_HEAD = re.compile(r"\[(\w+)\]")
_LABEL = re.compile(r"[0-9]{4}")


class FortressDraft(msgspec.Struct, frozen=True):
    """A fortress: whether ZOC stays out, and the only side that gains by it (empty: both)."""

    hex: str
    exempt: bool = False
    owner: str = ""


class NameDraft(msgspec.Struct, frozen=True):
    """What is printed at a hex."""

    hex: str
    en: str
    ja: str


class MapDraft(msgspec.Struct, frozen=True):
    """All that a map file says, section by section."""

    terrain: tuple[str, ...] = ()
    """Rows of symbols."""
    roads: tuple[Pair, ...] = ()
    trails: tuple[Pair, ...] = ()
    sides: dict[str, tuple[Pair, ...]] = {}
    """By kind of hexside."""
    fortresses: tuple[FortressDraft, ...] = ()
    names: tuple[NameDraft, ...] = ()
    others: dict[str, tuple[str, ...]] = {}
    """By section: lines that say nothing of this."""


def lie_of(data: Mapping[str, Any]) -> tuple[Orientation, Shift, FolioLabels]:
    """How the hexes lie by the TOML data; what it says wrong is as if it said nothing."""
    table = data.get("map")
    table = table if isinstance(table, Mapping) else {}
    first = str(table.get("first", "0101"))
    first = first if _LABEL.fullmatch(first) else "0101"
    orientation = Orientation.POINTY if table.get("hexes") == "pointy" else Orientation.FLAT
    shift = Shift.BACK if table.get("even_lines") == "back" else Shift.ON
    return orientation, shift, FolioLabels(int(first[:2]), int(first[2:]))


class _Section(msgspec.Struct):
    """A section of the text as it stands: its name, all its lines with its header."""

    name: str
    lines: list[str]


def _cut(text: str) -> list[_Section]:
    sections = [_Section("", [])]
    for line in text.splitlines():
        head = _HEAD.fullmatch(line.strip())
        if head is not None:
            # Remarks just above a header belong to it.
            above: list[str] = []
            before = sections[-1].lines
            while before and before[-1].strip().startswith("#") and sections[-1].name:
                above.insert(0, before.pop())
            sections.append(_Section(head[1], [*above, line]))
        else:
            sections[-1].lines.append(line)
    return sections


def _content(lines: Iterable[str]) -> Iterator[str]:
    for raw in lines:
        line = raw.strip()
        if line and not line.startswith("#") and not _HEAD.fullmatch(line):
            yield line


class _Hexes:
    """The hexes of a map, as far as its rows make a grid."""

    def __init__(self, rows: tuple[str, ...], lie: tuple[Orientation, Shift, FolioLabels]) -> None:
        orientation, shift, labels = lie
        self.words = DIRECTIONS[orientation]
        self.grid: Grid | None = None
        width = max(map(len, rows), default=0)
        fits = width + labels.first_column <= 100 and len(rows) + labels.first_row <= 100
        if width and fits:
            self.grid = Grid.folio(width, len(rows), shift, orientation, labels)
        hexes = self.grid.hexes if self.grid else ()
        self.labels = [self.grid.label(hex) for hex in hexes] if self.grid else []
        self.index = {label: i for i, label in enumerate(self.labels)}

    def beside(self, label: str, word: str) -> str | None:
        """The hex that lies in a direction."""
        i = self.index.get(label)
        if self.grid is None or i is None or word.upper() not in self.words:
            return None
        j = self.grid.adjacent[i][self.words.index(word.upper())]
        return None if j is None else self.labels[j]

    def direction(self, pair: Pair) -> str | None:
        a, b = (self.index.get(label) for label in pair)
        if self.grid is None or a is None or b is None or b not in self.grid.adjacent[a]:
            return None
        return self.words[self.grid.adjacent[a].index(b)]


# -- taking apart ----------------------------------------------------------------------------------


def take_apart(text: str, data: Mapping[str, Any]) -> MapDraft:
    """A map file as what can be drawn; `data` is its TOML file, for how the hexes lie."""
    by_name: dict[str, list[str]] = {}
    for section in _cut(text):
        by_name.setdefault(section.name, []).extend(_content(section.lines))
    rows = tuple("".join(line.split()) for line in by_name.pop("terrain", ()))
    hexes = _Hexes(rows, lie_of(data))
    return _draft(rows, by_name, hexes)


def _draft(rows: tuple[str, ...], by_name: dict[str, list[str]], hexes: _Hexes) -> MapDraft:
    others: dict[str, list[str]] = {}
    by_section: dict[str, tuple[Any, ...]] = {}
    sides: dict[str, tuple[Pair, ...]] = {}
    for name, lines in by_name.items():
        if not name:
            continue
        read = _READERS.get(name, _sides)
        known: list[Any] = []
        for line in lines:
            said = read(line, hexes)
            if said is None:
                others.setdefault(name, []).append(line)
            else:
                known.extend(said)
        if name in _READERS:
            by_section[name] = tuple(dict.fromkeys(known))
        else:
            sides[name] = tuple(dict.fromkeys(known))
    return MapDraft(
        rows,
        by_section.get("road", ()),
        by_section.get("trail", ()),
        sides,
        by_section.get("fortress", ()),
        by_section.get("names", ()),
        {name: tuple(lines) for name, lines in others.items()},
    )


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)


def _way(line: str, hexes: _Hexes) -> list[Pair] | None:
    pairs: list[Pair] = []
    for piece in line.split():
        labels = piece.split("-")
        if len(labels) < 2 or not all(map(_LABEL.fullmatch, labels)):
            return None
        pairs += [_pair(a, b) for a, b in pairwise(labels)]
    return pairs


def _sides(line: str, hexes: _Hexes) -> list[Pair] | None:
    label, colon, words = line.partition(":")
    if colon:
        near = [hexes.beside(label.strip(), word) for word in words.split()]
        if not near or None in near:
            return None
        return [_pair(label.strip(), str(there)) for there in near]
    pairs: list[Pair] = []
    for piece in line.split():
        a, slash, b = piece.partition("/")
        if not slash or not _LABEL.fullmatch(a) or not _LABEL.fullmatch(b):
            return None
        pairs.append(_pair(a, b))
    return pairs


def _fortress(line: str, hexes: _Hexes) -> list[FortressDraft] | None:
    label, *words = line.split()
    owners = [word for word in words if word != "exempt"]
    if not _LABEL.fullmatch(label) or len(owners) > 1:
        return None
    return [FortressDraft(label, "exempt" in words, owners[0] if owners else "")]


def _name(line: str, hexes: _Hexes) -> list[NameDraft] | None:
    label, _, rest = line.partition(" ")
    english, _, japanese = (part.strip() for part in rest.partition("|"))
    if not _LABEL.fullmatch(label) or not english:
        return None
    return [NameDraft(label, english, japanese or english)]


_READERS = {"road": _way, "trail": _way, "fortress": _fortress, "names": _name}


# -- putting together ------------------------------------------------------------------------------


def put_together(text: str, draft: MapDraft, data: Mapping[str, Any]) -> str:
    """The map file of a draft; what is as it was in `text` keeps its lines."""
    before = take_apart(text, data)
    if before == draft:
        return text
    hexes = _Hexes(draft.terrain, lie_of(data))
    was = dict(_parts(before, _Hexes(before.terrain, lie_of(data))))
    wanted = dict(_parts(draft, hexes))
    lines_out: list[str] = []
    told: set[str] = set()
    for section in _cut(text):
        name = section.name
        if not name or wanted.get(name) == was.get(name):
            lines_out += section.lines
            told.add(name)
            continue
        if name in told:
            continue
        told.add(name)
        remarks = [line for line in section.lines if line.strip().startswith("#")]
        lines_out += [*remarks, *_written(name, wanted.get(name, []))]
        if section.lines and not section.lines[-1].strip():
            lines_out.append("")
    for name, lines in wanted.items():
        if name not in told and lines:
            lines_out += ["", *_written(name, lines)]
    return "\n".join(lines_out).strip("\n") + "\n"


def _written(name: str, lines: list[str]) -> list[str]:
    return [f"[{name}]", *lines] if lines else []


def _parts(draft: MapDraft, hexes: _Hexes) -> Iterator[tuple[str, list[str]]]:
    """Each section as it is written anew."""
    yield "terrain", [_row(row) for row in draft.terrain]
    yield "road", [*_ways(draft.roads), *draft.others.get("road", ())]
    yield "trail", [*_ways(draft.trails), *draft.others.get("trail", ())]
    for kind, pairs in draft.sides.items():
        yield kind, [*_by_hex(pairs, hexes), *draft.others.get(kind, ())]
    fortresses = sorted(draft.fortresses, key=lambda fort: fort.hex)
    lines = [
        " ".join(filter(None, (fort.hex, "exempt" if fort.exempt else "", fort.owner)))
        for fort in fortresses
    ]
    yield "fortress", [*lines, *draft.others.get("fortress", ())]
    names = sorted(draft.names, key=lambda name: name.hex)
    yield "names", [*map(_named, names), *draft.others.get("names", ())]
    for section, kept in draft.others.items():
        if section not in _READERS and section not in draft.sides:
            yield section, list(kept)


def _row(row: str) -> str:
    if row.startswith("#"):  # it would be read as a remark
        raise BadInput("folio.scenario.map_remark")
    return " ".join(row)


def _ways(pairs: tuple[Pair, ...]) -> list[str]:
    """Pairs as lines that are as long as possible."""
    near: dict[str, list[str]] = {}
    for a, b in sorted(pairs):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {_pair(*pair) for pair in pairs}
    ways: list[str] = []

    def follow(start: str) -> None:
        way = [start]
        while there := next((b for b in near[way[-1]] if _pair(way[-1], b) in left), None):
            left.discard(_pair(way[-1], there))
            way.append(there)
            if len(near[there]) != 2:
                break
        if len(way) > 1:
            ways.append("-".join(way))

    ends = [hex for hex in sorted(near) if len(near[hex]) != 2]
    for hex in ends:
        for _ in near[hex]:
            follow(hex)
    for hex in sorted(near):
        follow(hex)
    return ways


def _by_hex(pairs: tuple[Pair, ...], hexes: _Hexes) -> list[str]:
    """`0202: NE SE`, each side at the first of its two hexes."""
    by_hex: dict[str, list[str]] = {}
    without_grid: list[str] = []
    for pair in sorted(pairs):
        word = hexes.direction(pair)
        if word is None:
            without_grid.append("/".join(pair))
        else:
            by_hex.setdefault(pair[0], []).append(word)
    lines = [f"{hex}: {' '.join(words)}" for hex, words in by_hex.items()]
    return [*lines, *without_grid]


def _named(name: NameDraft) -> str:
    english, japanese = (
        " ".join(text.replace("|", "/").split()) for text in (name.en or name.ja, name.ja)
    )
    if not japanese or japanese == english:
        return f"{name.hex} {english}"
    return f"{name.hex} {english} | {japanese}"
