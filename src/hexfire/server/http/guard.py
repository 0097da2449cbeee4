"""Before anything else: how often an address may ask, and whether a change comes from our page."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from hexfire.server.http.refusals import refused
from hexfire.server.people.cookie import COOKIE
from hexfire.server.settings import Settings

if TYPE_CHECKING:
    from hexfire.server.process import Server


COME_AGAIN = 1013
"""How a live connection is ended that may be tried again later (RFC 6455's registry)."""


HOUSE = 64
"""Bits of an IPv6 address that tell whose it is; whoever has one has all that begin with them."""


def house(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 one."""
    if ":" not in address:
        return address
    try:
        full = IPv6Address(address)
    except ValueError:
        return address
    return str(full.ipv4_mapped or ip_network((full, HOUSE), strict=False))


def from_our_page(asking: HTTPConnection, settings: Settings) -> bool:
    """Browsers name the page that changes something or connects: another site's page may not."""
    origin = asking.headers.get("origin")
    if origin is None:
        return True  # no browser: it holds no cookies of ours
    ours = {asking.headers.get("host", ""), urlsplit(settings.home).netloc} - {""}
    try:
        return urlsplit(origin).netloc in ours
    except ValueError:
        return False


class Guard:
    """Too many requests are refused; a change must come from our own page (no CSRF)."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app, self._server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        if client:
            scope = {**scope, "client": (house(client[0]), client[1])}
        allowed = self._server.requests.take(scope["client"][0] if client else "?")
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
        proved = "x-hexfire" in request.headers or COOKIE not in request.cookies
        if unsafe and not (proved and from_our_page(request, self._server.settings)):
            await refused(request, 403, "server.cross_site")(scope, receive, send)
            return
        await self.app(scope, receive, send)
