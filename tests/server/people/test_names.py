"""Names that look alike, and names of which nothing is seen."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import update

from hexfire.server.http.limits import Bucket
from hexfire.server.people.names import apart, look, seen
from hexfire.server.storage import schema

UNSEEN = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\ufe0f", "\U000e0100"]
UNSEEN += ["\u3164", "\u115f", "\u2800", "\u180b", "\u202e", "\U000e0041", "\0"]

ALIKE = {
    "Aki": ["aki", "AKI", "Ａｋｉ", "Аki", "АКІ", "Αki", "Akı", "AKİ", "Akl", "Ak1", "𝐀𝐤𝐢", "Ⓐki"],
    "Ono": ["0no", "оno", "Οnо"],
    "Éva": ["E\u0301va", "éva"],
    "タカ": ["夕力", "ﾀｶ"],
    "ロニー": ["口二一"],
    "へいわ": ["ヘいわ"],
    "Anna Lee": ["Anna  Lee", "Anna\u00a0Lee", "Anna\u3000Lee"],
}


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_nobody_sees_is_no_part_of_a_name(sign: str) -> None:
    assert seen(f"A{sign}ki{sign}") == "Aki"


@pytest.mark.parametrize(("name", "other"), [(a, b) for a, many in ALIKE.items() for b in many])
def test_names_that_can_hardly_be_told_apart_have_one_look(name: str, other: str) -> None:
    assert look(other) == look(name)


def test_names_that_differ_to_the_eye_have_each_its_own() -> None:
    names = ["Aki", "Akio", "Eki", "Åki", "Иван", "秋", "亜紀", "あき", "アキ", "Bo", "Éva", "Eva"]
    assert len({look(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\ufe0f", "\u034f \u115f"])
def test_a_name_of_which_nothing_is_seen_is_refused(client: TestClient, name: str) -> None:
    seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
    body = {"game": "duel", "scenario": "plain", "seats": seats}
    assert client.post("/api/tables", json={**body, "name": name}).status_code == 422
    account = {"name": name, "password": "0123456789"}
    assert client.post("/api/accounts", json=account).status_code == 422
    table = client.post("/api/tables", json={**body, "name": "Aki"}).json()["id"]
    assert client.post(f"/api/tables/{table}/join", json={"name": name}).status_code == 422


def test_who_looks_on_speaks_under_no_name_like_a_players(client: TestClient) -> None:
    seats = {"red": {"who": "me"}, "blue": {"who": "me", "name": "タカ"}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    table = client.post("/api/tables", json=body).json()["id"]

    def say(name: str) -> Any:
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            socket.send_json({"tokens": [], "name": name})
            socket.send_json({"id": 7, "chat": "I resign"})
            while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
                pass
            return heard

    for name in ("Аki", "Aki\ufe0f", "A\u034fki", "Ak1", "夕力"):
        assert "error" in say(name), name
    assert say("Akio")["ok"]
    assert [line["name"] for line in client.get(f"/api/tables/{table}/chat").json()] == ["Akio"]


@pytest.mark.parametrize("name", ["Aki", "Аki", "Ak1"])
def test_who_sits_down_under_the_name_of_another_player_gets_a_number(
    client: TestClient, name: str
) -> None:
    """Two strangers may share a name, and somebody may want to be taken for another."""
    body = {"game": "duel", "scenario": "plain", "name": "Aki"}
    seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
    table = client.post("/api/tables", json={**body, "seats": seats}).json()["id"]
    client.post(f"/api/tables/{table}/join", json={"name": name})
    seen_by_all = client.get(f"/api/tables/{table}").json()["seats"]
    assert {seat: who["name"] for seat, who in seen_by_all.items()} == {
        "red": "Aki",
        "blue": f"{name} (2)",
    }


def test_a_number_finds_room_in_the_longest_name() -> None:
    longest = "x" * 40
    assert apart(longest, ["y", longest]) == "x" * 36 + " (2)"
    assert apart("Bo", ["Bo", "Bo (2)"]) == "Bo (3)"
    assert apart("Bo", []) == "Bo"


def test_an_account_has_one_name_however_it_is_written(client: TestClient) -> None:
    aki = {"name": "Éva", "password": "0123456789"}
    assert client.post("/api/accounts", json=aki).status_code == 201
    client.cookies.clear()
    for way in ("E\u0301va", "éva\ufe0f", "\u3164Ｅ\u0301va"):
        again = client.post("/api/accounts", json={**aki, "name": way})
        assert again.status_code == 409, way
    assert client.post("/api/session", json={**aki, "name": way}).status_code == 200


def test_passwords_are_not_tried_more_often_under_names_that_show_the_same(app: FastAPI) -> None:
    with TestClient(app):
        app.state.server.logins = Bucket(3, seconds=1e9)
        names = ["Aki", "Aki\ufe0f", "\u3164Aki", "A\u034fki", "AKI"]
        statuses = [
            TestClient(app, client=(f"10.0.0.{n}", 1))
            .post("/api/session", json={"name": name, "password": "wrong wrong"})
            .status_code
            for n, name in enumerate(names)
        ]
    assert statuses == [401, 401, 401, 429, 429]


def test_an_account_of_before_is_found_by_the_name_it_was_given(
    client: TestClient, app: FastAPI
) -> None:
    """Signs that show nothing were once kept: a heart and the sign that makes it red."""
    heart = "\u2764\ufe0f"
    old = {"name": "old", "password": "0123456789"}
    assert client.post("/api/accounts", json=old).status_code == 201
    client.cookies.clear()
    renamed = update(schema.accounts).values(
        name=heart, name_key=unicodedata.normalize("NFKC", heart)
    )
    with app.state.server.store.engine.begin() as connection:
        connection.execute(renamed)
    assert client.post("/api/session", json={**old, "name": heart}).status_code == 200
    client.cookies.clear()
    new = {"name": "\u2764", "password": "another password"}
    assert client.post("/api/accounts", json=new).status_code == 201
    client.cookies.clear()
    assert client.post("/api/session", json=new).status_code == 200
    client.cookies.clear()
    assert client.post("/api/session", json={**old, "name": heart}).status_code == 200
