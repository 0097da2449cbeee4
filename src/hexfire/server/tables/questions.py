"""Questions that take long, and the checking of journals: in workers of the tables' own.

A box names the questions that are `heavy`; they are answered in bounded processes that no tool
uses, while the table goes on. A worker is sent the position and gives back the answer in JSON. The
other questions are answered on the spot.
"""

from __future__ import annotations

import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any, TypeVar

import msgspec

from hexfire.assist.wording import encode
from hexfire.boards.handed import boards_of, missing_here
from hexfire.hexes import BadLabel
from hexfire.play import Seat, Verdict, verify
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.box import Box, Boxes
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.files.uploads import Files, take_in
from hexfire.server.http.answers import in_both
from hexfire.server.tables.boards import BoardsAtTables
from hexfire.server.tables.frames import position
from hexfire.server.tables.live import Live

T = TypeVar("T")

HINT = "hint"
"""The question that a table answers only if its players agreed to that."""

PER_TABLE = 4
"""So many heavy questions about one table are under way; nobody asks more at once."""

_log = logging.getLogger("hexfire.questions")


class Questions:
    """What is asked about tables."""

    def __init__(self, boards: BoardsAtTables) -> None:
        self._boards = boards
        bounds = Bounds(megabytes=1024, seconds=10.0, workers=2, waiting=32, file_megabytes=32)
        self.workers = Workers(bounds, module=__name__, says="work")
        self._under_way: Counter[str] = Counter()
        self._expected: set[type[Box]] = set()

    def close(self) -> None:
        self.workers.close()

    async def ask(
        self, live: Live, seat: Seat | None, question: Mapping[str, Any], at: int | None = None
    ) -> msgspec.Raw:
        """What is answered (in JSON) about the position that a seat calls `at` (None: the present).

        Who is cancelled while he waits stops the work.
        """
        if HINT in question and not live.hints:
            raise Refusal("", "server.no_hints")
        state = position(live, seat, at)
        if live.box.heavy.isdisjoint(question):
            return msgspec.Raw(encode(live.box.ask(state, seat, question), in_both))
        setup = live.row.setup
        asked = Asked(type(live.box), live.id, setup["scenario"], setup["options"], state, seat)
        return msgspec.Raw(await self._work(live, answer, asked, dict(question)))

    def expect(self, live: Live) -> None:
        """Somebody sits down where heavy questions are asked: a worker gets ready meanwhile."""
        kind = type(live.box)
        if live.box.heavy and kind not in self._expected:
            self._expected.add(kind)
            Thread(target=self._ready, args=(kind,), daemon=True).start()

    def warm(self, boxes: Boxes) -> None:
        """Before anybody sits down: one worker gets ready for every kind of box; this waits."""
        for box in boxes.values():
            if box.heavy:
                self._expected.add(type(box))
                self._ready(type(box))

    def _ready(self, kind: type[Box]) -> None:
        # Too busy, or the server stops: the first who asks waits.
        with contextlib.suppress(Refusal):
            self.workers.run(make_ready, kind)

    async def verify(self, live: Live, text: bytes) -> Verdict:
        """Whether the dice of a finished game were fair."""
        return await self._work(live, check, type(live.box), text)

    async def _work(self, live: Live, function: Callable[..., T], *args: Any) -> T:
        if self._under_way[live.id] >= PER_TABLE:
            raise BadInput("server.busy")
        self._under_way[live.id] += 1
        try:
            return await self._with_boards(live, function, *args)
        finally:
            self._under_way[live.id] -= 1
            if not self._under_way[live.id]:
                del self._under_way[live.id]

    async def _with_boards(self, live: Live, function: Callable[..., T], *args: Any) -> T:
        """The work itself; a worker that lacks boards of the table is sent them, once."""
        scenario = live.row.setup["scenario"]
        boards = boards_of(scenario)
        if not boards:
            return await self.workers.call(function, *args)
        done = await self.workers.call(on_boards, boards, None, function, args)
        if isinstance(done, Lacking):
            files = await self._boards.files(scenario)
            done = await self.workers.call(on_boards, (), files, function, args)
        result: T = done
        return result


# -- in the worker ---------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True):
    """A position, of which table and box, and which seat asks."""

    box: type[Box]
    table: str
    scenario: Any
    options: Any
    state: Any
    seat: Seat | None


class Lacking(msgspec.Struct, frozen=True):
    """A worker has not got the boards that were brought to the table."""


def on_boards(
    boards: tuple[str, ...], files: Files | None, function: Callable[..., Any], args: Any
) -> Any:
    """`function(*args)`, once the boards it needs are here."""
    if missing_here(boards):
        return Lacking()
    take_in(files or {})
    return function(*args)


MOST_TABLES = 50
"""So many tables a worker knows the scenario of; then it begins anew."""

_boxes: dict[type[Box], Box] = {}
_tables: set[str] = set()


def answer(asked: Asked, question: dict[str, Any]) -> bytes:
    """The box's own answer, in JSON."""
    if len(_tables) > MOST_TABLES:
        _tables.clear()
        _boxes.clear()
    box = _box(asked.box)
    if asked.table not in _tables:
        box.game.setup(asked.scenario, asked.options)
        _tables.add(asked.table)
    try:
        return encode(box.ask(asked.state, asked.seat, question), in_both)
    except BadLabel as bad:
        raise BadInput("server.bad_question", why=str(bad)) from None
    except Refusal:
        raise
    except Exception:
        _log.exception("a question about a table of %s", box.game.name)
        raise


def make_ready(kind: type[Box]) -> None:
    """Import and make what the first question to a box would wait for."""
    _box(kind)


def check(kind: type[Box], text: bytes) -> Verdict:
    """Replay a journal and derive its dice again."""
    game = _box(kind).game
    return verify({game.name: game}, text)


def _box(kind: type[Box]) -> Box:
    if kind not in _boxes:
        _boxes[kind] = kind()
    return _boxes[kind]
