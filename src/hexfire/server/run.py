"""Starting the server: one process on SQLite, any number on PostgreSQL."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
import urllib.request
import webbrowser
from typing import Any

import msgspec
import uvicorn
from fastapi import FastAPI

from hexfire.server.app import create_app
from hexfire.server.boxes.shelf import shelf
from hexfire.server.collecting import settle
from hexfire.server.http.connections import set_up
from hexfire.server.process import Server
from hexfire.server.settings import Settings, from_environment
from hexfire.server.supervisor import supervise
from hexfire.server.tools.elsewhere import tool_workers

STOPPING = 0.8
"""Seconds that requests under way are given when the server stops."""


def app() -> FastAPI:
    """The application as `uvicorn --factory hexfire.server.run:app` starts it."""
    settings = from_environment()
    log_to_stderr(settings.log)
    set_up(settings)
    application = create_app(settings, shelf())
    settle()
    threading.Thread(target=warm_up, args=(application.state.server,), daemon=True).start()
    return application


def warm_up(server: Server) -> None:
    """Start a worker for tools and one for tables, and read our scenarios, so that nobody's first
    question waits for it.

    In a thread beside the start; whoever ends the server ends the workers too.
    """
    tool_workers.warm()
    for box in server.boxes.values():
        box.cards()
    server.questions.warm(server.boxes)


class _JsonLines(logging.Formatter):
    """One JSON object a line: when, how grave, from which room, what."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "room": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


SAID_TO_STRANGERS = {
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
}
"""What uvicorn notes whenever somebody sends nonsense. He is told; no limit counts such requests,
so that anybody could fill a disk with these lines."""


def log_to_stderr(form: str) -> None:
    """Warnings and worse go to the standard error, as text or as JSON."""
    handler = logging.StreamHandler()
    handler.addFilter(lambda record: record.msg not in SAID_TO_STRANGERS)
    if form == "json":
        handler.setFormatter(_JsonLines())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def serve(settings: Settings, workers: int = 1, browser: bool = False) -> None:
    """Serve until stopped; `browser` opens the page once it answers, where there is a browser."""
    if browser:
        threading.Thread(target=_open_when_ready, args=(settings,), daemon=True).start()
    os.environ["HEXFIRE_DATABASE_URL"] = settings.database_url
    chosen = options(settings, "hexfire.server.run:app", workers=workers)
    if chosen["workers"] > 1:
        supervise(uvicorn.Config(**chosen))
    else:
        uvicorn.run(**chosen)


def options(settings: Settings, app: Any, workers: int = 1) -> dict[str, Any]:
    """How uvicorn is run, also by tests and benches."""
    return {
        "app": app,
        "factory": isinstance(app, str),
        "host": settings.host,
        "port": settings.port,
        "workers": workers if settings.is_postgres else 1,
        "log_level": "warning",
        "log_config": None,
        "http": "hexfire.server.http.connections:Counted",
        "ws": "hexfire.server.http.wire:Wire",
        "ws_max_size": settings.max_message * 2,
        # Frames are encoded once for all watchers; compressing them for each would slow players.
        "ws_per_message_deflate": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": ",".join(map(str, settings.proxies)),
        "timeout_graceful_shutdown": STOPPING,
    }


def _open_when_ready(settings: Settings) -> None:
    address = f"http://{settings.host}:{settings.port}"
    for _ in range(100):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)
            return
        time.sleep(0.1)
