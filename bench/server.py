"""Two hundred live Folio tables with five hundred watchers on one process, every action on disk
before it is acknowledged; fifty that nobody watches; and what a table costs that nobody looks at.

Beside it, in the same run and by the same client, a boardgame.io server from npm (everything in
memory, nothing stored). Each server is one process; they take turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import httpx
import msgspec
import uvloop

from bench import _boardgame
from bench._boardgame import Clock
from bench._client import Wire, connect
from bench.report import Row

TABLES, WATCHERS, SECONDS = 200, 500, 6.0
FEW = 50
"""So many tables are played without watchers, as they were before there was the rest."""
PACE = 0.5

SERVE = """
import sys, uvicorn
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.boxes.shelf import shelf
from hexfire.server.collecting import settle
from hexfire.server.http.connections import set_up
from hexfire.server.run import options
many = 10**9
settings = Settings(database_url=sys.argv[1], port=int(sys.argv[2]), max_tables_per_hour=many,
                    requests_per_minute=many, messages_per_second=many,
                    max_connections_per_address=many)
set_up(settings)
app = create_app(settings, shelf())
settle()
uvicorn.run(**options(settings, app))
"""

Player = Callable[[int, int, Clock, float | None], Awaitable[None]]


class Load(NamedTuple):
    """What a server did: actions a second, how long the middle and the slowest took, its work.

    Actions per second of its own processor time say what a server can do on a core of its own, also
    when the machine is busy with other things.
    """

    rate: float
    p50: float
    p99: float
    per_core: float

    def __str__(self) -> str:
        core = f", {self.per_core:,.0f} a core second" if self.per_core else ""
        return f"p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms{core}"


def rows() -> list[Row]:
    peer_is_here = _boardgame.install()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'bench.db'}"
        found = []
        runs = (
            ("flat out", TABLES, WATCHERS, None),
            ("2 a second each", TABLES, WATCHERS, PACE),
            ("flat out", FEW, 0, None),
        )
        for label, tables, watchers, pace in runs:
            ours = _measure(
                lambda port: _start(database, port), _player_before(tables, watchers), tables, pace
            )
            theirs = (
                _measure(_boardgame.start, _boardgame.player, tables, pace)
                if peer_is_here
                else None
            )
            found.append(
                Row(
                    f"server, {tables} tables, {watchers} watchers, {label}: {ours}",
                    ours.rate,
                    f"boardgame.io, in memory, nobody watching: {theirs}" if theirs else "",
                    theirs.rate if theirs else None,
                )
            )
        size = _idle_table(database)
        found.append(Row("server, a table in memory that nobody looks at, bytes", size))
    return found


def _idle_table(database: str) -> float:
    """How much the process grows by a table, its game just begun."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = _start(database, port)
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "idle", "seats": seats}
    try:
        _wait_for(port)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            for _ in range(100):  # what the first tables bring along is not theirs alone
                client.post("/api/tables", json=body)
            before = _memory(server.pid)
            for _ in range(1000):
                client.post("/api/tables", json=body)
            return (_memory(server.pid) - before) / 1000
    finally:
        server.kill()
        server.wait()


def _memory(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _start(database: str, port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SERVE, database, str(port)])


def _measure(
    start: Callable[[int], subprocess.Popen[bytes]],
    player: Player,
    tables: int,
    pace: float | None,
) -> Load:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = start(port)
    try:
        _wait_for(port)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            clock = runner.run(_load(port, player, tables, pace, server.pid))
        times, worked = clock.times, clock.work
    finally:
        server.kill()
        server.wait()
    took = sorted(1000 * (done - begun) for begun, done in times)
    whole = max(done for _, done in times) - min(begun for begun, _ in times)
    return Load(
        len(took) / whole,
        took[len(took) // 2],
        took[int(len(took) * 0.99)],
        len(took) / worked if worked else 0.0,
    )


def _worked(pid: int) -> float:
    """Processor seconds of a process and its threads; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _wait_for(port: int) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            return
        except urllib.error.HTTPError:
            return  # it answers, only not to this
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("the server does not start")


async def _load(port: int, player: Player, tables: int, pace: float | None, pid: int) -> Clock:
    """When every action was sent and when its acknowledgement came."""
    clock = Clock(tables, SECONDS, lambda: _worked(pid))
    await asyncio.gather(*(player(port, n, clock, pace) for n in range(tables)))
    return clock


def _player_before(tables: int, watchers: int) -> Player:
    """A player, each with his share of the watchers."""

    async def player(port: int, n: int, clock: Clock, pace: float | None) -> None:
        await _player(port, n, len(range(n, watchers, tables)), clock, pace)

    return player


async def _player(port: int, n: int, watchers: int, clock: Clock, pace: float | None) -> None:
    """One Folio table after the other until the time is over; both seats at this connection."""
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "load", "seats": seats}
    rng = random.Random(n)
    url = f"http://127.0.0.1:{port}"
    # A server closes what is idle for five seconds, just when a game ends: none is kept.
    alone = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False, limits=alone) as client:
        while True:
            made = (await client.post("/api/tables", json=body)).json()
            live = f"ws://127.0.0.1:{port}/api/tables/{made['id']}/live"
            async with contextlib.AsyncExitStack() as people:
                for _ in range(watchers):
                    watcher = await people.enter_async_context(connect(live, listens=False))
                    watcher.send(b'{"tokens": []}')
                wire = await people.enter_async_context(connect(live))
                wire.send(msgspec.json.encode({"tokens": list(made["tokens"].values())}))
                await _play(wire, rng, clock, pace)
            if clock.over:
                return


class Told(msgspec.Struct):
    """What a player reads of a message."""

    type: str
    status: str = ""
    seat: str | None = None
    legal: list[str] = []


_told = msgspec.json.Decoder(Told)


async def _play(wire: Wire, rng: random.Random, clock: Clock, pace: float | None) -> None:
    """Random legal actions until the game or the time is over.

    The frame that follows from an action comes before the acknowledgement of it.
    """
    while (frame := _told.decode(await wire.recv())).type != "frame":
        pass
    await clock.ready()
    while frame.status == "playing" and frame.legal and not clock.over:
        if pace is not None:
            await asyncio.sleep(pace * (0.5 + rng.random()))
        begun = time.perf_counter()
        call = {"id": 1, "do": rng.choice(frame.legal), "seat": frame.seat}
        wire.send(msgspec.json.encode(call))
        while (answer := _told.decode(await wire.recv())).type != "reply":
            if answer.type == "frame":
                frame = answer
        clock.times.append((begun, time.perf_counter()))
