"""Before anything else: how often an address may ask, and whether a change comes from our page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from hexfire.server.http.refusals import refused
from hexfire.server.people.cookie import COOKIE

if TYPE_CHECKING:
    from hexfire.server.process import Server


COME_AGAIN = 1013
"""How a live connection is ended that may be tried again later (RFC 6455's registry)."""


class Guard:
    """Too many requests are refused; a change must come from our own page (no CSRF)."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app, self._server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        allowed = self._server.requests.take(client[0] if client else "?")
        if scope["type"] == "websocket":
            if allowed:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": COME_AGAIN})
            return
        request = Request(scope, receive)
        if not allowed:
            await refused(request, 429, "server.too_many")(scope, receive, send)
            return
        # The links of a mail carry their own secret, so they need no other proof.
        linked = scope["path"].startswith("/mail/")
        unsafe = request.method not in ("GET", "HEAD", "OPTIONS") and not linked
        if unsafe and COOKIE in request.cookies and "x-hexfire" not in request.headers:
            await refused(request, 403, "server.cross_site")(scope, receive, send)
            return
        await self.app(scope, receive, send)
