"""Scenarios of one's own, over HTTP: looked through before a table is begun with one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Protocol

from fastapi import FastAPI, Request
from pydantic import Field

from hexfire.assist.around import ProblemTold, ScenarioVerdict
from hexfire.boards.handed import boards_named
from hexfire.lang import words
from hexfire.rulebook import Message
from hexfire.server.files.uploads import read_battle, read_scenario
from hexfire.server.http.answers import answers
from hexfire.server.http.asker import server_of
from hexfire.server.http.bodies import Answer, Body, Word
from hexfire.server.http.refusals import language_of


class TwoTexts(Body):
    """The two files of a scenario, as texts: `docs/folio-scenarios.md` describes them."""

    toml: str
    map: str


class OneText(Body):
    """The file of a battle's scenario, as text: `docs/battle-scenarios.md` describes it."""

    toml: str
    boards: Annotated[dict[Word, Word], Field(max_length=12, default_factory=dict)]
    """Its boards that were sent as files, by what the scenario calls them."""


class _Problem(Protocol):
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def message(self) -> Message: ...


def _told(problems: Iterable[_Problem], request: Request) -> tuple[ProblemTold, ...]:
    """Mistakes with their lines, as data and in the reader's words."""
    speak = words(language_of(request))
    return tuple(
        ProblemTold(problem.file, problem.line, problem.message, speak.say(problem.message))
        for problem in problems
    )


def add_to(app: FastAPI) -> None:
    """The routes of own scenarios."""

    @app.post("/api/tools/folio/scenario", responses=answers(ScenarioVerdict))
    async def check(body: TwoTexts, request: Request) -> Answer:
        """Check a Folio scenario: every mistake with its line, or its card and its map.

        It is read in a bounded process and not kept: a table is begun with the same two texts
        (`written`).
        """
        scenario = await read_scenario(body.toml, body.map)
        return Answer(
            ScenarioVerdict(
                ok=scenario.card is not None,
                count=scenario.count,
                problems=_told(scenario.problems, request),
                card=scenario.card,
                board=scenario.board,
            )
        )

    @app.post("/api/tools/battle/scenario", responses=answers(ScenarioVerdict))
    async def check_battle(body: OneText, request: Request) -> Answer:
        """Check a battle's scenario: every mistake with its line, or its card.

        It is read in a bounded process and not kept, as a Folio scenario is.
        """
        kept = server_of(request).boards
        files = await kept.fetch(boards_named(*map(str.encode, body.boards.values())))
        scenario = await read_battle(body.toml, body.boards, files)
        return Answer(
            ScenarioVerdict(
                ok=scenario.card is not None,
                count=scenario.count,
                problems=_told(scenario.problems, request),
                card=scenario.card,
                board=None,
            )
        )
