"""The gunnery range over HTTP: what a shot needs, why, its exact odds; other ways; the dice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from pydantic import Field

from hexfire.assist import shots
from hexfire.assist.shots import CompareReport, Order, ShotReport, Throw, Ways, read_order
from hexfire.rulebook import BadInput
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body, asked

MOST_TARGETS = 8
RANGES = (0, 1, 2, 3, 6, 9, 12, 16, 20, 24)

AnyOrder = Annotated[dict[str, Any], Field(max_length=40), asked(Order)]
Faces = Annotated[list[int] | None, Field(max_length=40)]
Range = Annotated[int, Field(ge=0, le=200)]


class ShotBody(Body):
    """An order to fire, in the vocabulary of `hexfire shot` (`docs/shot.md`)."""

    order: AnyOrder


class CompareBody(ShotBody):
    """Which way is best: by ammunition, Target Type, range, or several of them at once."""

    by: Annotated[list[Literal["ammo", "type", "range"]], Field(min_length=1, max_length=3)]
    ranges: Annotated[list[Range], Field(max_length=12, default_factory=list)]


class RollBody(ShotBody):
    """Throw the dice, or go on with the faces that fell on one's own table.

    `roll`: the server's dice follow those faces.
    """

    faces: Faces = None
    roll: bool = False


def add_to(app: FastAPI) -> None:
    """The routes of the gunnery range."""

    @app.post("/api/tools/shot", responses=answers(ShotReport))
    async def shot(body: ShotBody) -> Answer:
        """What is needed to hit, why, and the exact odds of everything that follows."""
        return answered(await asyncio.to_thread(_shot, body.order, None))

    @app.post("/api/tools/shot/roll", responses=answers(ShotReport))
    async def roll(body: RollBody) -> Answer:
        """The same code throws the dice."""
        return answered(await asyncio.to_thread(_shot, body.order, throw_of(body.faces, body.roll)))

    @app.post("/api/tools/shot/compare", responses=answers(CompareReport))
    async def compare(body: CompareBody) -> Answer:
        """The same shot in several ways."""
        return answered(await asyncio.to_thread(_compare, body))


def throw_of(faces: list[int] | None, roll: bool = False) -> Throw:
    """Faces that fell on a real table, dice of the server's own, or those after these."""
    return Throw(tuple(faces or ()), roll=roll or not faces)


def read_bounded(order: Mapping[str, Any]) -> tuple[Order, shots.Shot]:
    """An order with no more targets than the server works out."""
    given, shot = read_order(dict(order))
    if len(shot.targets) > MOST_TARGETS:
        raise BadInput("web.range.too_many_targets", most=MOST_TARGETS)
    return given, shot


def _shot(order: Mapping[str, Any], dice: Throw | None) -> ShotReport:
    given, shot = read_bounded(order)
    return shots.answered(shot, given.party, dice)


def _compare(body: CompareBody) -> CompareReport:
    given, shot = read_bounded(body.order)
    ranges = sorted({*(body.ranges or RANGES), shot.range}) if "range" in body.by else ()
    ways = Ways(ammo="ammo" in body.by, type="type" in body.by, ranges=tuple(ranges))
    return shots.compare(shot, given.party, ways)
