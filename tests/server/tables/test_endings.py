"""Resigning, draws, leaving and claiming over HTTP and the live connection; words for the dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.dice import Commitment, opens
from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.tables import endings, tables


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    time = [1_000]
    for module in (endings, tables):
        monkeypatch.setattr(module, "now", lambda: time[0])
    return time


class At:
    """A duel of two people, red and blue, in which both have hidden."""

    def __init__(self, client: TestClient, **how: Any) -> None:
        seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
        body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats, **how}
        made = client.post("/api/tables", json=body).json()
        self.client, self.where, self.tokens = client, f"/api/tables/{made['id']}", made["tokens"]
        self.commitment = made["commitment"]

    def join(self, **how: Any) -> None:
        joined = self.client.post(f"{self.where}/join", json={"name": "Bo", **how}).json()
        self.tokens[joined["seat"]] = joined["token"]

    def post(self, what: str, seat: str, **body: Any) -> Any:
        headers = {"Authorization": f"Seat {self.tokens[seat]}"}
        return self.client.post(
            f"{self.where}/{what}", json={"seat": seat, **body}, headers=headers
        )

    def hide(self) -> None:
        for seat in ("red", "blue"):
            assert self.post("act", seat, action="hide low").status_code == 200

    def end(self, seat: str, word: str) -> Any:
        return self.post("end", seat, end=word)

    def look(self, seat: str | None = None) -> Any:
        headers = {"Authorization": f"Seat {self.tokens[seat]}"} if seat else {}
        return self.client.get(self.where, params={"seat": seat} if seat else {}, headers=headers)


def begun(client: TestClient, **how: Any) -> At:
    at = At(client, **how)
    at.join()
    at.hide()
    return at


def test_who_resigns_loses_and_the_dice_are_opened(client: TestClient) -> None:
    at = begun(client)
    frame = at.end("blue", "resign").json()
    assert frame["status"] == "over" and frame["outcome"]["winners"] == ["red"]
    assert frame["to_act"] == [] and at.look("red").json()["legal"] == []
    assert frame["log"][-1]["message"]["key"] == "core.log.resigned"
    verdict = client.get(f"{at.where}/verify").json()
    assert verdict["ok"] and verdict["unverified"]
    assert at.end("red", "resign").status_code == 422
    assert at.end("red", "leave").json()["message"]["key"] == "core.play.over"
    assert at.look("red").status_code == 200, "he has his seat still"


def test_a_draw_is_offered_and_accepted_on_the_live_connection(client: TestClient) -> None:
    at = begun(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        for n, (seat, word, ok) in enumerate(
            (
                ("red", "accept-draw", False),
                ("red", "offer-draw", True),
                ("blue", "accept-draw", True),
            )
        ):
            socket.send_json({"id": n, "seat": seat, "end": word})
            while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
                pass
            assert bool(heard.get("ok")) is ok, heard
        socket.send_json({"id": 9, "seat": "red", "end": "explode"})
        while (heard := socket.receive_json(mode="binary"))["type"] != "reply":
            pass
        assert "resign" in heard["error"]
    frame = at.look().json()
    assert frame["outcome"]["winners"] == [] and frame["status"] == "over"
    assert frame["outcome"]["message"]["key"] == "core.play.end.draw"


def test_nobody_ends_for_another_seat(client: TestClient) -> None:
    at = begun(client)
    at.tokens["blue"] = at.tokens["red"]
    assert at.end("blue", "resign").status_code == 403


def test_a_game_is_claimed_when_the_agreed_time_is_over(
    client: TestClient, clock: list[int]
) -> None:
    at = begun(client, claim_after=3600)
    assert at.look("blue").json()["ending"]["claim_from"] == 1_000 + 3600
    assert at.look("red").json()["ending"]["claim_from"] is None  # red is to act
    clock[0] += 3599
    early = at.end("blue", "claim")
    assert early.status_code == 422 and "1" in early.json()["error"]
    clock[0] += 1
    assert at.end("red", "claim").status_code == 422
    frame = at.end("blue", "claim").json()
    assert frame["outcome"]["winners"] == ["blue"] and frame["status"] == "over"


def test_a_seat_that_was_left_is_free_for_others_or_the_game_is_claimed(
    settings: Settings, tmp_path: Path
) -> None:
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        at = begun(client, claim_after=0)
        assert at.end("blue", "leave").status_code == 200
        frame = at.look("red").json()
        assert frame["ending"]["left"] == ["blue"] and frame["ending"]["claim_from"] == 0
        assert frame["seats"]["blue"]["kind"] == "open"
        assert at.look("blue").status_code == 403  # his token opens nothing any more
        at.join(name="Cy")
        assert at.look("blue").json()["ending"]["left"] == []
        assert at.end("red", "claim").status_code == 422
        assert at.end("blue", "leave").status_code == 200
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:  # and after a restart
        at.client = client
        assert at.end("red", "claim").json()["outcome"]["winners"] == ["red"]


def test_a_clock_that_was_set_back_spoils_no_journal(client: TestClient, clock: list[int]) -> None:
    """Nobody waits for less than no time: such a line could not be read again."""
    at = begun(client)
    assert at.end("blue", "leave").status_code == 200
    clock[0] -= 500
    assert at.end("red", "claim").json()["outcome"]["winners"] == ["red"]
    assert client.get(f"{at.where}/verify").json()["ok"] is True


def test_who_leaves_before_the_game_begins_frees_his_seat(client: TestClient) -> None:
    at = At(client)
    assert at.end("red", "leave").status_code == 200
    frame = at.look().json()
    assert frame["status"] == "waiting" and frame["seats"]["red"]["kind"] == "open"


def test_a_seat_of_real_dice_stays_one_when_it_is_left(client: TestClient) -> None:
    """The journal's first line says whose dice are typed: nobody changes that by coming."""
    at = begun(client, seats={"red": {"who": "me"}, "blue": {"who": "open", "typed": True}})
    assert at.look().json()["seats"]["blue"]["typed"] is True
    assert at.end("blue", "leave").status_code == 200
    assert at.look().json()["seats"]["blue"]["typed"] is True


def test_the_commitment_is_shown_before_any_word_is_taken(client: TestClient) -> None:
    """On the waiting table, in the answer to its maker, in the journal: first hash, then words."""
    at = At(client)
    waiting = at.look().json()["commitment"]
    assert waiting == {"sha256": at.commitment, "words": []}
    at.join(word="bo's")
    assert at.look("red").json()["word_wanted"] and not at.look("blue").json()["word_wanted"]
    assert at.post("word", "red", word="aki's").status_code == 200
    assert at.post("word", "red", word="again").status_code == 422
    assert at.look().json()["commitment"] == {"sha256": at.commitment, "words": ["bo's", "aki's"]}
    at.hide()
    at.end("red", "resign")
    journal = client.get(f"{at.where}/journal").text.splitlines()
    lines = [json.loads(line)["line"] for line in journal]
    assert [line["kind"] for line in lines[:3]] == ["header", "word", "word"]
    assert lines[0]["commitment"] == {"sha256": at.commitment, "words": []}
    assert [line["word"] for line in lines[1:3]] == ["bo's", "aki's"]
    assert opens(lines[-1]["secret"], Commitment(at.commitment))


def test_words_are_not_taken_once_a_die_has_fallen(client: TestClient) -> None:
    at = begun(client)
    at.post("act", "red", action="strike")
    assert at.post("word", "blue", word="late").status_code == 422
    assert not at.look("blue").json()["word_wanted"]
