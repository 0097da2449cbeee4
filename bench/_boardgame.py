"""boardgame.io from npm: its server, driven by the same client as ours, and its engine alone.

boardgame.io talks socket.io; of that only four kinds of frames are needed, so the same websocket
library plays at both servers and both answers are decoded by the same JSON reader.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from bench._client import Wire, connect

HERE = Path(__file__).parent / "boardgame_io"
ROOM = "/hexfill,"


def install() -> bool:
    """Fetch boardgame.io where it is not here yet; says so where that is impossible."""
    if (HERE / "node_modules" / "boardgame.io").is_dir():
        return True
    npm = shutil.which("npm")
    if npm is not None and shutil.which("node") is not None:
        found = subprocess.run([npm, "install"], cwd=HERE, capture_output=True, text=True)
        if found.returncode == 0:
            return True
        why = found.stderr.strip().splitlines()[-1:] or ["npm failed"]
    else:
        why = ["node and npm are not installed"]
    print(f"boardgame.io is left out, it could not be fetched: {why[0]}", file=sys.stderr)
    return False


def moves_a_second(seconds: float) -> float:
    """Random games of hex-fill in one process of node, by its processor time."""
    command = ["node", "fill.cjs", str(seconds)]
    told = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    return float(told.stdout)


def start(port: int) -> subprocess.Popen[bytes]:
    command = ["node", "server.cjs", str(port)]
    return subprocess.Popen(command, cwd=HERE, stdout=subprocess.DEVNULL)


class Clock:
    """Starts when all players sit at their tables."""

    def __init__(self, players: int, seconds: float, worked: Callable[[], float]) -> None:
        self._ready = asyncio.Barrier(players)
        self._seconds, self._end = seconds, 0.0
        self._worked, self._before = worked, 0.0
        self.times: list[tuple[float, float]] = []

    async def ready(self) -> None:
        if not self._end:
            await self._ready.wait()
            if not self._end:
                self._end = time.perf_counter() + self._seconds
                self._before = self._worked()

    @property
    def work(self) -> float:
        """Processor seconds of the server since then."""
        return self._worked() - self._before

    @property
    def over(self) -> bool:
        return time.perf_counter() > self._end


async def player(port: int, n: int, clock: Clock, pace: float | None) -> None:
    """One table after the other until the time is over; both players at this connection."""
    rng = random.Random(n)
    url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
    async with connect(url) as wire:
        await wire.recv()
        wire.send(f"40{ROOM}".encode())
        await wire.recv()
        for game in range(10**6):
            match = f"{time.time_ns()}-{n}-{game}"
            _emit(wire, "sync", match, "0", None, 2)
            state = (await _event(wire, "sync"))[2]["state"]
            free = list(range(121))
            rng.shuffle(free)
            await clock.ready()
            while free and not clock.over:
                if pace is not None:
                    await asyncio.sleep(pace * (0.5 + rng.random()))
                begin = time.perf_counter()
                who = state["ctx"]["currentPlayer"]
                payload = {"type": "fill", "args": [free.pop()], "playerID": who}
                action = {"type": "MAKE_MOVE", "payload": payload}
                _emit(wire, "update", action, state["_stateID"], match, who)
                state = (await _event(wire, "update"))[2]
                clock.times.append((begin, time.perf_counter()))
            if clock.over:
                return


def _emit(wire: Wire, *event: Any) -> None:
    wire.send(f"42{ROOM}".encode() + msgspec.json.encode(event))


async def _event(wire: Wire, kind: str) -> list[Any]:
    while True:
        text = await wire.recv()
        if text == b"2":
            wire.send(b"3")
        elif text.startswith(b"42"):
            event: list[Any] = msgspec.json.decode(text[text.index(b",") + 1 :])
            if event[0] == kind:
                return event
