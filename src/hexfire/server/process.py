"""What one server process keeps, and how it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI

from hexfire.server.boxes.box import Boxes
from hexfire.server.files.bounded import readers
from hexfire.server.http import metrics
from hexfire.server.http.limits import Bucket
from hexfire.server.people.accounts import Accounts
from hexfire.server.people.mail import Mail
from hexfire.server.people.staying import Stays
from hexfire.server.settings import Settings
from hexfire.server.stopping import in_time
from hexfire.server.storage.boards import KeptBoards
from hexfire.server.storage.database import Store
from hexfire.server.storage.news import Feed
from hexfire.server.tables.boards import BoardsAtTables
from hexfire.server.tables.bots import Bots
from hexfire.server.tables.chat import Chat
from hexfire.server.tables.endings import Endings
from hexfire.server.tables.mending import Mending
from hexfire.server.tables.questions import Questions
from hexfire.server.tables.reviews import Reviews
from hexfire.server.tables.seating import Seating
from hexfire.server.tables.tables import Tables
from hexfire.server.tools.balance import balance_workers
from hexfire.server.tools.elsewhere import tool_workers

LINES_PER_MINUTE = 60
"""Lines of chat of one seat, and of all who look on at a table together."""


class Server:
    """Everything one process keeps: the store, the tables, the accounts, the limits."""

    def __init__(self, settings: Settings, boxes: Boxes) -> None:
        self.settings = settings
        self.boxes = boxes
        self.store = Store(settings)
        self.boards = KeptBoards(self.store)
        self.tables = Tables(self.store, boxes, BoardsAtTables(self.boards))
        self.seating = Seating(self.tables)
        self.endings = Endings(self.tables)
        self.mending = Mending(self.tables)
        self.chat = Chat(self.store)
        self.stays = Stays(self.store)
        self.accounts = Accounts(self.store, self.stays)
        self.feed = Feed(self.store, self.tables, self.chat, self.stays)
        self.bots = Bots(self.tables)
        self.questions = Questions(self.tables.boards)
        self.reviews = Reviews(self.store)
        self.mail = Mail(settings, self.store, self.tables)
        self.metrics = metrics.Metrics(self.tables, self.store.writer)
        self.requests = Bucket(settings.requests_per_minute)
        self.messages = Bucket(5 * settings.messages_per_second, seconds=5)
        self.talk = Bucket(LINES_PER_MINUTE)
        self.logins = Bucket(settings.logins_per_minute)
        self.new_tables = Bucket(settings.max_tables_per_hour, seconds=3600)
        self.bot_games = Bucket(settings.bot_games_per_hour, seconds=3600)
        self.mails = Bucket(settings.mails_per_hour, seconds=3600)

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        with in_time(self.end_workers):
            await asyncio.to_thread(self.store.open)
            self.feed.start()
            self.tables.start()
            self.bots.start()
            self.mail.start()
            self.stays.start()
            try:
                yield
            finally:
                self.end_workers()
                await self.mail.stop()
                self.stays.stop()
                self.bots.stop()
                self.reviews.stop()
                self.feed.stop()
                await self.tables.stop()
                await asyncio.to_thread(self.store.close)

    def end_workers(self) -> None:
        """End the processes that do heavy work, also those at work."""
        readers.close()
        tool_workers.close()
        balance_workers.close()
        self.questions.close()
        self.reviews.close()
        self.bots.end_workers()
