"""Limits: how often one address may ask, and how much it may send."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexfire.server.http.refusals import refused


class Bucket:
    """So many tokens a minute (or other time) for each key; at most `keys` are remembered."""

    def __init__(self, most: int, keys: int = 10_000, seconds: float = 60) -> None:
        self._full, self._seconds = float(most), seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._keys = keys

    def take(self, key: str, now: float | None = None) -> bool:
        """Whether one more is allowed."""
        now = time.monotonic() if now is None else now
        left, since = self._left.pop(key, (self._full, now))
        left = min(self._full, left + (now - since) * self._full / self._seconds)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > self._keys:
            self._left.popitem(last=False)
        return allowed


class BodyLimits(msgspec.Struct, frozen=True):
    """How much may be sent, how slowly, and how much of it at once."""

    longest: int = 1_000_000
    uploads: dict[str, int] = {}
    """Longer bodies for some addresses."""
    patience: float = 10.0
    """Seconds without a piece of the body."""
    slowest: int = 20_000
    """Bytes a second, once the patience is used up."""
    most_at_once: int = 64_000_000
    """Bytes of unfinished bodies, of all requests together."""
    per_address: int = 32_000_000
    """Of one address. By bytes, not by requests: many small ones come from one house."""


class LimitBody:
    """Refuse bodies that are too long, too slow or too many, before they are read into memory."""

    def __init__(self, app: ASGIApp, limits: BodyLimits) -> None:
        self.app, self.limits = app, limits
        self._held = 0
        self._by_address: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        headers = dict(scope["headers"])
        declared = headers.get(b"content-length", b"0")
        longest = self.limits.uploads.get(scope["path"], self.limits.longest)
        if not declared.isdigit() or len(declared) > 15 or int(declared) > longest:
            await refused(request, 413, "server.body.too_long", most=longest)(scope, receive, send)
            return
        size = longest if b"transfer-encoding" in headers else int(declared)
        address = scope["client"][0] if scope.get("client") else "?"
        mine = self._by_address.get(address, 0)
        room = self._held + size <= self.limits.most_at_once
        if not room or mine + size > self.limits.per_address:
            await refused(request, 503, "server.busy")(scope, receive, send)
            return
        self._held += size
        self._by_address[address] = mine + size
        body = _Body(receive, longest, self.limits)
        try:
            await self.app(scope, body.receive, body.unless_given_up(send))
        finally:
            self._held -= size
            left = self._by_address.pop(address, 0) - size
            if left > 0:
                self._by_address[address] = left
        if body.given_up:
            await refused(request, 408, "server.body.late")(scope, receive, send)


class _Body:
    """A body on its way in: counted, and given up when it is too long or takes too long."""

    def __init__(self, receive: Receive, longest: int, limits: BodyLimits) -> None:
        self._receive, self._longest, self._limits = receive, longest, limits
        self._begun = time.monotonic()
        self._read = 0
        self._whole = False
        self.given_up = False

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()
        allowed = self._limits.patience + self._read / self._limits.slowest
        left = min(self._limits.patience, self._begun + allowed - time.monotonic())
        try:
            message = await asyncio.wait_for(self._receive(), left)
        except TimeoutError:
            self.given_up = True
            return {"type": "http.disconnect"}
        self._read += len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._read > self._longest:
            self.given_up = True
            return {"type": "http.disconnect"}
        return message

    def unless_given_up(self, send: Send) -> Send:
        """Answers of the application to a request that was given up are not for anybody."""

        async def passed(message: Message) -> None:
            if not self.given_up:
                await send(message)

        return passed


SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        "script-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}


class SecureHeaders:
    """The same careful headers on every answer. `/docs` needs its own, looser script policy."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._headers = [(k.encode(), v.encode()) for k, v in SECURITY_HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)
