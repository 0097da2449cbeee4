"""Requests for tools are answered elsewhere: in bounded processes, apart from what tables need.

Odds can take long, so this process, which serves the tables, computes none. A request waits for a
worker or is refused at once if too many wait; it is given up after a deadline; and it ends when
whoever asked hangs up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from hexfire.rulebook import Refusal
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.http.refusals import refuse
from hexfire.server.tools.host import ToolAnswer, ToolRequest, answer

if TYPE_CHECKING:
    from hexfire.server.process import Server

T = TypeVar("T")

TOOLS = "/api/tools/"
READ_HERE = {
    "/api/tools/boards",
    "/api/tools/force/listing",
    "/api/tools/folio/scenario",
    "/api/tools/battle/scenario",
    "/api/tools/workshop/balance",
}
"""Files that people send: this process keeps them, and has them read by the readers. Bot games
have a worker of their own."""
PASSED_ON = {b"content-type", b"accept-language", b"if-none-match"}

tool_workers = Workers(
    Bounds(megabytes=1024, seconds=10.0, workers=2, waiting=16, file_megabytes=32),
    module="hexfire.server.tools.host",
    says="work",
)


class Elsewhere:
    """Hands requests for tools to the tool workers; all others go on."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app, self._server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        here = scope["type"] != "http" or not scope["path"].startswith(TOOLS)
        if here or (scope["method"] == "POST" and scope["path"] in READ_HERE):
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        body = await request.body()
        asked = ToolRequest(
            scope["method"],
            scope["path"],
            scope["query_string"],
            tuple((key, value) for key, value in scope["headers"] if key in PASSED_ON),
            body,
        )
        try:
            reply = await unless_gone(self._ask(asked), receive)
        except Refusal as refusal:
            await refuse(request, refusal)(scope, receive, send)
            return
        if reply is not None:
            headers = list(reply.headers)
            await send({"type": "http.response.start", "status": reply.status, "headers": headers})
            await send({"type": "http.response.body", "body": reply.body})

    async def _ask(self, asked: ToolRequest) -> ToolAnswer:
        reply = await tool_workers.call(answer, asked)
        if reply.missing:
            boards = await self._server.boards.fetch(reply.missing)
            reply = await tool_workers.call(answer, msgspec.structs.replace(asked, boards=boards))
        return reply


async def unless_gone(work: Coroutine[Any, Any, T], receive: Receive) -> T | None:
    """Do `work`, unless whoever asked hangs up first: then it is stopped, and nobody is told."""
    doing = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hangs_up(receive))
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            return None
        return doing.result()
    finally:
        doing.cancel()
        gone.cancel()


async def _hangs_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
