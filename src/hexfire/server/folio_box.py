"""The Folio game in its box: its scenarios, its maps as the page draws them, its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from hexfire.dice import Odds
from hexfire.folio import combat as rules
from hexfire.folio import legal, movement, support, text
from hexfire.folio.actions import Attack, Barrage
from hexfire.folio.board import Position
from hexfire.folio.combat import Assessment
from hexfire.folio.game import Folio
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.reader import load
from hexfire.folio.scenario import Scenario, Strength, Unit
from hexfire.folio.state import Combat, State
from hexfire.hexes import iterate
from hexfire.play import Game, Seat
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes import ScenarioCard

HEX_SIZE = 40.0
"""The side of a hex, in the units of the drawing."""


class FolioBox:
    """Folio scenarios for the server."""

    def __init__(self) -> None:
        self._folio = Folio()
        self.game: Game[Any, Any] = self._folio

    def cards(self) -> tuple[ScenarioCard, ...]:
        return tuple(_card(name) for name in builtin_names())

    def scenario(self, name: str) -> Any:
        """The two texts themselves: a game under way keeps them, whatever becomes of ours."""
        if name not in builtin_names():
            raise Refusal("", "server.no_scenario", name=name, names=builtin_names())
        return dict(builtin(name))

    def board(self, state: State) -> Any:
        return drawn(self._folio.scenario(state))

    def ask(self, state: State, seat: Seat | None, question: Mapping[str, Any]) -> Any:
        """One question: `{"reach": "4/47"}`, `{"odds": {"hex": "0914", "units": […]}}` …

        All of a Folio position is open to both sides but the markers in hand, and no answer here
        tells of a marker that the asker did not name himself or that is not on the table.
        """
        if len(question) != 1:
            raise BadInput("server.bad_question", why=", ".join(map(str, question)) or "{}")
        ((name, about),) = question.items()
        answer = _QUESTIONS.get(name)
        if answer is None:
            raise BadInput("server.bad_question", why=str(name)[:40])
        return answer(self._folio.at(state), seat, about)


@lru_cache
def _card(name: str) -> ScenarioCard:
    scenario = load(builtin(name))
    return ScenarioCard(
        name,
        dict(scenario.name),
        dict(scenario.about),
        {side.id: dict(side.name) for side in scenario.sides},
        len(scenario.turns),
        len(scenario.units),
    )


# -- the map and all that never changes ------------------------------------------------------------


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
        "sides": [{"id": side.id, "name": side.name} for side in scenario.sides],
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


# -- questions -------------------------------------------------------------------------------------


def _reach(at: Position, seat: Seat | None, about: Any) -> Any:
    """Where a unit may end its move, and what it costs (F5.0)."""
    unit = _unit(at, about)
    if at.state.places[unit] < 0:
        return {"unit": about, "costs": {}}
    found = movement.reach(at, unit)
    ends = movement.destinations(at, unit)
    return {
        "unit": about,
        "allowance": at.strength(unit).movement,
        "costs": {at.label(hex): movement.mp(found.cost(hex)) for hex in iterate(ends)},
    }


def _path(at: Position, seat: Seat | None, about: Any) -> Any:
    """A cheapest way to a hex, with what has been spent at each step."""
    unit, to = _unit(at, _field(about, "unit")), _hex(at, _field(about, "to"))
    if at.state.places[unit] < 0:
        return {"path": []}
    way = movement.cheapest_way(at, unit, to) or ()
    return {"path": [[at.label(step.hex), movement.mp(step.spent)] for step in way]}


def _zoc(at: Position, seat: Seat | None, about: Any) -> Any:
    """F6.0: the hexes in each side's zone of control."""
    return {
        side: [at.label(hex) for hex in iterate(at.board.zoc[i])]
        for i, side in enumerate(at.scenario.seats)
    }


def _odds(at: Position, seat: Seat | None, about: Any) -> Any:
    """A combat or barrage that might be declared: both tallies, the column, the exact odds."""
    scenario, state = at.scenario, at.state
    label = _text(_field(about, "hex"))
    markers = tuple(_markers(at, about.get("markers", ())))
    names = tuple(_text(name) for name in _list(about.get("units", ())))
    hex = _hex(at, label)
    if names:
        legal.menu_of(at, state.player).check(_in_order(at, Attack(label, names)))
        units = tuple(sorted(scenario.unit_index[name] for name in names))
    else:
        ids = tuple(scenario.markers[m].id for m in markers)
        legal.menu_of(at, state.player).check(Barrage(label, ids))
        units = ()
    return _assessed(at, Combat(at.board.at[hex], hex, units, markers))


def _combat(at: Position, seat: Seat | None, about: Any) -> Any:
    """The combat under way; with `{"marker": …}`, as it would be with that marker committed too."""
    combat = at.state.combat
    if combat is None or at.state.places[combat.target] != combat.hex:
        return None
    if isinstance(about, Mapping) and about.get("marker"):
        (marker,) = _markers(at, [about["marker"]])
        side = legal.side_to_act(at.state)
        if side != at.scenario.markers[marker].side or seat != at.scenario.seats[side]:
            raise Refusal("F8.0b", "folio.marker.not_yours", marker=str(about["marker"]))
        mine = (*combat.attack_markers, marker) if side == at.state.player else None
        combat = Combat(
            combat.target,
            combat.hex,
            combat.attackers,
            mine or combat.attack_markers,
            combat.defence_markers if mine else (*combat.defence_markers, marker),
        )
    return _assessed(at, combat)


def _assessed(at: Position, combat: Combat) -> dict[str, Any]:
    found: Assessment = rules.assess(at, combat)
    chances: Odds[str] = rules.chances(at, combat)
    crt = at.scenario.crt
    rolls: dict[str, list[int]] = {}
    if found.column >= 0:
        for roll in crt.rolls:
            rolls.setdefault(crt.results[roll][found.column], []).append(roll)
    order = {result: n for n, result in enumerate(rules.RESULTS)}
    return {
        "attack": {"items": found.attack.items, "total": found.attack.total},
        "defence": {"items": found.defence.items, "total": found.defence.total},
        "differential": found.differential,
        "row": found.row,
        "rows": found.rows,
        "column": found.column,
        "range": crt.rows[found.row][found.column] if found.column >= 0 else None,
        "odds": [
            {"result": result, "exact": _fraction(chance), "rolls": rolls.get(result, [])}
            for result, chance in sorted(chances.items(), key=lambda pair: order[pair[0]])
        ],
    }


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _targets(at: Position, seat: Seat | None, about: Any) -> Any:
    """F7.0, F8.4: who may be attacked now, and by whom; who may be barraged."""
    if not at.state.phase.is_combat or at.state.pending is not None:
        return {"attacks": {}, "barrages": []}
    units = at.scenario.units
    return {
        "attacks": {
            at.label(at.state.places[target]): [units[unit].id for unit in who]
            for target, who in rules.pairings(at).items()
        },
        "barrages": [at.label(at.state.places[t]) for t in support.barrage_targets(at)],
    }


def _why_not(at: Position, seat: Seat | None, about: Any) -> Any:
    """Whether a typed action is legal; if not, the refusal says why."""
    if seat is None:
        raise Refusal("", "server.not_your_seat", seat="—")
    action = text.read(at, seat, _text(about))
    legal.menu_of(at, at.scenario.seats.index(seat)).check(action)
    return {"legal": True, "action": text.write(action)}


_QUESTIONS: dict[str, Callable[[Position, Seat | None, Any], Any]] = {
    "reach": _reach,
    "path": _path,
    "zoc": _zoc,
    "odds": _odds,
    "combat": _combat,
    "targets": _targets,
    "why": _why_not,
}


# -- reading what a question names -----------------------------------------------------------------


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(value) > 20:
        raise BadInput("server.bad_question", why=repr(value)[:60])
    return list(value)


def _field(value: Any, name: str) -> Any:
    if not isinstance(value, Mapping) or name not in value:
        raise BadInput("server.bad_question", why=name)
    return value[name]


def _unit(at: Position, name: Any) -> int:
    found = at.scenario.unit_index.get(_text(name))
    if found is None:
        raise BadInput("folio.no_unit", unit=name)
    return found


def _hex(at: Position, label: Any) -> int:
    found = at.scenario.hex_index.get(_text(label))
    if found is None:
        labels = at.scenario.labels
        raise BadInput("folio.no_hex", hex=label, first=labels[0], last=labels[-1])
    return found


def _markers(at: Position, names: Any) -> list[int]:
    found = []
    for name in _list(names):
        marker = at.scenario.marker_index.get(_text(name))
        if marker is None:
            raise BadInput("folio.no_marker", marker=name)
        found.append(marker)
    return sorted(found)


def _in_order(at: Position, action: Attack) -> Attack:
    last = 1 << 30
    index = at.scenario.unit_index
    return Attack(action.hex, tuple(sorted(action.units, key=lambda name: index.get(name, last))))
