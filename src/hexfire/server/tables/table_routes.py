"""Routes of tables: gathering at one, looking, acting, and checking a finished game.

Whoever stays at a table keeps a live connection instead (`socket`).
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI, Request
from sqlalchemy import Connection, Select, select
from starlette.responses import Response

from hexfire.assist.around import (
    ChatLine,
    JournalVerdict,
    SeatInfo,
    SeatJoined,
    TableBegun,
    TableBrought,
    TableListing,
    TableRow,
)
from hexfire.assist.frames import Frame
from hexfire.assist.published import AT_TABLES, BOARDS
from hexfire.assist.reviews import ReviewStanding, check_reviewed
from hexfire.dice import commit
from hexfire.lang import words
from hexfire.rulebook import Refusal
from hexfire.server.files.journals import read_journal
from hexfire.server.http.answers import answers
from hexfire.server.http.asker import At, Held, SignedIn, Tokens, address, held_seat, server_of
from hexfire.server.http.bodies import Act, Answer, Ask, End, GiveWord, Join, NewTable
from hexfire.server.http.refusals import language_of, refused
from hexfire.server.people.accounts import clean_name
from hexfire.server.storage import schema
from hexfire.server.tables.frames import frame, known_since
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.seating import NewTableOrder, Sitter
from hexfire.server.tools.elsewhere import unless_gone


def add_to(app: FastAPI) -> None:
    """The routes."""
    _gathering(app)
    _looking(app)
    _acting(app)
    _checking(app)
    _reviewing(app)
    _bringing(app)


def _gathering(app: FastAPI) -> None:
    @app.get("/api/tables", responses=answers(TableListing))
    async def open_tables(request: Request, signed_in: SignedIn) -> Answer:
        """Tables anybody may join or watch, and one's own."""
        return Answer(await server_of(request).store.run(lambda c: _listing(c, signed_in)))

    @app.post("/api/tables", status_code=201, responses=answers(TableBegun, status=201))
    async def new_table(body: NewTable, request: Request, signed_in: SignedIn) -> Answer:
        """A new table; the private tokens of its seats are given this once."""
        server = server_of(request)
        if not server.new_tables.take(address(request)):
            return refused(request, 429, "server.too_many")
        name = clean_name(body.name)
        seats = {
            seat: SeatRow(
                seat,
                "person" if wish.who == "me" else wish.who,
                clean_name(wish.name or name) if wish.who == "me" else wish.name,
                wish.level if wish.who == "bot" else None,
                signed_in[0] if signed_in and wish.who == "me" else None,
                typed=wish.typed,
            )
            for seat, wish in body.seats.items()
        }
        order = NewTableOrder(
            game=body.game,
            scenario=body.scenario,
            written=body.written,
            title=body.title or name,
            open=body.open,
            seats=seats,
            options=dict(body.options),
            claim_after=body.claim_after,
            telling=body.telling,
            thinking=body.thinking,
            hints=body.hints,
        )
        live, tokens = await server.seating.create(order)
        commitment = commit(live.row.secret)
        return Answer(TableBegun(live.id, tokens, commitment.sha256), 201)

    @app.post("/api/tables/{table}/join", responses=answers(SeatJoined))
    async def join(body: Join, live: At, request: Request, signed_in: SignedIn) -> Answer:
        """Take a free seat; its private token is given this once."""
        account = signed_in[0] if signed_in else None
        sitter = Sitter(clean_name(body.name), body.seat, body.word, account, body.typed)
        seat, token = await server_of(request).seating.join(live, sitter)
        return Answer(SeatJoined(seat, token))


def _looking(app: FastAPI) -> None:
    @app.get("/api/tables/{table}", responses=answers(Frame))
    async def look(
        live: At,
        held: Held,
        request: Request,
        at: int | None = None,
        since: int | None = None,
    ) -> Answer:
        """A frame: what a seat may know, now or at an earlier position.

        With `since` only the log and the positions after that one are sent; if it is no longer on
        the way to the present one, the frame is whole and its own `since` is null.
        """
        async with server_of(request).tables.durable(live):
            return Answer(frame(live, held, at=at, since=known_since(live, held, since)))

    @app.get("/api/tables/{table}/board", responses=answers(*BOARDS))
    async def board(live: At) -> Answer:
        """The map and whatever else never changes; also while a table still waits."""
        if live.table is not None:
            return Answer(live.box.board(live.table.state))
        setup = live.row.setup
        first = await asyncio.to_thread(live.box.game.setup, setup["scenario"], setup["options"])
        return Answer(live.box.board(first))

    @app.get("/api/tables/{table}/chat", responses=answers(ChatLine, many=True))
    async def chat(live: At, request: Request, since: int = 0) -> Answer:
        """What was said at a table, from a line on."""
        return Answer(await server_of(request).chat.lines(live, since))


def _acting(app: FastAPI) -> None:
    @app.post("/api/tables/{table}/act", responses=answers(Frame))
    async def act(
        body: Act, live: At, request: Request, signed_in: SignedIn, tokens: Tokens
    ) -> Answer:
        """Play an action; answered when it is on disk."""
        await held_seat(request, live, signed_in, tokens, body.seat)
        await server_of(request).tables.do(live, body.seat, body.action, body.on)
        return Answer(frame(live, body.seat))

    @app.post("/api/tables/{table}/word", responses=answers(Frame))
    async def word(
        body: GiveWord, live: At, request: Request, signed_in: SignedIn, tokens: Tokens
    ) -> Answer:
        """Give one's word for the fair dice, after having seen the commitment."""
        await held_seat(request, live, signed_in, tokens, body.seat)
        await server_of(request).seating.give_word(live, body.seat, body.word)
        return Answer(frame(live, body.seat))

    @app.post("/api/tables/{table}/end", responses=answers(Frame))
    async def end(
        body: End, live: At, request: Request, signed_in: SignedIn, tokens: Tokens
    ) -> Answer:
        """Resign; offer, accept or refuse a draw; leave; claim a game that the other side left."""
        await held_seat(request, live, signed_in, tokens, body.seat)
        await server_of(request).endings.end(live, body.seat, body.end)
        return Answer(frame(live, None if body.end == "leave" else body.seat))

    @app.post("/api/tables/{table}/ask", responses=answers(*AT_TABLES))
    async def ask(
        body: Ask, live: At, request: Request, signed_in: SignedIn, tokens: Tokens
    ) -> Answer:
        """A question about the position: reach, odds, …"""
        seat = await held_seat(request, live, signed_in, tokens, body.seat)
        asking = server_of(request).questions.ask(live, seat, body.question, body.at)
        return Answer(await unless_gone(asking, request.receive))


def _checking(app: FastAPI) -> None:
    @app.get("/api/tables/{table}/journal")
    async def journal(live: At, request: Request) -> Response:
        """The whole game, once it is over: before that it would tell secrets."""
        text = await _finished(request, live)
        headers = {"content-disposition": f'attachment; filename="{live.id}.jsonl"'}
        return Response(text, media_type="application/jsonl", headers=headers)

    @app.get("/api/tables/{table}/verify", responses=answers(JournalVerdict))
    async def check(live: At, request: Request) -> Answer:
        """Were the dice fair? Derived anew from the revealed secret."""
        text = await _finished(request, live)
        checking = server_of(request).questions.verify(live, text)
        verdict = await unless_gone(checking, request.receive)
        if verdict is None:
            return Answer(None)  # nobody is left to be told
        speak = words(language_of(request))
        return Answer(
            JournalVerdict(
                ok=verdict.ok,
                faces_checked=verdict.checked,
                faces_typed=verdict.typed,
                messages=tuple(verdict.messages),
                sentences=tuple(speak.say(message) for message in verdict.messages),
                unverified=tuple(speak.say(message) for message in verdict.unverified),
            )
        )


def _reviewing(app: FastAPI) -> None:
    path, said = "/api/tables/{table}/review", answers(ReviewStanding)

    @app.get(path, responses=said)
    async def review(live: At, request: Request) -> Answer:
        """How far the review of a finished game is, and the review once it is done."""
        await _reviewable(request, live)
        return Answer(await server_of(request).reviews.standing(live.id))

    @app.post(path, responses=said)
    async def begin(live: At, request: Request) -> Answer:
        """Have a finished game reviewed; made in the background, and kept."""
        text = await _reviewable(request, live)
        return Answer(await server_of(request).reviews.begin(live.id, text))

    @app.delete(path, responses=said)
    async def give_up(live: At, request: Request) -> Answer:
        """Stop a review that is being made; one that is done stays."""
        await _reviewable(request, live)
        return Answer(await server_of(request).reviews.give_up(live.id))


def _bringing(app: FastAPI) -> None:
    @app.post("/api/journals", status_code=201, responses=answers(TableBrought, status=201))
    async def bring(request: Request) -> Answer:
        """A finished game from its journal, as a table to replay and review; nobody sits there."""
        server = server_of(request)
        if not server.new_tables.take(address(request)):
            return refused(request, 429, "server.too_many")
        brought = await read_journal(await request.body())
        return Answer(TableBrought(await server.seating.bring(brought)), 201)


async def _reviewable(request: Request, live: Live) -> bytes:
    """Chances would tell what is still hidden: only a finished game is reviewed at a table."""
    check_reviewed(live.row.game)
    return await _finished(request, live)


async def _finished(request: Request, live: Live) -> bytes:
    server = server_of(request)
    async with server.tables.durable(live):
        if live.status() != "over":
            raise Refusal("", "server.not_over")
        text, _ = await server.store.journal(live.id)
    return text


def _listing(connection: Connection, account: tuple[str, str] | None) -> TableListing:
    t, s = schema.tables.c, schema.seats.c
    columns = (t.id, t.game, t.scenario_name, t.title, t.status, t.updated)
    public = select(*columns).where(t.open, t.status != "over").order_by(t.updated.desc()).limit(50)
    mine = (
        select(*columns)
        .where(t.id.in_(select(s.table_id).where(s.account == account[0])))
        .order_by(t.updated.desc())
        .limit(100)
        if account
        else None
    )

    def rows(wanted: Select[Any]) -> tuple[TableRow, ...]:
        return tuple(
            TableRow(**row._mapping, seats=people(row.id))
            for row in connection.execute(wanted).all()
        )

    def people(table: str) -> dict[str, SeatInfo]:
        seated = connection.execute(select(s.seat, s.kind, s.name).where(s.table_id == table))
        return {person.seat: SeatInfo(person.kind, person.name) for person in seated}

    return TableListing(rows(public), rows(mine) if mine is not None else ())
