"""«Is it balanced?»: bots play a scenario of somebody's own, a few games a request.

The page asks again and again with what is known so far, so nothing is kept between requests and
whoever hangs up stops the work. The games are played in a worker of their own, apart from tables
and tools; each address has one request under way, and so many an hour.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from fastapi import FastAPI, Request
from pydantic import Field

from hexfire.assist.folio import own_scenario
from hexfire.assist.workshop import BalanceReport, Share
from hexfire.lab.games import Job, play
from hexfire.lab.stats import wilson
from hexfire.rulebook import BadInput
from hexfire.server.files.bounded import Bounds, Workers
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.asker import server_of
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.tools.elsewhere import unless_gone

PATIENCE = 2.0
"""Seconds after which a request begins no further game."""
MOST_GAMES = 1_000

balance_workers = Workers(
    Bounds(megabytes=512, seconds=30.0, workers=1, waiting=6), module=__name__, says="work"
)


Wins = Annotated[int, Field(ge=0, le=MOST_GAMES)]


class Known(Body):
    """Games that were counted before; of one's own counting, as nothing here hangs on it."""

    games: Annotated[int, Field(ge=0, le=MOST_GAMES)]
    wins: tuple[Wins, Wins]
    margin: Annotated[float, Field(ge=-1e6, le=1e6)] = 0.0


class BalanceQuestion(Body):
    """A scenario by its two texts, which bots shall play, and what is known so far."""

    toml: str
    map: str
    level: Literal["easy", "normal"] = "easy"
    most: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 20
    known: Known | None = None


def add_to(app: FastAPI) -> None:
    """The route of bot games."""
    under_way: set[str] = set()

    @app.post("/api/tools/workshop/balance", responses=answers(BalanceReport))
    async def balance(body: BalanceQuestion, request: Request) -> Answer:
        """Some bot games more: who won how many, with the interval of each share."""
        own_scenario.check_size(body.toml, body.map)
        address = request.client.host if request.client else "?"
        if not server_of(request).bot_games.take(address):
            raise BadInput("server.too_many")
        known = body.known
        done = (known.games, *known.wins, known.margin) if known else (0, 0, 0, 0.0)
        with _alone(under_way, address):
            work = balance_workers.call(
                some_games, body.toml, body.map, body.level, body.most, done
            )
            told = await unless_gone(work, request.receive)
        return answered(told) if told is not None else Answer(b"", 499)


@contextmanager
def _alone(under_way: set[str], address: str) -> Iterator[None]:
    if address in under_way:
        raise BadInput("server.busy")
    under_way.add(address)
    try:
        yield
    finally:
        under_way.discard(address)


# -- in the worker ---------------------------------------------------------------------------------


def some_games(
    toml: str, map: str, level: str, most: int, done: tuple[int, int, int, float]
) -> BalanceReport:
    """As many games as the patience allows, at least one; added to those that were played."""
    if own_scenario.check(toml, map).card is None:
        raise BadInput("workshop.not_ready")
    games, first, second, margin = done
    wins, total = [first, second], margin * games
    until = time.monotonic() + PATIENCE
    for _ in range(most):
        record = play(Job({"toml": toml, "map": map}, (level, level), games))
        games += 1
        total += record.margin
        if record.winner is not None:
            wins[record.winner] += 1
        if time.monotonic() > until:
            break
    draws = max(0, games - sum(wins))
    return BalanceReport(
        games, (_share(wins[0], games), _share(wins[1], games)), _share(draws, games), total / games
    )


def _share(count: int, games: int) -> Share:
    return Share(count, *wilson(min(count, games), games))
