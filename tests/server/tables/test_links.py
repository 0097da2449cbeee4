"""Seat links: each opens one seat of one table, for as long as its player sits there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.server.storage.database import digest


def opened(client: TestClient, blue: str = "open") -> tuple[str, dict[str, str]]:
    seats = {"red": {"who": "me"}, "blue": {"who": blue}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats, "open": True}
    made = client.post("/api/tables", json=body).json()
    return made["id"], made["tokens"]


def join(client: TestClient, table: str) -> str:
    taken = client.post(f"/api/tables/{table}/join", json={"name": "Bo", "seat": "blue"})
    assert taken.status_code == 200
    token: str = taken.json()["token"]
    return token


def opens(client: TestClient, table: str, token: str, seat: str) -> bool:
    """Whether a link opens a seat: to look, to end, and on a live connection."""
    headers = {"Authorization": f"Seat {token}"}
    looked = client.get(f"/api/tables/{table}?seat={seat}", headers=headers).status_code
    said = {"seat": seat, "end": "refuse-draw"}  # nobody has offered one
    ended = client.post(f"/api/tables/{table}/end", json=said, headers=headers).status_code
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.send_json({"tokens": [token]})
        seen = socket.receive_json(mode="binary")["seat"]
    ways = {looked == 200, ended != 403, seen == seat}
    assert len(ways) == 1, (looked, ended, seen)
    return ways.pop()


def leave(client: TestClient, table: str, token: str) -> None:
    said = {"seat": "blue", "end": "leave"}
    headers = {"Authorization": f"Seat {token}"}
    assert client.post(f"/api/tables/{table}/end", json=said, headers=headers).status_code == 200


def test_a_link_opens_its_own_seat_at_its_own_table(client: TestClient) -> None:
    here, tokens = opened(client, "me")
    there, _ = opened(client, "me")
    assert opens(client, here, tokens["red"], "red")
    assert not opens(client, here, tokens["red"], "blue")
    assert not opens(client, there, tokens["red"], "red")


@pytest.mark.parametrize("begun", [False, True])
def test_a_link_opens_nothing_once_its_seat_was_left(client: TestClient, begun: bool) -> None:
    """Whether the seat stands free, or somebody else sits there, or he himself again."""
    table, _ = opened(client)
    first = join(client, table)
    if not begun:
        leave(client, table, first)
        first, old = join(client, table), first
        assert not opens(client, table, old, "blue")
    assert opens(client, table, first, "blue")
    leave(client, table, first)
    assert not opens(client, table, first, "blue")
    second = join(client, table)
    assert second != first and opens(client, table, second, "blue")
    assert not opens(client, table, first, "blue")


@pytest.mark.parametrize("guess", ["", " ", "*", "%", "null", "None", "' or ''='", "\ud800"])
def test_no_guess_opens_a_free_seat(client: TestClient, guess: str) -> None:
    """A seat that nobody holds has no link, and what stands for none is none either."""
    table, tokens = opened(client)
    for said in (guess, digest(tokens["red"]), tokens["red"][:-1], tokens["red"] + "x"):
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            socket.send_text(json.dumps({"tokens": [said]}))
            told: Any = socket.receive_json(mode="binary")
            assert told.get("seat") is None


def test_links_are_told_to_those_who_get_them_and_to_nobody_else(client: TestClient) -> None:
    table, tokens = opened(client)
    tokens["blue"] = join(client, table)
    heard = ""
    with (
        client.websocket_connect(f"/api/tables/{table}/live") as watching,
        client.websocket_connect(f"/api/tables/{table}/live") as playing,
    ):
        watching.send_json({"tokens": []})
        playing.send_json({"tokens": [tokens["red"]]})
        for socket in (watching, playing):
            heard += "".join(socket.receive_bytes().decode() for _ in range(2))
        playing.send_json({"id": 1, "chat": "hello"})
        playing.send_json({"id": 2, "seat": "red", "end": "resign"})
        for socket, messages in ((watching, 2), (playing, 4)):
            heard += "".join(socket.receive_bytes().decode() for _ in range(messages))
    for way in ("", "/chat", "/journal", "/board"):
        heard += client.get(f"/api/tables/{table}{way}").text
    heard += client.get("/api/tables").text
    assert '"hello"' in heard and "resign" in heard
    for token in tokens.values():
        assert token not in heard and digest(token) not in heard
