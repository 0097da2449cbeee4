"""The application: routes over tables, accounts, rules and words; pages from the package."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.staticfiles import StaticFiles
from sqlalchemy import Connection, select
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, Response

from hexfire import __version__
from hexfire.dice import commit
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import Refusal, ledger
from hexfire.server.boxes.box import Boxes
from hexfire.server.files.bounded import readers
from hexfire.server.http import api_page, metrics
from hexfire.server.http.asker import At, Held, Tokens, Who, address, held_seat, server_of
from hexfire.server.http.bodies import (
    Act,
    Answer,
    Ask,
    End,
    GiveWord,
    Join,
    NewAccount,
    NewTable,
    SignIn,
)
from hexfire.server.http.guard import Guard
from hexfire.server.http.limits import BodyLimits, Bucket, LimitBody, SecureHeaders
from hexfire.server.http.refusals import add_handlers, explain, language_of, refused
from hexfire.server.people import mail_routes
from hexfire.server.people.accounts import COOKIE, Accounts, clean_name
from hexfire.server.people.mail import Mail
from hexfire.server.settings import Settings
from hexfire.server.stopping import in_time
from hexfire.server.storage import schema
from hexfire.server.storage.boards import KeptBoards
from hexfire.server.storage.database import Store
from hexfire.server.storage.news import Feed
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables.bots import Bots
from hexfire.server.tables.chat import Chat
from hexfire.server.tables.endings import Endings
from hexfire.server.tables.frames import frame, known_since
from hexfire.server.tables.live import Live, SeatRow
from hexfire.server.tables.questions import Questions
from hexfire.server.tables.seating import NewTableOrder, Seating, Sitter
from hexfire.server.tables.socket import live_socket
from hexfire.server.tables.tables import Tables
from hexfire.server.tools import catalogue, purchase, scenario_check
from hexfire.server.tools.elsewhere import Elsewhere, tool_workers, unless_gone

STATIC = Path(__file__).parent.parent / "web" / "static"


class Server:
    """Everything one process keeps: the store, the tables, the accounts, the limits."""

    def __init__(self, settings: Settings, boxes: Boxes) -> None:
        self.settings = settings
        self.boxes = boxes
        self.store = Store(settings)
        self.tables = Tables(self.store, boxes)
        self.seating = Seating(self.tables)
        self.endings = Endings(self.tables)
        self.chat = Chat(self.store)
        self.boards = KeptBoards(self.store)
        self.accounts = Accounts(self.store)
        self.feed = Feed(self.store, self.tables, self.chat)
        self.bots = Bots(self.tables)
        self.questions = Questions()
        self.mail = Mail(settings, self.store, self.tables)
        self.metrics = metrics.Metrics(self.tables, self.store.writer)
        self.requests = Bucket(settings.requests_per_minute)
        self.logins = Bucket(settings.logins_per_minute)
        self.new_tables = Bucket(settings.max_tables_per_hour, seconds=3600)
        self.mails = Bucket(settings.mails_per_hour, seconds=3600)

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: FastAPI) -> AsyncIterator[None]:
        with in_time(self.end_workers):
            await asyncio.to_thread(self.store.open)
            self.feed.start()
            self.tables.start()
            self.bots.start()
            self.mail.start()
            try:
                yield
            finally:
                self.end_workers()
                await self.mail.stop()
                self.bots.stop()
                self.feed.stop()
                await self.tables.stop()
                await asyncio.to_thread(self.store.close)

    def end_workers(self) -> None:
        """End the processes that do heavy work, also those at work."""
        readers.close()
        tool_workers.close()
        self.questions.close()
        self.bots.end_workers()


def create_app(settings: Settings, boxes: Boxes) -> FastAPI:
    """The server as an ASGI application."""
    server = Server(settings, boxes)
    app = FastAPI(
        title="Hexfire",
        version=__version__,
        lifespan=server.lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.server = server
    app.add_middleware(Elsewhere, server=server)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    app.add_middleware(
        LimitBody,
        limits=BodyLimits(
            longest=settings.max_body,
            uploads={"/api/tools/boards": settings.max_board},
            patience=settings.patience,
        ),
    )
    app.add_middleware(SecureHeaders)
    app.add_middleware(Guard, server=server)
    add_handlers(app)
    _look(app)
    _sign(app)
    _play(app)
    catalogue.add_to(app)
    purchase.add_to(app)
    scenario_check.add_to(app)
    mail_routes.add_to(app)
    api_page.add_to(app)
    metrics.add_to(app, server.metrics, shown=settings.metrics)
    app.websocket("/api/tables/{table}/live")(live_socket)
    _pages(app)
    return app


# -- looking --------------------------------------------------------------------------------------


def _look(app: FastAPI) -> None:
    @app.get("/healthz")
    async def healthz(request: Request) -> Answer:
        """Ready (200) when the database answers and takes what is written; else 503 and why."""
        try:
            await server_of(request).store.ready()
        except StorageAway as trouble:
            why = explain(trouble, language_of(request))
            return Answer({"ready": False, "version": __version__, **why}, 503)
        damage = server_of(request).store.damaged or None
        return Answer({"ready": True, "version": __version__, "damage": damage})

    @app.get("/api/words/{language}")
    async def all_words(language: str, request: Request) -> Answer:
        """Every text of the page in one language."""
        if language not in LANGUAGES:
            raise Refusal("", "core.unknown_language", text=language[:20])
        etag = f'"{__version__}-{language}-{len(words(language).texts)}"'
        if request.headers.get("if-none-match") == etag:
            return Answer(b"", 304, {"etag": etag})
        return Answer(words(language).texts, headers={"etag": etag, "cache-control": "no-cache"})

    @app.get("/api/rules")
    async def rules(q: str = "", part: str = "") -> Answer:
        """The ledger: all of it, a part, or what holds the words."""
        book = ledger()
        found = book.search(q[:200]) if q.strip() else tuple(book.values())
        chosen = [rule for rule in found if not part or rule.part == part]
        return Answer({"parts": list(book.parts.values()), "rules": chosen})

    @app.get("/api/rules/{rule}")
    async def one_rule(rule: str) -> Answer:
        """One rule of the ledger, in both languages."""
        found = ledger().find(rule[:40])
        if found is None:
            raise Refusal("", "core.unknown_rule", text=rule[:40])
        return Answer(found)

    @app.get("/api/games")
    async def games(request: Request) -> Answer:
        """The games on the shelf and their scenarios."""
        boxes = server_of(request).boxes
        return Answer({name: box.cards() for name, box in boxes.items()})

    @app.get("/api/games/{game}/{scenario}/board")
    async def scenario_board(game: str, scenario: str, request: Request) -> Answer:
        """The map of a scenario, before a table is made."""
        boxes = server_of(request).boxes
        if game not in boxes:
            raise Refusal("", "server.no_game", game=game[:40], games=tuple(boxes))
        box = boxes[game]
        return Answer(box.board(box.game.setup(box.scenario(scenario), {})))


# -- accounts -------------------------------------------------------------------------------------


def _sign(app: FastAPI) -> None:
    @app.get("/api/me")
    async def me(who: Who) -> Answer:
        """Who is signed in; null for a guest."""
        return Answer({"id": who[0], "name": who[1]} if who else None)

    @app.post("/api/accounts", status_code=201)
    async def register(body: NewAccount, request: Request) -> Answer:
        """A new account; its owner is signed in at once."""
        server = server_of(request)
        if not server.logins.take(address(request)):
            return refused(request, 429, "server.too_many")
        await server.accounts.create(body.name, body.password)
        return await _signed_in(server, body.name, body.password, 201)

    @app.post("/api/session")
    async def sign_in(body: SignIn, request: Request) -> Answer:
        """Sign in: the answer sets the session cookie."""
        server = server_of(request)
        # Per account too: many addresses may try the passwords of one.
        whose = f"name {clean_name(body.name).casefold()}"
        if not (server.logins.take(address(request)) and server.logins.take(whose)):
            return refused(request, 429, "server.too_many")
        return await _signed_in(server, body.name, body.password, 200)

    @app.delete("/api/session")
    async def sign_out(request: Request) -> Answer:
        """Sign out."""
        await server_of(request).accounts.sign_out(request.cookies.get(COOKIE, ""))
        answer = Answer(None)
        answer.delete_cookie(COOKIE)
        return answer


async def _signed_in(server: Server, name: str, password: str, status: int) -> Answer:
    token = await server.accounts.sign_in(name, password)
    answer = Answer({"name": clean_name(name)}, status)
    answer.set_cookie(
        COOKIE,
        token,
        max_age=server.settings.session_days * 86_400,
        httponly=True,
        samesite="lax",
        secure=server.settings.secure_cookies,
    )
    return answer


# -- playing --------------------------------------------------------------------------------------


def _play(app: FastAPI) -> None:
    @app.get("/api/tables")
    async def open_tables(request: Request, who: Who) -> Answer:
        """Tables anybody may join or watch, and one's own."""
        return Answer(await server_of(request).store.run(lambda c: _listing(c, who)))

    @app.post("/api/tables", status_code=201)
    async def new_table(body: NewTable, request: Request, who: Who) -> Answer:
        """A new table; the private tokens of its seats are given this once."""
        server = server_of(request)
        if not server.new_tables.take(address(request)):
            return refused(request, 429, "server.too_many")
        name = clean_name(body.name)
        seats = {
            seat: SeatRow(
                seat,
                {"me": "person", "open": "open", "bot": "bot"}[wish.who],
                clean_name(wish.name or name) if wish.who == "me" else wish.name,
                wish.level if wish.who == "bot" else None,
                who[0] if who and wish.who == "me" else None,
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
        )
        live, tokens = await server.seating.create(order)
        commitment = commit(live.row.secret)
        return Answer({"id": live.id, "tokens": tokens, "commitment": commitment.sha256}, 201)

    @app.post("/api/tables/{table}/join")
    async def join(body: Join, live: At, request: Request, who: Who) -> Answer:
        """Take a free seat; its private token is given this once."""
        account = who[0] if who else None
        sitter = Sitter(clean_name(body.name), body.seat, body.word, account, body.typed)
        seat, token = await server_of(request).seating.join(live, sitter)
        return Answer({"seat": seat, "token": token})

    @app.get("/api/tables/{table}")
    async def look(
        live: At,
        held: Held,
        at: int | None = None,
        since: int | None = None,
    ) -> Answer:
        """A frame: what a seat may know, now or at an earlier position.

        With `since` only the log and the positions after that one are sent; if it is no longer on
        the way to the present one, the frame is whole and its own `since` is null.
        """
        return Answer(frame(live, held, at=at, since=known_since(live, held, since)))

    @app.get("/api/tables/{table}/board")
    async def board(live: At) -> Answer:
        """The map and whatever else never changes; also while a table still waits."""
        if live.table is not None:
            return Answer(live.box.board(live.table.state))
        setup = live.row.setup
        first = await asyncio.to_thread(live.box.game.setup, setup["scenario"], setup["options"])
        return Answer(live.box.board(first))

    @app.get("/api/tables/{table}/chat")
    async def chat(live: At, request: Request, since: int = 0) -> Answer:
        """What was said at a table, from a line on."""
        return Answer(await server_of(request).chat.lines(live, since))

    @app.post("/api/tables/{table}/act")
    async def act(body: Act, live: At, request: Request, who: Who, tokens: Tokens) -> Answer:
        """Play an action; answered when it is on disk."""
        await held_seat(request, live, who, tokens, body.seat)
        await server_of(request).tables.do(live, body.seat, body.action, body.on)
        return Answer(frame(live, body.seat))

    @app.post("/api/tables/{table}/word")
    async def word(body: GiveWord, live: At, request: Request, who: Who, tokens: Tokens) -> Answer:
        """Give one's word for the fair dice, after having seen the commitment."""
        await held_seat(request, live, who, tokens, body.seat)
        await server_of(request).seating.give_word(live, body.seat, body.word)
        return Answer(frame(live, body.seat))

    @app.post("/api/tables/{table}/end")
    async def end(body: End, live: At, request: Request, who: Who, tokens: Tokens) -> Answer:
        """Resign; offer, accept or refuse a draw; leave; claim a game that the other side left."""
        await held_seat(request, live, who, tokens, body.seat)
        await server_of(request).endings.end(live, body.seat, body.end)
        return Answer(frame(live, None if body.end == "leave" else body.seat))

    @app.post("/api/tables/{table}/ask")
    async def ask(body: Ask, live: At, request: Request, who: Who, tokens: Tokens) -> Answer:
        """A question about the position: reach, odds, …"""
        seat = await held_seat(request, live, who, tokens, body.seat)
        asking = server_of(request).questions.ask(live, seat, body.question, body.at)
        return Answer(await unless_gone(asking, request.receive))

    @app.get("/api/tables/{table}/journal")
    async def journal(live: At, request: Request) -> Response:
        """The whole game, once it is over: before that it would tell secrets."""
        text = await _finished(request, live)
        headers = {"content-disposition": f'attachment; filename="{live.id}.jsonl"'}
        return Response(text, media_type="application/jsonl", headers=headers)

    @app.get("/api/tables/{table}/verify")
    async def check(live: At, request: Request) -> Answer:
        """Were the dice fair? Derived anew from the revealed secret."""
        text = await _finished(request, live)
        checking = server_of(request).questions.verify(live, text)
        verdict = await unless_gone(checking, request.receive)
        if verdict is None:
            return Answer(None)  # nobody is left to be told
        speak = words(language_of(request))
        return Answer(
            {
                "ok": verdict.ok,
                "faces_checked": verdict.checked,
                "faces_typed": verdict.typed,
                "messages": verdict.messages,
                "sentences": [speak.say(message) for message in verdict.messages],
                "unverified": [speak.say(message) for message in verdict.unverified],
            }
        )


async def _finished(request: Request, live: Live) -> bytes:
    if live.status() != "over":
        raise Refusal("", "server.not_over")
    text, _ = await server_of(request).store.journal(live.id)
    return text


def _listing(connection: Connection, who: tuple[str, str] | None) -> dict[str, Any]:
    t, s = schema.tables.c, schema.seats.c
    columns = (t.id, t.game, t.scenario_name, t.title, t.status, t.updated)
    public = select(*columns).where(t.open, t.status != "over").order_by(t.updated.desc()).limit(50)
    listing: dict[str, Any] = {"open": [dict(r._mapping) for r in connection.execute(public)]}
    listing["mine"] = []
    if who:
        mine = (
            select(*columns)
            .where(t.id.in_(select(s.table_id).where(s.account == who[0])))
            .order_by(t.updated.desc())
            .limit(100)
        )
        listing["mine"] = [dict(r._mapping) for r in connection.execute(mine)]
    for row in [*listing["open"], *listing["mine"]]:
        people = connection.execute(select(s.seat, s.kind, s.name).where(s.table_id == row["id"]))
        row["seats"] = {p.seat: {"kind": p.kind, "name": p.name} for p in people}
    return listing


# -- the page -------------------------------------------------------------------------------------


def _pages(app: FastAPI) -> None:
    if not STATIC.is_dir():
        return
    app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """The page finds its own way: every other address is its index."""
        if path.startswith("api/"):
            return Answer(msgspec.json.encode({"error": "not found", "refused": None}), 404)
        return FileResponse(_static(path) or STATIC / "index.html")


def _static(path: str) -> Path | None:
    """A file of the page, if the address is one."""
    try:
        file = (STATIC / path).resolve()
        inside = path and file.is_relative_to(STATIC.resolve()) and file.is_file()
    except (OSError, ValueError):  # too long for a name, or with characters no name has
        return None
    return file if inside else None
