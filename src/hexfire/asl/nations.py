"""Who is who: the nations as people, counters and chapters write them, and whose rows they read."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import msgspec


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nation (`tables/nations.toml`). An empty row, family or counter: it has none."""

    name: str
    row: str = ""
    family: str = ""
    group: str = ""
    counter: str = ""
    also: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def nations() -> tuple[Nation, ...]:
    """All of them, in the order of chapter H."""
    text = (resources.files("hexfire.asl.tables") / "nations.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["nation"], tuple[Nation, ...])


def nation_called(text: str) -> Nation | None:
    """The nation that somebody means, however he writes it.

    >>> nation_called("ussr").name, nation_called("ソ連軍").row, nation_called("german_ss").row
    ('Soviet', 'russian', 'german')
    """
    return _by_word().get(_plain(text))


def row_of(text: str) -> str:
    """The row of the nationality table for a nation as somebody writes it; else the word itself."""
    nation = nation_called(text)
    return nation.row if nation is not None and nation.row else _plain(text).replace(" ", "_")


AXIS = ("german", "italian", "japanese", "finnish", "hungarian", "axis_minor", "thai")


def are_enemies(one: str, other: str) -> bool:
    """Whether the weapons of the one can have come to the other by capture alone (C5.8)."""
    return (row_of(one) in AXIS) != (row_of(other) in AXIS)


@lru_cache(maxsize=1)
def _by_word() -> Mapping[str, Nation]:
    by_word: dict[str, Nation] = {}
    for nation in nations():
        for word in (nation.name, nation.row.replace("_", " "), nation.counter, *nation.also):
            if word:
                by_word.setdefault(_plain(word), nation)
                by_word.setdefault(_plain(word) + "軍", nation)
    return by_word


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace(".", "").replace("_", " ").replace("-", " ").split())
