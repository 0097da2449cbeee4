"""`/metrics` and the log: what the operator sees, and what must not be in it."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from hexfire.server.app import create_app
from hexfire.server.run import log_to_stderr
from hexfire.server.settings import Settings


def on_sqlite(tmp_path: Path, **more: bool) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}", **more)  # type: ignore[arg-type]


def figures(client: TestClient) -> dict[str, float]:
    lines = client.get("/metrics").text.splitlines()
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def test_figures_follow_what_happens(tmp_path: Path) -> None:
    with TestClient(create_app(on_sqlite(tmp_path, metrics=True), {"duel": DuelBox()})) as client:
        before = figures(client)
        assert before["hexfire_tables_loaded"] == before["hexfire_sockets"] == 0
        assert before["hexfire_writer_alive"] == 1
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
        made = client.post("/api/tables", json=body).json()
        with client.websocket_connect(f"/api/tables/{made['id']}/live") as socket:
            socket.send_json({"tokens": list(made["tokens"].values())})
            socket.receive_bytes()
            during = figures(client)
            assert during["hexfire_tables_loaded"] == during["hexfire_sockets"] == 1
            assert during["hexfire_commit_seconds_count"] > before["hexfire_commit_seconds_count"]
            assert made["id"] not in client.get("/metrics").text


def test_without_the_setting_there_are_none(tmp_path: Path) -> None:
    with TestClient(create_app(on_sqlite(tmp_path), {"duel": DuelBox()})) as client:
        assert client.get("/metrics").status_code == 404


def test_log_lines_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        log_to_stderr("json")
        logging.getLogger("hexfire.storage").warning("database: %s", "away\nfor a while")
    finally:
        root.handlers[:], root.level = before
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["room"]) == ("warning", "hexfire.storage")
    assert line["message"] == "database: away\nfor a while"


def test_what_players_wrote_is_not_in_the_errors_of_the_database(settings: Settings) -> None:
    """SQLAlchemy's own messages would quote the parameters of a failed statement, on either."""
    engine = create_app(settings, {"duel": DuelBox()}).state.server.store.engine
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(text("insert into nowhere values (:line)"), {"line": "hidden gun in Q5"})
    assert "nowhere" in str(failed.value) and "hidden gun" not in str(failed.value)
