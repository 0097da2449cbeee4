"""Strangers cannot stop the server: bounded work, deadlines, caps, and a quick end."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from hostile import never_end, process
from real_server import free_port, start

from hexfire.folio.library import builtin
from hexfire.rulebook import BadInput
from hexfire.server.app import create_app
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.http import connections
from hexfire.server.http.connections import MOST_BESIDE, SLOWEST, Census, Counted
from hexfire.server.http.guard import house
from hexfire.server.http.limits import BodyLimits, LimitBody
from hexfire.server.run import STOPPING
from hexfire.server.settings import Settings
from hexfire.server.stopping import AT_LATEST
from hexfire.server.tools import elsewhere
from hexfire.server.tools.host import ToolAnswer, ToolRequest


class Running:
    """A real server in a process of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.port = free_port()
        self.process = start(f"sqlite:///{folder / 'hexfire.db'}", self.port, *more)

    def connect(self) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.port))
        made.settimeout(60)
        return made

    def is_up(self) -> bool:
        return httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=60).status_code == 200


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Deadlines of half a second, twenty connections per address."""
    running = Running(tmp_path_factory.mktemp("impatient"), "0.5", "20")
    yield running
    running.process.kill()
    running.process.wait()


# -- work ------------------------------------------------------------------------------------------


@pytest.fixture
def one() -> Iterator[Workers]:
    workers = Workers(Bounds(megabytes=300, seconds=60.0, workers=1, waiting=2), "hostile")
    yield workers
    workers.close()


def test_more_work_than_may_wait_is_refused_with_a_sentence(one: Workers) -> None:
    async def ask() -> list[Any]:
        first = [asyncio.ensure_future(one.call(never_end)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(BadInput) as refusal:
            await one.call(process)
        for task in first:
            task.cancel()
        await asyncio.gather(*first, return_exceptions=True)
        return [refusal.value.message.key, await one.call(process)]

    key, pid = asyncio.run(ask())
    assert key == "server.busy" and pid > 0


def test_who_hangs_up_stops_his_work(one: Workers) -> None:
    """Work that never ends is called off; the next is done although there is one worker only."""

    async def ask() -> int:
        endless = asyncio.ensure_future(one.call(never_end))
        while not one._all:
            await asyncio.sleep(0.01)
        endless.cancel()
        return await one.call(process)

    assert asyncio.run(ask()) > 0


def test_a_tool_request_ends_when_its_asker_is_gone() -> None:
    stopped = []

    async def work() -> ToolAnswer:
        try:
            await asyncio.sleep(1000)
        except asyncio.CancelledError:
            stopped.append(True)
            raise
        raise AssertionError

    async def gone() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def ask() -> ToolAnswer | None:
        found = await elsewhere.unless_gone(work(), gone)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        return found

    assert asyncio.run(ask()) is None and stopped


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("page") / "hexfire.db"
    with TestClient(create_app(Settings(database_url=f"sqlite:///{file}"), {})) as client:
        yield client


def test_tools_are_answered_in_another_process(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of a tool is computed in the process that serves the tables."""
    asked: list[ToolRequest] = []
    real = elsewhere.tool_workers.call

    async def listen(function: Any, request: ToolRequest) -> Any:
        asked.append(request)
        return await real(function, request)

    monkeypatch.setattr(elsewhere.tool_workers, "call", listen)
    assert page.get("/api/tools/boards").status_code == 200
    assert page.post("/api/tools/shot", json={"order": {}}).status_code == 422
    assert [request.path for request in asked] == ["/api/tools/boards", "/api/tools/shot"]


def test_a_busy_tool_is_told_in_the_askers_language(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_args: Any) -> Any:
        raise BadInput("server.busy")

    monkeypatch.setattr(elsewhere.tool_workers, "call", full)
    answer = page.get("/api/tools/boards", headers={"accept-language": "ja"})
    assert answer.status_code == 503 and "混み合って" in answer.json()["error"]


def test_an_uploaded_board_is_known_to_every_worker(page: TestClient) -> None:
    """Workers that never saw the upload fetch it from the database."""
    import hexfire.boards

    text = next((Path(hexfire.boards.__file__).parent / "builtin").glob("*.board")).read_bytes()
    made = page.post("/api/tools/boards?name=mine.board", content=text)
    assert made.status_code == 201, made.text
    board = made.json()["board"]
    for _ in range(2):
        elsewhere.tool_workers.close()  # the next request finds a fresh worker
        found = page.get(f"/api/tools/boards/{board}")
        assert found.status_code == 200 and len(found.json()["hexes"]) > 100
    assert page.get("/api/tools/boards/up-0123456789abcdef").status_code == 422


@pytest.mark.parametrize("name", [".", "..", "...", "\u2028", "a" * 200])
def test_strange_names_of_board_files(page: TestClient, name: str) -> None:
    answer = page.post("/api/tools/boards", params={"name": name}, content=b"x")
    assert answer.status_code == 422 and answer.json()["error"]


# -- deadlines -------------------------------------------------------------------------------------


def test_a_connection_that_says_nothing_is_closed(impatient: Running) -> None:
    with impatient.connect() as silent:
        assert silent.recv(100) == b""


def test_headers_that_never_end_are_given_up(impatient: Running) -> None:
    with impatient.connect() as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: b\r\n")
        assert slow.recv(100) == b""


def test_headers_behind_an_answer_are_given_up_too(impatient: Running) -> None:
    with impatient.connect() as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
        assert slow.recv(10_000).startswith(b"HTTP/1.1 200")
        slow.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: b\r\n")
        while slow.recv(10_000):
            pass


ENDLESS = {
    "a header": (b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: ", b"a" * 8_000),
    "headers": (b"GET /healthz HTTP/1.1\r\nhost: x\r\n", b"a:\r\n" * 2_000),
    "an address": (b"GET /", b"a" * 8_000),
    "trailers": (
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n",
        b"x-a: b\r\n" * 1_000,
    ),
    "pieces of a byte": (
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n",
        b"1\r\n \r\n" * 1_000,
    ),
}


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Ten minutes for everything: what ends here is ended by its length."""
    running = Running(tmp_path_factory.mktemp("patient"), "600", "100")
    yield running
    running.process.kill()
    running.process.wait()


@pytest.mark.parametrize("what", ENDLESS)
def test_what_is_not_body_may_be_so_long_and_no_longer(what: str, patient: Running) -> None:
    """Four connections once took a gigabyte in five seconds, and stopped everybody meanwhile."""
    begin, more = ENDLESS[what]
    sent, bound = 0, 20_000_000
    with patient.connect() as endless, contextlib.suppress(OSError):
        endless.sendall(begin)
        while sent < bound:
            endless.sendall(more)
            sent += len(more)
    assert sent < bound
    assert patient.is_up()


def test_too_long_a_head_is_refused_with_a_sentence(patient: Running) -> None:
    with patient.connect() as long:
        long.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\nx-a: " + b"a" * MOST_BESIDE)
        answer = long.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 431") and "長すぎます".encode() in answer


def test_requests_that_come_at_once_are_answered_in_turn(patient: Running) -> None:
    """However many: only a few of them are looked at ahead."""
    many = 400
    with patient.connect() as hasty:
        hasty.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n" * many)
        heard = b""
        while heard.count(b"HTTP/1.1 200") < many:
            piece = hasty.recv(100_000)
            assert piece, heard[-500:]
            heard += piece


def test_a_long_body_arrives_whole(patient: Running) -> None:
    """In pieces or at once; its own text tells that it was read to the end."""
    body = b'{"game": "folio", "name": "' + b"a" * 900_000 + b'"'
    for pieces in (body, (body[at : at + 700] for at in range(0, len(body), 700))):
        answer = httpx.post(
            f"http://127.0.0.1:{patient.port}/api/tables",
            content=pieces,
            headers={"content-type": "application/json"},
            timeout=60,
        )
        assert answer.status_code in (400, 422), answer.text[:200]


def test_a_body_that_never_ends_is_given_up_with_a_sentence(impatient: Running) -> None:
    with impatient.connect() as slow:
        slow.sendall(
            b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            b"content-length: 1000\r\n\r\n{"
        )
        answer = slow.recv(10_000)
        assert answer.startswith(b"HTTP/1.1 408"), answer


UPGRADE = (
    b"GET /api/tables/0123456789abcdef/live HTTP/1.1\r\nhost: x\r\n"
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def test_a_live_connection_without_a_hello_is_closed(impatient: Running) -> None:
    with impatient.connect() as silent:
        silent.sendall(UPGRADE)
        heard = b""
        while piece := silent.recv(1000):
            heard += piece
        assert b"101" in heard[:20] and heard.endswith(b"\x88\x02\x11\x38")  # closed: 4408


def test_one_address_cannot_take_all_connections(impatient: Running) -> None:
    """The twenty-first is told so and closed; when the others go, there is room again."""
    held = [impatient.connect() for _ in range(20)]
    with impatient.connect() as late:
        refused = late.recv(10_000)
        assert refused.startswith(b"HTTP/1.1 503") and "混み合って".encode() in refused
    for one in held:
        assert one.recv(100) == b""  # silent ones are closed in time
        one.close()
    assert impatient.is_up()


def test_live_connections_that_end_make_room_for_others(impatient: Running) -> None:
    """Twice as many as one address may have, one after the other."""
    opened, deadline = 0, time.monotonic() + 200
    while opened < 40 and time.monotonic() < deadline:
        with impatient.connect() as one, contextlib.suppress(ConnectionError):
            one.sendall(UPGRADE)
            opened += one.recv(1_000).startswith(b"HTTP/1.1 101")
    assert opened == 40


def test_who_does_not_read_his_answers_is_let_go(impatient: Running) -> None:
    """As many as one address may have ask for more than the system keeps for them, and read none;
    they must not keep their connections, and what waits for them, for ever."""
    asking = b"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 400
    deaf = []
    for _ in range(20):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", impatient.port))
        one.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            one.send(asking)
        deaf.append(one)
    deadline = time.monotonic() + 120
    served = False
    while not served and time.monotonic() < deadline:
        try:
            served = impatient.is_up()
        except httpx.TransportError:
            time.sleep(0.1)
    assert served
    for one in deaf:
        one.close()


class Waiting:
    """Stands for the transport, the loop and the flow of a connection whose answers wait."""

    def __init__(self) -> None:
        self.left, self.aborted, self.write_paused = 100_000, False, True
        self.closing = False
        self.looks: list[Any] = []

    def get_write_buffer_size(self) -> int:
        return self.left

    def is_closing(self) -> bool:
        return self.closing or self.aborted

    def abort(self) -> None:
        self.aborted = True

    def pause_writing(self) -> None:
        self.write_paused = True

    def resume_writing(self) -> None:
        self.write_paused = False

    def call_later(self, _seconds: float, look: Any, *args: Any) -> Any:
        self.looks.append(lambda: look(*args))
        return self

    def cancel(self) -> None:
        self.looks.pop()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> tuple[Counted, Waiting]:
    monkeypatch.setattr(connections, "_census", [Census(Settings(database_url="", patience=10))])
    wire, waiting = Counted.__new__(Counted), Waiting()
    for part in ("transport", "loop", "flow"):
        setattr(wire, part, waiting)
    wire.pause_writing()
    return wire, waiting


def test_who_reads_slowly_but_reads_is_waited_for(slow: tuple[Counted, Waiting]) -> None:
    wire, waiting = slow
    for left in (80_000, 50_000, 20_000):
        waiting.left = left
        waiting.looks.pop()()
        assert not waiting.aborted and len(waiting.looks) == 1
    wire.resume_writing()  # it is nearly empty: the next answer may be added, as long as the first
    waiting.left = 100_000
    assert not waiting.looks
    wire.pause_writing()
    waiting.left = 1_000
    waiting.looks.pop()()
    assert not waiting.aborted


def test_who_takes_hardly_anything_is_let_go(slow: tuple[Counted, Waiting]) -> None:
    _, waiting = slow
    waiting.left -= 10 * SLOWEST - 1
    waiting.looks.pop()()
    assert waiting.aborted and not waiting.looks


def test_who_hangs_up_while_something_waits_for_him_is_let_go(
    slow: tuple[Counted, Waiting],
) -> None:
    """A connection that is closed stays until all is sent; one that is idle may stay."""
    _, waiting = slow
    waiting.write_paused = False
    waiting.looks.pop()()
    assert not waiting.aborted and len(waiting.looks) == 1
    waiting.closing = True
    waiting.looks.pop()()
    assert waiting.aborted


def test_a_network_of_ipv6_is_one_address() -> None:
    """Whoever has one address of it has 2^64; limits for each of them would be none."""
    census = Census(Settings(database_url="", max_connections=9, max_connections_per_address=2))
    mine = [f"2001:db8:0:7::{n:x}" for n in range(3)]
    assert [census.come(one) for one in mine] == [True, True, False]
    assert census.come("2001:db8:0:8::1"), "a neighbour"
    for one in mine[:2]:
        census.go(one)
    assert census.come(mine[2])
    assert house("::ffff:192.0.2.1") == "192.0.2.1" == house("192.0.2.1")
    assert house("fe80::1%eth0") == house("fe80::2") and house("a socket: x") == "a socket: x"


def test_the_census_counts_in_all_and_lets_proxies_bring_many() -> None:
    settings = Settings(
        database_url="",
        max_connections=5,
        max_connections_per_address=2,
        trusted_proxies="127.0.0.1, 10.89.0.0/24",
    )
    census = Census(settings)
    one, other, proxy = "192.0.2.1", "192.0.2.2", "10.89.0.7"
    assert [census.come(one) for _ in range(3)] == [True, True, False]
    assert [census.come(proxy) for _ in range(4)] == [True, True, True, False]
    census.go(one)
    assert census.come(other) and not census.come(other)


def test_nothing_is_kept_of_connections_that_are_gone() -> None:
    census = Census(Settings(database_url=""))
    for n in range(5):
        assert census.come(f"192.0.2.{n}")
        census.go(f"192.0.2.{n}")
    assert not census._each and not census._all


def test_files_are_left_for_more_than_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the database could not be opened any more."""
    monkeypatch.setattr(connections, "raise_file_limit", lambda: 130)
    census = Census(Settings(database_url="", max_connections_per_address=10**6))
    assert [census.come("192.0.2.1") for _ in range(31)] == [True] * 30 + [False]


@pytest.mark.parametrize(
    ("soft", "hard", "after"),
    [
        (1_024, 4_096, 4_096),
        (1_024, 10**6, 65_536),
        (1_024, resource.RLIM_INFINITY, 65_536),
        (10**6, 10**6, 10**6),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 65_536),
    ],
)
def test_as_many_files_as_the_system_allows(
    soft: int, hard: int, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _what: files[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limit: files.append(limit))
    assert connections.raise_file_limit() == after
    assert files[1:] == ([(after, hard)] if soft == 1_024 else []), "raised, never lowered"


def test_unfinished_bodies_are_bounded_per_address_and_in_all() -> None:
    """Sixty uploads that never end: of one address eight are held, and never more than the bytes
    for all."""
    answers: list[int] = []
    held = 0

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        nonlocal held
        held += 1
        await receive()
        held -= 1

    limits = BodyLimits(longest=100, most_at_once=950, per_address=800, patience=60)
    limited = LimitBody(app, limits)  # type: ignore[arg-type]

    def scope(address: str) -> dict[str, Any]:
        headers = [(b"content-length", b"100")]
        return {
            "type": "http",
            "method": "POST",
            "path": "/",
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
        }

    async def never() -> Any:
        await asyncio.sleep(1000)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    async def attack() -> int:
        tasks = [
            asyncio.ensure_future(limited(scope("a"), never, send))  # type: ignore[arg-type]
            for _ in range(60)
        ]
        tasks += [
            asyncio.ensure_future(limited(scope(f"b{n}"), never, send))  # type: ignore[arg-type]
            for n in range(60)
        ]
        for _ in range(10):
            await asyncio.sleep(0)
        most = held
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert limited._held == 0 and not limited._by_address
        return most

    assert asyncio.run(attack()) == 9
    assert answers == [503] * 111


def test_many_small_bodies_of_one_address_are_no_attack() -> None:
    """Fifty people behind one address begin at once; so do some who send nothing at all."""
    answers: list[int] = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": 200})

    limited = LimitBody(app, BodyLimits())  # type: ignore[arg-type]

    async def receive() -> Any:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        answers.append(message["status"])

    async def come() -> None:
        scopes = [
            {
                "type": "http",
                "method": "POST",
                "path": "/",
                "query_string": b"",
                "headers": [(b"content-length", b"0" if n % 2 else b"300")],
                "client": ("a", 1),
            }
            for n in range(50)
        ]
        await asyncio.gather(*(limited(scope, receive, send) for scope in scopes))  # type: ignore[arg-type]

    asyncio.run(come())
    assert answers == [200] * 50
    assert limited._held == 0 and not limited._by_address


# -- stopping --------------------------------------------------------------------------------------


def test_two_seconds_are_promised() -> None:
    """Whatever waits is given up before: first requests, then the process itself."""
    assert STOPPING < AT_LATEST < 2


def test_a_signal_to_stop_is_obeyed_whatever_runs(tmp_path: Path) -> None:
    """A live connection, a silent one, a slow body, a bot that thinks, bots that play for somebody
    and a question about a table that never ends hold up nothing."""
    running = Running(tmp_path)
    base = f"http://127.0.0.1:{running.port}"
    body = {
        "game": "folio",
        "scenario": "tutorial",
        "name": "A",
        "seats": {"blue": {"who": "bot", "level": "hard"}, "red": {"who": "bot", "level": "hard"}},
    }
    made = httpx.post(f"{base}/api/tables", json=body, timeout=60)
    assert made.status_code == 201
    silent, slow = running.connect(), running.connect()
    slow.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{")

    def shoot() -> None:
        man = {"unit": "ru-ru447S", "terrain": "woods", "morale": 7}
        order = {"weapon": "PzKpfw IVH", "range": 6, "target": man, "others": [man] * 7}
        with contextlib.suppress(httpx.TransportError):
            httpx.post(f"{base}/api/tools/shot", json={"order": order}, timeout=60)

    def ask() -> None:
        seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
        duel = {"game": "duel", "scenario": "plain", "name": "A", "seats": seats}
        with contextlib.suppress(httpx.TransportError):
            table = httpx.post(f"{base}/api/tables", json=duel, timeout=60).json()["id"]
            where = f"{base}/api/tables/{table}/ask"
            httpx.post(where, json={"question": {"endless": True}}, timeout=60)

    def play_bots() -> None:
        scenario = dict(builtin("sidi-rezegh"))
        with contextlib.suppress(httpx.TransportError):
            httpx.post(f"{base}/api/tools/workshop/balance", json=scenario, timeout=60)

    for work in (shoot, shoot, shoot, shoot, ask, play_bots):
        threading.Thread(target=work, daemon=True).start()
    running.process.send_signal(signal.SIGTERM)
    try:
        running.process.wait(60)
    except subprocess.TimeoutExpired:
        running.process.kill()
        raise
    silent.close()
    slow.close()
