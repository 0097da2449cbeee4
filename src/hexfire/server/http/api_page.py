"""`/docs`: the HTTP interface as a plain page, made from its own OpenAPI description.

No script and nothing from elsewhere, so it works under our strict security headers and off line.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.routing import APIRoute
from starlette.responses import HTMLResponse

from hexfire.lang import Words, words
from hexfire.server.http.answers import describe
from hexfire.server.http.refusals import language_of

STYLE = """
body{background:#f4efe3;color:#22201c;font:16px/1.6 "Noto Sans JP",system-ui,sans-serif;
max-width:52rem;margin:2rem auto;padding:0 1rem}
article{background:#fbf8f1;border:1px solid #d8cfbc;border-radius:8px;
padding:.6rem 1rem;margin:.8rem 0}
h2{margin:2rem 0 0}h3{font-size:1rem;margin:0}p{margin:.3rem 0}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
b{color:#1f5f5b;display:inline-block;min-width:4rem}pre{overflow:auto;margin:.3rem 0 0}
"""


GROUPS = (
    ("tables", ("/api/tables", "/api/journals")),
    ("accounts", ("/api/me", "/api/accounts", "/api/session")),
    ("rules", ("/api/rules", "/api/words", "/api/games", "/healthz")),
    ("tools", ("/api/tools",)),
)
"""The parts of the interface, by the beginnings of their addresses."""


def add_to(app: FastAPI) -> None:
    """The page, and readable names: the first line of what each route says of itself."""
    for route in app.routes:
        if isinstance(route, APIRoute):
            title, _, more = route.description.partition("\n")
            route.summary, route.description = title.rstrip("."), more.strip()
            route.tags = [group(route.path)]
    describe(app)

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        language = language_of(request)
        say = words(language).say
        body = "".join(_groups(app.openapi(), words(language)))
        title = escape(say("server.docs.title"))
        return HTMLResponse(
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
            f"<style>{STYLE}</style><h1>{title}</h1><p>{escape(say('server.docs.about'))} "
            f'<a href="/openapi.json">openapi.json</a></p>{body}</html>'
        )


def group(path: str) -> str:
    """The part of the interface that an address belongs to."""
    return next((name for name, heads in GROUPS if path.startswith(heads)), "other")


def _groups(described: dict[str, Any], texts: Words) -> Iterator[str]:
    """A heading for each part, its operations below, and a list of all at the top."""
    say = texts.say
    listed = {name: [*_operations(described, name, texts)] for name, _ in GROUPS}
    links = (f'<a href="#{name}">{escape(say(f"server.docs.{name}"))}</a>' for name in listed)
    yield f"<nav>{' · '.join(links)}</nav>"
    for name, operations in listed.items():
        yield f'<h2 id="{name}">{escape(say(f"server.docs.{name}"))}</h2>{"".join(operations)}'


def key_of(method: str, path: str) -> str:
    """The catalogue's key of an operation.

    >>> key_of("get", "/api/tables/{table}/chat")
    'api.get.tables.table.chat'
    """
    words = path.removeprefix("/api").strip("/").replace("{", "").replace("}", "")
    return f"api.{method}.{words.replace('/', '.')}"


def _operations(described: dict[str, Any], wanted: str, texts: Words) -> Iterator[str]:
    schemas = described.get("components", {}).get("schemas", {})
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if operation.get("tags") != [wanted]:
                continue
            key = key_of(method, path)
            name = texts.texts.get(key, operation["summary"])
            more = texts.texts.get(f"{key}.more", operation.get("description", ""))
            more = f"<p>{escape(more)}</p>" if more else ""
            yield (
                f"<article><h3>{escape(name)}</h3>"
                f"<p><b>{method.upper()}</b><code>{escape(path)}</code></p>"
                f"{more}{_fields(operation, schemas)}</article>"
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
