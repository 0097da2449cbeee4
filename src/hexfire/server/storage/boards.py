"""Boards that people dropped on the page: kept in the database, so that every process has them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now

MOST = 24
"""So many are kept; the oldest is forgotten."""


class KeptBoards:
    """Uploaded board files by the names they go by."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, name: str, file_name: str, data: bytes) -> None:
        """Keep a file; what is there already is as good as new."""
        c = schema.boards.c
        row = {"name": name, "file_name": file_name, "data": data, "created": now()}

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.boards).where(c.name == name))
            connection.execute(insert(schema.boards), row)
            kept = select(c.name).order_by(c.created.desc(), c.name).limit(MOST).scalar_subquery()
            connection.execute(delete(schema.boards).where(c.name.not_in(kept)))

        await self._store.run(write)

    async def fetch(self, names: Iterable[str]) -> dict[str, tuple[bytes, str]]:
        """The files that there are, each with the name of its file."""
        wanted = [*names]

        def read(connection: Connection) -> dict[str, tuple[bytes, str]]:
            c = schema.boards.c
            rows = connection.execute(select(schema.boards).where(c.name.in_(wanted)))
            return {row.name: (bytes(row.data), row.file_name) for row in rows}

        return await self._store.run(read)
