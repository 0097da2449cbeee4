"""Backup, restore and export; damaged and foreign database files."""

from __future__ import annotations

from pathlib import Path

import pytest
from duel import Duel
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.play import Table
from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage.backup import backup, export, opened, restore
from hexfire.server.storage.database import Store


def lite(file: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{file}")


def refused(call: object, *args: object) -> str:
    with pytest.raises(BadInput) as refusal:
        call(*args)  # type: ignore[operator]
    return refusal.value.message.key


def test_a_backup_taken_under_play_is_restored_with_every_acknowledged_action(
    settings: Settings, tmp_path: Path
) -> None:
    file, seats = tmp_path / "all.hexfire", {"red": {"who": "me"}, "blue": {"who": "me"}}
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        made = client.post("/api/tables", json=body).json()
        for seat in seats:
            played = client.post(
                f"/api/tables/{made['id']}/act",
                json={"seat": seat, "action": "hide low"},
                headers={"Authorization": f"Seat {made['tokens'][seat]}"},
            )
            assert played.status_code == 200
        assert backup(settings, file) > 5  # the server still runs
    other = lite(tmp_path / "other.db")
    assert restore(other, file) > 5
    assert refused(restore, other, file) == "server.backup.not_empty"
    with TestClient(create_app(other, {"duel": DuelBox()})) as client:
        frame = client.get(
            f"/api/tables/{made['id']}",
            params={"seat": "red"},
            headers={"Authorization": f"Seat {made['tokens']['red']}"},
        ).json()
        assert frame["now"] == 2 and frame["legal"]
    assert export(settings, tmp_path / "journals") == 1
    journal = (tmp_path / "journals" / f"{made['id']}.jsonl").read_bytes()
    assert Table.open({"duel": Duel()}, journal).now == 2


def test_a_cut_or_foreign_backup_restores_nothing(tmp_path: Path) -> None:
    source, file = lite(tmp_path / "a.db"), tmp_path / "all.hexfire"
    backup(source, file)
    whole = file.read_bytes()
    for spoiled in (whole[:-12], b"", b"not gzip", whole[: len(whole) // 2]):
        file.write_bytes(spoiled)
        key = refused(restore, lite(tmp_path / "b.db"), file)
        assert key in ("server.backup.unreadable", "server.backup.cut")
    assert refused(restore, lite(tmp_path / "b.db"), tmp_path / "none") == "core.no_file"
    file.write_bytes(whole)
    assert restore(lite(tmp_path / "b.db"), file) == 0


def test_a_foreign_or_damaged_file_is_named_before_anything_is_served(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.db"
    foreign.write_bytes(b"this is no database at all " * 400)
    assert refused(opened, lite(foreign)) == "server.database.unusable"
    file = tmp_path / "hexfire.db"
    opened(lite(file)).close()
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 200] = b"\xff" * 200
    file.write_bytes(bytes(data))
    assert refused(opened, lite(file)) in ("server.database.damaged", "server.database.unusable")


def test_health_names_the_damage_and_what_is_whole_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "damage", lambda _store: "page 7 is broken")
    with TestClient(create_app(lite(tmp_path / "a.db"), {"duel": DuelBox()})) as client:
        assert client.get("/healthz").json()["damage"] == "page 7 is broken"
        assert client.get("/api/tables").status_code == 200
