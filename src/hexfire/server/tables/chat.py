"""What people say at a table."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.storage.writer import tell
from hexfire.server.tables.live import Live

LONGEST = 500
"""Characters of a line."""
HISTORY = 200
"""So many of the latest lines are shown."""


TRIES = 5
"""How often a line is numbered anew when another process took the number."""
LARGEST = 2**31 - 1


class Chat:
    """The lines of chat of all tables, numbered per table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def say(self, live: Live, name: str, text: str) -> None:
        """Keep a line, then tell it to everybody at the table."""
        text = "".join(c for c in text if c.isprintable()).strip()[:LONGEST]
        if not text:
            return
        c = schema.chat.c

        def write(connection: Connection) -> dict[str, Any]:
            last = connection.execute(select(func.max(c.n)).where(c.table_id == live.id)).scalar()
            line = {"n": 0 if last is None else last + 1, "at": now(), "name": name, "text": text}
            connection.execute(insert(schema.chat), {"table_id": live.id, **line})
            if self._store.settings.is_postgres:
                tell(connection, f"chat {live.id} {line['n']}")
            return line

        for tries_left in reversed(range(TRIES)):
            try:
                line = await self._store.run(write)
            except IntegrityError:  # another process numbered a line alike
                if not tries_left:
                    raise StorageAway() from None
                continue
            if self._store.settings.is_postgres:
                live.said_here.add(line["n"])
            live.tell(msgspec.json.encode({"type": "chat", "lines": [line]}))
            return

    async def heard(self, live: Live, n: int) -> None:
        """A process has kept line `n`: if it was another one, our listeners hear it too.

        A listener may hear a line twice, or later than the next; its number says so.
        """
        if n in live.said_here:
            live.said_here.discard(n)
            return
        lines = [line for line in await self.lines(live, n) if line["n"] == n]
        if lines and live.listeners:
            live.tell(msgspec.json.encode({"type": "chat", "lines": lines}))

    async def tell_again(self, live: Live) -> None:
        """All that is shown of the chat, to everybody at the table; its numbers say what is new."""
        lines = await self.lines(live)
        if lines:
            live.tell(msgspec.json.encode({"type": "chat", "lines": lines}))

    async def lines(self, live: Live, since: int = 0) -> list[dict[str, Any]]:
        """The latest lines from number `since` on, oldest first."""
        c = schema.chat.c

        def read(connection: Connection) -> list[dict[str, Any]]:
            rows = connection.execute(
                select(c.n, c.at, c.name, c.text)
                .where(c.table_id == live.id, c.n >= min(max(since, 0), LARGEST))
                .order_by(c.n.desc())
                .limit(HISTORY)
            )
            return [dict(row._mapping) for row in rows][::-1]

        return await self._store.run(read)
