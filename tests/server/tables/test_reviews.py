"""Reviews at a table: of finished games only, in the background, to be stopped, kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from folio_scene import FIVE_COLUMNS, source, unit

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables import reviews

BLUNDER = ("end", "move r 0807", "end", "move b 0102", "end", "move r 0505", "end")


def hill() -> dict[str, str]:
    """One against one for a hill that blue holds."""
    victory = """
[victory]
hexes = [{hex = "0505", points = 4, holder = "blue", name = "hill"}]
levels = [{side = "blue", margin = 1}, {side = "red", margin = 1}]
"""
    units = [unit("b", "blue", "4-4-6", "0505"), unit("r", "red", "2-2-6", "0909")]
    return source(units, crt=FIVE_COLUMNS, victory=victory, turns=("0/0", "0/0"))


class Played:
    """A table of ours, both sides in one hand."""

    def __init__(self, client: TestClient, **scenario: Any) -> None:
        self.client = client
        seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
        body = {"game": "folio", "name": "Aki", "seats": seats, **scenario}
        made = client.post("/api/tables", json=body)
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.head = {"authorization": "Seat " + " ".join(made.json()["tokens"].values())}

    def do(self, *lines: str) -> Played:
        for line in lines:
            (seat,) = self.client.get(f"/api/tables/{self.id}").json()["to_act"]
            body = {"seat": seat, "action": line}
            answer = self.client.post(f"/api/tables/{self.id}/act", json=body, headers=self.head)
            assert answer.status_code == 200, answer.text
        return self

    def resign(self, seat: str) -> Played:
        body = {"seat": seat, "end": "resign"}
        answer = self.client.post(f"/api/tables/{self.id}/end", json=body, headers=self.head)
        assert answer.status_code == 200, answer.text
        return self

    def review(self, method: str = "GET") -> Any:
        answer = self.client.request(method, f"/api/tables/{self.id}/review")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def reviewed(self) -> Any:
        standing = self.review("POST")
        while standing["status"] == "working":
            time.sleep(0.1)
            standing = self.review()
        return standing


def settings(tmp_path: Path) -> Settings:
    return Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}", requests_per_minute=10**6)


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(settings(tmp_path), shelf())


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


def test_a_finished_game_is_reviewed_once_and_for_all(app: FastAPI, tmp_path: Path) -> None:
    with TestClient(app) as client:
        table = Played(client, written=hill(), scenario="").do(*BLUNDER)
        assert table.review() == {"status": "none", "share": 0.0, "review": None}
        found = table.reviewed()
        assert found["status"] == "done" and found["review"]["winner"] == "red"
        assert found["review"]["sides"][0]["costly"][0]["actions"] == ["move b 0102", "end"]
        assert table.review("DELETE") == found  # what is done stays
    with TestClient(create_app(settings(tmp_path), shelf())) as later:
        table.client = later
        assert table.review() == table.review("POST") == found


def test_a_game_that_goes_on_tells_nothing(client: TestClient) -> None:
    """Chances would tell of markers in hand; so would how long it takes to find them out."""
    table = Played(client, written=hill(), scenario="").do(*BLUNDER[:-1])
    for method in ("GET", "POST", "DELETE"):
        answer = client.request(method, f"/api/tables/{table.id}/review", headers=table.head)
        assert answer.status_code == 422 and answer.json()["message"]["key"] == "server.not_over"
    assert client.app.state.server.reviews._making == {}  # type: ignore[attr-defined]


def test_a_review_is_stopped_and_begun_again(client: TestClient) -> None:
    table = Played(client, written=hill(), scenario="").do("end").resign("blue")
    made = client.app.state.server.reviews  # type: ignore[attr-defined]
    assert table.review("POST")["status"] == "working"
    assert table.review("POST")["status"] == "working" and len(made._making) == 1
    assert table.review("DELETE")["status"] == "none"
    while made._making:
        time.sleep(0.05)
    assert table.review() == {"status": "none", "share": 0.0, "review": None}
    assert table.review("POST")["status"] == "working"


def test_a_review_that_nobody_waits_for_is_not_made_to_its_end(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "FORGOTTEN", -1)
    table = Played(client, written=hill(), scenario="").do(*BLUNDER)
    table.review("POST")
    while client.app.state.server.reviews._making:  # type: ignore[attr-defined]
        time.sleep(0.05)
    assert table.review()["status"] == "none"


def test_a_review_too_heavy_for_its_bounds_ends_with_a_sentence(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Played(client, written=hill(), scenario="").do(*BLUNDER)

    def fails(*_: Any) -> None:
        raise reviews.BadInput("server.work.late", seconds="60")

    monkeypatch.setattr(reviews, "_begin", fails)
    table.review("POST")
    while client.app.state.server.reviews._making:  # type: ignore[attr-defined]
        time.sleep(0.05)
    answer = client.get(f"/api/tables/{table.id}/review")
    assert answer.json()["message"]["key"] == "server.work.late"
    assert table.review()["status"] == "none"  # told once; who wants may begin anew


@pytest.mark.parametrize("trouble", [StorageAway(), RuntimeError("a fault of ours")])
@pytest.mark.parametrize("outcome", [None, {"a": "review"}, reviews.BadInput("server.busy")])
def test_a_review_whose_end_cannot_be_written_ends_quietly(
    outcome: Any, trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row goes stale, and the next who asks begins anew: nothing is raised into the loop."""
    asked = []

    class Away:
        async def run(self, work: Any) -> Any:
            asked.append(work)
            raise trouble

    async def review(*_: Any) -> Any:
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    made = reviews.Reviews(Away())  # type: ignore[arg-type]
    monkeypatch.setattr(made, "_review", review)
    asyncio.run(made._make("table", b""))
    assert len(asked) == 1
