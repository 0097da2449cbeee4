"""Where in a TOML text a value stands: its line, so that a mistake can be shown to its writer."""

from __future__ import annotations

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]

_KEY = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\'[^\']*\'|[A-Za-z0-9_-]+)')


def lines_of(text: str) -> Mapping[Path, int]:
    """For each table, key and element of an array the line (from 1) on which it begins.

    >>> lines_of('[a]\\nb = [\\n {c = 1},\\n {c = 2}]')[("a", "b", 1, "c")]
    4
    """
    return Scanner(text).scan()


class Scanner:
    """Reads TOML that `tomllib` has accepted; it need not find mistakes of form."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line = text, 0, 1
        self.lines: dict[Path, int] = {}
        self.counts: dict[Path, int] = {}

    def scan(self) -> Mapping[Path, int]:
        table: Path = ()
        while self._skip(newlines=True):
            if self._looking("["):
                table = self._header()
            else:
                self._pair(table)
        return self.lines

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the table that follows."""
        if self._looking("[["):
            self._take(2)
            table = self._array_table(self._keys())
            self._take(2)
            return table
        self._take(1)
        table = self._resolve(self._keys())
        for end in range(1, len(table) + 1):
            self._note(table[:end])
        self._take(1)
        return table

    def _array_table(self, path: Path) -> Path:
        path = (*self._resolve(path[:-1]), path[-1])
        number = self.counts.get(path, 0)
        self.counts[path] = number + 1
        self._note(path)
        self.lines[(*path, number)] = self.line
        return (*path, number)

    def _resolve(self, path: Path) -> Path:
        """A table inside an array of tables belongs to its last element."""
        resolved: Path = ()
        for key in path:
            resolved = (*resolved, key)
            if resolved in self.counts:
                resolved = (*resolved, self.counts[resolved] - 1)
        return resolved

    def _pair(self, table: Path) -> Path:
        path = (*table, *self._keys())
        self._note(path)
        self._skip()
        self._take(1)  # the equals sign
        self._value(path)
        return path

    def _keys(self) -> Path:
        keys: list[str] = []
        while True:
            match = _KEY.match(self.text, self.at)
            if match is None:
                return tuple(keys)
            self._take(match.end() - self.at)
            keys.append(match[1].strip("\"'"))
            self._skip()
            if not self._looking("."):
                return tuple(keys)
            self._take(1)

    def _value(self, path: Path) -> None:
        self._skip()
        if self._looking("["):
            self._take(1)
            number = 0
            while self._skip(newlines=True) and not self._looking("]"):
                self._note((*path, number))
                self._value((*path, number))
                number += 1
                self._skip(newlines=True)
                if self._looking(","):
                    self._take(1)
            self._take(1)
        elif self._looking("{"):
            self._take(1)
            while self._skip(newlines=True) and not self._looking("}"):
                self._pair(path)
                self._skip(newlines=True)
                if self._looking(","):
                    self._take(1)
            self._take(1)
        else:
            self._scalar()

    def _scalar(self) -> None:
        for quotes in ('"""', "'''", '"', "'"):
            if self._looking(quotes):
                end = self.at + len(quotes)
                while not self.text.startswith(quotes, end):
                    end += 2 if self.text[end] == "\\" and quotes[0] == '"' else 1
                self._take(end + len(quotes) - self.at)
                return
        while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
            self._take(1)

    def _note(self, path: Path) -> None:
        self.lines.setdefault(path, self.line)

    def _looking(self, text: str) -> bool:
        return self.text.startswith(text, self.at)

    def _take(self, count: int) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def _skip(self, newlines: bool = False) -> bool:
        """Pass blanks and comments; whether anything is left."""
        while self.at < len(self.text):
            character = self.text[self.at]
            if character == "#":
                while self.at < len(self.text) and self.text[self.at] != "\n":
                    self._take(1)
            elif character in " \t\r" or (newlines and character == "\n"):
                self._take(1)
            else:
                return True
        return False
