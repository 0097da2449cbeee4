"""Every figure of the printed tables is read by somebody: none stands there for show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexfire.asl
from hexfire.asl.tables import read

ASL = Path(hexfire.asl.__path__[0])
FOR_THE_READER = {"meta", "missing", "note", "source", "sources", "confidence", "condition"}
"""What explains the figures beside it."""

# Who reads a table, and the parts of it whose names are those of things (terrains, nations, rows
# that are looked up by a name put together): what they hold is judged, they themselves are not.
READERS = {
    "to-hit": ("gunnery/tables.py", "shots/latw.py", "effects/projector.py"),
    "to-kill": ("tables/to_kill.py", "effects"),
    "ift": ("tables/ift.py",),
    "terrain": (
        "antitank/backblast.py",
        "artillery",
        "battle/moves",
        "effects/smoke.py",
        "eyes/lookout.py",
        "fieldguns/entries.py",
        "gunnery/tables.py",
        "tables/terrain.py",
        "walls",
    ),
    "nationalities": ("gunnery/tables.py", "artillery/nations.py", "antitank/panzerfaust.py"),
}
NAMES_OF_THINGS = {
    "to-hit": {("basic",), ("modifications",)},
    "terrain": {("terrain",)},
    "nationalities": {(), ("axis_minor", "pf_inherent_from")},
}


def names(
    entry: Any, things: set[tuple[str, ...]], path: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """The paths of all words that name a figure."""
    if isinstance(entry, list):
        for one in entry:
            yield from names(one, things, path)
    if not isinstance(entry, dict):
        return
    for name, inner in entry.items():
        if name in FOR_THE_READER:
            continue
        if path not in things and re.fullmatch("[a-z][a-z_0-9]*", name):
            yield (*path, name)
        yield from names(inner, things, (*path, name))


def code_of(table: str) -> str:
    places = [ASL / place for place in READERS[table]]
    files = [file for at in places for file in (at.rglob("*.py") if at.is_dir() else (at,))]
    return "\n".join(file.read_text("utf-8") for file in sorted(files))


@pytest.mark.parametrize("table", READERS)
def test_every_figure_is_read(table: str) -> None:
    code = code_of(table)
    spoken = set(re.findall(r"[\"']([a-z][a-z_0-9]*)[\"']", code))
    fields = set(re.findall(r"^    ([a-z][a-z_0-9]*): ", code, re.MULTILINE))
    known = spoken | fields
    things = NAMES_OF_THINGS.get(table, set())
    assert not {path for path in names(read(table), things) if path[-1] not in known}
