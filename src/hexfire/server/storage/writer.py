"""The one thread that writes journal lines: whatever waits goes into a single transaction.

Fifty tables share one flush of the disk. A line is acknowledged only after that transaction is
durable. Nothing that happens to a single save ends the thread; if it ends all the same, every save
that waits or comes later is refused instead of waiting for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec
from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from hexfire.server.storage import schema
from hexfire.server.storage.at_once import insert_lines, mark_changed
from hexfire.server.storage.trouble import MovedOn, StorageAway, WriterGone, trouble_of

NOTIFY_CHANNEL = "hexfire_lines"

_CHANGED = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values(updated=bindparam("at"), status=bindparam("now"))
)

_log = logging.getLogger("hexfire.storage")


def _unobserved(saves: int, seconds: float) -> None:
    pass


class Save(msgspec.Struct):
    """Lines of one table, to be written together or not at all."""

    table: str
    first: int
    lines: Sequence[bytes]
    status: str
    at: int
    """The time of this change."""
    seen: bool
    """Whether the table shall be shown as changed just now."""
    done: asyncio.Future[None]
    beside: Callable[[Connection], None] | None = None
    """What else is written in the same transaction; raises MovedOn where somebody was faster."""


def settle(saves: Sequence[Save], error: Exception | None = None) -> None:
    """Tell those who wait, all of them with one call to their loop; from any thread."""
    for loop in {save.done.get_loop() for save in saves}:
        waiting = [save.done for save in saves if save.done.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody is left to be told
            loop.call_soon_threadsafe(_answer, waiting, error)


def _answer(waiting: Sequence[asyncio.Future[None]], error: Exception | None) -> None:
    for future in waiting:
        if future.done():  # called off: there is nobody to tell
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


class Writer:
    """Writes saves in the order in which they come."""

    def __init__(self, engine: Engine, *, notify: bool) -> None:
        self._engine = engine
        self._notify = notify
        self._gathered: list[Save] = []
        """What came in the present turn of the loop."""
        self._saves: queue.SimpleQueue[Save | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._door = threading.Lock()
        self._open = False
        self._connection: Connection | None = None
        self.trouble: StorageAway | None = None
        """Why the last transaction failed; None after one that did not."""
        self.observe: Callable[[int, float], None] = _unobserved
        """Told after each transaction: how many saves, how many seconds."""

    def waiting(self) -> int:
        """How many saves wait to be written."""
        return len(self._gathered) + self._saves.qsize()

    @property
    def alive(self) -> bool:
        return self._open and self._thread.is_alive()

    def check(self) -> None:
        """Refuse what cannot be written any more."""
        if not self.alive:
            raise WriterGone()

    def start(self) -> None:
        self._open = True
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Finish what was handed over, but wait no longer than this."""
        if self._thread.is_alive():
            self._hand_over()
            self._saves.put(None)
            self._thread.join(seconds)

    def save(self, save: Save) -> asyncio.Future[None]:
        """Make lines durable; MovedOn: their numbers are taken, StorageAway: nothing is kept.

        Call it in the loop whose future waits. What comes in one turn of it is handed over at its
        end: the thread wakes once for all of it, and does not ask for Python's lock meanwhile.
        """
        if not self._open:
            raise WriterGone()
        loop, gathered = save.done.get_loop(), self._gathered
        if not gathered or gathered[-1].done.get_loop() is not loop:
            loop.call_soon(self._hand_over)
        gathered.append(save)
        return save.done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        with self._door:
            if self._open:
                for save in gathered:
                    self._saves.put(save)
                return
        settle(gathered, WriterGone())

    # -- in the thread -----------------------------------------------------------------------

    def _run(self) -> None:
        batch: list[Save] = []
        try:
            while batch := self._next():
                self._write(batch)
        except BaseException:
            _log.exception("the writer has ended: no action is taken any more")
            raise
        finally:
            with self._door:
                self._open = False
            while not self._saves.empty():
                if (save := self._saves.get()) is not None:
                    batch.append(save)
            settle(batch, WriterGone())
            self._let_go()

    def _next(self) -> list[Save]:
        """All that waits; nothing when the server stops."""
        batch: list[Save] = []
        save = self._saves.get()
        while save is not None:
            if not save.done.cancelled():
                batch.append(save)
            if batch and self._saves.empty():
                return batch
            save = self._saves.get()
        self._saves.put(None)  # the next look ends the thread
        return batch

    def _write(self, batch: list[Save]) -> None:
        began = time.monotonic()
        try:
            self._insert(batch)
            self.observe(len(batch), time.monotonic() - began)
        except (IntegrityError, MovedOn):
            if len(batch) == 1:
                settle(batch, MovedOn())
                return
            for save in batch:  # one of them lost a race: the others must not suffer
                self._write([save])
            return
        except Exception as error:
            kind = "database" if isinstance(error, SQLAlchemyError | OSError) else "save"
            _log.warning("%s: %s", kind, error)
            self._let_go()
            self.trouble = trouble_of(error)
            settle(batch, self.trouble)
            return
        self.trouble = None
        settle(batch)

    def _let_go(self) -> None:
        """Give up the connection; the next batch takes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except Exception as error:  # it is gone already
                _log.debug("closing a lost connection: %s", error)

    def _insert(self, batch: list[Save]) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        rows = [
            (save.table, save.first + i, line)
            for save in batch
            for i, line in enumerate(save.lines)
        ]
        changed = {save.table: save for save in batch if save.seen}.values()
        with connection.begin():
            if not self._notify:  # SQLite
                insert_lines(connection, rows)
                _write_beside(connection, batch)
                for (at, status), tables in _alike(changed).items():
                    mark_changed(connection, at, status, tables)
                return
            connection.execute(
                insert(schema.lines),
                [{"table_id": table, "n": n, "text": line} for table, n, line in rows],
            )
            _write_beside(connection, batch)
            if changed:  # all at once: a statement for each cost as much as the lines themselves
                connection.execute(
                    _CHANGED,
                    [{"table": s.table, "at": s.at, "now": s.status} for s in changed],
                )
            tell(connection, [f"lines {s.table} {s.first + len(s.lines)}" for s in batch])


def _write_beside(connection: Connection, batch: list[Save]) -> None:
    for save in batch:
        if save.beside is not None:
            save.beside(connection)


def _alike(saves: Iterable[Save]) -> dict[tuple[int, str], list[str]]:
    """Tables by when they changed and how they stand: mostly all of a batch alike."""
    tables: dict[tuple[int, str], list[str]] = {}
    for save in saves:
        tables.setdefault((save.at, save.status), []).append(save.table)
    return tables


_TELL = text(
    "select pg_notify(:channel, news) from unnest(cast(:payloads as text[])) with ordinality"
    " as told (news, place) order by place"
)


def tell(connection: Connection, payloads: list[str]) -> None:
    """News for the other worker processes, told when this transaction is durable."""
    connection.execute(_TELL, {"channel": NOTIFY_CHANNEL, "payloads": payloads})
