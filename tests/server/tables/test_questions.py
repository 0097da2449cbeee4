"""Heavy questions and the checking of journals: in workers of their own, while tables go on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.server import run
from hexfire.server.app import create_app
from hexfire.server.files.bounded import Workers
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import questions
from hexfire.server.tools.elsewhere import tool_workers


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        yield client


class At:
    """A table at which both seats are held by one person."""

    def __init__(self, client: TestClient) -> None:
        body = {
            "game": "duel",
            "scenario": "plain",
            "name": "Aki",
            "seats": {"red": {"who": "me"}, "blue": {"who": "me"}},
        }
        made = client.post("/api/tables", json=body).json()
        self.client, self.where = client, f"/api/tables/{made['id']}"
        self.tokens: dict[str, str] = made["tokens"]

    def ask(self, seat: str, **question: Any) -> Any:
        headers = {"authorization": f"Seat {self.tokens[seat]}"}
        body = {"seat": seat, "question": question}
        return self.client.post(f"{self.where}/ask", json=body, headers=headers)


def server_of(client: TestClient) -> Server:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    return server


def test_a_heavy_question_is_answered_in_another_process(client: TestClient) -> None:
    answer = At(client).ask("blue", deep=True).json()
    assert answer["seat"] == "blue" and answer["process"] != os.getpid()


def test_a_light_question_needs_no_worker(client: TestClient) -> None:
    assert At(client).ask("blue", turn=True).json()["asked"] == {"turn": True}
    assert not server_of(client).questions.workers._all


def test_the_first_question_finds_a_worker_that_is_ready(client: TestClient) -> None:
    server = server_of(client)
    server.questions.warm(server.boxes)
    (ready,) = server.questions.workers._all
    assert At(client).ask("blue", deep=True).json()["process"] == ready._process.pid
    assert server.questions.workers._all == {ready}


def test_nobody_waits_at_the_start_for_workers_to_get_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start goes on while they do, and a server that ends meanwhile ends them."""
    go_on, warmed = threading.Event(), []

    def slow(self: Workers) -> None:
        go_on.wait()
        warmed.append(self)

    monkeypatch.setattr(run, "log_to_stderr", lambda form: None)
    monkeypatch.setattr(run, "set_up", lambda settings: None)
    monkeypatch.setattr(Workers, "warm", slow)
    monkeypatch.setattr(questions.Questions, "warm", lambda self, boxes: warmed.append(boxes))
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'hexfire.db'}")
    app = run.app()
    assert warmed == []
    go_on.set()
    while len(warmed) < 2:
        time.sleep(0.01)
    assert warmed == [tool_workers, app.state.server.boxes]


def test_a_refusal_in_the_worker_is_told_as_it_is(client: TestClient) -> None:
    refused = At(client).ask("red", deep="no")
    assert refused.status_code == 422
    assert refused.json()["refused"] == "A1"
    assert refused.json()["message"]["key"] == "server.not_over"


def test_one_plays_on_while_a_question_never_ends(client: TestClient) -> None:
    """Nor does it outlive its asker: the one worker left answers the next."""
    at = At(client)
    live = f"{at.where}/live"
    with client.websocket_connect(live) as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        socket.send_json({"id": 1, "seat": "red", "ask": {"endless": True}})
        socket.send_json({"id": 2, "seat": "red", "do": "hide high"})
        while (heard := socket.receive_json(mode="binary")).get("id") is None:
            pass
        assert heard["id"] == 2 and heard["ok"]
    assert at.ask("blue", deep=True).json()["seat"] == "blue"
    under_way = server_of(client).questions._under_way
    assert not under_way


def test_questions_of_one_person_come_back_in_order(client: TestClient) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        for id in (1, 2, 3):
            question = {"turn": True} if id == 2 else {"deep": True}
            socket.send_json({"id": id, "seat": "red", "ask": question})
        heard = []
        while len(heard) < 3:
            message = socket.receive_json(mode="binary")
            heard += [message["id"]] if message["type"] == "reply" else []
    assert heard == [1, 2, 3]


def test_more_questions_than_may_wait_are_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "PER_TABLE", 0)
    refused = At(client).ask("red", deep=True)
    assert refused.status_code == 503 and refused.json()["message"]["key"] == "server.busy"


def test_one_person_may_not_pile_up_questions(client: TestClient) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        for id in range(1, 23):
            socket.send_json({"id": id, "seat": "red", "ask": {"endless": True}})
        while (heard := socket.receive_json(mode="binary")).get("id") is None:
            pass
    assert heard["id"] == 21 and heard["message"]["key"] == "server.busy"


def test_a_journal_is_checked_in_a_worker(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        socket.send_json({"id": 1, "seat": "red", "do": "hide high"})
        socket.send_json({"id": 2, "seat": "blue", "do": "hide low"})
        socket.send_json({"id": 3, "seat": "red", "end": "resign"})
        while socket.receive_json(mode="binary").get("id") != 3:
            pass
    asked = []
    workers = server_of(client).questions.workers
    real = workers.call

    async def listen(function: Any, *args: Any) -> Any:
        asked.append(function)
        return await real(function, *args)

    monkeypatch.setattr(workers, "call", listen)
    assert client.get(f"{at.where}/verify").json()["ok"] is True
    assert asked == [questions.check]
