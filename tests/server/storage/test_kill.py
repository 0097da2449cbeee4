"""`kill -9` at any moment loses no acknowledged action."""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from real_server import free_port, start

from hexfire.server.settings import Settings

PATIENCE = 60.0
"""Seconds for an answer: a busy machine is no lost action."""


class Player(threading.Thread):
    """Plays steps as fast as they are acknowledged, and remembers the last acknowledged one."""

    def __init__(self, base: str, table: str, tokens: dict[str, str], now: int) -> None:
        super().__init__(daemon=True)
        self.base, self.table, self.tokens = base, table, tokens
        self.acknowledged = now

    def run(self) -> None:
        with httpx.Client(base_url=self.base, timeout=PATIENCE, verify=False) as client:
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


TABLES = 4
"""Played at the same time, so that a kill meets saves of several tables in one transaction."""


def test_no_acknowledged_action_is_lost(settings: Settings) -> None:
    database, port = settings.database_url, free_port()
    base = f"http://127.0.0.1:{port}"
    process = start(database, port)
    rng = random.Random(1)
    try:
        tables = [_hidden_table(base) for _ in range(TABLES)]
        now = [2] * TABLES
        for _ in range(5):
            players = [
                Player(base, table, tokens, n)
                for (table, tokens), n in zip(tables, now, strict=True)
            ]
            for player in players:
                player.start()
            for player, n in zip(players, now, strict=True):
                while player.acknowledged == n and player.is_alive():
                    time.sleep(0.01)
            time.sleep(rng.random() * 0.3)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for player in players:
                player.join(2 * PATIENCE)
                assert not player.is_alive()
            process = start(database, port)
            for i, (table, _) in enumerate(tables):
                frame = httpx.get(f"{base}/api/tables/{table}", timeout=PATIENCE).json()
                acknowledged = players[i].acknowledged
                assert acknowledged > now[i], "nothing was played before the kill"
                # The last action may have been kept without its acknowledgement having arrived.
                assert frame["now"] in (acknowledged, acknowledged + 1)
                assert sum(frame["view"]["places"]) == frame["now"] - 2
                now[i] = frame["now"]
    finally:
        process.kill()
        process.wait()


def _hidden_table(base: str) -> tuple[str, dict[str, str]]:
    """A table at which both have chosen and the race begins."""
    seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
    body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
    body["options"] = {"limit": 10**6}
    made = httpx.post(f"{base}/api/tables", json=body, timeout=PATIENCE).json()
    for seat in seats:
        httpx.post(
            f"{base}/api/tables/{made['id']}/act",
            json={"seat": seat, "action": "hide low"},
            headers={"Authorization": f"Seat {made['tokens'][seat]}"},
            timeout=PATIENCE,
        )
    return made["id"], made["tokens"]


def test_a_kill_while_a_bot_thinks_loses_nothing_and_the_bot_goes_on(settings: Settings) -> None:
    """Whatever was seen before a kill is there after it, and the table does not stand still."""
    database, port = settings.database_url, free_port()
    base = f"http://127.0.0.1:{port}"
    process = start(database, port)
    rng = random.Random(7)
    try:
        seats = {"blue": {"who": "me"}, "red": {"who": "bot", "level": "normal"}}
        body = {"game": "folio", "scenario": "tutorial", "name": "A", "seats": seats}
        client = httpx.Client(base_url=base, timeout=60, verify=False)
        made = client.post("/api/tables", json=body).json()
        where = f"/api/tables/{made['id']}"
        client.headers["Authorization"] = f"Seat {made['tokens']['blue']}"

        def look() -> dict[str, Any]:
            for _ in range(2):  # a connection that was kept may have died with the server
                try:
                    found: dict[str, Any] = client.get(f"{where}?seat=blue").json()
                    return found
                except httpx.TransportError:
                    continue
            raise AssertionError("no answer")

        for kill in range(4):
            seen = look()
            deadline = time.monotonic() + 60
            while seen["to_act"] != ["red"] and time.monotonic() < deadline:
                if seen["to_act"] == ["blue"]:
                    order = next((o for o in seen["legal"] if o.startswith("end")), "")
                    order = order or rng.choice(seen["legal"])
                    body = {"seat": "blue", "action": order}
                    answer = client.post(f"{where}/act", json=body)
                    assert answer.status_code == 200, answer.text
                    seen = answer.json()
                else:
                    seen = look()
            assert seen["to_act"] == ["red"], "the bot is to act and thinks"
            if kill % 2:
                time.sleep(rng.random() * 0.5)
                seen = look()
            process.send_signal(signal.SIGKILL)
            process.wait()
            process = start(database, port)
            after = look()
            assert after["now"] >= seen["now"]
            assert after["log"][: len(seen["log"])] == seen["log"]
        deadline = time.monotonic() + 120
        while look()["now"] == after["now"] and time.monotonic() < deadline:
            time.sleep(0.1)
        assert look()["now"] > after["now"], "the bot goes on"
    finally:
        process.kill()
        process.wait()


def test_two_processes_race_for_every_action_and_one_wins(settings: Settings) -> None:
    """Two worker processes on one PostgreSQL, the same action at both at the same moment."""
    if not settings.is_postgres:
        pytest.skip("SQLite serves one process")
    ports = [free_port(), free_port()]
    workers = [start(settings.database_url, port) for port in ports]
    try:
        bases = [f"http://127.0.0.1:{port}" for port in ports]
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        body |= {"options": {"limit": 10**6}}
        made = httpx.post(f"{bases[0]}/api/tables", json=body, timeout=PATIENCE)
        table, tokens = made.json()["id"], made.json()["tokens"]
        clients = [httpx.Client(base_url=base, timeout=60) for base in bases]

        def act(client: httpx.Client, seat: str, action: str, on: int) -> httpx.Response:
            return client.post(
                f"/api/tables/{table}/act",
                json={"seat": seat, "action": action, "on": on},
                headers={"Authorization": f"Seat {tokens[seat]}"},
            )

        for n, seat in enumerate(("red", "blue")):
            assert act(clients[0], seat, "hide low", n).status_code == 200
        with ThreadPoolExecutor(2) as pool:
            for n in range(2, 42):
                seat, ready = ("red", "blue")[n % 2], threading.Barrier(2)

                def race(i: int, seat: str = seat, n: int = n, ready: Any = ready) -> Any:
                    ready.wait()
                    return act(clients[i], seat, f"step {1 + i}", n)

                answers = list(pool.map(race, range(2)))
                assert sorted(answer.status_code for answer in answers) == [200, 409], n
                lost = next(answer for answer in answers if answer.status_code == 409)
                assert str(n + 1) in lost.json()["error"]
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            frames = [client.get(f"/api/tables/{table}").json() for client in clients]
            if frames[0] == frames[1]:
                break
        assert frames[0] == frames[1] and frames[0]["now"] == 42
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
