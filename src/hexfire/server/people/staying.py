"""Live connections of people who are signed in: they end with the sign-in, in every process.

What somebody may do on a live connection is settled when it is opened. So whoever signs out, here
or at another worker, or whose sign-in runs out, is sent away; he comes back as what he is then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from sqlalchemy import Connection, select

from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, digest, now
from hexfire.server.storage.trouble import StorageAway

SIGNED_OUT = 4401
"""How a live connection is ended whose person is no longer signed in; he may come back at once."""

EVERY = 60.0
"""Seconds between two looks at who is still signed in."""


class Stay:
    """One live connection, and what is stored of the session that it was opened with."""

    def __init__(self, session: str | None) -> None:
        self.session = session
        self._is_over = False
        self._send_away: Callable[[], None] | None = None

    def ends_by(self, send_away: Callable[[], None]) -> None:
        """What is done when the sign-in ends; at once if that has happened already."""
        self._send_away = send_away
        if self._is_over:
            send_away()

    def end(self) -> None:
        self._is_over = True
        if self._send_away is not None:
            self._send_away()


class Stays:
    """All of this process, by what is stored of their sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stays: dict[str, set[Stay]] = {}
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._looking = asyncio.get_running_loop().create_task(self._look_again_and_again())

    def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()

    @contextlib.contextmanager
    def staying(self, token: str | None) -> Iterator[Stay]:
        """While a connection lasts. Begun before it is asked who is signed in: whoever signs out
        after that is found here."""
        stay = Stay(digest(token) if token else None)
        if stay.session is not None:
            self._stays.setdefault(stay.session, set()).add(stay)
        try:
            yield stay
        finally:
            self.forget(stay)

    def forget(self, stay: Stay) -> None:
        """It is over, or was opened by a guest, who has no sign-in that could end."""
        if stay.session is not None:
            together = self._stays.get(stay.session, set())
            together.discard(stay)
            if not together:
                self._stays.pop(stay.session, None)

    def end(self, session: str) -> None:
        """This sign-in is over."""
        for stay in self._stays.pop(session, set()):
            stay.end()

    async def look(self) -> None:
        """End what has run out, and what was ended elsewhere without our hearing of it."""
        asked = tuple(self._stays)
        if not asked:
            return
        s = schema.sessions.c

        def read(connection: Connection) -> set[str]:
            lasting = select(s.token).where(s.token.in_(asked), s.expires > now())
            return set(connection.execute(lasting).scalars())

        lasting = await self._store.run(read)
        for session in asked:
            if session not in lasting:
                self.end(session)

    async def _look_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with contextlib.suppress(StorageAway):  # nothing can be changed meanwhile anyway
                await self.look()
