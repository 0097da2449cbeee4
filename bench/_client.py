"""A websocket client that costs little: on two cores the client must not be the slower of the two.

Only what the servers of the bench send is understood: messages in one piece, pings, and the end.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

PING, CLOSE = 0x9, 0x8
_UNMASKED = b"\0\0\0\0"
"""A client has to mask what it sends; with this mask it stays as it is."""


class Wire(asyncio.Protocol):
    """One connection. Who only looks on keeps nothing of what he is sent."""

    def __init__(self, listens: bool) -> None:
        self._listens = listens
        self._text: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._rest = b""
        self._shaken = False
        self._over = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        self._over = True
        self._wake()

    async def shake_hands(self, host: str, path: str) -> None:
        """Returns when the server has agreed: what is said before is not heard."""
        key = b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while not self._shaken:
            await self._more()

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._shaken:
            head, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self._rest = head
                return
            if b" 101 " not in head[:20]:
                raise ConnectionError(head[:80])
            self._shaken = True
        at, size = 0, len(data)
        while size - at >= 2:
            long, begin = data[at + 1], at + 2
            if long == 126:
                begin += 2
            elif long == 127:
                begin += 8
            if begin > size:
                break
            if long > 125:
                long = int.from_bytes(data[at + 2 : begin], "big")
            end = begin + long
            if end > size:
                break
            self._take(data[at] & 0xF, data, begin, end)
            at = end
        self._rest = data[at:]
        self._wake()

    def _take(self, kind: int, data: bytes, begin: int, end: int) -> None:
        if kind == PING:
            self._send(0x8A, data[begin:end])
        elif kind == CLOSE:
            self._over = True
        elif self._listens:
            self._text.append(data[begin:end])

    def _wake(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            if not waiting.done():
                waiting.set_result(None)

    async def recv(self) -> bytes:
        """The next message."""
        while not self._text:
            await self._more()
        return self._text.popleft()

    async def _more(self) -> None:
        if self._over:
            raise ConnectionError("the server has hung up")
        self._waiting = asyncio.get_running_loop().create_future()
        await self._waiting

    def send(self, text: bytes) -> None:
        self._send(0x81, text)

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        long = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((kind,)) + long + _UNMASKED + body)

    def close(self) -> None:
        self._transport.close()


@asynccontextmanager
async def connect(url: str, *, listens: bool = True) -> AsyncIterator[Wire]:
    """A connection to a server on this machine."""
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(listens), parts.hostname, parts.port)
    await wire.shake_hands(
        parts.netloc, f"{parts.path}?{parts.query}" if parts.query else parts.path
    )
    try:
        yield wire
    finally:
        wire.close()
