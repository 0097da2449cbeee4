"""The tools in a worker process: one request in, one answer out; nothing else is shared.

The server hands every request for a tool to such a worker (`elsewhere`). A worker keeps what takes
long to make (boards, lines of sight) from one request to the next.
"""

from __future__ import annotations

import asyncio
import logging
from functools import lru_cache
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.types import Message

from hexfire.boards.handed import boards_named, missing_here
from hexfire.rulebook import Refusal
from hexfire.server.files.uploads import take_in
from hexfire.server.http.reading import read_strictly
from hexfire.server.http.refusals import add_handlers
from hexfire.server.tools import catalogue, purchase

_log = logging.getLogger("hexfire.tools")


class ToolRequest(msgspec.Struct, frozen=True):
    """A request over HTTP, and the uploaded boards that it names, as far as they were asked for."""

    method: str
    path: str
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    boards: dict[str, tuple[bytes, str]] | None = None


class ToolAnswer(msgspec.Struct, frozen=True):
    """The answer over HTTP; or, instead of it, the boards that are needed first."""

    status: int = 0
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    missing: tuple[str, ...] = ()


def answer(request: ToolRequest) -> ToolAnswer:
    """Serve one request."""
    if request.boards is None:
        named = boards_named(request.path.encode(), request.query, request.body)
        if missing := missing_here(named):
            return ToolAnswer(missing=missing)
    take_in(request.boards or {})
    return asyncio.run(_serve(request))


@lru_cache(maxsize=1)
def _app() -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    read_strictly(app)
    add_handlers(app)
    catalogue.add_to(app)
    purchase.add_to(app)
    return app


async def _serve(request: ToolRequest) -> ToolAnswer:
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": request.path,
        "raw_path": request.path.encode("utf-8", "replace"),
        "query_string": request.query,
        "root_path": "",
        "headers": list(request.headers),
        "client": None,
        "server": None,
    }
    status, body = 500, bytearray()
    headers: tuple[tuple[bytes, bytes], ...] = ()

    async def receive() -> Message:
        return {"type": "http.request", "body": request.body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status = message["status"]
            headers = tuple((bytes(k), bytes(v)) for k, v in message.get("headers", ()))
        else:
            body.extend(message.get("body", b""))

    try:
        await _app()(scope, receive, send)
    except Refusal:
        raise
    except Exception:
        _log.exception("%s %s", request.method, request.path[:80])
        raise
    return ToolAnswer(status, headers, bytes(body))
