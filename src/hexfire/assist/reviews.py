"""The review of a game, from its journal."""

from __future__ import annotations

from typing import Literal

import msgspec

from hexfire.folio import Folio
from hexfire.folio.actions import Action
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import State
from hexfire.play import Header, Table
from hexfire.play.lines import read_lines
from hexfire.review.processes import on_cores
from hexfire.review.report import Review as Review
from hexfire.review.reviewing import check_length as check_length
from hexfire.review.reviewing import reviewing as reviewing
from hexfire.review.stages import Progress, carry_on
from hexfire.review.stages import Stage as Stage
from hexfire.review.stages import shares as shares
from hexfire.review.work import Desk as Desk
from hexfire.review.work import Done as Done
from hexfire.review.work import Job as Job
from hexfire.review.work import Scene as Scene
from hexfire.rulebook import BadInput

FOLIO = "folio"

MOST_GAMES = 600
"""For a position: more say nothing more."""


class ReviewStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review of a table's game is, and the review once it is done."""

    status: Literal["none", "working", "done"]
    share: float = 0.0
    """How much of it is done, from 0 to 1."""
    review: Review | None = None


def journal_table(text: bytes) -> Table[State, Action]:
    """The table of a Folio journal; another game's is refused."""
    (header, *_), _, _ = read_lines(text)
    assert isinstance(header, Header)
    check_reviewed(header.game)
    return Table.open({FOLIO: Folio()}, text)


def check_reviewed(game: str) -> None:
    """Refuse a game that is not reviewed."""
    if game != FOLIO:
        raise BadInput("review.not_folio", game=game)


def scenario_of(table: Table[State, Action]) -> Scenario:
    """The scenario, for its names."""
    assert isinstance(table.game, Folio)
    return table.game.scenario(table.at(0))


def review_of(
    table: Table[State, Action],
    *,
    seed: int = 0,
    games: int | None = None,
    workers: int | None = 1,
    progress: Progress | None = None,
) -> Review:
    """The review of a game that one holds the journal of: it tells all that happened in it."""
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise BadInput("review.games", games=games, most=MOST_GAMES)
    working = reviewing(table, seed, games)
    scene = Scene.of(table.header)
    with on_cores(scene, workers) as do:
        return carry_on(working, do, Desk(scene).length, progress)
