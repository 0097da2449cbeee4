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


# -- «is it balanced?» -----------------------------------------------------------------------------


def question(**more: Any) -> dict[str, Any]:
    return {**builtin("tutorial"), "level": "easy", "most": 2, **more}


def test_bot_games_are_counted_on_from_what_is_known(client: TestClient) -> None:
    first = client.post(f"{ROOM}/balance", json=question()).json()
    assert 1 <= first["games"] <= 2
    counts = [share["count"] for share in (*first["wins"], first["draws"])]
    assert sum(counts) == first["games"]
    known = {"games": 40, "wins": [30, 6], "margin": 1.0}
    more = client.post(f"{ROOM}/balance", json=question(most=1, known=known)).json()
    assert more["games"] == 41
    share = more["wins"][0]
    # 30 or 31 of 41: Wilson's interval, from a table.
    assert 0.58 < share["low"] < share["rate"] < share["high"] < 0.87


def test_games_of_a_scenario_with_mistakes_are_refused(client: TestClient) -> None:
    answer = client.post(f"{ROOM}/balance", json=question(map="[terrain]\n. ?"))
    assert answer.status_code == 422 and answer.json()["message"]["key"] == "workshop.not_ready"


@pytest.mark.parametrize(
    "odd",
    [
        {"most": 0},
        {"most": 10**9},
        {"level": "hard"},
        {"x": 1},
        {"known": {"games": 1, "wins": [10**30, 0]}},
    ],
)
def test_questions_without_bounds_are_refused(client: TestClient, odd: dict[str, Any]) -> None:
    assert client.post(f"{ROOM}/balance", json=question(**odd)).status_code == 422


def test_an_address_has_so_many_an_hour(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'b.db'}", bot_games_per_hour=1)
    with TestClient(create_app(settings, shelf())) as few:
        wrong = question(map="")
        assert few.post(f"{ROOM}/balance", json=wrong).status_code == 422
        assert few.post(f"{ROOM}/balance", json=wrong).status_code == 429
