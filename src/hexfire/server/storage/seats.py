"""Rows of seats: taken, freed, held while a game begins. Each is part of a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, select, update

from hexfire.server.storage import schema
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.storage.writer import tell

s, m = schema.seats.c, schema.mails.c


def take(connection: Connection, table: str, seat: str, values: dict[str, Any]) -> None:
    """Somebody sits down; MovedOn if another was faster."""
    free = update(schema.seats).where(s.table_id == table, s.seat == seat, s.kind == "open")
    if connection.execute(free.values(**values)).rowcount != 1:
        raise MovedOn()


def free(connection: Connection, table: str, seat: str) -> None:
    """The seat is open again; nothing that its player gave stays for whoever takes it."""
    whose = update(schema.seats).where(s.table_id == table, s.seat == seat)
    connection.execute(whose.values(kind="open", name="", token=None, account=None, word=""))
    connection.execute(delete(schema.mails).where(m.table_id == table, m.seat == seat))


def begun(connection: Connection, table: str) -> bool:
    """Whether a table's journal has begun; until this transaction ends, nobody begins it."""
    _hold(connection, table)
    line = select(schema.lines.c.n).where(schema.lines.c.table_id == table).limit(1)
    return connection.execute(line).first() is not None


def all_taken(connection: Connection, table: str) -> None:
    """MovedOn if a seat is open; until this transaction ends, nobody leaves one."""
    if "open" in _hold(connection, table):
        raise MovedOn()


def tell_seats(connection: Connection, table: str) -> None:
    """News for the other worker processes, where no line of the journal tells it."""
    if connection.dialect.name == "postgresql":
        tell(connection, [f"seats {table} 0"])


def _hold(connection: Connection, table: str) -> list[str]:
    """What sits in the seats; SQLite serves one process, which holds the table in memory."""
    rows = select(s.kind).where(s.table_id == table).order_by(s.seat).with_for_update()
    return list(connection.execute(rows).scalars())
