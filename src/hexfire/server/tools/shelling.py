"""Fire for effect on the units in a Blast Area, hex by hex, as the page shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfire.asl.artillery import ffe
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.fates import fate_keys
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.on_ground import inside
from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.units import read_units
from hexfire.asl.shots.targets import After
from hexfire.asl.situation import Scene
from hexfire.dice import Dice, NeedRoll
from hexfire.rulebook import BadInput
from hexfire.server.tools.bilingual import tally, wanted

Hexes = tuple[tuple[str, tuple[ffe.Inside, ...]], ...]


def shelled(
    record: Record, name: str, where: Scene | list[Any], entering: str, source: Typed | None
) -> dict[str, Any]:
    """The exact fate of each unit; with dice, what became of it. Missing dice are asked for."""
    battery = record.setup.battery(name)
    state = record.table.states[record.setup.index(name)]
    if state.marker is None or state.mission is None or state.marker.counter.value == "sr":
        raise BadInput("artillery.cli.no_ffe", name=name)
    grid = record.setup.grid
    area = blast_area(state.marker.hex, blast_radius(battery.kind, state.mission), grid)
    if isinstance(where, Scene):
        hexes: Hexes = inside(where, area, battery.side, state.observer, grid)
    else:
        stacks = read_units(where, grid)
        labels = [grid.label(hex) for hex in area]
        hexes = tuple((label, stacks[label]) for label in labels if label in stacks)
    shelling = ffe.Shelling(battery.caliber, battery.kind, state.mission)
    found: dict[str, Any] = {
        "battery": name,
        "caliber": battery.caliber,
        "mission": state.mission.value,
        "fp": f"{float(ffe.firepower(shelling)):g}",
        "counter": state.marker.counter.value,
        "hex": record.setup.label(state.marker.hex),
        "area": [grid.label(hex) for hex in area],
        "need": None,
        "rolled": False,
    }
    if source is None:
        return found | {"hexes": [_odds(shelling, hex, units, entering) for hex, units in hexes]}
    wires = _wires(record, set(found["area"]))
    there = {hex for hex, _ in hexes}
    hexes += tuple((hex, ()) for hex in sorted(set(wires) - there))
    rolled = _rolled(shelling, hexes, entering, source, frozenset(wires))
    cut = [
        {"name": name, "hex": row["hex"]}
        for row in rolled["hexes"]
        for name in wires.get(row["hex"], ())
        if row["dr"] and not entering and ffe.cuts_wire(shelling, sum(row["dr"]))
    ]
    return found | rolled | {"cut": cut}


def _wires(record: Record, area: set[str]) -> dict[str, list[str]]:
    """C1.23: the hexes of the area that a field phone's wire runs through, and whose it is."""
    grid, found = record.setup.grid, dict[str, list[str]]()
    for battery in record.setup.batteries:
        for hex in {grid.label(grid.hex(label)) for label in battery.security_area} & area:
            found.setdefault(hex, []).append(battery.name)
    return found


def _unit(shelling: ffe.Shelling, unit: ffe.Inside, entering: str) -> dict[str, Any]:
    return {
        "id": unit.id,
        "name": unit.target.name,
        "friendly": unit.friendly,
        "drm": tally(ffe.attack_drm(shelling, unit, entering)),
    }


def _odds(
    shelling: ffe.Shelling, hex: str, units: tuple[ffe.Inside, ...], entering: str
) -> dict[str, Any]:
    rows = []
    chances = ffe.hex_odds(shelling, units, entering)
    for unit, odds in zip(ffe.reached(units), chances, strict=True):
        fates = sorted(odds.map(_fate_of(unit)).items(), key=lambda pair: (-pair[1], pair[0]))
        told = [[" ".join(keys), str(p)] for keys, p in fates]
        rows.append(_unit(shelling, unit, entering) | {"odds": told})
    return {"hex": hex, "dr": None, "units": rows}


def _fate_of(unit: ffe.Inside) -> Callable[[After], tuple[str, ...]]:
    return lambda after: fate_keys(unit, after)


def _rolled(
    shelling: ffe.Shelling, hexes: Hexes, entering: str, source: Typed, wires: frozenset[str]
) -> dict[str, Any]:
    dice = Dice(source=source)
    try:
        fates = ffe.fire_for_effect(dice, shelling, hexes, entering, wires)
    except NeedRoll as need:
        return {"hexes": [], "need": {"text": wanted(need), "rule": need.request.rule}}
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    # The DR of each hex, in the order in which they were resolved.
    thrown = iter(faces for wanted, faces in dice.log if wanted.rule in ("C1.5", "C3.76"))
    rows = []
    for hex, units in hexes:
        after = fates.get(hex, ())
        told = [
            _unit(shelling, unit, entering) | {"fate": " ".join(fate_keys(unit, one))}
            for unit, one in zip(ffe.reached(units), after, strict=True)
        ]
        rows.append(
            {
                "hex": hex,
                "dr": list(next(thrown, ())) if after or hex in wires else None,
                "units": told,
            }
        )
    return {"hexes": rows, "rolled": True, "faces": list(dice.faces)}
