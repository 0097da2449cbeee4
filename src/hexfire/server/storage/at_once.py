"""Many rows with one statement, for SQLite.

Python lets its other threads run while SQLite works on a row, and has to wait for them after each.
A hundred rows one by one are two hundred changes of thread, which cost the event loop more than the
rows themselves. Here a statement takes as many rows as it can, in a few lengths only, so that each
is prepared once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection

MOST = 256
"""Rows of one statement: an old SQLite takes 999 values, and a line has three."""


def insert_lines(connection: Connection, rows: Sequence[tuple[str, int, bytes]]) -> None:
    """Lines of journals: table, number, text."""
    for piece in pieces(rows):
        connection.exec_driver_sql(_insert(len(piece)), tuple(chain.from_iterable(piece)))


def mark_changed(connection: Connection, at: int, status: str, tables: Sequence[str]) -> None:
    """Tables that changed at the same time and stand alike."""
    for piece in pieces(tables):
        connection.exec_driver_sql(_update(len(piece)), (at, status, *piece))


def pieces(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Pieces whose lengths are powers of two, the longest first.

    >>> [len(piece) for piece in pieces(range(83))]
    [64, 16, 2, 1]
    """
    at, size = 0, MOST
    while at < len(rows):
        if size <= len(rows) - at:
            yield rows[at : at + size]
            at += size
        else:
            size //= 2


@cache
def _insert(count: int) -> str:
    return f"insert into lines (table_id, n, text) values {', '.join(['(?, ?, ?)'] * count)}"


@cache
def _update(count: int) -> str:
    names = ", ".join("?" * count)
    return f"update tables set updated = ?, status = ? where id in ({names})"
