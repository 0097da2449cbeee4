"""A situation as the text of a TOML file that `read_situation` reads; empty fields are left out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from hexfire.asl.situation.model import Situation


def written(situation: Situation) -> str:
    """The TOML text of a situation."""
    plain = msgspec.to_builtins(situation)
    lists = {key: plain.pop(key) for key in ("units", "markers")}
    lines = list(_fields(plain))
    for key, things in lists.items():
        for thing in things:
            lines += ["", f"[[{key}]]", *_fields(thing)]
    return "\n".join(lines) + "\n"


def _fields(plain: dict[str, Any]) -> Iterator[str]:
    for key, value in plain.items():
        if value is None or value is False or value in ("", [], ()):
            continue
        # TOML's basic strings, numbers, booleans and flat lists are those of JSON.
        yield f"{key} = {json.dumps(value, ensure_ascii=False)}"
