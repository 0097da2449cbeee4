"""Tables come and go, people look on and leave: nothing of them stays in memory."""

from __future__ import annotations

import contextlib
import gc
import random
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.folio.legal import Menu
from hexfire.play import Table
from hexfire.server.app import create_app
from hexfire.server.boxes.folio import FolioBox
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import tables as tables_module
from hexfire.server.tables.live import Listener, Live

SEATS = {"blue": {"who": "me"}, "red": {"who": "me"}}


@pytest.fixture
def client(tmp_path: Path) -> Any:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"folio": FolioBox()})) as client:
        yield client


def opened(client: TestClient) -> dict[str, Any]:
    body = {"game": "folio", "scenario": "tutorial", "name": "Aki", "seats": SEATS}
    made: dict[str, Any] = client.post("/api/tables", json=body).json()
    return made


def living(*kinds: type) -> dict[str, int]:
    gc.collect()
    found = [type(one) for one in gc.get_objects()]
    return {kind.__name__: sum(kind in one.__mro__ for one in found) for kind in kinds}


def frame(socket: Any) -> Any:
    while (told := socket.receive_json(mode="binary"))["type"] != "frame":
        pass
    return told


def test_nothing_stays_of_tables_that_were_left(client: TestClient) -> None:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    kinds = (Live, Table, Listener, Menu)
    before, rng = living(*kinds), random.Random(1)
    for _ in range(3):
        tables = [opened(client) for _ in range(4)]
        with contextlib.ExitStack() as people:
            for table in tables:
                live = f"/api/tables/{table['id']}/live"
                for _ in range(2):
                    watcher = people.enter_context(client.websocket_connect(live))
                    watcher.send_json({"tokens": []})
                player = people.enter_context(client.websocket_connect(live))
                player.send_json({"tokens": list(table["tokens"].values())})
                told = frame(player)
                for n in range(40):
                    player.send_json(
                        {"id": n, "do": rng.choice(told["legal"]), "seat": told["seat"]}
                    )
                    told = frame(player)
            assert len(server.tables.loaded()) == 4
        assert server.tables.unload(float("inf")) == 4
        left = living(*kinds)
        # The game itself remembers the menu it was asked for last.
        assert left["Menu"] <= before["Menu"] + 1
        assert left | {"Menu": 0} == before | {"Menu": 0}
    assert not server.tables.loaded()


def test_a_table_that_nobody_looks_at_keeps_no_list(client: TestClient) -> None:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    table = opened(client)
    live = server.tables.in_memory(table["id"])
    assert live is not None and live.table is not None
    path = f"/api/tables/{table['id']}/live"
    with client.websocket_connect(path) as player:
        player.send_json({"tokens": list(table["tokens"].values())})
        with client.websocket_connect(path) as watcher:
            watcher.send_json({"tokens": []})
            frame(watcher)
            assert frame(player)["legal"]
            assert live.table._listed is not None
        assert live.table._listed is not None, "somebody is still there"
    assert live.table._listed is None


def test_a_tables_row_is_written_when_it_tells_something_new(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    table, clock, rows = opened(client), [1_000], []
    monkeypatch.setattr(tables_module, "now", lambda: clock[0])
    write = server.store.writer._insert

    def noted(batch: Any) -> None:
        rows.extend((save.at, save.status) for save in batch if save.seen)
        write(batch)

    monkeypatch.setattr(server.store.writer, "_insert", noted)

    address = f"/api/tables/{table['id']}"
    live = server.tables.in_memory(table["id"])
    assert live is not None

    def act(seat: str, body: dict[str, str], verb: str = "act") -> None:
        mine = {"Authorization": f"Seat {table['tokens'][seat]}"}
        done = client.post(f"{address}/{verb}", json={"seat": seat} | body, headers=mine)
        assert done.status_code == 200, done.text

    for second in (1_000, 1_000, 1_000, 1_001, 1_001):
        clock[0] = second
        seat = live.playing.to_act()[0]
        act(seat, {"action": live.box.game.write(next(iter(live.playing.legal(seat))))})
    assert rows == [(1_000, "playing"), (1_001, "playing")]
    act("blue", {"end": "resign"}, "end")
    assert rows[2:] == [(1_001, "over")], "how it stands is told at once"
