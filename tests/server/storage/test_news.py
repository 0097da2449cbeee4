"""What one process does when it hears that another one has written."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from hexfire.server.storage import news
from hexfire.server.storage.news import Feed
from hexfire.server.tables.chat import Chat


class Here:
    """Stands for the tables, the chat and the sign-ins of a process; keeps what they are told."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.live = SimpleNamespace(line_count=5, listeners={"somebody"}, id="here")
        self.alone = SimpleNamespace(line_count=5, listeners=set(), id="alone")
        settings = SimpleNamespace(database_url="postgresql+psycopg://x", is_postgres=True)
        self.feed = Feed(SimpleNamespace(settings=settings), self, self, self)  # type: ignore[arg-type]

    def in_memory(self, table: str) -> Any:
        return self.live if table == "here" else None

    def loaded(self) -> list[Any]:
        return [self.live, self.alone]

    def end(self, session: str) -> None:
        self.done.append(("end", session))

    async def look(self) -> None:
        self.done.append(("look",))

    async def refresh(self, *table: Any) -> None:
        self.done.append(("refresh", *table))

    async def refresh_all(self) -> None:
        self.done.append(("refresh all",))

    async def heard(self, live: Any, n: int) -> None:
        self.done.append(("heard", live.id, n))

    async def tell_again(self, live: Any) -> None:
        self.done.append(("tell again", live.id))


HEARD = {
    "a line that is here already": (("lines", "here", 5), []),
    "a line that is not here yet": (("lines", "here", 6), [("refresh", "here", 6)]),
    "who sits where": (("seats", "here", 0), [("refresh", "here")]),
    "what was said": (("chat", "here", 3), [("heard", "here", 3)]),
    "a table that nobody came to here": (("lines", "elsewhere", 9), []),
    "chat at such a table": (("chat", "elsewhere", 9), []),
    "who signed out": (("session", "a hash", 0), [("end", "a hash")]),
}


@pytest.mark.parametrize("what", HEARD)
def test_what_is_heard_is_read_where_it_is_needed(what: str) -> None:
    (kind, table, number), expected = HEARD[what]

    async def hear() -> list[Any]:
        here = Here()
        here.feed._hear(kind, table, number)
        while here.feed._catching_up:  # nothing is kept of what is done
            await asyncio.sleep(0)
        return here.done

    assert asyncio.run(asyncio.wait_for(hear(), 60)) == expected


class Notes:
    """Stands for PostgreSQL: away at first, then there, away again, and there with news."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop, self.times, self.listening = stop, 0, 0

    @contextlib.contextmanager
    def connect(self, _address: str, **_how: Any) -> Iterator[Notes]:
        self.times += 1
        if self.times % 2:
            raise psycopg.OperationalError("away")
        yield self

    def execute(self, statement: str) -> None:
        assert statement == f"listen {news.NOTIFY_CHANNEL}"
        self.listening += 1

    def notifies(self, timeout: float) -> Iterator[Any]:
        if self.listening == 1:
            raise psycopg.OperationalError("gone")
        self._stop.set()
        yield SimpleNamespace(payload="chat here 7")


def test_whenever_it_listens_again_it_reads_what_it_may_have_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def listen() -> list[Any]:
        here = Here()
        notes = Notes(here.feed._stop)
        monkeypatch.setattr(news.psycopg, "connect", notes.connect)
        await asyncio.to_thread(here.feed._listen, asyncio.get_running_loop())
        while len(here.done) < 7:
            await asyncio.sleep(0)
        return here.done

    once = [("look",), ("refresh all",), ("tell again", "here")]
    done = asyncio.run(asyncio.wait_for(listen(), 60))
    assert sorted(done) == sorted([*once, *once, ("heard", "here", 7)])


class Lines(Chat):
    """Chat whose lines are known."""

    async def lines(self, live: Any, since: int = 0) -> list[dict[str, Any]]:
        return [{"n": n, "text": str(n)} for n in range(since, 9)]


def test_a_line_of_another_process_is_told_once_and_ones_own_is_not_told_again() -> None:
    told: list[bytes] = []
    live: Any = SimpleNamespace(said_here={4}, listeners={"somebody"}, tell=told.append)

    async def hear(*numbers: int) -> None:
        for n in numbers:
            await Lines(None).heard(live, n)  # type: ignore[arg-type]

    asyncio.run(hear(4))
    assert told == [] and live.said_here == set(), "nothing is kept of it"
    asyncio.run(hear(5))
    assert told == [b'{"type":"chat","lines":[{"n":5,"text":"5"}]}']
    live.listeners = set()
    asyncio.run(hear(6))
    assert len(told) == 1
