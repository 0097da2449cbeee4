"""Requests as no library sends them, over a bare connection to a real server."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from real_server import free_port, start

UPGRADE = (
    b"GET /api/tables/0123456789abcdef/live HTTP/1.1\r\nhost: x\r\n"
    b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
POST = b"POST /api/session HTTP/1.1\r\nhost: x\r\n"
NEXT = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that waits ten minutes for everything: what ends here is not ended by a clock."""
    port = free_port()
    process = start(f"sqlite:///{tmp_path_factory.mktemp('raw') / 'hexfire.db'}", port, "600")
    yield port
    process.kill()
    process.wait()


def told(port: int, said: bytes, hang_up: bool = False) -> bytes:
    """All that is answered until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(60)
        line.sendall(said)
        if hang_up:
            line.shutdown(socket.SHUT_WR)
        heard = b""
        while piece := line.recv(65_536):
            heard += piece
        return heard


# -- live connections that are never quite opened --------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        b"content-length: 5\r\n\r\n",
        b"content-length: 5\r\n\r\nhello",
        b"transfer-encoding: chunked\r\n\r\n",
        b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_a_live_connection_that_brings_a_body_is_refused(port: int, more: bytes) -> None:
    """Nobody read it, no deadline counted: such a connection stayed for ever."""
    assert told(port, UPGRADE + more).startswith(b"HTTP/1.1 400 ")


def test_a_live_connection_waits_for_the_answers_before_it(port: int) -> None:
    """Its own answer came first, and the other one into the middle of what was said live."""
    heard = told(port, NEXT + UPGRADE + b"\r\n")
    assert b"HTTP/1.1 101" not in heard and b"HTTP/1.1 400" in heard


def test_a_live_connection_may_follow_an_answer(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(60)
        line.sendall(NEXT)
        while b"}" not in line.recv(65_536):
            pass
        line.sendall(UPGRADE + b"content-length: 0\r\n\r\n")
        assert line.recv(65_536).startswith(b"HTTP/1.1 101")


def test_who_hangs_up_half_is_gone(port: int) -> None:
    """He sends nothing more, and would hear everything: before his greeting, and after it."""
    assert told(port, UPGRADE + b"\r\n", hang_up=True).startswith(b"HTTP/1.1 101")
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(60)
        line.sendall(UPGRADE.replace(b"0123456789abcdef", new_table(port).encode()) + b"\r\n")
        assert line.recv(65_536).startswith(b"HTTP/1.1 101")
        line.sendall(b"\x81\x82\0\0\0\0{}")
        while b'"type":"chat"' not in line.recv(65_536):
            pass
        line.shutdown(socket.SHUT_WR)
        while line.recv(65_536):
            pass


def test_nothing_is_unpacked_on_a_live_connection(port: int) -> None:
    """What would be compressed is not agreed to, and ends the connection if it comes."""
    offer = b"sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(60)
        line.sendall(UPGRADE + offer)
        answer = line.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 101") and b"permessage-deflate" not in answer
        line.sendall(b"\xc1\x82\0\0\0\0{}")  # the bit that says: compressed
        assert line.recv(65_536)[:1] == b"\x88"  # closed


def new_table(port: int) -> str:
    seats = {"red": {"who": "me"}, "blue": {"who": "me"}}
    body = {"game": "duel", "scenario": "plain", "name": "Aki", "seats": seats}
    made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=body, timeout=60).json()
    return str(made["id"])


# -- one request, or two? --------------------------------------------------------------------------

DOUBTFUL = {
    "two lengths": POST + b"content-length: 2\r\ncontent-length: 40\r\n\r\n{}" + NEXT,
    "the same length twice": POST + b"content-length: 2\r\ncontent-length: 2\r\n\r\n{}" + NEXT,
    "lengths in a list": POST + b"content-length: 2, 2\r\n\r\n{}" + NEXT,
    "a length with a sign": POST + b"content-length: +2\r\n\r\n{}" + NEXT,
    "a length below nothing": POST + b"content-length: -1\r\n\r\n" + NEXT,
    "a length in other digits": POST + b"content-length: 0x2\r\n\r\n{}" + NEXT,
    "a length without end": POST + b"content-length: " + b"9" * 30 + b"\r\n\r\n" + NEXT,
    "a blank before the colon": POST + b"content-length : 2\r\n\r\n{}" + NEXT,
    "length, then pieces": POST
    + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    + NEXT,
    "pieces, then length": POST
    + b"transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n"
    + NEXT,
    "pieces of another kind": POST + b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n" + NEXT,
    "pieces, not last": POST + b"transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n" + NEXT,
    "pieces twice": POST
    + b"transfer-encoding: chunked\r\ntransfer-encoding: x\r\n\r\n0\r\n\r\n"
    + NEXT,
    "pieces behind a control sign": POST + b"transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a piece below nothing": POST + b"transfer-encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n",
    "a piece without end": POST + b"transfer-encoding: chunked\r\n\r\n" + b"f" * 20 + b"\r\n{}",
    "pieces by bare line feeds": POST + b"transfer-encoding: chunked\r\n\r\n2\n{}\n0\n\n",
    "bare line feeds": NEXT.replace(b"\r\n", b"\n"),
    "bare returns": NEXT.replace(b"\r\n", b"\r"),
    "a line feed in a value": b"GET /healthz HTTP/1.1\r\nhost: x\r\na: b\nc: d\r\n\r\n",
    "a header on two lines": b"GET /healthz HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n",
    "a zero in a value": b"GET /healthz HTTP/1.1\r\na: \0b\r\n\r\n",
    "a zero in a name": b"GET /healthz HTTP/1.1\r\na\0: b\r\n\r\n",
    "no name": b"GET /healthz HTTP/1.1\r\n: b\r\n\r\n",
    "a name of odd signs": b"GET /healthz HTTP/1.1\r\n(){}@: b\r\n\r\n",
    "a name beyond ASCII": b"GET /healthz HTTP/1.1\r\n\xe3\x81\x82: b\r\n\r\n",
    "an address beyond ASCII": b"GET /\xff HTTP/1.1\r\nhost: x\r\n\r\n",
}


@pytest.mark.parametrize("kind", DOUBTFUL)
def test_what_a_proxy_might_read_otherwise_is_refused_and_ends_the_connection(
    kind: str, port: int
) -> None:
    """One answer and no second: what is hidden behind it is nobody's request."""
    heard = told(port, DOUBTFUL[kind])
    assert heard.startswith(b"HTTP/1.1 400 ") and heard.count(b"HTTP/1.1 ") == 1


def test_pieces_in_an_old_request_end_the_connection(port: int) -> None:
    old = POST.replace(b"HTTP/1.1", b"HTTP/1.0")
    heard = told(port, old + b"transfer-encoding: chunked\r\n\r\n0\r\n\r\n" + NEXT)
    assert heard.startswith(b"HTTP/1.1 4") and heard.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "origin", [b"", b"origin: http://\r\n", b"origin: null\r\n", b"origin: x\r\n"]
)
def test_an_old_request_without_a_host_changes_nothing_for_another_site(
    origin: bytes, port: int
) -> None:
    """No host is no host: a page that names none does not come from it."""
    body = b'{"name": "nobody", "password": "0123456789"}'
    length = b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
    heard = told(port, b"POST /api/session HTTP/1.0\r\n" + origin + length + body)
    assert heard.startswith(b"HTTP/1.1 403 " if origin else b"HTTP/1.1 401 ")


@pytest.mark.parametrize(
    "name",
    [
        *("%00", "%ff", "a%2fb", "..%2f..%2fetc%2fpasswd", "%EF%BC%90" * 16),
        *("{table}%00", "{table}%2f", "{table}%0a", "%E2%80%AE{table}"),
    ],
)
def test_a_table_has_one_name(name: str, port: int) -> None:
    table = new_table(port)
    address = f"/api/tables/{name.replace('{table}', table)}"
    for request in (f"GET {address}", f"GET {address}/board", f"POST {address}/join"):
        heard = told(port, f"{request} HTTP/1.0\r\ncontent-length: 0\r\n\r\n".encode())
        assert heard.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 405 ", b"HTTP/1.1 422 ")), heard


def test_nonsense_fills_no_log(tmp_path: Path) -> None:
    """No limit counts what never becomes a request. Here the server as it is started by people."""
    port, log = free_port(), tmp_path / "log"
    program = "from hexfire.cli.main import run; run()"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--port", str(port)],
            env={**os.environ, "HEXFIRE_HOME": str(tmp_path), "HEXFIRE_DATABASE_URL": ""},
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
    try:
        is_answered(process, port)
        assert told(port, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        old = NEXT.replace(b"HTTP/1.1", b"HTTP/1.0")[:-2]
        assert b"200 OK" in told(port, old + b"connection: upgrade\r\nupgrade: h2c\r\n\r\n")
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.settimeout(60)
            line.sendall(UPGRADE + b"\r\n")
            assert line.recv(65_536).startswith(b"HTTP/1.1 101")
            line.sendall(b"\x81\x82\0\0\0\0\xff\xfe")  # no text
            assert line.recv(65_536)[:1] == b"\x88"  # closed
    finally:
        process.terminate()
        process.wait(60)
    assert log.read_text() == ""


def is_answered(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + 300  # a busy machine may take its time; a dead server may not
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=60)
            return
        time.sleep(0.05)
    raise TimeoutError("the server did not start")
