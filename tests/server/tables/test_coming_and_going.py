"""Seats are left and taken: the journal and the rows of the seats never tell two stories."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient
from real_server import free_port, start
from sqlalchemy import event, select, update
from websockets.sync.client import connect

from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store

PATIENCE = 60.0


def opened(client: httpx.Client | TestClient, blue: str = "open") -> dict[str, Any]:
    seats = {"red": {"who": "me"}, "blue": {"who": blue}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    made: dict[str, Any] = client.post("/api/tables", json=body).json()
    return made


def leave(client: Any, table: str, seat: str, token: str) -> Any:
    headers = {"Authorization": f"Seat {token}"}
    return client.post(
        f"/api/tables/{table}/end", json={"seat": seat, "end": "leave"}, headers=headers
    )


def join(client: Any, table: str, **how: Any) -> Any:
    return client.post(f"/api/tables/{table}/join", json={"name": "Bo", **how})


def look(client: Any, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def agreed(frame: Any) -> bool:
    """Whether the seats that the journal calls left are those that stand open."""
    open_seats = [seat for seat, who in frame["seats"].items() if who["kind"] == "open"]
    return sorted(frame["ending"]["left"]) == sorted(open_seats)


@contextmanager
def no_seat_is_written(client: TestClient) -> Iterator[None]:
    """As if the server were cut off just where it writes the row of a seat."""
    app: Any = client.app
    engine = app.state.server.store.engine

    def cut(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if statement.startswith("UPDATE seats"):
            raise OSError("cut off")

    event.listen(engine, "before_cursor_execute", cut)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", cut)


def test_a_seat_is_left_in_the_journal_and_in_its_row_or_in_neither(settings: Settings) -> None:
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        made = opened(client, "me")
        table, token = made["id"], made["tokens"]["blue"]
        with no_seat_is_written(client):
            assert leave(client, table, "blue", token).status_code == 503
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        frame = look(client, table)
        assert agreed(frame) and frame["seats"]["blue"]["kind"] == "person"
        assert leave(client, table, "blue", token).status_code == 200
        with no_seat_is_written(client):
            assert join(client, table).status_code == 503
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        frame = look(client, table)
        assert agreed(frame) and frame["seats"]["blue"]["kind"] == "open"
        assert join(client, table).status_code == 200
        frame = look(client, table)
        assert agreed(frame) and frame["seats"]["blue"]["name"] == "Bo"


class Restless(threading.Thread):
    """Leaves a seat and takes it again, as fast as it is acknowledged."""

    def __init__(self, base: str, table: str, token: str | None) -> None:
        super().__init__(daemon=True)
        self.base, self.table, self.token = base, table, token
        self.acknowledged = 0

    def run(self) -> None:
        with httpx.Client(base_url=self.base, timeout=PATIENCE) as client:
            while True:
                try:
                    if self.token is None:
                        answer = join(client, self.table)
                        self.token = answer.json().get("token")
                    else:
                        answer = leave(client, self.table, "blue", self.token)
                        self.token = None
                except httpx.TransportError:
                    return
                assert answer.status_code == 200, answer.text
                self.acknowledged += 1


def test_a_kill_while_seats_are_left_and_taken(settings: Settings) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    process = start(settings.database_url, port)
    try:
        for round in range(3):
            with httpx.Client(base_url=base, timeout=PATIENCE) as client:
                tables = [opened(client, "me") for _ in range(4)]
            restless = [Restless(base, made["id"], made["tokens"]["blue"]) for made in tables]
            for one in restless:
                one.start()
            while any(one.acknowledged < 5 + round for one in restless):
                assert all(one.is_alive() for one in restless)
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for one in restless:
                one.join(PATIENCE)
            process = start(settings.database_url, port)
            with httpx.Client(base_url=base, timeout=PATIENCE) as client:
                for one in restless:
                    assert agreed(look(client, one.table))
    finally:
        process.kill()
        process.wait()


def test_a_full_table_begins_though_its_server_was_killed_before(settings: Settings) -> None:
    """The last seat is taken, its row is durable, and nothing came after it."""
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        table = opened(client)["id"]
    store = Store(settings)
    with store.engine.begin() as connection:
        connection.execute(
            update(schema.seats)
            .where(schema.seats.c.table_id == table, schema.seats.c.seat == "blue")
            .values(kind="person", name="Bo")
        )
    store.close()
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        deadline = time.monotonic() + PATIENCE
        while look(client, table)["status"] != "playing" and time.monotonic() < deadline:
            time.sleep(0.01)
        assert look(client, table)["status"] == "playing"


def test_two_who_want_any_seat_at_once_both_get_one(settings: Settings) -> None:
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        made = opened(client)
        assert leave(client, made["id"], "red", made["tokens"]["red"]).status_code == 200
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda _: join(client, made["id"]), range(2)))
        assert sorted(answer.json()["seat"] for answer in answers) == ["blue", "red"]
        assert look(client, made["id"])["status"] == "playing"


def test_who_leaves_as_the_game_begins_elsewhere_leaves_it_in_the_journal_too(
    settings: Settings,
) -> None:
    """Here nobody has heard yet that it has begun."""
    here, there = (create_app(settings, {"duel": DuelBox()}) for _ in range(2))
    with TestClient(here) as client, TestClient(there) as other:
        made = opened(client)
        assert join(other, made["id"]).status_code == 200
        assert leave(client, made["id"], "red", made["tokens"]["red"]).status_code == 200
    store = Store(settings)
    with store.engine.begin() as connection:
        lines = connection.execute(select(schema.lines.c.text).order_by(schema.lines.c.n)).scalars()
        journal = [json.loads(bytes(line))["line"] for line in lines]
    store.close()
    left = [line["seat"] for line in journal if line["kind"] == "left"]
    assert left == ["red"], "else the next who reads the table would have to mend it"


# -- two worker processes --------------------------------------------------------------------------


@pytest.fixture
def both(postgres: str) -> Iterator[list[httpx.Client]]:
    ports = [free_port(), free_port()]
    workers = [start(postgres, port) for port in ports]
    clients = [httpx.Client(base_url=f"http://127.0.0.1:{p}", timeout=PATIENCE) for p in ports]
    try:
        yield clients
    finally:
        for client in clients:
            client.close()
        for worker in workers:
            worker.kill()
            worker.wait()


def shows(client: httpx.Client, table: str, seat: str, kind: str) -> bool:
    """Whether a worker comes to show it; news are on their way for a moment."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        frame = look(client, table)
        told = not frame.get("ending") or agreed(frame)
        if told and frame["seats"][seat]["kind"] == kind:
            return True
        time.sleep(0.01)
    return False


def test_coming_and_going_is_seen_at_the_other_worker(both: list[httpx.Client]) -> None:
    here, there = both
    made = opened(here)
    table, red = made["id"], made["tokens"]["red"]
    assert look(there, table)["seats"]["red"]["kind"] == "person"
    assert leave(here, table, "red", red).status_code == 200  # before the game begins
    assert shows(there, table, "red", "open")
    taken = join(there, table, seat="red").json()
    assert shows(here, table, "red", "person")
    assert join(here, table).json()["seat"] == "blue"
    assert shows(there, table, "blue", "person")
    assert leave(there, table, "red", taken["token"]).status_code == 200  # and after it has
    assert shows(here, table, "red", "open")
    assert join(here, table).json()["seat"] == "red"
    assert shows(there, table, "red", "person")


def test_a_table_begins_whose_last_players_come_at_two_workers_at_once(
    both: list[httpx.Client],
) -> None:
    for _ in range(10):
        made = opened(both[0])
        assert leave(both[0], made["id"], "red", made["tokens"]["red"]).status_code == 200
        assert shows(both[1], made["id"], "red", "open")
        ready = threading.Barrier(2)

        def sit(
            i: int, made: dict[str, Any] = made, ready: threading.Barrier = ready
        ) -> httpx.Response:
            ready.wait()
            answer: httpx.Response = join(both[i], made["id"], seat=("red", "blue")[i])
            return answer

        with ThreadPoolExecutor(2) as pool:
            assert [answer.status_code for answer in pool.map(sit, range(2))] == [200, 200]
        deadline = time.monotonic() + PATIENCE
        for client in both:
            while look(client, made["id"])["status"] == "waiting":
                assert time.monotonic() < deadline, "full, and it never begins"
                time.sleep(0.01)


def test_who_has_left_looks_through_his_seat_at_no_worker(both: list[httpx.Client]) -> None:
    """He left at one worker; his window is open at the other, where somebody else sits down."""
    here, there = both
    made = opened(here, "me")
    table, blue = made["id"], made["tokens"]["blue"]
    address = str(there.base_url).replace("http", "ws", 1).rstrip("/")
    with connect(f"{address}/api/tables/{table}/live", max_size=None) as socket:
        socket.send(json.dumps({"tokens": [blue]}))
        assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "frame"
        assert leave(here, table, "blue", blue).status_code == 200
        assert shows(there, table, "blue", "open")
        assert join(here, table).status_code == 200
        assert shows(there, table, "blue", "person")
        socket.send(json.dumps({"id": 7, "seat": "blue", "do": "hide low"}))
        heard: dict[str, Any] = {}
        while heard.get("type") != "reply":
            heard = json.loads(socket.recv(timeout=PATIENCE))
        assert not heard.get("ok") and look(here, table)["now"] == 0
