"""Reviews of finished games: made in the background, in bounded workers, and kept.

A row of the database says how far a review is and holds it once it is done, so that every process
of a server knows. Who makes it works a chunk of jobs at a time and looks at the row between two of
them: if the row is gone (somebody stopped it), or nobody has asked for a while, it ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from hexfire import __version__
from hexfire.assist.reviews import (
    Desk,
    Done,
    Job,
    Review,
    ReviewStanding,
    Scene,
    Stage,
    journal_table,
    reviewing,
    shares,
)
from hexfire.assist.wording import encode
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.http.answers import in_both
from hexfire.server.storage import schema
from hexfire.server.storage.database import Store, now
from hexfire.server.storage.trouble import StorageAway
from hexfire.server.storage.turns import Room, in_turn

EDITION = f"{__version__}/3"
"""Reviews that another edition made are made anew."""
CHUNK = 2_000.0
"""How much is done between two looks at the row, in thousandths of a second or so."""
MOST = 8
"""So many reviews are made at the same time; who wants another is refused."""
FORGOTTEN = 90
"""Seconds: when nobody has asked for so long, a review is not made to its end."""
BEAT = 3.0
"""Seconds after which whoever makes a review tells that he still does, and looks whether he may."""
DEAD = 30
"""Seconds: whoever makes a review and has not been heard of for so long has died."""
TIRED = 3_000
"""Seconds after which a review is given up, whatever comes of it."""

r = schema.reviews.c

_log = logging.getLogger("hexfire.reviews")


class Reviews:
    """The reviews of all tables, as far as this process makes or serves them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        bounds = Bounds(megabytes=1024, seconds=60.0, workers=1, waiting=MOST)
        self._workers = Workers(bounds, module=__name__, says="work")
        self._making: dict[str, asyncio.Task[None]] = {}
        self._refused: dict[str, Refusal] = {}

    def close(self) -> None:
        """End the worker; whatever is being made is begun anew by the next who asks."""
        self._workers.close()

    def stop(self) -> None:
        for task in self._making.values():
            task.cancel()
        self.close()

    # -- asking ------------------------------------------------------------------------------

    async def standing(self, table: str) -> bytes:
        """How far the review of a table is, and the review once it is done, as JSON."""
        refused = self._refused.pop(table, None)
        if refused is not None:
            raise refused
        row = await self._store.run(lambda c: _asked(c, table))
        if row is None:
            return encode(ReviewStanding(status="none"), in_both)
        if row.body is None:
            return encode(ReviewStanding(status="working", share=row.share), in_both)
        done = {"status": "done", "share": 1.0, "review": msgspec.Raw(bytes(row.body))}
        return msgspec.json.encode(done)

    async def begin(self, table: str, text: bytes) -> bytes:
        """Make the review of a finished game, unless it is there or being made."""
        if len(self._making) >= MOST and table not in self._making:
            raise BadInput("server.busy")
        mine = await self._store.run(lambda c: _claim(c, table))
        if mine and table not in self._making:
            task = asyncio.get_running_loop().create_task(self._make(table, text))
            self._making[table] = task
            task.add_done_callback(lambda _: self._making.pop(table, None))
        return await self.standing(table)

    async def give_up(self, table: str) -> bytes:
        """Stop making it; a review that is done stays."""
        await self._store.run(lambda c: _drop(c, table))
        task = self._making.get(table)
        if task is not None:
            task.cancel()
        return await self.standing(table)

    # -- making ------------------------------------------------------------------------------

    async def _make(self, table: str, text: bytes) -> None:
        body = await self._body(table, text)
        try:
            if body is None:
                await self._store.run(lambda c: _drop(c, table))
            else:
                await self._store.run(lambda c: _keep(c, table, body))
        except StorageAway:
            pass  # the row goes stale; the next who asks begins anew
        except Exception:
            _log.exception("keeping the review of a table")

    async def _body(self, table: str, text: bytes) -> bytes | None:
        """The review in JSON; None if there is none, or nobody wants it any more."""
        try:
            async with asyncio.timeout(TIRED):
                review = await self._review(table, text)
                return None if review is None else encode(review, in_both)
        except StorageAway:
            return None
        except TimeoutError:
            self._refused[table] = BadInput("server.work.late", seconds=str(TIRED))
        except Refusal as refusal:
            self._refused[table] = refusal
        except Exception:
            _log.exception("the review of a table")
            self._refused[table] = BadInput("server.work.unreadable", why="review")
        return None

    async def _review(self, table: str, text: bytes) -> Review | None:
        """The review; None if nobody wants it any more."""
        making = await asyncio.to_thread(_begin, text)
        step = await asyncio.to_thread(_next, making, None)
        while isinstance(step, Stage):
            done: list[Done] = []
            reached = step.begins
            for chunk, share in _chunks(making.desk, step):
                results = await self._done(table, making.scene, chunk, reached)
                if results is None:
                    return None
                done += results
                reached = share
            step = await asyncio.to_thread(_next, making, done)
        return step

    async def _done(
        self, table: str, scene: Scene, jobs: tuple[Job, ...], share: float
    ) -> list[Done] | None:
        """Jobs done in the worker; None, and the worker ended, once nobody wants them any more."""
        doing = asyncio.ensure_future(self._workers.call(work_on, scene, jobs))
        try:
            while True:
                await asyncio.wait({doing}, timeout=BEAT)
                if not await self._store.run(lambda c: _went_on(c, table, share)):
                    return None
                if doing.done():
                    return doing.result()
        finally:
            doing.cancel()


class _Making(NamedTuple):
    """A review under way."""

    working: Any
    scene: Scene
    desk: Desk


def _begin(text: bytes) -> _Making:
    table = journal_table(text)
    scene = Scene.of(table.header)
    return _Making(reviewing(table), scene, Desk(scene))


def _next(making: _Making, done: list[Done] | None) -> Stage | Review:
    """The next jobs, or the review (a generator's end does not pass between threads)."""
    try:
        stage: Stage = making.working.send(done)
    except StopIteration as end:
        review: Review = end.value
        return review
    return stage


def _chunks(desk: Desk, stage: Stage) -> Iterator[tuple[tuple[Job, ...], float]]:
    """The jobs of a stage in chunks, each with how much of the review is done after it."""
    chunk: list[Job] = []
    worked = 0.0
    for share, job in shares(stage, stage.jobs, desk.length):
        chunk.append(job)
        worked += desk.length(job)
        if worked >= CHUNK:
            yield tuple(chunk), share
            chunk, worked = [], 0.0
    if chunk:
        yield tuple(chunk), stage.ends


# -- the row ---------------------------------------------------------------------------------------


def _asked(connection: Connection, table: str) -> Any:
    """The row of a table, if it still counts; that somebody asks is written down."""
    row = connection.execute(select(schema.reviews).where(r.table_id == table)).first()
    if row is None or row.edition != EDITION or (row.body is None and row.worked < now() - DEAD):
        return None
    if row.body is None and row.asked < now() - 5:
        connection.execute(update(schema.reviews).where(r.table_id == table).values(asked=now()))
    return row


def _claim(connection: Connection, table: str) -> bool:
    """Whether the review is to be made by whoever calls this."""
    in_turn(connection, Room.REVIEWS, table)
    if _asked(connection, table) is not None:
        return False
    connection.execute(delete(schema.reviews).where(r.table_id == table))
    row = {"table_id": table, "edition": EDITION, "share": 0.0, "body": None}
    connection.execute(insert(schema.reviews), {**row, "asked": now(), "worked": now()})
    return True


def _went_on(connection: Connection, table: str, share: float) -> bool:
    """Write down how far it is; False if nobody wants it any more."""
    open_ = (r.table_id == table) & (r.edition == EDITION) & r.body.is_(None)
    asked = connection.execute(select(r.asked).where(open_)).scalar()
    if asked is None:
        return False
    if asked < now() - FORGOTTEN:
        connection.execute(delete(schema.reviews).where(open_))
        return False
    connection.execute(update(schema.reviews).where(open_).values(share=share, worked=now()))
    return True


def _keep(connection: Connection, table: str, body: bytes) -> None:
    there = update(schema.reviews).where(r.table_id == table)
    connection.execute(there.values(body=body, share=1.0, worked=now()))


def _drop(connection: Connection, table: str) -> None:
    connection.execute(delete(schema.reviews).where(r.table_id == table, r.body.is_(None)))


# -- in the worker ---------------------------------------------------------------------------------

MOST_DESKS = 4
_desks: dict[bytes, Desk] = {}


def work_on(scene: Scene, jobs: Sequence[Job]) -> list[Done]:
    """Do some jobs of one game."""
    key = msgspec.json.encode(scene)
    desk = _desks.get(key)
    if desk is None:
        if len(_desks) >= MOST_DESKS:
            _desks.clear()
        desk = _desks[key] = Desk(scene)
    return [desk.do(job) for job in jobs]
