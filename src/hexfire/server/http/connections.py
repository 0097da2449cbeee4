"""Connections: so many in all and per address, and none that says nothing.

uvicorn waits for ever for the first request of a connection. Here a connection is closed when its
request's headers are not there in time, and refused at once when there are too many.
"""

from __future__ import annotations

import asyncio
import resource
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hexfire.lang import LANGUAGES, words
from hexfire.server.settings import Settings, from_environment

SPARE_FILES = 100
"""Files that are left for the database, workers and pages."""

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%s"
)


_BUSY = msgspec.json.encode(
    {"error": " / ".join(words(language).say("server.busy") for language in LANGUAGES)}
)


class Census:
    """How many connections there are, from where."""

    def __init__(self, settings: Settings) -> None:
        self.patience = settings.patience
        self._most = min(settings.max_connections, max(raise_file_limit() - SPARE_FILES, 10))
        self._most_each = settings.max_connections_per_address
        self._proxies = settings.proxies
        self._all = 0
        self._each: dict[str, int] = {}

    def come(self, address: str) -> bool:
        """Whether one more is let in; behind a proxy all seem to come from one address."""
        each = self._each.get(address, 0)
        if self._all >= self._most or (each >= self._most_each and address not in self._proxies):
            return False
        self._all += 1
        self._each[address] = each + 1
        return True

    def go(self, address: str) -> None:
        self._all -= 1
        self._each[address] -= 1
        if not self._each[address]:
            del self._each[address]


def raise_file_limit() -> int:
    """As many open files as the system lets us have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return 65_536 if soft == resource.RLIM_INFINITY else soft


_census: list[Census] = []


def set_up(settings: Settings) -> None:
    """Begin to count the connections of this process."""
    _census[:] = [Census(settings)]


def census() -> Census:
    if not _census:
        set_up(from_environment())
    return _census[0]


class Counted(HttpToolsProtocol):
    """uvicorn's protocol with a census and a deadline for the headers of a request."""

    _address: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else "?"
        if not census().come(address):
            transport.write(FULL % (len(_BUSY), _BUSY))
            transport.close()
            return
        self._address = address
        super().connection_made(transport)
        self._deadline = self.loop.call_later(census().patience, transport.close)

    def data_received(self, data: bytes) -> None:
        if self._address is None:
            return  # refused: what it says is not read
        answered = self.cycle is not None and self.cycle.response_complete
        if self._deadline is None and answered:
            self._deadline = self.loop.call_later(census().patience, self.transport.close)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        self._in_time()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        if self._address is not None:
            census().go(self._address)
            super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on under another protocol, which is told to report its end."""
        address, self._address = self._address, None
        super().handle_websocket_upgrade()
        protocol: Any = self.transport.get_protocol()
        lost = protocol.connection_lost

        def connection_lost(exc: Exception | None) -> None:
            if address is not None:
                census().go(address)
            lost(exc)

        protocol.connection_lost = connection_lost

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
