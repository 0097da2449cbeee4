"""What the names of VASL's markers mean."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Meanings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`markers.toml`."""

    state: dict[str, str]
    told: dict[str, tuple[str, ...]]
    level: dict[str, int]
    entrenched: dict[str, str]
    ground: dict[str, tuple[str | int, ...]]

    def is_told(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.told["names"])


@cache
def meanings() -> Meanings:
    text = (files(__package__) / "markers.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Meanings)


def meant(name: str, table: Mapping[str, T]) -> T | None:
    """What a table says of a name; a whole name goes before one with a star."""
    if name in table:
        return table[name]
    return next((value for pattern, value in table.items() if fnmatchcase(name, pattern)), None)


def plain(name: str) -> str:
    """A marker's name without a label in brackets and without the facing behind it."""
    return re.sub(r"\s*\([^)]*\)|\s+(?:v|t)?ca[1-6]\b", "", name).strip()
