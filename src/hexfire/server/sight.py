"""Lines of sight over HTTP: boards drawn, lines judged, fields of view."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Request
from pydantic import Field
from starlette.responses import Response

from hexfire.asl.sight import Sight
from hexfire.boards import Board, read_board
from hexfire.boards.drawing import draw
from hexfire.boards.text import builtin, builtin_names
from hexfire.rulebook import BadInput
from hexfire.server.wire import Answer, Body

MOST_UPLOADS = 12
"""So many boards that were dropped on the page are remembered, the oldest is forgotten."""

Label = Annotated[str, Field(max_length=12)]


class Line(Body):
    """Two locations: hex and level above the hex's base."""

    board: Annotated[str, Field(max_length=80)]
    source: Label
    target: Label
    source_level: Annotated[float, Field(ge=-3, le=12)] = 0
    target_level: Annotated[float, Field(ge=-3, le=12)] = 0


class View(Body):
    """A viewer who looks all around."""

    board: Annotated[str, Field(max_length=80)]
    source: Label
    level: Annotated[float, Field(ge=-3, le=12)] = 0


class Uploads:
    """Boards that people dropped on the page: kept in memory, by the digest of their file."""

    def __init__(self) -> None:
        self._sights: OrderedDict[str, Sight] = OrderedDict()

    def add(self, data: bytes) -> str:
        name = "up-" + hashlib.sha256(data).hexdigest()[:16]
        if name not in self._sights:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "bdUpload"
                file.write_bytes(data)
                self._sights[name] = Sight(read_board(file))
            while len(self._sights) > MOST_UPLOADS:
                self._sights.popitem(last=False)
        return name

    def get(self, name: str) -> Sight | None:
        return self._sights.get(name)


_uploads = Uploads()
_reading = asyncio.Semaphore(2)


@lru_cache(maxsize=4)
def _builtin(name: str) -> Sight:
    return Sight(builtin(name))


def _sight(name: str) -> Sight:
    uploaded = _uploads.get(name)
    if uploaded is not None:
        return uploaded
    if name not in builtin_names():
        raise BadInput("web.sight.no_board", board=name[:80], boards=builtin_names())
    return _builtin(name)


def add_to(app: FastAPI) -> None:
    """The routes of sight."""

    @app.get("/api/tools/boards")
    async def boards() -> Answer:
        return Answer(builtin_names())

    @app.post("/api/tools/boards", status_code=201)
    async def upload(request: Request) -> Answer:
        """A VASL board file, as it is; read with the reader's own limits."""
        data = await request.body()
        async with _reading:  # a board is large: never many at once
            name = await asyncio.to_thread(_uploads.add, data)
        return Answer({"board": name}, 201)

    @app.get("/api/tools/boards/{board}")
    async def board(board: str) -> Answer:
        """The hexes of a board: label, place, levels, terrain."""
        return Answer(await asyncio.to_thread(lambda: _hexes(_sight(board[:80]).board)))

    @app.get("/api/tools/boards/{board}/picture.svg")
    async def picture(board: str) -> Response:
        drawn = await asyncio.to_thread(_picture, board[:80])
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})

    @app.post("/api/tools/sight")
    async def line(body: Line) -> Answer:
        """Does the line hold, what hinders it, which point and rule decide?"""
        return Answer(await asyncio.to_thread(_line, body))

    @app.post("/api/tools/sight/field")
    async def field(body: View) -> Answer:
        """What a viewer sees of every hex."""
        return Answer(await asyncio.to_thread(_field, body))


@lru_cache(maxsize=8)
def _picture(name: str) -> str:
    return draw(_sight(name).board).svg()


def _hexes(board: Board) -> dict[str, Any]:
    corners = board.geometry.vertex_offsets.tolist()
    return {
        "width": board.width,
        "height": board.height,
        "corners": corners,
        "hexes": [
            {
                "label": board.grid.label(hex),
                "x": float(x),
                "y": float(y),
                "base": board.base_level(hex),
                "terrain": board.centre_terrain(hex).tag,
                "levels": [place.level for place in board.locations(hex)],
            }
            for hex, (x, y) in zip(
                board.grid.hexes, board.geometry.real_centres.tolist(), strict=True
            )
        ],
    }


def _line(body: Line) -> dict[str, Any]:
    sight = _sight(body.board)
    grid = sight.board.grid
    levels = (body.source_level, body.target_level)
    ends = [
        sight.spot(grid.hex(label), level)
        for label, level in zip((body.source, body.target), levels, strict=True)
    ]
    found = sight.line(*ends)
    return {
        "from": ends[0].pixel,
        "to": ends[1].pixel,
        "range": found.range,
        "blocked": found.blocked,
        "hindrance": found.hindrance,
        "reason": found.reason.key,
        "rule": found.reason.rule,
        "point": found.point,
        "hex": found.hex,
        "terrain": found.terrain,
        "disputed": found.disputed[0].ruling if found.disputed else None,
        "items": found.items,
        "pairs": _pairs(sight, body.source, body.target),
    }


def _pairs(sight: Sight, source: str, target: str) -> list[dict[str, Any]]:
    """Every pair of levels of the two hexes at once."""
    grid = sight.board.grid
    a, b = grid.hex(source), grid.hex(target)
    found = []
    for here in sight.board.locations(a)[:8]:
        for there in sight.board.locations(b)[:8]:
            seen = sight.line(sight.spot(a, here.level), sight.spot(b, there.level))
            found.append(
                {
                    "from": here.level,
                    "to": there.level,
                    "blocked": seen.blocked,
                    "hindrance": seen.hindrance,
                    "rule": seen.reason.rule,
                }
            )
    return found


def _field(body: View) -> dict[str, Any]:
    sight = _sight(body.board)
    grid = sight.board.grid
    found = sight.field(grid.hex(body.source), body.level)
    return {
        "source": body.source,
        "blocked": [int(b) for b in found.blocked],
        "hindrance": [int(h) for h in found.hindrance],
    }
