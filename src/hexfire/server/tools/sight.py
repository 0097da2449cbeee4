"""Lines of sight over HTTP: a line judged, a field of view, with what stands on the board."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI
from pydantic import Field

from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.sight import Answer as Line
from hexfire.asl.situation import Unit
from hexfire.assist.sight import level_pairs, verdict
from hexfire.hexes import Hex
from hexfire.server.http.bodies import Answer, Body, Word
from hexfire.server.tools.boards import sight_of
from hexfire.server.tools.situation import Placed, after

Label = Annotated[str, Field(max_length=12)]
Level = Annotated[float, Field(ge=-3, le=12)]


class Ends(Body):
    """Two locations (hex and level above the hex's base), or units that stand there."""

    board: Word
    source: Label
    target: Label
    source_level: Level = 0
    target_level: Level = 0
    viewer: Word = ""
    seen: Word = ""
    placed: Placed | None = None


class View(Body):
    """A viewer who looks all around."""

    board: Word
    source: Label
    level: Level = 0
    viewer: Word = ""
    placed: Placed | None = None


def add_to(app: FastAPI) -> None:
    """The routes of sight."""

    @app.post("/api/tools/sight")
    async def line(body: Ends) -> Answer:
        """Does the line hold, what hinders it, which point and rule decide?"""
        return Answer(await asyncio.to_thread(_line, body))

    @app.post("/api/tools/sight/field")
    async def field(body: View) -> Answer:
        """What a viewer sees of every hex."""
        return Answer(await asyncio.to_thread(_field, body))


def _eyes(placed: Placed | None) -> Lookout | None:
    return None if placed is None else Lookout(after(placed).state)


def _line(body: Ends) -> dict[str, Any]:
    eyes = _eyes(body.placed)
    sight = eyes.scene.sight if eyes else sight_of(body.board)
    grid = sight.board.grid
    here, there = grid.hex(body.source), grid.hex(body.target)
    start, aim = sight.spot(here, body.source_level), sight.spot(there, body.target_level)
    if eyes is None:
        found = sight.line(start, aim)
    else:
        found = _seen(eyes, body, (here, body.source_level), (there, body.target_level))
        if body.viewer:
            scene = eyes.scene
            aims = scene.spots(scene.unit(body.seen)) if body.seen else (aim,)
            start, aim, _ = scene.best_line(scene.spots(scene.unit(body.viewer)), aims)
    return {
        "from": start.pixel,
        "to": aim.pixel,
        **msgspec.structs.asdict(verdict(found)),
        "pairs": level_pairs(sight, eyes, here, there),
    }


def _seen(eyes: Lookout, body: Ends, source: tuple[Hex, float], target: tuple[Hex, float]) -> Line:
    """What a unit sees, Wall Advantage and counters included; else the line between locations."""
    if not body.viewer:
        return eyes.line(*source, *target)
    viewer = eyes.scene.unit(body.viewer)
    if body.seen:
        return eyes.sees(viewer, eyes.scene.unit(body.seen))
    return eyes.sees_hex(viewer, body.target, target[1])


def _field(body: View) -> dict[str, Any]:
    eyes = _eyes(body.placed)
    sight = eyes.scene.sight if eyes else sight_of(body.board)
    grid = sight.board.grid
    here = grid.hex(body.source)
    if eyes is not None and body.viewer:
        viewer: Unit = eyes.scene.unit(body.viewer)
        lines = [eyes.sees_hex(viewer, grid.label(hex)) for hex in grid.hexes]
    elif eyes is not None and eyes.scene.situation.markers:
        lines = [eyes.line(here, body.level, hex, 0) for hex in grid.hexes]
    else:
        found = sight.field(here, body.level)
        return {
            "source": body.source,
            "blocked": [int(b) for b in found.blocked],
            "hindrance": [
                None if b else int(h) for b, h in zip(found.blocked, found.hindrance, strict=True)
            ],
        }
    return {
        "source": body.source,
        "blocked": [int(line.blocked) for line in lines],
        "hindrance": [verdict(line).hindrance for line in lines],
    }
