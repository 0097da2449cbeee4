"""Backups: all rows as lines of JSON, gzipped; taken while people play, from either database.

A backup of SQLite can be restored into PostgreSQL and the other way round. It is read in one
transaction, so every journal in it is whole.
"""

from __future__ import annotations

import base64
import gzip
import os
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError

from hexfire.play import write_whole
from hexfire.rulebook import BadInput
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store

FORMAT = 1
BATCH = 500


class Head(msgspec.Struct, frozen=True, tag="hexfire-backup", tag_field="kind"):
    """The first line."""

    format: int = FORMAT


class RowLine(msgspec.Struct, frozen=True, tag="row", tag_field="kind"):
    """A row of a table; bytes as base64."""

    table: str
    row: dict[str, Any]


class Tail(msgspec.Struct, frozen=True, tag="end", tag_field="kind"):
    """The last line: a backup without it was cut."""

    rows: int


class Damaged(BadInput):
    """The database opens, but not all of it can be read."""

    def __init__(self, why: str) -> None:
        super().__init__("server.database.damaged", why=why)


_decode = msgspec.json.Decoder(Head | RowLine | Tail)


def backup(settings: Settings, path: Path) -> int:
    """Write all rows to a file; how many. The old file is there until the new one is whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    store = opened(settings)
    count = 0
    try:
        with store.engine.connect() as connection, gzip.open(beside, "wb") as file:
            _read_at_one_moment(connection, settings)
            file.write(msgspec.json.encode(Head()) + b"\n")
            for table in schema.metadata.sorted_tables:
                for row in connection.execution_options(stream_results=True).execute(select(table)):
                    file.write(msgspec.json.encode(RowLine(str(table.name), _plain(row))) + b"\n")
                    count += 1
            file.write(msgspec.json.encode(Tail(count)) + b"\n")
        beside.replace(path)
    except OSError as error:
        raise BadInput("core.cannot_write", path=str(path), why=str(error)) from None
    finally:
        beside.unlink(missing_ok=True)
        store.close()
    return count


def restore(settings: Settings, path: Path) -> int:
    """Put a backup into an empty database, all of it or nothing; how many rows."""
    store = opened(settings)
    try:
        with store.engine.begin() as connection:
            for table in schema.metadata.sorted_tables:
                if connection.execute(select(func.count()).select_from(table)).scalar_one():
                    raise BadInput("server.backup.not_empty", table=table.name)
            return _put_back(connection, path)
    finally:
        store.close()


def _put_back(connection: Connection, path: Path) -> int:
    tables = {str(table.name): table for table in schema.metadata.sorted_tables}
    waiting: list[RowLine] = []
    count, whole = 0, False
    try:
        with gzip.open(path, "rb") as file:
            if not isinstance(_decode.decode(file.readline()), Head):
                raise BadInput("server.backup.unreadable", path=str(path), why="kind")
            for line in file:
                match _decode.decode(line):
                    case RowLine() as row:
                        if waiting and (waiting[-1].table != row.table or len(waiting) >= BATCH):
                            _insert(connection, tables, waiting)
                            waiting = []
                        waiting.append(row)
                        count += 1
                    case Tail(rows=rows):
                        whole = rows == count
        _insert(connection, tables, waiting)
    except FileNotFoundError:
        raise BadInput("core.no_file", path=str(path)) from None
    except (OSError, EOFError, msgspec.DecodeError, KeyError, ValueError, DBAPIError) as error:
        why = type(error).__name__
        raise BadInput("server.backup.unreadable", path=str(path), why=why) from None
    if not whole:
        raise BadInput("server.backup.cut", path=str(path))
    return count


def _insert(connection: Connection, tables: dict[str, Table], rows: list[RowLine]) -> None:
    if rows:
        table = tables[rows[0].table]
        coded = {c.name for c in table.columns if isinstance(c.type, LargeBinary)}
        connection.execute(
            insert(table),
            [
                {k: base64.b64decode(v) if k in coded else v for k, v in line.row.items()}
                for line in rows
            ],
        )


def export(settings: Settings, folder: Path) -> int:
    """Every journal as a file of its own (`TABLE.jsonl`), as `hexfire verify` reads it."""
    store = opened(settings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with store.engine.connect() as connection:
            _read_at_one_moment(connection, settings)
            ids = connection.execute(select(schema.tables.c.id)).scalars().all()
            written = 0
            for table in ids:
                lines = connection.execute(
                    select(schema.lines.c.text)
                    .where(schema.lines.c.table_id == table)
                    .order_by(schema.lines.c.n)
                ).scalars()
                if journal := b"".join(bytes(line) for line in lines):
                    write_whole(folder / f"{table}.jsonl", journal)
                    written += 1
        return written
    except OSError as error:
        raise BadInput("core.cannot_write", path=str(folder), why=str(error)) from None
    finally:
        store.close()


def opened(settings: Settings) -> Store:
    """The database at its present schema; refused with a sentence if it is none or damaged."""
    store = Store(settings)
    try:
        store.migrate()
        damage = store.damage()
    except DBAPIError as error:
        store.close()
        raise BadInput("server.database.unusable", why=str(error.orig)) from None
    if damage:
        store.close()
        raise Damaged(damage)
    return store


def _read_at_one_moment(connection: Connection, settings: Settings) -> None:
    if settings.is_postgres:
        connection.execute(text("set transaction isolation level repeatable read, read only"))


def _plain(row: Any) -> dict[str, Any]:
    return {str(key): _text(value) for key, value in row._mapping.items()}


def _text(value: Any) -> Any:
    is_bytes = isinstance(value, bytes | memoryview)
    return base64.b64encode(bytes(value)).decode() if is_bytes else value
