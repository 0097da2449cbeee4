"""News between worker processes: PostgreSQL tells each of them when another one has written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

import psycopg

from hexfire.server.people.staying import Stays
from hexfire.server.storage.database import Store
from hexfire.server.storage.writer import NOTIFY_CHANNEL
from hexfire.server.tables.chat import Chat
from hexfire.server.tables.tables import Tables


class Feed:
    """Listens on PostgreSQL's own channel; with SQLite there is one process and nothing to hear."""

    def __init__(self, store: Store, tables: Tables, chat: Chat, stays: Stays) -> None:
        self._store = store
        self._tables = tables
        self._chat = chat
        self._stays = stays
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._catching_up: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if self._store.settings.is_postgres:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._listen, args=(loop,), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=3)

    def _hear(self, kind: str, table: str, number: int) -> None:
        """Most of what is heard was written here, or at tables that nobody has come to here."""
        if kind == "session":
            self._stays.end(table)
            return
        live = self._tables.in_memory(table)
        if live is None:
            return
        if kind == "chat":
            self._begin(self._chat.heard(live, number))
        elif kind == "seats":
            self._begin(self._tables.refresh(table))
        elif live.line_count < number:
            self._begin(self._tables.refresh(table, number))

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(doing)
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    async def _catch_up(self) -> None:
        """Read what may have been told while nobody listened: who signed out, positions and what
        was said."""
        await self._stays.look()
        await self._tables.refresh_all()
        for live in self._tables.loaded():
            if live.listeners:
                await self._chat.tell_again(live)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        address = self._store.settings.database_url.replace("+psycopg", "", 1)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"listen {NOTIFY_CHANNEL}")
                    # Whatever was told while nobody listened is in the database.
                    asyncio.run_coroutine_threadsafe(self._catch_up(), loop)
                    while not self._stop.is_set():
                        for note in connection.notifies(timeout=0.5):
                            kind, table, number = note.payload.split()
                            loop.call_soon_threadsafe(self._hear, kind, table, int(number))
            except psycopg.OperationalError:
                self._stop.wait(0.5)  # the database is away; tables catch up when it is back
