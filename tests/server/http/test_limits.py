"""Buckets, and bodies on their way in: what is let through, what is refused, what is given up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from hexfire.server.http import limits
from hexfire.server.http.limits import BodyLimits, Bucket, LimitBody

T = TypeVar("T")


def test_a_bucket_fills_again_and_never_overflows() -> None:
    bucket = Bucket(2)
    assert [bucket.take("a", now=0) for _ in range(3)] == [True, True, False]
    assert bucket.take("b", now=0)
    assert bucket.take("a", now=31) and not bucket.take("a", now=31)
    assert [bucket.take("a", now=10**6) for _ in range(3)] == [True, True, False]


def test_who_goes_on_asking_waits_no_longer_for_it() -> None:
    bucket = Bucket(1, seconds=3600)
    assert [bucket.take("a", now=now) for now in (0, 1, 2, 3)] == [True, False, False, False]
    assert not bucket.take("a", now=3599) and bucket.take("a", now=3601)


def test_of_many_keys_the_one_that_came_longest_ago_is_forgotten() -> None:
    """However many addresses somebody has, they fill no memory."""
    bucket = Bucket(1, keys=2)
    assert all(bucket.take(key, now=0) for key in "ab")
    assert not bucket.take("a", now=0), "asked again: the other one is older now"
    assert bucket.take("c", now=0)
    assert [bucket.take(key, now=0) for key in "acb"] == [False, False, True]
    assert len(bucket._left) == 2


# -- bodies ----------------------------------------------------------------------------------------

SMALL = BodyLimits(longest=100, per_address=150, most_at_once=10_000, patience=60)


class Post:
    """Requests through the limits, to an application that reads their bodies."""

    def __init__(self, allowed: BodyLimits = SMALL) -> None:
        self.limited = LimitBody(self._app, allowed)  # type: ignore[arg-type]
        self.bodies: list[bytes] = []
        self.afterwards: list[Any] = []

    async def _app(self, _scope: Any, receive: Any, send: Any) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            body += message["body"]
            more = message["more_body"]
        else:
            self.bodies.append(body)
            self.afterwards.append(await receive())
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(
        self,
        receive: Callable[[], Any],
        *headers: tuple[bytes, bytes],
        method: str = "POST",
        path: str = "/",
    ) -> int:
        """The status of the only answer."""
        answers: list[int] = []
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": headers,
            "client": ("192.0.2.1", 1),
        }

        async def told(message: Any) -> None:
            if message["type"] == "http.response.start":
                answers.append(message["status"])

        await self.limited(scope, receive, told)  # type: ignore[arg-type]
        (status,) = answers
        return status


def answer(sending: Coroutine[Any, Any, T]) -> T:
    """What comes of it; who waits for ever fails."""
    return asyncio.run(asyncio.wait_for(sending, 60))


def length(number: object) -> tuple[bytes, bytes]:
    return b"content-length", str(number).encode()


IN_PIECES = (b"transfer-encoding", b"chunked")
GONE = {"type": "http.disconnect", "whose": "the client's own"}


def coming(pieces: Iterable[bytes], then: Callable[[], None] = lambda: None) -> Callable[[], Any]:
    """A body that comes piece by piece; behind it the client goes."""
    left = list(pieces)

    async def receive() -> Any:
        then()
        if not left:
            return GONE
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    return receive


async def never() -> Any:
    await asyncio.Event().wait()


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("said", ["101", "-1", "1e1", "", "9" * 16, "9" * 5_000])
def test_a_length_that_is_too_great_or_none_is_refused_unread(said: str, method: str) -> None:
    post = Post()
    assert answer(post.send(never, length(said), method=method)) == 413


def test_a_body_of_the_right_length_is_let_through() -> None:
    post = Post(BodyLimits(longest=100, uploads={"/board": 200}))
    assert answer(post.send(coming([b"x" * 100]), length(100))) == 200
    assert answer(post.send(coming([b"x" * 200]), length(200), path="/board")) == 200
    assert [len(body) for body in post.bodies] == [100, 200]
    assert answer(post.send(never, length(201), path="/board")) == 413


def test_a_body_that_is_longer_than_it_may_be_is_given_up_on_its_way() -> None:
    """Nobody said how long it would be; what the application makes of half of it is not told."""
    post = Post()
    assert answer(post.send(coming([b"x" * 60] * 100), IN_PIECES)) == 408
    assert post.bodies == []


def test_a_body_in_pieces_counts_as_the_longest() -> None:
    async def two() -> int:
        post = Post()
        first = asyncio.ensure_future(post.send(never, IN_PIECES))
        await asyncio.sleep(0)
        second = await post.send(coming([b"x" * 60]), length(60))
        first.cancel()
        return second

    assert answer(two()) == 503


def test_what_is_still_held_counts_when_another_is_done() -> None:
    async def three() -> list[int]:
        post = Post()
        first = asyncio.ensure_future(post.send(never, length(100)))
        await asyncio.sleep(0)
        done = [await post.send(coming([b"x" * n]), length(n)) for n in (50, 51)]
        first.cancel()
        return done

    assert answer(three()) == [200, 503]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_body_that_drips_is_given_up(clock: list[float]) -> None:
    """Each piece comes in time, and all together would take for ever."""
    post, taken = Post(BodyLimits(patience=60, slowest=10)), []

    def later() -> None:
        taken.append(1)
        clock[0] += 20

    assert answer(post.send(coming([b"x"] * 1_000, later), IN_PIECES)) == 408
    assert len(taken) == 4, "three in the sixty seconds, and the one on its way"


def test_a_body_that_is_long_and_comes_fast_enough_is_waited_for(clock: list[float]) -> None:
    post = Post(BodyLimits(patience=60, slowest=10))

    def later() -> None:
        clock[0] += 20

    assert answer(post.send(coming([b"x" * 200] * 1_000, later), IN_PIECES)) == 200


def test_no_piece_is_waited_for_longer_than_the_patience() -> None:
    """However much came before it."""
    post, sent = Post(BodyLimits(patience=0.01, slowest=1)), []

    async def once() -> Any:
        if sent:
            await never()
        sent.append(1)
        return {"type": "http.request", "body": b"x" * 100_000, "more_body": True}

    assert answer(post.send(once, IN_PIECES)) == 408


def test_behind_a_whole_body_there_is_no_hurry(clock: list[float]) -> None:
    """The application thinks for a while, and asks whether its client is still there."""
    post = Post(BodyLimits(patience=60))

    def later() -> None:
        clock[0] += 61

    assert answer(post.send(coming([b"x"], later), length(1))) == 200
    assert post.afterwards == [GONE]
