"""What is handed to the wire of a live connection arrives whole, or the connection ends."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hexfire.server.http.wire import (
    EXTENSION,
    MOST_BESIDE,
    MOST_UNREAD,
    MOST_WAITING,
    PIECE,
    Wire,
    packed,
)

Speak = Callable[[Wire, Callable[[], Awaitable[Any]]], Awaitable[None]]


@contextlib.contextmanager
def served(speak: Speak) -> Iterator[str]:
    """A server whose every connection hears what `speak` hands to its wire."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        push = scope["extensions"][EXTENSION]["push"]
        await speak(push.__self__, receive)

    config = uvicorn.Config(
        app,
        host="127.0.0.1",
        port=0,
        ws="hexfire.server.http.wire:Wire",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            threading.Event().wait(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize("sizes", [(0, 1, 125), (126, 127, 65_535), (65_536, 3, 1_000_000)])
def test_messages_of_every_length_arrive_in_their_order(sizes: tuple[int, ...]) -> None:
    async def speak(wire: Wire, receive: Any) -> None:
        for size in sizes:
            wire.push(packed(bytes(n % 251 for n in range(size))))
        await receive()

    with served(speak) as url, connect(url, max_size=None, open_timeout=60) as client:
        for size in sizes:
            assert client.recv(timeout=60) == bytes(n % 251 for n in range(size))


def test_what_is_said_at_once_is_sent_with_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's frame and the reply to him cost the system one call, not two."""
    writes: list[int] = []
    deliver = Wire.deliver

    def counted(self: Wire) -> None:
        writes.append(len(self._ready))
        deliver(self)

    monkeypatch.setattr(Wire, "deliver", counted)

    async def speak(wire: Wire, receive: Any) -> None:
        wire.push(packed(b"frame"))
        wire.push(packed(b"reply"))
        await receive()

    with served(speak) as url, connect(url, open_timeout=60) as client:
        assert [client.recv(timeout=60) for _ in range(2)] == [b"frame", b"reply"]
    assert writes == [2]


def test_who_does_not_read_is_let_go() -> None:
    """What waits for one person is bounded; he is not waited for, he can come back."""
    most: list[int] = []
    let_go = threading.Event()

    async def speak(wire: Wire, receive: Any) -> None:
        piece = packed(bytes(100_000))
        while not wire.disconnected:
            wire.push(piece)
            await asyncio.sleep(0)
            if not wire.transport.is_closing():
                most.append(wire.transport.get_write_buffer_size())
        let_go.set()
        assert (await receive())["type"] == "websocket.disconnect"

    # A client that reads nothing of its own accord: `max_queue` stops the library from reading.
    with served(speak) as url, connect(url, max_size=None, max_queue=1, open_timeout=60) as client:
        assert let_go.wait(60)
        with pytest.raises(ConnectionClosed):
            collections.deque(iter(lambda: client.recv(timeout=60), None), maxlen=0)
    assert MOST_WAITING < max(most) < MOST_WAITING + 200_000


@pytest.mark.parametrize(("sent", "read"), [(MOST_UNREAD, MOST_UNREAD), (MOST_UNREAD + 5, 0)])
def test_of_somebody_who_is_gone_a_heap_of_messages_is_not_read(sent: int, read: int) -> None:
    heard: list[int] = []
    done = threading.Event()

    async def speak(wire: Wire, receive: Any) -> None:
        while wire.queue.qsize() < sent:
            await asyncio.sleep(0.01)
        wire.transport.abort()  # as when nobody answers any more
        while not wire.disconnected:
            await asyncio.sleep(0.01)
        while (await receive())["type"] != "websocket.disconnect":
            heard.append(1)
        done.set()

    with served(speak) as url, connect(url, open_timeout=60) as client:
        # In one piece: the server stops reading when the first has come.
        frames = b"".join(b"\x81\x81\0\0\0\0x" for _ in range(sent))
        client.socket.sendall(frames)
        assert done.wait(60)
    assert len(heard) == read


SMALLEST = 6
"""Bytes of a frame from a client that holds nothing."""


@pytest.mark.parametrize(
    ("begin", "frame", "handle"),
    [
        (b"", b"\x89\x80\0\0\0\0", "handle_ping"),
        (b"", b"\x8a\x80\0\0\0\0", "handle_pong"),
        (b"\x01\x80\0\0\0\0", b"\0\x80\0\0\0\0", "handle_cont"),
    ],
)
def test_who_sends_heaps_of_what_is_no_message_is_let_go(
    begin: bytes, frame: bytes, handle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pings, pongs and pieces of a message that never ends: ten thousand once cost everybody."""
    handled: list[int] = []
    general = getattr(Wire, handle)

    def counted(self: Wire, *args: Any) -> None:
        handled.append(1)
        general(self, *args)

    monkeypatch.setattr(Wire, handle, counted)

    async def speak(wire: Wire, receive: Any) -> None:
        assert (await receive())["type"] == "websocket.disconnect"

    with served(speak) as url, connect(url, open_timeout=60) as client:
        with contextlib.suppress(OSError):  # it may be let go before all is sent
            client.socket.sendall(begin + frame * 10_000)
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=60)
    assert MOST_BESIDE < len(handled) <= MOST_BESIDE + PIECE // SMALLEST + 1


def test_of_a_heap_of_messages_few_wait_at_a_time_and_all_arrive() -> None:
    sent, heard, most = 5_000, [], []
    done = threading.Event()

    async def speak(wire: Wire, receive: Any) -> None:
        while len(heard) < sent:
            most.append(wire.queue.qsize())
            heard.append((await receive())["text"])
        done.set()
        await receive()

    with served(speak) as url, connect(url, open_timeout=60) as client:
        texts = [f"{n:04}" for n in range(sent)]
        heap = b"".join(b"\x81\x84\0\0\0\0" + text.encode() for text in texts)
        client.socket.sendall(heap)
        assert done.wait(60)
    assert heard == texts
    assert max(most) <= PIECE // (SMALLEST + 4) + 1


def masked(first: int, body: bytes, mask: bytes = b"\x11\x22\x33\x44") -> bytes:
    """A frame as a client sends it."""
    size = len(body)
    long = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
    return bytes((first,)) + long + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(body))


def heard(count: int, sent: Callable[[Any], None], alone: list[bool] | None = None) -> list[Any]:
    """The first messages that an application hears of what a client sends."""
    messages: list[Any] = []
    done = threading.Event()

    async def speak(wire: Wire, receive: Any) -> None:
        read_alone = wire._read_alone

        def noted(data: bytes) -> bool:
            read = read_alone(data)
            if alone is not None:
                alone.append(read)
            return read

        wire._read_alone = noted  # type: ignore[method-assign]
        wire.push(packed(b"begin"))
        while len(messages) < count:
            messages.append(await receive())
            wire.push(packed(b"heard"))
        done.set()
        if messages[-1]["type"] != "websocket.disconnect":
            await receive()

    with served(speak) as url, connect(url, open_timeout=60) as client:
        assert client.recv(timeout=60) == b"begin"
        with contextlib.suppress(OSError):
            sent(client)
        assert done.wait(60)
    return messages


def test_a_message_that_comes_alone_is_read_on_the_spot() -> None:
    alone: list[bool] = []
    bodies = ["", "x" * 125, "\u5200" * 60, "y" * PIECE]

    def sent(client: Any) -> None:
        for body in bodies:
            client.socket.sendall(masked(0x81, body.encode()))
            assert client.recv(timeout=60) == b"heard"
        client.socket.sendall(masked(0x82, b"\xff\0"))

    told = heard(5, sent, alone)
    assert [message.get("text") for message in told[:4]] == bodies
    assert told[4]["bytes"] == b"\xff\0"
    assert alone[:5] == [True] * 5


@pytest.mark.parametrize("cut", range(1, 10))
def test_a_message_in_two_pieces_is_one_message(cut: int) -> None:
    """Its rest looks like a message of its own: it is none, wherever the first piece ends."""
    inner = masked(0x81, b"inner", b"\0\0\0\0")
    whole = masked(0x82, inner, b"\0\0\0\0")

    def sent(client: Any) -> None:
        client.socket.sendall(whole[:cut])
        # A ping would be answered only between messages: wait until the first piece is read.
        threading.Event().wait(0.2)
        client.socket.sendall(whole[cut:])
        assert client.recv(timeout=60) == b"heard"
        client.socket.sendall(masked(0x81, b"after"))

    told = heard(2, sent)
    assert [told[0]["bytes"], told[1]["text"]] == [inner, "after"]


def test_pieces_of_one_message_are_put_together() -> None:
    def sent(client: Any) -> None:
        client.socket.sendall(masked(0x01, b"one "))
        threading.Event().wait(0.2)
        client.socket.sendall(masked(0x80, b"message"))

    assert [message["text"] for message in heard(1, sent)] == ["one message"]


@pytest.mark.parametrize(
    "frame",
    [
        masked(0x81, b"\xff\xfe"),  # no text
        b"\x81\x02hi",  # not masked
        masked(0xC1, b"hi"),  # a bit that nobody agreed on
        masked(0x83, b"hi"),  # a kind that there is not
    ],
)
def test_what_breaks_the_protocol_ends_the_connection(frame: bytes) -> None:
    told = heard(1, lambda client: client.socket.sendall(frame))
    assert [message["type"] for message in told] == ["websocket.disconnect"]


def test_a_message_within_another_ends_the_connection() -> None:
    """The first is not finished: however well the second looks by itself, it is none."""

    def sent(client: Any) -> None:
        client.socket.sendall(masked(0x01, b"one "))
        threading.Event().wait(0.2)
        client.socket.sendall(masked(0x81, b"two"))

    assert [message["type"] for message in heard(1, sent)] == ["websocket.disconnect"]


def test_nobody_is_read_ahead_of_what_is_taken() -> None:
    """Who sends on while his first message waits is not read: one more piece is kept, no more."""
    paused: list[bool] = []
    texts: list[str] = []
    done = threading.Event()

    async def speak(wire: Wire, receive: Any) -> None:
        wire.push(packed(b"begin"))
        while wire.queue.empty():
            await asyncio.sleep(0.01)
        wire.push(packed(b"first"))
        while not wire.read_paused:
            await asyncio.sleep(0.01)
        paused.append(wire.queue.qsize() == 1)
        texts.extend([(await receive())["text"] for _ in range(3)])
        done.set()
        await receive()

    with served(speak) as url, connect(url, open_timeout=60) as client:
        assert client.recv(timeout=60) == b"begin"
        client.socket.sendall(masked(0x81, b"one"))
        assert client.recv(timeout=60) == b"first"
        client.socket.sendall(masked(0x81, b"two") + masked(0x81, b"three"))
        assert done.wait(60)
    assert paused == [True]
    assert texts == ["one", "two", "three"]
