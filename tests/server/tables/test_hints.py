"""Hints at a table: for who sits there and decides; bots say what they are after if asked to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.settings import Settings
from hexfire.server.tables.bots import Asked, Bots, Chosen, choose


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    url = f"sqlite:///{tmp_path / 'hexfire.db'}"
    settings = Settings(database_url=url, requests_per_minute=10**6)
    with TestClient(create_app(settings, shelf())) as client:
        yield client


def table(client: TestClient, red: dict[str, str], **more: Any) -> tuple[str, dict[str, str]]:
    seats = {"blue": {"who": "me"}, "red": red}
    body = {"game": "folio", "scenario": "tutorial", "name": "Aki", "seats": seats, **more}
    made = client.post("/api/tables", json=body).json()
    return made["id"], made["tokens"]


def test_a_hint_is_given_to_the_seat_that_decides_and_to_nobody_else(client: TestClient) -> None:
    where, tokens = table(client, {"who": "me"})

    def ask(seat: str | None, token: str = "") -> Any:
        head = {"authorization": f"Seat {token}"} if token else {}
        body = {"question": {"hint": True}, "seat": seat}
        return client.post(f"/api/tables/{where}/ask", json=body, headers=head)

    given = ask("red", tokens["red"]).json()  # red sets up first
    assert given["actions"][0].startswith("place ") and given["why"]["key"].startswith("bots.")
    assert ask("blue", tokens["blue"]).json()["message"]["key"] == "bots.hint.not_now"
    assert ask("red", tokens["blue"]).status_code >= 400
    assert ask(None).json()["message"]["key"] == "server.not_your_seat"


@pytest.mark.parametrize("telling", [True, False])
def test_a_bot_says_what_it_is_after_only_if_asked_to(client: TestClient, telling: bool) -> None:
    where, _ = table(client, {"who": "me"}, telling=telling)
    (live,) = client.app.state.server.tables._live.values()  # type: ignore[attr-defined]
    state = live.playing.state
    raw, version = msgspec.json.encode(state), live.playing.game.version
    asked = Asked(where, version, live.row.setup, raw, "red", "easy", 1.0)
    chosen = choose(asked)
    assert chosen.action.startswith("place ")
    assert (chosen.said is not None) is telling


def test_a_table_says_how_long_its_bot_may_think(client: TestClient) -> None:
    """In seconds a player turn; where the bots of several tables think, they share the time."""

    async def asked(busy: int, **wish: Any) -> float:
        where, _ = table(client, {"who": "me"}, **wish)
        server = client.app.state.server  # type: ignore[attr-defined]
        live = server.tables._live[where]
        bots, questions = Bots(server.tables), []

        async def call(function: Any, asked: Asked) -> Chosen:
            questions.append(asked)
            return Chosen("end")

        bots._workers.call = call  # type: ignore[assignment]
        bots._busy = dict.fromkeys(map(str, range(busy)))  # type: ignore[arg-type]
        live.seats["red"] = msgspec.structs.replace(live.seats["red"], kind="bot", level="hard")
        await bots._think(live, "red")
        bots.end_workers()
        return float(questions[0].seconds)

    assert asyncio.run(asked(1)) == 10
    assert asyncio.run(asked(1, thinking=3)) == 3
    assert asyncio.run(asked(4, thinking=30)) == 7.5
    seats = {"blue": {"who": "me"}, "red": {"who": "bot", "level": "hard"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "Aki", "seats": seats}
    for seconds in (0, 31, "long"):
        refused = client.post("/api/tables", json={**body, "thinking": seconds})
        assert refused.status_code == 422


def test_between_people_hints_must_have_been_agreed_to(client: TestClient) -> None:
    def hint(where: str, seat: str, token: str) -> Any:
        head = {"authorization": f"Seat {token}"}
        body = {"question": {"hint": True}, "seat": seat}
        return client.post(f"/api/tables/{where}/ask", json=body, headers=head).json()

    for agreed in (False, True):
        where, _ = table(client, {"who": "open"}, hints=agreed)
        # Whoever comes is told before sitting down.
        assert client.get(f"/api/tables/{where}").json()["hints"] is agreed
        token = client.post(f"/api/tables/{where}/join", json={"name": "Bea"}).json()["token"]
        told = hint(where, "red", token)
        assert ("actions" in told) is agreed
        assert agreed or told["message"]["key"] == "server.no_hints"


def test_who_plays_a_bot_or_both_sides_may_always_ask(client: TestClient) -> None:
    for red in ({"who": "bot", "level": "easy"}, {"who": "me"}):
        where, _ = table(client, red)
        assert client.get(f"/api/tables/{where}").json()["hints"] is True
