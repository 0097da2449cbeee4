"""Two who write about the same thing at the same moment: both are answered, none with an error."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from duel_box import DuelBox
from sqlalchemy import Connection, func, select, text

from hexfire.server.app import create_app
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.boards import KeptBoards
from hexfire.server.storage.database import Store
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.tables import reviews
from hexfire.server.tables.chat import Chat
from hexfire.server.tables.live import SeatRow
from hexfire.server.tables.seating import NewTableOrder

MANY = 24
BOARDS = ("bd01", "bd02", "bd03", "bd04")


def test_a_board_that_many_upload_at_once_is_kept_once(settings: Settings) -> None:
    async def upload() -> int:
        app = create_app(settings, {"duel": DuelBox()})
        server: Server = app.state.server
        async with server.lifespan(app):
            for board in BOARDS:  # with the second of them all connections are there
                adding = (server.boards.add(board, board, bytes([n])) for n in range(MANY))
                await asyncio.gather(*adding)
            count = select(func.count()).select_from(schema.boards)
            kept: int = await server.store.run(lambda c: c.execute(count).scalar_one())
            return kept

    assert asyncio.run(upload()) == len(BOARDS)


def test_a_review_that_many_ask_for_at_once_is_made_once(settings: Settings) -> None:
    async def ask() -> list[bool]:
        app = create_app(settings, {"duel": DuelBox()})
        server: Server = app.state.server
        async with server.lifespan(app):
            live, _ = await server.seating.create(order())
            claim = lambda c: reviews._claim(c, live.id)  # noqa: E731
            return list(await asyncio.gather(*(server.store.run(claim) for _ in range(MANY))))

    assert sorted(asyncio.run(ask())) == [False] * (MANY - 1) + [True]


several_processes = pytest.mark.parametrize("settings", ["postgres"], indirect=True)
"""With SQLite there is one."""


@pytest.fixture
def table(settings: Settings) -> str:
    """A table of which several processes may write."""

    async def make() -> str:
        app = create_app(settings, {"duel": DuelBox()})
        server: Server = app.state.server
        async with server.lifespan(app):
            live, _ = await server.seating.create(order())
            return live.id

    return asyncio.run(make())


@pytest.fixture
def store(settings: Settings) -> Iterator[Store]:
    """Whoever waits for another one waits as long as it takes."""
    store = Store(msgspec.structs.replace(settings, storage_patience=250))
    yield store
    store.engine.dispose()


def one_behind_the_other(store: Store, work: Callable[[Connection], Any]) -> list[Any]:
    """The second begins when the first has written and nobody knows of it yet."""

    def again() -> Any:
        with store.engine.begin() as connection:
            return work(connection)

    waiting = text(
        "select count(*) from pg_stat_activity"
        " where datname = current_database() and wait_event_type = 'Lock'"
    )
    with ThreadPoolExecutor(1) as pool, store.engine.connect() as looking:
        with store.engine.begin() as connection:
            first = work(connection)
            second = pool.submit(again)
            while not (second.done() or looking.execute(waiting).scalar_one()):
                looking.rollback()
                time.sleep(0.01)
        return [first, second.result()]


@several_processes
def test_who_speaks_at_the_same_moment_in_another_process_gets_the_next_number(
    store: Store, table: str
) -> None:
    chat = Chat(store)
    said = one_behind_the_other(store, lambda c: chat._write(c, table, "Aki", "Hello"))
    assert [line["n"] for line in said] == [0, 1]


@several_processes
def test_who_asks_for_a_review_at_the_same_moment_in_another_process_makes_none(
    store: Store, table: str
) -> None:
    assert one_behind_the_other(store, lambda c: reviews._claim(c, table)) == [True, False]


class Told:
    """Stands for the store: keeps the work that it is given."""

    def __init__(self) -> None:
        self.work: list[Callable[[Connection], Any]] = []

    async def run(self, work: Callable[[Connection], Any]) -> None:
        self.work.append(work)


@several_processes
def test_who_brings_the_same_board_at_the_same_moment_to_another_process_is_answered(
    store: Store, table: str
) -> None:
    told = Told()
    asyncio.run(KeptBoards(told).add("bd01", "bd01", b"x"))  # type: ignore[arg-type]
    one_behind_the_other(store, told.work[0])
    kept = KeptBoards(told)  # type: ignore[arg-type]
    asyncio.run(kept.fetch(["bd01"]))
    with store.engine.begin() as connection:
        assert told.work[1](connection) == {"bd01": (b"x", "bd01")}


def order() -> NewTableOrder:
    seats = {seat: SeatRow(seat, "person", seat) for seat in ("red", "blue")}
    return NewTableOrder(
        game="duel", scenario="plain", title="", open=False, seats=seats, options={}
    )


def test_who_acts_apart_is_not_told_that_the_other_was_quicker(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often another process writes in between: his action is done on top of it."""

    async def play() -> int:
        app = create_app(settings, {"duel": DuelBox()})
        server: Server = app.state.server
        async with server.lifespan(app):
            live, _ = await server.seating.create(order())
            real, lost = server.store.append, iter(range(MANY))

            async def append(*args: object, **more: object) -> None:
                if next(lost, None) is not None:
                    raise MovedOn
                await real(*args, **more)  # type: ignore[arg-type]

            monkeypatch.setattr(server.store, "append", append)
            monkeypatch.setattr(type(live), "apart", True)
            await server.tables.do(live, "red", "hide low", None)
            return live.playing.now

    assert asyncio.run(play()) == 1
