"""How a position is judged: material, objectives, what may be lost next, what may be won.

Everything is in victory points of the scenario. The chances come from the game's own table, run
over every roll (`folio.combat.resolve`); nothing about a result is written down twice.
"""

from __future__ import annotations

from typing import Any

from hexfire.bots.front import FIGURES, MOST, Front, Threat
from hexfire.bots.tables import Draw, Shelter, Table
from hexfire.bots.weights import Weights
from hexfire.dice import odds
from hexfire.folio import combat as rules
from hexfire.folio.board import Position
from hexfire.folio.charts import Rows
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Combat, State, replace
from hexfire.hexes import iterate, mask_of
from hexfire.hexes.arrays import i32, i64, u8, vec

Key = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""All that the worth of a combat depends on (`Judge._key`)."""


class Judge:
    """Judges positions of one scenario."""

    def __init__(self, scenario: Scenario, weights: Weights | None = None) -> None:
        self.scenario = scenario
        self.weights = weights or Weights()
        self._columns: dict[int, dict[str, float]] = {}
        self._exact: dict[Key, float] = {}
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
        self._worth: vec[float] = vec[float](self._worths())
        """By face (`Position.face`)."""
        self._value: vec[float] = vec[float]([float(unit.value) for unit in scenario.units])
        objectives = scenario.victory.objectives
        self._prizes = tuple(
            [[one.points[side] * self.weights.objective for one in objectives] for side in (0, 1)]
        )
        """By side, what holding each objective is worth."""
        self._goals: vec[i64] = vec[i64]([one.hex for one in objectives])
        self._dearest: vec[float] = vec[float]([float(max(one.points)) for one in objectives])
        """By objective, its hex and its points."""
        self._shelter = Shelter(scenario, self.objective_at)
        self._table = Table(scenario)
        self._pull, self._guard = self.weights.pull, self.weights.guard
        self._danger = self.weights.danger
        self._hexes = hexes = len(scenario.labels)
        self._units = len(scenario.units)
        self._unknown: vec[i32] = vec[i32]([-1] * (hexes * FIGURES))
        self._side = tuple([unit.side for unit in scenario.units])
        self._mobile = tuple([unit.mobile for unit in scenario.units])
        self._ways = tuple(
            [Rows([[to for to, _ in row] for row in kind]) for kind in scenario.steps]
        )
        """By class of units, the hexes that may be entered from a hex. Exclusive rules may close
        ways later on; what is remembered of a combat knows nothing of that, nor does this."""
        self.objective: vec[i64] = vec[i64](
            [self.objective_at.get(hex, (-1, 0))[0] for hex in range(hexes)]
        )
        """By hex the number of the objective in it, or -1."""
        self.cover: vec[float] = vec[float]([self._ground_in(hex) for hex in range(hexes)])
        """For each hex: terrain that would make the enemy's column worse is worth standing in."""

    # -- units -------------------------------------------------------------------------------

    def _worths(self) -> list[float]:
        """For each unit what it is worth, fresh and reduced."""
        worths: list[float] = []
        for unit in self.scenario.units:
            points = unit.value * self.scenario.victory.losses[unit.side]
            back = unit.back or unit.front
            fresh = points + self.weights.force * (unit.front.attack + unit.front.defence)
            weak = points + self.weights.force * (back.attack + back.defence)
            worths += (fresh, weak)
        return worths

    def worth(self, at: Position, unit: int) -> float:
        return self._worth[at.face(unit)]

    def step(self, at: Position, unit: int) -> float:
        """What a reduction costs: all of it if the unit has no second step left."""
        fresh, weak = self._worth[2 * unit], self._worth[2 * unit + 1]
        if at.reduced >> unit & 1 or self.scenario.units[unit].back is None:
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

    def _look_up(self, column: int) -> None:
        """The expected losses of a column, roughly."""
        theirs = ours = 0.0
        for result, p in self.results(column).items():
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
        table = self._table
        table.theirs[column], table.ours[column], table.known[column] = theirs, ours, 1

    # -- a combat ----------------------------------------------------------------------------

    def attack(self, at: Position, combat: Combat) -> float:
        """What a combat (or barrage) is worth to the attacker, over every roll."""
        places, where = at.places, 0
        for unit in combat.attackers:
            where = where * self._hexes + places[unit]
        key = self._key(at, combat, where, self.pinned(at, combat))
        value = self._exact.get(key)
        if value is None:
            _trim(self._exact)
            value = self._exact[key] = self._attack(at, combat, self.column(at, combat))
        return value

    def attack_from(self, at: Position, combat: Combat, unit: int, hex: int, pinned: bool) -> float:
        """The same if one of the attackers stood in another hex, and the defender were pinned by
        that or not."""
        places, where = at.places, 0
        for attacker in combat.attackers:
            where = where * self._hexes + (hex if attacker == unit else places[attacker])
        value = self._exact.get(self._key(at, combat, where, pinned))
        if value is None:
            there = replace(at.state, places=at.memo.put(at.state, unit, hex))
            value = self.attack(Position(at.memo, there), combat)
        return value

    def _key(self, at: Position, combat: Combat, where: int, pinned: bool) -> Key:
        """All that the worth of a combat depends on, in few numbers: each is several small ones,
        one after the other, as in `where` the attackers' hexes."""
        reduced, target, hex = at.reduced, combat.target, combat.hex
        who, faces = 1, 0
        for unit in combat.attackers:
            who = who * self._units + unit
            faces = faces << 1 | reduced >> unit & 1
        objective = self.objective[hex]
        holder = -1 if objective < 0 else at.state.holders[objective]
        faces = faces << 4 | (reduced >> target & 1) << 3 | pinned << 2 | (holder + 1)
        place = target * self._hexes + hex
        stack = self._stack(at, combat) if self._stacks else ()
        return place, who, where, faces, combat.attack_markers, combat.defence_markers, stack

    def _stack(self, at: Position, combat: Combat) -> tuple[int, ...]:
        """Who defends, where units stack: the faces of all those in the hex."""
        side = self.scenario.side_units[self._side[combat.target]]
        return tuple([at.face(unit) for unit in side if at.places[unit] == combat.hex])

    def column(self, at: Position, combat: Combat) -> int:
        """The column of a combat as it stands; it depends on those who fight and nothing else."""
        places = at.places
        key = (
            combat,
            tuple([places[unit] for unit in combat.attackers]),
            tuple([at.face(unit) for unit in combat.attackers]),
            self._stack(at, combat) if self._stacks else (at.face(combat.target),),
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
        pinned = self.pinned(at, combat)
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

    def pinned(self, at: Position, combat: Combat) -> bool:
        """Whether no hex beside the defender is free of the attackers' zones and of enemies."""
        closed = at.board.front(1 - self._side[combat.target]).closed
        return self.shut(closed, combat.target, combat.hex)

    def shut(self, closed: vec[u8], unit: int, hex: int) -> bool:
        """Whether all the ways of a unit from a hex are closed."""
        for to in self.ways(unit, hex):  # noqa: SIM110 (an `all` would ask Python for each)
            if not closed[to]:
                return False
        return True

    def ways(self, unit: int, hex: int) -> vec[i64]:
        """The hexes that a unit may enter from a hex at all."""
        return self._ways[self._mobile[unit]].near[hex]

    # -- a position --------------------------------------------------------------------------

    def balance(self, at: Position, side: int) -> float:
        """The position as `side` sees it: what it has minus what the other has."""
        return self._holdings(at, side) - self._holdings(at, 1 - side)

    def _holdings(self, at: Position, side: int) -> float:
        scenario, places = self.scenario, at.places
        total = 0.0
        for unit in scenario.side_units[side]:
            if places[unit] >= 0:
                total += self._worth[at.face(unit)]
        prizes = self._prizes[side]
        for number, holder in enumerate(at.state.holders):
            if holder == side:
                total += prizes[number]
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
        places = at.places
        units = self.scenario.side_units[side]
        key = (side, at.reduced & self._sides[side], tuple([places[u] for u in units]))
        front = self._fronts.get(key)
        if front is None:
            if len(self._fronts) > 500:
                self._fronts.clear()
            front = self._fronts[key] = Front(at.charts, self._threats(at, side), self._unknown)
        return front

    def _threats(self, at: Position, side: int) -> list[Threat]:
        threats = []
        for unit in self.scenario.side_units[side]:
            hex = at.places[unit]
            if hex >= 0:
                strength = at.strength(unit)
                threats.append((hex, strength.movement + 1, strength.attack))
        threats.sort(key=lambda threat: -threat[2])
        return threats

    def pull(self, at: Position, side: int, front: Front) -> float:
        """How near its units are to what they should take or guard; `front` is the enemy's."""
        places, draw = at.places, self.draw(at, side)
        total = 0.0
        for unit in self.scenario.side_units[side]:
            hex = places[unit]
            if hex >= 0:
                total += self.pull_of(at, unit, hex, draw, front)
        return total

    def pull_of(self, at: Position, unit: int, hex: int, draw: Draw, front: Front) -> float:
        """What draws one unit to a hex: objectives to take, objectives to guard, exits."""
        if not draw.known[hex]:
            self._draw_at(at, unit, hex, draw)
        face = at.face(unit)
        total = (
            float(at.charts.attack[face]) * draw.take[hex]
            + float(at.charts.defence[face]) * draw.guard[hex]
            + self._value[unit] * draw.leave[hex]
        )
        return self._pull * (total * 0.35 - 0.01 * front.nearest(hex))

    def draw(self, at: Position, side: int) -> Draw:
        """What draws a side to each hex while the objectives are held as they are."""
        key = (side, at.state.holders)
        draw = self._draws.get(key)
        if draw is None:
            if len(self._draws) > 500:
                self._draws.clear()
            draw = self._draws[key] = Draw(self._hexes)
        return draw

    def _draw_at(self, at: Position, unit: int, hex: int, draw: Draw) -> None:
        scenario = self.scenario
        side, far = self._side[unit], at.charts.distances(hex)
        take = guard = leave = 0.0
        for number, holder in enumerate(at.state.holders):
            near = self._dearest[number] / (6.0 + 3.0 * float(far[self._goals[number]]))
            if holder == side:
                guard += self._guard * near
            else:
                take += near
        gates, exits = scenario.victory.exit_hexes[side], scenario.victory.exits[side]
        if gates and exits:
            leave = 2.0 * exits / (2.0 + float(min([far[gate] for gate in iterate(gates)])))
        draw.take[hex], draw.guard[hex], draw.leave[hex] = take, guard, leave
        draw.known[hex] = 1

    def danger(self, at: Position, side: int, front: Front) -> float:
        """What the other side could do to `side` in its next turn, expected and summed."""
        scenario, places = self.scenario, at.places
        total = 0.0
        for unit in scenario.side_units[side]:
            if places[unit] >= 0:
                total += self.danger_of(at, unit, places[unit], front)
        first, second = at.board.held(0), at.board.held(1)
        for number, holder in enumerate(at.state.holders):
            goal = self._goals[number]
            empty = not (first[goal] or second[goal])
            if holder == side and empty and front.gets_to(goal):
                total += 0.8 * self._dearest[number]
        return total * self._danger

    def danger_of(self, at: Position, unit: int, hex: int, front: Front) -> float:
        """What a unit in a hex has to expect from the strongest enemies that can get at it."""
        charts = at.charts
        ours = at.board.held(charts.sides[unit])
        room: i64 = 0
        for near in charts.around.near[hex]:
            if not ours[near]:
                room += 1
        attack = front.massed(hex, min(room, MOST))
        if not attack:
            return 0.0
        face, shelter, table = at.face(unit), self._shelter, self._table
        defence = charts.defence[face]
        column = table.column(
            shelter.row[hex], attack - (2 * defence if shelter.fortress[hex] else defence)
        )
        if not table.known[column]:
            self._look_up(column)
        value = self._worth[face] + float(shelter.points[hex])
        return max(0.0, table.theirs[column] * value - table.ours[column] * 0.5)

    def _ground_in(self, hex: int) -> float:
        rows, table, shelter = list(self.scenario.crt.rows), self._table, self._shelter
        better = 0
        if "clear" in rows:
            better = table.column(rows.index("clear"), 3) - table.column(shelter.row[hex], 3)
        return self.weights.ground * (0.3 * better + int(shelter.fortress[hex]))

    def grounds(self, at: Position, side: int) -> float:
        """How well a side's units stand."""
        places, cover = at.places, self.cover
        total = 0.0
        for unit in self.scenario.side_units[side]:
            if places[unit] >= 0:
                total += cover[places[unit]]
        return total

    def standing(self, at: Position, side: int) -> float:
        """A whole position for `side`, as it would be left to the other."""
        front = self.front(at, 1 - side)
        pull, ground = self.pull(at, side, front), self.grounds(at, side)
        return self.balance(at, side) + pull + ground - self.danger(at, side, front)


def _trim(known: dict[Any, Any]) -> None:
    """Forget what was noted when it becomes too much."""
    if len(known) > 50_000:
        known.clear()
