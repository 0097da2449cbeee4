"""`/docs`: the HTTP interface as a plain page, made from its own OpenAPI description.

No script and nothing from elsewhere, so it works under our strict security headers and off line.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse

from hexfire.lang import words
from hexfire.server.refusals import language_of

STYLE = """
body{background:#f4efe3;color:#22201c;font:16px/1.6 "Noto Sans JP",system-ui,sans-serif;
max-width:52rem;margin:2rem auto;padding:0 1rem}
article{background:#fbf8f1;border:1px solid #d8cfbc;border-radius:8px;
padding:.6rem 1rem;margin:.8rem 0}
h2{font-size:1rem;margin:0}code,pre{font-family:ui-monospace,monospace;font-size:.9em}
b{color:#1f5f5b;display:inline-block;min-width:4rem}pre{overflow:auto;margin:.3rem 0 0}
"""


def add_to(app: FastAPI) -> None:
    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        language = language_of(request)
        say = words(language).say
        described = app.openapi()
        body = "".join(_operations(described))
        title = escape(say("server.docs.title"))
        return HTMLResponse(
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
            f"<style>{STYLE}</style><h1>{title}</h1><p>{escape(say('server.docs.about'))} "
            f'<a href="/openapi.json">openapi.json</a></p>{body}</html>'
        )


def _operations(described: dict[str, Any]) -> Iterator[str]:
    schemas = described.get("components", {}).get("schemas", {})
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            about = operation.get("description") or operation.get("summary", "")
            yield (
                f"<article><h2><b>{method.upper()}</b><code>{escape(path)}</code></h2>"
                f"<p>{escape(about)}</p>{_fields(operation, schemas)}</article>"
            )


def _fields(operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Query parameters and the fields of the body, a line each."""
    lines = [
        f"{one['name']}: {_kind(one.get('schema', {}))}"
        for one in operation.get("parameters", ())
        if one["in"] == "query"
    ]
    content = operation.get("requestBody", {}).get("content", {})
    for media in content.values():
        name = media.get("schema", {}).get("$ref", "").rpartition("/")[2]
        schema = schemas.get(name, {})
        needed = schema.get("required", ())
        for field, kind in schema.get("properties", {}).items():
            lines.append(f"{field}{'' if field in needed else '?'}: {_kind(kind)}")
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    return str(schema.get("type", "any"))
