"""Who asks, behind a proxy and without one: X-Forwarded-For is believed of those we know alone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from real_server import free_port

from hexfire.server.settings import from_environment

LOGINS = 10
"""A minute, of one address; the defaults are what is served here."""


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """`hexfire serve` with these proxies; its address."""
    started: list[subprocess.Popen[bytes]] = []

    def start(proxies: str) -> str:
        port = free_port()
        settings = {"HEXFIRE_HOME": str(tmp_path), "HEXFIRE_TRUSTED_PROXIES": proxies}
        program = "from hexfire.cli.main import run; run()"
        words = [sys.executable, "-c", program, "serve", "--port", str(port)]
        environment = {**os.environ, **settings, "HEXFIRE_DATABASE_URL": ""}
        started.append(subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL))
        deadline = time.monotonic() + 120
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=60)
                return f"http://127.0.0.1:{port}"
            except httpx.HTTPError:
                assert started[-1].poll() is None and time.monotonic() < deadline
                time.sleep(0.1)

    yield start
    for process in started:
        process.kill()
        process.wait()


def tries(base: str) -> list[int]:
    """Passwords tried for ever new names, each as if from an address of its own."""
    with httpx.Client(base_url=base, timeout=60) as client:
        return [
            client.post(
                "/api/session",
                json={"name": f"somebody {n}", "password": "0123456789"},
                headers={"x-forwarded-for": f"203.0.113.{n}"},
            ).status_code
            for n in range(LOGINS + 4)
        ]


def test_anybody_may_claim_to_come_from_elsewhere(serve: Callable[[str], str]) -> None:
    answers = tries(serve(""))
    assert answers[0] == 401 and answers[-1] == 429
    assert 429 in tries(serve("192.0.2.7")), "we know another proxy, not this one"


def test_a_known_proxy_is_believed(serve: Callable[[str], str]) -> None:
    assert set(tries(serve("127.0.0.1"))) == {401}
    assert set(tries(serve("192.0.2.7, 127.0.0.0/8"))) == {401}


def test_the_default_limit_is_what_these_tests_count() -> None:
    assert from_environment({"HEXFIRE_DATABASE_URL": "sqlite://"}).logins_per_minute == LOGINS
