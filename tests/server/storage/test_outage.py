"""The database goes away, fills up or is locked under play: nothing unsaved is ever shown."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from duel import Duel
from duel_box import DuelBox
from fastapi.testclient import TestClient
from postgres import Postgres
from sqlalchemy import event
from starlette.websockets import WebSocketDisconnect

from hexfire.play import Table
from hexfire.server.app import create_app
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.storage.database import Store
from hexfire.server.storage.trouble import StorageAway, WriterGone
from hexfire.server.storage.writer import Save
from hexfire.server.tables.live import SeatRow
from hexfire.server.tables.seating import NewTableOrder

SEATS = {"red": {"who": "me"}, "blue": {"who": "me"}}


class Game:
    """A duel over HTTP; counts what was acknowledged."""

    def __init__(self, client: TestClient) -> None:
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": SEATS}
        made = client.post("/api/tables", json={**body, "options": {"limit": 10**6}}).json()
        self.client, self.id, self.tokens = client, made["id"], made["tokens"]
        self.acknowledged = 0
        for seat in SEATS:
            assert self.act(seat, "hide low").status_code == 200

    def act(self, seat: str, action: str = "step 1") -> Any:
        answer = self.client.post(
            f"/api/tables/{self.id}/act",
            json={"seat": seat, "action": action},
            headers={"Authorization": f"Seat {self.tokens[seat]}", "accept-language": "ja"},
        )
        if answer.status_code == 200:
            self.acknowledged += 1
            assert answer.json()["now"] == self.acknowledged
        return answer

    def step(self) -> Any:
        return self.act(("red", "blue")[self.acknowledged % 2])

    def look(self) -> Any:
        return self.client.get(f"/api/tables/{self.id}")


def kept(settings: Settings, table: str) -> Table[Any, Any]:
    """The journal as the database has it, opened anew: refused if a line is missing."""
    store = Store(settings)
    text, _ = asyncio.run(store.journal(table))
    store.close()
    return Table.open({"duel": Duel()}, text)


def until(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def hear(socket: Any) -> Any:
    return socket.receive_json(mode="binary")


def outage(settings: Settings, away: Callable[[], None], back: Callable[[], None]) -> None:
    """Play, lose the database, try to play, get it back, play on: nothing is lost or doubled."""
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        game = Game(client)
        assert game.step().status_code == 200
        with client.websocket_connect(f"/api/tables/{game.id}/live") as socket:
            socket.send_json({"tokens": list(game.tokens.values()), "lang": "ja"})
            assert hear(socket)["now"] == 3
            assert hear(socket)["type"] == "chat"
            away()
            heard = []
            for n in range(3):
                socket.send_json({"id": n, "seat": "blue", "do": "step 1"})
                while (said := hear(socket))["type"] != "reply":
                    heard.append(said)
                assert "データベース" in said["error"]
            assert [(said["type"], said["ok"]) for said in heard] == [("storage", False)]
            assert set(heard[0]["texts"]) == {"en", "ja"}
            assert game.look().status_code == 503
            back()
            heard = [hear(socket)]
            while heard[-1]["type"] != "frame":
                heard.append(hear(socket))
            assert heard[0]["type"] == "storage" and heard[0]["ok"]
            assert heard[-1]["now"] == game.acknowledged
        until(lambda: game.look().status_code == 200)
        assert game.look().json()["now"] == game.acknowledged
        for _ in range(5):
            assert game.step().status_code == 200
    assert kept(settings, game.id).now == game.acknowledged == 8


def test_postgresql_is_restarted_under_play(own_postgres: Postgres) -> None:
    settings = Settings(database_url=own_postgres.url, storage_patience=2)
    outage(settings, own_postgres.stop, own_postgres.start)


def test_the_disk_is_full(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    full = [False]

    def limit(connection: Any, _record: Any) -> None:
        """No page is added to the file while it is full."""
        if full[0]:
            connection.execute("pragma max_page_count = 1")

    def connect_anew(server: Server, is_full: bool) -> None:
        full[0] = is_full
        server.store.writer._let_go()
        server.store.engine.dispose()

    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        game = Game(client)
        event.listen(server.store.engine, "connect", limit)
        connect_anew(server, True)
        refused = 0
        for _ in range(200):  # until the pages that there are hold no more
            if game.step().status_code != 200:
                refused += 1
                if refused == 3:
                    break
        assert refused == 3
        assert client.get("/healthz").status_code == 503, "reading alone would still do"
        assert game.look().json()["now"] == game.acknowledged
        connect_anew(server, False)
        assert client.get("/healthz").json()["ready"]
        assert game.step().status_code == 200
    assert kept(settings, game.id).now == game.acknowledged


def test_another_program_locks_the_database(tmp_path: Path) -> None:
    file = tmp_path / "hexfire.db"
    settings = Settings(database_url=f"sqlite:///{file}", storage_patience=0.1)
    lock: list[sqlite3.Connection] = []

    def away(_server: Server) -> None:
        lock.append(sqlite3.connect(file, isolation_level=None, check_same_thread=False))
        lock[0].execute("begin immediate")

    def back(server: Server) -> None:
        lock[0].rollback()
        lock[0].close()

    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        game = Game(client)
        with client.websocket_connect(f"/api/tables/{game.id}/live") as socket:
            socket.send_json({"tokens": list(game.tokens.values()), "lang": "en"})
            assert [hear(socket)["type"] for _ in range(2)] == ["frame", "chat"]
            away(server)
            socket.send_json({"id": 1, "seat": "red", "do": "step 1"})
            reply = hear(socket)
            assert reply["id"] == 1 and "storage" in reply["error"]
            assert game.look().json()["now"] == 2
            assert client.get("/healthz").status_code == 503
            back(server)
            socket.send_json({"id": 2, "seat": "red", "do": "step 1"})
            while (reply := hear(socket))["type"] != "reply":
                pass
            assert reply["ok"] and reply["now"] == 3
    assert kept(settings, game.id).now == 3


def test_a_page_of_the_journal_goes_bad_under_play(tmp_path: Path) -> None:
    """Whoever needs it gets a sentence, `healthz` tells, and the other tables go on."""
    file = tmp_path / "hexfire.db"
    settings = Settings(database_url=f"sqlite:///{file}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        game = Game(client)
        while game.acknowledged < 150:
            assert game.step().status_code == 200
        spoil(file, game.id.encode())
        server.store.writer._let_go()
        server.store.engine.dispose()
        assert server.tables.unload(time.monotonic() + 1) == 1
        refused = game.look()
        assert refused.status_code == 503
        assert refused.json()["message"]["key"] == "server.database.hurt"
        health = client.get("/healthz").json()
        assert health["ready"] and "malformed" in health["damage"]
        assert client.get("/api/games").status_code == 200


def test_the_database_goes_while_somebody_is_greeted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between his seat and the talk at the table: he is told, and nobody is written to for ever."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        game = Game(client)

        async def away(*_: Any) -> Any:
            raise StorageAway

        with monkeypatch.context() as patch:
            patch.setattr(server.chat, "lines", away)
            with client.websocket_connect(f"/api/tables/{game.id}/live") as socket:
                socket.send_json({"tokens": [], "lang": "ja"})
                told = hear(socket)
                assert told["type"] == "error" and "データベース" in told["error"]
                with pytest.raises(WebSocketDisconnect) as closed:
                    socket.receive_bytes()
                assert closed.value.code == 1013, "try again later"
        live = server.tables.in_memory(game.id)
        assert live is not None and not live.listeners
        with client.websocket_connect(f"/api/tables/{game.id}/live") as socket:
            socket.send_json({"tokens": []})
            assert hear(socket)["type"] == "frame"


def spoil(file: Path, table: bytes) -> None:
    """Overwrite every page that holds lines of this table's journal."""
    with contextlib.closing(sqlite3.connect(file)) as opened:
        opened.execute("pragma wal_checkpoint(truncate)")
        size = opened.execute("pragma page_size").fetchone()[0]
    data = bytearray(file.read_bytes())
    for at in range(size, len(data), size):
        if data[at : at + size].count(table) > 10:
            data[at : at + size] = b"\xff" * size
    file.write_bytes(bytes(data))


# -- the writer ------------------------------------------------------------------------------------


def _waiting() -> asyncio.Future[None]:
    """Somebody who waits in a loop that has ended since."""
    loop = asyncio.new_event_loop()
    loop.close()
    return asyncio.Future(loop=loop)


def save(table: str = "0" * 16, first: int = 0) -> Save:
    return Save(table, first, [b"x"], "playing", 1, True, _waiting())


def test_a_save_that_nobody_waits_for_any_more_does_not_stop_the_writer(settings: Settings) -> None:
    """Called off before, while and after it is written; the next one is answered all the same."""
    store = Store(settings)
    store.open()
    try:
        called_off = save()
        called_off.done.cancel()
        store.writer._saves.put(called_off)
        settled = save()
        settled.done.set_result(None)  # whatever a future may be, the writer goes on
        store.writer._write([settled])

        async def fails() -> None:  # there is no such table: refused, but answered
            await store.append("f" * 16, 0, [b"x"], "playing", at=1)

        with pytest.raises(Exception):  # noqa: B017
            asyncio.run(asyncio.wait_for(fails(), 30))
        assert store.writer.alive
    finally:
        store.close()


def test_a_writer_that_has_died_refuses_instead_of_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        game = Game(client)

        def die(_batch: list[Save]) -> None:
            raise SystemExit

        monkeypatch.setattr(server.store.writer, "_write", die)
        monkeypatch.setattr("threading.excepthook", lambda _: None)
        assert game.step().status_code == 503
        assert "再起動" in game.step().json()["error"]
        health = client.get("/healthz")
        assert health.status_code == 503 and not health.json()["ready"]
        assert game.look().json()["now"] == game.acknowledged
        with pytest.raises(WriterGone):
            asyncio.run(server.store.append(game.id, 9, [b"x"], "playing", at=1))


def test_who_hangs_up_while_his_action_is_saved_leaves_a_whole_table(settings: Settings) -> None:
    async def play() -> str:
        app = create_app(settings, {"duel": DuelBox()})
        server: Server = app.state.server
        async with server.lifespan(app):
            seats = {seat: SeatRow(seat, "person", seat) for seat in ("red", "blue")}
            order = NewTableOrder(
                game="duel", scenario="plain", title="", open=False, seats=seats, options={}
            )
            live, _ = await server.seating.create(order)
            hasty = asyncio.ensure_future(server.tables.do(live, "red", "hide low", None))
            await asyncio.sleep(0)  # it has begun
            await asyncio.sleep(0)
            hasty.cancel()
            with pytest.raises(asyncio.CancelledError):
                await hasty
            await server.tables.do(live, "blue", "hide low", None)
            assert live.playing.now == 2
            return live.id

    assert kept(settings, asyncio.run(play())).now == 2


def test_storage_away_is_a_refusal_that_every_route_can_tell() -> None:
    assert StorageAway().message.key == "server.storage_away"
