"""Gun Duels over HTTP: who fires first, and how it may end."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI

from hexfire.assist.duels import DuelReport, fought, read_duel
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.tools.shots import AnyOrder, Faces, read_bounded, throw_of


class DuelBody(Body):
    """Two orders: the moving vehicle's, and that of the defender who shoots at it."""

    vehicle: AnyOrder
    defender: AnyOrder
    again: bool = False
    defender_concealed: bool = False
    before_moving: bool = False
    roll: bool = False
    faces: Faces = None


def add_to(app: FastAPI) -> None:
    """The route of duels."""

    @app.post("/api/tools/duel", responses=answers(DuelReport))
    async def duel(body: DuelBody) -> Answer:
        """A Gun Duel: who fires first, and how it may end."""
        return answered(await asyncio.to_thread(_duel, body))


def _duel(body: DuelBody) -> DuelReport:
    data: dict[str, Any] = body.model_dump(exclude={"roll", "faces"})
    read_bounded(body.vehicle)
    read_bounded(body.defender)
    dice = throw_of(body.faces) if body.roll or body.faces else None
    return fought(read_duel(data), dice)
