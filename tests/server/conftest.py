"""A server on SQLite and, where one can be started, on a real PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from duel_box import DuelBox
from fastapi import FastAPI
from fastapi.testclient import TestClient
from postgres import Postgres

from hexfire.server.app import create_app
from hexfire.server.settings import Settings
from hexfire.server.storage.database import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: HEXFIRE_TEST_POSTGRES, or one started for these tests."""
    given = os.environ.get("HEXFIRE_TEST_POSTGRES")
    if given:
        yield given
        return
    cluster = Postgres()
    cluster.start()
    try:
        yield cluster.url
    finally:
        cluster.remove()


@pytest.fixture(scope="session")
def template(postgres: str) -> str:
    """A database of the present schema, of which each test gets a copy."""
    name = f"template_{os.getpid()}"
    with psycopg.connect(postgres.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"drop database if exists {name}")
        connection.execute(f"create database {name}")
    store = Store(Settings(database_url=postgres.replace("/postgres?", f"/{name}?")))
    store.migrate()
    store.engine.dispose()
    return name


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL of the test's own, to be stopped and started."""
    cluster = Postgres()
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Both databases, each test on a fresh one."""
    if request.param == "sqlite":
        return Settings(database_url=f"sqlite:///{tmp_path / 'hexfire.db'}")
    template: str = request.getfixturevalue("template")
    url: str = request.getfixturevalue("postgres")
    name = f"t{abs(hash(request.node.nodeid)) % 10**12}_{os.getpid()}"
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f"drop database if exists {name}")
        connection.execute(f"create database {name} template {template}")
    return Settings(database_url=url.replace("/postgres?", f"/{name}?"))


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings, {"duel": DuelBox()})


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client
