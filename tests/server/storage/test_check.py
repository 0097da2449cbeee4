"""Damaged and foreign database files: named at the start, told by `healthz`."""

from __future__ import annotations

from pathlib import Path

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
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


def test_health_names_the_damage_and_what_is_whole_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "damage", lambda _store: "page 7 is broken")
    with TestClient(create_app(lite(tmp_path / "a.db"), {"duel": DuelBox()})) as client:
        assert client.get("/healthz").json()["damage"] == "page 7 is broken"
        assert client.get("/api/tables").status_code == 200
