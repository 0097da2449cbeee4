"""The server around the tiny duel: seats, frames, durability, races, secrets, limits."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from duel_box import DuelBox
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hexfire.lang import words
from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.http import limits
from hexfire.server.http.api_page import key_of
from hexfire.server.http.limits import Bucket
from hexfire.server.settings import Settings, from_environment

PERSON = {"who": "me"}


def new_table(client: TestClient, **seats: Any) -> tuple[str, dict[str, str]]:
    body = {
        "game": "duel",
        "scenario": "plain",
        "name": "Aki",
        "seats": seats or {"red": PERSON, "blue": PERSON},
    }
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return made["id"], made["tokens"]


def seat_header(*tokens: str) -> dict[str, str]:
    return {"Authorization": "Seat " + " ".join(tokens)}


def act(
    client: TestClient, table: str, tokens: dict[str, str], seat: str, action: str, **more: Any
) -> Any:
    return client.post(
        f"/api/tables/{table}/act",
        json={"seat": seat, "action": action, **more},
        headers=seat_header(tokens[seat]),
    )


def hidden(client: TestClient, table: str, tokens: dict[str, str]) -> None:
    assert act(client, table, tokens, "red", "hide high").status_code == 200
    assert act(client, table, tokens, "blue", "hide low").status_code == 200


def test_ready(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200 and answer.json()["ready"]


def test_a_hot_seat_game_is_played(client: TestClient) -> None:
    table, tokens = new_table(client)
    hidden(client, table, tokens)
    frame = act(client, table, tokens, "red", "step 2", on=2).json()
    assert frame["now"] == 3 and frame["view"]["places"] == [2, 0]
    assert frame["to_act"] == ["blue"] and frame["legal"] == []
    frame = client.get(
        f"/api/tables/{table}", params={"seat": "blue"}, headers=seat_header(tokens["blue"])
    ).json()
    assert frame["legal"] == ["step 1", "step 2", "strike"]


def test_nobody_acts_for_another_seat(client: TestClient) -> None:
    table, tokens = new_table(client)
    swapped = {"red": tokens["blue"], "blue": tokens["red"]}
    assert act(client, table, swapped, "red", "hide high").status_code == 403
    answer = client.get(f"/api/tables/{table}", params={"seat": "red"})
    assert answer.status_code == 403 and "red" in answer.json()["error"]


def test_two_actions_on_one_position(client: TestClient) -> None:
    table, tokens = new_table(client)
    hidden(client, table, tokens)
    assert act(client, table, tokens, "red", "step 1", on=2).status_code == 200
    late = act(client, table, tokens, "red", "step 2", on=2)
    assert late.status_code == 409
    assert "3" in late.json()["error"]


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(client: TestClient) -> None:
    table, tokens = new_table(client)
    hidden(client, table, tokens)
    answer = act(client, table, tokens, "red", "step 3")
    assert answer.status_code == 422 and answer.json()["refused"] == "X2"
    japanese = client.post(
        f"/api/tables/{table}/act?lang=ja",
        json={"seat": "red", "action": "step 3"},
        headers=seat_header(tokens["red"]),
    )
    assert "できません" in japanese.json()["error"] or "行えません" in japanese.json()["error"]
    assert client.get(f"/api/tables/{table}").json()["now"] == 2


def test_a_seat_waits_for_a_friend(client: TestClient) -> None:
    table, tokens = new_table(client, red=PERSON, blue={"who": "open"})
    assert client.get(f"/api/tables/{table}").json()["status"] == "waiting"
    assert act(client, table, tokens, "red", "hide low").status_code == 422
    joined = client.post(f"/api/tables/{table}/join", json={"name": "友", "word": "w"}).json()
    assert joined["seat"] == "blue"
    tokens["blue"] = joined["token"]
    hidden(client, table, tokens)
    again = client.post(f"/api/tables/{table}/join", json={"name": "third"})
    assert again.status_code == 409
    assert client.get(f"/api/tables/{table}").json()["commitment"]["words"] == ["w"]


def test_spectators_and_the_other_seat_never_see_a_secret(client: TestClient) -> None:
    """Two tables that differ only in red's secret: all others get the same bytes."""
    seen = []
    for stance in ("high", "low"):
        table, tokens = new_table(client)
        act(client, table, tokens, "red", f"hide {stance}")
        texts = []
        for seat in ("blue", None):
            headers = seat_header(tokens["blue"]) if seat else {}
            params = {"seat": seat} if seat else {}
            texts.append(client.get(f"/api/tables/{table}", params=params, headers=headers).text)
        headers = seat_header(tokens["blue"])
        body = {"seat": "blue", "question": {"what": "turn"}}
        texts.append(client.post(f"/api/tables/{table}/ask", json=body, headers=headers).text)
        replay = {"seat": "blue", "at": 1}
        texts.append(client.get(f"/api/tables/{table}", params=replay, headers=headers).text)
        plain = [_without_commitment(text.replace(table, "T")) for text in texts]
        seen.append(plain)
        assert client.get(f"/api/tables/{table}/journal").status_code == 422
    assert seen[0] == seen[1]


def _without_commitment(text: str) -> str:
    data = json.loads(text)
    data.pop("commitment", None)
    return json.dumps(data)


def test_everything_survives_a_restart(settings: Settings) -> None:
    boxes = {"duel": DuelBox()}
    with TestClient(create_app(settings, boxes)) as client:
        table, tokens = new_table(client)
        hidden(client, table, tokens)
        act(client, table, tokens, "red", "step 2")
        before = client.get(f"/api/tables/{table}").json()
    with TestClient(create_app(settings, boxes)) as client:
        assert client.get(f"/api/tables/{table}").json() == before
        assert act(client, table, tokens, "blue", "step 1").status_code == 200


def play_to_the_end(client: TestClient, table: str, tokens: dict[str, str]) -> None:
    hidden(client, table, tokens)
    for n in range(60):
        seat = ("red", "blue")[n % 2]
        answer = act(client, table, tokens, seat, "step 1")
        if answer.json().get("outcome"):
            return
    raise AssertionError


def test_the_dice_can_be_verified_when_the_game_is_over(client: TestClient) -> None:
    table, tokens = new_table(client)
    assert client.get(f"/api/tables/{table}/verify").status_code == 422
    play_to_the_end(client, table, tokens)
    verdict = client.get(f"/api/tables/{table}/verify").json()
    assert verdict["ok"] and verdict["sentences"]
    journal = client.get(f"/api/tables/{table}/journal").text
    assert '"kind":"secret"' in journal


# -- live -----------------------------------------------------------------------------------------


def hello(socket: Any, *tokens: str) -> dict[str, Any]:
    socket.send_json({"tokens": list(tokens)})
    frame: dict[str, Any] = receive(socket)
    assert receive(socket)["type"] == "chat"
    return frame


def receive(socket: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(socket.receive_bytes())
    return found


def until(socket: Any, kind: str) -> dict[str, Any]:
    while (message := receive(socket))["type"] != kind:
        pass
    return message


def test_both_sides_hear_of_an_action_at_once(client: TestClient) -> None:
    table, tokens = new_table(client)
    url = f"/api/tables/{table}/live"
    with client.websocket_connect(url) as red, client.websocket_connect(url) as blue:
        assert hello(red, tokens["red"])["seat"] == "red"
        assert hello(blue, tokens["blue"])["seat"] == "blue"
        red.send_json({"id": 7, "do": "hide high", "seat": "red", "on": 0})
        reply = until(red, "reply")
        assert reply["id"] == 7 and reply["ok"] and reply["now"] == 1
        frame = until(blue, "frame")
        assert frame["now"] == 1
        assert "high" not in json.dumps([frame["view"], frame["log"]])
        blue.send_json({"id": 8, "do": "hide high", "seat": "red"})
        assert "error" in until(blue, "reply")
        blue.send_json({"id": 9, "chat": "よろしく"})
        assert until(red, "chat")["lines"][0]["text"] == "よろしく"


def test_undo_and_consent_over_the_wire(client: TestClient) -> None:
    table, tokens = new_table(client)
    hidden(client, table, tokens)
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        hello(socket, tokens["red"], tokens["blue"])
        socket.send_json({"id": 1, "do": "step 1", "seat": "red"})
        until(socket, "reply")
        socket.send_json({"id": 2, "undo": True, "seat": "blue"})
        assert "error" in until(socket, "reply")
        socket.send_json({"id": 3, "undo": True, "seat": "red"})
        assert until(socket, "reply")["now"] == 2
        socket.send_json({"id": 4, "ask_undo": 0, "seat": "red"})
        until(socket, "reply")
        socket.send_json({"id": 5, "answer_undo": True, "seat": "blue"})
        assert until(socket, "reply")["now"] == 0


def test_who_comes_back_gets_exactly_what_he_missed(client: TestClient) -> None:
    """What he has and what is sent since then make the whole frame, also after an undo."""
    table, tokens = new_table(client)
    hidden(client, table, tokens)
    red = {"params": {"seat": "red"}, "headers": seat_header(tokens["red"])}
    kept = [client.get(f"/api/tables/{table}", **red).json()]  # type: ignore[arg-type]
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        hello(socket, tokens["red"], tokens["blue"])
        for n, (seat, deed) in enumerate(
            (("red", "step 1"), ("red", "undo"), ("red", "step 2"), ("blue", "step 1"))
        ):
            call = {"undo": True} if deed == "undo" else {"do": deed}
            socket.send_json({"id": n, "seat": seat, **call})
            assert until(socket, "reply")["ok"]
            kept.append(client.get(f"/api/tables/{table}", **red).json())  # type: ignore[arg-type]
    whole = kept[-1]
    for old in kept:
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            socket.send_json({"tokens": [tokens["red"]], "since": old["now"]})
            fresh = receive(socket)
        again = client.get(
            f"/api/tables/{table}",
            params={"seat": "red", "since": old["now"]},
            headers=seat_header(tokens["red"]),
        ).json()
        assert again == fresh
        if old["now"] <= 3:  # before something was taken back, which the whole log tells
            assert fresh["since"] is None
            assert fresh == whole
            continue
        assert fresh["since"] == old["now"]
        assert old["log"] + fresh["log"] == whole["log"]
        assert old["path"] + fresh["path"] == whole["path"]
        rest = {"log", "path", "since", "commitment", "taken_back"}
        assert {k: v for k, v in fresh.items() if k not in rest} == {
            k: v for k, v in whole.items() if k not in rest
        }


def test_typed_dice_over_the_wire(client: TestClient) -> None:
    table, tokens = new_table(client, red={"who": "me", "typed": True}, blue=PERSON)
    hidden(client, table, tokens)
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        hello(socket, tokens["red"], tokens["blue"])
        socket.send_json({"id": 1, "do": "strike", "seat": "red"})
        need = until(socket, "reply")
        assert need["need"]["rule"] == "X3"
        socket.send_json({"id": 2, "answer": [7, 1], "seat": "red"})
        assert "7" in until(socket, "reply")["error"]
        socket.send_json({"id": 3, "answer": [1, 1], "seat": "red"})
        assert until(socket, "reply")["ok"]


def test_each_player_chooses_real_dice_where_the_table_agreed(client: TestClient) -> None:
    for agreed, wish, real in ((True, None, True), (True, False, False), (False, None, False)):
        table, _ = new_table(client, red=PERSON, blue={"who": "open", "typed": agreed})
        body = {"name": "B", **({} if wish is None else {"typed": wish})}
        assert client.post(f"/api/tables/{table}/join", json=body).status_code == 200
        seats = client.get(f"/api/tables/{table}").json()["seats"]
        assert seats["blue"]["typed"] is real and seats["red"]["typed"] is False
    table, _ = new_table(client, red=PERSON, blue={"who": "open"})
    refused = client.post(f"/api/tables/{table}/join", json={"name": "B", "typed": True})
    assert refused.status_code == 422 and "real dice" in refused.json()["error"]


def test_nonsense_over_the_wire_is_answered_not_fatal(client: TestClient) -> None:
    table, tokens = new_table(client)
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        hello(socket, tokens["red"])
        for nonsense in ("[]", "{", '{"id": "x"}', '{"id": 1}', '{"id":1,"at":99}', '{"ask":{}}'):
            socket.send_text(nonsense)
            assert until(socket, "reply")
        socket.send_json({"id": 3, "do": "hide low", "seat": "red"})
        assert until(socket, "reply")["ok"]


def test_a_table_that_does_not_exist(client: TestClient) -> None:
    assert client.get("/api/tables/nix").status_code == 404
    with client.websocket_connect("/api/tables/nix/live") as socket:
        socket.send_json({})
        told = receive(socket)
        assert told["type"] == "error"
        assert told["message"]["key"] == "server.no_table" and "nix" in told["error"]


# -- accounts -------------------------------------------------------------------------------------

OURS = {"X-Hexfire": "1"}


def test_an_account_finds_its_tables_again(client: TestClient) -> None:
    made = client.post("/api/accounts", json={"name": "Yuki", "password": "correct horse"})
    assert made.status_code == 201
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert client.get("/api/me").json()["name"] == "Yuki"
    body = {
        "game": "duel",
        "scenario": "plain",
        "name": "Yuki",
        "seats": {"red": PERSON, "blue": {"who": "open"}},
    }
    table = client.post("/api/tables", json=body, headers=OURS).json()["id"]
    assert [row["id"] for row in client.get("/api/tables").json()["mine"]] == [table]
    assert client.get(f"/api/tables/{table}", params={"seat": "red"}).status_code == 200
    client.delete("/api/session", headers=OURS)
    assert client.get("/api/me").json() is None
    assert client.get(f"/api/tables/{table}", params={"seat": "red"}).status_code == 403


def test_passwords_and_names_are_checked(client: TestClient) -> None:
    account = {"name": "Yuki", "password": "correct horse"}
    assert client.post("/api/accounts", json=account).status_code == 201
    client.cookies.clear()
    same = client.post("/api/accounts", json={**account, "name": "YUKI"})
    assert same.status_code == 409
    wrong = client.post("/api/session", json={**account, "password": "battery staple"})
    nobody = client.post("/api/session", json={**account, "name": "nobody"})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json()["error"] == nobody.json()["error"]
    short = client.post("/api/accounts", json={"name": "x", "password": "short"})
    assert short.status_code == 422 and "password" in short.json()["error"]


def test_a_foreign_page_cannot_act_for_a_signed_in_person(client: TestClient) -> None:
    client.post("/api/accounts", json={"name": "Yuki", "password": "correct horse"})
    body = {"game": "duel", "scenario": "plain", "name": "Y", "seats": {}}
    assert client.post("/api/tables", json=body).status_code == 403


def test_guessing_passwords_is_slowed_down(client: TestClient) -> None:
    answers = [
        client.post("/api/session", json={"name": "a", "password": "b"}).status_code
        for _ in range(15)
    ]
    assert answers.count(429) >= 3 and answers[0] == 401


# -- limits and headers ---------------------------------------------------------------------------


def test_too_many_requests_tables_or_messages_are_refused(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However slow the machine is, no allowance grows again meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    few = msgspec.structs.replace(settings, requests_per_minute=30, max_tables_per_hour=2)
    with TestClient(create_app(few, {"duel": DuelBox()})) as client:
        table, tokens = new_table(client)
        new_table(client)
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": {}}
        assert client.post("/api/tables", json=body).status_code == 429
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            hello(socket, tokens["red"])
            client.app.state.server.messages = Bucket(2)
            replies = []
            for n in range(3):
                socket.send_json({"id": n, "ask": {}})
                replies.append(until(socket, "reply"))
        assert replies[0].get("ok") and "Too many" in replies[-1]["error"]
        # However often he comes back: the allowance is the address's, not the connection's.
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            hello(socket, tokens["red"])
            socket.send_json({"id": 1, "do": "nothing", "seat": "red"})
            assert "Too many" in until(socket, "reply")["error"]
        answers = [client.get("/api/me").status_code for _ in range(40)]
        assert answers[0] == 200 and answers[-1] == 429
        assert "Too many" in client.get("/api/me").json()["error"]
        with (
            pytest.raises(WebSocketDisconnect) as ended,
            client.websocket_connect(f"/api/tables/{table}/live"),
        ):
            pass
        assert ended.value.code == 1013  # to be tried again later


def test_who_looks_on_cannot_drown_a_table_in_talk(client: TestClient) -> None:
    """Every line goes to all: who looks on shares one allowance, players have their own."""
    table, tokens = new_table(client)
    client.app.state.server.talk = Bucket(2, seconds=1e9)
    for n in range(3):
        with client.websocket_connect(f"/api/tables/{table}/live") as socket:
            hello(socket)
            socket.send_json({"id": 1, "chat": f"line {n}"})
            reply = until(socket, "reply")
            assert reply.get("ok") if n < 2 else "Too many" in reply["error"]
    with client.websocket_connect(f"/api/tables/{table}/live") as socket:
        hello(socket, tokens["red"])
        socket.send_json({"id": 1, "chat": "hello"})
        assert until(socket, "reply")["ok"]


def test_a_huge_body_is_refused(client: TestClient) -> None:
    answer = client.post("/api/tables", content=b"x" * 1_100_000)
    assert answer.status_code == 413


def test_every_answer_carries_the_security_headers(client: TestClient) -> None:
    for path in ("/healthz", "/api/tables/nix", "/api/words/ja"):
        headers = client.get(path).headers
        policy = dict(
            part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
        )
        assert policy["script-src"] == "'self'" and policy["default-src"] == "'self'"
        assert policy["object-src"] == policy["frame-ancestors"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"game": 1}', "\x00", '{"game":"duel","extra":1}']
)
def test_unreadable_bodies(client: TestClient, body: str) -> None:
    answer = client.post("/api/tables", content=body)
    assert answer.status_code == 422 and answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("{}", "game：必須の項目がない。"),
        ('{"game": 1}', "game：文字列を指定する。"),
        ("[]", "body：名前と値の組を指定する。"),
        ('{"game":"duel","seats":{},"name":"A","extra":1}', "extra：この項目は使えない。"),
        ("nonsense", "body：JSONの書き方に誤りがある。"),
    ],
)
def test_an_unreadable_body_is_answered_in_japanese(
    client: TestClient, body: str, sentence: str
) -> None:
    headers = {"content-type": "application/json", "accept-language": "ja"}
    answer = client.post("/api/tables", content=body, headers=headers)
    assert answer.json()["error"] == sentence


def test_words_and_rules(client: TestClient) -> None:
    texts = client.get("/api/words/ja")
    assert texts.json()["core.yes"] == "はい"
    etag = texts.headers["etag"]
    assert client.get("/api/words/ja", headers={"if-none-match": etag}).status_code == 304
    assert client.get("/api/words/xx").status_code == 422
    found = client.get("/api/rules", params={"q": "射界"}).json()["rules"]
    assert "C3.2" in {rule["id"] for rule in found}
    assert client.get("/api/rules/c3.2").json()["id"] == "C3.2"
    assert client.get("/api/rules/zzz").status_code == 404


def test_the_interface_describes_itself_without_help_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs?lang=ja").text
    assert "/api/tables/{table}/act" in page and "HTTPインターフェース" in page
    assert "<script" not in page and "://" not in page
    described = client.get("/openapi.json").json()["paths"]
    operations = [one for methods in described.values() for one in methods.values()]
    assert len(operations) > 40
    for one in operations:  # a sentence, not the name of a function; and a known part
        assert len(one["summary"].split()) > 1, one["operationId"]
        assert one["tags"][0] in ("tables", "accounts", "rules", "tools"), one["operationId"]
    english = client.get("/docs?lang=en").text
    for one in operations:
        assert html.escape(one["summary"]) in english


def test_the_interface_is_described_in_japanese(tmp_path: Path) -> None:
    """Every operation of a whole server has its sentence in `api.po`, and no other stands there."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    described = create_app(settings, shelf()).openapi()["paths"]
    said = {
        key_of(method, path): one
        for path, methods in described.items()
        for method, one in methods.items()
    }
    english, japanese = words("en").texts, words("ja").texts
    assert {key for key in english if key.startswith("api.") and not key.endswith(".more")} == {
        *said
    }
    for key, one in said.items():
        assert english[key] == one["summary"]
        assert re.search("[぀-ヿ一-鿿]", japanese[key]), key
        if more := one.get("description"):
            assert english[f"{key}.more"] == " ".join(more.split())


def test_sqlite_needs_no_set_up(tmp_path: Path) -> None:
    settings = from_environment({"HEXFIRE_HOME": str(tmp_path / "new")})
    assert settings.database_url.startswith("sqlite:///") and (tmp_path / "new").is_dir()
    settings = from_environment({"HEXFIRE_DATABASE_URL": "postgres://u@h/d", "PORT": "9"})
    assert settings.database_url == "postgresql+psycopg://u@h/d" and settings.port == 9
    assert settings.is_postgres


def test_two_processes_on_one_postgres_hear_of_each_other(settings: Settings) -> None:
    if not settings.is_postgres:
        pytest.skip("SQLite serves one process")
    boxes = {"duel": DuelBox()}
    one: FastAPI = create_app(settings, boxes)
    two: FastAPI = create_app(settings, boxes)
    with TestClient(one) as here, TestClient(two) as there:
        table, tokens = new_table(here)
        hidden(here, table, tokens)
        with there.websocket_connect(f"/api/tables/{table}/live") as socket:
            assert hello(socket, tokens["blue"])["now"] == 2
            act(here, table, tokens, "red", "step 2")
            assert until(socket, "frame")["view"]["places"] == [2, 0]
        # Both act on the same position: one wins, the other is told.
        answers = [act(client, table, tokens, "blue", "step 1", on=3) for client in (there, here)]
        assert sorted(answer.status_code for answer in answers) == [200, 409]
