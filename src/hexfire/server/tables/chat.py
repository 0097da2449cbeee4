"""What people say at a table."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.storage.turns import Room, in_turn
from hexfire.server.storage.writer import tell
from hexfire.server.tables.live import Live

LONGEST = 500
"""Characters of a line."""
HISTORY = 200
"""So many of the latest lines are shown."""
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
        line = await self._store.run(
            lambda connection: self._write(connection, live.id, name, text)
        )
        if self._store.settings.is_postgres:
            live.said_here.add(line["n"])
        live.tell(msgspec.json.encode({"type": "chat", "lines": [line]}))

    def _write(self, connection: Connection, table: str, name: str, text: str) -> dict[str, Any]:
        """Keep a line under the next number of its table, however many speak at once."""
        c = schema.chat.c
        in_turn(connection, Room.CHAT, table)
        line = {"at": now(), "name": name, "text": text}
        following = select(func.coalesce(func.max(c.n) + 1, 0)).where(c.table_id == table)
        n = connection.execute(
            insert(schema.chat)
            .values(table_id=table, n=following.scalar_subquery(), **line)
            .returning(c.n)
        ).scalar_one()
        if self._store.settings.is_postgres:
            tell(connection, [f"chat {table} {n}"])
        return {"n": n, **line}

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
