"""How a position is judged: material, objectives, what may be lost next, what may be won.

Everything is in victory points of the scenario. The chances come from the game's own table, run
over every roll (`folio.combat.resolve`); nothing about a result is written down twice.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from hexfire.dice import odds
from hexfire.folio import combat as rules
from hexfire.folio.board import Position
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Combat


class Weights(NamedTuple):
    """How much a judge cares for each thing; the levels differ in them."""

    objective: float = 1.0
    pull: float = 0.6
    """Units that are near an objective they do not hold."""
    danger: float = 0.5
    """What the enemy may do next turn."""
    ground: float = 0.1
    """Standing in terrain that helps the defender."""
    force: float = 0.15
    """What a point of strength is worth by itself, beside the points its loss would give."""
    disruption: float = 0.12
    """What being driven back costs, as a part of a unit's worth."""
    garrison: float = 0.5
    """Standing on an objective one holds already, as a part of its points."""
    guard: float = 0.5
    """Being near an objective one holds, compared with one to be taken."""
    marker: float = 0.12
    """What a point of support fire is worth elsewhere, when a barrage would spend it."""
    stingy: float = 0.07
    """What a point of support fire must gain at least in a combat."""
    friendly: float = 0.3
    """What it costs when a barrage hits one's own."""
    least: float = 0.05
    """What a combat must promise."""


Threat = tuple[int, int, int]
"""Where an enemy stands, how far it can strike, and how hard."""


class Judge:
    """Judges positions of one scenario."""

    def __init__(self, scenario: Scenario, weights: Weights | None = None) -> None:
        self.scenario = scenario
        self.weights = weights or Weights()
        self._columns: dict[int, dict[str, float]] = {}
        self._losses: dict[tuple[str, int], tuple[float, float]] = {}
        self._exact: dict[tuple[object, ...], float] = {}
        self._assessed: dict[tuple[object, ...], int] = {}
        self._pulls: dict[tuple[object, ...], float] = {}
        self._nearest: dict[tuple[int, int], int] = {}
        self._grounds: dict[int, float] = {}
        self._massed: dict[tuple[int, int, int, int], int] = {}

    @cached_property
    def objective_at(self) -> dict[int, tuple[int, int]]:
        """Hex to the number of the objective in it, and its points."""
        return {
            objective.hex: (i, max(objective.points))
            for i, objective in enumerate(self.scenario.victory.objectives)
        }

    # -- units -------------------------------------------------------------------------------

    @cached_property
    def _worth(self) -> tuple[tuple[float, float], ...]:
        """For each unit what it is worth, fresh and reduced."""
        found = []
        for unit in self.scenario.units:
            points = unit.value * self.scenario.victory.losses[unit.side]
            back = unit.back or unit.front
            fresh = points + self.weights.force * (unit.front.attack + unit.front.defence)
            weak = points + self.weights.force * (back.attack + back.defence)
            found.append((fresh, weak))
        return tuple(found)

    def worth(self, at: Position, unit: int) -> float:
        return self._worth[unit][at.state.reduced >> unit & 1]

    def step(self, at: Position, unit: int) -> float:
        """What a reduction costs: all of it if the unit has no second step left."""
        fresh, weak = self._worth[unit]
        if at.state.reduced >> unit & 1 or self.scenario.units[unit].back is None:
            return self.worth(at, unit)
        # A reduced unit is also easier to finish.
        return max(fresh - weak, 0.0) + 0.3 * weak

    # -- the table ---------------------------------------------------------------------------

    def results(self, column: int) -> dict[str, float]:
        """The chance of each result of a column."""
        found = self._columns.get(column)
        if found is None:
            exact = odds(rules.resolve, self.scenario.crt, column)
            found = self._columns[column] = {r: float(p) for r, p in exact.items()}
        return found

    def _column(self, row: str, differential: int) -> int:
        crt = self.scenario.crt
        column = crt.column(row, differential)
        if column is not None:
            return column
        return 0 if differential < crt.rows[row][0][0] else crt.columns - 1

    def losses(self, row: str, differential: int) -> tuple[float, float]:
        """Expected loss of the defender (as a part of it) and of an attacker, roughly."""
        key = (row, differential)
        found = self._losses.get(key)
        if found is None:
            theirs = ours = 0.0
            for result, p in self.results(self._column(row, differential)).items():
                match result:
                    case "De":
                        theirs += p
                    case "D2" | "D3":
                        theirs += p * 2 * self.weights.disruption
                    case "Ex":
                        theirs += p * 0.5
                        ours += p * 0.5
                    case "(A)":
                        ours += p * 0.5
                    case "A1" | "A2" | "A3":
                        ours += p * self.weights.disruption
                    case "Ae":
                        ours += p * 2
            found = self._losses[key] = (theirs, ours)
        return found

    # -- a combat ----------------------------------------------------------------------------

    def attack(self, at: Position, combat: Combat) -> float:
        """What a combat (or barrage) is worth to the attacker, over every roll."""
        column = self.column(at, combat)
        state = at.state
        where = (state.places, state.reduced, state.holders)
        key = (column, combat.target, combat.hex, combat.attackers, where)
        found = self._exact.get(key)
        if found is None:
            _trim(self._exact)
            found = self._exact[key] = self._attack(at, combat, column)
        return found

    def column(self, at: Position, combat: Combat) -> int:
        """The column of a combat as it stands; it depends on those who fight and nothing else."""
        places, reduced = at.state.places, at.state.reduced
        key = (
            combat,
            tuple([places[unit] for unit in combat.attackers]),
            tuple([reduced >> unit & 1 for unit in (combat.target, *combat.attackers)]),
        )
        found = self._assessed.get(key)
        if found is None:
            _trim(self._assessed)
            found = self._assessed[key] = rules.assess(at, combat).column
        return found

    def _attack(self, at: Position, combat: Combat, column: int) -> float:
        target = combat.target
        kill, step = self.worth(at, target), self.step(at, target)
        ground = 0.0 if combat.is_barrage else self._ground(at, combat)
        steps = [self.step(at, unit) for unit in combat.attackers]
        cheapest = min(steps, default=self.weights.friendly if combat.is_barrage else 0.0)
        pinned = not self._can_retreat(at, combat)
        driven = min(kill, step) if pinned else self.weights.disruption * kill + ground
        forces = sum(self.worth(at, unit) for unit in combat.attackers)
        total = 0.0
        for result, p in self.results(column).items():
            match result:
                case "De":
                    total += p * (kill + ground)
                case "D2" | "D3":
                    # The owner may hold instead: he takes what is better for him.
                    total += p * min(driven, step)
                case "Ex":
                    total += p * (step - (0.0 if combat.is_barrage else cheapest))
                    if step >= kill:
                        total += p * ground
                case "(A)":
                    total -= p * cheapest
                case "A1" | "A2" | "A3":
                    total -= p * self.weights.disruption * forces
                case "Ae":
                    total -= p * forces
        return total

    def driven(self, at: Position, combat: Combat) -> float:
        """The chance that the defender leaves its hex."""
        results = self.results(self.column(at, combat))
        return sum(results.get(result, 0.0) for result in ("De", "D2", "D3"))

    def _ground(self, at: Position, combat: Combat) -> float:
        """What it is worth to drive the enemy out of the hex and perhaps enter it."""
        side = 1 - self.scenario.units[combat.target].side
        value = 0.05
        for objective, holder in zip(
            self.scenario.victory.objectives, at.state.holders, strict=True
        ):
            if objective.hex == combat.hex and holder != side:
                value += max(objective.points) * self.weights.objective
        return value

    def _can_retreat(self, at: Position, combat: Combat) -> bool:
        """Whether a hex beside the defender is free of the attackers' zones and of enemies."""
        scenario = self.scenario
        side = 1 - scenario.units[combat.target].side
        zone = at.board.zoc[side] | at.board.masks[side]
        kind = scenario.units[combat.target].mobile
        return bool(scenario.ways[kind][combat.hex] & ~zone)

    # -- a position --------------------------------------------------------------------------

    def balance(self, at: Position, side: int) -> float:
        """The position as `side` sees it: what it has minus what the other has."""
        return self._holdings(at, side) - self._holdings(at, 1 - side)

    def _holdings(self, at: Position, side: int) -> float:
        scenario, places = self.scenario, at.state.places
        total = sum(self.worth(at, u) for u in scenario.side_units[side] if places[u] >= 0)
        for objective, holder in zip(scenario.victory.objectives, at.state.holders, strict=True):
            if holder == side:
                total += objective.points[side] * self.weights.objective
        exits = scenario.victory.exits[side]
        if exits:
            total += sum(
                scenario.units[u].value * exits
                for u in scenario.side_units[side]
                if places[u] == -3
            )
        return total

    def pull(self, at: Position, side: int) -> float:
        """How near its units are to what they should take or guard."""
        return sum(
            self.pull_of(at, unit, at.state.places[unit])
            for unit in self.scenario.side_units[side]
            if at.state.places[unit] >= 0
        )

    def pull_of(self, at: Position, unit: int, hex: int) -> float:
        """What draws one unit to a hex: objectives to take, objectives to guard, exits."""
        key = (unit, at.state.reduced >> unit & 1, hex, at.state.holders)
        total = self._pulls.get(key)
        if total is None:
            _trim(self._pulls)
            total = self._pulls[key] = self._goals(at, unit, hex)
        enemy = self.nearest(at, 1 - self.scenario.units[unit].side, hex)
        return self.weights.pull * (total * 0.35 - 0.01 * enemy)

    def _goals(self, at: Position, unit: int, hex: int) -> float:
        scenario = self.scenario
        side = scenario.units[unit].side
        strength = at.strength(unit)
        far = scenario.distances[hex]
        total = 0.0
        for objective, holder in zip(scenario.victory.objectives, at.state.holders, strict=True):
            ours, theirs = objective.points[side], objective.points[1 - side]
            value = max(ours, theirs)
            if not value:
                continue
            force = strength.defence if holder == side else strength.attack
            distance = far[objective.hex]
            share = self.weights.guard if holder == side else 1.0
            total += share * value * force / (6.0 + 3.0 * distance)
        gates = scenario.victory.exit_hexes[side]
        if gates and scenario.victory.exits[side]:
            nearest = min(far[g] for g in _bits(gates))
            value = scenario.units[unit].value * scenario.victory.exits[side]
            total += 2.0 * value / (2.0 + nearest)
        return total

    def nearest(self, at: Position, enemy: int, hex: int) -> int:
        """How far the nearest unit of side `enemy` is from a hex."""
        mask = at.board.masks[enemy]
        found = self._nearest.get((mask, hex))
        if found is None:
            _trim(self._nearest)
            far = self.scenario.distances[hex]
            found = self._nearest[mask, hex] = min((far[i] for i in _bits(mask)), default=0)
        return found

    def danger(self, at: Position, side: int) -> float:
        """What the other side could do to `side` in its next turn, expected and summed."""
        scenario, places = self.scenario, at.state.places
        threats = self.threats(at, 1 - side)
        total = 0.0
        for unit in scenario.side_units[side]:
            if places[unit] >= 0:
                total += self.danger_of(at, unit, places[unit], threats)
        for objective, holder in zip(scenario.victory.objectives, at.state.holders, strict=True):
            empty = objective.hex not in at.board.at
            if holder == side and empty and max(objective.points):
                far = scenario.distances[objective.hex]
                if any(far[hex] <= reach - 1 for hex, reach, _ in threats):
                    total += 0.8 * max(objective.points)
        return total * self.weights.danger

    def threats(self, at: Position, side: int) -> list[Threat]:
        """Where a side's units stand, how far they can strike, and how hard."""
        found = []
        for unit in self.scenario.side_units[side]:
            hex = at.state.places[unit]
            if hex >= 0:
                strength = at.strength(unit)
                found.append((hex, strength.movement + 1, strength.attack))
        found.sort(key=lambda threat: -threat[2])
        return found

    def danger_of(self, at: Position, unit: int, hex: int, threats: list[Threat]) -> float:
        """What a unit in a hex has to expect from the strongest enemies that can get at it."""
        scenario = self.scenario
        side = scenario.units[unit].side
        open_sides = (scenario.ground.grid.neighbour_mask[hex] & ~at.board.masks[side]).bit_count()
        room = min(open_sides, 4)
        key = (at.board.masks[1 - side], at.state.reduced, hex, room)
        attack = self._massed.get(key)
        if attack is None:
            _trim(self._massed)
            far = scenario.distances[hex]
            reaching = [strength for place, reach, strength in threats if far[place] <= reach]
            attack = self._massed[key] = sum(reaching[:room])
        if not attack:
            return 0.0
        defence = at.strength(unit).defence
        if hex in scenario.ground.fortresses:
            defence *= 2
        row = scenario.terrains[scenario.ground.terrain[hex]].row
        lost, paid = self.losses(row, attack - defence)
        value = self.worth(at, unit)
        if hex in self.objective_at:
            value += self.objective_at[hex][1]
        return max(0.0, lost * value - paid * 0.5)

    def ground_of(self, unit: int, hex: int) -> float:
        """Terrain that would make the enemy's column worse is worth standing in."""
        found = self._grounds.get(hex)
        if found is None:
            found = self._grounds[hex] = self._ground_in(hex)
        return found

    def _ground_in(self, hex: int) -> float:
        scenario = self.scenario
        row = scenario.terrains[scenario.ground.terrain[hex]].row
        better = (
            self._column("clear", 3) - self._column(row, 3) if "clear" in scenario.crt.rows else 0
        )
        fort = 1 if hex in scenario.ground.fortresses else 0
        return self.weights.ground * (0.3 * better + fort)

    def grounds(self, at: Position, side: int) -> float:
        """How well a side's units stand."""
        places = at.state.places
        return sum(
            self.ground_of(unit, places[unit])
            for unit in self.scenario.side_units[side]
            if places[unit] >= 0
        )

    def standing(self, at: Position, side: int) -> float:
        """A whole position for `side`, as it would be left to the other."""
        ground = self.grounds(at, side)
        return self.balance(at, side) + self.pull(at, side) + ground - self.danger(at, side)


def _trim(known: dict[Any, Any]) -> None:
    """Forget what was noted when it becomes too much."""
    if len(known) > 50_000:
        known.clear()


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
