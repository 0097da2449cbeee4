"""A shot on the table as the gunnery range reads it: every field filled."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec

from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import AnyCounter
from hexfire.asl.shots.shot import Shot


def range_order(at: Position, arm: Arm, shot: Shot) -> dict[str, Any]:
    """The order of `docs/shot.md` that makes the same shot, by the ids of the counters."""
    return {
        **_said(shot),
        "weapon": arm.piece.counter,
        "armament": arm.armament.value,
        "theatre": at.scenario.theatre,
    }


def _said(value: Any) -> Any:
    """Plain data without what goes without saying: fields that have their default."""
    match value:
        case Enum():
            return value.value
        case tuple():
            return [_said(one) for one in value]
        case msgspec.Struct() if isinstance(value, AnyCounter):
            return value.id
        case msgspec.Struct():
            return {
                field.encode_name: _said(given)
                for field in msgspec.structs.fields(value)
                if (given := getattr(value, field.name)) != field.default
            }
        case _:
            return value
