"""Routes of accounts: who one is, registering, signing in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import FastAPI, Request

from hexfire.assist.around import Account, SignedInAs
from hexfire.server.http.answers import answers
from hexfire.server.http.asker import SignedIn, address, server_of
from hexfire.server.http.bodies import Answer, NewAccount, SignIn
from hexfire.server.http.refusals import refused
from hexfire.server.people.accounts import clean_name
from hexfire.server.people.cookie import COOKIE, KNOWN, KNOWN_FOR

if TYPE_CHECKING:
    from hexfire.server.process import Server


def add_to(app: FastAPI) -> None:
    """The routes."""

    @app.get("/api/me", responses=answers(Account, None))
    async def me(signed_in: SignedIn) -> Answer:
        """Who is signed in; null for a guest."""
        return Answer(Account(*signed_in) if signed_in else None)

    @app.post("/api/accounts", status_code=201, responses=answers(SignedInAs, status=201))
    async def register(body: NewAccount, request: Request) -> Answer:
        """A new account; its owner is signed in at once."""
        server = server_of(request)
        if not server.logins.take(address(request)):
            return refused(request, 429, "server.too_many")
        await server.accounts.create(body.name, body.password)
        return await _signed_in(server, body.name, body.password, 201)

    @app.post("/api/session", responses=answers(SignedInAs))
    async def sign_in(body: SignIn, request: Request) -> Answer:
        """Sign in: the answer sets the session cookie."""
        server = server_of(request)
        if not server.logins.take(address(request)):
            return refused(request, 429, "server.too_many")
        # Per account too: many addresses may try the passwords of one. Its owner's own browser has
        # an allowance of its own, so that they do not shut him out.
        browser = await server.accounts.known(body.name, request.cookies.get(KNOWN, ""))
        whose = f"browser {browser}" if browser else f"name {clean_name(body.name).casefold()}"
        if not server.logins.take(whose):
            return refused(request, 429, "server.too_many")
        return await _signed_in(server, body.name, body.password, 200)

    @app.delete("/api/session", responses=answers(None))
    async def sign_out(request: Request) -> Answer:
        """Sign out."""
        await server_of(request).accounts.sign_out(request.cookies.get(COOKIE, ""))
        answer = Answer(None)
        answer.delete_cookie(COOKIE)
        return answer


async def _signed_in(server: Server, name: str, password: str, status: int) -> Answer:
    session = await server.accounts.sign_in(name, password)
    answer = Answer(SignedInAs(clean_name(name)), status)
    days = server.settings.session_days * 86_400
    for cookie, value, seconds, where in (
        (COOKIE, session.token, days, "/"),
        (KNOWN, session.proof, KNOWN_FOR, "/api/session"),
    ):
        answer.set_cookie(
            cookie,
            value,
            max_age=seconds,
            path=where,
            httponly=True,
            samesite="lax",
            secure=server.settings.secure_cookies,
        )
    return answer
