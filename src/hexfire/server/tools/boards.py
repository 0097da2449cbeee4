"""The boards of the page: our own, and those that people dropped on it."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from functools import lru_cache
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from starlette.responses import Response

from hexfire.asl.sight import Sight
from hexfire.boards import Board, builtin, builtin_names, change, draw
from hexfire.rulebook import BadInput
from hexfire.server.files.uploads import read_board
from hexfire.server.http.bodies import Answer

MOST_UPLOADS = 12
"""So many boards that were dropped on the page are remembered, the oldest is forgotten."""


class Uploads:
    """Boards that people dropped on the page: kept in memory, by the digest of their file."""

    def __init__(self) -> None:
        self._boards: OrderedDict[str, Board] = OrderedDict()

    def add(self, data: bytes, file_name: str) -> str:
        """Read a board file (VASL archive, or our text format); the name it goes by from now on."""
        name = "up-" + hashlib.sha256(data + file_name.encode()).hexdigest()[:16]
        if name not in self._boards:
            self._boards[name] = read_board(data, file_name)
            while len(self._boards) > MOST_UPLOADS:
                self._boards.popitem(last=False)
        return name

    def get(self, name: str) -> Board | None:
        return self._boards.get(name)


_uploads = Uploads()
_reading = asyncio.Semaphore(2)


def board_of(name: str, ssr: tuple[str, ...] = ()) -> Board:
    """A board by the name the page knows it by, after the scenario's terrain changes."""
    found = _uploads.get(name)
    if found is None and name in builtin_names():
        found = builtin(name)
    if found is None:
        raise BadInput("web.sight.no_board", board=name[:80], boards=builtin_names())
    return change(found, ssr)


@lru_cache(maxsize=16)
def _sight(name: str, ssr: tuple[str, ...]) -> Sight:
    return Sight(board_of(name, ssr))


def sight_of(name: str, ssr: tuple[str, ...] = ()) -> Sight:
    """The lines of sight of a board; made once, as that takes a moment."""
    return _sight(name, ssr)


def add_to(app: FastAPI) -> None:
    """The routes of the boards."""

    @app.get("/api/tools/boards")
    async def boards() -> Answer:
        """The boards that come with Hexfire."""
        return Answer(builtin_names())

    @app.post("/api/tools/boards", status_code=201)
    async def upload(request: Request, name: Annotated[str, Query(max_length=200)] = "") -> Answer:
        """A VASL board file, as it is; read in a bounded process of its own."""
        data = await request.body()
        async with _reading:  # a board is large: never many at once
            board = await asyncio.to_thread(_uploads.add, data, name)
        return Answer({"board": board, "name": board_of(board).name}, 201)

    @app.get("/api/tools/boards/{board}")
    async def board(board: str, ssr: Annotated[str, Query(max_length=200)] = "") -> Answer:
        """The hexes of a board: label, place, levels, terrain."""
        return Answer(await asyncio.to_thread(lambda: _hexes(board_of(board[:80], names(ssr)))))

    @app.get("/api/tools/boards/{board}/picture.svg")
    async def picture(board: str, ssr: Annotated[str, Query(max_length=200)] = "") -> Response:
        """A board as a drawing."""
        drawn = await asyncio.to_thread(_picture, board[:80], names(ssr))
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


def names(text: str) -> tuple[str, ...]:
    """Terrain changes as an address carries them: names with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


@lru_cache(maxsize=8)
def _picture(name: str, ssr: tuple[str, ...]) -> str:
    return draw(board_of(name, ssr)).svg()


def _hexes(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "columns": board.grid.columns,
        "rows": board.grid.rows,
        "width": board.width,
        "height": board.height,
        "corners": board.geometry.vertex_offsets.tolist(),
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
