"""A server on SQLite and, where one can be started, on a real PostgreSQL."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from duel_box import DuelBox
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hexfire.server.app import create_app
from hexfire.server.settings import Settings


def _find(program: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else shutil.which(program)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: HEXFIRE_TEST_POSTGRES, or one started for these tests."""
    given = os.environ.get("HEXFIRE_TEST_POSTGRES")
    if given:
        yield given
        return
    initdb, server = _find("initdb"), _find("postgres")
    if initdb is None or server is None:
        pytest.skip("needs PostgreSQL (Debian: postgresql), which is not installed here")
    # Not pytest's folder: another user could not enter it.
    folder = Path(tempfile.mkdtemp(prefix="hexfire-postgres-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "postgres")
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    data, sockets = folder / "data", folder
    subprocess.run(
        [*as_user, initdb, "-D", data, "-U", "hexfire", "--auth=trust", "-N"],
        check=True,
        capture_output=True,
        cwd="/",
    )
    options = ["-k", str(sockets), "-c", "listen_addresses=", "-c", "fsync=off"]
    process = subprocess.Popen(
        [*as_user, server, "-D", data, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    try:
        _wait(sockets)
        yield f"postgresql+psycopg://hexfire@/postgres?host={sockets}"
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(sockets: Path) -> None:
    import time

    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(f"host={sockets} user=hexfire dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise TimeoutError("PostgreSQL did not start")


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Both databases, each test on a fresh one."""
    if request.param == "sqlite":
        return Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    import psycopg

    url: str = request.getfixturevalue("postgres")
    name = f"t{abs(hash(request.node.nodeid)) % 10**12}_{os.getpid()}"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"drop database if exists {name}")
        connection.execute(f"create database {name}")
    return Settings(database_url=url.replace("/postgres?", f"/{name}?"))


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings, {"duel": DuelBox()})


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client
