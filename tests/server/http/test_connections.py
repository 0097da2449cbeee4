"""What one connection may make the server keep: looked at piece by piece, on no real network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from hexfire.server.http import connections
from hexfire.server.http.connections import (
    EACH_HEADER,
    MOST_AHEAD,
    MOST_BESIDE,
    PIECE,
    Census,
    Counted,
)
from hexfire.server.settings import Settings

GET = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 900000\r\n\r\n"


class Line:
    """Stands for the transport of a connection."""

    def __init__(self) -> None:
        self.sent, self.left = b"", 0
        self.closed = self.aborted = self.paused = False

    def get_extra_info(self, name: str, _default: Any = None) -> Any:
        return ("192.0.2.1", 1) if name in ("peername", "sockname") else None

    def write(self, data: bytes) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def get_write_buffer_size(self) -> int:
        return self.left


class Open:
    """A connection to an application that answers once it is told to."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.word, self.line = asyncio.Event(), Line()
        config = Config(self._app, interface="asgi3", lifespan="off", log_config=None)
        config.load()
        self.protocol = Counted(config, ServerState(), {}, loop)
        self.protocol.connection_made(self.line)

    async def _app(self, _scope: Any, _receive: Any, send: Any) -> None:
        await self.word.wait()
        headers = [(b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body"})

    async def answered(self, times: int) -> None:
        self.word.set()
        while self.line.sent.count(b"HTTP/1.1 200") < times and not self.line.closed:
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def census(monkeypatch: pytest.MonkeyPatch) -> Census:
    made = Census(
        Settings(database_url="", max_connections=50, max_connections_per_address=2, patience=600)
    )
    monkeypatch.setattr(connections, "_census", [made])
    return made


def connected(doing: Callable[[Open], Any]) -> Any:
    async def do() -> Any:
        return await asyncio.wait_for(doing(Open(asyncio.get_running_loop())), 60)

    return asyncio.run(do())


def test_of_requests_that_come_at_once_few_are_looked_at() -> None:
    """The rest waits, and the connection is not read meanwhile; all are answered in the end."""
    many = 1_000

    async def doing(it: Open) -> None:
        it.protocol.data_received(GET * many)
        assert it.line.paused and len(it.protocol._unread) > (many // 2) * len(GET)
        for times in range(1, many + 1):
            assert len(it.protocol.pipeline) <= MOST_AHEAD + PIECE // len(GET) + 1
            await it.answered(times)
        assert not it.line.closed and not it.protocol._unread
        while it.line.paused:
            await asyncio.sleep(0)

    connected(doing)


def test_of_a_body_that_nobody_reads_little_is_taken() -> None:
    async def doing(it: Open) -> None:
        it.protocol.data_received(POST + b"x" * 900_000)
        assert len(it.protocol.cycle.body) < 100_000 and it.line.paused

    connected(doing)


@pytest.mark.parametrize("closing", [b"", b"connection: close\r\n"])
def test_who_asks_for_the_end_and_reads_nothing_is_let_go(closing: bytes, census: Census) -> None:
    """A connection that is closed stays until all is sent, as long as something of it is taken."""
    census.patience = 0.001

    async def doing(it: Open) -> None:
        it.line.left = 5_000
        it.protocol.data_received(GET[:-2] + closing + b"\r\n")
        await it.answered(1)
        if not closing:
            for _ in range(5):  # looked at again and again: it may be closed later
                looked = it.protocol._next_look
                assert looked is not None and not it.line.aborted
                while it.protocol._next_look is looked:
                    await asyncio.sleep(0.001)
            it.line.close()
        while not it.line.aborted:
            await asyncio.sleep(0.001)

    connected(doing)


def test_what_is_not_body_is_counted_for_each_request_alone() -> None:
    async def doing(it: Open) -> None:
        long = b"GET / HTTP/1.1\r\nhost: x\r\nx-a: " + b"a" * (MOST_BESIDE // 2) + b"\r\n\r\n"
        for times in range(1, 5):
            it.protocol.data_received(long)
            await it.answered(times)
        assert not it.line.closed

    connected(doing)


@pytest.mark.parametrize("many", [500, MOST_BESIDE // EACH_HEADER])
def test_many_short_headers_count_as_much_as_they_cost(many: int) -> None:
    async def doing(it: Open) -> None:
        it.protocol.data_received(b"GET / HTTP/1.1\r\nhost: x\r\n" + b"a:\r\n" * many)
        assert it.line.closed is (many > 500)
        assert it.line.sent.startswith(b"HTTP/1.1 431") is (many > 500)

    connected(doing)


def test_too_much_behind_a_request_under_way_breaks_the_connection_off() -> None:
    """A sentence would be taken for the answer to the request before."""

    async def doing(it: Open) -> None:
        it.protocol.data_received(GET)
        it.protocol.data_received(b"GET / HTTP/1.1\r\nx-a: " + b"a" * MOST_BESIDE)
        assert it.line.aborted and it.line.sent == b"" and not it.protocol._unread

    connected(doing)


def test_who_is_refused_is_not_listened_to(census: Census) -> None:
    async def doing(it: Open) -> None:
        loop = asyncio.get_running_loop()
        others = [Open(loop) for _ in range(2)]
        assert [other.line.closed for other in others] == [False, True]
        refused = others[1]
        assert refused.line.sent.startswith(b"HTTP/1.1 503")
        refused.protocol.data_received(GET * 100)
        assert not refused.protocol._unread and not refused.protocol.pipeline
        refused.protocol.connection_lost(None)
        it.protocol.connection_lost(None)
        assert census._all == 1, "who was not let in does not leave"
        assert not Open(loop).line.closed

    connected(doing)


def test_all_that_is_asked_for_on_a_connection_ends_with_it() -> None:
    async def doing(it: Open) -> None:
        it.protocol.data_received(GET * 3)
        under_way = list(it.protocol._under_way)
        it.protocol.connection_lost(None)
        assert len(under_way) == 3 and all(one.disconnected for one in under_way)

    connected(doing)


def test_what_is_answered_is_not_kept() -> None:
    async def doing(it: Open) -> None:
        for times in range(1, 6):
            it.protocol.data_received(GET)
            await it.answered(times)
        assert len(it.protocol._under_way) == 1

    connected(doing)


def test_headers_have_their_time_and_no_more_once_they_are_there() -> None:
    async def doing(it: Open) -> None:
        first = it.protocol._deadline
        assert first is not None and not first.cancelled()
        it.protocol.data_received(GET[:-2])
        assert it.protocol._deadline is first, "however much of them is there"
        it.protocol.data_received(GET[-2:])
        assert first.cancelled() and it.protocol._deadline is None
        await it.answered(1)
        it.protocol.data_received(GET[:-2])
        again = it.protocol._deadline
        assert again is not None and again is not first
        it.protocol.data_received(b"x-a: b\r\n")
        assert it.protocol._deadline is again
        it.protocol.connection_lost(None)
        assert again.cancelled()

    connected(doing)
