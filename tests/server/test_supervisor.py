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
from websockets.sync.client import ClientConnection, connect

import hexfire.boards

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


def test_a_board_uploaded_to_one_worker_is_known_to_the_other(serving: Serving) -> None:
    one, two = serving.workers()
    file = next((Path(hexfire.boards.__file__).parent / "builtin").glob("*.board"))
    with closing(serving.connection(one)) as here, closing(serving.connection(two)) as there:
        sent = here.post("/api/tools/boards?name=mine.board", content=file.read_bytes())
        assert sent.status_code == 201, sent.text
        assert there.get(f"/api/tools/boards/{sent.json()['board']}").status_code == 200
