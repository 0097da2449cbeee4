"""The first look at an old table plays its journal again: meanwhile everybody else is served."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.play import Table
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage.writer import Save, Writer
from hexfire.server.tables.live import Live
from hexfire.server.tables.tables import Tables

SEATS = {"red": {"who": "me"}, "blue": {"who": "me"}}
DUEL = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": SEATS}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        yield client


def test_others_are_served_while_an_old_table_is_read(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (client.post("/api/tables", json=DUEL).json()["id"] for _ in range(2))
    tables = client.app.state.server.tables  # type: ignore[attr-defined]
    assert tables.unload(float("inf")) == 2
    assert client.get(f"/api/tables/{new}").status_code == 200  # this one is in memory again

    begun, go_on, open_as_ever = threading.Event(), threading.Event(), Table.open

    def slow(*args: Any, **keywords: Any) -> Table[Any, Any]:
        begun.set()
        assert go_on.wait(60)
        return open_as_ever(*args, **keywords)

    monkeypatch.setattr(Table, "open", slow)
    with ThreadPoolExecutor(1) as somebody:
        first_look = somebody.submit(client.get, f"/api/tables/{old}")
        try:
            assert begun.wait(60)
            with ThreadPoolExecutor(1) as another:
                answer = another.submit(client.get, f"/api/tables/{new}").result(timeout=30)
            assert answer.status_code == 200
            assert not first_look.done()
        finally:
            go_on.set()
        assert first_look.result(timeout=60).status_code == 200


def until_somebody_comes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """From now on what is saved waits for somebody at the door; tells when it does."""
    saving, go_on, save_as_ever = threading.Event(), threading.Event(), Writer._insert

    def slow(writer: Writer, batch: list[Save]) -> None:
        saving.set()
        assert go_on.wait(60)
        save_as_ever(writer, batch)

    monkeypatch.setattr(Writer, "_insert", slow)
    # The last thing before a newcomer is greeted.
    questions = client.app.state.server.questions  # type: ignore[attr-defined]
    monkeypatch.setattr(questions, "expect", lambda live: go_on.set())
    return saving


def test_who_comes_while_an_action_is_saved_is_told_of_it_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is shown the table as it is on disk, and then only what is new."""
    table = client.post("/api/tables", json=DUEL).json()

    def act(seat: str, action: str) -> int:
        body = {"seat": seat, "action": action}
        headers = {"Authorization": f"Seat {table['tokens'][seat]}"}
        path = f"/api/tables/{table['id']}/act"
        return int(client.post(path, json=body, headers=headers).status_code)

    assert act("red", "hide high") == 200
    saving = until_somebody_comes(client, monkeypatch)
    with ThreadPoolExecutor(1) as blue:
        acting = blue.submit(act, "blue", "hide low")
        assert saving.wait(60)
        with client.websocket_connect(f"/api/tables/{table['id']}/live") as newcomer:
            newcomer.send_json({})
            first, chat = (msgspec.json.decode(newcomer.receive_bytes()) for _ in range(2))
            assert acting.result(timeout=60) == 200
            assert act(first["to_act"][0], "step 1") == 200
            then = msgspec.json.decode(newcomer.receive_bytes())
    assert (first["now"], first["path"], chat["type"]) == (2, [1, 2], "chat")
    assert (then["now"], then["since"]) == (3, 2)


def test_a_seat_that_is_left_meanwhile_is_not_looked_through(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.post("/api/tables", json=DUEL).json()
    path, token = f"/api/tables/{table['id']}", table["tokens"]["red"]
    saving = until_somebody_comes(client, monkeypatch)
    with ThreadPoolExecutor(1) as red:
        body, headers = {"seat": "red", "end": "leave"}, {"Authorization": f"Seat {token}"}
        leaving = red.submit(client.post, f"{path}/end", json=body, headers=headers)
        assert saving.wait(60)
        with client.websocket_connect(f"{path}/live") as newcomer:
            newcomer.send_json({"tokens": [token]})
            first = msgspec.json.decode(newcomer.receive_bytes())
        assert leaving.result(timeout=60).status_code == 200
    assert first["seat"] is None


def test_a_look_shows_nothing_that_cannot_be_saved(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.post("/api/tables", json=DUEL).json()
    saving, looking, durable = threading.Event(), threading.Event(), Tables.durable

    def fails(_writer: Writer, _batch: list[Save]) -> None:
        saving.set()
        assert looking.wait(60)
        raise OSError("no space left on device")

    def at_the_door(tables: Tables, live: Live) -> Any:
        looking.set()
        return durable(tables, live)

    monkeypatch.setattr(Writer, "_insert", fails)
    monkeypatch.setattr(Tables, "durable", at_the_door)
    path = f"/api/tables/{table['id']}"
    with ThreadPoolExecutor(1) as red:
        body = {"seat": "red", "action": "hide high"}
        headers = {"Authorization": f"Seat {table['tokens']['red']}"}
        acting = red.submit(client.post, f"{path}/act", json=body, headers=headers)
        try:
            assert saving.wait(60)
            shown = client.get(path).json()["now"]
        finally:
            looking.set()
        assert acting.result(timeout=60).status_code == 503
    assert shown == 0
