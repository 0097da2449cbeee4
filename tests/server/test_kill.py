"""`kill -9` at any moment loses no acknowledged action."""

from __future__ import annotations

import random
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
from real_server import free_port, start


class Player(threading.Thread):
    """Plays steps as fast as they are acknowledged, and remembers the last acknowledged one."""

    def __init__(self, base: str, table: str, tokens: dict[str, str], now: int) -> None:
        super().__init__(daemon=True)
        self.base, self.table, self.tokens = base, table, tokens
        self.acknowledged = now

    def run(self) -> None:
        with httpx.Client(base_url=self.base) as client:
            while True:
                n = self.acknowledged
                seat = ("red", "blue")[n % 2]
                body = {"seat": seat, "action": "step 1", "on": n}
                headers = {"Authorization": f"Seat {self.tokens[seat]}"}
                try:
                    answer = client.post(
                        f"/api/tables/{self.table}/act", json=body, headers=headers
                    )
                except httpx.TransportError:
                    return
                if answer.status_code != 200:
                    return
                self.acknowledged = answer.json()["now"]


@pytest.mark.parametrize("seed", range(3))
def test_no_acknowledged_action_is_lost(tmp_path: Path, seed: int) -> None:
    database, port = f"sqlite:///{tmp_path / 'hexfire.db'}", free_port()
    base = f"http://127.0.0.1:{port}"
    process = start(database, port)
    rng = random.Random(seed)
    try:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {
            "game": "duel",
            "scenario": "plain",
            "name": "A",
            "seats": seats,
            "options": {"limit": 10**6},
        }
        made = httpx.post(f"{base}/api/tables", json=body).json()
        table, tokens = made["id"], made["tokens"]
        for seat in ("red", "blue"):
            httpx.post(
                f"{base}/api/tables/{table}/act",
                json={"seat": seat, "action": "hide low"},
                headers={"Authorization": f"Seat {tokens[seat]}"},
            )
        now = 2
        for _ in range(4):
            player = Player(base, table, tokens, now)
            player.start()
            while player.acknowledged == now and player.is_alive():
                time.sleep(0.01)
            time.sleep(rng.random() * 0.3)
            process.send_signal(signal.SIGKILL)
            process.wait()
            player.join(10)
            assert player.acknowledged > now, "nothing was played before the kill"
            process = start(database, port)
            frame = httpx.get(f"{base}/api/tables/{table}").json()
            # The last action may have been kept without its acknowledgement having arrived.
            assert frame["now"] in (player.acknowledged, player.acknowledged + 1)
            assert sum(frame["view"]["places"]) == frame["now"] - 2
            now = frame["now"]
    finally:
        process.kill()
        process.wait()
