"""However many look on: one action makes one frame for each view there is, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import telling
from hexfire.server.tables.live import Listener

WATCHERS = 500


def test_five_hundred_watchers_cost_one_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str | None] = []
    real = telling.frame

    def counted(live: Any, seat: str | None, **more: Any) -> bytes:
        made.append(seat)
        return real(live, seat, **more)

    monkeypatch.setattr(telling, "frame", counted)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        live = server.tables.in_memory(table["id"])
        assert live is not None
        watchers = [Listener(frozenset()) for _ in range(WATCHERS)]
        players = [Listener(frozenset({seat})) for seat in seats for _ in range(3)]
        live.listeners |= {*watchers, *players}
        made.clear()
        answer = client.post(
            f"/api/tables/{table['id']}/act",
            json={"seat": "red", "action": "hide high"},
            headers={"Authorization": f"Seat {table['tokens']['red']}"},
        )
        assert answer.status_code == 200
    assert sorted(made, key=str) == [None, "blue", "red"]
    told = {id(watcher.outbox.get_nowait()) for watcher in watchers}
    assert len(told) == 1, "the same bytes for all"
