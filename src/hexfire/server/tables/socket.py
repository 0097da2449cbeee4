"""The live connection of one person to one table.

First message in: `{"tokens": ["…"]}`; who comes back after a cut adds the position he has as
`since`. Then requests, each with an `id` that its reply repeats:
`{"id": 1, "do": "move 4/47 0812-0913", "seat": "axis", "on": 17}`, `answer`, `undo`, `ask_undo`,
`answer_undo`, `cancel`, `chat`, `ask`, `at`, `end` (see `endings`), `word` (one's part of the fair
dice, while a frame's `word_wanted` is true). Frames and chat lines come by themselves, and
`{"type": "storage", "ok": false, "texts": {"en": …, "ja": …}}` while nothing can be saved.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexfire.dice import BadFace, NeedAnswer
from hexfire.hexes import BadLabel
from hexfire.lang import LANGUAGES, pick_language
from hexfire.play import Seat, Table
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.bodies import LONGEST_ORDER, read
from hexfire.server.http.guard import COME_AGAIN, from_our_page
from hexfire.server.http.refusals import explain
from hexfire.server.http.wire import Parcel, pushed
from hexfire.server.people.accounts import clean_name
from hexfire.server.people.cookie import COOKIE
from hexfire.server.people.names import look, seen
from hexfire.server.people.staying import SIGNED_OUT, Stay
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.tables.frames import frame, known_since, looking_through, place
from hexfire.server.tables.live import Listener, Live
from hexfire.server.tables.telling import show

MOST_QUESTIONS = 20
"""So many questions of one person wait for their answers."""
PAUSE = 1.0
"""Seconds in which nothing is read from somebody who has sent too much: it waits on his side."""


class Hello(msgspec.Struct):
    """Who is there."""

    tokens: list[str] = []
    lang: str = "en"
    name: str = ""
    since: int | None = None
    """After a cut: the position he has; only what came after it is sent."""


class Call(msgspec.Struct):
    """One request; exactly one of the verbs is set."""

    id: int = 0
    seat: str = ""
    on: int | None = None
    do: Annotated[str, msgspec.Meta(max_length=LONGEST_ORDER)] | None = None
    answer: list[int] | None = None
    undo: bool = False
    ask_undo: int | None = None
    answer_undo: bool | None = None
    cancel: bool = False
    end: str | None = None
    word: str | None = None
    chat: str | None = None
    ask: dict[str, Any] | None = None
    at: int | None = None
    lang: str | None = None


async def live_socket(socket: WebSocket, table: str) -> None:
    """Serve one connection until it ends, or the sign-in that it was opened with."""
    with socket.app.state.server.stays.staying(socket.cookies.get(COOKIE)) as stay:
        await _serve(socket, table, stay)


async def _serve(socket: WebSocket, table: str, stay: Stay) -> None:
    server = socket.app.state.server
    if not from_our_page(socket, server.settings):
        await socket.close(4403)
        return
    await socket.accept()
    language = _language(socket)
    try:
        first = await asyncio.wait_for(_receive(socket, server), server.settings.patience)
        hello = read(first, Hello, "hello")
        language = hello.lang if hello.lang in LANGUAGES else language
        live: Live = await server.tables.get(table)
        account = await server.accounts.signed_in(socket.cookies.get(COOKIE))
        held = await server.seating.seats_of(
            live, hello.tokens[:8], account[0] if account else None
        )
        held_by = {seat: live.seats[seat].token for seat in held}
        if account is None:
            server.stays.forget(stay)
    except Refusal as error:
        await _turn_away(socket, error, language)
        return
    except TimeoutError:
        await socket.close(4408)
        return
    except WebSocketDisconnect:
        return
    push = pushed(socket.scope)
    listener = Listener(held, push)
    stay.ends_by(lambda: _send_away(socket, listener))
    sending = None
    try:
        server.questions.expect(live)
        async with server.tables.durable(live):
            # A seat may have changed hands while he waited for that.
            listener.seats = frozenset(
                seat for seat in listener.seats if live.seats[seat].token == held_by[seat]
            )
            live.listeners.add(listener)
            through = looking_through(live, listener.seats)
            show(live, listener, Parcel(_first(live, through, hello.since)))
        chat = {"type": "chat", "lines": await server.chat.lines(live)}
        listener.send(msgspec.json.encode(chat))
        # A server that has no wire of ours (a test's) is sent to in the general way.
        sending = asyncio.create_task(_send_all(socket, listener)) if push is None else None
        # In a task of its own: waking it does not lead through all that stands before a request.
        person = _Person(server, live, listener, hello, _address(socket))
        await asyncio.create_task(person.serve(socket))
    except WebSocketDisconnect:
        pass
    except Refusal as error:  # the database went, or shows damage, while he was greeted
        await _turn_away(socket, error, language)
    finally:
        live.listeners.discard(listener)
        live.used = time.monotonic()
        if not live.listeners and live.table is not None:
            live.table.rest()
        if sending is not None:
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError, RuntimeError, WebSocketDisconnect):
                await sending


async def _turn_away(socket: WebSocket, error: Refusal, language: str) -> None:
    """Say why, and whether to come again."""
    told = explain(error, language)
    await socket.send_bytes(msgspec.json.encode({"type": "error", **told}))
    await socket.close(COME_AGAIN if isinstance(error, StorageAway) else 4400)


def _send_away(socket: WebSocket, listener: Listener) -> None:
    """He is no longer signed in: nothing that he has sent meanwhile counts for his seats."""
    listener.seats = frozenset()
    socket.app.state.server.tables.begin(socket.close(SIGNED_OUT))


def _address(socket: WebSocket) -> str:
    return socket.client.host if socket.client else "?"


def _language(socket: WebSocket) -> str:
    """The language of somebody who has not said it yet: what his browser asks for."""
    wishes = socket.headers.get("accept-language", "").split(",")
    return pick_language(*(wish.split(";")[0].strip() for wish in wishes))


def _speaker(live: Live, listener: Listener, hello: Hello) -> str:
    """Under which name somebody speaks: his seat's; a spectator under none like a player's."""
    for seat in sorted(listener.seats):
        return live.seats[seat].name
    name = clean_name(hello.name or "?")
    if look(name) in {look(row.name) for row in live.seats.values()}:
        raise Refusal("", "server.name_of_player", name=name)
    return name


async def _receive(socket: WebSocket, server: Any) -> bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("bytes") or (message.get("text") or "").encode()
    if len(data) > server.settings.max_message:
        await socket.close(1009)
        raise WebSocketDisconnect(1009)
    return bytes(data)


async def _send_all(socket: WebSocket, listener: Listener) -> None:
    while True:
        message = await listener.outbox.get()
        if message is None:
            await socket.close(4408)
            return
        await socket.send_bytes(message)


class _Person:
    """One person's requests, answered one after the other; his questions beside them.

    Some questions take long: he can play on meanwhile, and they end when he is gone.
    """

    def __init__(
        self, server: Any, live: Live, listener: Listener, hello: Hello, address: str
    ) -> None:
        self._server, self._live, self._listener = server, live, listener
        self._hello, self._address = hello, address
        self._language = hello.lang if hello.lang in LANGUAGES else "en"
        self._questions: set[asyncio.Task[None]] = set()
        self._in_turn = asyncio.Lock()

    async def serve(self, socket: WebSocket) -> None:
        """Until the connection ends."""
        try:
            while True:
                data = await _receive(socket, self._server)
                allowed = self._server.messages.take(self._address)
                try:
                    call = read(data, Call, "call")
                except BadInput as error:
                    self._reply(0, explain(error, self._language))
                    if not allowed:
                        await asyncio.sleep(PAUSE)
                    continue
                if call.lang in LANGUAGES:
                    self._language = call.lang
                if not allowed:
                    self._reply(call.id, explain(BadInput("server.too_many"), self._language))
                    await asyncio.sleep(PAUSE)
                elif call.ask is None:
                    await self._answer(call, self._do)
                elif len(self._questions) < MOST_QUESTIONS:
                    self._beside(self._answer(call, self._ask))
                else:
                    self._reply(call.id, explain(BadInput("server.busy"), self._language))
        finally:
            for question in self._questions:
                question.cancel()

    def _beside(self, answering: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(answering)
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(
        self, call: Call, answer: Callable[[Call], Coroutine[Any, Any, dict[str, Any]]]
    ) -> None:
        try:
            if self._live.lost:
                await self._server.tables.present(self._live)
            if call.seat and call.seat not in self._listener.seats:
                raise Refusal("", "server.not_your_seat", seat=call.seat[:40])
            self._reply(call.id, await answer(call))
        except (Refusal, BadFace, BadLabel, NeedAnswer) as error:
            self._reply(call.id, explain(error, self._language))

    def _reply(self, id: int, reply: dict[str, Any]) -> None:
        self._listener.send(msgspec.json.encode({"type": "reply", "id": id, **reply}, enc_hook=str))

    async def _ask(self, call: Call) -> dict[str, Any]:
        async with self._in_turn:
            asking = self._server.questions.ask
            answer = await asking(self._live, call.seat or None, call.ask, call.at)
            return {"ok": True, "answer": answer}

    async def _do(self, call: Call) -> dict[str, Any]:
        server, live = self._server, self._live
        tables, seat = server.tables, call.seat
        if call.at is not None:
            through = seat or looking_through(live, self._listener.seats)
            return {"ok": True, "frame": msgspec.Raw(frame(live, through, at=call.at))}
        if call.chat is not None:
            # What one says goes to all: who looks on shares one allowance with all who do.
            if not server.talk.take(f"{live.id} {min(self._listener.seats, default='')}"):
                raise BadInput("server.too_many")
            await server.chat.say(live, _speaker(live, self._listener, self._hello), call.chat)
            return {"ok": True}
        if not seat:
            raise Refusal("", "server.not_your_seat", seat="—")
        if call.do is not None:
            await tables.do_here(live, seat, call.do, call.on)
        elif call.answer is not None:
            await tables.answer(live, seat, call.answer)
        elif call.undo:
            await tables.change(live, lambda table: table.undo(seat))
        elif call.ask_undo is not None:
            to = call.ask_undo
            await tables.change(live, lambda table: _ask_undo(table, seat, to))
        elif call.answer_undo is not None:
            agree = call.answer_undo
            await tables.change(live, lambda table: table.answer_undo(seat, agree))
        elif call.cancel:
            await tables.change(live, lambda table: table.cancel_roll(seat))
        elif call.end is not None:
            await server.endings.end(live, seat, call.end)
        elif call.word is not None:
            await server.seating.give_word(live, seat, seen(call.word)[:80])
        else:
            raise BadInput("server.bad_body", where="do", why="no verb")
        return {"ok": True, "now": live.playing.now_for(seat)}


def _first(live: Live, seat: Seat | None, since: int | None) -> bytes:
    """The first frame: whole, or what is new to somebody who comes back."""
    return frame(live, seat, since=known_since(live, seat, since))


def _ask_undo(table: Table[Any, Any], seat: Seat, to: int) -> None:
    at = place(table, seat, to)
    if at is None:
        raise Refusal("", "core.play.no_undo")
    table.ask_undo(seat, at)
