"""Turn notification by mail: an option of the server (`HEXFIRE_SMTP_URL`), off by default.

A player gives an address for his seat and confirms it by a link. When he has been to act for a
while and is not looking, one mail goes out; the next only after he has acted. What is due stands in
the database, so a restart forgets nothing and several processes send nothing twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from hexfire.assist.around import MailStanding
from hexfire.lang import words
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.people.delivery import Unsure, deliver, for_the_log, refusal
from hexfire.server.people.names import seen
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, new_token, now
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.storage.turns import Room, in_turn
from hexfire.server.tables.live import Live
from hexfire.server.tables.tables import Tables

AFTER_TROUBLE = 300.0
"""Seconds to wait when the mail server does not take a mail."""
SENDERS = 2
"""Mails under way at the same time, in threads of their own: a slow mail server holds up mail, and
nothing else."""
MOST_ASKING = 20
"""So many may wait for the mail that confirms their address; the others are refused."""

_log = logging.getLogger("hexfire.mail")
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
"""One address and nothing else: no list, no name, no group."""
m = schema.mails.c


class Mail:
    """Who wants mail, and when it goes out."""

    def __init__(self, settings: Settings, store: Store, tables: Tables) -> None:
        self._settings, self._store, self._tables = settings, store, tables
        self._round: asyncio.Task[None] | None = None
        self._senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="mail")
        self._asking = 0
        self._noting: set[asyncio.Task[None]] = set()
        self._in_order = asyncio.Lock()
        """Turns are noted one after the other, as they came: the latest is to stand."""

    @property
    def offered(self) -> bool:
        return bool(self._settings.smtp_url)

    def start(self) -> None:
        if self.offered:
            self._tables.after_change.append(self.note)
            self._round = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        for task in (self._round, *self._noting):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        self._senders.shutdown(wait=False, cancel_futures=True)

    # -- addresses ---------------------------------------------------------------------------

    async def of_seat(self, table: str, seat: Seat) -> MailStanding:
        """What the player himself is shown."""
        row = await self._store.run(lambda c: c.execute(_rows(table, seat)).one_or_none())
        confirmed = bool(row and row.confirmed)
        return MailStanding(self.offered, row.address if row else None, confirmed)

    async def ask(self, live: Live, seat: Seat, address: str, language: str) -> None:
        """Keep an address and send it the link that confirms it."""
        if not self.offered:
            raise Refusal("", "server.mail.off")
        clean = address.strip()
        if not _ADDRESS.fullmatch(clean) or len(clean) > 254:
            raise BadInput("server.mail.bad_address", address=address[:80])
        if self._asking >= MOST_ASKING:
            raise BadInput("server.busy")
        token = new_token()
        row = {
            "table_id": live.id,
            "seat": seat,
            "address": clean,
            "language": language,
            "token": token,
            "confirmed": False,
        }

        def write(connection: Connection) -> None:
            in_turn(connection, Room.MAILS, live.id)
            connection.execute(delete(schema.mails).where(m.table_id == live.id, m.seat == seat))
            connection.execute(insert(schema.mails), row)

        self._asking += 1
        try:
            await self._store.run(write)
            await self._send(clean, language, "confirm", live.row.title, live.id, token)
        except OSError as error:
            _log.warning("mail not sent: %s", for_the_log(error))
            raise Refusal("", "server.mail.failed") from None
        finally:
            self._asking -= 1

    async def forget(self, table: str, seat: Seat) -> None:
        gone = delete(schema.mails).where(m.table_id == table, m.seat == seat)
        await self._store.run(lambda c: c.execute(gone))

    async def by_link(self, token: str, what: str = "") -> Row[Any]:
        """The row behind a link; `confirm` and `stop` do what the link's page says."""

        def work(connection: Connection) -> Row[Any] | None:
            mail = connection.execute(
                select(schema.mails, schema.tables.c.title)
                .join(schema.tables, schema.tables.c.id == m.table_id)
                .where(m.token == token)
            ).one_or_none()
            if what == "confirm":
                connection.execute(
                    update(schema.mails).where(m.token == token).values(confirmed=True)
                )
            elif what == "stop":
                connection.execute(delete(schema.mails).where(m.token == token))
            return mail

        row = await self._store.run(work)
        if row is None:
            raise Refusal("", "server.mail.no_link")
        if what == "confirm":
            self.note(await self._tables.get(row.table_id))
        return row

    # -- turns -------------------------------------------------------------------------------

    def note(self, live: Live) -> None:
        """Called after every change: since when is whose turn it?"""
        acting = frozenset(live.table.to_act() if live.table else ())
        task = asyncio.get_running_loop().create_task(self._note(live.id, acting, now()))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, table: str, acting: frozenset[Seat], since: int) -> None:
        def write(connection: Connection) -> None:
            of_table = update(schema.mails).where(m.table_id == table)
            connection.execute(
                of_table.where(m.seat.in_(acting), m.waiting.is_(None)).values(waiting=since)
            )
            connection.execute(
                of_table.where(m.seat.not_in(acting)).values(waiting=None, mailed=None)
            )

        async with self._in_order:
            with contextlib.suppress(StorageAway):
                await self._store.run(write)

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(self._settings.mail_every)
            try:
                await self.send_due()
            except OSError as error:
                _log.warning("mail not sent: %s", for_the_log(error))
                await asyncio.sleep(AFTER_TROUBLE)
            except StorageAway:
                continue  # whoever waits is still in the database when it is back
            except Exception:
                _log.exception("mail not sent")

    async def send_due(self) -> int:
        """Send what is due; how many."""
        late = now() - self._settings.mail_after

        def read(connection: Connection) -> list[Row[Any]]:
            return list(
                connection.execute(
                    select(schema.mails, schema.tables.c.title)
                    .join(schema.tables, schema.tables.c.id == m.table_id)
                    .where(
                        m.confirmed,
                        m.waiting <= late,
                        m.mailed.is_(None),
                        schema.tables.c.status == "playing",
                    )
                    # In any order: nobody stands for ever behind a hundred others.
                    .order_by(func.random())
                    .limit(100)
                )
            )

        sent, trouble = 0, None
        for row in await self._store.run(read):
            if self._tables.looks_on(row.table_id, row.seat) or not await self._claim(row, now()):
                continue
            try:
                await self._send(
                    row.address, row.language, "turn", row.title, row.table_id, row.token
                )
            except OSError as error:  # smtplib's errors are OSErrors too
                code = refusal(error)
                if code is not None and code >= 500:
                    _log.warning("mail refused: %s", code)
                    continue  # this one's trouble is not the others'
                if isinstance(error, Unsure):
                    raise  # it counts as sent
                await self._claim(row, None)
                if code is None:
                    raise
                trouble = error  # perhaps with this mailbox alone: the others are tried, too
                continue
            sent += 1
        if trouble is not None:
            raise trouble
        return sent

    async def _claim(self, row: Row[Any], at: int | None) -> bool:
        """Only one process sends; who fails gives it back."""
        whose = update(schema.mails).where(m.table_id == row.table_id, m.seat == row.seat)
        if at is not None:
            whose = whose.where(m.mailed.is_(None))
        done = await self._store.run(lambda c: c.execute(whose.values(mailed=at)).rowcount)
        return bool(done)

    # -- sending -----------------------------------------------------------------------------

    async def _send(
        self, to: str, language: str, kind: str, title: str, table: str, token: str
    ) -> None:
        home = self._settings.home
        title = seen(title)
        speak = words(language)
        links = {"table": f"{home}/table/{table}", "link": f"{home}/mail/{token}"}
        message = EmailMessage()
        message["From"], message["To"] = self._settings.mail_from, to
        message["Subject"] = speak.say(f"server.mail.{kind}.subject", title=title)
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="hexfire")
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{home}/mail/{token}/stop>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(speak.say(f"server.mail.{kind}.body", title=title, **links))
        sending = asyncio.get_running_loop().run_in_executor
        await sending(self._senders, deliver, self._settings.smtp_url, message)


def _rows(table: str, seat: Seat) -> Any:
    return select(schema.mails).where(m.table_id == table, m.seat == seat)
