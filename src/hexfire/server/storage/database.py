"""The database: SQLite by default, PostgreSQL by its address.

Reads run in worker threads. All journal lines go through one writer thread, which puts whatever is
waiting into a single transaction: fifty tables share one flush of the disk. A line is acknowledged
only after that transaction is durable.
"""

from __future__ import annotations

import asyncio
import hashlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from hexfire.server.settings import Settings
from hexfire.server.storage import schema

T = TypeVar("T")

NOTIFY_CHANNEL = "hexfire_lines"


class MovedOn(Exception):
    """Somebody else wrote these lines first."""


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())


def new_id() -> str:
    return secrets.token_hex(8)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is stored of a token: a stolen database opens no seat."""
    return hashlib.sha256(token.encode()).hexdigest()


class _Job(msgspec.Struct):
    """Lines of one table, to be written together or not at all."""

    table: str
    first: int
    lines: Sequence[bytes]
    status: str
    seen: bool
    done: Future[None]


class Store:
    """The database of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        if settings.is_postgres:
            self.engine = create_engine(settings.database_url, pool_size=8, pool_pre_ping=True)
        else:
            self.engine = create_engine(
                settings.database_url, connect_args={"timeout": 30, "check_same_thread": False}
            )
            event.listen(self.engine, "connect", _prepare_sqlite)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_forever, name="writer", daemon=True)

    def open(self) -> None:
        """Bring the database to the present schema and start the writer."""
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            if self.settings.is_postgres:  # several workers start at once: one migrates
                connection.execute(text("select pg_advisory_xact_lock(4816)"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._writer.start()

    def close(self) -> None:
        """Finish what was handed over, then let go."""
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        self.engine.dispose()

    # -- any work ----------------------------------------------------------------------------

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction, in a worker thread."""
        return await asyncio.to_thread(self._transaction, work)

    def _transaction(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    # -- journal lines -----------------------------------------------------------------------

    async def append(
        self, table: str, first: int, lines: Sequence[bytes], status: str, seen: bool = True
    ) -> None:
        """Make lines durable. Raises MovedOn if their numbers are already taken.

        `seen`: whether the table shall be shown as changed just now.
        """
        job = _Job(table, first, lines, status, seen, Future())
        self._jobs.put(job)
        await asyncio.wrap_future(job.done)

    async def journal(self, table: str) -> tuple[bytes, int]:
        """A table's journal and the number of its lines."""

        def read(connection: Connection) -> tuple[bytes, int]:
            found = connection.execute(
                select(schema.lines.c.text)
                .where(schema.lines.c.table_id == table)
                .order_by(schema.lines.c.n)
            ).scalars()
            pieces = [bytes(piece) for piece in found]
            return b"".join(pieces), len(pieces)

        return await self.run(read)

    def _write_forever(self) -> None:
        with self.engine.connect() as connection:
            while (job := self._jobs.get()) is not None:
                batch = [job]
                stop = False
                while not self._jobs.empty():
                    more = self._jobs.get()
                    if more is None:
                        stop = True
                        break
                    batch.append(more)
                self._write(connection, batch)
                if stop:
                    break

    def _write(self, connection: Connection, batch: list[_Job]) -> None:
        try:
            with connection.begin():
                self._insert(connection, batch)
        except IntegrityError as error:
            if len(batch) == 1:
                batch[0].done.set_exception(MovedOn())
                return
            del error
            for job in batch:  # one of them lost a race: the others must not suffer
                self._write(connection, [job])
            return
        except Exception as error:
            for job in batch:
                job.done.set_exception(error)
            return
        for job in batch:
            job.done.set_result(None)

    def _insert(self, connection: Connection, batch: list[_Job]) -> None:
        connection.execute(
            insert(schema.lines),
            [
                {"table_id": job.table, "n": job.first + i, "text": line}
                for job in batch
                for i, line in enumerate(job.lines)
            ],
        )
        at = now()
        for job in {job.table: job for job in batch if job.seen}.values():
            connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == job.table)
                .values(updated=at, status=job.status)
            )
        if self.settings.is_postgres:
            for job in batch:
                payload = f"{job.table} {job.first + len(job.lines)}"
                connection.execute(
                    text("select pg_notify(:channel, :payload)"),
                    {"channel": NOTIFY_CHANNEL, "payload": payload},
                )


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """WAL with full synchronisation: an acknowledged line survives a power cut."""
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")
    cursor.execute("pragma foreign_keys = on")
    cursor.close()
