"""Damaged and foreign database files: named at the start, told by `healthz`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from calling import call
from duel_box import DuelBox
from fastapi.testclient import TestClient
from sqlalchemy import insert

from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.check import check
from hexfire.server.storage.database import Store


def lite(file: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{file}")


def refused(file: Path) -> str:
    with pytest.raises(BadInput) as refusal:
        check(lite(file))
    return refusal.value.message.key


def test_a_foreign_or_damaged_file_is_named_before_anything_is_served(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.db"
    foreign.write_bytes(b"this is no database at all " * 400)
    assert refused(foreign) == "server.database.unusable"
    file = tmp_path / "hexfire.db"
    check(lite(file))
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xff" * 200
    file.write_bytes(bytes(data))
    assert refused(file) in ("server.database.damaged", "server.database.unusable")


def damaged(file: Path) -> None:
    """A database that opens, of which the last page of a long value went bad."""
    store = Store(lite(file))
    store.migrate()
    with store.engine.begin() as connection:
        row = {"name": "b", "file_name": "b", "data": bytes(200_000), "created": 0}
        connection.execute(insert(schema.boards), row)
    store.close()
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("pragma wal_checkpoint(truncate)")
    whole = file.read_bytes()
    file.write_bytes(whole[:-4096] + b"\xff" * 4096)


def test_the_start_names_the_damage_and_serves_what_is_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But nothing is served from a file that is no database of ours."""
    served: list[Settings] = []
    monkeypatch.setattr("hexfire.server.run.serve", lambda settings, *_: served.append(settings))
    file, foreign = tmp_path / "hexfire.db", tmp_path / "foreign.db"
    damaged(file)
    foreign.write_bytes(b"this is no database at all " * 400)
    assert refused(file) == "server.database.damaged"
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{file}")
    assert "damaged" in call(capsys, "serve", "--lang", "en", code=0)[2]
    assert len(served) == 1
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{foreign}")
    assert "使えません" in call(capsys, "serve", "--lang", "ja", code=2)[2]
    assert len(served) == 1


def test_health_names_the_damage_and_what_is_whole_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "damage", lambda _store: "page 7 is broken")
    with TestClient(create_app(lite(tmp_path / "a.db"), {"duel": DuelBox()})) as client:
        assert client.get("/healthz").json()["damage"] == "page 7 is broken"
        assert client.get("/api/tables").status_code == 200
