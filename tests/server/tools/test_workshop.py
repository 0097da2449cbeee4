"""The workshop over HTTP: opened, judged with places, written again; whatever a stranger sends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.folio import builtin
from hexfire.folio.library import builtin_names
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings

ROOM = "/api/tools/workshop"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    home: Path = tmp_path_factory.mktemp("workshop")
    settings = Settings(database_url=f"sqlite:///{home / 'w.db'}", requests_per_minute=10_000)
    with TestClient(create_app(settings, shelf())) as client:
        yield client


def begun(client: TestClient, name: str = "") -> dict[str, Any]:
    draft: dict[str, Any] = client.get(f"{ROOM}/begin", params={"scenario": name}).json()["draft"]
    return draft


def judged(client: TestClient, draft: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"{ROOM}/judge", json=draft)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", builtin_names())
def test_our_scenarios_come_back_byte_for_byte(client: TestClient, name: str) -> None:
    source = dict(builtin(name))
    draft = client.post(f"{ROOM}/open", json=source).json()["draft"]
    found = judged(client, draft)
    assert {"toml": found["toml"], "map": found["map"]} == source
    assert (found["count"], found["mistakes"], found["refused"]) == (0, [], None)


def test_an_empty_map_tells_what_is_still_wanted(client: TestClient) -> None:
    found = judged(client, begun(client))
    assert [one["path"] for one in found["mistakes"]] == [["units"]]
    assert set(found["mistakes"][0]["says"]) == {"en", "ja"}


@pytest.mark.parametrize(
    ("change", "path", "hexes"),
    [
        (lambda d: d["data"]["units"][0].update(hex="9999"), ["units", "0", "hex"], ["9999"]),
        (
            lambda d: d["data"]["crt"]["rows"]["woods"].__setitem__(2, "one"),
            ["crt", "rows", "woods", "2"],
            [],
        ),
        (
            lambda d: d["data"]["crt"]["results"]["3"].__setitem__(1, "Zz"),
            ["crt", "results", "3", "1"],
            [],
        ),
        (
            lambda d: d["ground"]["terrain"].__setitem__(2, "..?........."),
            ["map_file", "terrain"],
            ["0303"],
        ),
        (
            lambda d: d["ground"]["roads"].append(["0101", "0901"]),
            ["map_file", "road"],
            ["0101", "0901"],
        ),
        (
            lambda d: d["data"]["victory"]["hexes"][1].update(hex="4040"),
            ["victory", "hexes", "1", "hex"],
            ["4040"],
        ),
    ],
)
def test_every_mistake_has_its_place(
    client: TestClient, change: Any, path: list[str], hexes: list[str]
) -> None:
    draft = begun(client, "tutorial")
    change(draft)
    mistakes = judged(client, draft)["mistakes"]
    assert (path, hexes) in [(one["path"], one["hexes"]) for one in mistakes]


def test_what_is_no_toml_is_told_with_its_line(client: TestClient) -> None:
    found = client.post(f"{ROOM}/open", json={"toml": "a = 1\nb = = 2", "map": ""}).json()
    assert found["draft"] is None and found["line"] == 2 and found["wrong"]["ja"]


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'{"toml":"","map":"","data":{"a":null},"ground":{}}',
        b'{"toml":"","map":"","data":{"a":' + b"[" * 200 + b"]" * 200 + b'},"ground":{}}',
        b'{"toml":"","map":"","data":{},"ground":{"terrain":["#."]}}',
        b'{"toml":"' + b"x" * 300_000 + b'","map":"","data":{},"ground":{}}',
    ],
)
def test_nonsense_gets_a_sentence(client: TestClient, body: bytes) -> None:
    answer = client.post(f"{ROOM}/judge", content=body)
    assert answer.status_code == 422 and answer.json()["error"]


def test_a_scenario_too_large_to_play_says_so(client: TestClient) -> None:
    draft = begun(client, "tutorial")
    draft["ground"]["terrain"] = ["." * 60] * 60
    assert "2500" in judged(client, draft)["refused"]["en"].replace(",", "")
