"""What people say at a table."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.tables.live import Live

LONGEST = 500
"""Characters of a line."""
HISTORY = 200
"""So many of the latest lines are shown."""


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
            return line

        async with live.lock:
            line = await self._store.run(write)
        live.tell(msgspec.json.encode({"type": "chat", "lines": [line]}))

    async def lines(self, live: Live, since: int = 0) -> list[dict[str, Any]]:
        """The latest lines from number `since` on, oldest first."""
        c = schema.chat.c

        def read(connection: Connection) -> list[dict[str, Any]]:
            rows = connection.execute(
                select(c.n, c.at, c.name, c.text)
                .where(c.table_id == live.id, c.n >= since)
                .order_by(c.n.desc())
                .limit(HISTORY)
            )
            return [dict(row._mapping) for row in rows][::-1]

        return await self._store.run(read)
