"""What a game remembers of a scenario goes with the last table that is played by it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.play.memos import Memos
from hexfire.server.app import create_app
from hexfire.server.boxes.folio import FolioBox
from hexfire.server.settings import Settings
from hexfire.server.tables import tables


def test_scenarios_are_forgotten_with_their_tables_and_read_again(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    box = FolioBox()
    known = box._folio._memos
    with TestClient(create_app(settings, {"folio": box})) as client:
        ids = []
        for scenario in ("tutorial", "walcheren"):
            seats = {name: {"who": "me"} for name in _sides(box, scenario)}
            body = {"game": "folio", "scenario": scenario, "name": "Aki", "seats": seats}
            ids.append(client.post("/api/tables", json=body).json()["id"])
        loaded = client.app.state.server.tables  # type: ignore[attr-defined]
        watched = loaded.in_memory(ids[0]).table.state.scenario
        assert len(known) >= 2
        with client.websocket_connect(f"/api/tables/{ids[0]}/live") as socket:
            socket.send_json({"tokens": []})
            socket.receive_bytes()
            assert loaded.unload(float("inf")) == 1
            assert set(known) == {watched}
        assert client.get(f"/api/tables/{ids[1]}").status_code == 200
        assert loaded.in_memory(ids[1]).table.state.scenario in known


def test_the_server_unloads_tables_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "IDLE", 0.05)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
        table = client.post("/api/tables", json=body).json()["id"]
        server = client.app.state.server  # type: ignore[attr-defined]
        deadline = time.monotonic() + 60
        while server.tables.in_memory(table) is not None:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert client.get(f"/api/tables/{table}").status_code == 200


def test_what_was_wanted_just_now_stays() -> None:
    memos: Memos[str] = Memos()
    memos.learn("old", "a")
    after_the_old = max(memos._wanted.values()) + 1e-9
    memos.learn("new", "b")
    memos._wanted["new"] = after_the_old + 1
    assert memos.forget((), after_the_old) == 1
    assert (memos.recall("old"), memos.recall("new")) == (None, "b")
    assert memos.learn("new", "another") == "b"


def _sides(box: FolioBox, scenario: str) -> tuple[str, ...]:
    return box._folio.seats(box._folio.setup(box.scenario(scenario), {}))
