"""A TOML text with other values in it: whatever did not change stays as it was written.

Remarks, order and spacing belong to whoever wrote the file. A pair whose value is the same keeps
its text; one that changed is written anew after its remarks; a table or an element of an array
that is gone goes with its remarks. What comes out always reads as the wanted data.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hexfire.play.toml_lines import Path, Scanner
from hexfire.rulebook.toml import read_toml

Data = Mapping[str, Any]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDE = 100
"""Lists longer than a line stand one element a line."""


def rewritten(text: str, data: Data) -> str:
    """The text, changed so that it reads as `data`.

    >>> print(rewritten('# mine\\n[a]\\nx = 0x10 # hex\\ny = 2', {"a": {"x": 16, "y": 3}}))
    # mine
    [a]
    x = 0x10 # hex
    y = 3
    <BLANKLINE>
    """
    try:
        before = read_toml(text)
    except tomllib.TOMLDecodeError:
        return written(data)
    if _alike(before, data):
        return text
    pieces, rest = _Pieces(text).cut()
    text_out = "".join(_tree(pieces).told((), before, data)) + rest
    try:
        if _alike(read_toml(text_out), data):
            return text_out
    except tomllib.TOMLDecodeError:
        pass
    return written(data)


def written(data: Data) -> str:
    """A TOML text for data, in the form of our own scenario files."""
    return "".join(_fresh((), data)).lstrip("\n")


def _alike(a: Any, b: Any) -> bool:
    """Equal; and where a table holds nothing but tables, in the same order."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        same = a.keys() == b.keys() and all(_alike(a[key], b[key]) for key in a)
        tables = all(isinstance(each, Mapping) for each in a.values())
        return same and (not tables or list(a) == list(b))
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_alike(x, y) for x, y in zip(a, b, strict=True))
    return isinstance(a, bool) == isinstance(b, bool) and bool(a == b)


# -- the old text in pieces ------------------------------------------------------------------------


class Piece(NamedTuple):
    """A header or a pair of the text: with the remarks before it, to the end of its line."""

    path: Path
    remarks: str
    text: str
    is_header: bool
    elements: tuple[tuple[str, str], ...] = ()
    """Of a list: each element with what stands before it."""
    closing: str = ""
    """Of a list: what stands between its last element and the bracket."""


class _Pieces(Scanner):
    """Cuts a text into its pieces, nothing left out."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._elements: list[tuple[str, str]] = []
        self._closing, self._depth = "", 0

    def cut(self) -> tuple[list[Piece], str]:
        pieces: list[Piece] = []
        table: Path = ()
        start = 0
        while self._skip(newlines=True):
            begins = self.text.rfind("\n", start, self.at) + 1 or start
            is_header = self._looking("[")
            self._elements, self._closing, self._depth = [], "", 0
            path = self._header() if is_header else self._pair(table)
            table = path if is_header else table
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end + 1
            self._take(end - self.at)
            parts = tuple(self._elements), self._closing
            remarks, text = self.text[start:begins], self.text[begins:end]
            pieces.append(Piece(path, remarks, text, is_header, *parts))
            start = end
        return pieces, self.text[start:]

    def _value(self, path: Path) -> None:
        self._skip()
        if self._depth or not self._looking("["):
            self._depth += 1
            super()._value(path)
            self._depth -= 1
            return
        self._take(1)
        since = self.at
        while self._skip(newlines=True) and not self._looking("]"):
            begins = self.at
            self._depth += 1
            super()._value(path)
            self._depth -= 1
            self._elements.append((self.text[since:begins], self.text[begins : self.at]))
            since = self.at
            self._skip(newlines=True)
            if self._looking(","):
                self._take(1)
                since = self.at
        self._closing = self.text[since : self.at]
        self._take(1)


class _Node:
    """A table of the old text: its own pieces, and the tables within it."""

    def __init__(self) -> None:
        self.header: Piece | None = None
        self.pairs: dict[Path, Piece] = {}
        self.within: dict[str | int, _Node] = {}

    def node(self, path: Path) -> _Node:
        here = self
        for key in path:
            here = here.within.setdefault(key, _Node())
        return here

    def told(self, path: Path, before: Any, data: Any) -> Iterator[str]:
        """This table with other data."""
        if self.is_list:
            yield from self._list(path, before, data)
            return
        if _alike(before, data):
            yield from self._as_it_was()
            return
        own = list(self._pairs(path, before, data))
        if self.header is not None:
            yield _ended(self.header.remarks + self.header.text)
        elif own and path:
            yield f"\n[{_dotted(path)}]\n"
        yield from own
        for key in data:
            there = (*path, key)
            if self._has_table(key, data[key]):
                yield from self.within[key].told(there, _at(before, key), data[key])
            elif not self._has_pair(key) and _is_table(there, data[key]):
                yield from _fresh(there, data[key])

    def _has_table(self, key: str, value: Any) -> bool:
        """Whether the old text has tables of this name, and of this kind."""
        node = self.within.get(key)
        return node is not None and (_is_tables(value) if node.is_list else _is_mapping(value))

    @property
    def is_list(self) -> bool:
        return any(isinstance(key, int) for key in self.within)

    def _pairs(self, path: Path, before: Any, data: Data) -> Iterator[str]:
        for inner, piece in self.pairs.items():
            old, new = _in(before, inner), _in(data, inner)
            if new is _GONE:
                continue
            text = (
                piece.text
                if _alike(old, new)
                else f"{_dotted(inner)} = {_redone(piece, old, new)}\n"
            )
            yield _ended(piece.remarks + text)
        for key, value in data.items():
            known = self._has_table(key, value) or self._has_pair(key)
            if not known and not _is_table((*path, key), value):
                yield f"{_key(key)} = {_value(value)}\n"

    def _has_pair(self, key: str) -> bool:
        return any(inner[0] == key for inner in self.pairs)

    def _as_it_was(self) -> Iterator[str]:
        if self.header is not None:
            yield _ended(self.header.remarks + self.header.text)
        for piece in self.pairs.values():
            yield _ended(piece.remarks + piece.text)
        for node in self.within.values():
            yield from node._as_it_was()

    def _list(self, path: Path, before: Any, data: Any) -> Iterator[str]:
        """An array of tables: each element with the text of the one it was."""
        source = _matched(before, data)
        for i, element in enumerate(data):
            old = source[i]
            node = self.within.get(old) if old is not None else None
            if node is None or old is None:
                yield from _element(path, element)
            else:
                yield from node.told((*path, i), before[old], element)


def _tree(pieces: Iterable[Piece]) -> _Node:
    root = _Node()
    table: Path = ()
    for piece in pieces:
        node = root.node(piece.path if piece.is_header else table)
        if piece.is_header:
            table, node.header = piece.path, piece
        else:
            node.pairs[piece.path[len(table) :]] = piece
    return root


def _redone(piece: Piece, old: Any, new: Any) -> str:
    """A value that changed. A list of many lines keeps the lines of what stayed in it."""
    lines = any("\n" in before for before, _ in piece.elements)
    if not lines or not isinstance(new, list | tuple) or not new:
        return _value(new)
    lines_out = []
    for element, source in zip(new, _matched(old, new), strict=True):
        before, text = piece.elements[source] if source is not None else ("\n  ", "")
        same = source is not None and _alike(old[source], element)
        lines_out.append(before + (text if same else _inline(element)) + ",")
    closing = piece.closing if "\n" in piece.closing else "\n"
    return "[" + "".join(lines_out) + closing + "]"


def _matched(before: Any, data: Sequence[Any]) -> list[int | None]:
    """For each new element the old one it comes from: by what it holds, its id, or its place."""
    old = list(before) if isinstance(before, list) else []
    free = dict.fromkeys(range(len(old)))
    sources: list[int | None] = [None] * len(data)
    for rule in (_alike, _same_id):
        for i, element in enumerate(data):
            if sources[i] is None:
                sources[i] = next((j for j in free if rule(old[j], element)), None)
                free.pop(sources[i], None)  # type: ignore[arg-type]
    return [i if j is None and i in free else j for i, j in enumerate(sources)]


_GONE = object()


def _same_id(a: Any, b: Any) -> bool:
    return _at(b, "id") is not _GONE and bool(_at(a, "id") == _at(b, "id"))


def _at(data: Any, key: str | int) -> Any:
    return data.get(key, _GONE) if isinstance(data, Mapping) else _GONE


def _in(data: Any, path: Path) -> Any:
    for key in path:
        data = _at(data, key)
    return data


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


# -- writing anew ----------------------------------------------------------------------------------


def _is_table(path: Path, value: Any) -> bool:
    """Whether it gets a header of its own: names and pairs of numbers stay on their line."""
    if isinstance(value, Mapping):
        inner = any(isinstance(each, Mapping | list | tuple) for each in value.values())
        return len(path) == 1 or inner
    return len(path) == 1 and _is_tables(value)


def _is_mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(map(_is_mapping, value))


def _fresh(path: Path, value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for element in value:
            yield from _element(path, element)
        return
    pairs = {key: each for key, each in value.items() if not _is_table((*path, key), each)}
    if path and (pairs or not value):
        yield f"\n[{_dotted(path)}]\n"
    for key, each in pairs.items():
        yield f"{_key(key)} = {_value(each)}\n"
    for key, each in value.items():
        if key not in pairs:
            yield from _fresh((*path, key), each)


def _element(path: Path, element: Data) -> Iterator[str]:
    yield f"\n[[{_dotted(path)}]]\n"
    for key, value in element.items():
        yield f"{_key(key)} = {_value(value)}\n"


def _dotted(path: Path) -> str:
    return ".".join(_key(key) for key in path if isinstance(key, str))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    line = _inline(value)
    if isinstance(value, list | tuple) and value:
        tables = any(isinstance(each, Mapping) for each in value)
        if tables or len(line) > _WIDE:
            return "[\n" + "".join(f"  {_inline(each)},\n" for each in value) + "]"
    return line


def _inline(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _text(value)
        case list() | tuple():
            return "[" + ", ".join(map(_inline, value)) + "]"
        case Mapping():
            pairs = ", ".join(f"{_key(key)} = {_inline(each)}" for key, each in value.items())
            return "{" + pairs + "}"
        case _:
            return str(value)
