"""The workshop over HTTP: texts taken apart and written again, judged while somebody draws."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import FastAPI, Query, Request

from hexfire.assist.folio import own_scenario
from hexfire.assist.wording import Said
from hexfire.assist.workshop import (
    Draft,
    Judged,
    Opened,
    blank_texts,
    form_parts,
    judged,
    opened,
    texts_of,
)
from hexfire.assist.workshop.form import FormParts
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, read, reads
from hexfire.server.tools.scenario_check import TwoTexts

DEEPEST = 12
"""Tables within tables: no scenario has more than five."""


def add_to(app: FastAPI) -> None:
    """The routes of the workshop."""

    @app.get("/api/tools/workshop/begin", responses=answers(Opened))
    async def begin(scenario: Annotated[str, Query(max_length=40)] = "") -> Answer:
        """A new draft: an empty map with our tables, or one of our scenarios to change."""
        return answered(opened(*blank_texts(scenario)))

    @app.post("/api/tools/workshop/open", responses=answers(Opened))
    async def open_texts(body: TwoTexts) -> Answer:
        """Two texts as a draft; if the first is no TOML, why not."""
        own_scenario.check_size(body.toml, body.map)
        return answered(await asyncio.to_thread(opened, body.toml, body.map))

    @app.post("/api/tools/workshop/judge", responses=answers(Judged), openapi_extra=reads(Draft))
    async def judge(request: Request) -> Answer:
        """A draft as its two files, with every mistake and its place. Nothing is kept."""
        draft = _draft(await request.body())
        return answered(await asyncio.to_thread(_judge, draft))

    @app.get("/api/tools/workshop/kinds", responses=answers(FormParts))
    async def kinds() -> Answer:
        """Kinds of terrain and hexside that maps often have, and every rule option."""
        return answered(form_parts(), headers={"cache-control": "max-age=3600"})


def _draft(body: bytes) -> Draft:
    draft = read(body, Draft, "draft")
    _bounded(draft.data)
    return draft


def _bounded(value: object, deep: int = 0) -> None:
    """TOML has no null, and nothing without end."""
    if value is None:
        raise BadInput("server.bad_body", where="draft", why="@core.foreign.null")
    if deep > DEEPEST:
        raise BadInput("server.bad_body", where="draft", why="@core.foreign.too_deep")
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        _bounded(each, deep + 1)


def _judge(draft: Draft) -> Judged:
    own_scenario.check_size(draft.toml, draft.map)
    toml, map = texts_of(draft)
    own_scenario.check_size(toml, map)
    try:
        checked = own_scenario.check(toml, map)
    except Refusal as refusal:
        return judged(draft, toml, map, (), 0, Said(refusal))
    return judged(draft, toml, map, checked.problems, checked.count, None)
