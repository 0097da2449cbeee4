"""Bots at the server's tables: they act by themselves, and a table never stands still."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings
from hexfire.server.tables import bots


def against_a_bot(client: TestClient) -> tuple[str, dict[str, str]]:
    seats = {"blue": {"who": "me"}, "red": {"who": "bot", "level": "easy"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "Aki", "seats": seats}
    made = client.post("/api/tables", json=body).json()
    return made["id"], made["tokens"]


def once(client: TestClient, table: str, wanted: list[str]) -> dict[str, Any]:
    """The frame in which `wanted` is to act."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        frame: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        if frame["to_act"] == wanted:
            return frame
        time.sleep(0.05)
    raise TimeoutError(frame["to_act"])


def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}", requests_per_minute=10**6)


def test_a_bot_sets_up_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with TestClient(create_app(settings(tmp_path), shelf())) as client:
        table, tokens = against_a_bot(client)
        assert set(tokens) == {"blue"}  # nobody holds the bot's seat
        frame = once(client, table, ["blue"])  # red sets up first
        assert frame["now"] >= 2
    with TestClient(create_app(settings(tmp_path), shelf())) as client:
        assert once(client, table, ["blue"])["now"] == frame["now"]


def test_a_bot_that_fails_plays_something_legal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PATIENCE", 0.0)
    with TestClient(create_app(settings(tmp_path), shelf())) as client:
        table, _ = against_a_bot(client)
        assert once(client, table, ["blue"])["now"] >= 2
