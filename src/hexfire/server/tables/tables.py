"""All tables of a server process: loaded when somebody comes, changed under their lock.

Whoever changes a table holds its lock until the new lines are durable; only then do listeners hear
of it. An action that is not durable does not exist: if its lines cannot be kept, the table in
memory is thrown away, its people are told, and it is read again as soon as the database answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import re
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, select

from hexfire.dice import NeedAnswer
from hexfire.play import Event, Seat, Table
from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import Boxes
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.storage.trouble import MovedOn, StorageAway
from hexfire.server.tables.boards import BoardsAtTables
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.telling import tell_position, tell_storage

T = TypeVar("T")

_ID = re.compile(r"[0-9a-f]{16}")

IDLE = 600.0
"""Seconds without anybody after which a table is no longer kept in memory."""
TRIES = 60
"""How often an action is tried anew when another process wrote to the table in between. Each time
it fails another one has been written, so on a busy machine five were soon used up."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two tries to read a table again that could not be kept."""


class Beside(msgspec.Struct, frozen=True):
    """What is kept of a table besides its journal: durable with its new lines, or not at all."""

    write: Callable[[Connection], None]
    """Raises MovedOn where another process was faster."""
    then: Callable[[], None]
    """What follows in memory."""


class Tables:
    """All tables of this server process."""

    def __init__(self, store: Store, boxes: Boxes, boards: BoardsAtTables) -> None:
        self.store = store
        self.boxes = boxes
        self.boards = boards
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._under_way: set[asyncio.Task[Any]] = set()
        # Long journals are replayed beside the loop: others go on playing meanwhile.
        self._replaying = ThreadPoolExecutor(2, thread_name_prefix="replay")
        self.after_change: list[Callable[[Live], None]] = []
        self.after_reading: Callable[[Live], Coroutine[Any, Any, None]] | None = None
        """What is seen to before anybody comes to a table that was just read."""

    def start(self) -> None:
        self.begin(self._unload_idle())

    async def stop(self) -> None:
        """Let changes under way end, and give up waiting for the database."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        self._replaying.shutdown(wait=False, cancel_futures=True)

    def loaded(self) -> tuple[Live, ...]:
        """The tables in memory."""
        return tuple(self._live.values())

    # -- finding -----------------------------------------------------------------------------

    async def get(self, table_id: str) -> Live:
        if not _ID.fullmatch(table_id):
            raise Refusal("", "server.no_table", table=table_id[:40])
        live = self._live.get(table_id)
        if live is None:
            if table_id not in self._loading:
                self._loading[table_id] = self.begin(self._load_new(table_id))
            live = await asyncio.shield(self._loading[table_id])
        live.used = time.monotonic()
        if live.lost:
            await self.present(live)
        return live

    def in_memory(self, table_id: str) -> Live | None:
        """A table that is loaded already."""
        return self._live.get(table_id)

    async def _unload_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 10)
            if self.unload(time.monotonic() - IDLE):
                gc.collect()  # Python's own search comes seldom here (`collecting.py`)

    def unload(self, unused_since: float) -> int:
        """Forget tables that nobody looked at since then; how many. Their journals have it all."""
        idle = [
            live
            for live in self._live.values()
            if live.used < unused_since
            and not (live.listeners or live.lock.locked() or live.lost or live.pending)
        ]
        for live in idle:
            del self._live[live.id]
        for box in self.boxes.values():
            tables = [live.table for live in self._live.values() if live.box is box]
            box.forget([table.state for table in tables if table is not None], unused_since)
        return len(idle)

    async def present(self, live: Live) -> None:
        """Returns when what is in memory is what the database holds; else StorageAway."""
        if live.lost:
            async with live.lock:
                await self._present(live)

    @contextlib.asynccontextmanager
    async def durable(self, live: Live) -> AsyncIterator[None]:
        """A table as the database holds it. What somebody does is in memory before it is durable:
        who comes in between would be shown it, and then be told of it as if it were new."""
        async with live.lock:
            await self._present(live)
            yield

    async def _load_new(self, table_id: str) -> Live:
        try:
            live = await self._load(table_id)
            if self.after_reading is not None:
                await self.after_reading(live)
            self._live[table_id] = live
        finally:
            self._loading.pop(table_id, None)
        self._changed(live)  # a bot may have been to act before a restart
        return live

    async def _load(self, table_id: str) -> Live:
        text, count = await self.store.journal(table_id)
        # After the journal: who sits where must not be older than what it tells.
        row, seats = await self._rows(table_id)
        live = Live(self.boxes[row.game], row, seats)
        await self.boards.bring(row.setup.get("scenario"))
        await self._replay(live, text, count)
        return live

    async def _rows(self, table_id: str) -> tuple[Row[Any], list[SeatRow]]:
        def read(connection: Connection) -> tuple[Row[Any] | None, list[Row[Any]]]:
            row = connection.execute(
                select(schema.tables).where(schema.tables.c.id == table_id)
            ).one_or_none()
            seats = connection.execute(
                select(schema.seats).where(schema.seats.c.table_id == table_id)
            ).all()
            return row, list(seats)

        row, seats = await self.store.run(read)
        if row is None or row.game not in self.boxes:
            raise Refusal("", "server.no_table", table=table_id)
        return row, [_seat(seat) for seat in seats]

    async def _replay(self, live: Live, text: bytes, count: int) -> None:
        live.pending, live.noted = [], None
        live.table, live.line_count = await self._opened(live, text), count

    async def _opened(self, live: Live, text: bytes) -> Table[Any, Any] | None:
        if not text:
            return None
        game, secret = live.box.game, live.row.secret

        def replay() -> Table[Any, Any]:
            return Table.open({game.name: game}, text, secret=secret, keep=live.keep)

        return await asyncio.get_running_loop().run_in_executor(self._replaying, replay)

    async def refresh(self, table_id: str, lines: int | None = None) -> None:
        """Another process has written (so many lines there are now): read it, tell listeners."""
        live = self._live.get(table_id)
        if live is None:
            return
        async with live.lock:
            if lines is not None and live.line_count >= lines:
                return
            try:
                await self._read_again(live)
            except StorageAway as trouble:
                self._lose(live, trouble)
                return
        if live.table is None:
            self._changed(live)  # somebody may have sat down elsewhere: the game may begin

    async def refresh_all(self) -> None:
        """News may have been missed: read everything again that is in memory."""
        for table_id in list(self._live):
            await self.refresh(table_id)

    async def _read_again(self, live: Live) -> None:
        before = live.line_count, dict(live.seats)
        await self._read(live)
        if not live.lost and before != (live.line_count, live.seats):
            tell_position(live)

    async def _read(self, live: Live) -> None:
        text, count = await self.store.journal(live.id)
        live.row, seats = await self._rows(live.id)
        live.seat(seats)
        live.updated = live.row.updated
        await self._replay(live, text, count)

    # -- changing ----------------------------------------------------------------------------

    async def change(
        self, live: Live, work: Callable[[Table[Any, Any]], T], beside: Beside | None = None
    ) -> T:
        """Anything that writes: hold the table, keep the new lines, then tell everybody."""
        return await self.carry_through(self._change(live, work, beside))

    async def carry_through(self, doing: Coroutine[Any, Any, T]) -> T:
        """What has begun is carried through, even if whoever asked for it hangs up."""
        return await asyncio.shield(self.begin(doing))

    def begin(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do it beside; a server that stops gives it up."""
        task = asyncio.get_running_loop().create_task(doing)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever asked; perhaps nobody is left

    async def _change(
        self, live: Live, work: Callable[[Table[Any, Any]], T], beside: Beside | None = None
    ) -> T:
        """Do `work`, and again where another process wrote for a seat that acts apart.

        What one seat does apart is nothing to tell the other, so it is done again on top of it; so
        is coming and going, which hangs on no position.
        """
        async with live.lock:
            if live.lost:
                await self._present(live)
            for tries_left in reversed(range(TRIES if live.apart or beside is not None else 1)):
                before = live.public() if live.apart else None
                done: tuple[T] | None = None
                need: NeedAnswer | None = None
                try:
                    done = (work(live.playing),)
                except NeedAnswer as more:
                    need = more
                except BaseException:
                    if live.pending:  # half done: it did not happen
                        await self._throw_away(live)
                    raise
                try:
                    await self.keep(live, before, beside)
                except MovedOn:
                    if tries_left:
                        continue
                    tell_position(live)
                    now = live.table.now if live.table is not None and not live.apart else 0
                    raise Refusal("", "server.moved_on", now=now) from None
                if need is not None:
                    raise need
                assert done is not None
                return done[0]
        raise AssertionError

    async def keep(
        self,
        live: Live,
        before: tuple[str, int] | None = None,
        beside: Beside | None = None,
    ) -> None:
        """Make the new lines of a table durable; call it with the table's lock held."""
        if not live.pending:
            return
        lines, live.pending = live.pending, []
        # The time of the last change is shown to everybody: what is secret does not count.
        seen = not live.apart or live.public() != before
        at, status = now(), live.status()
        # Once a second is enough, while nothing but the time changes.
        noted = seen and live.noted != (at, status)
        try:
            await self.store.append(
                live.id,
                live.line_count,
                lines,
                status,
                at=at,
                seen=noted,
                beside=beside.write if beside is not None else None,
            )
        except BaseException:
            await self._throw_away(live)
            raise
        live.line_count += len(lines)
        if beside is not None:
            beside.then()
        if seen:
            live.updated, live.noted = at, (at, status)
        tell_position(live)
        self._changed(live)

    def _changed(self, live: Live) -> None:
        for hook in self.after_change:
            hook(live)

    # -- what could not be kept --------------------------------------------------------------

    async def _throw_away(self, live: Live) -> None:
        """What is in memory did not happen: read what did, now or when the database answers."""
        try:
            await self._read(live)
        except BaseException as error:
            self._lose(live, error)
            raise

    def _lose(self, live: Live, error: BaseException) -> None:
        if not live.lost:
            live.lost, live.table, live.pending, live.line_count = True, None, [], 0
            trouble = error if isinstance(error, StorageAway) else StorageAway()
            tell_storage(live, trouble.message.key)
            self.begin(self._recover(live))

    async def _recover(self, live: Live) -> None:
        pause = FIRST_PAUSE
        while live.lost:
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            try:
                await self.present(live)
            except StorageAway:
                continue
            except Refusal as refusal:  # its journal does not open: the next who comes is told
                self._live.pop(live.id, None)
                tell_storage(live, refusal.message.key)
                return

    async def _present(self, live: Live) -> None:
        if live.lost:
            await self._read_again(live)
            live.lost = False
            tell_storage(live, None)
            tell_position(live)
            self._changed(live)

    def looks_on(self, table_id: str, seat: Seat) -> bool:
        """Whether somebody with this seat is connected here."""
        live = self._live.get(table_id)
        return live is not None and any(seat in one.seats for one in live.listeners)

    # -- playing -----------------------------------------------------------------------------

    async def do(self, live: Live, seat: Seat, typed: str, on: int | None) -> tuple[Event, ...]:
        """Play an action given in its typed form."""
        return await self.carry_through(self.do_here(live, seat, typed, on))

    async def do_here(
        self, live: Live, seat: Seat, typed: str, on: int | None
    ) -> tuple[Event, ...]:
        """The same in the task of whoever asks: two changes of task less.

        For those who are called off by nobody but a server that stops, as live connections are.
        """

        def play(table: Table[Any, Any]) -> tuple[Event, ...]:
            events = table.do(seat, table.read(seat, typed), on)
            reveal(table)
            return events

        if on is not None and self.store.settings.is_postgres:
            await self._catch_up(live, seat, on)
        return await self._change(live, play)

    async def _catch_up(self, live: Live, seat: Seat, on: int) -> None:
        """A player may have seen a position at another process before the news of it came here."""
        table = live.table
        if (
            table is not None
            and on > table.now_for(seat)
            and (count := await self.store.count(live.id))
        ):
            await self.refresh(live.id, count)

    async def answer(self, live: Live, seat: Seat, faces: Iterable[int]) -> tuple[Event, ...]:
        """Typed dice, or a decision inside an action."""
        given = tuple(faces)

        def play(table: Table[Any, Any]) -> tuple[Event, ...]:
            events = table.answer(seat, given)
            reveal(table)
            return events

        return await self.change(live, play)


def reveal(table: Table[Any, Any]) -> None:
    """When the game is over the secret is opened at once, so that all may check the dice."""
    if table.outcome() is not None and table.header.commitment is not None:
        table.reveal_secret()


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(
        row.seat, row.kind, row.name, row.level, row.account, row.word, row.typed, row.token
    )
