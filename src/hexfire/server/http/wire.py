"""The websocket of a live connection: what is ready to be sent is handed to the system at once.

A message to five hundred watchers is the same bytes five hundred times. Through the general way
each of them costs a queue, two changes of task and a frame made anew; here it costs a write. Who
does not read what he is sent is let go: he can come back and gets the table as it stands then.

What comes in is looked at piece by piece, and no further than to the next message: a heap of small
ones waits in a few bytes and keeps nobody else waiting. Pings, pongs and pieces of messages never
come to the application that counts messages, so they are counted here. A message that comes alone
and whole, as nearly all do, is read on the spot; everything else is left to the library.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform for which the library is not compiled
    from websockets.utils import apply_mask

EXTENSION = "hexfire.wire"
"""Under this name an application finds `push` among the extensions of its scope."""
MOST_WAITING = 2_000_000
"""So many bytes may wait for somebody who does not read."""

MOST_UNREAD = 50
"""So many messages are still read of somebody who is gone."""

PIECE = 2_048
"""So many bytes of what came are looked at before the next look whether to read on."""

MOST_BESIDE = 100
"""So many pings, pongs and unfinished pieces of messages may somebody send in one second. No page
sends any but a pong in twenty seconds."""

_TEXT, _BINARY = 0x81, 0x82
"""The first byte of a message in one piece, of text or of bytes (RFC 6455, 5.2)."""
_MASKED = 0x80
"""What is added to the length of a message from a client, before whose bytes stands its mask."""
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""What stands for the length if it follows in so many bytes."""


Push = Callable[[bytes], None]
"""Takes a message, packed, without waiting."""


class Parcel:
    """A message for anybody: what stands before its bytes on the wire is made once for all."""

    __slots__ = ("message", "packed")

    def __init__(self, message: bytes) -> None:
        self.message, self.packed = message, packed(message)


def pushed(scope: Mapping[str, Any]) -> Push | None:
    """How messages of a connection are pushed; None where the server has no such wire."""
    push: Push | None = scope.get("extensions", {}).get(EXTENSION, {}).get("push")
    return push


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's websocket with a way around its queue."""

    _ready: list[bytes]
    _unread = b""
    _between = False
    """Whether the library waits for the beginning of a message."""
    _beside = 0
    _second = 0.0

    def data_received(self, data: bytes) -> None:
        if self._unread or self.read_paused or not self._read_alone(data):
            self._unread += data
            self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if self._unread:
            self._read_on()
        return message

    def _read_alone(self, data: bytes) -> bool:
        """Read one whole message, if that is all that came; else nothing is touched.

        Nobody has to stop reading for it: what comes before it is taken is kept, and no more.
        """
        size = len(data)
        if size < 6 or not (data[0] == _TEXT or data[0] == _BINARY):
            return False
        length, at = data[1] - _MASKED, 2
        if length == _TWO_BYTES:
            length, at = data[2] << 8 | data[3], 4
        if not 0 <= length <= PIECE or size != at + 4 + length or length == _EIGHT_BYTES:
            return False
        conn = self.conn
        if not self._between or conn.state is not OPEN or conn.current_size is not None:
            return False
        if self.close_sent or not self.queue.empty():
            return False
        body = apply_mask(data[at + 4 :], data[at : at + 4])
        if data[0] == _TEXT:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": body.decode()})
            except UnicodeDecodeError:
                return False  # the library knows how to refuse it
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": body})
        return True

    def _read_on(self) -> None:
        """Look at what came, up to the next message."""
        if not self.queue.empty() and not self.read_paused:
            self.read_paused = True  # until the message is taken that came alone
            self.transport.pause_reading()
        while self._unread and not (self.read_paused or self.transport.is_closing()):
            piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
            super().data_received(piece)
            self._between = _is_between(self.conn.parser)

    def handle_ping(self) -> None:
        if self._is_let_pass():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_let_pass():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if event.fin or self._is_let_pass():
            super().handle_cont(event)

    def _is_let_pass(self) -> bool:
        """Whether this may come beside the messages; who sends too much of it is let go."""
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._beside = now, 0
        self._beside += 1
        if self._beside > MOST_BESIDE:
            self.transport.abort()
        return self._beside <= MOST_BESIDE

    def handle_connect(self, event: Request) -> None:
        self._ready = []
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"push": self.push}

    def connection_lost(self, exc: Exception | None) -> None:
        """Of somebody who is gone, a heap of messages that nobody has read yet is not read."""
        self._unread = b""
        if self.queue.qsize() > MOST_UNREAD:
            while not self.queue.empty():
                self.queue.get_nowait()
        super().connection_lost(exc)

    def push(self, packed: bytes) -> None:
        """Send a message; if too much waits already, the connection is ended."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            return
        # A player's frame and the reply to him go out together: one call of the system for both.
        if not self._ready:
            if not _post:
                self.loop.call_soon(_deliver)
            _post.append(self)
        self._ready.append(packed)

    def deliver(self) -> None:
        """Hand what is ready to the system."""
        ready, self._ready = self._ready, []
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.writelines(ready)


_post: list[Wire] = []
"""The wires that have something ready; one call of the event loop serves them all."""


def _deliver() -> None:
    wires = _post[:]
    _post.clear()
    for wire in wires:
        wire.deliver()


def _is_between(parser: Any) -> bool:
    """Whether the library's parser, a generator, has nothing of a message yet.

    Between two messages it asks whether the connection has ended. Where it should ever be written
    otherwise, the answer is no, and all is left to it.
    """
    while (within := getattr(parser, "gi_yieldfrom", None)) is not None:
        parser = within
    return getattr(parser, "__name__", "") == "at_eof"


def packed(message: bytes) -> bytes:
    """A message as it goes over the wire."""
    return head(len(message)) + message


def head(size: int) -> bytes:
    """What stands before the bytes of a message from the server (RFC 6455, 5.2)."""
    if size < _TWO_BYTES:
        return bytes((_BINARY, size))
    if size < 1 << 16:
        return struct.pack("!BBH", _BINARY, _TWO_BYTES, size)
    return struct.pack("!BBQ", _BINARY, _EIGHT_BYTES, size)
