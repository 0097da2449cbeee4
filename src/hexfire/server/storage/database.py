"""The database: SQLite by default, PostgreSQL by its address.

Reads run in threads of their own, so that nothing else the server does can hold them up. Journal
lines go through the writer. Whatever the database refuses or fails to do arrives as `StorageAway`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.trouble import DatabaseHurt, StorageAway, trouble_of
from hexfire.server.storage.turns import Room
from hexfire.server.storage.writer import Save, Writer

T = TypeVar("T")

READERS = 8
"""So many reads at the same time; the others wait."""
LAST_SAVES = 1.0
"""Seconds that a stopping server gives to saves under way."""

_log = logging.getLogger("hexfire.storage")


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())


def new_id() -> str:
    return secrets.token_hex(8)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is stored of a token: a stolen database opens no seat."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def make_engine(settings: Settings) -> Engine:
    """Connections that give up after `storage_patience` seconds instead of waiting for ever."""
    patience = settings.storage_patience
    if settings.is_postgres:
        milliseconds = int(patience * 1000)
        return create_engine(
            settings.database_url,
            hide_parameters=True,  # what players wrote does not belong into a log
            pool_size=READERS,
            max_overflow=4,
            pool_pre_ping=True,
            pool_timeout=patience,
            connect_args={
                "connect_timeout": max(2, int(patience)),
                "options": f"-c statement_timeout={milliseconds} -c lock_timeout={milliseconds}",
            },
        )
    _for_owner_alone(settings.database_url)
    engine = create_engine(
        settings.database_url,
        hide_parameters=True,
        pool_timeout=patience,
        connect_args={"timeout": patience, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _for_owner_alone(url: str) -> None:
    """A new file of SQLite, which holds secrets; those beside it (`-wal`) get its permissions."""
    file = make_url(url).database
    if file and file != ":memory:":
        with contextlib.suppress(OSError):  # it is there already, or SQLite says what is wrong
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


class Store:
    """The database of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.engine = make_engine(settings)
        self.writer = Writer(self.engine, notify=settings.is_postgres)
        self.damaged = ""
        """What was found wrong with the database; what is whole is served."""
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="database")

    def open(self) -> None:
        """Bring the database to the present schema and start the writer."""
        self.migrate()
        self.damaged = self.damage()
        if self.damaged:
            _log.error("the database is damaged: %s", self.damaged)
        self.writer.start()

    def damage(self) -> str:
        """What SQLite finds wrong with its file; empty if nothing (PostgreSQL checks itself)."""
        if self.settings.is_postgres:
            return ""
        with self.engine.connect() as connection:
            verdict = str(connection.execute(text("pragma quick_check(1)")).scalar_one())
        return "" if verdict == "ok" else verdict[:200]

    def migrate(self) -> None:
        """Bring the database to the present schema."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if self.settings.is_postgres:  # several workers start at once: one migrates
                connection.execute(text("set local statement_timeout = 0"))
                connection.execute(text("set local lock_timeout = 0"))
                connection.execute(text(f"select pg_advisory_xact_lock({int(Room.MIGRATION)})"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Finish what was handed over, then let go."""
        self.writer.stop(LAST_SAVES)
        self._readers.shutdown(wait=False, cancel_futures=True)
        self.engine.dispose()

    # -- any work ----------------------------------------------------------------------------

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction, in a thread of the database."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._transaction, work)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except (IntegrityError, DataError):
            raise
        except (DBAPIError, PoolTimeout, OSError) as error:
            _log.warning("database: %s", error)
            trouble = trouble_of(error)
            self._note(trouble)
            raise trouble from error

    def _note(self, trouble: StorageAway | None) -> None:
        """Damage that shows under play is told like damage that was found at the start."""
        if isinstance(trouble, DatabaseHurt):
            self.damaged = self.damaged or trouble.why

    async def ready(self) -> None:
        """Returns when the database answers and takes what is written; else StorageAway.

        Reading says nothing about a full disk: where the last save failed, something is written.
        """
        self.writer.check()
        self._note(self.writer.trouble)
        if self.writer.trouble is None:
            await self.run(lambda connection: connection.execute(select(1)).scalar_one())
        else:
            await self.run(_write_something)
            self.writer.trouble = None

    # -- journal lines -----------------------------------------------------------------------

    async def append(
        self,
        table: str,
        first: int,
        lines: Sequence[bytes],
        status: str,
        *,
        at: int,
        seen: bool = True,
        beside: Callable[[Connection], None] | None = None,
    ) -> None:
        """Make lines durable. Raises MovedOn if their numbers are already taken.

        What is written `beside` them is durable with them, or not at all.
        """
        answered = asyncio.get_running_loop().create_future()
        await self.writer.save(Save(table, first, lines, status, at, seen, answered, beside))

    async def count(self, table: str) -> int:
        """How many lines a table's journal has."""
        lines = select(func.count()).where(schema.lines.c.table_id == table)
        return await self.run(lambda connection: connection.execute(lines).scalar_one())

    async def journal(self, table: str) -> tuple[bytes, int]:
        """A table's journal and the number of its lines."""

        def read(connection: Connection) -> tuple[bytes, int]:
            texts = connection.execute(
                select(schema.lines.c.text)
                .where(schema.lines.c.table_id == table)
                .order_by(schema.lines.c.n)
            ).scalars()
            pieces = [bytes(piece) for piece in texts]
            return b"".join(pieces), len(pieces)

        return await self.run(read)


def _write_something(connection: Connection) -> None:
    """A write that needs room and leaves nothing behind."""
    row = {"name": "", "file_name": "", "data": bytes(16_384), "created": 0}
    connection.execute(insert(schema.boards), row)
    connection.execute(delete(schema.boards).where(schema.boards.c.name == ""))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """WAL with full synchronisation: an acknowledged line survives a power cut."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")
    cursor.execute("pragma foreign_keys = on")
    cursor.close()
