"""What can go wrong with the database, as the rest of the server is told."""

from __future__ import annotations

import sqlite3
from typing import Protocol, runtime_checkable

from sqlalchemy.exc import DBAPIError

from hexfire.rulebook import Refusal


class MovedOn(Exception):
    """Somebody else wrote these lines first."""


class StorageAway(Refusal):
    """The database does not answer, or does not take what is written: nothing was done."""

    def __init__(self, key: str = "server.storage_away") -> None:
        super().__init__("", key)


class DatabaseHurt(StorageAway):
    """Part of the database is damaged: what lies there can be neither read nor written."""

    def __init__(self, why: str) -> None:
        super().__init__("server.database.hurt")
        self.why = why


_CORRUPT = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_CORRUPTED = ("XX001", "XX002")
"""PostgreSQL: a damaged page, a damaged index."""


@runtime_checkable
class _Sqlite(Protocol):
    """An error of SQLite."""

    sqlite_errorcode: int


@runtime_checkable
class _Postgres(Protocol):
    """An error of PostgreSQL, whichever driver told it."""

    sqlstate: str | None


def trouble_of(error: Exception) -> StorageAway:
    """What an error of the database comes to."""
    orig: object = error.orig if isinstance(error, DBAPIError) else error
    match orig:
        case _Sqlite():
            hurt = (orig.sqlite_errorcode & 0xFF) in _CORRUPT
        case _Postgres():
            hurt = orig.sqlstate in _CORRUPTED
        case _:
            hurt = False
    return DatabaseHurt(str(orig)[:200]) if hurt else StorageAway()


class WriterGone(StorageAway):
    """Nothing can be written any more until the server is started again."""

    def __init__(self) -> None:
        super().__init__("server.writer_gone")
