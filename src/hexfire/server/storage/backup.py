"""Backups: everything the server keeps, in one file that either database can be filled from.

A backup is gzipped JSON lines: a head (which program, which schema), a line for every row, and an
end that counts them, so that a file cut short is noticed. It is read in one transaction, while the
server goes on playing. Restoring wants an empty database.
"""

from __future__ import annotations

import glob
import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    Table,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from hexfire import __version__
from hexfire.rulebook import BadInput
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import make_engine

FORM = "hexfire backup 1"
ROWS_AT_ONCE = 500


class Head(msgspec.Struct):
    """The first line of a backup."""

    form: str
    version: str
    revision: str
    """The schema's revision."""


class Line(msgspec.Struct):
    """Any other line: a row, or the end, which counts the rows."""

    table: str = ""
    row: dict[str, Any] = {}
    end: int | None = None


class Packed(msgspec.Struct):
    """How a row tells bytes: in base64."""

    base64: bytes


def back_up(settings: Settings, path: Path) -> int:
    """Write everything into a file; returns the number of rows. The file is whole or not there.

    It holds secrets: nobody but its owner may read it.
    """
    engine = make_engine(settings)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        _sweep(path)
        beside.touch(mode=0o600)
        with engine.connect() as connection, gzip.open(beside, "wb") as file:
            if settings.is_postgres:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
                connection.execute(text("set statement_timeout = 0"))
            else:  # else each table would be read at a moment of its own
                connection.exec_driver_sql("begin")
            count = 0
            for line in _lines(connection):
                file.write(msgspec.json.encode(line) + b"\n")
                count += 1
        with beside.open("rb") as written:
            os.fsync(written.fileno())
        beside.replace(path)
        return count - 2  # without head and end
    except OSError as error:
        raise BadInput("core.cannot_write", path=str(path), why=str(error)) from None
    except SQLAlchemyError as error:
        raise BadInput("server.backup.database", why=_short(error)) from None
    finally:
        beside.unlink(missing_ok=True)
        engine.dispose()


def _sweep(path: Path) -> None:
    """Take away what backups left that were killed; those that are under way stay."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.new"):
        pid = left.name.split(".")[-2]
        if pid.isdecimal() and not _runs(int(pid)):
            left.unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _lines(connection: Connection) -> Iterator[Any]:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise BadInput("server.backup.nothing")
    yield Head(FORM, __version__, revision)
    count = 0
    for table in schema.metadata.sorted_tables:
        rows = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for row in rows.mappings():
            yield {"table": str(table.name), "row": {str(k): _plain(v) for k, v in row.items()}}
            count += 1
    yield {"end": count}


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return Packed(bytes(value))
    return value


def restore(settings: Settings, path: Path) -> int:
    """Fill an empty database from a backup; all of it or nothing. Returns the number of rows."""
    engine = make_engine(settings)
    try:
        with engine.begin() as connection:
            if _holds_something(connection):
                raise BadInput("server.backup.not_empty")
        _clear(engine)  # what a restore that was killed has left: tables without a row
        try:
            with engine.begin() as connection:
                if settings.is_postgres:
                    connection.execute(text("set local statement_timeout = 0"))
                return _fill(connection, path)
        except BaseException:
            _clear(engine)  # SQLite keeps tables that were made in a transaction given up
            raise
    except msgspec.ValidationError:  # whole, but not as we write it
        raise BadInput("server.backup.cut", path=str(path)) from None
    except (SQLAlchemyError, KeyError) as error:
        raise BadInput("server.backup.database", why=_short(error)) from None
    finally:
        engine.dispose()


def _clear(engine: Engine) -> None:
    """Drop the tables, all of which are ours: others' were refused (`_holds_something`)."""
    with engine.begin() as connection:
        left = MetaData()
        left.reflect(connection)
        left.drop_all(connection)


def _holds_something(connection: Connection) -> bool:
    """Whether there is a row of ours, or any table that is not ours."""
    ours = schema.metadata.tables
    there = set(inspect(connection).get_table_names())
    if any(name not in ours and not name.lstrip("_").startswith("alembic_") for name in there):
        return True
    return any(
        connection.execute(select(func.count()).select_from(ours[name])).scalar_one()
        for name in there
        if name in ours
    )


def _fill(connection: Connection, path: Path) -> int:
    lines = _read(path)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("form") != FORM:
        raise BadInput("server.backup.not_one", path=str(path))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    # The rows fit the schema they were read from; then both go on to the present one.
    try:
        command.upgrade(config, str(head["revision"]))
    except CommandError:
        theirs = str(head["version"])[:40]
        raise BadInput("server.backup.newer", theirs=theirs, ours=__version__) from None
    tables = MetaData()
    tables.reflect(connection)
    waiting: list[dict[str, Any]] = []
    table: Table | None = None
    for count, line in enumerate(lines):
        if line.end is not None:
            _insert(connection, table, waiting)
            # Nothing follows; not before its last byte does gzip say whether any was changed.
            if line.end != count or next(lines, None) is not None:
                break
            command.upgrade(config, "head")
            return count
        if table is None or table.name != line.table or len(waiting) >= ROWS_AT_ONCE:
            _insert(connection, table, waiting)
            table, waiting = tables.tables[line.table], []
        waiting.append(_typed(table, line.row))
    raise BadInput("server.backup.cut", path=str(path))


def _insert(connection: Connection, table: Table | None, rows: list[dict[str, Any]]) -> None:
    if table is not None and rows:
        connection.execute(table.insert(), rows)


def _typed(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    return {
        key: msgspec.convert(value, Packed).base64 if key in binary and value is not None else value
        for key, value in row.items()
    }


def _read(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rb") as file:
            yield msgspec.json.decode(file.readline())
            for line in file:
                yield msgspec.json.decode(line, type=Line)
    except FileNotFoundError:
        raise BadInput("core.no_file", path=str(path)) from None
    except (OSError, EOFError, zlib.error, msgspec.DecodeError):
        raise BadInput("server.backup.cut", path=str(path)) from None


def export(settings: Settings, folder: Path) -> int:
    """Every table's journal as a file of its own; returns how many.

    Those of running games hold secrets: nobody but their owner may read them.
    """
    engine = make_engine(settings)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with engine.connect() as connection:
            ids = list(connection.execute(select(schema.tables.c.id)).scalars())
            for table_id in ids:
                lines = select(schema.lines.c.text).where(schema.lines.c.table_id == table_id)
                texts = connection.execute(lines.order_by(schema.lines.c.n)).scalars()
                file = folder / f"{table_id}.jsonl"
                file.touch(mode=0o600)
                file.write_bytes(b"".join(bytes(one) for one in texts))
        return len(ids)
    except OSError as error:
        raise BadInput("core.cannot_write", path=str(folder), why=str(error)) from None
    except SQLAlchemyError as error:
        raise BadInput("server.backup.database", why=_short(error)) from None
    finally:
        engine.dispose()


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:200]
