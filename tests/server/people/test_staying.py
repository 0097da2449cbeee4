"""Whoever signs out, or whose sign-in runs out, has no live connection of his seats any more."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient
from sqlalchemy import update
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from hexfire.server.app import create_app
from hexfire.server.people.staying import SIGNED_OUT, Stays
from hexfire.server.settings import Settings
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store

OURS = {"x-hexfire": "1"}
AKI = {"name": "Aki", "password": "0123456789"}


def seated(client: TestClient) -> tuple[str, dict[str, str]]:
    """Aki is signed in and sits at a table, in one seat by his account alone."""
    assert client.post("/api/accounts", json=AKI).status_code == 201
    seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    made = client.post("/api/tables", json=body, headers=OURS).json()
    return made["id"], made["tokens"]


@contextmanager
def at(
    client: TestClient, table: str, *tokens: str, session: str | None = None
) -> Iterator[WebSocketTestSession]:
    """A live connection, of another browser if a session is named."""
    mine = client.cookies
    if session is not None:
        client.cookies = httpx.Cookies({"hexfire_session": session})
    connecting = client.websocket_connect(f"/api/tables/{table}/live")
    client.cookies = mine
    with connecting as socket:
        socket.send_json({"tokens": tokens})
        for kind in ("frame", "chat"):
            assert socket.receive_json(mode="binary")["type"] == kind
        yield socket


def is_sent_away(socket: WebSocketTestSession) -> bool:
    try:
        while True:
            socket.receive_bytes()
    except WebSocketDisconnect as ended:
        return ended.code == SIGNED_OUT


def plays(socket: WebSocketTestSession, seat: str) -> Any:
    socket.send_json({"id": 1, "seat": seat, "do": "hide low"})
    while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
        pass
    return heard


def sign_out(client: TestClient) -> None:
    assert client.delete("/api/session", headers=OURS).status_code == 200


def test_signing_out_ends_the_live_connections_of_this_sign_in(client: TestClient) -> None:
    table, tokens = seated(client)
    mine = client.cookies
    client.cookies = httpx.Cookies()
    elsewhere = client.post("/api/session", json=AKI).cookies["hexfire_session"]
    client.cookies = mine
    with (
        at(client, table) as one,
        at(client, table, tokens["red"]) as another,
        at(client, table, session=elsewhere) as phone,
        at(client, table, tokens["red"], session="") as by_link,
    ):
        sign_out(client)
        assert is_sent_away(one) and is_sent_away(another)
        assert plays(phone, "blue")["ok"], "another browser's sign-in is its own"
        assert plays(by_link, "red")["ok"], "who holds a seat by its link holds it still"
    with at(client, table) as back:
        assert "error" in plays(back, "red"), "he comes back as one who looks on"


def test_what_was_sent_before_the_end_is_heard_does_not_count(settings: Settings) -> None:
    """The connection ends a moment later; his seats are gone at once."""
    app = create_app(settings, {"duel": DuelBox()})
    with TestClient(app) as client:
        table, _ = seated(client)
        with at(client, table):
            live = app.state.server.tables.in_memory(table)
            (listener,) = live.listeners
            assert listener.seats == {"red", "blue"}
            sign_out(client)
            assert listener.seats == frozenset()


def test_who_signs_out_while_he_is_greeted_is_sent_away(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = seated(client)
    app: Any = client.app
    seats_of = app.state.server.seating.seats_of

    async def and_meanwhile(*asked: Any) -> Any:
        held = await seats_of(*asked)
        await app.state.server.accounts.sign_out(client.cookies["hexfire_session"])
        return held

    monkeypatch.setattr(app.state.server.seating, "seats_of", and_meanwhile)
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.send_json({"tokens": []})
        assert is_sent_away(socket)


def test_signing_out_at_one_worker_ends_live_connections_at_the_other(settings: Settings) -> None:
    if not settings.is_postgres:
        pytest.skip("SQLite serves one process")
    one, two = (create_app(settings, {"duel": DuelBox()}) for _ in range(2))
    with TestClient(one) as here, TestClient(two) as there:
        table, _ = seated(here)
        there.cookies = here.cookies
        with at(there, table) as socket:
            sign_out(here)
            assert is_sent_away(socket)


def test_a_sign_in_that_runs_out_ends_and_a_guest_stays(settings: Settings) -> None:
    """Looked at from time to time; so is found what was ended without our hearing of it."""
    app = create_app(settings, {"duel": DuelBox()})
    with TestClient(app) as client:
        table, tokens = seated(client)
        stays: Stays = app.state.server.stays
        guest = at(client, table, tokens["red"], session="of long ago")
        with at(client, table) as socket, guest as by_link:
            assert client.portal is not None
            client.portal.call(stays.look)
            assert plays(socket, "blue")["ok"]
            store = Store(settings)
            with store.engine.begin() as connection:
                connection.execute(update(schema.sessions).values(expires=1))
            store.engine.dispose()
            client.portal.call(stays.look)
            assert is_sent_away(socket)
            assert plays(by_link, "red")["ok"]


def test_the_look_comes_by_itself(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfire.server.people.staying.EVERY", 0.0)
    looked = asyncio.Event()

    async def look(_stays: Stays) -> None:
        looked.set()

    monkeypatch.setattr(Stays, "look", look)

    async def wait() -> None:
        stays = Stays(Store(settings))
        stays.start()
        await asyncio.wait_for(looked.wait(), 60)
        stays.stop()

    asyncio.run(wait())


def test_nothing_stays_of_connections_that_are_over(client: TestClient) -> None:
    table, _ = seated(client)
    app: Any = client.app
    with at(client, table):
        assert app.state.server.stays._stays
    sign_out(client)
    with at(client, table):
        pass
    assert not app.state.server.stays._stays
