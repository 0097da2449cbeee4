"""Refusals as they leave the server: one sentence in the reader's language, and its rule."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from hexfire.dice import BadFace, NeedAnswer
from hexfire.hexes import BadLabel
from hexfire.lang import pick_language, words
from hexfire.rulebook import Refusal
from hexfire.server.http.bodies import Answer

STATUS = {
    "server.busy": 503,
    "server.work.late": 503,
    "server.work.too_much": 503,
    "server.work.unreadable": 500,
    "server.storage_away": 503,
    "server.writer_gone": 503,
    "server.database.hurt": 503,
    "server.no_table": 404,
    "server.mail.no_link": 404,
    "server.too_many": 429,
    "server.no_game": 404,
    "server.no_position": 404,
    "server.moved_on": 409,
    "core.play.moved_on": 409,
    "server.seat_taken": 409,
    "server.name_taken": 409,
    "server.not_your_seat": 403,
    "server.wrong_password": 401,
    "core.unknown_rule": 404,
}


def language_of(request: Request) -> str:
    """The reader's language: `?lang=`, else what the browser asks for."""
    wishes = request.headers.get("accept-language", "").split(",")
    return pick_language(
        request.query_params.get("lang"), *(w.split(";")[0].strip() for w in wishes)
    )


def explain(error: Exception, language: str) -> dict[str, Any]:
    """A refusal as the page gets it: its sentence, and the message for the other language."""
    speak = words(language)
    match error:
        case NeedAnswer():
            return {"need": error.request, "error": speak.request(error), "refused": None}
        case Refusal():
            told = {"error": speak.refusal(error), "refused": error.rule or None}
            # A reason in another reader's English can be said here only, not on the page.
            whole = all(name != "why" for name, _ in error.message.params)
            return told | {"message": error.message} if whole else told
        case BadFace():
            return {"error": speak.bad_face(error), "refused": error.request.rule}
        case BadLabel():
            return {"error": speak.bad_label(error), "refused": None}
    raise error


def refuse(request: Request, error: Exception) -> Answer:
    """The response that tells a refusal."""
    status = STATUS.get(error.message.key, 422) if isinstance(error, Refusal) else 422
    return Answer(explain(error, language_of(request)), status)


def refused(request: Request, status: int, key: str, **params: Any) -> Answer:
    """The response that tells a sentence by its key."""
    return Answer(explain(Refusal("", key, **params), language_of(request)), status)


def add_handlers(app: FastAPI) -> None:
    """Every refusal becomes one sentence, whatever route it comes from."""
    for error in (Refusal, BadFace, BadLabel, NeedAnswer):
        app.add_exception_handler(error, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _nothing_here)


async def _refused(request: Request, error: Exception) -> Answer:
    return refuse(request, error)


async def _unreadable(request: Request, error: Exception) -> Answer:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return refused(request, 422, "server.bad_body", where=where or "body", why=first["msg"])


async def _nothing_here(request: Request, error: Exception) -> Answer:
    """Nothing at this address, or nothing that is asked for in this way."""
    assert isinstance(error, HTTPException)
    path, method = request.url.path[:80], request.method
    key = "server.no_method" if error.status_code == 405 else "server.no_address"
    told = refused(request, error.status_code, key, path=path, method=method)
    told.headers.update(error.headers or {})
    return told
