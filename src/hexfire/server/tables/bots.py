"""Bots at the table: they think in a process of their own and play through the people's door."""

from __future__ import annotations

import asyncio
import contextlib
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec

from hexfire.play import Seat
from hexfire.rulebook import Refusal
from hexfire.server.tables.live import Live
from hexfire.server.tables.tables import Tables

SECONDS = {"normal": 0.4, "hard": 2.0}
"""How long a level may think about a phase."""
PATIENCE = 30.0
"""After this long without an answer any legal action is played: a table never stands still."""


class Bots:
    """Plays for the seats that bots hold."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._pool: ProcessPoolExecutor | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        self._tables.after_change.append(self.wake)

    def stop(self) -> None:
        self._tables.after_change.remove(self.wake)
        for task in self._busy.values():
            task.cancel()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

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
            action = await self._think(live, seat)
            with contextlib.suppress(Refusal):  # the table moved on meanwhile: look again
                await self._tables.do(live, seat, action, now)

    async def _think(self, live: Live, seat: Seat) -> str:
        game, state = live.box.game, live.playing.state
        level = live.seats[seat].level or "normal"
        legal = game.legal(state, seat)
        if game.name != "folio":  # no bot thinks about other games yet
            return game.write(random.choice(list(legal)))
        if self._pool is None:
            # A fresh interpreter: a fork would take the server's threads and locks along.
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
        call = asyncio.get_running_loop().run_in_executor(
            self._pool,
            choose,
            (live.id, live.row.setup, msgspec.json.encode(state), seat, level),
        )
        try:
            return await asyncio.wait_for(call, PATIENCE)
        except Exception:
            # A bot that fails or falls asleep must not stop the game.
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
            return game.write(random.choice(list(legal)))


# -- in the bots' own process ---------------------------------------------------------------------

_players: dict[tuple[str, Seat], Any] = {}
_games: dict[str, Any] = {}


def choose(asked: tuple[str, dict[str, Any], bytes, Seat, str]) -> str:
    """The bot's choice in its typed form. It is shown what its seat may know, nothing else."""
    from hexfire.bots import look, make
    from hexfire.folio import Folio, State

    table, setup, text, seat, level = asked
    game = _games.get(table)
    if game is None:
        if len(_games) > 50:
            _games.clear()
            _players.clear()
        game = _games[table] = Folio()
        game.setup(setup["scenario"], setup["options"])
    player = _players.get((table, seat))
    if player is None:
        player = _players[table, seat] = make(level, hash(table) & 0xFFFF, SECONDS.get(level, 1.0))
    state = msgspec.json.decode(text, type=State)
    return str(game.write(player.choose(look(game, state, seat))))
