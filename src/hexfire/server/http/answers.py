"""Answers of services on the wire: texts in both languages; what is asked and answered described in
`/openapi.json`."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

from fastapi import FastAPI

from hexfire.assist.published import components, page_components
from hexfire.assist.requests import request_schemas
from hexfire.assist.wording import Names, Said, encode
from hexfire.lang import words
from hexfire.server.http.bodies import ASKED, Answer

REF = "#/components/schemas/{name}"


def answered(value: Any, headers: dict[str, str] | None = None) -> Answer:
    """A struct of `assist.published` as the response of a route."""
    return Answer(encode(value, in_both), headers=headers)


def in_both(text: Said) -> Names:
    """What is for people, in both languages."""
    return Names(en=words("en").tell(text.what), ja=words("ja").tell(text.what))


@cache
def _schemas(kinds: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Made once for all routes and applications: it was most of what an application costs."""
    both = {"$ref": REF.format(name=Names.__name__)}
    return components(kinds, REF, both)[0]


def answers(*kinds: Any, many: bool = False, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """For `responses=` of a route: the schema of what it answers; `many` of them in a list."""
    schemas = copy.deepcopy(_schemas(kinds))  # whoever describes a route may add to its schema
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    if many:
        schema = {"type": "array", "items": schema}
    return {status: {"content": {"application/json": {"schema": schema}}}}


def describe(app: FastAPI) -> None:
    """Put the published schemas into the OpenAPI description of the app."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = make()
            questions, definitions = request_schemas(REF)
            _fill(described, {repr(kind): schema for kind, schema in questions.items()})
            schemas = described.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in {**page_components(REF), **definitions}.items():
                schemas.setdefault(name, schema)
        return app.openapi_schema or make()

    app.openapi = openapi  # type: ignore[method-assign]


def _fill(described: Any, questions: dict[str, dict[str, Any]]) -> None:
    """The schema of its struct wherever a body holds one as plain data (`bodies.asked`)."""
    match described:
        case {**fields} if ASKED in fields:
            schema = questions[described.pop(ASKED)]
            described.pop("type")
            described.update(schema)
        case {**fields}:
            for inner in fields.values():
                _fill(inner, questions)
        case [*items]:
            for inner in items:
                _fill(inner, questions)
