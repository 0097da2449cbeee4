"""A purchase on the server: the agreement, the desk, and that nothing secret reaches the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexfire.asl.purchase.state import State
from hexfire.dice import Dice, secure
from hexfire.rulebook import BadInput, Refusal
from hexfire.server import live as live_module
from hexfire.server.app import create_app
from hexfire.server.dyo_box import DyoBox
from hexfire.server.settings import Settings

AGREED = "1943-07 German:800 Soviet:800"


class Purchase:
    """A purchase without a server: the box alone."""

    def __init__(self, agreement: str = AGREED) -> None:
        self.box = DyoBox()
        self.state: State = self.box.game.setup(self.box.scenario(agreement), {})
        for seat in self.box.game.seats(self.state):
            self.do(seat, "agree")

    def do(self, seat: str, *texts: str) -> None:
        for text in texts:
            action = self.box.game.read(text, self.state, seat)
            self.state, _ = self.box.game.apply(self.state, seat, action, Dice(source=secure()))

    def desk(self, seat: str = "german") -> Any:
        return self.box.ask(self.state, seat, {"desk": True})

    def texts(self, seat: str = "german") -> list[str]:
        return [offer["text"] for offer in self.desk(seat)["offers"]]


def test_an_agreement_in_one_line() -> None:
    box = DyoBox()
    line = "1944-09 South African:600 U.S.:450 open night pfk boards=4,12 victory=take the hill"
    assert box.seats(line) == ("south-african", "us")
    agreed = box.game.setup(box.scenario(line), {}).agreement
    assert (agreed.date, agreed.secret, agreed.night, agreed.pfk) == ("1944-09", False, True, True)
    assert agreed.boards == ("4", "12") and agreed.victory == "take the hill"
    plain = box.game.setup(box.scenario(AGREED), {}).agreement
    assert plain.secret and not plain.night and plain.boards == () and plain.victory == ""


@pytest.mark.parametrize("line", ["", "1944 German:1", "1944-09 German:x Soviet:9", AGREED + " no"])
def test_a_line_that_is_no_agreement_is_refused(line: str) -> None:
    with pytest.raises(BadInput):
        DyoBox().scenario(line)


def test_the_desk_prices_what_is_legal_and_says_why_the_rest_is_closed() -> None:
    desk = Purchase().desk()
    offers = {offer["text"]: offer for offer in desk["offers"]}
    assert offers["squads 4-6-8"]["cost"] == 13
    sapper = offers["squads 4-6-8 sapper"]
    assert sapper["cost"] == 20 and sapper["codes"] == {"S": "sapper"}
    assert [(part["rule"], part["value"]) for part in sapper["tally"]] == [
        ("H1.211", 13),
        ("H1.23", 7),
    ]
    closed = {one["text"]: one for one in desk["closed"]}
    engineers = closed["squads 4-6-7 engineer"]
    assert engineers["rule"] == "H1.22" and engineers["message"].key == "purchase.only_elite"
    assert not set(offers) & set(closed)
    assert "squad/German/4-4-7/bpv" in desk["lacking"]


def test_a_price_for_many_and_its_refusal() -> None:
    game = Purchase()
    ask = game.box.ask
    assert ask(game.state, "german", {"price": "squads 4-6-8 x6"})["cost"] == 78
    with pytest.raises(Refusal) as refused:
        ask(game.state, "german", {"price": "squads 4-6-8 x99"})
    assert refused.value.rule in ("H1.11", "H1.13")


def test_the_odds_are_the_rule_over_every_roll() -> None:
    game = Purchase()
    game.do("german", "close")
    odds = game.box.ask(game.state, "german", {"odds": "roll"})
    assert [chance["exact"] for chance in odds[:3]] == ["1/36", "1/18", "1/12"]
    seven = dict(odds[5]["message"].params)
    assert (seven["dr"], odds[5]["exact"]) == (7, "1/6")


def test_a_missing_figure_is_asked_for_and_waits_for_both() -> None:
    game = Purchase()
    for seat in ("german", "soviet"):
        game.do(seat, *["close"] * 6)
    game.do("german", "announce")
    game.do("soviet", "announce")
    assert "nation/Soviet/lg" in game.desk("soviet")["lacking"]
    game.do("soviet", "figure nation/Soviet/lg = 6")
    assert "nation/Soviet/lg" not in game.desk("soviet")["lacking"]
    assert "figure nation/Soviet/lg = 6" in game.texts("german")
    game.do("german", "figure nation/Soviet/lg = 6")
    assert game.desk("soviet")["lacking"] == []


def test_closed_steps_offer_nothing_more() -> None:
    game = Purchase()
    game.do("german", "close")
    assert not [text for text in game.texts() if text.startswith("squads")]
    game.do("german", *["close"] * 5)
    assert game.texts() == []  # waits for the other side to finish


def test_a_stranger_gets_no_answer() -> None:
    game = Purchase()
    for seat in (None, "british"):
        with pytest.raises(Refusal):
            game.box.ask(game.state, seat, {"desk": True})
    with pytest.raises(BadInput):
        game.box.ask(game.state, "german", {"everything": True})


# -- nothing leaks ---------------------------------------------------------------------------------

Seen = Callable[[tuple[str, ...]], bytes]


@pytest.fixture
def seen_by_soviet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """All that the Soviet player and a spectator get while the German one does these things.

    Ids and tokens are the same each time, so that every byte may be compared.
    """
    runs = iter(range(100))

    def watch(deeds: tuple[str, ...]) -> bytes:
        numbers = iter(range(1000))
        monkeypatch.setattr(live_module, "new_id", lambda: "0123456789abcdef")
        monkeypatch.setattr(live_module, "new_token", lambda: f"{next(numbers):032}")
        settings = Settings(database_url=f"sqlite:///{tmp_path / f'{next(runs)}.db'}")
        with TestClient(create_app(settings, {"asl-dyo": DyoBox()})) as client:
            return _watched(client, deeds)

    return watch


def _watched(client: TestClient, deeds: tuple[str, ...]) -> bytes:
    person = {"who": "me"}
    body = {
        "game": "asl-dyo",
        "scenario": "1944-09 German:1000 Soviet:1000",
        "name": "Aki",
        "word": "w",
        "seats": {"german": person, "soviet": person},
    }
    made = client.post("/api/tables", json=body).json()
    where = f"/api/tables/{made['id']}"
    header = {seat: {"Authorization": f"Seat {token}"} for seat, token in made["tokens"].items()}

    def act(seat: str, text: str) -> None:
        body = {"seat": seat, "action": text}
        answer = client.post(f"{where}/act", json=body, headers=header[seat])
        waits_for_a_decision = answer.status_code == 422 and "need" in answer.json()
        assert answer.status_code == 200 or waits_for_a_decision, (text, answer.text)

    for seat in ("german", "soviet"):
        act(seat, "agree")
    heard = []
    with client.websocket_connect(f"{where}/live") as socket:
        socket.send_json({"tokens": [made["tokens"]["soviet"]]})
        heard += [socket.receive_bytes(), socket.receive_bytes()]
        for text in deeds:
            seat, _, words = text.partition(": ")
            act(seat, words)
            heard.append(socket.receive_bytes())
        ask = {"seat": "soviet", "question": {"desk": True}}
        heard.append(client.post(f"{where}/ask", json=ask, headers=header["soviet"]).content)
        heard.append(client.get(f"{where}?seat=soviet", headers=header["soviet"]).content)
        heard.append(client.get(where).content)
        for path in ("/journal", "/verify", "?seat=german"):
            heard.append(client.get(where + path, headers=header["soviet"]).content)
    return b"\n".join(heard)


def test_frames_of_the_other_seat_do_not_depend_on_secret_purchases(seen_by_soviet: Seen) -> None:
    few = ("german: squads 4-6-8 x4 sapper", "german: equip mol", "german: san 3")
    many = ("german: squads 4-6-7 x20", "german: squads 8-3-8 engineer", "german: close")
    assert seen_by_soviet(few) == seen_by_soviet(many)


def test_rolls_do_not_show_either(seen_by_soviet: Seen) -> None:
    guns = ("german: close", "german: roll", "german: close", "german: san 3", "german: san 4")
    oba = ("german: close", "german: close", "german: close", "german: roll", "german: decline")
    assert seen_by_soviet(guns) == seen_by_soviet(oba)


def test_an_open_purchase_is_seen(seen_by_soviet: Seen) -> None:
    """The watch itself works: what is public does differ."""
    elr = ("german: figure nation/German/lg = 6",)
    assert seen_by_soviet(elr) != seen_by_soviet(("german: figure nation/German/lg = 7",))


def test_dice_that_wait_for_their_player_are_not_shown_to_others(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'typed.db'}")
    with TestClient(create_app(settings, {"asl-dyo": DyoBox()})) as client:
        seats = {"german": {"who": "me", "typed": True}, "soviet": {"who": "me"}}
        body = {"game": "asl-dyo", "scenario": AGREED, "name": "Aki", "seats": seats}
        made = client.post("/api/tables", json=body).json()
        where = f"/api/tables/{made['id']}"

        def headers(seat: str) -> dict[str, str]:
            return {"Authorization": f"Seat {made['tokens'][seat]}"}

        def act(seat: str, text: str) -> Any:
            body = {"seat": seat, "action": text}
            return client.post(f"{where}/act", json=body, headers=headers(seat))

        def look(seat: str) -> Any:
            return client.get(f"{where}?seat={seat}", headers=headers(seat)).json()

        for seat, text in (("german", "agree"), ("soviet", "agree"), ("german", "close")):
            assert act(seat, text).status_code == 200
        assert act("german", "roll").status_code == 422
        mine, theirs = look("german"), look("soviet")
        assert mine["rolling"] == "german" and mine["roll"]["rule"] == "H1.3"
        for frame in (theirs, client.get(where).json()):
            assert frame["rolling"] is None and frame["roll"] is None
