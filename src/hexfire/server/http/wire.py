"""The websocket of a live connection: what is ready to be sent is handed to the system at once.

A message to five hundred watchers is the same bytes five hundred times. Through the general way
each of them costs a queue, two changes of task and a frame made anew; here it costs a write. Who
does not read what he is sent is let go: he can come back and gets the table as it stands then.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "hexfire.wire"
"""Under this name an application finds `push` among the extensions of its scope."""
MOST_WAITING = 2_000_000
"""So many bytes may wait for somebody who does not read."""

MOST_UNREAD = 50
"""So many messages are still read of somebody who is gone."""

_BINARY = 0x82
"""The first byte of a message of bytes in one piece (RFC 6455, 5.2)."""
_TWO_BYTES, _EIGHT_BYTES = 126, 127
"""What stands for the length if it follows in so many bytes."""


Push = Callable[[bytes], None]
"""Takes a message without waiting."""


def pushed(scope: Mapping[str, Any]) -> Push | None:
    """How messages of a connection are pushed; None where the server has no such wire."""
    push: Push | None = scope.get("extensions", {}).get(EXTENSION, {}).get("push")
    return push


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's websocket with a way around its queue."""

    _ready: list[bytes]

    def handle_connect(self, event: Request) -> None:
        self._ready = []
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"push": self.push}

    def connection_lost(self, exc: Exception | None) -> None:
        """Of somebody who is gone, a heap of messages that nobody has read yet is not read."""
        if self.queue.qsize() > MOST_UNREAD:
            while not self.queue.empty():
                self.queue.get_nowait()
        super().connection_lost(exc)

    def push(self, message: bytes) -> None:
        """Send a message; if too much waits already, the connection is ended."""
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            return
        # A player's frame and the reply to him go out together: one call of the system for both.
        if not self._ready:
            self.loop.call_soon(self._flush)
        self._ready += (head(len(message)), message)

    def _flush(self) -> None:
        ready, self._ready = self._ready, []
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.writelines(ready)


def head(size: int) -> bytes:
    """What stands before the bytes of a message from the server (RFC 6455, 5.2)."""
    if size < _TWO_BYTES:
        return bytes((_BINARY, size))
    if size < 1 << 16:
        return struct.pack("!BBH", _BINARY, _TWO_BYTES, size)
    return struct.pack("!BBQ", _BINARY, _EIGHT_BYTES, size)
