"""Reviewing a game.

`reviewing` is a generator: it hands out jobs (`work`), is sent what came of them, and returns the
review. So whoever runs it decides where the jobs are done, tells how far it is, and may stop.
"""

from __future__ import annotations

from hexfire.bots.value import worth_of
from hexfire.folio import Folio
from hexfire.folio.actions import Action
from hexfire.folio.state import State
from hexfire.play import Table
from hexfire.review.costly import close_look
from hexfire.review.judging import judging
from hexfire.review.line import line_of
from hexfire.review.report import Review
from hexfire.review.stages import Progress, Working, carry_on
from hexfire.review.told import told
from hexfire.review.work import Desk, Scene
from hexfire.rulebook import BadInput

LONGEST = 4_000
"""Actions of a game that is still reviewed."""

JUDGING = 0.6
"""The part of the work that judging the positions is; the rest is the close look."""


def reviewing(
    table: Table[State, Action], seed: int = 0, games: int | None = None
) -> Working[Review]:
    """The review of a table's game, in stages."""
    game = table.game
    assert isinstance(game, Folio)
    count = len(table.path())
    if not count:
        raise BadInput("review.empty")
    check_length(count)
    line = line_of(table)
    outcome = table.outcome()
    end = None if outcome is None else worth_of(outcome, table.seats[0])
    judged = yield from judging(game, line, seed, games, JUDGING)
    costly = yield from close_look(judged, JUDGING)
    return told(table, judged, costly, end)


def check_length(count: int) -> None:
    """Refuse a game of more actions than are reviewed."""
    if count > LONGEST:
        raise BadInput("review.too_long", count=count, most=LONGEST)


def review(
    table: Table[State, Action],
    seed: int = 0,
    games: int | None = None,
    progress: Progress | None = None,
) -> Review:
    """The review, with all its jobs done here and now."""
    desk = Desk(Scene.of(table.header))
    working = reviewing(table, seed, games)
    return carry_on(working, lambda jobs: (desk.do(job) for job in jobs), desk.length, progress)
