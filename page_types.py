"""`make types`: what the page knows of the server, written from the server's own sources.

`web/src/api/types.ts` holds the structs of `hexfire.assist.published`, `nations.ts` the nations
that somebody may choose. With `--check` nothing is written: it fails if one is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hexfire.assist.nations import buyers, gunners
from hexfire.assist.published import ANSWERS, QUESTIONS, UNIONS, components, page_components

FOLDER = Path(__file__).parent / "web" / "src" / "api"
REF = "#/{name}"
HEAD = """\
// Written by `make types` from the structs of hexfire.assist.published. Change those, not this.
"""
SCALARS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
Schema = dict[str, Any]


def typescript() -> str:
    """Every published struct as an exported type."""
    asked = components(QUESTIONS, REF, {"type": "string"})[1] if QUESTIONS else {}
    told = components(ANSWERS, REF, {"$ref": "#/Names"})[1]
    parts = [
        _declared(name, schema, asked=name in asked and name not in told)
        for name, schema in page_components(REF).items()
    ]
    parts += [
        f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds) + ";\n"
        for name, kinds in UNIONS.items()
    ]
    return HEAD + "\n" + "\n".join(parts)


def _declared(name: str, schema: Schema, asked: bool) -> str:
    about = _about(schema.get("description", ""), "")
    if "properties" not in schema:
        return f"{about}export type {name} = {_type(schema)};\n"
    lines = [
        f"  {_field(field)}{_missing(field, kind, schema, asked)}: {_type(kind)};"
        for field, kind in schema["properties"].items()
    ]
    # An alias, not an interface: its fields may be walked like those of a record.
    return f"{about}export type {name} = {{\n" + "\n".join(lines) + "\n};\n"


def _missing(field: str, kind: Schema, schema: Schema, asked: bool) -> str:
    """«?» for what may be left out: all defaults of a question, what is unset in an answer."""
    if field in schema.get("required", ()):
        return ""
    return "" if "default" in kind and not asked else "?"


def _field(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _about(text: str, indent: str) -> str:
    first = " ".join(text.split("\n\n")[0].split())
    return f"{indent}/** {first} */\n" if first else ""


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[key]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(SCALARS[one] for one in kind)
    if kind == "array":
        return _array(schema)
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {_type(more)}>" if more else "Record<string, unknown>"
    return SCALARS.get(kind or "", "unknown")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    inner = _type(schema.get("items") or {})
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def nation_lists() -> str:
    """The nations of every list on the page."""
    lists = {
        "BUYERS": ("Who may buy a force (H1.1), by the groups of the list.", buyers()),
        "GUNNERS": ("Whose artillery the tables know (C1.21).", gunners()),
    }
    parts = [
        f"/** {about} */\nexport const {name} = {json.dumps(value, indent=2)} as const;\n"
        for name, (about, value) in lists.items()
    ]
    return "// Written by `make types` from hexfire.assist.nations.\n\n" + "\n".join(parts)


FILES = {"types.ts": typescript, "nations.ts": nation_lists}


def main() -> int:
    stale = 0
    for name, make in FILES.items():
        target, text = FOLDER / name, make()
        if target.is_file() and target.read_text("utf-8") == text:
            continue
        if "--check" in sys.argv[1:]:
            print(f"{name} is stale: run `make types`", file=sys.stderr)
            stale = 1
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main())
