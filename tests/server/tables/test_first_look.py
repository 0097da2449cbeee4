"""The first look at an old table plays its journal again: meanwhile everybody else is served."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.play import Table
from hexfire.server.app import create_app
from hexfire.server.settings import Settings

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
