"""Tables in play: one kernel table each in memory, its lines in the store, its listeners around it.

Whoever changes a table holds its lock until the new lines are durable; only then do listeners hear
of it. If the lines cannot be kept, the table in memory is thrown away and read again.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, update

from hexfire.dice import NeedAnswer, commit
from hexfire.play import Event, Seat, Table
from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import Box, Boxes
from hexfire.server.storage import schema
from hexfire.server.storage.database import MovedOn, Store, digest, new_id, new_token, now
from hexfire.server.tables.frames import all_frames, frame, looking_through

T = TypeVar("T")

_ID = re.compile(r"[0-9a-f]{16}")

TRIES = 5
"""How often an action is tried anew when another process wrote to the table in between."""


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: Seat
    kind: str
    name: str
    level: str | None = None
    account: str | None = None
    word: str = ""
    typed: bool = False


class Listener:
    """Somebody who watches a table: the seats he holds, and the messages on their way to him."""

    def __init__(self, seats: frozenset[Seat]) -> None:
        self.seats = seats
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=200)
        self._seen = b""

    def show(self, live: Live, frame: bytes) -> None:
        """Send a frame.

        Where seats act apart it is left out if nothing has changed for any seat he holds: a push
        that tells nothing tells that something was done.
        """
        if live.apart:
            seen = all_frames(live, self.seats)
            if seen == self._seen:
                return
            self._seen = seen
        self.send(frame)

    def send(self, message: bytes) -> None:
        """Queue a message; who does not read for 200 messages is let go (he can come back)."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class Live:
    """One table: its people, and its game once that has begun."""

    def __init__(self, box: Box, row: Row[Any], seats: Iterable[SeatRow]) -> None:
        self.id: str = row.id
        self.box = box
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.table: Table[Any, Any] | None = None
        self.line_count = 0
        self.pending: list[bytes] = []
        self.chat_count = 0
        self.told: int | None = None
        """The position that all listeners have heard of."""

    @property
    def playing(self) -> Table[Any, Any]:
        if self.table is None:
            raise Refusal("", "server.not_begun")
        return self.table

    @property
    def apart(self) -> bool:
        """Whether the seats act hidden from each other."""
        return self.table is not None and self.table.header.apart

    def public(self) -> tuple[str, int]:
        """How far everybody knows the table to be."""
        return self.status(), self.table.now_for(None) if self.table is not None else 0

    def tell(self, message: bytes) -> None:
        """Something for everybody at the table."""
        for listener in self.listeners:
            listener.send(message)

    def status(self) -> str:
        if self.table is None:
            return "waiting"
        return "playing" if self.table.outcome() is None else "over"


class Tables:
    """All tables of this server, loaded when somebody comes."""

    def __init__(self, store: Store, boxes: Boxes) -> None:
        self.store = store
        self.boxes = boxes
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()
        self._writing = asyncio.Semaphore(2)
        self.after_change: list[Callable[[Live], None]] = []

    # -- finding -----------------------------------------------------------------------------

    async def get(self, table_id: str) -> Live:
        if not _ID.fullmatch(table_id):
            raise Refusal("", "server.no_table", table=table_id[:40])
        if table_id not in self._live:
            async with self._loading:
                if table_id not in self._live:
                    self._live[table_id] = await self._load(table_id)
            self._changed(self._live[table_id])  # a bot may have been to act before a restart
        return self._live[table_id]

    async def _load(self, table_id: str) -> Live:
        def read(connection: Connection) -> tuple[Row[Any] | None, list[Row[Any]], int]:
            row = connection.execute(
                select(schema.tables).where(schema.tables.c.id == table_id)
            ).one_or_none()
            seats = connection.execute(
                select(schema.seats).where(schema.seats.c.table_id == table_id)
            ).all()
            chat = connection.execute(
                select(func.count()).where(schema.chat.c.table_id == table_id)
            ).scalar_one()
            return row, list(seats), chat

        row, seats, chat = await self.store.run(read)
        if row is None or row.game not in self.boxes:
            raise Refusal("", "server.no_table", table=table_id)
        live = Live(self.boxes[row.game], row, [_seat(found) for found in seats])
        live.chat_count = chat
        await self._read_journal(live)
        return live

    async def _read_journal(self, live: Live) -> None:
        text, live.line_count = await self.store.journal(live.id)
        live.pending = []
        live.table = None
        if text:
            games = {live.box.game.name: live.box.game}
            live.table = Table.open(
                games, text, secret=live.row.secret, keep=lambda line: live.pending.append(line)
            )

    async def refresh(self, table_id: str, lines: int) -> None:
        """Another process has written: read it, and tell our listeners."""
        live = self._live.get(table_id)
        if live is None:
            return
        async with live.lock:
            if live.line_count >= lines:
                return
            fresh = await self._load(table_id)
            live.row, live.seats = fresh.row, fresh.seats
            await self._read_journal(live)
            self._tell(live)

    # -- changing ----------------------------------------------------------------------------

    async def change(self, live: Live, work: Callable[[Table[Any, Any]], T]) -> T:
        """Anything that writes: hold the table, keep the new lines, then tell everybody.

        Where seats act apart, another process may have written for the other seat meanwhile: that
        is nothing to tell, so the work is done again on top of it.
        """
        async with live.lock:
            for tries_left in reversed(range(TRIES if live.apart else 1)):
                before, need = live.public() if live.apart else None, None
                try:
                    done = work(live.playing)
                except NeedAnswer as raised:
                    need = raised
                try:
                    await self._keep(live, before)
                except MovedOn:
                    if tries_left:
                        continue
                    self._tell(live)
                    now = live.table.now if live.table is not None and not live.apart else 0
                    raise Refusal("", "server.moved_on", now=now) from None
                if need is not None:
                    raise need
                return done
        raise AssertionError

    async def _keep(self, live: Live, before: tuple[str, int] | None = None) -> None:
        if not live.pending:
            return
        lines, live.pending = live.pending, []
        # The time of the last change is shown to everybody: what is secret does not count.
        seen = not live.apart or live.public() != before
        try:
            await self.store.append(live.id, live.line_count, lines, live.status(), seen)
        except Exception:
            await self._read_journal(live)
            raise
        live.line_count += len(lines)
        self._tell(live)
        self._changed(live)

    def _changed(self, live: Live) -> None:
        for hook in self.after_change:
            hook(live)

    def looks_on(self, table_id: str, seat: Seat) -> bool:
        """Whether somebody with this seat is connected here."""
        live = self._live.get(table_id)
        return live is not None and any(seat in one.seats for one in live.listeners)

    async def do(self, live: Live, seat: Seat, typed: str, on: int | None) -> tuple[Event, ...]:
        """Play an action given in its typed form."""

        def play(table: Table[Any, Any]) -> tuple[Event, ...]:
            action = live.box.game.read(typed, table.state, seat)
            events = table.do(seat, action, on)
            self._reveal(live)
            return events

        return await self.change(live, play)

    async def answer(self, live: Live, seat: Seat, faces: Iterable[int]) -> tuple[Event, ...]:
        """Typed dice, or a decision inside an action."""
        given = tuple(faces)

        def play(table: Table[Any, Any]) -> tuple[Event, ...]:
            events = table.answer(seat, given)
            self._reveal(live)
            return events

        return await self.change(live, play)

    def _reveal(self, live: Live) -> None:
        """When the game is over the secret is opened at once, so that all may check the dice."""
        table = live.playing
        if table.outcome() is not None and table.header.commitment is not None:
            table.reveal_secret()

    # -- beginning ---------------------------------------------------------------------------

    async def create(
        self,
        *,
        game: str,
        scenario: str,
        title: str,
        open_table: bool,
        seats: dict[Seat, SeatRow],
        options: dict[str, Any],
        written: dict[str, Any] | None = None,
    ) -> tuple[Live, dict[Seat, str]]:
        """A new table; the seats' private tokens are returned once and never stored."""
        if game not in self.boxes:
            raise Refusal("", "server.no_game", game=game, games=tuple(self.boxes))
        box = self.boxes[game]
        if written is None:
            data = box.scenario(scenario)
        elif hasattr(box, "written"):
            async with self._writing:
                scenario, data = await asyncio.to_thread(box.written, written)
        else:
            raise Refusal("", "server.not_written", game=game)
        # Whatever a player wrote, reading it holds up no other table.
        first = await asyncio.to_thread(box.game.setup, data, options)
        known = box.game.seats(first)
        if set(seats) != set(known):
            raise Refusal("", "server.wrong_seats", seats=known)
        table_id, tokens = new_id(), {seat: new_token() for seat in known}
        row = {
            "id": table_id,
            "game": game,
            "scenario_name": scenario,
            "title": title,
            "open": open_table,
            "setup": {"scenario": data, "options": options},
            "secret": new_token() + new_token(),
            "status": "waiting",
            "created": now(),
            "updated": now(),
        }
        seat_rows = [
            {
                **msgspec.structs.asdict(seats[seat]),
                "table_id": table_id,
                "token": digest(tokens[seat]),
            }
            for seat in known
        ]

        def write(connection: Connection) -> None:
            connection.execute(insert(schema.tables), row)
            connection.execute(insert(schema.seats), seat_rows)

        await self.store.run(write)
        live = await self.get(table_id)
        await self.begin_if_full(live)
        held = {seat: token for seat, token in tokens.items() if seats[seat].kind == "person"}
        return live, held

    async def join(
        self,
        live: Live,
        seat: Seat | None,
        name: str,
        word: str,
        account: str | None,
        typed: bool | None = None,
    ) -> tuple[Seat, str]:
        """Take a free seat; real dice only where the table agreed to them."""
        async with live.lock:
            free = [row.seat for row in live.seats.values() if row.kind == "open"]
            wanted = seat or (free[0] if free else "")
            if wanted not in free:
                raise Refusal("", "server.seat_taken", seat=seat or "—", free=tuple(free))
            agreed = live.seats[wanted].typed
            if typed and not agreed:
                raise Refusal("", "server.no_real_dice")
            real = agreed if typed is None else typed
            token = new_token()

            def write(connection: Connection) -> bool:
                taken = connection.execute(
                    update(schema.seats)
                    .where(
                        schema.seats.c.table_id == live.id,
                        schema.seats.c.seat == wanted,
                        schema.seats.c.kind == "open",
                    )
                    .values(
                        kind="person",
                        name=name,
                        word=word,
                        account=account,
                        typed=real,
                        token=digest(token),
                    )
                )
                return taken.rowcount == 1

            if not await self.store.run(write):
                raise Refusal("", "server.seat_taken", seat=wanted, free=())
            old = live.seats[wanted]
            live.seats[wanted] = msgspec.structs.replace(
                old, kind="person", name=name, word=word, account=account, typed=real
            )
        await self.begin_if_full(live)
        self._tell(live)
        return wanted, token

    async def begin_if_full(self, live: Live) -> None:
        """Once every seat is taken: fix the dice of all and write the header."""
        if any(seat.kind == "open" for seat in live.seats.values()):
            return
        async with live.lock:
            if live.table is not None:
                return
            words = [live.seats[seat].word for seat in sorted(live.seats)]
            setup = live.row.setup
            live.table = Table.new(
                live.box.game,
                setup["scenario"],
                options=setup["options"],
                names={seat: row.name for seat, row in live.seats.items()},
                commitment=commit(live.row.secret, words),
                secret=live.row.secret,
                typed=[seat for seat, row in live.seats.items() if row.typed],
                keep=lambda line: live.pending.append(line),
            )
            with contextlib.suppress(MovedOn):  # another process was faster: we have read its line
                await self._keep(live)

    # -- people ------------------------------------------------------------------------------

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

        return frozenset(await self.store.run(read))

    async def say(self, live: Live, name: str, words: str) -> None:
        """A line of chat."""
        words = "".join(c for c in words if c.isprintable())
        async with live.lock:
            row = {
                "table_id": live.id,
                "n": live.chat_count,
                "at": now(),
                "name": name,
                "text": words,
            }
            await self.store.run(lambda connection: connection.execute(insert(schema.chat), row))
            live.chat_count += 1
        line = {"n": row["n"], "at": row["at"], "name": name, "text": words}
        live.tell(msgspec.json.encode({"type": "chat", "lines": [line]}))

    async def chat(self, live: Live, since: int = 0) -> list[dict[str, Any]]:
        def read(connection: Connection) -> list[dict[str, Any]]:
            c = schema.chat.c
            rows = connection.execute(
                select(c.n, c.at, c.name, c.text)
                .where(c.table_id == live.id, c.n >= since)
                .order_by(c.n)
            )
            return [dict(row._mapping) for row in rows]

        return await self.store.run(read)

    # -- what listeners hear -----------------------------------------------------------------

    def _tell(self, live: Live) -> None:
        """Everybody gets the frame of the seat he looks through; equal frames are made once."""
        made: dict[Seat | None, bytes] = {}
        since = _goes_on_from(live)
        live.told = live.table.now if live.table is not None else None
        for listener in live.listeners:
            seat = looking_through(live, listener.seats)
            if seat not in made:
                made[seat] = frame(live, seat, since=since)
            listener.show(live, made[seat])


def _goes_on_from(live: Live) -> int | None:
    """One action further: only its own events are sent along, not the whole log again."""
    table, told = live.table, live.told
    if table is None or told is None or live.apart or table.now <= told:
        return None
    return told if table.steps[table.now - 1].after == told else None


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(row.seat, row.kind, row.name, row.level, row.account, row.word, row.typed)
