"""A finished game brought as a file: a table to replay and review, and nothing that harms."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from fastapi.testclient import TestClient

from hexfire.folio import Folio
from hexfire.folio.library import builtin
from hexfire.play.lines import Chain, Header
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    url = f"sqlite:///{tmp_path / 'hexfire.db'}"
    settings = Settings(database_url=url, requests_per_minute=10**6)
    with TestClient(create_app(settings, shelf())) as client:
        yield client


@pytest.fixture
def journal() -> bytes:
    return gzip.decompress((GOLDEN / "folio-tutorial-level-0.jsonl.gz").read_bytes())


def test_a_finished_game_becomes_a_table_to_replay_and_review(
    client: TestClient, journal: bytes
) -> None:
    answer = client.post("/api/journals", content=journal)
    assert answer.status_code == 201
    where = answer.json()["id"]
    frame = client.get(f"/api/tables/{where}").json()
    assert frame["status"] == "over" and frame["brought"] and frame["seat"] is None
    assert frame["outcome"]["winners"] == ["blue"]
    assert client.get(f"/api/tables/{where}?at=5").json()["now"] == 5
    assert client.get(f"/api/tables/{where}/journal").content == journal
    assert client.post(f"/api/tables/{where}/review").json()["status"] == "working"
    assert client.delete(f"/api/tables/{where}/review").json()["status"] == "none"
    # Nobody sits there, and nobody finds it who was not given the address.
    assert client.post(f"/api/tables/{where}/join", json={"name": "Bea"}).status_code >= 400
    assert client.get("/api/tables").json()["open"] == []


def test_a_cut_last_line_is_left_out(client: TestClient, journal: bytes) -> None:
    where = client.post("/api/journals", content=journal + b'{"hash":"12').json()["id"]
    assert client.get(f"/api/tables/{where}/journal").content == journal


def refused(client: TestClient, data: bytes) -> str:
    answer = client.post("/api/journals", content=data)
    assert 400 <= answer.status_code < 500 and answer.json()["error"]
    told = answer.json()
    return str(told["message"]["key"] if "message" in told else told["error"])


def test_what_is_no_finished_folio_game_is_refused_with_a_sentence(
    client: TestClient, journal: bytes
) -> None:
    lines = journal.splitlines(keepends=True)
    assert refused(client, b"".join(lines[:-2])) == "server.journal_unfinished"
    assert refused(client, b"") == "core.journal.empty"
    assert refused(client, b"\xff\xfe").startswith("This is not a Hexfire journal")
    assert refused(client, b"nonsense") == "This is not a Hexfire journal: nonsense."
    assert refused(client, journal.replace(b'"faces":[5]', b'"faces":[6]', 1)) == (
        "core.journal.chain"
    )
    battle = gzip.decompress((GOLDEN / "battle-drill-breach.jsonl.gz").read_bytes())
    assert refused(client, battle) == "review.not_folio"


def test_a_stranger_s_scenario_is_bounded_as_at_a_new_table(client: TestClient) -> None:
    texts = dict(builtin("tutorial"))
    header = Header("folio", Folio().version, texts, {}, {"blue": "Aki", "red": "Bea"})
    huge = {**texts, "toml": texts["toml"] + "# " + "x" * 250_000}
    for scenario, key in (
        (huge, "server.scenario.too_long"),
        ("nowhere", "server.no_scenario"),
        ({"toml": texts["toml"]}, "folio.scenario.texts"),
        (["tutorial"], "folio.scenario.texts"),
    ):
        line = Chain().write(msgspec.structs.replace(header, scenario=scenario))
        assert refused(client, line) == key
