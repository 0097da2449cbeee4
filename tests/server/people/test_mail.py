"""Turn notification by mail, against a real (small) mail server."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

import msgspec
import pytest
from duel import Hide
from duel_box import DuelBox
from fastapi.testclient import TestClient
from postbox import Postbox

from hexfire.server.app import create_app
from hexfire.server.people import delivery
from hexfire.server.people import mail as mail_module
from hexfire.server.settings import Settings, from_environment
from hexfire.server.storage.trouble import StorageAway

PERSON = {"who": "me"}


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    time = [10_000]
    monkeypatch.setattr(mail_module, "now", lambda: time[0])
    return time


@pytest.fixture
def client(settings: Settings, postbox: Postbox, clock: list[int]) -> Iterator[TestClient]:
    with TestClient(create_app(with_mail(settings, postbox), {"duel": DuelBox()})) as client:
        yield client


def with_mail(settings: Settings, postbox: Postbox) -> Settings:
    return msgspec.structs.replace(
        settings,
        smtp_url=postbox.url,
        mail_from="Hexfire <table@hexfire.test>",
        public_url="https://hexfire.test/",
        mail_every=10**6,  # the tests go round themselves
    )


class Table:
    """A table at which red wants mail."""

    def __init__(self, client: TestClient, title: str = "Dawn") -> None:
        body = {"game": "duel", "scenario": "plain", "name": "Aki", "title": title}
        made = client.post("/api/tables", json={**body, "seats": {"red": PERSON, "blue": PERSON}})
        self.client, self.tokens = client, made.json()["tokens"]
        self.where = f"/api/tables/{made.json()['id']}"

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Seat {self.tokens[seat]}"}

    def act(self, seat: str, action: str) -> None:
        body = {"seat": seat, "action": action}
        answer = self.client.post(f"{self.where}/act", json=body, headers=self.headers(seat))
        assert answer.status_code == 200

    def ask_for_mail(self, address: str = "aki@hexfire.test", lang: str = "en") -> Any:
        body = {"seat": "red", "address": address}
        return self.client.post(
            f"{self.where}/mail?lang={lang}", json=body, headers=self.headers("red")
        )

    def wished(self) -> Any:
        return self.client.get(f"{self.where}/mail?seat=red", headers=self.headers("red")).json()


def link_in(mail: Any) -> str:
    found = re.search(r"https://hexfire.test(/mail/\S+)", mail.get_content())
    assert found is not None
    return found[1]


def go_round(client: TestClient) -> int:
    """What the server does from time to time."""
    assert client.portal is not None
    server = client.app.state.server  # type: ignore[attr-defined]

    async def settle() -> int:
        for task in list(server.mail._noting):
            await task
        sent: int = await server.mail.send_due()
        return sent

    found: int = client.portal.call(settle)
    return found


def test_one_mail_a_turn_after_the_address_was_confirmed(
    client: TestClient, postbox: Postbox, clock: list[int]
) -> None:
    table = Table(client)
    assert table.wished() == {"offered": True, "address": None, "confirmed": False}
    assert table.ask_for_mail().status_code == 202
    first = postbox.mails.pop()
    assert first["To"] == "aki@hexfire.test" and "Dawn" in first["Subject"]
    clock[0] += 10_000
    assert go_round(client) == 0  # not confirmed: nothing else is ever sent there
    link = link_in(first)
    assert "Dawn" in client.get(link).text
    assert table.wished()["confirmed"] is False  # looking at a link confirms nothing
    assert client.post(f"{link}/confirm").status_code == 200
    assert table.wished()["confirmed"] is True
    assert go_round(client) == 0  # to act, but not for long
    clock[0] += 130
    assert go_round(client) == 1 and go_round(client) == 0
    mail = postbox.mails.pop()
    assert "your turn" in mail["Subject"] and "/table/" in mail.get_content()
    assert mail["List-Unsubscribe"] and postbox.mails == []
    table.act("red", "hide high")
    clock[0] += 1000
    assert go_round(client) == 0  # now the other one is to act
    table.act("blue", "hide low")
    clock[0] += 130
    assert go_round(client) == 1  # the next turn
    assert client.post(f"{link}/stop").status_code == 200
    assert table.wished()["address"] is None
    assert client.get(link).status_code == 404


def test_turns_count_as_they_came_however_slow_the_database_is(
    client: TestClient, postbox: Postbox, clock: list[int]
) -> None:
    table = Table(client)
    table.ask_for_mail()
    client.post(f"{link_in(postbox.mails.pop())}/confirm")
    go_round(client)
    assert client.portal is not None
    mail = client.app.state.server.mail  # type: ignore[attr-defined]
    store, seconds = mail._store, iter((0.3, 0.0))

    class Slow:
        """The first takes its time; who came later could be done before."""

        async def run(self, work: Any) -> Any:
            await asyncio.sleep(next(seconds))
            return await store.run(work)

    async def two_turns() -> None:
        mail._store = Slow()
        live = await mail._tables.get(table.where.rpartition("/")[2])
        live.table.do("red", Hide("high"))
        mail.note(live)  # blue is to act
        live.table.do("blue", Hide("low"))
        mail.note(live)  # red is
        clock[0] += 130
        await asyncio.gather(*mail._noting)
        mail._store = store

    client.portal.call(two_turns)
    assert go_round(client) == 1


def test_nobody_is_written_to_while_he_looks(
    client: TestClient, postbox: Postbox, clock: list[int]
) -> None:
    table = Table(client)
    table.ask_for_mail(lang="ja")
    first = postbox.mails.pop()
    assert "卓" in first.get_content()
    client.post(f"{link_in(first)}/confirm")
    go_round(client)
    clock[0] += 500
    with client.websocket_connect(f"{table.where}/live") as socket:
        socket.send_json({"tokens": [table.tokens["red"]]})
        socket.receive_bytes()
        assert go_round(client) == 0
    tables = client.app.state.server.tables  # type: ignore[attr-defined]
    while tables.looks_on(table.where.rpartition("/")[2], "red"):
        time.sleep(0.01)  # the connection ends a moment later
    assert go_round(client) == 1 and len(postbox.mails) == 1


def test_what_the_mail_server_refuses_is_tried_again(
    settings: Settings, postbox: Postbox, clock: list[int]
) -> None:
    with TestClient(create_app(with_mail(settings, postbox), {"duel": DuelBox()})) as client:
        table = Table(client)
        table.ask_for_mail()
        client.post(f"{link_in(postbox.mails.pop())}/confirm")
        go_round(client)
        clock[0] += 500
        postbox.broken = True
        with pytest.raises(OSError, match="451"):
            go_round(client)
        refused = Table(client).ask_for_mail()
        assert refused.status_code == 422 and "mail" in refused.json()["error"]
    postbox.broken = False
    with TestClient(create_app(with_mail(settings, postbox), {"duel": DuelBox()})) as client:
        assert go_round(client) == 1  # a restart forgets nothing


@pytest.mark.parametrize(
    "title", ["Dawn\u2028Bcc: b@x.y", "Dawn\u2029", "Dawn\u0085x", "夜明け\u2028"]
)
def test_a_title_that_breaks_lines_is_one_line_in_a_mail(
    client: TestClient, postbox: Postbox, title: str
) -> None:
    table = Table(client, title)
    assert table.ask_for_mail().status_code == 202
    (mail,) = postbox.mails
    assert len(str(mail["Subject"]).splitlines()) == 1
    assert mail["Bcc"] is None


@pytest.mark.parametrize("what", [b"TO:<bad@hexfire.test>", b"To: bad@hexfire.test"])
def test_one_bad_mailbox_is_nobody_elses_trouble(
    client: TestClient, postbox: Postbox, clock: list[int], what: bytes
) -> None:
    """Refused at once or when it is sent: the others get theirs, and it is not tried for ever."""
    for address in ("bad@hexfire.test", "good@hexfire.test"):
        Table(client).ask_for_mail(address)
        client.post(f"{link_in(postbox.mails.pop())}/confirm")
    go_round(client)
    clock[0] += 500
    postbox.refused[what] = "550"
    assert go_round(client) == 1
    assert [mail["To"] for mail in postbox.mails] == ["good@hexfire.test"]
    assert go_round(client) == 0


def confirmed(client: TestClient, postbox: Postbox, *addresses: str) -> list[Table]:
    """Tables whose red player is to act, has confirmed his address, and has waited long enough."""
    tables = []
    for address in addresses:
        tables.append(Table(client))
        tables[-1].ask_for_mail(address)
        client.post(f"{link_in(postbox.mails.pop())}/confirm")
    go_round(client)
    return tables


@pytest.mark.parametrize("what", [b"TO:<full@hexfire.test>", b"To: full@hexfire.test"])
def test_a_mailbox_that_is_full_for_now_stops_nobody_elses_mail(
    client: TestClient, postbox: Postbox, clock: list[int], what: bytes
) -> None:
    """Refused at once, as by servers that want to be asked twice, or when it is sent."""
    confirmed(client, postbox, *(f"{who}@hexfire.test" for who in ("full", "a", "b", "c")))
    clock[0] += 500
    postbox.refused[what] = "452"
    with pytest.raises(OSError, match="452"):  # it is tried again later
        go_round(client)
    assert sorted(str(mail["To"])[0] for mail in postbox.mails) == ["a", "b", "c"]
    del postbox.refused[what]
    assert go_round(client) == 1 and postbox.mails[-1]["To"] == "full@hexfire.test"


def test_no_log_tells_whose_mail_was_refused(
    client: TestClient, postbox: Postbox, caplog: pytest.LogCaptureFixture
) -> None:
    postbox.refused[b"TO:<bad@hexfire.test>"] = "550"
    assert Table(client).ask_for_mail("bad@hexfire.test").status_code == 422
    assert "550" in caplog.text and "bad@" not in caplog.text


def test_a_server_that_parts_oddly_is_not_sent_the_same_mail_for_ever(
    client: TestClient, postbox: Postbox, clock: list[int]
) -> None:
    confirmed(client, postbox, "a@hexfire.test")
    clock[0] += 500
    postbox.silent_after = "quit"
    assert go_round(client) == 1
    clock[0] += 10_000
    assert go_round(client) == 0 and len(postbox.mails) == 1


def test_a_mail_that_was_taken_without_a_word_is_not_sent_again(
    client: TestClient, postbox: Postbox, clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(client, postbox, "a@hexfire.test")
    clock[0] += 500
    postbox.silent_after = "data"
    monkeypatch.setattr(delivery, "LONGEST", 0.5)
    with pytest.raises(OSError):
        go_round(client)
    postbox.silent_after = ""
    clock[0] += 10_000
    assert go_round(client) == 0 and len(postbox.mails) == 1


def test_a_mail_server_that_says_nothing_holds_up_mail_alone(
    settings: Settings, postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait for it, people sign in and open tables."""
    monkeypatch.setattr(delivery, "PATIENCE", 600.0)
    monkeypatch.setattr(delivery, "LONGEST", 600.0)
    many = msgspec.structs.replace(with_mail(settings, postbox), mails_per_hour=1000)
    with TestClient(create_app(many, {"duel": DuelBox()})) as client:
        tables = [Table(client) for _ in range(mail_module.MOST_ASKING + 1)]
        postbox.silent_after = "hello"
        with ThreadPoolExecutor(50) as pool, postbox.hanging_up():
            asked = [
                pool.submit(table.ask_for_mail, f"a{n}@hexfire.test")
                for n, table in enumerate(tables)
            ]
            assert postbox.mute.wait(60)
            done, _ = wait(asked, timeout=60, return_when=FIRST_COMPLETED)
            assert [one.result().json()["message"]["key"] for one in done] == ["server.busy"]
            assert pool.submit(Table, client).result(timeout=60).tokens
            body = {"name": "Aki", "password": "0123456789"}
            signed_in = pool.submit(client.post, "/api/accounts", json=body)
            assert signed_in.result(timeout=60).status_code == 201


def test_whoever_takes_a_seat_learns_nothing_of_the_address_of_who_left_it(
    client: TestClient, postbox: Postbox, clock: list[int]
) -> None:
    (table,) = confirmed(client, postbox, "aki@hexfire.test")
    left = {"seat": "red", "end": "leave"}
    assert client.post(f"{table.where}/end", json=left, headers=table.headers("red")).is_success
    joined = client.post(f"{table.where}/join", json={"name": "Bo"}).json()
    table.tokens["red"] = joined["token"]
    assert table.wished() == {"offered": True, "address": None, "confirmed": False}
    clock[0] += 500
    assert go_round(client) == 0 and postbox.mails == []


def test_the_mail_goes_on_after_trouble_with_the_database(
    settings: Settings, postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    often = msgspec.structs.replace(with_mail(settings, postbox), mail_every=0.01)
    with TestClient(create_app(often, {"duel": DuelBox()})) as client:
        rounds: list[int] = []
        later = threading.Event()

        async def send_due() -> int:
            rounds.append(1)
            if len(rounds) == 1:
                raise StorageAway()
            if len(rounds) == 2:
                raise RuntimeError("something else")
            later.set()
            return 0

        server = client.app.state.server  # type: ignore[attr-defined]
        monkeypatch.setattr(server.mail, "send_due", send_due)
        assert later.wait(60)


@pytest.mark.parametrize(
    "address", ["a@x.yz,b@x.yz", "a@x.yz, b@x.yz", "a@x.yz;b@x.yz", "A <a@x.yz>", "a,b@x.yz"]
)
def test_an_address_is_one_mailbox(client: TestClient, postbox: Postbox, address: str) -> None:
    refused = Table(client).ask_for_mail(address)
    assert refused.json()["message"]["key"] == "server.mail.bad_address"
    assert postbox.mails == []


def test_only_ones_own_seat_a_real_address_and_not_too_often(
    client: TestClient, postbox: Postbox
) -> None:
    table = Table(client)
    for address in ("", "aki", "aki@x", "a b@hexfire.test", "a@x.y\r\nBcc: b@x.y"):
        assert table.ask_for_mail(address).status_code == 422
    body = {"seat": "red", "address": "a@hexfire.test"}
    stranger = client.post(f"{table.where}/mail", json=body, headers=table.headers("blue"))
    assert stranger.status_code == 403
    assert client.get(f"{table.where}/mail").status_code == 403
    assert postbox.mails == []
    answers = [table.ask_for_mail().status_code for _ in range(12)]
    assert answers[0] == 202 and answers[-1] == 429


def test_without_a_mail_server_there_is_no_mail(settings: Settings) -> None:
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        table = Table(client)
        assert table.wished()["offered"] is False
        assert table.ask_for_mail().status_code == 422
    found = from_environment({"HEXFIRE_DATABASE_URL": "sqlite://", "HEXFIRE_SMTP_URL": "smtp://m"})
    assert found.smtp_url == "smtp://m" and found.home == "http://127.0.0.1:8000"
