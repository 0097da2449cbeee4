"""Endings over the net: resign, a draw, leaving a seat, claiming a game that was left.

`POST /api/tables/TABLE/end {"seat": "axis", "end": "resign"}`, or on the live connection
`{"id": 1, "seat": "axis", "end": "resign"}`; the words are `resign`, `offer-draw`, `accept-draw`,
`refuse-draw` (also takes one's own offer back), `leave`, `claim`. Frames tell under `ending` who
offers a draw, which seats were left, and from when on the waiting seat may claim the game.
"""

from __future__ import annotations

from typing import Any, get_args

from sqlalchemy import Connection

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
from hexfire.rulebook import BadInput
from hexfire.server.http.bodies import EndWord
from hexfire.server.storage.database import now
from hexfire.server.storage.seats import begun, free, tell_seats
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.tables import Beside, Tables, reveal
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
        freed = Beside(
            lambda connection: free(connection, live.id, seat),
            lambda: live.seat([SeatRow(seat, "open", "", typed=live.seats[seat].typed)]),
        )
        if live.table is None and await self._tables.carry_through(self._leave_early(live, freed)):
            return
        # The journal's line and the seat's row: whatever happens, one never says what the other
        # does not.
        await self._tables.change(live, lambda table: table.end(Left(seat)), freed)

    async def _leave_early(self, live: Live, freed: Beside) -> bool:
        """Before the game begins there is no journal to tell it; False if it has begun."""

        def write(connection: Connection) -> bool:
            if begun(connection, live.id):
                return False
            freed.write(connection)
            tell_seats(connection, live.id)
            return True

        async with live.lock:
            if live.table is not None:
                return False
            done = await self._tables.store.run(write)
            if done:
                freed.then()
        if done:
            tell_position(live)
        else:  # by another process, of which we have not heard yet
            await self._tables.refresh(live.id)
        return done


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
