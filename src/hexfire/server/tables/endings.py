"""Endings over the net: resign, a draw, leaving a seat, claiming a game that was left.

`POST /api/tables/TABLE/end {"seat": "axis", "end": "resign"}`, or on the live connection
`{"id": 1, "seat": "axis", "end": "resign"}`; the words are `resign`, `offer-draw`, `accept-draw`,
`refuse-draw` (also takes one's own offer back), `leave`, `claim`. Frames tell under `ending` who
offers a draw, which seats were left, and from when on the waiting seat may claim the game.
"""

from __future__ import annotations

from typing import Any, get_args

from sqlalchemy import Connection, update

from hexfire.play import Seat, Table
from hexfire.play.lines import (
    Claimed,
    DrawAgreed,
    DrawOffered,
    DrawRefused,
    EndLine,
    Left,
    Resigned,
)
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.bodies import EndWord
from hexfire.server.storage import schema
from hexfire.server.storage.database import now
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.tables import Tables, reveal
from hexfire.server.tables.telling import tell_position

WORDS: tuple[str, ...] = get_args(EndWord)


class Endings:
    """Ends games, and frees the seats of those who leave."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def end(self, live: Live, seat: Seat, word: str) -> None:
        """Do what one of the words says for a seat."""
        if word not in WORDS:
            raise BadInput("server.bad_body", where="end", why=" | ".join(WORDS))
        if word == "leave":
            await self._leave(live, seat)
            return

        def play(table: Table[Any, Any]) -> None:
            table.end(_line(word, seat, waited=now() - live.updated))
            reveal(table)

        await self._tables.change(live, play)

    async def _leave(self, live: Live, seat: Seat) -> None:
        """The seat is free again, whether the game has begun or not, unless it is over."""
        await self._tables.present(live)
        if live.status() == "over":
            raise Refusal("", "core.play.over")
        if live.table is not None:
            await self._tables.change(live, lambda table: table.end(Left(seat)))
        await self._tables.carry_through(self._free(live, seat))

    async def _free(self, live: Live, seat: Seat) -> None:
        s = schema.seats.c

        def write(connection: Connection) -> None:
            whose = update(schema.seats).where(s.table_id == live.id, s.seat == seat)
            connection.execute(
                whose.values(kind="open", name="", token=None, account=None, word="")
            )

        async with live.lock:
            await self._tables.store.run(write)
            live.seats[seat] = SeatRow(seat, "open", "", typed=live.seats[seat].typed)
            for listener in live.listeners:
                listener.seats -= {seat}
        tell_position(live)


def _line(word: str, seat: Seat, waited: int) -> EndLine:
    match word:
        case "resign":
            return Resigned(seat)
        case "offer-draw":
            return DrawOffered(seat)
        case "accept-draw":
            return DrawAgreed(seat)
        case "refuse-draw":
            return DrawRefused(seat)
    return Claimed(seat, max(waited, 0))
