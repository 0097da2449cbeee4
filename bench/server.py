"""Fifty live Folio tables on one process, every action on disk before it is acknowledged.

The peers' rates on another machine of this kind: a wargame server in node (durable SQLite) 1,600
moves/s flat out, p99 11 ms paced; a boardgame.io server (in memory) 1,830 moves/s, p99 6.7 ms.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import websockets

from bench.report import Row

TABLES, SECONDS = 50, 6.0
NODE_FLAT_OUT = 1_600

SERVE = """
import sys, uvicorn
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.shelf import shelf
many = 10**9
settings = Settings(database_url=sys.argv[1], max_tables_per_hour=many, requests_per_minute=many,
                    messages_per_second=many)
uvicorn.run(create_app(settings, shelf()), port=int(sys.argv[2]), log_level="warning")
"""


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        database = f"sqlite:///{Path(folder) / 'bench.db'}"
        server = subprocess.Popen([sys.executable, "-c", SERVE, database, str(port)])
        try:
            return asyncio.run(_measure(f"127.0.0.1:{port}"))
        finally:
            server.kill()
            server.wait()


async def _measure(address: str) -> list[Row]:
    async with httpx.AsyncClient(base_url=f"http://{address}") as client:
        for _ in range(200):
            try:
                await client.get("/healthz")
                break
            except httpx.TransportError:
                await asyncio.sleep(0.05)
        flat = await _load(client, address, pace=None)
        paced = await _load(client, address, pace=0.5)
    found = []
    for label, times, peer in (("flat out", flat, NODE_FLAT_OUT), ("2 a second each", paced, None)):
        times.sort()
        p50, p99 = (1000 * times[int(len(times) * q)] for q in (0.5, 0.99))
        work = f"server, {TABLES} tables, {label}: p50 {p50:.1f} ms, p99 {p99:.1f} ms"
        named = "a wargame server in node, durable" if peer else ""
        found.append(Row(work, len(times) / SECONDS, named, peer))
    return found


async def _load(client: httpx.AsyncClient, address: str, pace: float | None) -> list[float]:
    """The time from every action to its acknowledgement."""
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "load", "seats": seats}
    times: list[float] = []
    end = time.perf_counter() + SECONDS + 1

    async def player(n: int) -> None:
        rng = random.Random(n)
        while time.perf_counter() < end:
            made = (await client.post("/api/tables", json=body)).json()
            url = f"ws://{address}/api/tables/{made['id']}/live"
            async with websockets.connect(url, max_size=None) as wire:
                await wire.send(json.dumps({"tokens": list(made["tokens"].values())}))
                await _play(wire.recv, wire.send, rng, times, end, pace)

    await asyncio.gather(*(player(n) for n in range(TABLES)))
    return times


async def _play(
    receive: Callable[[], Awaitable[str | bytes]],
    send: Callable[[str], Awaitable[None]],
    rng: random.Random,
    times: list[float],
    end: float,
    pace: float | None,
) -> None:
    """Random legal actions until the game or the time is over.

    The frame that follows from an action comes before the acknowledgement of it.
    """
    frame = await _until(receive, "frame")
    while frame["status"] == "playing" and frame.get("legal") and time.perf_counter() < end:
        if pace is not None:
            await asyncio.sleep(pace * (0.5 + rng.random()))
        start = time.perf_counter()
        call = {"id": 1, "do": rng.choice(frame["legal"]), "seat": frame["seat"]}
        await send(json.dumps(call))
        while (answer := json.loads(await receive()))["type"] != "reply":
            if answer["type"] == "frame":
                frame = answer
        times.append(time.perf_counter() - start)


async def _until(receive: Callable[[], Awaitable[str | bytes]], kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await receive())
        if message["type"] == kind:
            return message
