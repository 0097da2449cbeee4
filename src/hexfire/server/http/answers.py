"""Answers of services on the wire: texts in both languages; their schemas in `/openapi.json`."""

from __future__ import annotations

from typing import Any, get_args

from fastapi import FastAPI

from hexfire.assist.published import page_components
from hexfire.assist.wording import Names, Said, encode
from hexfire.lang import words
from hexfire.server.http.bodies import Answer

REF = "#/components/schemas/{name}"


def answered(value: Any, headers: dict[str, str] | None = None) -> Answer:
    """A struct of `assist.published` as the response of a route."""
    return Answer(encode(value, in_both), headers=headers)


def in_both(text: Said) -> Names:
    """What is for people, in both languages."""
    return Names(en=words("en").tell(text.what), ja=words("ja").tell(text.what))


def answers(kind: Any, *, many: bool = False) -> dict[int | str, dict[str, Any]]:
    """For `responses=` of a route: the schema of what it answers; `many` of them in a list."""
    kinds = get_args(kind) or (kind,)
    refs = [{"$ref": REF.format(name=one.__name__)} for one in kinds]
    schema: dict[str, Any] = refs[0] if len(refs) == 1 else {"anyOf": refs}
    if many:
        schema = {"type": "array", "items": schema}
    return {200: {"content": {"application/json": {"schema": schema}}}}


def describe(app: FastAPI) -> None:
    """Put the published schemas into the OpenAPI description of the app."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            described = make()
            schemas = described.setdefault("components", {}).setdefault("schemas", {})
            for name, schema in page_components(REF).items():
                schemas.setdefault(name, schema)
        return app.openapi_schema or make()

    app.openapi = openapi  # type: ignore[method-assign]
