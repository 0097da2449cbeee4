"""`kill -9` under play of every game: a Folio battle, a battle of units, a secret purchase.

Each seat plays over a live connection of its own, takes back now and then, and remembers what was
acknowledged. After each kill the journal in the database is whole and holds just that, and at most
the one line more of a seat whose answer did not arrive.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import threading
import time
from typing import Any

import httpx
from real_server import free_port, start
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hexfire.games import all_games
from hexfire.play import Table
from hexfire.play.lines import Acted, TakenBack, Undone, read_lines
from hexfire.server.settings import Settings
from hexfire.server.storage.database import Store

PATIENCE = 120.0
KILLS = 3
ENOUGH = 12
"""Lines that are acknowledged of a game before the server is killed."""
BUYING = {
    "date": "1944-09",
    "sides": [{"nation": "German", "points": 900}, {"nation": "Soviet", "points": 900}],
    "secret": True,
}
GAMES: dict[str, dict[str, Any]] = {
    "folio": {"game": "folio", "scenario": "sidi-rezegh", "seats": ("british", "axis")},
    "battle": {"game": "battle", "scenario": "don", "seats": ("german", "russian")},
    "purchase": {"game": "asl-dyo", "written": BUYING, "seats": ("german", "soviet")},
}


class Player(threading.Thread):
    """One seat: plays whatever it may as fast as it is answered, until the line is cut."""

    def __init__(self, port: int, table: str, seat: str, token: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._url = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
        self._seat, self._token, self._rng = seat, token, random.Random(seed)
        self._frame: dict[str, Any] = {}
        self._id = 0
        self.acknowledged: list[str] = []
        self.over = False

    def run(self) -> None:
        try:
            with connect(self._url, open_timeout=PATIENCE, max_size=None) as socket:
                socket.send(json.dumps({"tokens": [self._token]}))
                while not self.over:
                    self._play(socket)
        except (ConnectionClosed, OSError, TimeoutError):
            return

    def _hear(self, socket: Any) -> dict[str, Any]:
        heard: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if heard["type"] == "frame":
            self._frame = heard
            self.over = heard.get("outcome") is not None
        return heard

    def _ask(self, socket: Any, **call: Any) -> dict[str, Any]:
        self._id += 1
        socket.send(json.dumps({"id": self._id, "seat": self._seat, **call}))
        while (heard := self._hear(socket))["type"] != "reply":
            pass
        return heard

    def _play(self, socket: Any) -> None:
        legal = [order for order in self._frame.get("legal", ()) if order != "concede"]
        if not legal:
            self._hear(socket)
            return
        order = self._rng.choice(legal)
        if self.acknowledged and self._rng.random() < 0.1:
            order, answer = "undo", self._ask(socket, undo=True)
        else:
            answer = self._ask(socket, do=order, on=self._frame["now"])
        while "need" in answer and self._frame.get("legal") is not None:
            options = answer["need"].get("options")
            if options is None:
                break
            answer = self._ask(socket, answer=[self._rng.randrange(len(options))])
        if answer.get("ok"):
            self.acknowledged.append(order)


def kept(settings: Settings, table: str) -> dict[str, list[str]]:
    """By seat, what the journal holds; it is opened anew, which refuses a missing line."""
    store = Store(settings)
    text, _ = asyncio.run(store.journal(table))
    store.close()
    game = Table.open(all_games(), text).game
    by_seat: dict[str, list[str]] = {}
    steps = iter(Table.open(all_games(), text).steps)
    for line in read_lines(text)[0]:
        if isinstance(line, Acted):
            by_seat.setdefault(line.seat, []).append(game.write(next(steps).action))
        elif isinstance(line, Undone | TakenBack):
            by_seat.setdefault(line.seat, []).append("undo")
    return by_seat


class Game:
    """A table, its two players, and what each of them may rely on."""

    def __init__(self, port: int, kind: str) -> None:
        self.id, self._tokens = _new(port, kind)
        self._sure: dict[str, list[str]] = {seat: [] for seat in self._tokens}
        self._players: dict[str, Player] = {}

    def begin(self, port: int, seed: int) -> None:
        for n, (seat, token) in enumerate(self._tokens.items()):
            self._players[seat] = Player(port, self.id, seat, token, seed + n)
            self._players[seat].start()

    def played(self) -> int:
        return sum(len(player.acknowledged) for player in self._players.values())

    def check(self, settings: Settings) -> None:
        """The server is dead: what was acknowledged stands in the database, once."""
        for player in self._players.values():
            player.join(2 * PATIENCE)
            assert not player.is_alive()
        now = kept(settings, self.id)
        for seat, player in self._players.items():
            expected = self._sure[seat] + player.acknowledged
            found = self._sure[seat] = now.get(seat, [])
            assert found[: len(expected)] == expected
            assert len(found) - len(expected) in (0, 1)


def test_a_kill_loses_and_doubles_nothing(settings: Settings) -> None:
    port = free_port()
    process = start(settings.database_url, port)
    try:
        games = [Game(port, kind) for kind in GAMES]
        for kill in range(KILLS):
            for game in games:
                game.begin(port, seed=10 * kill)
            deadline = time.monotonic() + PATIENCE
            while any(game.played() < ENOUGH for game in games):
                assert time.monotonic() < deadline, "too little was played before the kill"
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for game in games:
                game.check(settings)
            process = start(settings.database_url, port)
            for game in games:
                frame = httpx.get(f"http://127.0.0.1:{port}/api/tables/{game.id}", timeout=PATIENCE)
                assert frame.status_code == 200
    finally:
        process.kill()
        process.wait()


def _new(port: int, kind: str) -> tuple[str, dict[str, str]]:
    asked = GAMES[kind]
    body = {**asked, "name": "A", "seats": {seat: {"who": "me"} for seat in asked["seats"]}}
    made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, timeout=PATIENCE).json()
    return made["id"], made["tokens"]
