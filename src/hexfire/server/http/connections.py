"""Connections: so many in all and per address, and none that says nothing.

uvicorn waits for ever for the first request of a connection. Here a connection is closed when its
request's headers are not there in time, and refused at once when there are too many.

uvicorn also reads addresses, headers and trailers of any length, and takes all requests that come
at once before it answers one. Here what comes is looked at piece by piece, no further than a few
requests ahead, and what is not body is counted.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from hexfire.lang import LANGUAGES, words
from hexfire.server.http.guard import house
from hexfire.server.settings import Settings, from_environment

SPARE_FILES = 100
"""Files that are left for the database, workers and pages."""

PIECE = 4_096
"""So many bytes of what came are looked at before the next look whether to read on."""

MOST_AHEAD = 10
"""So many requests of a connection may wait for the answer to the one before."""

MOST_BESIDE = 65_536
"""Bytes of a request that are not its body: address, headers, trailers, the lengths of pieces. A
body sent in many pieces may bring as much again as it holds."""

SLOWEST = 1_000
"""Bytes a second that somebody must take of what he asked for, once it has to wait for him."""

EACH_HEADER = 100
"""So many bytes a header counts, however short it is."""


def _told(status: str, key: str, **params: int) -> bytes:
    """An answer for somebody whose language is not known yet."""
    texts = [words(language).say(key, **params) for language in LANGUAGES]
    body = msgspec.json.encode({"error": " / ".join(texts)})
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n"
    return head.encode() + b"content-length: %d\r\n\r\n%s" % (len(body), body)


BUSY = _told("503 Service Unavailable", "server.busy")
TOO_LONG = _told("431 Request Header Fields Too Large", "server.body.too_long", most=MOST_BESIDE)


class Census:
    """How many connections there are, from where."""

    def __init__(self, settings: Settings) -> None:
        self.patience = settings.patience
        self._most = min(settings.max_connections, max(raise_file_limit() - SPARE_FILES, 10))
        self._most_each = settings.max_connections_per_address
        self._trusts = settings.trusts
        self._all = 0
        self._each: dict[str, int] = {}

    def come(self, address: str) -> bool:
        """Whether one more is let in; behind a proxy all seem to come from one address."""
        whose = house(address)
        each = self._each.get(whose, 0)
        crowded = each >= self._most_each and not self._trusts(address)
        if self._all >= self._most or crowded:
            return False
        self._all += 1
        self._each[whose] = each + 1
        return True

    def go(self, address: str) -> None:
        self._all -= 1
        whose = house(address)
        self._each[whose] -= 1
        if not self._each[whose]:
            del self._each[whose]


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


class _Flow(FlowControl):
    """uvicorn's flow control: before anything new is read, what came before is looked at."""

    def __init__(self, transport: Any, resume: Callable[[], object]) -> None:
        super().__init__(transport)
        self._resume = resume

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._resume()


class Counted(HttpToolsProtocol):
    """uvicorn's protocol with a census, a deadline for the headers of a request, and bounds."""

    _address: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _next_look: asyncio.TimerHandle | None = None
    _under_way: Sequence[Any] = ()
    """Requests that are not answered yet."""
    _unread = b""
    _beside = 0
    """Bytes of this request that are not its body."""

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else "?"
        if not census().come(address):
            transport.write(BUSY)
            transport.close()
            return
        self._address = address
        super().connection_made(transport)
        # Later, not at once: who lets read again has something to do before the next request.
        self.flow = _Flow(transport, lambda: self.loop.call_soon(self._resume))
        self._deadline = self.loop.call_later(census().patience, transport.close)

    def data_received(self, data: bytes) -> None:
        answered = self.cycle is not None and self.cycle.response_complete
        if self._deadline is None and answered:
            self._deadline = self.loop.call_later(census().patience, self.transport.close)
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Look at what came, a few requests ahead."""
        data, at = self._unread, 0
        while at < len(data) and self._may_read():
            piece = data[at : at + PIECE]
            at += len(piece)
            super().data_received(piece)
            self._beside += len(piece)
            if self._beside > MOST_BESIDE:
                self._refuse()
        self._unread = data[at:] if self._is_open() else b""
        if self._unread:
            self.flow.pause_reading()

    def _resume(self) -> None:
        self._read_on()
        if self._is_open() and not self.flow.read_paused:
            self.transport.resume_reading()

    def _may_read(self) -> bool:
        ahead = len(self.pipeline) <= MOST_AHEAD
        return self._is_open() and ahead and not self.flow.read_paused

    def _is_open(self) -> bool:
        """Who was refused has no address: what he says is not read."""
        return self._address is not None and not self.transport.is_closing()

    def _refuse(self) -> None:
        if self._is_open():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(TOO_LONG)
                self.transport.close()
            else:
                self.transport.abort()

    def on_message_begin(self) -> None:
        self._beside = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._beside += EACH_HEADER
        super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._beside -= 2 * len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        if self._should_upgrade() and not self._may_upgrade():
            raise ValueError("a live connection begins with a request that stands alone")
        self._in_time()
        super().on_headers_complete()
        if self.cycle is not None:  # a live connection has none
            open_still = (one for one in self._under_way if not one.response_complete)
            self._under_way = [*open_still, self.cycle]

    def _may_upgrade(self) -> bool:
        """Behind a request that is not answered yet, two would speak at once on one connection;
        a body would be waited for, by nobody, for ever."""
        lengths = {b"content-length", b"transfer-encoding"}
        with_body = any(name in lengths and value != b"0" for name, value in self.headers)
        return not with_body and (self.cycle is None or self.cycle.response_complete)

    # -- who does not read his answers ---------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._look_no_more()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        """While an answer waits, nothing is added to it: what is left of it can only shrink."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and self._next_look is None:
            self._next_look = self.loop.call_later(census().patience, self._look, waiting)

    def _look(self, before: int) -> None:
        self._next_look = None
        waiting = self.transport.get_write_buffer_size()
        held = self.flow.write_paused or self.transport.is_closing()
        if held and waiting > before - SLOWEST * census().patience:
            self.transport.abort()
        else:
            self._watch()

    def _look_no_more(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._in_time()
        self._look_no_more()
        for one in self._under_way:  # uvicorn tells the latest alone
            one.disconnected = True
        if self._address is not None:
            census().go(self._address)
            super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """The connection goes on under another protocol, which is told to report its end."""
        address, self._address = self._address, None
        self._look_no_more()
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
