"""Lines of sight over HTTP: a line judged, a field of view, with what stands on the board."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import FastAPI
from pydantic import Field

from hexfire.assist.sight import (
    End,
    FieldOfView,
    LineOfSight,
    Lookout,
    Sight,
    field_of_view,
    line_of_sight,
)
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body, Word
from hexfire.server.tools.boards import BoardName, sight_of
from hexfire.server.tools.situation import Placed, after

Label = Annotated[str, Field(max_length=12)]
Level = Annotated[float, Field(ge=-3, le=12)]


class Ends(Body):
    """Two locations (hex and level above the hex's base), or units that stand there."""

    board: BoardName
    source: Label
    target: Label
    source_level: Level = 0
    target_level: Level = 0
    viewer: Word = ""
    seen: Word = ""
    placed: Placed | None = None


class View(Body):
    """A viewer who looks all around."""

    board: BoardName
    source: Label
    level: Level = 0
    viewer: Word = ""
    placed: Placed | None = None


def add_to(app: FastAPI) -> None:
    """The routes of sight."""

    @app.post("/api/tools/sight", responses=answers(LineOfSight))
    async def line(body: Ends) -> Answer:
        """Does the line hold, what hinders it, which point and rule decide?"""
        return answered(await asyncio.to_thread(_line, body))

    @app.post("/api/tools/sight/field", responses=answers(FieldOfView))
    async def field(body: View) -> Answer:
        """What a viewer sees of every hex."""
        return answered(await asyncio.to_thread(_field, body))


def _eyes(body: Ends | View) -> tuple[Sight, Lookout | None]:
    if body.placed is None:
        return sight_of(body.board), None
    eyes = Lookout(after(body.placed).state)
    return eyes.scene.sight, eyes


def _line(body: Ends) -> LineOfSight:
    source = End(body.source, body.source_level, body.viewer)
    return line_of_sight(*_eyes(body), source, End(body.target, body.target_level, body.seen))


def _field(body: View) -> FieldOfView:
    return field_of_view(*_eyes(body), End(body.source, body.level, body.viewer))
