"""Mistakes in a scenario's files: each with its file, its line and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfire.play.toml_lines import Path, lines_of
from hexfire.rulebook import BadInput, Message, Param


class Problem(msgspec.Struct, frozen=True, order=True):
    """One mistake."""

    file: str
    """`toml` or `map`."""
    line: int
    message: Message = msgspec.field(default_factory=lambda: Message(""))
    path: tuple[str, ...] = ()
    """In the TOML file: the keys and numbers that lead to it, for whoever shows the place."""


class BadScenario(BadInput):
    """A scenario that cannot be played: all its mistakes."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        first = problems[0]
        super().__init__(
            "folio.scenario.bad",
            count=len(problems),
            file=first.file,
            line=first.line,
        )
        self.problems = problems


class Notes:
    """Collects mistakes while a scenario is read."""

    def __init__(self, toml: str) -> None:
        self._toml = toml
        self._lines: Mapping[Path, int] | None = None
        self.problems: list[Problem] = []

    def in_toml(self, path: Path, key: str, **params: Param) -> None:
        """A mistake at a place of the TOML file; its line is that of the nearest thing there."""
        if self._lines is None:
            self._lines = lines_of(self._toml)
        place = tuple(str(step) for step in path if step != "")
        while path and path not in self._lines:
            path = path[:-1]
        line = self._lines.get(path, 1)
        said = Message.of(f"folio.scenario.{key}", **params)
        self.problems.append(Problem("toml", line, said, place))

    def in_map(self, line: int, key: str, **params: Param) -> None:
        self.problems.append(Problem("map", line, Message.of(f"folio.scenario.{key}", **params)))


class Table:
    """A TOML table read key by key; what nobody asked for is a mistake too."""

    def __init__(self, notes: Notes, path: Path, data: Mapping[str, Any]) -> None:
        self.notes, self.path, self._data = notes, path, data
        self._asked: set[str] = set()

    def _get(self, key: str, kind: type | tuple[type, ...], what: str, default: Any) -> Any:
        self._asked.add(key)
        if key not in self._data:
            if default is _REQUIRED:
                self.wrong(key, "missing", name=key)
                return None
            return default
        value = self._data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.wrong(key, "type", name=key, value=_short(value), what=f"@folio.scenario.a_{what}")
            return None if default is _REQUIRED else default
        return value

    def text(self, key: str, default: Any = "") -> str:
        return self._get(key, str, "text", default) or ""

    def need_text(self, key: str) -> str:
        return self._get(key, str, "text", _REQUIRED) or ""

    def choice(self, key: str, known: tuple[str, ...]) -> str | None:
        """One of the known words, the first if none is given; None if it is another."""
        value = self.text(key, known[0])
        if value in known:
            return value
        self.wrong(key, "choice", value=value, known=known)
        return None

    def number(self, key: str, default: int = 0, low: int = 0, high: int | None = None) -> int:
        value = self._get(key, int, "number", default)
        if value is not None and value < low:
            self.wrong(key, "too_small", name=key, value=value, low=low)
        if value is not None and high is not None and value > high:
            self.wrong(key, "too_large", name=key, value=value, high=high)
        return int(value if value is not None else default)

    def maybe_number(self, key: str) -> int | None:
        value: int | None = self._get(key, int, "number", None)
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        return bool(self._get(key, bool, "flag", default))

    def any(self, key: str, default: Any = None) -> Any:
        self._asked.add(key)
        return self._data.get(key, default)

    def texts(self, key: str) -> list[str]:
        """A list of texts; a single text stands for a list of one."""
        value = self._get(key, (list, str), "list", [])
        if isinstance(value, str):
            return [value]
        texts = []
        for i, item in enumerate(value or []):
            if isinstance(item, str):
                texts.append(item)
            else:
                shown = _short(item)
                self.wrong(key, "type", i, name=key, value=shown, what="@folio.scenario.a_text")
        return texts

    def table(self, key: str, required: bool = False) -> Table:
        value = self._get(key, dict, "table", _REQUIRED if required else {})
        return Table(self.notes, (*self.path, key), value or {})

    def tables(self, key: str) -> list[Table]:
        """A list of tables."""
        value = self._get(key, list, "list", [])
        tables = []
        for i, item in enumerate(value or []):
            if isinstance(item, dict):
                tables.append(Table(self.notes, (*self.path, key, i), item))
            else:
                shown = _short(item)
                self.wrong(key, "type", i, name=key, value=shown, what="@folio.scenario.a_table")
        return tables

    def sub_tables(self) -> list[tuple[str, Table]]:
        """Every table in this one, by name."""
        tables = []
        for key, value in self._data.items():
            if key in self._asked:
                continue
            self._asked.add(key)
            if isinstance(value, dict):
                tables.append((key, Table(self.notes, (*self.path, key), value)))
            else:
                what = "@folio.scenario.a_table"
                self.wrong(key, "type", name=key, value=_short(value), what=what)
        return tables

    def keys(self) -> Iterable[str]:
        return self._data.keys()

    def names(self, key: str = "name", default: str = "") -> Mapping[str, str]:
        """A name in both languages; one text serves for both."""
        self._asked.add(key)
        value = self._data.get(key, default)
        if isinstance(value, str):
            return {"en": value, "ja": value}
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            self.wrong(key, "name", name=key)
            return {"en": default, "ja": default}
        for language in value:
            if language not in ("en", "ja"):
                self.wrong(key, "name", name=key)
        one = next(iter(value.values()), default)
        return {"en": value.get("en", one), "ja": value.get("ja", one)}

    def wrong(self, key: str, problem: str, *more: str | int, **params: Param) -> None:
        self.notes.in_toml((*self.path, key, *more), problem, **params)

    def done(self) -> None:
        """Everything has been asked for: the rest is unknown."""
        for key in self._data:
            if key not in self._asked:
                self.wrong(key, "unknown_key", name=key, known=tuple(sorted(self._asked)))


_REQUIRED = object()


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 30 else text[:29] + "…"
