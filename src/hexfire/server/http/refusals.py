"""Refusals as they leave the server: one sentence in the reader's language, and its rule."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from hexfire.dice import BadFace, NeedAnswer
from hexfire.hexes import BadLabel
from hexfire.lang import pick_language, words
from hexfire.rulebook import Refusal


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
            return {
                "error": speak.refusal(error),
                "refused": error.rule or None,
                "message": error.message,
            }
        case BadFace():
            return {"error": speak.bad_face(error), "refused": error.request.rule}
        case BadLabel():
            return {"error": speak.bad_label(error), "refused": None}
    raise error
