"""The boards of the page: our own, and those that people dropped on it."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated

from fastapi import FastAPI, Query, Request
from pydantic import Field
from starlette.responses import Response

from hexfire.assist.around import BoardAdded
from hexfire.assist.boards import BoardPlan, board_plan
from hexfire.assist.sight import Sight
from hexfire.boards import Board, builtin_names, draw, find_in_folder, open_board, printed
from hexfire.boards.handed import handed, handed_name
from hexfire.rulebook import BadInput
from hexfire.server.files.uploads import check_board
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.asker import server_of
from hexfire.server.http.bodies import Answer, Plain

MOST_JOINED = 9
"""So many words a board's name may have: four boards in two rows, or six in one."""
LONGEST = 300
"""So long is the name of several boards at most."""
BoardName = Annotated[str, Field(max_length=LONGEST), Plain]


def board_of(name: str, ssr: tuple[str, ...] = ()) -> Board:
    """A board by the name the page knows it by, after the scenario's terrain changes.

    Several lie side by side (`up-… up-…r`), with `;` between their rows: `r` turns one round.
    """
    spec = name.replace(";", " / ")
    if len(spec.split()) > MOST_JOINED:
        raise BadInput("web.sight.too_many_boards", most=MOST_JOINED)
    try:
        return open_board(spec, ssr, find=single_board)
    except BadInput as refusal:
        if refusal.message.key not in ("sight.board.not_found", "sight.board.not_kept"):
            raise
        raise BadInput("web.sight.no_board", board=name[:80], boards=builtin_names()) from None


def single_board(name: str) -> Board | None:
    """One of our boards, one that was dropped on the page, or one of the server's own folder."""
    return handed(name) or _of_folder(name)


@lru_cache(maxsize=12)
def _of_folder(name: str) -> Board | None:
    return find_in_folder(name, picture=True)


@lru_cache(maxsize=16)
def _sight(name: str, ssr: tuple[str, ...]) -> Sight:
    return Sight(board_of(name, ssr))


def sight_of(name: str, ssr: tuple[str, ...] = ()) -> Sight:
    """The lines of sight of a board; made once, as that takes a moment."""
    return _sight(name, ssr)


def add_to(app: FastAPI) -> None:
    """The routes of the boards."""

    @app.get("/api/tools/boards", responses=answers(tuple[str, ...]))
    async def boards() -> Answer:
        """The boards that come with Hexfire."""
        return Answer(builtin_names())

    @app.post("/api/tools/boards", status_code=201, responses=answers(BoardAdded, status=201))
    async def upload(request: Request, name: Annotated[str, Query(max_length=200)] = "") -> Answer:
        """A VASL board file, as it is; read in a bounded process of its own."""
        data = await request.body()
        shown = await check_board(data, name)
        board = handed_name(data, name)
        await server_of(request).boards.add(board, name, data)
        return Answer(BoardAdded(board, shown), 201)

    @app.get("/api/tools/boards/{board}", responses=answers(BoardPlan))
    async def board(board: str, ssr: Annotated[str, Query(max_length=200)] = "") -> Answer:
        """The hexes of a board: label, place, levels, terrain."""
        plan = await asyncio.to_thread(lambda: board_plan(board_of(board[:LONGEST], names(ssr))))
        return answered(plan)

    @app.get("/api/tools/boards/{board}/picture.svg")
    async def picture(
        board: str, ssr: Annotated[str, Query(max_length=200)] = "", as_printed: bool = False
    ) -> Response:
        """A board as a drawing; with `as_printed` its own picture, where it has one."""
        drawn = await asyncio.to_thread(_picture, board[:LONGEST], names(ssr), as_printed)
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


def names(text: str) -> tuple[str, ...]:
    """Terrain changes as an address carries them: names with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


@lru_cache(maxsize=8)
def _picture(name: str, ssr: tuple[str, ...], as_printed: bool) -> str:
    board = board_of(name, ssr)
    return (as_printed and printed(board)) or draw(board).svg()
