"""The structs that requests over HTTP hold, and their JSON Schemas.

A route takes plain data, and a service reads it into its struct; `/openapi.json` describes that
plain data by the same struct. Its definitions have names of their own (`asked.Order`): what may be
left out of a question is always there in an answer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Setup
from hexfire.asl.artillery.units import UnitShelled
from hexfire.asl.battle.files.file_form import File
from hexfire.asl.purchase.state import Agreement
from hexfire.asl.situation import Situation
from hexfire.asl.walls.advantage import Event
from hexfire.assist.guns import GunOrder
from hexfire.assist.published import Schema, components
from hexfire.assist.purchase import PlanAsked, PriceAsked
from hexfire.assist.shots.order import Order
from hexfire.assist.shots.schema import as_written
from hexfire.assist.walls.events import EVENTS
from hexfire.assist.workshop import Draft


class FolioTexts(msgspec.Struct):
    """A Folio scenario of the players' own: its tables and its map."""

    toml: str
    map: str


class BattleText(msgspec.Struct):
    """A battle's scenario of the players' own, as its file."""

    toml: str


class BattleData(msgspec.Struct):
    """The same as plain data."""

    data: File


Written = FolioTexts | BattleText | BattleData | Agreement
"""What a table may be begun with instead of the name of a scenario."""

_KINDS: dict[Any, tuple[Any, ...]] = {
    **{
        kind: (kind,)
        for kind in (
            Order,
            Setup,
            Record,
            UnitShelled,
            Situation,
            GunOrder,
            PriceAsked,
            PlanAsked,
            Draft,
        )
    },
    Event: tuple(EVENTS.values()),
    Written: (FolioTexts, BattleText, BattleData, Agreement),
}


def request_schemas(ref: str) -> tuple[dict[Any, Schema], Schema]:
    """The schema of each kind of question, and the definitions they refer to by `ref`."""
    kinds = tuple(kind for alike in _KINDS.values() for kind in alike)
    text = {"type": "string"}
    schemas, definitions = components(kinds, ref.format(name="asked.{name}"), text)
    as_written(definitions)
    definitions["Situation"]["required"].remove("board")  # it is named beside the situation
    by_kind = dict(zip(kinds, schemas, strict=True))
    described = {
        asked: by_kind[alike[0]] if len(alike) == 1 else {"anyOf": [by_kind[k] for k in alike]}
        for asked, alike in _KINDS.items()
    }
    return described, {f"asked.{name}": schema for name, schema in definitions.items()}
