"""What the checker of scenario files says of a draft, each mistake with its place on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from hexfire.assist.wording import Said
from hexfire.assist.workshop.draft import Draft
from hexfire.folio.mapdraft import lie_of
from hexfire.folio.problems import Problem
from hexfire.hexes import Grid
from hexfire.rulebook import read_whole

_LABEL = re.compile(r"\b[0-9]{4}\b")
_HEAD = re.compile(r"\[(\w+)\]")


class Mistake(msgspec.Struct, frozen=True):
    """One mistake: what is wrong, where in the files, where on the table."""

    file: str
    line: int
    says: Said
    path: tuple[str, ...]
    """In the TOML file the keys and numbers that lead there; in the map file its section."""
    hexes: tuple[str, ...]
    """The hexes it is about, by their labels."""


class Judged(msgspec.Struct, frozen=True):
    """A draft written as its two files, and what is wrong with them."""

    toml: str
    map: str
    mistakes: tuple[Mistake, ...] = ()
    count: int = 0
    """Of all mistakes, also those that are not listed."""
    refused: Said | None = None
    """Why no table is begun with it although its files are right: it is too large, for instance."""


def judged(
    draft: Draft, toml: str, map: str, problems: Iterable[Problem], count: int, refused: Said | None
) -> Judged:
    """What was mistakes, with places."""
    lines = map.splitlines()
    mistakes = tuple(_placed(draft, lines, problem) for problem in problems)
    return Judged(toml, map, mistakes, count, refused)


def _placed(draft: Draft, lines: list[str], problem: Problem) -> Mistake:
    if problem.file == "map":
        section, hexes = _in_map(draft, lines, problem)
        path: tuple[str, ...] = ("map_file", section)
    else:
        path, hexes = problem.path, _in_toml(draft, problem)
    return Mistake(problem.file, problem.line, Said(problem.message), path, hexes)


def _in_toml(draft: Draft, problem: Problem) -> tuple[str, ...]:
    """The hexes that its message and the smallest table around it name."""
    said = [str(value) for name, value in problem.message.params if name in ("hex", "a", "b")]
    around: object = draft.data
    smallest: object = {}
    for step in problem.path:
        if isinstance(around, dict):
            smallest, around = around, around.get(step)
        elif isinstance(around, list):
            at = read_whole(step)
            around = around[at] if at is not None and at < len(around) else around
    smallest = around if isinstance(around, dict) else smallest
    if len(problem.path) > 1 and isinstance(smallest, dict):
        said += [str(smallest.get(key, "")) for key in ("hex", "entry")]
    return tuple(dict.fromkeys(_LABEL.findall(" ".join(said))))


def _in_map(draft: Draft, lines: list[str], problem: Problem) -> tuple[str, tuple[str, ...]]:
    """The section of a line, and the hexes it names; of a row of terrain, the hex of the column."""
    section, row = "", 0
    for line in lines[: problem.line - 1]:
        head = _HEAD.fullmatch(line.strip())
        if head is not None:
            section, row = head[1], 0
        elif line.strip() and not line.strip().startswith("#"):
            row += 1
    text = lines[problem.line - 1] if problem.line <= len(lines) else ""
    if section != "terrain":
        return section, tuple(dict.fromkeys(_LABEL.findall(text)))
    column = dict(problem.message.params).get("column")
    orientation, shift, labels = lie_of(draft.data)
    width = max(map(len, draft.ground.terrain), default=0)
    if not isinstance(column, int) or not 0 < column <= width:
        return section, ()
    try:
        grid = Grid.folio(width, len(draft.ground.terrain), shift, orientation, labels)
        return section, (grid.label(grid.at(column - 1, row)),)
    except (ValueError, LookupError):
        return section, ()
