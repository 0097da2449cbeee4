"""`hexfire serve --workers 2` as it is started: tables, talk and boards are the same in both."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from real_server import free_port
from uvicorn import Config
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors.multiprocess import SIGNALS
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import hexfire.boards
from hexfire.server import supervisor
from hexfire.server.stopping import AT_LATEST
from hexfire.server.supervisor import HANGING, PAUSE, STARTING, Supervisor, Worker

TRIES = 400
PATIENCE = 300.0


class Serving:
    """The supervisor, its worker processes, and who of them holds which connection."""

    def __init__(self, database: str, home: Path) -> None:
        self.port = free_port()
        program = "from hexfire.cli.main import run; run()"
        words = [sys.executable, "-c", program, "serve", "--workers", "2", "--port", str(self.port)]
        environment = {**os.environ, "HEXFIRE_DATABASE_URL": database, "HEXFIRE_HOME": str(home)}
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{self.port}"

    def connection(self, worker: int) -> httpx.Client:
        """Requests that go to this worker alone: a connection kept open."""
        for _ in range(TRIES):
            client = httpx.Client(base_url=self.base, timeout=60)
            client.get("/healthz")
            if self._holder(_local_port(client)) == worker:
                return client
            client.close()
        raise AssertionError("this worker takes no connection")

    @contextlib.contextmanager
    def live(self, worker: int, table: str, tokens: list[str]) -> Iterator[ClientConnection]:
        """A live connection to this worker."""
        where = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        for _ in range(TRIES):
            with connect(where, max_size=None, open_timeout=60) as socket:
                if self._holder(socket.local_address[1]) != worker:
                    continue
                socket.send(json.dumps({"tokens": tokens, "name": f"Guest {worker}"}))
                yield socket
                return
        raise AssertionError("this worker takes no connection")

    def workers(self) -> tuple[int, ...]:
        """Processes that listen, the supervisor left out."""
        found, listening = [], _inode(self.port, listening=True)
        for entry in Path("/proc").iterdir():
            pid = int(entry.name) if entry.name.isdigit() else 0
            if _parent(pid) == self.process.pid and listening in _sockets(pid):
                found.append(pid)
        return tuple(sorted(found))

    def _holder(self, port: int) -> int | None:
        """The worker at the other end of a connection from this port."""
        inode = _inode(self.port, remote=port)
        return next((pid for pid in self.workers() if inode in _sockets(pid)), None)


def _local_port(client: httpx.Client) -> int:
    pool: Any = client._transport._pool  # type: ignore[attr-defined]
    stream = pool.connections[0]._connection._network_stream
    return int(stream.get_extra_info("client_addr")[1])


def _parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return 0


def _sockets(pid: int) -> set[str]:
    found = set()
    with contextlib.suppress(OSError):
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                found.add(os.readlink(entry).removeprefix("socket:[").removesuffix("]"))
    return found


def _inode(port: int, remote: int = 0, listening: bool = False) -> str:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        parts = line.split()
        here, there = (int(part.split(":")[1], 16) for part in parts[1:3])
        if here == port and (there == remote) and (parts[3] == "0A") == listening:
            return parts[9]
    return "none"


def hear(socket: ClientConnection, kind: str) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=60))
        if message["type"] == kind:
            return message


@pytest.fixture(scope="module")
def serving(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    if not Path("/proc/net/tcp").exists():
        pytest.skip("which process holds a connection is asked of /proc")
    made = Serving(postgres, tmp_path_factory.mktemp("home"))
    try:
        deadline = time.monotonic() + PATIENCE
        while len(made.workers()) < 2:
            assert made.process.poll() is None and time.monotonic() < deadline
            time.sleep(0.1)
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{made.base}/healthz", timeout=60).status_code == 200:
                    break
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield made
    finally:
        made.process.send_signal(signal.SIGTERM)
        try:
            made.process.wait(120)
        finally:
            made.process.kill()


def test_a_table_is_one_table_in_both_workers(serving: Serving) -> None:
    """Made in one, looked at in the other; what is done here is heard there; so is what is said."""
    one, two = serving.workers()
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "A", "seats": seats}
    with closing(serving.connection(one)) as here, closing(serving.connection(two)) as there:
        made = here.post("/api/tables", json=body).json()
        assert there.get(f"/api/tables/{made['id']}").json()["status"] == "playing"
    tokens = list(made["tokens"].values())
    with (
        serving.live(one, made["id"], tokens) as acting,
        serving.live(two, made["id"], []) as watching,
    ):
        first = hear(acting, "frame")
        assert hear(watching, "frame")["now"] == first["now"]
        order = {"id": 1, "seat": first["to_act"][0], "do": first["legal"][0]}
        acting.send(json.dumps(order))
        assert hear(acting, "reply")["ok"]
        assert hear(watching, "frame")["now"] == first["now"] + 1
        watching.send(json.dumps({"id": 2, "chat": "Well done"}))
        while not (lines := hear(acting, "chat")["lines"]):
            pass
        assert lines[-1]["text"] == "Well done"


def act(socket: ClientConnection, frame: Any) -> Any:
    """Play something; the frame that shows it."""
    order = {"id": 1, "seat": frame["to_act"][0], "do": frame["legal"][0], "on": frame["now"]}
    socket.send(json.dumps(order))
    acknowledged = None
    while acknowledged is None or frame["now"] < acknowledged:
        message = json.loads(socket.recv(timeout=60))
        if message["type"] == "reply":
            acknowledged = message["now"]
        elif message["type"] == "frame":
            frame = message
    return frame


def test_a_worker_killed_under_play_takes_nothing_with_it(serving: Serving) -> None:
    """Its players go on at the other worker, where all is that was acknowledged; a new one comes,
    which knows as much."""
    victim, other = serving.workers()
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}
    body = {"game": "folio", "scenario": "tutorial", "name": "A", "seats": seats}
    with closing(serving.connection(other)) as there:
        made = there.post("/api/tables", json=body).json()
    table, tokens = made["id"], list(made["tokens"].values())
    with serving.live(victim, table, tokens) as playing:
        frame = hear(playing, "frame")
        for _ in range(5):
            frame = act(playing, frame)
        playing.send(json.dumps({"id": 2, "chat": "Still there?"}))
        assert hear(playing, "reply")["ok"]
        playing.send(json.dumps({"id": 3, "seat": frame["seat"], "do": frame["legal"][0]}))
        os.kill(victim, signal.SIGKILL)
        with contextlib.suppress(ConnectionClosed):
            while True:
                playing.recv(timeout=60)
    acknowledged = frame["now"]
    with serving.live(other, table, tokens) as playing:
        frame = hear(playing, "frame")
        assert acknowledged <= frame["now"] <= acknowledged + 1, "the last one, or not at all"
        assert [line["text"] for line in hear(playing, "chat")["lines"]] == ["Still there?"]
        acknowledged = act(playing, frame)["now"]
    deadline = time.monotonic() + PATIENCE
    while len(serving.workers()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    (new,) = set(serving.workers()) - {other}
    assert new != victim
    with serving.live(new, table, tokens) as playing:
        frame = hear(playing, "frame")
        assert frame["now"] == acknowledged
        assert [line["text"] for line in hear(playing, "chat")["lines"]] == ["Still there?"]
        assert act(playing, frame)["now"] == acknowledged + 1


def test_a_board_uploaded_to_one_worker_is_known_to_the_other(serving: Serving) -> None:
    one, two = serving.workers()
    file = next((Path(hexfire.boards.__file__).parent / "builtin").glob("*.board"))
    with closing(serving.connection(one)) as here, closing(serving.connection(two)) as there:
        sent = here.post("/api/tools/boards?name=mine.board", content=file.read_bytes())
        assert sent.status_code == 201, sent.text
        assert there.get(f"/api/tools/boards/{sent.json()['board']}").status_code == 200


# -- the supervisor itself -------------------------------------------------------------------------


class Stub:
    """A process of which only its state is known."""

    pid, exitcode = 1, 0

    def __init__(self) -> None:
        self.runs, self.killed = True, False

    def is_alive(self) -> bool:
        return self.runs

    def kill(self) -> None:
        self.runs, self.killed = False, True

    def join(self, _seconds: float | None = None) -> None:
        pass


class Clock:
    now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(supervisor, "monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    """Two workers that are no processes."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests themselves may run under nohup

    def start(worker: Worker) -> None:
        worker.process = Stub()  # type: ignore[assignment]

    monkeypatch.setattr(Worker, "start", start)
    made = Supervisor(Config("nothing:at_all", workers=2), [])
    made.init_processes()
    yield made
    for number, handler in before.items():
        signal.signal(number, handler)


def answer(worker: Worker, ready: bool) -> None:
    """As the worker's own thread does."""
    assert worker.child_conn.poll(0), "it was not asked"
    worker.child_conn.recv()
    worker.child_conn.send(ready)


def test_a_worker_is_given_time_to_get_ready(kept: Supervisor, clock: Clock) -> None:
    """On a busy machine; and it is not waited for in a way that would hold up a signal to stop."""
    first, second = kept.processes
    for _ in range(10):
        kept.keep_subprocess_alive()
        clock.now += STARTING / 11
    assert kept.processes == [first, second]
    answer(first, ready=False)
    clock.now += STARTING / 11
    kept.keep_subprocess_alive()
    assert kept.processes[0] is first and not kept.has_begun
    assert kept.processes[1] is not second and second.process.killed  # type: ignore[attr-defined]


def test_a_worker_that_hangs_is_replaced(kept: Supervisor, clock: Clock) -> None:
    first, second = kept.processes
    kept.keep_subprocess_alive()
    answer(first, ready=True)
    answer(second, ready=True)
    kept.keep_subprocess_alive()
    kept.keep_subprocess_alive()
    answer(second, ready=True)
    clock.now += HANGING
    kept.keep_subprocess_alive()
    assert kept.has_begun and kept.processes[0] is not first and kept.processes[1] is second


def test_a_worker_that_cannot_begin_takes_no_other_with_it(kept: Supervisor, clock: Clock) -> None:
    """The database is away just then: another one is tried, after a pause."""
    first = kept.processes[0]
    kept.keep_subprocess_alive()
    answer(first, ready=True)
    kept.keep_subprocess_alive()
    for _ in range(3):
        failed = fail(kept)
        kept.keep_subprocess_alive()
        assert kept.processes[0] is first and kept.processes[1] is not failed
        again = fail(kept)
        kept.keep_subprocess_alive()
        assert kept.processes[1] is again and not kept.should_exit.is_set()
        clock.now += PAUSE


def fail(kept: Supervisor) -> Worker:
    """The second worker finds that it cannot begin."""
    failed = kept.processes[1]
    failed.process.runs = False  # type: ignore[attr-defined]
    failed.process.exitcode = STARTUP_FAILURE  # type: ignore[misc]
    return failed


def test_where_none_can_begin_the_server_stops(kept: Supervisor) -> None:
    fail(kept)
    kept.keep_subprocess_alive()
    assert kept.should_exit.is_set() and kept.has_failed


@pytest.mark.parametrize("failed", [False, True])
def test_whoever_started_it_is_told_that_none_could_begin(
    failed: bool, kept: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "Supervisor", lambda _config, _sockets: kept)
    monkeypatch.setattr(Supervisor, "run", lambda _supervisor: None)
    monkeypatch.setattr(Config, "bind_socket", lambda _config: None)
    kept.has_failed = failed
    with pytest.raises(SystemExit) if failed else contextlib.nullcontext() as ended:
        supervisor.supervise(kept.config)
    assert ended is None or ended.value.code == STARTUP_FAILURE


def test_a_worker_that_hangs_up_is_replaced(kept: Supervisor) -> None:
    """Its process may still be there; it answers no more."""
    first, second = kept.processes
    first.child_conn.close()
    kept.keep_subprocess_alive()
    assert kept.processes[0] is not first and kept.processes[1] is second


def test_a_server_that_stops_starts_no_worker(kept: Supervisor) -> None:
    workers = list(kept.processes)
    workers[0].process.runs = False  # type: ignore[attr-defined]
    kept.should_exit.set()
    kept.keep_subprocess_alive()
    assert kept.processes == workers


def test_who_does_not_stop_in_time_is_ended(
    kept: Supervisor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All together are given the time of one."""
    waited: list[float] = []

    def wait(stub: Stub, seconds: float | None = None) -> None:
        assert seconds is not None or stub.killed, "it may never stop"
        waited.append(seconds or 0)
        clock.now += waited[-1]

    monkeypatch.setattr(Stub, "join", wait)
    kept.join_all()
    assert all(worker.process.killed for worker in kept.processes)  # type: ignore[attr-defined]
    assert sum(waited) <= AT_LATEST + 1e-6


def test_who_has_not_begun_is_not_waited_for(
    kept: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He would hear of the signal to stop when he has, however long that takes."""
    asked: list[Worker] = []
    monkeypatch.setattr(Worker, "terminate", lambda worker: asked.append(worker))
    first, second = kept.processes
    kept.keep_subprocess_alive()
    answer(first, ready=True)
    answer(second, ready=False)
    kept.keep_subprocess_alive()
    kept.terminate_all()
    assert asked == [first] and second.process.killed  # type: ignore[attr-defined]


def test_a_closed_terminal_stops_the_server(kept: Supervisor) -> None:
    workers = list(kept.processes)
    signal.raise_signal(signal.SIGTTIN)
    signal.raise_signal(signal.SIGTTOU)
    kept.handle_signals()
    assert kept.processes == workers and not kept.should_exit.is_set()
    signal.raise_signal(signal.SIGHUP)
    kept.handle_signals()
    assert kept.processes == workers and kept.should_exit.is_set()


def test_with_nohup_it_outlives_the_terminal() -> None:
    before = {number: signal.getsignal(number) for number in SIGNALS}
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        made = Supervisor(Config("nothing:at_all", workers=2), [])
        signal.raise_signal(signal.SIGHUP)
        made.handle_signals()
        assert not made.should_exit.is_set()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
