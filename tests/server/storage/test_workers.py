"""Two worker processes on one PostgreSQL: chat goes from one to the other."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from real_server import free_port, start
from websockets.sync.client import connect

LINES = 5
"""Said by each; `test_turns.py` lets two speak at the very same moment."""


def test_chat_of_two_workers_is_numbered_once_and_heard_by_all(postgres: str) -> None:
    ports = [free_port(), free_port()]
    workers = [start(postgres, port) for port in ports]
    try:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        made = httpx.post(f"http://127.0.0.1:{ports[0]}/api/tables", json=body, timeout=60).json()

        def talk(at: int) -> dict[int, str]:
            """Say some lines here; all lines heard here, by their numbers."""
            heard: dict[int, str] = {}
            address = f"ws://127.0.0.1:{ports[at]}/api/tables/{made['id']}/live"
            with connect(address, max_size=None, open_timeout=60) as socket:
                socket.send(json.dumps({"tokens": [], "name": f"Guest {at}"}))
                replies = said = 0
                while len(heard) < 2 * LINES or replies < LINES:
                    if said == replies and said < LINES:
                        said += 1
                        socket.send(json.dumps({"id": said, "chat": f"{at}: {said}"}))
                    message: Any = json.loads(socket.recv(timeout=60))
                    if message["type"] == "reply":
                        assert message.get("ok"), message
                        replies += 1
                    elif message["type"] == "chat":
                        heard |= {line["n"]: line["text"] for line in message["lines"]}
            return heard

        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(talk, range(2))
        assert first == second and sorted(first) == list(range(2 * LINES))
        assert {*first.values()} == {f"{at}: {n}" for at in range(2) for n in range(1, LINES + 1)}
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
