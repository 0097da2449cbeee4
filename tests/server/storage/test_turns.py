"""Two who write about the same thing at the same moment: both are answered, none with an error."""

from __future__ import annotations

import asyncio

import pytest
from duel_box import DuelBox
from sqlalchemy import func, select

from hexfire.server.app import create_app
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.trouble import MovedOn
from hexfire.server.tables import reviews
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
