"""A position given as one small file: what a player asks about at a cardboard table.

It names a scenario (one of ours, or a file) and says where the units stand. It may bring its own
units, its own ground and its own tables instead. The format is in `docs/folio-scenarios.md`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from hexfire.folio import support
from hexfire.folio.board import Memo, Position
from hexfire.folio.exclusive import bridges
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.problems import BadScenario, Notes
from hexfire.folio.reader import digest, read_data
from hexfire.folio.scenario import Scenario
from hexfire.folio.stacking import fits
from hexfire.folio.state import LOST, WAITING, Phase, State
from hexfire.rulebook import BadInput
from hexfire.rulebook.json import read_json
from hexfire.rulebook.toml import read_toml

_OWN = (
    "sides",
    "map",
    "terrain",
    "hexside",
    "crt",
    "markers",
    "turns",
    "options",
    "exceptions",
    "exclusive",
)
_KEYS = {
    *_OWN,
    "scenario",
    "ground",
    "units",
    "at",
    "turn",
    "player",
    "phase",
    "reduced",
    "moved",
    "attacked",
    "fought",
    "attacked_upon",
    "available",
    "victory",
}

Find = Callable[[str], Mapping[str, str]]
"""Where a scenario that is not one of ours is found: by the name given in the file."""


def read_position(text: str, find: Find | None = None) -> Position:
    """A position from TOML or JSON text."""
    data = _parse(text)
    for name in data:
        if name not in _KEYS:
            raise BadInput("folio.position.unknown", name=name, known=tuple(sorted(_KEYS)))
    scenario = _scenario(text, data, find)
    return Position(Memo(scenario), _state(scenario, data))


def is_scenario(text: str) -> bool:
    """Whether the text is a scenario's: there `scenario` is a table, in a position it is a name."""
    return isinstance(_parse(text).get("scenario"), dict)


def _parse(text: str) -> dict[str, Any]:
    if text.lstrip().startswith("{"):
        try:
            data = read_json(text)
        except msgspec.DecodeError as error:
            raise BadInput("folio.position.form", why=str(error)) from None
        if isinstance(data, dict):
            return data
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("folio.position.form", why=str(error)) from None


def _scenario(text: str, data: Mapping[str, Any], find: Find | None) -> Scenario:
    name = data.get("scenario", "tutorial")
    if not isinstance(name, str):
        raise BadInput("folio.position.scenario", value=str(name))
    if name in builtin_names() or find is None:
        source = builtin(name)
    else:
        source = find(name)
    base = read_toml(source["toml"])
    merged = {**base, **{key: data[key] for key in _OWN if key in data}}
    ground = data.get("ground", source["map"])
    if isinstance(data.get("units"), list):
        own = ("reduced", "moved")
        merged["units"] = [
            {key: value for key, value in unit.items() if key not in own}
            if isinstance(unit, dict)
            else unit
            for unit in data["units"]
        ]
    if "ground" in data or "units" in data or "sides" in data:
        first = next(iter(merged["sides"]))
        if "exclusive" not in data:  # those of the scenario speak of its own units and hexes
            merged.pop("exclusive", None)
        merged["victory"] = {"levels": [{"side": first, "margin": 1, "name": "-"}]}
        if "sides" in data:
            merged["scenario"] = {
                **base["scenario"],
                "first_player": first,
                "sets_up_first": first,
            }
            merged.setdefault("markers", {})
            if "markers" not in data:
                merged["markers"] = {}
            if "turns" not in data:
                merged["turns"] = [{"support": "0/0"}]
    if "victory" in data:
        merged["victory"] = data["victory"]
    notes = Notes(text if not text.lstrip().startswith("{") else "")
    key = digest(text, str(ground), {})
    scenario = read_data(notes, merged, str(ground), {}, key, source["toml"])
    if scenario is None:
        raise BadScenario(tuple(notes.problems))
    return scenario


def _state(scenario: Scenario, data: Mapping[str, Any]) -> State:
    turn = data.get("turn", 1)
    if not isinstance(turn, int) or not 1 <= turn <= len(scenario.turns):
        raise BadInput("folio.position.turn", value=str(turn), turns=len(scenario.turns))
    player = _side(scenario, data.get("player", scenario.seats[scenario.turns[turn - 1].first]))
    names = {p.name.lower(): p for p in Phase if p not in (Phase.SETUP, Phase.OVER)}
    phase = data.get("phase", "movement")
    if phase not in names:
        raise BadInput("folio.position.phase", value=str(phase), known=tuple(names))
    places, reduced, moved = _places(scenario, data)
    hands = support.received(scenario, turn)
    if "available" in data:
        hands = _hands(scenario, data["available"])
    holders = tuple(
        -1 if objective.holder is None else objective.holder
        for objective in scenario.victory.objectives
    )
    fought = _units(scenario, data, "attacked")
    return State(
        scenario.key,
        turn,
        player,
        names[phase],
        places,
        hands,
        reduced=reduced | _units(scenario, data, "reduced"),
        moved=moved | _units(scenario, data, "moved"),
        attacked=fought,
        fought=fought | _units(scenario, data, "fought"),
        defended=_units(scenario, data, "attacked_upon"),
        holders=holders,
        extra=bridges.at_first(scenario.exclusive) if scenario.exclusive else msgspec.UNSET,
    )


def _places(scenario: Scenario, data: Mapping[str, Any]) -> tuple[tuple[int, ...], int, int]:
    """Where the units stand, who is reduced, who has moved."""
    if isinstance(data.get("units"), list):
        places = tuple(unit.setup[0] if unit.setup else WAITING for unit in scenario.units)
        flags = [
            sum(1 << i for i, unit in enumerate(data["units"]) if unit.get(key) is True)
            for key in ("reduced", "moved")
        ]
        return _checked(scenario, places), flags[0], flags[1]
    at = data.get("at", data.get("units"))
    if at is None:
        places = tuple(unit.setup[0] if unit.setup else WAITING for unit in scenario.units)
        return _checked(scenario, places), 0, 0
    if not isinstance(at, dict):
        raise BadInput("folio.position.at", value=str(at))
    units_at, reduced = [WAITING] * len(scenario.units), 0
    for name, place in at.items():
        unit = _unit(scenario, name)
        where, *words = str(place).split() or [""]
        if where == "eliminated":
            units_at[unit] = LOST
        elif where in scenario.hex_index:
            units_at[unit] = scenario.hex_index[where]
        else:
            first, last = scenario.labels[0], scenario.labels[-1]
            raise BadInput("folio.no_hex", hex=where, first=first, last=last)
        if words == ["reduced"]:
            reduced |= 1 << unit
        elif words:
            raise BadInput("folio.position.at", value=str(place))
    return _checked(scenario, tuple(units_at)), reduced, 0


def _checked(scenario: Scenario, places: tuple[int, ...]) -> tuple[int, ...]:
    """F5.3a: no two units in one hex, or no more than exclusive rules let stand there."""
    standing: dict[int, tuple[int, ...]] = {}
    for unit, hex in enumerate(places):
        if hex >= 0:
            there = standing.get(hex, ())
            if not fits(scenario, there, unit, hex):
                names = scenario.units[unit].id, scenario.units[there[-1]].id
                raise BadInput("folio.scenario.stacked", id=names[0], other=names[1])
            standing[hex] = (*there, unit)
    return places


def _unit(scenario: Scenario, name: str) -> int:
    if name not in scenario.unit_index:
        raise BadInput("folio.no_unit", unit=name)
    return scenario.unit_index[name]


def _units(scenario: Scenario, data: Mapping[str, Any], key: str) -> int:
    names = data.get(key, [])
    if not isinstance(names, list):
        raise BadInput("folio.position.list", name=key, value=str(names))
    return sum(1 << _unit(scenario, str(name)) for name in dict.fromkeys(names))


def _side(scenario: Scenario, name: Any) -> int:
    if name not in scenario.seats:
        raise BadInput("folio.scenario.no_side", name=str(name), known=scenario.seats)
    return scenario.seats.index(name)


def _hands(scenario: Scenario, data: Any) -> tuple[int, int]:
    if not isinstance(data, dict):
        raise BadInput("folio.position.list", name="available", value=str(data))
    hands = [0, 0]
    for side, names in data.items():
        for name in names:
            marker = scenario.marker_index.get(name)
            if marker is None or scenario.markers[marker].side != _side(scenario, side):
                raise BadInput("folio.no_marker", marker=str(name))
            hands[_side(scenario, side)] |= 1 << marker
    return hands[0], hands[1]
