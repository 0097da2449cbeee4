"""Backups: made while people play, from either database into either, whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from calling import call
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage import backup as backup_module
from hexfire.server.storage.backup import back_up, export, restore

ACTIONS = {"red": "hide high", "blue": "hide low"}
DAMAGED = ("server.backup.cut", "server.backup.not_one", "server.backup.database")
SEATS = {"red": {"who": "me"}, "blue": {"who": "me"}}
ROWS = 4
"""Of one table: itself, its two seats and the first line of its journal."""


def sqlite(path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{path}")


def new_table(client: TestClient) -> dict[str, Any]:
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": SEATS}
    made: dict[str, Any] = client.post("/api/tables", json=body).json()
    return made


def step(client: TestClient, made: dict[str, Any], seat: str) -> None:
    header = {"Authorization": f"Seat {made['tokens'][seat]}"}
    body = {"seat": seat, "action": ACTIONS[seat]}
    answer = client.post(f"/api/tables/{made['id']}/act", json=body, headers=header)
    assert answer.status_code == 200, answer.text


def frame(client: TestClient, made: dict[str, Any]) -> Any:
    header = {"Authorization": f"Seat {made['tokens']['red']}"}
    return client.get(f"/api/tables/{made['id']}", headers=header).json()


def refusal(act: Any, *arguments: Any) -> str:
    with pytest.raises(BadInput) as refused:
        act(*arguments)
    return refused.value.message.key


def test_a_running_server_is_backed_up_and_restored(settings: Settings, tmp_path: Path) -> None:
    """From SQLite and from PostgreSQL, each into a new SQLite."""
    file = tmp_path / "all.gz"
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        made = new_table(client)
        step(client, made, "red")
        before = frame(client, made)
        rows = back_up(settings, file)
        assert rows > 4
        step(client, made, "blue")  # the server has gone on meanwhile
    again = sqlite(tmp_path / "again.db")
    assert restore(again, file) == rows
    with TestClient(create_app(again, {"duel": DuelBox()})) as client:
        assert frame(client, made)["now"] == before["now"]
        step(client, made, "blue")


def test_a_backup_is_one_moment_of_all_tables(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the lines of a game that was opened meanwhile would belong to no table."""
    file, read = tmp_path / "all.gz", backup_module._lines
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:

        def while_somebody_opens_a_table(connection: Any) -> Iterator[Any]:
            for line in read(connection):
                yield line
                if isinstance(line, dict) and line.get("table") == "tables":
                    new_table(client)

        new_table(client)
        monkeypatch.setattr(backup_module, "_lines", while_somebody_opens_a_table)
        assert back_up(settings, file) == ROWS
    assert restore(sqlite(tmp_path / "again.db"), file) == ROWS


def test_a_backup_fills_the_other_database(settings: Settings, tmp_path: Path) -> None:
    origin, file = sqlite(tmp_path / "origin.db"), tmp_path / "all.gz"
    with TestClient(create_app(origin, {"duel": DuelBox()})) as client:
        made = new_table(client)
        back_up(origin, file)
    restore(settings, file)
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        assert frame(client, made)["now"] == 0


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    origin, file = sqlite(tmp_path / "origin.db"), tmp_path / "all.gz"
    with TestClient(create_app(origin, {"duel": DuelBox()})) as client:
        new_table(client)
        back_up(origin, file)
    return file


def test_a_backup_is_its_owners_alone_and_takes_away_what_a_killed_one_left(
    backup: Path, tmp_path: Path
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    left, under_way = (tmp_path / f".all.gz.{pid}.new" for pid in (ended.pid, os.getppid()))
    for part in (left, under_way):
        part.write_bytes(b"secrets")
    back_up(sqlite(tmp_path / "origin.db"), backup)
    assert not left.exists() and under_way.exists()
    assert backup.stat().st_mode & 0o777 == 0o600


def test_only_an_empty_database_is_filled(backup: Path, tmp_path: Path) -> None:
    full = sqlite(tmp_path / "origin.db")
    assert refusal(restore, full, backup) == "server.backup.not_empty"


def test_a_database_of_others_is_neither_filled_nor_touched(backup: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.db"
    with closing(sqlite3.connect(theirs)) as database:
        database.executescript("create table recipes (name); insert into recipes values ('soup');")
    for file in (backup, tmp_path / "none.gz"):
        assert refusal(restore, sqlite(theirs), file) == "server.backup.not_empty"
    with closing(sqlite3.connect(theirs)) as database:
        assert database.execute("select name from recipes").fetchall() == [("soup",)]


KILLED = """
import os, signal, sys
from pathlib import Path
from hexfire.server.settings import Settings
from hexfire.server.storage import backup
insert, left = backup._insert, [int(sys.argv[3])]
def killed(connection, table, rows):
    insert(connection, table, rows)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
backup._insert = killed
backup.restore(Settings(database_url=sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.parametrize("at", [1, 3])
def test_a_restore_that_was_killed_is_begun_again(backup: Path, tmp_path: Path, at: int) -> None:
    again = sqlite(tmp_path / "again.db")
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, again.database_url, str(backup), str(at)], check=False
    )
    assert ran.returncode == -signal.SIGKILL
    assert restore(again, backup) == ROWS


def test_a_backup_cut_short_restores_nothing(backup: Path, tmp_path: Path) -> None:
    lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    new = sqlite(tmp_path / "new.db")
    for damaged in (
        gzip.compress(b"".join(lines[:-1])),  # without its end
        gzip.compress(b"".join(lines[:2] + lines[3:])),  # a row is missing
        gzip.compress(b"".join([*lines, lines[1]])),  # one too many
        gzip.compress(b"".join([lines[0], b"[]\n", *lines[1:]])),
        gzip.compress(b"".join([lines[0], b'{"table":"tables","row":5}\n', *lines[1:]])),
        gzip.compress(b"".join(lines).replace(b'{"base64":"', b'{"base64":"?')),
        backup.read_bytes()[:-30],
        backup.read_bytes()[:-1],
        b"no archive",
    ):
        backup.write_bytes(damaged)
        assert refusal(restore, new, backup) in DAMAGED
    backup.write_bytes(gzip.compress(b"".join(lines)))
    assert restore(new, backup) == len(lines) - 2  # nothing had been left behind


def test_a_backup_of_which_a_byte_was_changed_restores_nothing(
    backup: Path, tmp_path: Path
) -> None:
    """Some unpack to rows that look sound: the sum behind them tells (not of the file's name)."""
    whole = backup.read_bytes()
    for at in (*range(60, len(whole) - 8, 90), len(whole) - 8, len(whole) - 1):
        backup.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        new = sqlite(tmp_path / f"{at}.db")
        assert refusal(restore, new, backup) in DAMAGED, at


def test_a_backup_of_a_newer_program_is_refused_by_its_version(
    backup: Path, tmp_path: Path
) -> None:
    first, *lines = gzip.decompress(backup.read_bytes()).splitlines(keepends=True)
    head = json.dumps({**json.loads(first), "revision": "9999", "version": "99.0"})
    backup.write_bytes(gzip.compress(b"".join([f"{head}\n".encode(), *lines])))
    with pytest.raises(BadInput) as refused:
        restore(sqlite(tmp_path / "new.db"), backup)
    assert refused.value.message.key == "server.backup.newer"
    for language in LANGUAGES:
        assert "99.0" in words(language).say(refused.value.message)


def test_other_files_are_no_backups(tmp_path: Path) -> None:
    other = tmp_path / "x.gz"
    other.write_bytes(gzip.compress(b'{"form":"something else"}\n'))
    assert refusal(restore, sqlite(tmp_path / "new.db"), other) == "server.backup.not_one"
    assert refusal(restore, sqlite(tmp_path / "new.db"), tmp_path / "no.gz") == "core.no_file"


def test_every_journal_is_exported(backup: Path, tmp_path: Path) -> None:
    assert export(sqlite(tmp_path / "origin.db"), tmp_path / "journals") == 1
    (journal,) = (tmp_path / "journals").iterdir()
    assert journal.suffix == ".jsonl"


def test_nobody_but_their_owner_reads_what_holds_secrets(backup: Path, tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        export(sqlite(tmp_path / "origin.db"), tmp_path / "journals")
        restore(sqlite(tmp_path / "new.db"), backup)
    finally:
        os.umask(before)
    (journal,) = (tmp_path / "journals").iterdir()
    for file in (backup, journal, tmp_path / "origin.db", tmp_path / "new.db"):
        assert file.stat().st_mode & 0o777 == 0o600, file.name


def test_the_commands(
    backup: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'origin.db'}")
    assert "saved" in call(capsys, "backup", tmp_path / "b.gz", "--lang", "en", code=0)[1]
    assert "空ではありません" in call(capsys, "restore", backup, "--lang", "ja", code=2)[2]
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'new.db'}")
    assert "復元" in call(capsys, "restore", tmp_path / "b.gz", "--lang", "ja", code=0)[1]
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'empty.db'}")
    assert call(capsys, "backup", tmp_path / "c.gz", code=2)[2]
    assert not (tmp_path / "c.gz").exists()
