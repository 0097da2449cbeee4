"""Journals on disk: every line is flushed; a cut file loses no whole line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfire.dice import Source
from hexfire.play.game import Game
from hexfire.play.table import Keep, Table
from hexfire.rulebook import BadInput


def append_to(path: Path) -> Keep:
    """A keeper that appends to a file and returns only when the line is on the disk."""

    def keep(line: bytes) -> None:
        try:
            with path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadInput("core.cannot_write", path=str(path), why=str(error)) from None

    return keep


LONGEST = 200_000_000
"""So many bytes of a file are read; some (`/dev/zero`) have no end."""


def read_bytes(path: Path) -> bytes:
    """A file's bytes, or a refusal that says plainly why not."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except FileNotFoundError:
        raise BadInput("core.no_file", path=str(path)) from None
    except IsADirectoryError:
        raise BadInput("core.not_a_file", path=str(path)) from None
    except OSError as error:
        raise BadInput("core.cannot_read", path=str(path), why=str(error)) from None
    if len(data) > LONGEST:
        raise BadInput("core.cannot_read", path=str(path), why="@core.foreign.endless")
    return data


def read_text(path: Path) -> str:
    """A UTF-8 text file, or a refusal that says plainly why not."""
    try:
        return read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput("core.not_utf8", path=str(path), at=error.start) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is either the old one or the new one, never half of each."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput("core.cannot_write", path=str(path), why=str(error)) from None


def open_journal(
    games: Mapping[str, Game[Any, Any]],
    path: Path,
    *,
    secret: str | None = None,
    source: Source | None = None,
) -> Table[Any, Any]:
    """Open a journal to play on. A half-written last line is cut off first."""
    text = read_bytes(path)
    table = Table.open(games, text, secret=secret, source=source, keep=append_to(path))
    if table.cut_line is not None:
        write_whole(path, text[: text.rfind(b"\n") + 1])
    return table
