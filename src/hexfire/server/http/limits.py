"""Limits: how often one address may ask, and how much it may send."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.types import ASGIApp, Message, Receive, Scope, Send


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


class LimitBody:
    """Refuse a request body that is longer than allowed, before it is read into memory."""

    def __init__(self, app: ASGIApp, longest: int, uploads: dict[str, int] | None = None) -> None:
        self.app, self.longest, self.uploads = app, longest, uploads or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        longest = self.uploads.get(scope["path"], self.longest)
        if not declared.isdigit() or int(declared) > longest:
            await _too_long(send)
            return
        read = 0
        refused = False

        async def counted() -> Message:
            nonlocal read, refused
            message = await receive()
            read += len(message.get("body", b""))
            if read > longest and not refused:
                refused = True
                return {"type": "http.disconnect"}
            return message

        await self.app(scope, counted, send)


async def _too_long(send: Send) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b'{"error":"too long","refused":null}'})


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
