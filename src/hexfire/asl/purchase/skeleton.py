"""The scenario skeleton: both OB as plain data that a tactical table can load."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.effects.ammunition import is_elite_force
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.infantry import (
    PARACHUTE,
    also_equipped,
    small_parachutes,
    smoke_exponent,
    traits,
)
from hexfire.asl.purchase.op_tanks import op_tank
from hexfire.asl.purchase.state import (
    Line,
    Side,
    State,
    Terms,
    Vehicle,
    elite_majority,
    facts_of,
)
from hexfire.rulebook import Refusal

FORMAT = "hexfire-asl-ob"


def skeleton(state: State) -> dict[str, Any]:
    """Date, boards, victory and both sides' OB; only once neither is secret any more."""
    agreement = state.agreement
    if agreement.secret and not all(side.revealed for side in state.sides):
        raise Refusal("H1.1", "purchase.still_secret")
    return {
        "format": FORMAT,
        "version": 1,
        "date": agreement.date,
        "boards": list(agreement.boards),
        "victory": agreement.victory,
        "night": agreement.night,
        "place": agreement.place,
        "weather": agreement.weather,
        "sides": [
            _side(facts_of(state), terms, side)
            for terms, side in zip(agreement.sides, state.sides, strict=True)
        ],
    }


def _smoke(facts: Facts, nation: str, line: Line) -> dict[str, int]:
    """H1.22: the Smoke Exponent in play, where the counter's own is known."""
    printed = facts.number("squad", nation, line.type, "smoke")
    if printed is None:
        return {}
    return {"smoke_exponent": smoke_exponent(printed, line.capabilities)}


def _op_armament(nation: str, vehicle: Vehicle) -> dict[str, Any]:
    """H1.462–H1.465: how an OP tank is armed, where not as its counter prints."""
    if not vehicle.op_for:
        return {}
    armed = op_tank(nation, vehicle.name.removesuffix("(a)")).armament
    return {} if armed is None else {"op_armament": msgspec.to_builtins(armed)}


def _parachutes(side: Side) -> dict[str, Any]:
    """H1.204: a ½-inch parachute, at no cost and for one use, for each SMC and SW that drops."""
    if not any(PARACHUTE in line.capabilities for line in side.lines):
        return {}
    number, price = small_parachutes(sum(side.leaders.values()) + sum(side.sw.values()))
    return {"small_parachutes": {"number": number, "bpv": price, "uses": 1}}


def _side(facts: Facts, terms: Terms, side: Side) -> dict[str, Any]:
    return {
        "seat": terms.seat,
        "nation": terms.nation,
        "elr": side.announced,
        "san": side.san,
        "elite": is_elite_force(dyo=True, majority_elite=elite_majority(side.lines)),
        "equipment": [{"code": code, "also": list(also_equipped(code))} for code in side.equipment],
        "reinforcements_enter": {"edge": "friendly", "dr_at_most": "turn", "rule": "H1.7"},
        "infantry": [
            {
                "type": line.type,
                "kind": line.kind,
                "class": line.section,
                "number": line.number,
                "reinforcements": line.reinforcements,
                "capabilities": list(line.capabilities),
                "traits": traits(line.capabilities),
                **_smoke(facts, terms.nation, line),
                "mans": "SW" if line.kind == "crew" else "",
            }
            for line in side.lines
        ],
        **_parachutes(side),
        "leaders": [_share(rank, n, side.brought) for rank, n in side.leaders.items()],
        "sw": [_share(name, n, side.brought_sw) for name, n in side.sw.items()],
        "guns": [{"name": gun.name, "id": gun.id} for gun in side.guns],
        "vehicles": [
            {
                "name": vehicle.name,
                "id": vehicle.id,
                "fitted": [name for name, _ in vehicle.options],
                "leader": "" if vehicle.op_for else vehicle.leader,
                "op_for": vehicle.op_for,
                **_op_armament(terms.nation, vehicle),
                "ammo": vehicle.ammo,
                "tows": vehicle.tows,
            }
            for vehicle in side.vehicles
        ],
        "transport": [{"name": item.name, "number": item.number} for item in side.transport],
        "oba": [
            {
                "id": battery.id,
                "size": battery.size,
                "ammo": {"P": "plentiful", "S": "scarce"}.get(battery.ammo, "normal"),
                "creeping_barrage": battery.barrage,
                "contact": {"R": "radio", "P": "phone", "OP": "op-tank"}[battery.equipment],
                "preregistered_hexes": battery.hexes,
            }
            for battery in side.batteries
        ],
        "bombardments": list(side.bombardments),
        "air_support": bool(side.air_points),
        "observation_plane": bool(side.plane_points),
        "fortifications": [
            {"name": item.name, "number": item.number, "board": item.board}
            for item in side.fortifications
        ],
    }


def _share(name: str, number: int, later: dict[str, int]) -> dict[str, Any]:
    return {"name": name, "number": number, "reinforcements": later.get(name, 0)}


def as_toml(data: dict[str, Any]) -> str:
    """The skeleton as TOML (plain values, lists of values and lists of tables: all it has)."""
    return "\n".join(_toml(data, "")) + "\n"


def _plain(value: object) -> str:
    """JSON strings, numbers, booleans and lists of them are TOML too."""
    return msgspec.json.encode(value).decode()


def _toml(data: dict[str, Any], path: str) -> list[str]:
    lines = []
    tables = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            tables.append((key, value))
        elif isinstance(value, dict):
            inner = ", ".join(f"{name} = {_plain(each)}" for name, each in value.items())
            lines.append(f"{key} = {{ {inner} }}" if inner else f"{key} = {{}}")
        elif value is not None:
            lines.append(f"{key} = {_plain(value)}")
    for key, entries in tables:
        name = f"{path}{key}"
        for entry in entries:
            lines += ["", f"[[{name}]]", *_toml(entry, f"{name}.")]
    return lines
