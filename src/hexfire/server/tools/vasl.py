"""A saved game of VASL over HTTP: read, never kept."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

from fastapi import FastAPI, Query, Request

from hexfire.assist.vasl import DroppedGame, dropped_game
from hexfire.boards.handed import HANDED
from hexfire.rulebook import BadInput
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer
from hexfire.server.tools.boards import single_board

_BOARD = re.compile(rf"([A-Za-z0-9]{{1,12}}):({HANDED.pattern})")


def add_to(app: FastAPI) -> None:
    """The route of saved games."""

    @app.post("/api/tools/vasl", responses=answers(DroppedGame))
    async def opened(
        request: Request,
        side: Annotated[str, Query(max_length=40)] = "",
        boards: Annotated[str, Query(max_length=400)] = "",
    ) -> Answer:
        """A `.vsav` or `.vlog` as one side may know it; which sides and boards are still wanted."""
        data, names = await request.body(), boards_named(boards)
        game = await asyncio.to_thread(lambda: dropped_game(data, side, names, single_board))
        return answered(game)


def boards_named(text: str) -> dict[str, str]:
    """Boards that were dropped too: `01:up-…,03:up-…`."""
    boards: dict[str, str] = {}
    for word in filter(None, text.split(",")):
        pair = _BOARD.fullmatch(word)
        if pair is None:
            raise BadInput("web.vasl.bad_board", text=word[:40])
        boards[pair[1]] = pair[2]
    return boards
