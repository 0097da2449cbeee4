"""A real server in a process of its own, serving the tiny duel."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

SERVER = Path(__file__).with_name("serve_duel.py")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(database: str, port: int, *more: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, str(SERVER), database, str(port), *more])
    deadline = time.monotonic() + 300  # a busy machine may take its time; a dead server may not
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return process
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise TimeoutError("the server did not start")
