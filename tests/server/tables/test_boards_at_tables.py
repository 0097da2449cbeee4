"""A battle on boards that a player brought as files: seen, asked and opened again by all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

from hexfire.boards import handed
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.files.bounded import readers
from hexfire.server.settings import Settings
from hexfire.server.storage import boards as kept

HEADERS = {"x-hexfire": "1", "accept-language": "en"}
SCENARIO = """
name = "On two boards"
board = "east bdwestr"
date = "1943-07"
turns = 1
[[side]]
name = "german"
nation = "German"
[[side.unit]]
id = "G1"
counter = "ge-AT75L"
by = "C1"
hex = "eastH5"
facing = "eastI5/eastI6"
[[side.unit]]
id = "C1"
counter = "ge-ge228C"
hex = "eastH5"
[[side]]
name = "russian"
nation = "Russian"
[[side.unit]]
id = "T1"
counter = "ru-T34M43"
hex = "westD5"
facing = "westC5/westC6"
[victory]
otherwise = "german"
"""


@pytest.fixture(scope="module", autouse=True)
def workers() -> Iterator[None]:
    yield
    readers.close()


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(tmp_path, monkeypatch)


class Server:
    """Servers on one database, one after the other: none remembers what another was given."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.url = f"sqlite:///{folder}/tables.db"
        self._patch = patch

    def begin(self) -> TestClient:
        self._patch.setattr(handed, "_boards", OrderedDict())
        return TestClient(create_app(Settings(database_url=self.url), shelf()), headers=HEADERS)

    def sql(self, words: str) -> None:
        with create_engine(self.url).begin() as connection:
            connection.execute(text(words))


def ground(name: str) -> bytes:
    ours = resources.files("hexfire.boards") / "builtin" / "millbrook.board"
    return ours.read_text("utf-8").replace("board millbrook", f"board {name}").encode()


def upload(page: TestClient, name: str) -> str:
    sent = page.post(f"/api/tools/boards?name={name}.board", content=ground(name))
    assert sent.status_code == 201, sent.text
    return str(sent.json()["board"])


def wish(written: dict[str, Any]) -> dict[str, Any]:
    seats = {seat: {"who": "me", "name": seat} for seat in ("german", "russian")}
    return {"game": "battle", "written": written, "seats": seats, "name": "Alone"}


def test_everybody_plays_on_boards_that_one_brought(server: Server) -> None:
    with server.begin() as page:
        names = {"east": upload(page, "east"), "west": upload(page, "west")}
        written = {"toml": SCENARIO, "boards": names}
        checked = page.post("/api/tools/battle/scenario", json=written)
        assert checked.json()["card"]["title"]["en"] == "On two boards", checked.text
        begun = page.post("/api/tables", json=wish(written))
        assert begun.status_code == 201, begun.text
        table, seats = begun.json()["id"], begun.json()["tokens"]
        plan = page.get(f"/api/tables/{table}/board").json()
        # The second board is turned round: what was its last column lies at the seam.
        assert plan["board"] == f"{names['east']} {names['west']}r"
        by_label = {hex["label"]: hex["x"] for hex in plan["drawn"]["hexes"]}
        assert by_label["eastA5"] < by_label["westP5"] < by_label["westB5"]
        # A heavy question goes to a worker that never saw the files.
        assert targets(page, table, seats["german"])[0]["target"] == "T1"
    with server.begin() as after_restart:
        over = {"seat": "german", "end": "resign"}
        header = {"authorization": f"Seat {seats['german']}"}
        ended = after_restart.post(f"/api/tables/{table}/end", json=over, headers=header)
        assert ended.status_code == 200, ended.text
        journal = after_restart.get(f"/api/tables/{table}/journal").text
        assert names["east"] in journal and names["west"] in journal
        assert after_restart.get(f"/api/tables/{table}/verify").json()["ok"] is True
    server.sql("delete from boards")
    with server.begin() as without:
        gone = without.get(f"/api/tables/{table}")
        assert gone.status_code == 422
        assert "brought as a file" in gone.json()["error"] and "up-" in gone.json()["error"]
        assert {upload(without, "east"), upload(without, "west")} == {*names.values()}
        assert without.get(f"/api/tables/{table}").status_code == 200


def targets(page: TestClient, table: str, token: str) -> Any:
    question = {"seat": "german", "question": {"targets": "G1"}}
    headers = {"authorization": f"Seat {token}"}
    asked = page.post(f"/api/tables/{table}/ask", json=question, headers=headers)
    assert asked.status_code == 200, asked.text
    return asked.json()["aims"]


def test_boards_of_tables_outlive_those_that_were_only_looked_at(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST", 2)
    with server.begin() as page:
        names = {"east": upload(page, "east"), "west": upload(page, "west")}
        written = {"toml": SCENARIO, "boards": names}
        table = page.post("/api/tables", json=wish(written)).json()["id"]
        looked_at = [upload(page, name) for name in ("one", "two", "three")]
        # A table that has not been asked for keeps its boards; of the others the latest two stay.
        assert page.get(f"/api/tables/{table}/board").status_code == 200
        with create_engine(server.url).begin() as connection:
            here = {*connection.execute(text("select name from boards")).scalars()}
        assert here == {*names.values(), *looked_at[1:]}


@pytest.mark.parametrize(
    "written",
    [
        {"toml": SCENARIO},
        {"toml": SCENARIO, "boards": {"east": "up-0123456789abcdef", "west": "millbrook"}},
        {"toml": SCENARIO, "boards": {"east": "../../etc/passwd"}},
        {"toml": SCENARIO, "boards": ["up-0123456789abcdef"]},
        {"toml": SCENARIO, "boards": {str(n): "up-0123456789abcdef" for n in range(40)}},
        {"toml": SCENARIO, "more": {}},
    ],
)
def test_boards_that_are_not_there_are_told(server: Server, written: dict[str, Any]) -> None:
    with server.begin() as page:
        refused = page.post("/api/tables", json=wish(written))
        assert refused.status_code == 422 and refused.json()["error"], refused.text
