"""Boards that people dropped on the page: kept in the database, so that every process has them.

Those that a table lies on are kept longer than those that somebody only looked at.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.storage.turns import Room, in_turn

MOST = 24
"""So many that no table lies on are kept; the oldest is forgotten."""
MOST_AT_TABLES = 120
"""So many that tables lie on; the one that nobody came to for longest is forgotten."""

BoardFiles = dict[str, tuple[bytes, str]]
"""By the names they go by: what is in the files, and what the files are called."""


c = schema.boards.c


class KeptBoards:
    """Uploaded board files by the names they go by."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, name: str, file_name: str, data: bytes) -> None:
        """Keep a file; what is there already is as good as new."""
        row = {"name": name, "file_name": file_name, "data": data, "created": now()}

        def write(connection: Connection) -> None:
            in_turn(connection, Room.BOARDS)
            again = update(schema.boards).where(c.name == name).values(created=now())
            if connection.execute(again).rowcount == 0:
                connection.execute(insert(schema.boards), row)
            _forget(connection, c.at_table.is_(None), c.created, MOST)

        await self._store.run(write)

    async def came_to(self, names: Iterable[str]) -> None:
        """Somebody comes to a table that lies on these boards."""
        wanted = [*names]

        def write(connection: Connection) -> None:
            in_turn(connection, Room.BOARDS)
            here = update(schema.boards).where(c.name.in_(wanted)).values(at_table=now())
            connection.execute(here)
            _forget(connection, c.at_table.is_not(None), c.at_table, MOST_AT_TABLES)

        if wanted:
            await self._store.run(write)

    async def fetch(self, names: Iterable[str]) -> BoardFiles:
        """The files that there are, each with the name of its file."""
        wanted = [*names]

        def read(connection: Connection) -> BoardFiles:
            rows = connection.execute(select(schema.boards).where(c.name.in_(wanted)))
            return {row.name: (bytes(row.data), row.file_name) for row in rows}

        return await self._store.run(read)


def _forget(
    connection: Connection, which: ColumnElement[bool], when: ColumnElement[int], most: int
) -> None:
    """Of some boards keep the latest, so many."""
    kept = select(c.name).where(which).order_by(when.desc(), c.name).limit(most).scalar_subquery()
    connection.execute(delete(schema.boards).where(which, c.name.not_in(kept)))
