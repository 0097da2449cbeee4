"""Nobody sees what he may not: every byte that reaches others is the same, whatever one does.

Two tables are played that differ only in what one seat does in secret: what, how often, or whether
at all. Ids, tokens and secrets are the same each time, and the clock stands at one time before and
at another during the secret deeds; so all that leaves the server may be compared byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hexfire.folio import support
from hexfire.server.app import create_app
from hexfire.server.boxes.battle import BattleBox
from hexfire.server.boxes.dyo import DyoBox
from hexfire.server.boxes.folio import FolioBox
from hexfire.server.settings import Settings
from hexfire.server.storage import database as store_module
from hexfire.server.storage.news import Feed
from hexfire.server.tables import chat as chat_module
from hexfire.server.tables import seating as seating_module
from hexfire.server.tables import tables as tables_module

Deeds = tuple[str, ...]
SECRET = "1944-09 German:1000 Soviet:1000"


class Ear:
    """Somebody at the live socket: all messages, up to the reply to a question of his own."""

    def __init__(self, socket: Any, tokens: list[str]) -> None:
        self.socket, self.asked = socket, 0
        self.heard: list[bytes] = []
        socket.send_json({"tokens": tokens})
        self.heard += [socket.receive_bytes(), socket.receive_bytes()]

    def call(self, **request: Any) -> dict[str, Any]:
        """A request; everything that comes before its reply was pushed."""
        self.asked += 1
        self.socket.send_json({"id": self.asked, **request})
        while True:
            self.heard.append(self.socket.receive_bytes())
            message: dict[str, Any] = json.loads(self.heard[-1])
            if message["type"] == "reply":
                return message

    def listen(self) -> None:
        self.call(at=0)


class Watch:
    """One table and three people: who acts in secret, the other seat, and a spectator."""

    def __init__(self, client: TestClient, body: dict[str, Any]) -> None:
        self.client = client
        self.made = client.post("/api/tables", json=body).json()
        self.where = f"/api/tables/{self.made['id']}"
        self.heard: list[bytes] = []

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Seat {self.made['tokens'][seat]}"}

    def act(self, seat: str, action: str, **more: Any) -> Any:
        body = {"seat": seat, "action": action, **more}
        return self.client.post(f"{self.where}/act", json=body, headers=self.headers(seat))

    def frame(self, seat: str | None, **params: Any) -> dict[str, Any]:
        """A frame, kept among what was heard."""
        if seat is not None:
            params["seat"] = seat
        headers = self.headers(seat) if seat else {}
        answer = self.client.get(self.where, params=params, headers=headers)
        self.heard.append(answer.content)
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, seat: str, question: dict[str, Any]) -> None:
        body = {"seat": seat, "question": question}
        headers = self.headers(seat)
        self.heard.append(self.client.post(f"{self.where}/ask", json=body, headers=headers).content)

    def forbidden(self, seat: str, other: str) -> None:
        """What would tell all is refused, in the same words."""
        for path in ("/journal", "/verify", f"?seat={other}"):
            answer = self.client.get(self.where + path, headers=self.headers(seat))
            assert answer.status_code in (403, 422)
            self.heard.append(answer.content)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    time = [1000]
    for module in (chat_module, seating_module, tables_module, store_module):
        monkeypatch.setattr(module, "now", lambda: time[0])
    return time


@pytest.fixture
def again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], FastAPI]:
    """A fresh server that gives the same ids, tokens and secrets as the last one."""
    runs = iter(range(100))

    def make(box: Any) -> FastAPI:
        numbers = iter(range(1000))
        monkeypatch.setattr(seating_module, "new_id", lambda: "0123456789abcdef")
        monkeypatch.setattr(seating_module, "new_token", lambda: f"{next(numbers):032}")
        settings = Settings(database_url=f"sqlite:///{tmp_path / f'{next(runs)}.db'}")
        return create_app(settings, {box.game.name: box})

    return make


# -- a secret purchase -----------------------------------------------------------------------------


@pytest.fixture
def seen_by_soviet(again: Callable[[Any], FastAPI], clock: list[int]) -> Callable[..., bytes]:
    """All that the Soviet player and a spectator get while the German one does these things."""

    def watch(*deeds: str, typed: bool = False) -> bytes:
        clock[0] = 1000
        with TestClient(again(DyoBox())) as client:
            seats = {"german": {"who": "me", "typed": typed}, "soviet": {"who": "me"}}
            body = {"game": "asl-dyo", "scenario": SECRET, "name": "Aki"}
            return _watch_purchase(
                Watch(client, {**body, "seats": seats, "open": True}), deeds, clock
            )

    return watch


def _watch_purchase(table: Watch, deeds: Deeds, clock: list[int]) -> bytes:
    client, live = table.client, f"{table.where}/live"
    tokens = table.made["tokens"]
    for seat in ("german", "soviet"):
        assert table.act(seat, "agree").status_code == 200
    with (
        client.websocket_connect(live) as german,
        client.websocket_connect(live) as soviet,
        client.websocket_connect(live) as spectator,
    ):
        acting = Ear(german, [tokens["german"]])
        ears = [Ear(soviet, [tokens["soviet"]]), Ear(spectator, [])]
        clock[0] = 2000
        for deed in deeds:
            _deed(acting, deed)
        for ear in ears:
            ear.listen()
        _look(table)
        # The other side goes on: its numbers, dice and refusals are its own.
        ear, own = ears[0], {"seat": "soviet"}
        assert "error" in ear.call(do="squads 4-4-7 x2", on=99, **own)
        assert ear.call(do="squads 4-4-7 x2", on=2, **own)["now"] == 3
        assert ear.call(undo=True, **own)["now"] == 2
        assert "error" in ear.call(undo=True, **own)  # what both have heard of stands
        assert ear.call(do="close", on=2, **own)["now"] == 4
        assert ear.call(do="roll", on=4, **own)["ok"]
        assert "error" in ear.call(answer=[1, 1], **own)
        assert ear.call(ask_undo=2, **own)["ok"]
        _deed(acting, "san 4")  # nor does a deed show in what was asked before
        ear.listen()
        assert acting.call(answer_undo=False, seat="german")["ok"]
        _look(table)
        for ear in ears:
            ear.listen()
            table.heard += ear.heard
    return b"\n".join(table.heard)


def _deed(acting: Ear, deed: str) -> None:
    verb, _, rest = deed.partition(": ")
    match verb:
        case "undo":
            reply = acting.call(undo=True, seat="german")
        case "cancel":
            reply = acting.call(cancel=True, seat="german")
        case "dice":
            reply = acting.call(answer=[int(face) for face in rest.split()], seat="german")
        case _:
            reply = acting.call(do=deed, seat="german")
    assert reply.get("ok") or "need" in reply, (deed, reply)


def _look(table: Watch) -> None:
    """Frames of now, of all positions, and of what is new; the desk; the list of open tables."""
    for seat in ("soviet", None):
        for at in table.frame(seat)["path"]:
            table.frame(seat, at=at)
            table.frame(seat, since=at)
    table.ask("soviet", {"desk": True})
    table.ask("soviet", {"price": "squads 4-4-7 x3"})
    table.forbidden("soviet", "german")
    table.heard.append(table.client.get("/api/tables").content)


FEW: Deeds = ("squads 4-6-8 x4 sapper", "equip mol", "san 3")
MANY: Deeds = ("squads 4-6-7 x20", "undo", "squads 8-3-8 engineer", "close", "san 3")
GUNS: Deeds = ("close", "roll", "close", "san 3")
OBA: Deeds = ("close", "close", "close", "roll", "decline", "san 3", "close")


@pytest.mark.parametrize("deeds", [FEW, MANY, GUNS, OBA], ids=["few", "many", "guns", "oba"])
def test_whether_what_and_how_often_one_buys_in_secret_is_not_seen(
    seen_by_soviet: Callable[..., bytes], deeds: Deeds
) -> None:
    assert seen_by_soviet(*deeds) == seen_by_soviet()


@pytest.mark.parametrize(
    "deeds",
    [("close", "roll"), ("close", "roll", "cancel"), ("close", "roll", "dice: 3 4")],
    ids=["open", "given-up", "typed"],
)
def test_dice_that_wait_for_their_player_hold_up_nobody_and_are_not_seen(
    seen_by_soviet: Callable[..., bytes], deeds: Deeds
) -> None:
    last: Deeds = () if "dice" in deeds[-1] or "cancel" in deeds[-1] else ("dice: 2 2",)
    assert seen_by_soviet(*deeds, *last, typed=True) == seen_by_soviet(typed=True)


def test_an_open_roll_alone(again: Callable[[Any], FastAPI], clock: list[int]) -> None:
    """While his own dice are asked for, the other's frame is what it was."""
    with TestClient(again(DyoBox())) as client:
        seats = {"german": {"who": "me", "typed": True}, "soviet": {"who": "me"}}
        body = {"game": "asl-dyo", "scenario": SECRET, "name": "Aki", "seats": seats}
        table = Watch(client, body)
        for seat, text in (("german", "agree"), ("soviet", "agree"), ("german", "close")):
            assert table.act(seat, text).status_code == 200
        before = [table.frame(seat) for seat in ("soviet", None)]
        assert table.act("german", "roll").json()["need"]["rule"] == "H1.3"
        assert [table.frame(seat) for seat in ("soviet", None)] == before
        mine = table.frame("german")
        assert mine["rolling"] == "german" and mine["roll"]["rule"] == "H1.3" and not mine["legal"]
        assert before[0]["legal"] and before[0]["rolling"] is None
        assert table.act("soviet", "squads 4-4-7").status_code == 200


def test_what_is_public_is_seen(again: Callable[[Any], FastAPI], clock: list[int]) -> None:
    """A figure that one side names waits for the other: it hears of it at once."""
    with TestClient(again(DyoBox())) as client:
        person = {"who": "me"}
        body = {"game": "asl-dyo", "scenario": SECRET, "name": "Aki"}
        table = Watch(client, {**body, "seats": {"german": person, "soviet": person}})
        with client.websocket_connect(f"{table.where}/live") as socket:
            ear = Ear(socket, [table.made["tokens"]["soviet"]])
            assert table.act("german", "figure nation/German/lg = 6").status_code == 200
            ear.listen()
            pushed = [json.loads(message) for message in ear.heard[2:-1]]
            assert [frame["now"] for frame in pushed] == [1]
            assert "nation/German/lg" in json.dumps(pushed[0]["log"])


def test_who_holds_both_seats_hears_of_what_either_does(
    again: Callable[[Any], FastAPI], clock: list[int]
) -> None:
    with TestClient(again(DyoBox())) as client:
        person = {"who": "me"}
        body = {"game": "asl-dyo", "scenario": SECRET, "name": "Aki"}
        table = Watch(client, {**body, "seats": {"german": person, "soviet": person}})
        for seat in ("german", "soviet"):
            assert table.act(seat, "agree").status_code == 200
        with client.websocket_connect(f"{table.where}/live") as socket:
            ear = Ear(socket, [*table.made["tokens"].values()])
            for seat in ("soviet", "german", "soviet"):
                heard = len(ear.heard)
                assert table.act(seat, "san 3" if seat == "german" else "squads 4-4-7").is_success
                ear.listen()
                assert len(ear.heard) == heard + 2  # one frame, and the reply


def test_an_open_purchase_is_seen(again: Callable[[Any], FastAPI], clock: list[int]) -> None:
    with TestClient(again(DyoBox())) as client:
        person = {"who": "me"}
        body = {"game": "asl-dyo", "scenario": f"{SECRET} open", "name": "Aki"}
        table = Watch(client, {**body, "seats": {"german": person, "soviet": person}})
        for seat, text in (("german", "agree"), ("soviet", "agree"), ("german", "squads 4-6-8 x2")):
            assert table.act(seat, text).status_code == 200
        frame = table.frame("soviet")
        assert frame["now"] == 3 and "4-6-8" in json.dumps(frame["log"])


def test_two_processes_write_for_two_seats_and_neither_hears_of_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A purchase at two worker processes: nobody is told that the table has moved on.

    News between the processes may come late; here they never come.
    """
    if not settings.is_postgres:
        pytest.skip("SQLite serves one process")
    monkeypatch.setattr(Feed, "start", lambda self: None)
    with (
        TestClient(create_app(settings, {"asl-dyo": DyoBox()})) as here,
        TestClient(create_app(settings, {"asl-dyo": DyoBox()})) as there,
    ):
        person = {"who": "me"}
        body = {"game": "asl-dyo", "scenario": SECRET, "name": "Aki"}
        table = Watch(here, {**body, "seats": {"german": person, "soviet": person}})
        for seat in ("german", "soviet"):
            assert table.act(seat, "agree").status_code == 200
        for n, client in enumerate((there, here, there, there, here)):
            table.client = client
            assert table.act("german", f"squads 4-6-{7 + n % 2}", on=2 + n).status_code == 200
            table.client = here if client is there else there
            assert table.act("soviet", "squads 4-4-7", on=2 + n).status_code == 200


# -- Folio: the markers in hand --------------------------------------------------------------------


def test_which_markers_one_holds_is_not_seen(
    again: Callable[[Any], FastAPI], clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two battles by the same orders; red holds other markers, as many as before."""
    seen = []
    dealt = support.received
    for others in (False, True):
        if others:
            monkeypatch.setattr(support, "received", lambda *at: _others(dealt, *at))
        with TestClient(again(FolioBox())) as client:
            person = {"who": "me"}
            body = {"game": "folio", "scenario": "tutorial", "name": "Aki"}
            options = {"markers_public": False}
            seats = {"blue": person, "red": person}
            table = Watch(client, {**body, "seats": seats, "options": options, "open": True})
            seen.append(_watch_battle(table))
    assert seen[0][1] != seen[1][1], "the twins do not differ"
    assert seen[0][0] == seen[1][0]


def _others(dealt: Any, scenario: Any, turn: int) -> tuple[int, int]:
    """Of red's pool the last markers instead of the first."""
    hands = list(dealt(scenario, turn))
    red = scenario.seats.index("red")
    pool = [i for i, marker in enumerate(scenario.markers) if marker.side == red]
    hands[red] = sum(1 << i for i in pool[len(pool) - hands[red].bit_count() :])
    return hands[0], hands[1]


def _watch_battle(table: Watch) -> tuple[bytes, str]:
    """What blue and a spectator get while both play without markers; and what red holds."""
    markers, held = [], ""
    with table.client.websocket_connect(f"{table.where}/live") as socket:
        ear = Ear(socket, [table.made["tokens"]["blue"]])
        for n in range(90):
            acting = table.frame(None)["to_act"][0]
            headers = table.headers(acting)
            mine = table.client.get(f"{table.where}?seat={acting}", headers=headers).json()
            if acting == "red" and (hand := mine["view"]["markers"]["red"]):
                held += json.dumps(hand)
                markers = [marker["id"] for marker in hand]
            plain = [text for text in mine["legal"] if not set(text.split()) & set(markers)]
            order = plain[n % len(plain)]
            assert table.act(acting, order).status_code == 200, order
            for seat in ("blue", None):
                table.frame(seat)
        for at in table.frame("blue")["path"][::7]:
            table.frame("blue", at=at)
        for question in ({"targets": None}, {"combat": {}}, {"zoc": None}, {"why": "end"}):
            table.ask("blue", question)
        table.forbidden("blue", "red")
        table.heard.append(table.client.get("/api/tables").content)
        ear.listen()
    return b"\n".join(table.heard + ear.heard), held


# -- a hidden Gun ----------------------------------------------------------------------------------

HIDDEN = ("place G1 at H5 facing I5/I6 veil hidden", "place G1 at F7 facing 2 veil hidden")


def _watch_hidden_gun(table: Watch, setting_up: str, clock: list[int]) -> bytes:
    """All that the Russian player and a spectator get, from the set-up into the Movement Phase."""
    live, tokens = f"{table.where}/live", table.made["tokens"]
    with (
        table.client.websocket_connect(live) as german,
        table.client.websocket_connect(live) as russian,
        table.client.websocket_connect(live) as spectator,
    ):
        gunner = Ear(german, [tokens["german"]])
        ears = [Ear(russian, [tokens["russian"]]), Ear(spectator, [])]
        clock[0] = 2000
        assert "ok" in gunner.call(do=setting_up, seat="german")
        assert any(b"G1" in message for message in gunner.heard), "its owner sees the Gun"
        driver = ears[0]
        for ear, seat, deed in (
            (gunner, "german", "end"),
            (driver, "russian", "end"),
            (gunner, "german", "end"),
            (driver, "russian", "end"),
            (driver, "russian", "end"),
            (driver, "russian", "start T1"),
            (gunner, "german", "pass"),
            (driver, "russian", "go T1 to L6"),
            (gunner, "german", "pass"),
        ):
            assert "ok" in ear.call(do=deed, seat=seat), deed
        for question in (
            {"targets": "T1"},
            {"steps": "T1"},
            {"arc": "T1"},
            {"set_up": True},
            {"line": {"from": "T1", "to": "H5"}},
            {"shot": "fire T1 at G1"},
            {"arc": "G1"},
            {"why": "fire T1 at G1c"},
            {"cards": ["ru-T34M43"]},
            {"reach": "R1"},
        ):
            driver.call(ask=question, seat="russian")
            ears[1].call(ask=question)
        for seat in ("russian", None):
            for at in table.frame(seat)["path"]:
                table.frame(seat, at=at)
        table.forbidden("russian", "german")
        table.heard.append(table.client.get(f"{table.where}/board").content)
        for ear in ears:
            ear.listen()
            table.heard += ear.heard
    return b"\n".join(table.heard)


def test_a_hidden_gun_is_in_nothing_that_the_other_side_gets(
    again: Callable[[Any], FastAPI], clock: list[int]
) -> None:
    """A12.3: wherever it stands, every byte is the same, and none of them names it."""
    heard = []
    for deed in HIDDEN:
        clock[0] = 1000
        with TestClient(again(BattleBox())) as client:
            seats = {"german": {"who": "me"}, "russian": {"who": "me"}}
            body = {"game": "battle", "scenario": "lesson", "name": "Aki", "seats": seats}
            heard.append(_watch_hidden_gun(Watch(client, {**body, "open": True}), deed, clock))
    assert heard[0] == heard[1]
    told = [message for message in heard[0].split(b"\n") if b"frame" in message]
    assert any(b"228C" in message for message in told), "the mortar's crew stands in the open"
    assert not any(b"AT75L" in message or b'"G1' in message for message in told)
