"""However many look on: one action makes one frame for each view there is, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.assist.frames import Frame, Told
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


def test_a_frame_holds_the_fields_that_are_published(tmp_path: Path) -> None:
    """A frame is put together from two parts: together they are the published struct."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        mine = {"Authorization": f"Seat {table['tokens']['red']}"}
        waiting = client.get(f"/api/tables/{table['id']}", headers=mine).json()
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        table = client.post("/api/tables", json=body | {"seats": seats}).json()
        playing = client.get(f"/api/tables/{table['id']}").json()
    assert playing.keys() == {"type", *Frame.__struct_fields__}
    about = set(Frame.__struct_fields__) - set(Told.__struct_fields__)
    assert waiting.keys() == {"type", "seat", "commitment", *about}
    assert waiting["type"] == playing["type"] == Frame.__struct_config__.tag


def test_people_and_standing_are_told_as_they_are_now(tmp_path: Path) -> None:
    """What frames tell of the table itself is kept encoded, until any of it changes."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
        body = {"game": "duel", "scenario": "plain", "name": "Anna", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        address = f"/api/tables/{table['id']}"
        mine = {"Authorization": f"Seat {table['tokens']['red']}"}
        first = client.get(address, headers=mine).json()
        assert (first["status"], first["seats"]["blue"]["kind"]) == ("waiting", "open")
        came = client.post(f"{address}/join", json={"seat": "blue", "name": "Ben"})
        assert came.status_code < 300, came.text
        then = client.get(address, headers=mine).json()
        assert (then["status"], then["seats"]["blue"]["name"]) == ("playing", "Ben")
        client.post(f"{address}/end", json={"seat": "red", "end": "resign"}, headers=mine)
        assert client.get(address, headers=mine).json()["status"] == "over"
