"""A Folio scenario as the page shows it: its card, its map, and all that never changes."""

from __future__ import annotations

from typing import Any

from hexfire.folio import movement
from hexfire.folio.counters import Strength, Unit
from hexfire.folio.exclusive.reading import OPTION
from hexfire.folio.scenario import Scenario
from hexfire.hexes import iterate
from hexfire.server.boxes.box import OptionalCard, ScenarioCard

HEX_SIZE = 40.0
"""The side of a hex, in the units of the drawing."""


def card(name: str, scenario: Scenario) -> ScenarioCard:
    """A scenario as it is offered for choice."""
    return ScenarioCard(
        name,
        {language: title or scenario.id for language, title in scenario.name.items()},
        dict(scenario.about),
        {side.id: dict(side.name) for side in scenario.sides},
        len(scenario.turns),
        len(scenario.units),
        optional(scenario),
    )


def optional(scenario: Scenario) -> tuple[OptionalCard, ...]:
    """The exclusive rules that players may leave out, or take in."""
    rules = scenario.exclusive.optional if scenario.exclusive else ()
    return tuple(
        OptionalCard(OPTION + one.rule.id, one.rule.id, dict(one.rule.name), one.by_default)
        for one in rules
    )


def drawn(scenario: Scenario) -> dict[str, Any]:
    """A scenario as the page draws it. Hexes go by index, places are points of the drawing."""
    grid, ground = scenario.ground.grid, scenario.ground
    layout = grid.layout(HEX_SIZE)
    width, height = grid.extent(layout)
    return {
        "id": scenario.id,
        "name": scenario.name,
        "about": scenario.about,
        "sources": scenario.sources,
        "notes": scenario.notes,
        "optional": optional(scenario),
        "exclusive": [
            {"rule": rule.id, "name": rule.name}
            for rule in (scenario.exclusive.rules if scenario.exclusive else ())
        ],
        "sides": [{"id": side.id, "name": side.name} for side in scenario.sides],
        "bridges": [
            {"id": bridge.id, "name": bridge.name}
            for bridge in (scenario.exclusive.bridges if scenario.exclusive else ())
        ],
        "orientation": grid.orientation.value,
        "size": HEX_SIZE,
        "width": width,
        "height": height,
        "hexes": [
            {"label": label, "x": x, "y": y, "terrain": terrain, "near": grid.adjacent[i]}
            for i, (label, (x, y), terrain) in enumerate(
                zip(
                    scenario.labels,
                    (layout.centre(hex) for hex in grid.hexes),
                    ground.terrain,
                    strict=True,
                )
            )
        ],
        "terrains": [
            {
                "id": terrain.id,
                "name": terrain.name,
                "foot": _mp(terrain.costs[0]),
                "mobile": _mp(terrain.costs[1]),
                "row": terrain.row,
                "sea": terrain.sea,
                "colour": terrain.colour,
            }
            for terrain in scenario.terrains
        ],
        "hexsides": [
            {
                "id": side.id,
                "name": side.name,
                "foot": _mp(side.costs[0]),
                "mobile": _mp(side.costs[1]),
                "row": side.row,
                "minefield": side.minefield,
            }
            for side in scenario.hexsides
        ],
        "sides_between": [
            [i, j, list(kinds)] for (i, j), kinds in sorted(ground.sides.items()) if i < j
        ],
        "roads": [[i, j] for i, j in sorted(ground.roads) if i < j],
        "trails": [[i, j] for i, j in sorted(ground.trails) if i < j],
        "fortresses": [
            {"hex": fort.hex, "owner": None if fort.owner is None else scenario.seats[fort.owner]}
            for fort in ground.fortresses.values()
        ],
        "names": [{"hex": hex, "name": name} for hex, name in sorted(ground.names.items())],
        "units": [_drawn_unit(scenario, unit) for unit in scenario.units],
        "markers": [
            {"id": m.id, "side": scenario.seats[m.side], "plus": m.plus} for m in scenario.markers
        ],
        "turns": [
            {"first": scenario.seats[turn.first], "support": turn.support}
            for turn in scenario.turns
        ],
        "crt": {
            "die": scenario.crt.die,
            "rows": scenario.crt.rows,
            "results": {str(roll): row for roll, row in scenario.crt.results.items()},
        },
        "attacker_limit": scenario.attacker_limit,
        "victory": _drawn_victory(scenario),
    }


def _drawn_unit(scenario: Scenario, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "side": scenario.seats[unit.side],
        "size": unit.size,
        "arm": unit.arm,
        "front": _face(unit.front),
        "back": _face(unit.back),
        "mobile": unit.mobile,
        "special_forces": unit.special_forces,
        "amphibious": unit.amphibious,
        "name": unit.name,
        "formation": unit.formation,
        "nation": unit.nation,
        "value": unit.value,
        "turn": unit.turn,
        "setup": [scenario.labels[hex] for hex in unit.setup],
        "entry": [scenario.labels[hex] for hex in unit.entry],
    }


def _drawn_victory(scenario: Scenario) -> dict[str, Any]:
    victory, seats = scenario.victory, scenario.seats
    return {
        "objectives": [
            {
                "hex": objective.hex,
                "name": objective.name,
                "points": dict(zip(seats, objective.points, strict=True)),
            }
            for objective in victory.objectives
        ],
        "losses": dict(zip(seats, victory.losses, strict=True)),
        "exits": dict(zip(seats, victory.exits, strict=True)),
        "exit_hexes": {
            seat: [scenario.labels[hex] for hex in iterate(gates)]
            for seat, gates in zip(seats, victory.exit_hexes, strict=True)
        },
        "levels": [
            {"side": seats[level.side], "margin": level.margin, "name": level.name}
            for level in victory.levels
        ],
        "sudden": [{"side": seats[way.side], "name": way.name} for way in victory.sudden],
    }


def _face(strength: Strength | None) -> list[int] | None:
    return None if strength is None else list(strength)


def _mp(halves: int | None) -> str | None:
    return None if halves is None else movement.mp(halves)
