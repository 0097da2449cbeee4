"""What `hexfire shot --schema` prints: one JSON Schema document of orders and answers."""

from __future__ import annotations

from hexfire.assist.published import Schema, components
from hexfire.assist.shots.order import Order
from hexfire.assist.shots.report import CompareReport, RefusedReport, RefusedWay, ShotReport


def published() -> Schema:
    """The schemas of orders (`input`) and answers (`output`), texts in the reader's language.

    Validate against `{"$ref": "#/input"}` or `{"$ref": "#/output"}` of this one document.
    """
    kinds = (Order, ShotReport, CompareReport, RefusedReport, RefusedWay)
    (order, *answers, _), definitions = components(kinds, "#/$defs/{name}", {"type": "string"})
    as_written(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hexfire shot",
        "input": order,
        "output": {"anyOf": answers},
        "$defs": definitions,
    }


def as_written(definitions: Schema) -> None:
    """What an order may also be written as: a target by its name alone, ammunition as an object."""
    order, weapon = definitions["Order"]["properties"], definitions["Weapon"]["properties"]
    by_name = {"type": "string", "description": "name or id of a counter"}
    order["target"] = {"anyOf": [by_name, order["target"]]}
    numbers = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}
    listed = weapon["ammo"]
    weapon["ammo"] = {"anyOf": [numbers, listed], "default": listed.pop("default", [])}
