"""JSON Schemas of what `--json` says and what files hold: the types that they are made of."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.artillery.battery import ObserverStatus
from hexfire.asl.artillery.facts import NUMBERS, TOPICS
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Setup
from hexfire.asl.artillery.units import UnitShelled
from hexfire.assist.artillery.shelling import FfeResult, UnitOdds
from hexfire.assist.artillery.standing import Next
from hexfire.assist.published import components


def schemas() -> dict[str, Any]:
    """JSON Schemas: of the answers, the facts, the setup, a list of units, and the record."""
    named = {
        "answer": Next,
        "odds": tuple[UnitOdds, ...],
        "shells": FfeResult,
        "setup": Setup,
        "units": tuple[UnitShelled, ...],
        "record": Record,
    }
    return {**{name: _schema(kind) for name, kind in named.items()}, "facts": _facts()}


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), definitions = components((kind,), "#/$defs/{name}", {"type": "string"})
    return {**schema, "$defs": definitions}


def _facts() -> dict[str, Any]:
    """Facts by their names; a name may end in `@` and a hex, and is about that hex alone."""
    observer = msgspec.json.schema(ObserverStatus)
    whole = {"type": "integer", "minimum": 0}
    kinds = {topic: whole if topic in NUMBERS else {"type": "boolean"} for topic in TOPICS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Facts",
        "type": "object",
        "properties": {
            "battery": {"type": "string"},
            "observer": {"$ref": "#/$defs/ObserverStatus"},
            **kinds,
        },
        "patternProperties": {f"^{topic}@.+$": kind for topic, kind in kinds.items()},
        "additionalProperties": False,
        "$defs": observer["$defs"],
    }
