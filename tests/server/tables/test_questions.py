"""Heavy questions and the checking of journals: in workers of their own, while tables go on."""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from duel import Duel, State
from duel_box import DuelBox
from fastapi.testclient import TestClient

from hexfire.hexes import BadLabel
from hexfire.rulebook import BadInput, Refusal
from hexfire.server import run
from hexfire.server.app import create_app
from hexfire.server.files.bounded import Workers, readers
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import questions
from hexfire.server.tools.balance import balance_workers
from hexfire.server.tools.elsewhere import tool_workers


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        yield client


class At:
    """A table at which both seats are held by one person."""

    def __init__(self, client: TestClient) -> None:
        body = {
            "game": "duel",
            "scenario": "plain",
            "name": "Aki",
            "seats": {"red": {"who": "me"}, "blue": {"who": "me"}},
        }
        made = client.post("/api/tables", json=body).json()
        self.client, self.where = client, f"/api/tables/{made['id']}"
        self.tokens: dict[str, str] = made["tokens"]

    def ask(self, seat: str, **question: Any) -> Any:
        headers = {"authorization": f"Seat {self.tokens[seat]}"}
        body = {"seat": seat, "question": question}
        return self.client.post(f"{self.where}/ask", json=body, headers=headers)


def server_of(client: TestClient) -> Server:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    return server


def test_a_heavy_question_is_answered_in_another_process(client: TestClient) -> None:
    answer = At(client).ask("blue", deep=True).json()
    assert answer["seat"] == "blue" and answer["process"] != os.getpid()


def test_a_light_question_needs_no_worker(client: TestClient) -> None:
    assert At(client).ask("blue", turn=True).json()["asked"] == {"turn": True}
    assert not server_of(client).questions.workers._all


def test_the_first_question_finds_a_worker_that_is_ready(client: TestClient) -> None:
    server = server_of(client)
    server.questions.warm(server.boxes)
    (ready,) = server.questions.workers._all
    assert At(client).ask("blue", deep=True).json()["process"] == ready._process.pid
    assert server.questions.workers._all == {ready}


def test_nobody_waits_at_the_start_for_workers_to_get_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start goes on while they do, and a server that ends meanwhile ends them."""
    go_on, warmed = threading.Event(), []

    def slow(self: Workers) -> None:
        go_on.wait()
        warmed.append(self)

    monkeypatch.setattr(run, "log_to_stderr", lambda form: None)
    monkeypatch.setattr(run, "set_up", lambda settings: None)
    monkeypatch.setattr(Workers, "warm", slow)
    monkeypatch.setattr(questions.Questions, "warm", lambda self, boxes: warmed.append(boxes))
    monkeypatch.setenv("HEXFIRE_DATABASE_URL", f"sqlite:///{tmp_path / 'hexfire.db'}")
    app = run.app()
    assert warmed == []
    go_on.set()
    while len(warmed) < 2:
        time.sleep(0.01)
    assert warmed == [tool_workers, app.state.server.boxes]


def test_a_refusal_in_the_worker_is_told_as_it_is(client: TestClient) -> None:
    refused = At(client).ask("red", deep="no")
    assert refused.status_code == 422
    assert refused.json()["refused"] == "A1"
    assert refused.json()["message"]["key"] == "server.not_over"


def test_one_plays_on_while_a_question_never_ends(client: TestClient) -> None:
    """Nor does it outlive its asker: the one worker left answers the next."""
    at = At(client)
    live = f"{at.where}/live"
    with client.websocket_connect(live) as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        socket.send_json({"id": 1, "seat": "red", "ask": {"endless": True}})
        socket.send_json({"id": 2, "seat": "red", "do": "hide high"})
        while (heard := socket.receive_json(mode="binary")).get("id") is None:
            pass
        assert heard["id"] == 2 and heard["ok"]
    assert at.ask("blue", deep=True).json()["seat"] == "blue"
    under_way = server_of(client).questions._under_way
    assert not under_way


def test_questions_of_one_person_come_back_in_order(client: TestClient) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        for id in (1, 2, 3):
            question = {"turn": True} if id == 2 else {"deep": True}
            socket.send_json({"id": id, "seat": "red", "ask": question})
        heard = []
        while len(heard) < 3:
            message = socket.receive_json(mode="binary")
            heard += [message["id"]] if message["type"] == "reply" else []
    assert heard == [1, 2, 3]


class Held:
    """Stands for workers: every task waits for one word."""

    def __init__(self) -> None:
        self.word, self.tasks = asyncio.Event(), 0

    async def call(self, _function: Any, *_args: Any) -> None:
        self.tasks += 1
        await self.word.wait()


def table_called(name: str, box: Any = None) -> Any:
    return SimpleNamespace(
        id=name, row=SimpleNamespace(setup={"scenario": {}}), box=box or DuelBox()
    )


def test_more_questions_about_one_table_than_may_wait_are_refused() -> None:
    """About another one they are taken; and about this one again, once the first are answered."""

    async def ask() -> None:
        held = Held()
        asked = questions.Questions(None)  # type: ignore[arg-type]
        asked.workers = held  # type: ignore[assignment]

        def check(table: str) -> asyncio.Future[Any]:
            return asyncio.ensure_future(asked.verify(table_called(table), b""))

        under_way = [check("one") for _ in range(questions.PER_TABLE)]
        await asyncio.sleep(0)
        with pytest.raises(BadInput) as refusal:
            await asyncio.wait_for(check("one"), 60)
        assert refusal.value.message.key == "server.busy"
        under_way.append(check("another"))
        await asyncio.sleep(0)
        assert held.tasks == questions.PER_TABLE + 1
        held.word.set()
        await asyncio.gather(*under_way)
        assert not asked._under_way, "nothing is kept of tables about which nobody asks"
        await check("one")

    asyncio.run(ask())


class Lending:
    """Stands for the boards, and for workers that lack them until they are sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.have = False

    async def call(self, function: Any, boards: Any, files: Any, *_work: Any) -> Any:
        assert function is questions.on_boards
        self.sent.append((boards, files))
        self.have |= files is not None
        return "done" if self.have else questions.Lacking()

    async def files(self, _scenario: Any) -> Any:
        return {"up-1": (b"x", "a.board")}


def test_a_worker_is_sent_the_boards_of_a_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lending = Lending()
    monkeypatch.setattr(questions, "boards_of", lambda _scenario: ("up-1",))
    asked = questions.Questions(lending)  # type: ignore[arg-type]
    asked.workers = lending  # type: ignore[assignment]
    for _ in range(3):
        assert asyncio.run(asked.verify(table_called("one"), b"")) == "done"
    unsent = (("up-1",), None)
    assert lending.sent == [unsent, ((), asyncio.run(lending.files({}))), unsent, unsent]


def test_a_server_that_ends_ends_its_workers(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    with TestClient(create_app(settings, {"duel": DuelBox()})) as client:
        pid = At(client).ask("blue", deep=True).json()["process"]
        os.kill(pid, 0)  # it is there
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_tables_wait_for_no_tool(client: TestClient) -> None:
    assert server_of(client).questions.workers not in (tool_workers, readers, balance_workers)


class Threads:
    """Stands for threads: they are begun, and do nothing."""

    def __init__(self) -> None:
        self.begun: list[Any] = []

    def __call__(self, *, target: Any, args: Any, daemon: bool) -> Any:
        assert daemon, "a server that ends waits for none"
        return SimpleNamespace(start=lambda: self.begun.append(args))


def test_a_worker_gets_ready_once_for_each_kind_of_box(monkeypatch: pytest.MonkeyPatch) -> None:
    class Light(DuelBox):
        heavy = frozenset()

    threads, made_ready = Threads(), []
    monkeypatch.setattr(questions, "Thread", threads)
    asked = questions.Questions(None)  # type: ignore[arg-type]
    for table, box in (("one", DuelBox()), ("two", DuelBox()), ("three", Light())):
        asked.expect(table_called(table, box))
    assert threads.begun == [(DuelBox,)]
    warmed = questions.Questions(None)  # type: ignore[arg-type]
    monkeypatch.setattr(warmed.workers, "run", lambda _work, kind: made_ready.append(kind))
    warmed.warm({"duel": DuelBox(), "light": Light()})
    warmed.expect(table_called("one"))
    assert made_ready == [DuelBox] and len(threads.begun) == 1


def test_who_sits_down_hears_nothing_of_workers_that_are_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def busy(*_args: Any) -> None:
        raise BadInput("server.busy")

    asked = questions.Questions(None)  # type: ignore[arg-type]
    monkeypatch.setattr(asked.workers, "run", busy)
    asked.warm({"duel": DuelBox()})


# -- in the worker, whose part is taken here by this process ---------------------------------------


class Counting(Duel):
    """Tells how often it was set up."""

    times: ClassVar[list[Any]] = []

    def setup(self, scenario: Any, options: Any) -> Any:
        self.times.append(scenario)
        return super().setup(scenario, options)


class CountingBox(DuelBox):
    game = Counting()

    def ask(self, state: Any, seat: str | None, question: Any) -> Any:
        match question:
            case {"where": where}:
                raise BadLabel(where, "A1", "A1", "GG10", True)
            case {"broken": True}:
                raise ZeroDivisionError
        return super().ask(state, seat, question)


@pytest.fixture
def in_worker(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Ask as the worker is asked."""
    monkeypatch.setattr(questions, "_boxes", {})
    monkeypatch.setattr(questions, "_tables", set())
    monkeypatch.setattr(Counting, "times", [])

    def ask(table: str, **question: Any) -> Any:
        asked = questions.Asked(CountingBox, table, {}, {}, State(), "red")
        return json.loads(questions.answer(asked, question))

    return ask


def test_a_worker_says_which_boards_it_lacks_before_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here: list[str] = []
    monkeypatch.setattr(questions, "missing_here", lambda names: {*names} - {*here})
    monkeypatch.setattr(questions, "take_in", here.extend)
    files = {"up-1": (b"x", "a.board")}
    done = [
        questions.on_boards(boards, sent, len, ([1, 2],))
        for boards, sent in ((("up-1",), None), ((), files), (("up-1",), None))
    ]
    assert done == [questions.Lacking(), 2, 2]


def test_a_scenario_is_set_up_once_by_a_worker_that_knows_so_many_tables(
    in_worker: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST_TABLES", 5)
    for _ in range(3):
        assert in_worker("one", deep=True)["seat"] == "red"
    assert len(Counting.times) == 1
    for n in range(20):
        in_worker(f"table {n}", deep=True)
        assert len(questions._tables) <= 6
    assert len(Counting.times) == 21


def test_a_place_that_is_not_on_the_board_is_a_refusal(in_worker: Callable[..., Any]) -> None:
    with pytest.raises(BadInput) as refusal:
        in_worker("one", where="Z99")
    assert refusal.value.message.key == "server.bad_question"


def test_what_goes_wrong_in_a_worker_is_logged_and_a_refusal_is_not(
    in_worker: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Refusal):
        in_worker("one", deep="no")
    assert caplog.records == []
    with pytest.raises(ZeroDivisionError):
        in_worker("one", broken=True)
    (logged,) = caplog.records
    assert logged.exc_info is not None and "duel" in logged.getMessage()


def test_one_person_may_not_pile_up_questions(client: TestClient) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        for id in range(1, 23):
            socket.send_json({"id": id, "seat": "red", "ask": {"endless": True}})
        while (heard := socket.receive_json(mode="binary")).get("id") is None:
            pass
    assert heard["id"] == 21 and heard["message"]["key"] == "server.busy"


def test_a_journal_is_checked_in_a_worker(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = At(client)
    with client.websocket_connect(f"{at.where}/live") as socket:
        socket.send_json({"tokens": list(at.tokens.values())})
        socket.send_json({"id": 1, "seat": "red", "do": "hide high"})
        socket.send_json({"id": 2, "seat": "blue", "do": "hide low"})
        socket.send_json({"id": 3, "seat": "red", "end": "resign"})
        while socket.receive_json(mode="binary").get("id") != 3:
            pass
    asked = []
    workers = server_of(client).questions.workers
    real = workers.call

    async def listen(function: Any, *args: Any) -> Any:
        asked.append(function)
        return await real(function, *args)

    monkeypatch.setattr(workers, "call", listen)
    assert client.get(f"{at.where}/verify").json()["ok"] is True
    assert asked == [questions.check]
