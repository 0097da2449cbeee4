"""Requests that once were answered with 500, and people who pretend to be others."""

from __future__ import annotations

import gzip
import re
import zlib
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hexfire.server.http.limits import Bucket
from hexfire.server.process import Server


def new_table(client: TestClient) -> tuple[str, dict[str, str]]:
    seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    made = client.post("/api/tables", json=body).json()
    return made["id"], made["tokens"]


@pytest.mark.parametrize("path", ["/%00", "/" + "a" * 5000, "/a/../../../etc/passwd", "/%ff"])
def test_strange_addresses(client: TestClient, path: str) -> None:
    assert client.get(path).status_code < 500


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_not_there_is_told_in_a_sentence(client: TestClient, language: str) -> None:
    """An address that is none of ours, and one of ours asked in a way it does not know."""
    for method, path, status in [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/none/of/these", 404),
        ("GET", "/assets/nothing.js", 404),
        ("DELETE", "/api/tables", 405),
        ("PUT", "/healthz", 405),
    ]:
        told = client.request(method, path, headers={"accept-language": language})
        assert told.status_code == status
        assert told.json()["refused"] is None
        sentence = told.json()["error"]
        assert path in sentence and sentence.endswith({"en": ".", "ja": "。"}[language])
        assert status == 404 or (method in sentence and "GET" in told.headers["allow"])
        assert ["path", path] in told.json()["message"]["params"], "for the other language"


def test_a_line_of_chat_far_beyond_the_last(client: TestClient) -> None:
    table, _ = new_table(client)
    for since in (10**23, 2**31, -5):
        assert client.get(f"/api/tables/{table}/chat?since={since}").status_code in (200, 422)


@pytest.mark.parametrize(
    "question", [b'{"reach":"\\ud800"}', b'{"\\ud800":1}', b'{"a":["\\udfff"]}', b'{"a":"\\u0000"}']
)
def test_halves_of_signs_in_a_question(client: TestClient, question: bytes) -> None:
    table, _ = new_table(client)
    answer = client.post(
        f"/api/tables/{table}/ask",
        content=b'{"question":' + question + b"}",
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 422 and answer.json()["error"]


def test_a_name_that_grows_when_folded(client: TestClient) -> None:
    body = {"name": "ß" * 40, "password": "0123456789"}
    assert client.post("/api/accounts", json=body).status_code == 201


def test_passwords_of_one_account_cannot_be_tried_from_many_addresses(app: FastAPI) -> None:
    body = {"name": "Aki", "password": "wrong wrong"}
    most = 10
    with TestClient(app):
        app.state.server.logins = Bucket(most, seconds=1e9)  # however slow this machine is
        statuses = [
            TestClient(app, client=(f"10.0.0.{n}", 1)).post("/api/session", json=body).status_code
            for n in range(most + 2)
        ]
    assert statuses[:most] == [401] * most and statuses[-1] == 429


def test_whoever_tries_passwords_does_not_shut_out_the_owner(app: FastAPI) -> None:
    """His browser, which has signed in before, has an allowance of its own, and it is bounded."""
    aki = {"name": "Aki", "password": "0123456789"}
    with TestClient(app):
        owner = TestClient(app, client=("192.0.2.1", 1))
        assert owner.post("/api/accounts", json=aki).status_code == 201
        assert owner.delete("/api/session", headers={"x-hexfire": "1"}).status_code == 200
        app.state.server.logins = Bucket(3, seconds=1e9)

        def tries(address: str, cookies: dict[str, str], **body: str) -> int:
            other = TestClient(app, client=(address, 1), cookies=cookies)
            return other.post("/api/session", json={**aki, **body}).status_code

        wrong = {"password": "wrong wrong"}
        assert [tries(f"10.0.0.{n}", {}, **wrong) for n in range(4)] == [401, 401, 401, 429]
        assert tries("10.0.1.1", {}) == 429, "even with the right password, from elsewhere"
        proof = owner.cookies["hexfire_known"]
        for forged in ("x", ".", f"{proof[:-1]}x", "x" + proof, "." + proof.split(".")[1]):
            assert tries("10.0.1.2", {"hexfire_known": forged}) == 429
            app.state.server.logins._left.pop("10.0.1.2")
        assert tries("10.0.1.3", {"hexfire_known": proof}, name="Bo", **wrong) == 401
        assert tries("192.0.2.1", {"hexfire_known": proof}) == 200
        stolen = [tries(f"10.0.2.{n}", {"hexfire_known": proof}, **wrong) for n in range(3)]
        assert stolen == [401, 401, 429], (
            "who has the cookie too has no more tries than one address"
        )


def test_an_ipv6_network_has_the_limits_of_one_address(app: FastAPI) -> None:
    with TestClient(app):
        app.state.server.logins = Bucket(3, seconds=1e9)
        statuses = [
            TestClient(app, client=(f"2001:db8::{n}", 1))
            .post("/api/session", json={"name": f"N{n}", "password": "wrong wrong"})
            .status_code
            for n in range(4)
        ]
    assert statuses == [401, 401, 401, 429]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://[", "http://testserver.evil"]
)
def test_another_sites_page_changes_nothing(client: TestClient, origin: str) -> None:
    """With a session or without: a page elsewhere could make its readers send what has no type."""
    body = b'{"name": "Aki", "password": "0123456789"}'
    for headers in ({}, {"content-type": "application/json"}):
        answer = client.post("/api/accounts", content=body, headers={"origin": origin, **headers})
        assert answer.status_code == 403 and answer.json()["error"]
    ours = {"origin": "http://testserver", "content-type": "application/json"}
    assert client.post("/api/accounts", content=body, headers=ours).status_code == 201


@pytest.mark.parametrize("origin", ["null", "http://["])
def test_a_strange_origin_opens_no_live_connection(client: TestClient, origin: str) -> None:
    table, _ = new_table(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/tables/{table}/live", headers={"origin": origin}),
    ):
        pass


# -- the live connection ---------------------------------------------------------------------------


def test_another_sites_page_opens_no_live_connection(client: TestClient) -> None:
    table, _ = new_table(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(
            f"/api/tables/{table}/live", headers={"origin": "https://evil.example"}
        ),
    ):
        pass
    with client.websocket_connect(
        f"/api/tables/{table}/live", headers={"origin": "http://testserver"}
    ) as socket:
        socket.send_json({"tokens": []})
        assert socket.receive_json(mode="binary")["type"] == "frame"


def test_a_spectator_speaks_under_no_players_name(client: TestClient) -> None:
    table, tokens = new_table(client)

    def say(name: str, held: list[str]) -> Any:
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            socket.send_json({"tokens": held, "name": name})
            socket.send_json({"id": 7, "chat": "hello"})
            while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
                pass
            return heard

    for name in ("Aki", "aki", "Ａｋｉ", " Aki\u200b"):
        assert "error" in say(name, []), name
    assert say("Bo", [])["ok"] and say("", [tokens["red"]])["ok"]
    lines = client.get(f"/api/tables/{table}/chat").json()
    assert [line["name"] for line in lines] == ["Bo", "Aki"]


def test_chat_shows_its_latest_lines_only(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bucket, "take", lambda *_: True)  # nobody talks too much
    table, _ = new_table(client)
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.send_json({"tokens": [], "name": "Bo"})
        for n in range(205):
            socket.send_json({"id": n + 1, "chat": f"line {n}"})
            while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
                pass
            assert heard.get("ok"), heard
    lines = client.get(f"/api/tables/{table}/chat").json()
    assert len(lines) == 200 and lines[-1]["text"] == "line 204" and lines[0]["n"] == 5


def test_tables_that_nobody_looks_at_are_unloaded_and_come_back(client: TestClient) -> None:
    table, tokens = new_table(client)
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    client.post(
        f"/api/tables/{table}/act",
        json={"seat": "red", "action": "hide low"},
        headers={"Authorization": f"Seat {tokens['red']}"},
    )
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        socket.send_json({"tokens": []})
        socket.receive_bytes()
        assert server.tables.unload(float("inf")) == 0  # somebody watches
    assert server.tables.unload(0.0) == 0  # not idle for long
    assert server.tables.unload(float("inf")) == 1
    assert server.tables.in_memory(table) is None
    assert client.get(f"/api/tables/{table}").json()["now"] == 1


DEEP = '{"id": 1, "ask": {"a": ' + "[" * 20_000 + "]" * 20_000 + "}}"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('{"id": "x"}', "整数を書くところに文字列がある"),
        ('{"id": 1', "途中で終わっている"),
        ('{"on": 1e999}', "数が大きすぎる"),
        (DEEP, "入れ子が深すぎる"),
    ],
)
def test_an_unreadable_message_is_answered_in_the_readers_language(
    client: TestClient, said: str, sentence: str
) -> None:
    table, _ = new_table(client)
    with client.websocket_connect(f"/api/tables/{table}/live") as wire:
        wire.send_text('{"tokens": [], "lang": "ja"}')
        for _ in range(2):  # the frame, the chat
            wire.receive_bytes()
        wire.send_text(said)
        assert sentence in wire.receive_json(mode="binary")["error"]


@pytest.mark.parametrize(
    ("language", "sentence"), [("ja", "途中で終わっている"), ("en", "too early")]
)
def test_an_unreadable_greeting_is_refused_in_the_browsers_language(
    client: TestClient, language: str, sentence: str
) -> None:
    table, _ = new_table(client)
    wishes = {"accept-language": language}
    with client.websocket_connect(f"/api/tables/{table}/live", headers=wishes) as wire:
        wire.send_text('{"tokens": [')
        assert sentence in wire.receive_json(mode="binary")["error"]


BRACES = 50_000
UNREADABLE = {
    "values within values without end": ('{"a":' * BRACES + "1" + "}" * BRACES).encode(),
    "half of a sign": b'{"record": {"setup": "\\ud800"}, "wishes": "\\ud800", "more": "than that"}',
    "no number": b'{"order": NaN, "situation": -Infinity, "more": 1e999}',
    "a number without end": b'{"order": ' + b"9" * 5_000 + b"}",
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_no_json_holds_is_refused_in_a_sentence_at_every_address(
    app: FastAPI, kind: str
) -> None:
    """Also where a file is read from the text of a request, and in the workers of the tools."""
    with TestClient(app, raise_server_exceptions=False) as client:
        table, _ = new_table(client)
        for path, verbs in app.openapi()["paths"].items():
            for verb in {"post", "put", "patch"} & set(verbs):
                address = re.sub(r"\{[^}]*\}", "x", path.replace("{table}", table))
                headers = {"content-type": "application/json", "accept-language": "en"}
                said = client.request(verb, address, content=UNREADABLE[kind], headers=headers)
                assert 400 <= said.status_code < 500, (verb, address, said.text[:200])
                assert said.json()["error"], "in our words, not in those of a library"


PACKED = {"gzip": gzip.compress, "deflate": zlib.compress}


@pytest.mark.parametrize("how", PACKED)
def test_nothing_that_is_sent_is_unpacked(app: FastAPI, how: str) -> None:
    """A body is what it is, at every address: a small one cannot become a large one."""
    orders = [b'{"name": "Aki", "password": "0123456789"}', b" " * 2_000_000]
    bodies = [PACKED[how](order) for order in orders]
    headers = {"content-type": "application/json", "content-encoding": how}
    with TestClient(app, raise_server_exceptions=False) as client:
        table, _ = new_table(client)
        for path, verbs in app.openapi()["paths"].items():
            for verb in {"post", "put", "patch"} & set(verbs):
                address = re.sub(r"\{[^}]*\}", "x", path.replace("{table}", table))
                for body in bodies:
                    said = client.request(verb, address, content=body, headers=headers)
                    assert 400 <= said.status_code < 500, (verb, address, said.text[:200])


@pytest.mark.parametrize(
    ("language", "sentence"), [("ja", "使えない文字がある"), ("en", "signs that cannot be kept")]
)
@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("mission/open", b'{"record": {"setup": "\\ud800 and more"}}'),
        ("gun", b'{"order": {"gun": "ge-MTR81s", "into": "\\ud800\\ud800"}}'),
        ("force/plan", b'{"wishes": "\\udc00 and more", "points": 1}'),
        ("situation", b'{"board": "millbrook", "situation": {"units": "\\ud800"}, "events": []}'),
    ],
)
def test_half_a_sign_deep_in_an_order_is_told(
    client: TestClient, address: str, body: bytes, language: str, sentence: str
) -> None:
    headers = {"content-type": "application/json", "accept-language": language}
    said = client.post(f"/api/tools/{address}", content=body, headers=headers)
    assert said.status_code == 422 and sentence in said.json()["error"]
