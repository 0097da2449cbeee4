"""Find a board by what a person calls it: a built-in name, an archive's path, several of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path

from hexfire.boards.archive import read_board
from hexfire.boards.board import Board
from hexfire.boards.crop import crop
from hexfire.boards.handed import HANDED, handed, handed_name
from hexfire.boards.joined import Placed, join
from hexfire.boards.ssr import change
from hexfire.boards.text import builtin, builtin_names, read_text_board
from hexfire.play import read_text
from hexfire.rulebook import BadInput

FOLDER = "HEXFIRE_VASL_BOARDS"
"""The environment variable that names the folder of the player's VASL boards."""
LARGEST = 64_000_000
"""Bytes; no board file is larger."""


Find = Callable[[str], Board | None]
"""A board by its word, where there is one."""


def open_board(
    name: str, ssr: Iterable[str] = (), *, picture: bool = False, find: Find | None = None
) -> Board:
    """A board, or several: `millbrook`, `boards/bd41`, `41 43r`, `41 43r / 44 54`, `41:Q-GG`.

    `r` at the end turns a board by 180 degrees; `/` begins the next row. `find` looks for single
    boards elsewhere than among ours, the files and the folder of boards.
    """
    look = find or partial(_find, picture=picture)
    several = " " in name and (find is not None or not _file(name))
    rows = [row.split() for row in name.split(" / ")] if several else [[name]]
    if not all(rows) or len(rows) * max(map(len, rows)) > 12:
        raise BadInput("sight.join.cannot", why=name)
    ssr = tuple(ssr)
    placed = [[_placed(word, ssr, look) for word in row] for row in rows]
    several = len(placed) > 1 or len(placed[0]) > 1
    if several and (cut := [p.board.name for row in placed for p in row if p.board.laid]):
        raise BadInput("sight.join.cannot", why=cut[0])
    return join(placed)


def _placed(word: str, ssr: tuple[str, ...], find: Find) -> Placed:
    board = find(word)
    if board is None and (part := re.fullmatch(r"(.+):([A-Za-z]{1,4})-([A-Za-z]{1,4})", word)):
        whole = find(part[1])
        board = whole and crop(change(whole, ssr), part[2], part[3])
        if board is not None:
            return Placed(board)
    flipped = False
    if board is None and word.endswith("r"):
        board, flipped = find(word[:-1]), True
    if board is None and (of_a_file := HANDED.match(word)):
        raise BadInput("sight.board.not_kept", name=of_a_file[0], folder=FOLDER)
    if board is None:
        raise BadInput("sight.board.not_found", name=word, builtin=builtin_names(), folder=FOLDER)
    return Placed(change(board, ssr), flipped)


def _find(word: str, picture: bool) -> Board | None:
    if word in builtin_names():
        return builtin(word)
    if HANDED.fullmatch(word):
        return handed(word) or _file_of(word, picture)
    for path in _candidates(word):
        if path.is_file():
            if path.suffix == ".board":
                return read_text_board(read_text(path), path.stem)
            return read_board(path, picture=picture)
    return None


def find_in_folder(word: str, *, picture: bool = False) -> Board | None:
    """One of our boards, one that was handed over, or a VASL board of the folder by its number."""
    if word in builtin_names():
        return builtin(word)
    if HANDED.fullmatch(word):
        return handed(word)
    if not re.fullmatch(r"[A-Za-z0-9]{1,12}", word):
        return None
    for path in _in_folders(word):
        if path.is_file():
            return read_board(path, picture=picture)
    return None


def look_also_in(folder: Path) -> None:
    """Boards that lie beside a file which the player named (his saved game) are found, too."""
    if folder not in _beside:
        _beside.append(folder)


_beside: list[Path] = []


def _file_of(name: str, picture: bool) -> Board | None:
    """A board that was handed over elsewhere, if the same file lies in a folder of boards."""
    for place in _folders():
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.is_file() and _goes_by(path) == name:
                return read_board(path, picture=picture)
    return None


def _goes_by(path: Path) -> str:
    """The name of a file that is handed over; of one that is too large to be a board none."""
    stat = path.stat()
    return _name_of(path, stat.st_mtime_ns) if stat.st_size <= LARGEST else ""


@lru_cache(maxsize=1 << 12)
def _name_of(path: Path, changed: int) -> str:
    """Made once for each file as it is now: whoever asks for boards that are nowhere asks often."""
    return handed_name(path.read_bytes(), path.name)


def _file(word: str) -> bool:
    return any(path.is_file() for path in _candidates(word))


def _candidates(word: str) -> Iterator[Path]:
    if "\0" in word:
        return
    yield Path(word)
    if "/" not in word and "\\" not in word:
        yield from _in_folders(word)


def _in_folders(word: str) -> Iterator[Path]:
    """Where a board of VASL may lie: in the folder of boards, then beside what was named."""
    for place in _folders():
        yield place / word
        yield place / f"bd{word}"
        yield place / f"bd{word.zfill(2)}"


def _folders() -> tuple[Path, ...]:
    folder = os.environ.get(FOLDER)
    return (*((Path(folder),) if folder else ()), *_beside)
