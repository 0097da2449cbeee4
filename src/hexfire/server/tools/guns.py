"""A gun on the move over HTTP: what may be done with it now, and the odds of pushing it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import Field

from hexfire.assist.guns import GunOrder, GunReport, gun_moves
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body, asked, decoded
from hexfire.server.tools.shots import Faces, throw_of


class GunBody(Body):
    """A gun as it stands, in the vocabulary of `hexfire gun`; with dice it is pushed."""

    order: Annotated[dict[str, Any], Field(max_length=40), asked(GunOrder)]
    roll: bool = False
    faces: Faces = None


def add_to(app: FastAPI) -> None:
    """The route of guns."""

    @app.post("/api/tools/gun", responses=answers(GunReport))
    async def gun(body: GunBody) -> Answer:
        """Every move of a gun now, after its steps if there are any, and why the others are not."""
        return answered(await asyncio.to_thread(_gun, body))


def _gun(body: GunBody) -> GunReport:
    order = decoded(body.order, GunOrder, "order")
    return gun_moves(order, throw_of(body.faces) if body.roll or body.faces else None)
