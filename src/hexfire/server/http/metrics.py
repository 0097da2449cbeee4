"""`/metrics`: what a server is doing, in the text form that Prometheus reads. Counts, no names."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, Histogram
from prometheus_client.exposition import generate_latest
from starlette.responses import Response

from hexfire.server.http.bodies import Answer
from hexfire.server.storage.writer import Writer
from hexfire.server.tables.tables import Tables

COMMIT_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """The figures of one server process."""

    def __init__(self, tables: Tables, writer: Writer) -> None:
        self._registry = CollectorRegistry()
        self._gauge("hexfire_tables_loaded", "Tables in memory", lambda: len(tables.loaded()))
        self._gauge("hexfire_sockets", "Open live connections", lambda: _listeners(tables))
        self._gauge("hexfire_saves_waiting", "Saves that wait for the writer", writer.waiting)
        self._gauge("hexfire_writer_alive", "1 while actions can be saved", lambda: writer.alive)
        self._commits = Histogram(
            "hexfire_commit_seconds",
            "How long one transaction of the writer took",
            buckets=COMMIT_SECONDS,
            registry=self._registry,
        )
        self._saves = Histogram(
            "hexfire_commit_saves",
            "How many saves went into one transaction",
            buckets=(1, 2, 5, 10, 20, 50, 100),
            registry=self._registry,
        )
        writer.observe = self._committed

    def _gauge(self, name: str, help: str, value: Callable[[], float]) -> None:
        Gauge(name, help, registry=self._registry).set_function(value)

    def _committed(self, saves: int, seconds: float) -> None:
        self._commits.observe(seconds)
        self._saves.observe(saves)

    def text(self) -> bytes:
        return generate_latest(self._registry)


def _listeners(tables: Tables) -> int:
    return sum(len(live.listeners) for live in tables.loaded())


def add_to(app: FastAPI, metrics: Metrics, *, shown: bool) -> None:
    """The route; where metrics are not wanted it is as if it were not there."""

    @app.get("/metrics", include_in_schema=False)
    async def show() -> Response:
        if not shown:
            return Answer({"error": "not found", "refused": None}, 404)
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)
