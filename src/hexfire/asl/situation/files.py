"""Read a situation from a file (TOML or JSON), with a clear word about every mistake."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.situation.model import MarkerKind, Situation, Unit
from hexfire.play import read_text
from hexfire.rulebook import BadInput
from hexfire.rulebook.json import read_json
from hexfire.rulebook.toml import read_toml


def read_situation(path: Path) -> Situation:
    """The situation in a TOML or JSON file."""
    text = read_text(path)
    try:
        data = read_json(text) if path.suffix == ".json" else read_toml(text)
    except (msgspec.DecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("sight.situation.unreadable", path=str(path), why=str(error)) from None
    return situation_from(data, str(path))


def situation_from(data: Any, name: str = "") -> Situation:
    """A situation from plain data; refuses unknown fields, doubled ids and empty claims."""
    try:
        situation = msgspec.convert(_with_todays_names(data), Situation, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput("sight.situation.wrong", path=name, why=str(error)) from None
    situation = msgspec.structs.replace(
        situation, units=tuple(_as_its_counter(unit) for unit in situation.units)
    )
    doubled = [
        id for id, count in Counter(unit.id for unit in situation.units).items() if count > 1
    ]
    if doubled:
        raise BadInput("sight.situation.doubled", path=name, ids=tuple(doubled))
    known = {unit.id for unit in situation.units}
    vehicles = {unit.id: unit.hex.upper() for unit in situation.units if unit.is_vehicle}
    for unit in situation.units:
        if unit.aboard and vehicles.get(unit.aboard) != unit.hex.upper():
            raise BadInput(
                "sight.situation.not_carried", path=name, unit=unit.id, vehicle=unit.aboard
            )
        if unit.bogged and not unit.is_vehicle:
            raise BadInput("sight.situation.not_bogged", unit=unit.id)
    for marker in situation.markers:
        if marker.kind is MarkerKind.BREACH and marker.to is None:
            raise BadInput("sight.situation.breach", hex=marker.hex)
    for claim in situation.wall_advantage:
        if claim.split(":")[0] not in known:
            raise BadInput("sight.situation.nobody", path=name, id=claim)
    return situation


def _as_its_counter(unit: Unit) -> Unit:
    """A vehicle that names its counter is armored and fully tracked if that one is."""
    counter = catalogue().known(unit.name) if unit.is_vehicle and unit.name else None
    if not isinstance(counter, Vehicle):
        return unit
    tracked = counter.movement == "tracked" and unit.movement in ("", "tracked")
    return msgspec.structs.replace(
        unit,
        armored=unit.armored or counter.armored,
        fully_tracked=unit.fully_tracked or tracked,
    )


def _with_todays_names(data: Any) -> Any:
    """`carried_by`, as files wrote it once, is `aboard`."""
    units = data.get("units") if isinstance(data, dict) else None
    if not isinstance(units, list):
        return data
    return {**data, "units": [_renamed(unit) for unit in units]}


def _renamed(unit: Any) -> Any:
    if not isinstance(unit, dict) or "aboard" in unit or "carried_by" not in unit:
        return unit
    kept = {key: value for key, value in unit.items() if key != "carried_by"}
    return kept | {"aboard": unit["carried_by"] or ""}
