"""How a position is judged: material, objectives, what may be lost next, what may be won.

Everything is in victory points of the scenario. The chances come from the game's own table, run
over every roll (`folio.combat.resolve`); nothing about a result is written down twice.
"""

from __future__ import annotations

from typing import Any

from hexfire.bots.front import Front, Threat
from hexfire.bots.weights import Weights
from hexfire.dice import odds
from hexfire.folio import combat as rules
from hexfire.folio.board import Position
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Combat, State, replace
from hexfire.hexes import iterate, mask_of

Draw = dict[int, tuple[float, float, float]]
"""By hex: what draws a point of attack, a point of defence, a point of value that may leave."""


class Judge:
    """Judges positions of one scenario."""

    def __init__(self, scenario: Scenario, weights: Weights | None = None) -> None:
        self.scenario = scenario
        self.weights = weights or Weights()
        self._columns: dict[int, dict[str, float]] = {}
        self._losses: dict[tuple[str, int], tuple[float, float]] = {}
        self._exact: dict[tuple[object, ...], float] = {}
        self._assessed: dict[tuple[object, ...], int] = {}
        self._draws: dict[tuple[int, tuple[int, ...]], Draw] = {}
        self._fronts: dict[tuple[object, ...], Front] = {}
        self.played: dict[State, State] = {}
        """What a quick hand made of positions, by this judge (`playout`)."""
        self.objective_at: dict[int, tuple[int, int]] = {
            objective.hex: (i, max(objective.points))
            for i, objective in enumerate(scenario.victory.objectives)
        }
        """Hex to the number of the objective in it, and its points."""
        self._sides = tuple([mask_of(units) for units in scenario.side_units])
        """By side, the set of its units."""
        self._stacks = scenario.stacking is not None
        self._worth = self._worths()
        self._shelter = self._shelters()
        self.cover = tuple([self._ground_in(hex) for hex in range(len(scenario.labels))])
        """For each hex: terrain that would make the enemy's column worse is worth standing in."""

    # -- units -------------------------------------------------------------------------------

    def _worths(self) -> tuple[tuple[float, float], ...]:
        """For each unit what it is worth, fresh and reduced."""
        worths = []
        for unit in self.scenario.units:
            points = unit.value * self.scenario.victory.losses[unit.side]
            back = unit.back or unit.front
            fresh = points + self.weights.force * (unit.front.attack + unit.front.defence)
            weak = points + self.weights.force * (back.attack + back.defence)
            worths.append((fresh, weak))
        return tuple(worths)

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
        chances = self._columns.get(column)
        if chances is None:
            exact = odds(rules.resolve, self.scenario.crt, column)
            chances = self._columns[column] = {r: float(p) for r, p in exact.items()}
        return chances

    def _column(self, row: str, differential: int) -> int:
        crt = self.scenario.crt
        column = crt.column(row, differential)
        if column is not None:
            return column
        return 0 if differential < crt.rows[row][0][0] else crt.columns - 1

    def losses(self, row: str, differential: int) -> tuple[float, float]:
        """Expected loss of the defender (as a part of it) and of an attacker, roughly."""
        key = (row, differential)
        losses = self._losses.get(key)
        if losses is None:
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
            losses = self._losses[key] = (theirs, ours)
        return losses

    # -- a combat ----------------------------------------------------------------------------

    def attack(self, at: Position, combat: Combat) -> float:
        """What a combat (or barrage) is worth to the attacker, over every roll."""
        state, side = at.state, 1 - self.scenario.units[combat.target].side
        zone = at.board.zoc[side] | at.board.masks[side]
        places = state.places
        hexes = tuple([places[unit] for unit in combat.attackers])
        key = self._key(state, combat, hexes, zone)
        value = self._exact.get(key)
        if value is None:
            _trim(self._exact)
            value = self._exact[key] = self._attack(at, combat, self.column(at, combat))
        return value

    def attack_from(self, at: Position, combat: Combat, unit: int, hex: int, zone: int) -> float:
        """The same if one of the attackers stood in another hex; `zone` is their side's then."""
        state = at.state
        places = state.places
        hexes = tuple([hex if u == unit else places[u] for u in combat.attackers])
        key = self._key(state, combat, hexes, zone)
        value = self._exact.get(key)
        if value is None:
            there = (*places[:unit], hex, *places[unit + 1 :])
            value = self.attack(Position(at.memo, replace(state, places=there)), combat)
        return value

    def _key(
        self, state: State, combat: Combat, hexes: tuple[int, ...], zone: int
    ) -> tuple[object, ...]:
        """All that the worth of a combat depends on."""
        scenario, reduced = self.scenario, state.reduced
        target, hex, attackers, ours, theirs = (
            combat.target,
            combat.hex,
            combat.attackers,
            combat.attack_markers,
            combat.defence_markers,
        )
        weak = [reduced >> unit & 1 for unit in attackers]
        pinned = not scenario.ways[scenario.units[target].mobile][hex] & ~zone
        objective = self.objective_at.get(hex)
        holder = None if objective is None else state.holders[objective[0]]
        return (
            target, hex, attackers, ours, theirs, hexes, tuple(weak),
            self._defending(state, combat), pinned, holder,
        )  # fmt: skip

    def _defending(self, state: State, combat: Combat) -> object:
        """Who defends, and how: where units stack, all those in the hex."""
        reduced = state.reduced
        if not self._stacks:
            return reduced >> combat.target & 1
        side = self.scenario.side_units[self.scenario.units[combat.target].side]
        there = [unit for unit in side if state.places[unit] == combat.hex]
        return tuple([(unit, reduced >> unit & 1) for unit in there])

    def column(self, at: Position, combat: Combat) -> int:
        """The column of a combat as it stands; it depends on those who fight and nothing else."""
        places, reduced = at.state.places, at.state.reduced
        key = (
            combat,
            tuple([places[unit] for unit in combat.attackers]),
            tuple([reduced >> unit & 1 for unit in combat.attackers]),
            self._defending(at.state, combat),
        )
        column = self._assessed.get(key)
        if column is None:
            _trim(self._assessed)
            column = self._assessed[key] = rules.assess(at, combat).column
        return column

    def _attack(self, at: Position, combat: Combat, column: int) -> float:
        defenders = rules.defenders(at, combat)
        kill = sum([self.worth(at, unit) for unit in defenders])
        step = min([self.step(at, unit) for unit in defenders], default=0.0)
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
        total = 0.0
        for unit in scenario.side_units[side]:
            if places[unit] >= 0:
                total += self.worth(at, unit)
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

    def front(self, at: Position, side: int) -> Front:
        """A side as it stands, kept for as long as it does."""
        state, scenario = at.state, self.scenario
        places = state.places
        units = scenario.side_units[side]
        key = (side, state.reduced & self._sides[side], tuple([places[u] for u in units]))
        front = self._fronts.get(key)
        if front is None:
            if len(self._fronts) > 500:
                self._fronts.clear()
            front = self._fronts[key] = Front(scenario, self._threats(at, side))
        return front

    def _threats(self, at: Position, side: int) -> list[Threat]:
        threats = []
        for unit in self.scenario.side_units[side]:
            hex = at.state.places[unit]
            if hex >= 0:
                strength = at.strength(unit)
                threats.append((hex, strength.movement + 1, strength.attack))
        threats.sort(key=lambda threat: -threat[2])
        return threats

    def pull(self, at: Position, side: int) -> float:
        """How near its units are to what they should take or guard."""
        places = at.state.places
        front = self.front(at, 1 - side)
        draw = self.draw(at, side)
        total = 0.0
        for unit in self.scenario.side_units[side]:
            hex = places[unit]
            if hex >= 0:
                total += self.pull_of(at, unit, hex, draw, front)
        return total

    def pull_of(self, at: Position, unit: int, hex: int, draw: Draw, front: Front) -> float:
        """What draws one unit to a hex: objectives to take, objectives to guard, exits."""
        take, guard, leave = draw.get(hex) or self._draw_at(at, unit, hex, draw)
        attack, defence, _ = at.strength(unit)
        total = attack * take + defence * guard + self.scenario.units[unit].value * leave
        return self.weights.pull * (total * 0.35 - 0.01 * front.nearest(hex))

    def draw(self, at: Position, side: int) -> Draw:
        """What draws a side to each hex while the objectives are held as they are."""
        key = (side, at.state.holders)
        draw = self._draws.get(key)
        if draw is None:
            if len(self._draws) > 500:
                self._draws.clear()
            draw = self._draws[key] = {}
        return draw

    def _draw_at(self, at: Position, unit: int, hex: int, draw: Draw) -> tuple[float, float, float]:
        scenario = self.scenario
        side = scenario.units[unit].side
        far = scenario.distances[hex]
        take = guard = leave = 0.0
        for objective, holder in zip(scenario.victory.objectives, at.state.holders, strict=True):
            near = max(objective.points) / (6.0 + 3.0 * far[objective.hex])
            if holder == side:
                guard += self.weights.guard * near
            else:
                take += near
        gates, exits = scenario.victory.exit_hexes[side], scenario.victory.exits[side]
        if gates and exits:
            leave = 2.0 * exits / (2.0 + min(far[gate] for gate in iterate(gates)))
        draw[hex] = take, guard, leave
        return draw[hex]

    def danger(self, at: Position, side: int) -> float:
        """What the other side could do to `side` in its next turn, expected and summed."""
        scenario, places = self.scenario, at.state.places
        front = self.front(at, 1 - side)
        total = 0.0
        for unit in scenario.side_units[side]:
            if places[unit] >= 0:
                total += self.danger_of(at, unit, places[unit], front)
        for objective, holder in zip(scenario.victory.objectives, at.state.holders, strict=True):
            empty = objective.hex not in at.board.at
            if holder == side and empty and max(objective.points):
                far = scenario.distances[objective.hex]
                if any(far[hex] <= reach - 1 for hex, reach, _ in front.threats):
                    total += 0.8 * max(objective.points)
        return total * self.weights.danger

    def danger_of(self, at: Position, unit: int, hex: int, front: Front) -> float:
        """What a unit in a hex has to expect from the strongest enemies that can get at it."""
        scenario = self.scenario
        near = scenario.ground.grid.neighbour_mask[hex]
        open_sides = (near & ~at.board.masks[scenario.units[unit].side]).bit_count()
        attack = front.massed(hex, min(open_sides, 4))
        if not attack:
            return 0.0
        row, twice, points = self._shelter[hex]
        defence = at.strength(unit).defence
        lost, paid = self.losses(row, attack - (2 * defence if twice else defence))
        value = self._worth[unit][at.state.reduced >> unit & 1] + points
        return max(0.0, lost * value - paid * 0.5)

    def _shelters(self) -> tuple[tuple[str, bool, int], ...]:
        """For each hex: its row of the table, whether it is a fortress, the points it is worth."""
        ground = self.scenario.ground
        return tuple(
            (
                self.scenario.terrains[terrain].row,
                hex in ground.fortresses,
                self.objective_at.get(hex, (0, 0))[1],
            )
            for hex, terrain in enumerate(ground.terrain)
        )

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
        places, cover = at.state.places, self.cover
        total = 0.0
        for unit in self.scenario.side_units[side]:
            if places[unit] >= 0:
                total += cover[places[unit]]
        return total

    def standing(self, at: Position, side: int) -> float:
        """A whole position for `side`, as it would be left to the other."""
        ground = self.grounds(at, side)
        return self.balance(at, side) + self.pull(at, side) + ground - self.danger(at, side)


def _trim(known: dict[Any, Any]) -> None:
    """Forget what was noted when it becomes too much."""
    if len(known) > 50_000:
        known.clear()
