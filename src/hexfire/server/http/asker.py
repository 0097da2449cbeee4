"""Who asks, at which table: what routes are told about a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Header, Request

from hexfire.play import Seat
from hexfire.rulebook import Refusal
from hexfire.server.people.cookie import COOKIE
from hexfire.server.tables.live import Live

if TYPE_CHECKING:
    from hexfire.server.process import Server


def address(request: Request) -> str:
    return request.client.host if request.client else "?"


def server_of(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


async def account_of(request: Request) -> tuple[str, str] | None:
    return await server_of(request).accounts.signed_in(request.cookies.get(COOKIE))


def tokens_of(authorization: Annotated[str, Header(max_length=1_000)] = "") -> list[str]:
    """Seat tokens: `Authorization: Seat TOKEN TOKEN …`."""
    kind, *tokens = authorization.split() or [""]
    return tokens[:8] if kind.lower() == "seat" else []


async def live_of(table: str, request: Request) -> Live:
    return await server_of(request).tables.get(table)


SignedIn = Annotated[tuple[str, str] | None, Depends(account_of)]
Tokens = Annotated[list[str], Depends(tokens_of)]
At = Annotated[Live, Depends(live_of)]


async def held_seat(
    request: Request,
    live: Live,
    account: tuple[str, str] | None,
    tokens: list[str],
    seat: str | None,
) -> str | None:
    """The seat somebody asks for, if it is his; None looks on as a spectator."""
    if seat is None:
        return None
    held = await server_of(request).seating.seats_of(live, tokens, account[0] if account else None)
    if seat not in held:
        raise Refusal("", "server.not_your_seat", seat=seat[:40])
    return seat


async def held_of(
    request: Request, live: At, signed_in: SignedIn, tokens: Tokens, seat: str | None = None
) -> Seat | None:
    """The seat that `?seat=` asks for, if it is his."""
    return await held_seat(request, live, signed_in, tokens, seat)


Held = Annotated[Seat | None, Depends(held_of)]
