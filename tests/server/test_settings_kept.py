"""What the hosting page says of a setting is what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hexfire.server.app import create_app
from hexfire.server.http import limits
from hexfire.server.people import accounts
from hexfire.server.settings import Settings

ACCOUNT = {"name": "Yuki", "password": "correct horse"}
SEATS = {"red": {"who": "me"}, "blue": {"who": "me"}}

Serve = Callable[..., TestClient]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    with ExitStack() as running:

        def with_settings(**facts: object) -> TestClient:
            settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}", **facts)
            return running.enter_context(TestClient(create_app(settings, {"duel": DuelBox()})))

        yield with_settings


@pytest.mark.parametrize("secure", [True, False])
def test_cookies_are_sent_over_https_only_if_so_set(serve: Serve, secure: bool) -> None:
    answer = serve(secure_cookies=secure).post("/api/accounts", json=ACCOUNT)
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert ("secure" in parts) is secure


def test_a_person_stays_signed_in_so_many_days(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve(session_days=3)
    made = client.post("/api/accounts", json=ACCOUNT)
    assert "max-age=259200" in made.headers["set-cookie"].lower()
    begun = accounts.now()
    for days, name in ((2.9, "Yuki"), (3.1, None)):
        monkeypatch.setattr(accounts, "now", lambda days=days: begun + days * 86_400)
        me = client.get("/api/me").json()
        assert (me and me["name"]) == name


def test_a_body_may_be_so_long(serve: Serve) -> None:
    client = serve(max_body=1_000)
    answers = [client.post("/api/tables", content=b"x" * size) for size in (1_000, 1_001)]
    assert [answer.status_code == 413 for answer in answers] == [False, True]


def test_a_message_may_be_so_long(serve: Serve) -> None:
    client = serve(max_message=500)
    body = {"game": "duel", "scenario": "plain", "name": "A", "seats": SEATS}
    table = client.post("/api/tables", json=body).json()["id"]
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.send_json({"tokens": []})
        socket.send_bytes(b'{"id": 7}'.ljust(500))
        heard = socket.receive_json(mode="binary")
        while heard.get("id") != 7:
            heard = socket.receive_json(mode="binary")
        socket.send_bytes(b'{"id": 8}'.ljust(501))
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json(mode="binary")
        assert ended.value.code == 1009


def test_messages_are_counted_over_five_seconds(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(limits, "time", clock)
    messages = serve(messages_per_second=2).app.state.server.messages
    assert [messages.take("here") for _ in range(11)] == [True] * 10 + [False]
    clock.monotonic = lambda: 1.01
    assert [messages.take("here") for _ in range(3)] == [True, True, False]
