"""Seats whose rows tell another story than the journal: mended when their table is read.

Today one is never written without the other (`storage/seats.py`). Older servers wrote them one
after the other, and one that was killed in between left a player who had gone in his seat, or one
who had come at no place in the journal. A database that was brought back from two backups may hold
worse. The journal is believed, but for somebody who came: he has a seat link that he was given.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from hexfire.play import Seat, Table
from hexfire.play.lines import Left, SeatTaken
from hexfire.rulebook import Refusal
from hexfire.server.storage import schema
from hexfire.server.storage.seats import free, tell_seats
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.tables import Beside, Tables

_log = logging.getLogger("hexfire.tables")

s = schema.seats.c


class _Taken(msgspec.Struct, tag="taken", tag_field="kind"):
    seat: str
    name: str


class _Line(msgspec.Struct):
    line: msgspec.Raw


class Mending:
    """Makes seats and journal tell the same."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        tables.after_reading = self.mend

    async def mend(self, live: Live) -> None:
        """Call it when a table has been read, before anybody comes to it."""
        if live.table is None or live.table.outcome() is not None:
            return
        for row in tuple(live.seats.values()):
            left = row.seat in live.table.ending.left
            try:
                if left and row.kind == "person":
                    await self._gone_or_come(live, row)
                elif row.kind == "open" and not left:
                    await self._note(live, row, Left(row.seat))
                    _log.warning("table %s: that %s was left was noted", live.id, row.seat)
            except Refusal as why:  # it is served as it is, and mended when it is read again
                _log.warning("table %s: %s is not mended: %s", live.id, row.seat, why.message.key)

    async def _gone_or_come(self, live: Live, row: SeatRow) -> None:
        """The journal calls the seat left, its row does not."""
        if row.name == await self._last_in(live, row.seat):
            if await self._tables.store.run(lambda c: _freed(c, live.id, row)):
                live.seat([SeatRow(row.seat, "open", "", typed=row.typed)])
            _log.warning("table %s: %s, whose player had left, was freed", live.id, row.seat)
        else:
            await self._note(live, row, SeatTaken(row.seat, row.name))
            _log.warning("table %s: that %s was taken was noted", live.id, row.seat)

    async def _note(self, live: Live, row: SeatRow, line: Left | SeatTaken) -> None:
        """Write the line that is missing, unless another process has seen to it."""

        def say(table: Table[Any, Any]) -> None:
            if (row.seat in table.ending.left) == isinstance(line, SeatTaken):
                table.end(line)

        unchanged = Beside(lambda connection: _as_seen(connection, live.id, row), lambda: None)
        await self._tables.change(live, say, unchanged)

    async def _last_in(self, live: Live, seat: Seat) -> str:
        """Who sat there last, as the journal tells."""
        table = live.playing
        text, _ = await self._tables.store.journal(live.id)
        name = table.header.seats[seat]
        for line in text.splitlines():
            if b'"taken"' in line:
                try:
                    taken = msgspec.json.decode(
                        msgspec.json.decode(line, type=_Line).line, type=_Taken
                    )
                except msgspec.ValidationError:
                    continue  # another line, in which somebody says so
                if taken.seat == seat:
                    name = taken.name
        return name


def _is_as_seen(connection: Connection, table: str, row: SeatRow) -> bool:
    now = select(s.kind, s.token).where(s.table_id == table, s.seat == row.seat).with_for_update()
    return tuple(connection.execute(now).one()) == (row.kind, row.token)


def _as_seen(connection: Connection, table: str, row: SeatRow) -> None:
    if not _is_as_seen(connection, table, row):
        raise MovedOn()


def _freed(connection: Connection, table: str, row: SeatRow) -> bool:
    """Whether it was for us to free the seat."""
    if not _is_as_seen(connection, table, row):
        return False
    free(connection, table, row.seat)
    tell_seats(connection, table)
    return True
