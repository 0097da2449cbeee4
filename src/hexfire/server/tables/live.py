"""One table in memory: its people, its game once that has begun, and who watches it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Row

from hexfire.assist.frames import SeatedPerson, SeatKind
from hexfire.play import Seat, Table
from hexfire.rulebook import Refusal
from hexfire.server.boxes.box import Box
from hexfire.server.http.wire import Parcel, Push, packed
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables.frames import around

LONGEST_OUTBOX = 200
"""So many messages may wait for a listener; who does not read them is let go."""


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    seat: Seat
    kind: SeatKind
    name: str
    level: str | None = None
    account: str | None = None
    word: str = ""
    typed: bool = False
    token: str | None = None
    """What is stored of the private token that holds it; never shown."""


class Listener:
    """Somebody who watches a table: the seats he holds, and the messages on their way to him."""

    def __init__(self, seats: frozenset[Seat], push: Push | None = None) -> None:
        self.seats = seats
        self._push = push
        """Where what is said goes at once; without it, through the outbox."""
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=LONGEST_OUTBOX)
        self.seen = b""
        """Where seats act apart: all that was last shown to him."""

    def send(self, message: bytes) -> None:
        """Send a message for him alone."""
        if self._push is not None:
            self._push(packed(message))
        else:
            self.hand_over(Parcel(message))

    def hand_over(self, parcel: Parcel) -> None:
        """Send a message; who does not read for a long time is let go (he can come back)."""
        if self._push is not None:
            self._push(parcel.packed)
            return
        try:
            self.outbox.put_nowait(parcel.message)
        except asyncio.QueueFull:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)


class Live:
    """One table: its people, and its game once that has begun."""

    def __init__(self, box: Box, row: Row[Any], seats: Iterable[SeatRow]) -> None:
        self.id: str = row.id
        self.box = box
        self.row = row
        self.seats = {seat.seat: seat for seat in seats}
        self._people: tuple[list[SeatRow], dict[Seat, SeatedPerson]] = [], {}
        self._around: tuple[tuple[Any, ...], bytes] | None = None
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.table: Table[Any, Any] | None = None
        self.line_count = 0
        self.pending: list[bytes] = []
        self.said_here: set[int] = set()
        """Numbers of lines of chat that were said in this process, until it hears of them."""
        self.used = time.monotonic()
        """When somebody last came to this table."""
        self.updated: int = row.updated
        """When the table last changed, as everybody may know."""
        self.noted: tuple[int, str] | None = None
        """When, and how the table stood, as this process last wrote it into the table's row."""
        self.lost = False
        """Whether what was in memory was thrown away because it could not be made durable."""
        self.told: int | None = None
        """The position that all listeners have heard of."""

    def keep(self, line: bytes) -> None:
        """A new line of the journal, to be made durable before anybody hears of it."""
        self.pending.append(line)

    @property
    def playing(self) -> Table[Any, Any]:
        if self.lost:
            raise StorageAway()
        if self.table is None:
            raise Refusal("", "server.not_begun")
        return self.table

    @property
    def apart(self) -> bool:
        """Whether the seats act hidden from each other."""
        return self.table is not None and self.table.header.apart

    @property
    def people(self) -> dict[Seat, SeatedPerson]:
        """Who sits where, as everybody is told in every frame; made anew when somebody changes."""
        rows = list(self.seats.values())
        if self._people[0] != rows:
            told = {
                row.seat: SeatedPerson(row.name, row.kind, row.level, row.typed) for row in rows
            }
            self._people = rows, told
        return self._people[1]

    @property
    def around(self) -> bytes:
        """What every frame tells of the table itself; encoded anew when any of it changes."""
        now = self.row, self.people, self.status()
        if self._around is None or self._around[0] != now:
            self._around = now, around(self)
        return self._around[1]

    @property
    def hints(self) -> bool:
        """Whether players may ask the bot for hints, as was agreed when the table was opened."""
        alone = sum(row.kind != "bot" for row in self.seats.values()) == 1
        return bool(self.row.setup.get("hints", alone))

    def public(self) -> tuple[str, int]:
        """How far everybody knows the table to be."""
        return self.status(), self.table.now_for(None) if self.table is not None else 0

    def seat(self, rows: Iterable[SeatRow]) -> None:
        """Who sits where now; whoever has lost his seat no longer looks through it."""
        for row in rows:
            before = self.seats.get(row.seat)
            self.seats[row.seat] = row
            if before is not None and before.token != row.token:
                for listener in self.listeners:
                    listener.seats -= {row.seat}

    def tell(self, message: bytes) -> None:
        """Something for everybody at the table."""
        parcel = Parcel(message)
        for listener in self.listeners:
            listener.hand_over(parcel)

    def status(self) -> str:
        if self.table is None:
            return "waiting"
        return "playing" if self.table.outcome() is None else "over"
