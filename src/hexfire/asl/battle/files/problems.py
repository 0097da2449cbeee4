"""Mistakes in a battle's scenario file, each with its line and its reason."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from hexfire.play.toml_lines import Path, lines_of
from hexfire.rulebook import BadInput, Message, Param, Refusal

_FORMS = (
    (re.compile(r"Invalid enum value '?(?P<value>[^`']*)'?"), "choice"),
    (re.compile(r"unknown field `(?P<name>[^`]*)`"), "unknown_key"),
    (re.compile(r"missing required field `(?P<name>[^`]*)`"), "missing"),
    (re.compile(r"Expected `(?P<want>[^`]*)`, got `(?P<got>[^`]*)`"), "type"),
)
_KINDS = frozenset({"bool", "int", "float", "str", "array", "object", "null"})
_AT = re.compile(r"at `\$(?P<path>[^`]*)`")
_PART = re.compile(r"\.?([A-Za-z_]\w*)|\[(\d+)\]")


class Problem(msgspec.Struct, frozen=True, order=True):
    """One mistake: its line (0 where the data came without a text) and what is wrong."""

    line: int
    message: Message = msgspec.field(default_factory=lambda: Message(""))

    @property
    def file(self) -> str:
        """A battle's scenario is one text."""
        return "toml"


class BadScenario(BadInput):
    """A scenario that cannot be played: all its mistakes; data without lines say the first."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        first = problems[0]
        if first.line:
            super().__init__("battle.scenario.bad", count=len(problems), line=first.line)
        else:
            super().__init__(first.message.key, **dict(first.message.params))
        self.problems = problems


class Notes:
    """Collects mistakes while a scenario is read."""

    def __init__(self, toml: str) -> None:
        self._lines: Mapping[Path, int] = lines_of(toml) if toml else {}
        self.problems: list[Problem] = []

    def add(self, path: Path, key: str, **params: Param) -> None:
        """A mistake at a place of the file; its line is that of the nearest thing there."""
        self._note(path, Message.of(f"battle.scenario.{key}", **params))

    def refused(self, path: Path, refusal: Refusal) -> None:
        """A mistake that another room has found and can name."""
        self._note(path, refusal.message)

    def _note(self, path: Path, message: Message) -> None:
        while path and path not in self._lines:
            path = path[:-1]
        self.problems.append(Problem(self._lines.get(path, 0), message))

    def wrong_form(self, error: msgspec.ValidationError) -> None:
        """A value of the wrong kind: which field, what stands there, what is expected."""
        text = str(error)
        at = _AT.search(text)
        path = _path(at["path"]) if at else ()
        for form, key in _FORMS:
            mistake = form.search(text)
            if mistake:
                said: dict[str, Param] = {"name": _dotted(path), **mistake.groupdict()}
                for blank in ("want", "got"):
                    if blank in said:
                        said[blank] = _kinds(str(said[blank]))
                self.add((*path, str(said["name"])), key, **said)
                return
        self.add(path, "form", why=text)

    def settle(self) -> None:
        """Refuse the scenario if there was any mistake."""
        if self.problems:
            raise BadScenario(tuple(sorted(dict.fromkeys(self.problems))))


def _path(text: str) -> Path:
    return tuple(int(i) if i else name for name, i in _PART.findall(text))


def _kinds(text: str) -> tuple[str, ...]:
    """Kinds of data by the words people have for them: `str | null` is text, or nothing at all."""
    return tuple(f"@core.kind.{kind}" if kind in _KINDS else kind for kind in text.split(" | "))


def _dotted(path: Path) -> str:
    return ".".join(str(part) for part in path) or "$"
