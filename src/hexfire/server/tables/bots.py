"""Bots at the table: they think in a process of their own and play through the people's door."""

from __future__ import annotations

import asyncio
import random
from itertools import islice
from typing import Any

import msgspec

from hexfire.assist.folio.at_table import State
from hexfire.assist.hints import Spoken
from hexfire.bots import SECONDS, Player, look, make
from hexfire.bots.levels import LONGEST_DECISION
from hexfire.bots.planner import Planner
from hexfire.games import Folio
from hexfire.play import MOST_LISTED, Seat
from hexfire.rulebook import Message, Refusal
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables.live import Live
from hexfire.server.tables.tables import Tables

PATIENCE = LONGEST_DECISION + 5.0
"""Processor time for a decision; no bot that keeps to its time needs as much. After it, or some
times as long by the clock, any legal action is played: a table never stands still."""

PAUSE = 1.0
"""Seconds until a bot tries again what could not be saved."""


class Bots:
    """Plays for the seats that bots hold."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        bounds = Bounds(megabytes=1024, seconds=PATIENCE, workers=1, waiting=10_000)
        self._workers = Workers(bounds, module="hexfire.server.tables.bots", says="work")
        self._busy: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        self._tables.after_change.append(self.wake)

    def stop(self) -> None:
        self._tables.after_change.remove(self.wake)
        for task in self._busy.values():
            task.cancel()
        self.end_workers()

    def end_workers(self) -> None:
        self._workers.close()

    def wake(self, live: Live) -> None:
        """Called after every change of a table: let a bot play if it is to act."""
        if self._bot_to_act(live) is not None and live.id not in self._busy:
            task = asyncio.get_running_loop().create_task(self._play(live))
            self._busy[live.id] = task
            task.add_done_callback(lambda _: self._busy.pop(live.id, None))

    def _bot_to_act(self, live: Live) -> Seat | None:
        table = live.table
        if table is None or table.outcome() is not None or table.undo_asked is not None:
            return None
        acting = table.to_act()
        return next((seat for seat in acting if live.seats[seat].kind == "bot"), None)

    async def _play(self, live: Live) -> None:
        while (seat := self._bot_to_act(live)) is not None:
            if not live.apart:  # how often it acts in secret is nobody's business
                live.tell(msgspec.json.encode({"type": "thinking", "seat": seat}))
            now = live.playing.now_for(seat)
            chosen = await self._think(live, seat)
            try:
                await self._tables.do(live, seat, chosen.action, now)
                if chosen.said is not None:
                    live.tell(_intent(seat, chosen.said))
            except StorageAway:
                await asyncio.sleep(PAUSE)
            except Refusal:
                continue  # the table moved on meanwhile: look again

    async def _think(self, live: Live, seat: Seat) -> Chosen:
        game, state = live.playing.game, live.playing.state
        level = live.seats[seat].level or "normal"
        legal = game.legal(state, seat)
        if game.name != "folio":  # no bot thinks about other games yet
            return Chosen(game.write(random.choice(list(legal))))
        raw = msgspec.json.encode(state)
        wished = live.row.setup.get("thinking") or SECONDS.get(level, 1.0)
        # A table waits while others' bots think: where many do, each thinks a shorter time.
        seconds = wished / max(1, len(self._busy))
        asked = Asked(live.id, game.version, live.row.setup, raw, seat, level, seconds)
        try:
            return await self._workers.call(choose, asked)
        except Refusal:
            # A bot that fails or falls asleep must not stop the game.
            return Chosen(game.write(random.choice(list(islice(legal, MOST_LISTED)))))


def _intent(seat: Seat, said: Message) -> bytes:
    return msgspec.json.encode({"type": "intent", "seat": seat, "message": said})


# -- in the bots' own process ---------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True):
    """What a bot is asked: at which table, by which edition of the rules, for which seat.

    `seconds` is how long it may think in a player turn.
    """

    table: str
    rules: str
    setup: dict[str, Any]
    state: bytes
    seat: Seat
    level: str
    seconds: float


class Chosen(msgspec.Struct, frozen=True):
    """An action in its typed form, and what the bot is after, if it says so."""

    action: str
    said: Message | None = None


_players: dict[tuple[str, Seat], Player] = {}
_spoken: dict[tuple[str, Seat], Spoken] = {}
"""The same bots where they say what they are after."""
_games: dict[str, Any] = {}


def choose(asked: Asked) -> Chosen:
    """The bot's choice in its typed form. It is shown what its seat may know, nothing else."""
    table, seat = asked.table, asked.seat
    game = _games.get(table)
    if game is None:
        if len(_games) > 50:
            _games.clear()
            _players.clear()
            _spoken.clear()
        newest = Folio()
        game = newest if asked.rules == newest.version else newest.under(asked.rules)
        _games[table] = game
        game.setup(asked.setup["scenario"], asked.setup["options"])
    player = _players.get((table, seat))
    if player is None:
        player = make(asked.level, hash(table) & 0xFFFF, asked.seconds)
        _players[table, seat] = player
        if asked.setup.get("telling"):
            _spoken[table, seat] = Spoken(game, player)
    elif isinstance(player, Planner):
        player.allow(asked.seconds)
    seen = look(game, msgspec.json.decode(asked.state, type=State), seat)
    spoken = _spoken.get((table, seat))
    if spoken is None:
        return Chosen(game.write(player.choose(seen)))
    action = spoken.choose(seen)
    return Chosen(game.write(action), spoken.said)
