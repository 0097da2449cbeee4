"""The addresses of mail: for the page, and the small pages behind the links in a mail."""

from __future__ import annotations

from html import escape
from typing import Annotated, Literal

from fastapi import FastAPI, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from hexfire.assist.around import MailStanding
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import Refusal
from hexfire.server.http.answers import answers
from hexfire.server.http.api_page import STYLE
from hexfire.server.http.asker import At, Held, SignedIn, Tokens, address, held_seat, server_of
from hexfire.server.http.bodies import Answer, Body, Key
from hexfire.server.http.refusals import language_of


class MailWish(Body):
    """Where to write when it is this seat's turn."""

    seat: Key
    address: Annotated[str, Field(max_length=254)]


def add_to(app: FastAPI) -> None:
    @app.get("/api/tables/{table}/mail", responses=answers(MailStanding))
    async def wished(live: At, held: Held, request: Request) -> Answer:
        """Whether this server sends mail, and what this seat has asked for."""
        if held is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        return Answer(await server_of(request).mail.of_seat(live.id, held))

    @app.post(
        "/api/tables/{table}/mail", status_code=202, responses=answers(MailStanding, status=202)
    )
    async def wish(
        body: MailWish, live: At, request: Request, signed_in: SignedIn, tokens: Tokens
    ) -> Answer:
        """Ask for a mail when it is one's turn; a link in a first mail confirms the address."""
        seat = await held_seat(request, live, signed_in, tokens, body.seat)
        assert seat is not None
        server = server_of(request)
        if not (server.mails.take(address(request)) and server.mails.take(body.address.lower())):
            raise Refusal("", "server.too_many")
        await server.mail.ask(live, seat, body.address, language_of(request))
        return Answer(await server.mail.of_seat(live.id, seat), 202)

    @app.delete("/api/tables/{table}/mail", responses=answers(None))
    async def forget(live: At, held: Held, request: Request) -> Answer:
        """No more mail for this seat."""
        if held is None:
            raise Refusal("", "server.not_your_seat", seat="—")
        await server_of(request).mail.forget(live.id, held)
        return Answer(None)

    @app.get("/mail/{token}", include_in_schema=False)
    async def link(token: str, request: Request) -> Response:
        """Looking at a link changes nothing: mail programs look at links by themselves."""
        row = await server_of(request).mail.by_link(token[:64])
        ways: tuple[Literal["confirm", "stop"], ...] = (
            ("stop",) if row.confirmed else ("confirm", "stop")
        )
        return _page(row.language, row.title, "asks", token[:64], ways)

    @app.post("/mail/{token}/{what}", include_in_schema=False)
    async def do(token: str, what: Literal["confirm", "stop"], request: Request) -> Response:
        row = await server_of(request).mail.by_link(token[:64], what)
        return _page(row.language, row.title, what, "", ())


def _page(language: str, title: str, key: str, token: str, ways: tuple[str, ...]) -> HTMLResponse:
    language = language if language in LANGUAGES else "en"
    say = words(language).say
    forms = "".join(
        f'<form method="post" action="/mail/{escape(token)}/{way}">'
        f"<button>{escape(say(f'server.mail.button.{way}'))}</button></form>"
        for way in ways
    )
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Hexfire</title>'
        f"<style>{STYLE}</style><h1>Hexfire</h1>"
        f"<p>{escape(say(f'server.mail.page.{key}', title=title))}</p>{forms}</html>"
    )
