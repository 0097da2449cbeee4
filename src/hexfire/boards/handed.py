"""Boards that somebody handed over as files: known by a name made of what is in the file.

The same file has the same name everywhere, so a journal that names it means one board and no other.
A process keeps the latest few that it was given.
"""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfire.boards.board import Board

HANDED = re.compile(r"up-[0-9a-f]{16}")
"""Names of boards that were handed over."""
_IN_BYTES = re.compile(HANDED.pattern.encode())
MOST_IN_MEMORY = 12

_boards: OrderedDict[str, Board] = OrderedDict()


def handed_name(data: bytes, file_name: str) -> str:
    """The name a file goes by from now on."""
    return "up-" + hashlib.sha256(data + file_name.encode("utf-8", "replace")).hexdigest()[:16]


def hand_over(name: str, board: Board) -> None:
    """Keep a board in this process; the one that was given first is forgotten first."""
    _boards[name] = board
    while len(_boards) > MOST_IN_MEMORY:
        _boards.popitem(last=False)


def handed(name: str) -> Board | None:
    """A board that this process was given."""
    return _boards.get(name)


def boards_named(*texts: bytes) -> tuple[str, ...]:
    """The handed boards that texts speak of anywhere: so many as a process keeps."""
    names = {name.decode() for text in texts for name in _IN_BYTES.findall(text)}
    return tuple(sorted(names))[:MOST_IN_MEMORY]


def boards_of(scenario: Any) -> tuple[str, ...]:
    """The handed boards that a scenario, as plain data, lies on."""
    return boards_named(msgspec.json.encode(scenario))


def missing_here(names: Iterable[str]) -> tuple[str, ...]:
    """Those of them that this process has not got."""
    return tuple(name for name in names if name not in _boards)


def by_their_names(boards: str, names: Mapping[str, str]) -> str:
    """`01 03r` with the names that the boards go by: `up-… up-…r`."""
    by_number = {_number(word): name for word, name in names.items()}

    def named(matched: re.Match[str]) -> str:
        word, _, columns = matched[0].partition(":")
        rest = f":{columns}" if columns else ""
        if (number := _number(word)) in by_number:
            return by_number[number] + rest
        if word.endswith("r") and (number := _number(word[:-1])) in by_number:
            return f"{by_number[number]}r{rest}"
        return word + rest

    return re.sub(r"[^\s/]+", named, boards)


def _number(word: str) -> str:
    """`bd01`, `01` and `1` are the same board."""
    number = word.removeprefix("bd")
    return number.lstrip("0") or number
