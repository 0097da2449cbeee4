"""Who sits where: new tables, free seats taken, and the beginning of the game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, insert, select

from hexfire.dice import commit
from hexfire.play import Seat, Table
from hexfire.play.lines import SeatTaken
from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import Box
from hexfire.server.files.journals import Brought
from hexfire.server.people.names import apart
from hexfire.server.storage import schema
from hexfire.server.storage.database import digest, new_id, new_token, now
from hexfire.server.storage.seats import all_taken, take, tell_seats
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.tables import Beside, Tables
from hexfire.server.tables.telling import tell_position


class NewTableOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants at a new table."""

    game: str
    scenario: str
    title: str
    open: bool
    seats: dict[Seat, SeatRow]
    options: dict[str, Any]
    claim_after: int = 0
    """Seconds that a seat may let the other wait before the game can be claimed; 0: no limit."""
    telling: bool = False
    """Whether bots say what they are after."""
    thinking: int | None = None
    """Seconds that a bot may think in a player turn, if not what its level is used to."""
    hints: bool = False
    """Whether people who play each other may ask the bot for hints."""
    written: dict[str, Any] | None = None
    """What the players wrote themselves, instead of a scenario's name."""

    @property
    def awaits_somebody(self) -> bool:
        """Whether somebody else shall play, who must know what was agreed."""
        return any(row.kind == "open" for row in self.seats.values())


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who comes to a table."""

    name: str
    seat: Seat | None = None
    """The seat he wants; the first free one if he names none."""
    word: str = ""
    account: str | None = None
    typed: bool | None = None
    """Real dice, where the table agreed to them for that seat; None: as was agreed."""


class Seating:
    """Makes tables and seats people."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        tables.after_change.append(self._go_on)

    async def create(self, order: NewTableOrder) -> tuple[Live, dict[Seat, str]]:
        """A new table; the seats' private tokens are returned once and never stored."""
        boxes = self._tables.boxes
        if order.game not in boxes:
            raise Refusal("", "server.no_game", game=order.game, games=tuple(boxes))
        box = boxes[order.game]
        scenario, data = await self._scenario(box, order)
        # Whatever a player wrote, reading it holds up no other table.
        first = await asyncio.to_thread(box.game.setup, data, order.options)
        known = box.game.seats(first)
        if set(order.seats) != set(known):
            raise Refusal("", "server.wrong_seats", seats=known)
        tokens = {seat: new_token() for seat in known}
        table_id = await self._insert(order, scenario, data, tokens)
        live = await self._tables.get(table_id)
        await self.begin_if_full(live)
        kinds = order.seats
        return live, {seat: token for seat, token in tokens.items() if kinds[seat].kind == "person"}

    async def _scenario(self, box: Box, order: NewTableOrder) -> tuple[str, Any]:
        if order.written is None:
            return order.scenario, box.scenario(order.scenario)
        boards = self._tables.boards
        written = await box.written(order.written, await boards.files(order.written))
        await boards.bring(order.written)
        return written

    async def _insert(
        self, order: NewTableOrder, scenario: str, data: Any, tokens: dict[Seat, str]
    ) -> str:
        table_id = new_id()
        row = {
            "id": table_id,
            "game": order.game,
            "scenario_name": scenario,
            "title": order.title,
            "open": order.open,
            "setup": {
                "scenario": data,
                "options": order.options,
                "claim_after": order.claim_after,
                "telling": order.telling,
                "thinking": order.thinking,
                "hints": order.hints or not order.awaits_somebody,
            },
            "secret": new_token() + new_token(),
            "status": "waiting",
            "created": now(),
            "updated": now(),
        }
        seat_rows = [
            {
                **msgspec.structs.asdict(order.seats[seat]),
                "table_id": table_id,
                "token": digest(token),
            }
            for seat, token in tokens.items()
        ]

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables), row)
            connection.execute(insert(schema.seats), seat_rows)

        await self._store.run(write)
        return table_id

    async def bring(self, brought: Brought) -> str:
        """A table of a finished game that somebody brought: to look at, nobody holds a seat."""
        table_id = new_id()
        row = {
            "id": table_id,
            "game": brought.game,
            "scenario_name": brought.scenario,
            "title": " – ".join(brought.names.values())[:80],
            "open": False,
            "setup": {**brought.setup, "brought": True},
            "secret": "",  # if its dice were committed to, the journal itself tells the secret
            "status": "over",
            "created": now(),
            "updated": now(),
        }
        seat_rows = [
            {"table_id": table_id, "seat": seat, "kind": "person", "name": name, "token": None}
            for seat, name in brought.names.items()
        ]
        line_rows = [
            {"table_id": table_id, "n": n, "text": text} for n, text in enumerate(brought.lines)
        ]

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables), row)
            connection.execute(insert(schema.seats), seat_rows)
            connection.execute(insert(schema.lines), line_rows)

        await self._store.run(write)
        return table_id

    async def join(self, live: Live, sitter: Sitter) -> tuple[Seat, str]:
        """Take a free seat; the seat and its private token, which is given this once."""
        await self._tables.present(live)
        free = [row.seat for row in live.seats.values() if row.kind == "open"]
        wanted = sitter.seat or (free[0] if free else "")
        if wanted not in free:
            raise Refusal("", "server.seat_taken", seat=sitter.seat or "—", free=tuple(free))
        agreed = live.seats[wanted].typed
        if sitter.typed and not agreed:
            raise Refusal("", "server.no_real_dice")
        token = new_token()
        name = apart(sitter.name, [row.name for row in live.seats.values() if row.seat != wanted])
        values = {
            "kind": "person",
            "name": name,
            "word": sitter.word,
            "account": sitter.account,
            "typed": agreed if sitter.typed is None else sitter.typed,
            "token": digest(token),
        }
        taken = Beside(
            lambda connection: take(connection, live.id, wanted, values),
            lambda: live.seat([msgspec.structs.replace(live.seats[wanted], **values)]),
        )
        if live.table is not None and wanted in live.table.ending.left:
            back = SeatTaken(wanted, name)
            await self._tables.change(live, lambda table: table.end(back), taken)
        elif await self._tables.carry_through(self._sit_down(live, taken)):
            await self.begin_if_full(live)
            tell_position(live)
        else:  # perhaps another seat is free
            await self._tables.refresh(live.id)
            return await self.join(live, sitter)
        return wanted, token

    async def _sit_down(self, live: Live, taken: Beside) -> bool:
        """At a table whose journal tells nothing of the seat; False if somebody was faster."""

        def write(connection: Connection) -> None:
            taken.write(connection)
            tell_seats(connection, live.id)

        async with live.lock:
            try:
                await self._store.run(write)
            except MovedOn:
                return False
            taken.then()
        return True

    async def begin_if_full(self, live: Live) -> None:
        """Once every seat is taken: fix the dice of all and write the header."""
        if _full(live):
            await self._tables.carry_through(self._begin(live))

    def _go_on(self, live: Live) -> None:
        """After a look at the database: a table is full whose server was killed before it began,
        or whose last two players sat down at two processes at once."""
        if live.table is None and not live.lost and _full(live):
            self._tables.begin(self._begin(live))

    async def _begin(self, live: Live) -> None:
        async with live.lock:
            if live.lost or live.table is not None:
                return
            setup = live.row.setup
            live.table = Table.new(
                live.box.game,
                setup["scenario"],
                options=setup["options"],
                names={seat: row.name for seat, row in live.seats.items()},
                commitment=commit(live.row.secret),
                secret=live.row.secret,
                typed=[seat for seat, row in live.seats.items() if row.typed],
                claim_after=setup.get("claim_after", 0),
                keep=live.keep,
            )
            # Whoever came later was shown the commitment of the waiting table before his word.
            for seat in sorted(live.seats):
                if live.seats[seat].word:
                    live.table.give_word(seat, live.seats[seat].word)
            with contextlib.suppress(MovedOn):  # another process was faster: we have read its line
                await self._tables.keep(
                    live, beside=Beside(lambda c: all_taken(c, live.id), lambda: None)
                )

    async def give_word(self, live: Live, seat: Seat, word: str) -> None:
        """A player's part of the fair dice, into the journal after the commitment."""
        await self._tables.change(live, lambda table: table.give_word(seat, word))

    async def seats_of(
        self, live: Live, tokens: Iterable[str], account: str | None
    ) -> frozenset[Seat]:
        """The seats that these tokens, or this account, hold at a table."""
        wanted = [digest(token) for token in tokens]

        def read(connection: Connection) -> list[Seat]:
            mine: ColumnElement[bool] = schema.seats.c.token.in_(wanted)
            if account is not None:
                mine = mine | (schema.seats.c.account == account)
            return list(
                connection.execute(
                    select(schema.seats.c.seat).where(schema.seats.c.table_id == live.id, mine)
                ).scalars()
            )

        return frozenset(await self._store.run(read))


def _full(live: Live) -> bool:
    return all(seat.kind != "open" for seat in live.seats.values())
