"""Plain data of a question, read with care: whoever asks may send anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfire.rulebook import BadInput

LONGEST_TEXT = 200
LONGEST_LIST = 20


def text_of(value: Any) -> str:
    """A text of moderate length."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return value


def list_of(value: Any) -> list[Any]:
    """A short list."""
    if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return list(value)


def field_of(value: Any, name: str) -> Any:
    """A field that must be there."""
    if not isinstance(value, Mapping) or name not in value:
        raise BadInput("server.bad_question", why=name)
    return value[name]


def only(question: Mapping[str, Any]) -> tuple[str, Any]:
    """The name of a question, and what it is about; one at a time."""
    if len(question) != 1:
        raise BadInput("server.bad_question", why=", ".join(map(str, question))[:60] or "{}")
    ((name, about),) = question.items()
    return name, about
