"""JSON as it must be, at every address: what a strict reader refuses never reaches a service.

Python's own reader takes halves of signs (`"\\ud800"`), NaN and Infinity, which nothing behind it
can keep or tell back, and its mistakes are told in English only.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hexfire.rulebook import BadInput
from hexfire.server.http.bodies import read


def read_strictly(app: FastAPI) -> None:
    """All routes that are added from now on read their bodies so."""
    app.router.route_class = _Route


class _Strict(Request):
    unreadable: BadInput | None = None

    async def json(self) -> Any:
        try:
            return read(await self.body(), Any, "body")
        except BadInput as error:
            self.unreadable = error
            raise


class _Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            strict = _Strict(request.scope, request.receive)
            try:
                return await handle(strict)
            except HTTPException:  # how FastAPI tells, in a word of its own, that reading failed
                if strict.unreadable is not None:
                    raise strict.unreadable from None
                raise

        return strictly
