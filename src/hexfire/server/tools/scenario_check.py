"""A scenario of one's own, over HTTP: looked through before a table is begun with it."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Request

from hexfire.lang import words
from hexfire.server.files.uploads import read_scenario
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.http.refusals import language_of


class TwoTexts(Body):
    """The two files of a scenario, as texts: `docs/folio-scenarios.md` describes them."""

    toml: str
    map: str


def add_to(app: FastAPI) -> None:
    """The route of own scenarios."""

    @app.post("/api/tools/folio/scenario")
    async def check(body: TwoTexts, request: Request) -> Answer:
        """Check a Folio scenario: every mistake with its line, or its card and its map.

        It is read in a bounded process and not kept: a table is begun with the same two texts
        (`written`).
        """
        scenario = await read_scenario(body.toml, body.map)
        speak = words(language_of(request))
        problems: list[dict[str, Any]] = [
            {
                "file": problem.file,
                "line": problem.line,
                "message": problem.message,
                "text": speak.say(problem.message),
            }
            for problem in scenario.problems
        ]
        return Answer(
            {
                "ok": scenario.card is not None,
                "count": scenario.count,
                "problems": problems,
                "card": scenario.card,
                "board": msgspec.Raw(scenario.board or b"null"),
            }
        )
