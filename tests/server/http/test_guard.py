"""The guard before everything: how often an address may ask, and what another site's page may."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from hexfire.server.http.guard import COME_AGAIN, Guard
from hexfire.server.http.limits import Bucket
from hexfire.server.people.cookie import COOKIE
from hexfire.server.settings import Settings

HOME = Settings(database_url="", public_url="https://hexfire.test/")


class Asking:
    """Requests through the guard, to an application that lets everything be."""

    def __init__(self, most: int = 1_000) -> None:
        server = SimpleNamespace(requests=Bucket(most, seconds=1e9), settings=HOME)
        self._guard = Guard(self._app, server)  # type: ignore[arg-type]
        self.seen: list[Any] = []

    async def _app(self, scope: Any, _receive: Any, send: Any) -> None:
        self.seen.append(scope["client"])
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        else:
            await send({"type": "websocket.accept"})

    def answer(
        self,
        method: str = "POST",
        path: str = "/api/tables",
        address: str = "192.0.2.1",
        kind: str = "http",
        **headers: str,
    ) -> Any:
        told: list[Any] = []
        scope = {
            "type": kind,
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [
                (name.replace("_", "-").encode(), said.encode()) for name, said in headers.items()
            ],
            "client": (address, 1),
        }

        async def send(message: Any) -> None:
            told.append(message)

        asyncio.run(self._guard(scope, None, send))  # type: ignore[arg-type]
        return told[0].get("status", told[0].get("code"))


SIGNED_IN = {"cookie": f"{COOKIE}=abc", "host": "hexfire.test"}
OURS, THEIRS = {"x_hexfire": "1"}, {"origin": "https://evil.test"}
PASSED: dict[str, dict[str, Any]] = {
    "a program": {},
    "somebody who only looks": {"method": "GET", **SIGNED_IN, **THEIRS},
    "our page": {**SIGNED_IN, **OURS, "origin": "https://hexfire.test"},
    "our page at another name of this machine": {"host": "a:1", "origin": "http://a:1"},
    "our page behind a proxy that names another host": {
        **SIGNED_IN,
        **OURS,
        "host": "inside:8000",
        "origin": "https://hexfire.test",
    },
    "the page of a mail's link": {"path": "/mail/0123/stop", **SIGNED_IN},
    "a mail program": {"path": "/mail/0123/stop", **THEIRS},
}
REFUSED: dict[str, dict[str, Any]] = {
    "another site's form": {**SIGNED_IN},
    "another site's page": {**SIGNED_IN, **OURS, **THEIRS},
    "another site's page for somebody who is not signed in": {**THEIRS},
    "a page of nowhere": {"origin": "null"},
    "a page of an address that is none": {"origin": "https://[", "host": "hexfire.test"},
    "a page without a name, at a server without one": {"origin": "", "host": ""},
    "a form that changes a mail address": {"path": "/api/tables/0123/mail", **SIGNED_IN},
}


@pytest.mark.parametrize("who", PASSED)
def test_who_may_change_something_is_let_through(who: str) -> None:
    assert Asking().answer(**PASSED[who]) == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("who", REFUSED)
def test_who_may_change_nothing_is_refused(who: str, method: str) -> None:
    asking = Asking()
    assert asking.answer(**REFUSED[who], method=method) == 403
    assert asking.seen == []


def test_who_asks_too_often_is_refused_whatever_he_asks_for() -> None:
    asking = Asking(most=2)
    assert [asking.answer(method="GET") for _ in range(3)] == [200, 200, 429]
    assert asking.answer(kind="websocket", method="GET") == COME_AGAIN
    assert len(asking.seen) == 2
    assert asking.answer(kind="websocket", method="GET", address="192.0.2.2") is None


def test_limits_behind_the_guard_count_networks_too() -> None:
    """All that comes after it is told one address for a network of IPv6."""
    asking = Asking(most=2)
    answers = [asking.answer(address=f"2001:db8:0:7::{n}") for n in range(3)]
    assert answers == [200, 200, 429]
    assert {address for address, _ in asking.seen} == {"2001:db8:0:7::/64"}
