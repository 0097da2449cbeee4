"""However many look on: one action makes one frame for each view there is, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.assist.frames import Frame, Told
from hexfire.play import Event
from hexfire.rulebook import Message
from hexfire.server.app import create_app
from hexfire.server.boxes.folio import FolioBox
from hexfire.server.http.wire import Parcel
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import telling
from hexfire.server.tables.frames import Moment, frame
from hexfire.server.tables.live import Listener, Live

WATCHERS = 500


def test_five_hundred_watchers_cost_one_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str | None] = []
    real = telling.frame

    def counted(live: Any, seat: str | None, **more: Any) -> bytes:
        made.append(seat)
        return real(live, seat, **more)

    monkeypatch.setattr(telling, "frame", counted)
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        server: Server = client.app.state.server  # type: ignore[attr-defined]
        live = server.tables.in_memory(table["id"])
        assert live is not None
        watchers = [Listener(frozenset()) for _ in range(WATCHERS)]
        players = [Listener(frozenset({seat})) for seat in seats for _ in range(3)]
        live.listeners |= {*watchers, *players}
        made.clear()
        answer = client.post(
            f"/api/tables/{table['id']}/act",
            json={"seat": "red", "action": "hide high"},
            headers={"Authorization": f"Seat {table['tokens']['red']}"},
        )
        assert answer.status_code == 200
    assert sorted(made, key=str) == [None, "blue", "red"]
    told = {id(watcher.outbox.get_nowait()) for watcher in watchers}
    assert len(told) == 1, "the same bytes for all"


def test_a_frame_holds_the_fields_that_are_published(tmp_path: Path) -> None:
    """A frame is put together from two parts: together they are the published struct."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        mine = {"Authorization": f"Seat {table['tokens']['red']}"}
        waiting = client.get(f"/api/tables/{table['id']}", headers=mine).json()
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        table = client.post("/api/tables", json=body | {"seats": seats}).json()
        playing = client.get(f"/api/tables/{table['id']}").json()
    assert playing.keys() == {"type", *Frame.__struct_fields__}
    about = set(Frame.__struct_fields__) - set(Told.__struct_fields__)
    assert waiting.keys() == {"type", "seat", "commitment", *about}
    assert waiting["type"] == playing["type"] == Frame.__struct_config__.tag


def test_people_and_standing_are_told_as_they_are_now(tmp_path: Path) -> None:
    """What frames tell of the table itself is kept encoded, until any of it changes."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "open"}}
        body = {"game": "duel", "scenario": "plain", "name": "Anna", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        address = f"/api/tables/{table['id']}"
        mine = {"Authorization": f"Seat {table['tokens']['red']}"}
        first = client.get(address, headers=mine).json()
        assert (first["status"], first["seats"]["blue"]["kind"]) == ("waiting", "open")
        came = client.post(f"{address}/join", json={"seat": "blue", "name": "Ben"})
        assert came.status_code < 300, came.text
        then = client.get(address, headers=mine).json()
        assert (then["status"], then["seats"]["blue"]["name"]) == ("playing", "Ben")
        client.post(f"{address}/end", json={"seat": "red", "end": "resign"}, headers=mine)
        assert client.get(address, headers=mine).json()["status"] == "over"


class Duelling:
    """A duel of one person that somebody watches."""

    def __init__(self, client: TestClient) -> None:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        made = client.post("/api/tables", json=body).json()
        self._client, self._where, self._tokens = (
            client,
            f"/api/tables/{made['id']}",
            made["tokens"],
        )
        live = client.app.state.server.tables.in_memory(made["id"])  # type: ignore[attr-defined]
        self.live: Live = live
        self.watcher = Listener(frozenset())
        self.live.listeners.add(self.watcher)

    def post(self, what: str, seat: str, **more: Any) -> None:
        headers = {"Authorization": f"Seat {self._tokens[seat]}"}
        body = {"seat": seat, **more}
        answer = self._client.post(f"{self._where}/{what}", json=body, headers=headers)
        assert answer.status_code == 200, answer.text

    def take_back(self, seat: str) -> None:
        tables = self._client.app.state.server.tables  # type: ignore[attr-defined]
        assert self._client.portal is not None
        self._client.portal.call(tables.change, self.live, lambda table: table.undo(seat))

    def heard(self) -> Any:
        """The latest that he was told."""
        message = None
        while not self.watcher.outbox.empty():
            message = self.watcher.outbox.get_nowait()
        assert message is not None
        return msgspec.json.decode(message)


def test_one_action_further_only_its_own_events_are_told(tmp_path: Path) -> None:
    """Whoever heard of the position before needs no more; after a step aside all is told."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        at = Duelling(client)
        at.post("act", "red", action="hide high")
        at.post("act", "blue", action="hide low")
        told = at.heard()
        assert told["since"] == 1 and told["path"] == [2] and len(told["log"]) == 1
        at.post("act", "red", action="step 1")
        assert at.heard()["since"] == 2
        at.take_back("red")
        back = at.heard()
        assert back["since"] is None and back["path"] == [1, 2] and len(back["log"]) == 3
        at.post("act", "red", action="step 2")
        assert at.heard()["path"] == [4], "on the position that all have heard of"
        at.live.told = 3  # that was taken back, and whoever stands there cannot go on
        at.post("act", "blue", action="step 1")
        assert at.heard()["path"] == [1, 2, 4, 5]


def test_who_holds_seats_that_act_apart_is_told_when_one_of_them_sees_something_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And only then: a push tells that something was done. He may look through the other one."""
    frames = [b"one"]
    monkeypatch.setattr(telling, "all_frames", lambda _live, _seats: frames[0])
    live: Any = SimpleNamespace(apart=True)
    listener, shown = Listener(frozenset({"red", "blue"})), Parcel(b"through red")
    pushed = []
    for frames[0] in (b"one", b"one", b"two", b"two"):
        telling.show(live, listener, shown)
        pushed.append(listener.outbox.qsize())
    assert pushed == [1, 1, 2, 2]


def test_after_trouble_with_the_database_all_is_told_again(tmp_path: Path) -> None:
    """Nobody knows who heard what meanwhile."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        at = Duelling(client)
        at.post("act", "red", action="hide high")
        telling.tell_storage(at.live, "server.storage_away")
        assert at.heard()["message"] == {"key": "server.storage_away"}
        at.post("act", "blue", action="hide low")
        assert at.heard()["path"] == [1, 2]


def _frames_of_a_duel(client: TestClient, orders: list[tuple[str, str]]) -> Iterator[Moment]:
    """A duel, order by order; each time what all are told of it together."""
    seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
    body = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
    table = client.post("/api/tables", json=body).json()
    live = client.app.state.server.tables.in_memory(table["id"])  # type: ignore[attr-defined]
    for seat, order in orders:
        before = live.playing.now
        answer = client.post(
            f"/api/tables/{table['id']}/act",
            json={"seat": seat, "action": order},
            headers={"Authorization": f"Seat {table['tokens'][seat]}"},
        )
        assert answer.status_code == 200
        yield Moment(live, before)


def test_what_all_are_told_together_each_would_be_told_alone(tmp_path: Path) -> None:
    """What all see alike is written once; nobody gets what another one sees or hears."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    orders = [("red", "hide high"), ("blue", "hide low"), ("red", "step 1"), ("blue", "step 1")]
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        for moment in _frames_of_a_duel(client, orders):
            live, since = moment.live, moment.since
            for seat in ("red", None, "blue"):
                alone = frame(live, seat, since=since)
                assert frame(live, seat, moment=moment) == alone
                told = msgspec.json.decode(alone)
                assert told["seat"] == seat
                seen = msgspec.json.encode(live.playing.view(seat))
                assert told["view"] == msgspec.json.decode(seen)


@pytest.mark.parametrize("secret", [False, True])
def test_what_all_see_and_hear_alike_is_written_once(tmp_path: Path, secret: bool) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"folio": FolioBox()})) as client:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        body = {"game": "folio", "scenario": "tutorial", "name": "A", "seats": seats}
        table = client.post("/api/tables", json=body).json()
        live = client.app.state.server.tables.in_memory(table["id"])  # type: ignore[attr-defined]
        playing = live.playing
        (seat,) = playing.to_act()
        for _ in range(2):
            playing.do(seat, next(iter(playing.legal(seat))))
        if secret:  # all see the same, and one of them hears more
            whispered = Event(Message.of("folio.over"), seats=("red",))
            playing.steps[-1] = msgspec.structs.replace(playing.steps[-1], events=(whispered,))
        moment = Moment(live, 1)
        written = [moment.standing(playing, one) for one in ("red", None, "blue")]
    heard = [len(msgspec.json.decode(b"{" + one[1:] + b"}")["log"]) for one in written]
    assert heard == ([1, 0, 0] if secret else [heard[0]] * 3)
    assert len({id(one) for one in written}) == (3 if secret else 1)
