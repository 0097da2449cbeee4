"""F5, F6.1: movement. How far a unit gets, at what price, and by which way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from hexfire.folio.board import Costs, Front, Position, Ranges, Reach
from hexfire.folio.charts import NEVER, Charts, Gait
from hexfire.folio.phases import MOBILE_MOVEMENT, MOVEMENT
from hexfire.folio.scenario import barred_to_infiltration, step_cost
from hexfire.folio.stacking import closed_to
from hexfire.folio.state import WAITING
from hexfire.hexes import iterate
from hexfire.hexes.arrays import append, i64, vec
from hexfire.rulebook import Refusal


def movers(at: Position) -> tuple[int, ...]:
    """F4.1b, F4.1g, F5.1a: the units on the map that may still move in this phase."""
    if at.phase is MOVEMENT:
        able = at.charts.side_units[at.player]
    elif at.phase is MOBILE_MOVEMENT:
        able = at.charts.mobile_units[at.player]  # F5.0b
    else:
        return ()
    moved, places = at.state.moved, at.places
    return tuple([unit for unit in able if places[unit] >= 0 and not moved >> unit & 1])


def reach(at: Position, unit: int) -> Costs:
    """F5.0, F5.1: every hex a unit can get to, with the cheapest cost in half MP.

    Friends are passed through (F5.3b), so hexes they hold are in it; nobody may end there.
    """
    return spread(march_of(at, unit))


def extent(at: Position, unit: int) -> Reach:
    """The same without the costs, which are seldom asked for: this is remembered."""
    gait, start = at.gait(unit), at.places[unit]
    enemy = at.front(1 - at.memo.side(unit))
    key = gait.number * at.charts.size + start
    reached = enemy.reaches.get(key)
    if reached is None:
        reached = enemy.reaches[key] = spread(March(at.charts, gait, start, enemy)).reach
    return reached


def destinations(at: Position, unit: int) -> int:
    """F5.3a: the hexes in which a unit may end its move: those nobody else holds."""
    return extent(at, unit).mask & (at.memo.everywhere ^ closed_to(at, unit))


def ends(at: Position, unit: int) -> list[int]:
    """F5.3a: the same one by one, ascending."""
    if at.charts.stacks:
        return list(iterate(destinations(at, unit)))
    first, second = at.board.held(0), at.board.held(1)
    return [hex for hex in extent(at, unit).hexes if not (first[hex] or second[hex])]


def may_end(at: Position, unit: int, hex: int) -> bool:
    """F5.3a: whether a unit may end its move in a hex."""
    return bool(extent(at, unit).flags[hex]) and not closed_to(at, unit) >> hex & 1


def anybody(at: Position) -> bool:
    """Whether a unit of the current player may still move somewhere, or leave the map."""
    if at.charts.stacks:
        return any(destinations(at, unit) or exits(at, unit) for unit in movers(at))
    held = at.held(at.player)
    return any(extent(at, unit).free(held) or exits(at, unit) for unit in movers(at))


def ranges(at: Position) -> Ranges:
    """How far every unit gets that may still move, and to how many hexes that nobody holds."""
    if at.charts.stacks:
        return _ranges_with_stacks(at)
    ranges_now = at.board.counted(at.state)
    if ranges_now is None:
        held, units, reaches = at.held(at.player), list(movers(at)), []
        flags = at.charts.nowhere[:]
        for hex in held:
            flags[hex] = 1
        counts: vec[i64] = vec[i64]()
        for unit in units:
            reached = extent(at, unit)
            reaches.append(reached)
            counts = append(counts, reached.free(held))
        ranges_now = Ranges(at.state, units, reaches, counts, flags)
        at.board.keep(ranges_now)
    return ranges_now


def _ranges_with_stacks(at: Position) -> Ranges:
    """The same where several may stand in a hex: what is full for one unit may do for another."""
    units, reaches = list(movers(at)), []
    counts: vec[i64] = vec[i64]()
    for unit in units:
        hexes = destinations(at, unit)
        flags = at.charts.nowhere[:]
        for hex in iterate(hexes):
            flags[hex] = 1
        reaches.append(Reach(flags, hexes.bit_count(), 0))
        counts = append(counts, hexes.bit_count())
    return Ranges(at.state, units, reaches, counts, at.charts.nowhere)


class March:
    """A unit about to move: how, where from, and against whom.

    A unit stands at a node: a hex, or (its index raised by the number of hexes) a hex that a mobile
    unit has just infiltrated into, which it leaves for free (Q-ZOC-3).
    """

    __slots__ = ("allowance", "charts", "enemy", "fresh", "gait", "size", "start", "stops", "zone")

    def __init__(self, charts: Charts, gait: Gait, start: int, enemy: Front) -> None:
        self.charts, self.gait, self.start, self.enemy = charts, gait, start, enemy
        self.size, self.allowance = charts.size, gait.allowance
        self.zone = enemy.zone
        """By hex, whether it is an EZOC."""
        self.stops = self._stops(bool(enemy.zone[start]))
        self.fresh = self.size if gait.mobile and charts.free_exit else 0
        """How far beyond its hex the node is to which an infiltration leads (Q-ZOC-3)."""

    def _stops(self, started_in_ezoc: bool) -> bool:
        """F5.1.1a, F5.1.1b: whether the unit must stop in the first EZOC it enters (Q-ZOC-1)."""
        if self.gait.mobile or self.gait.ignores_zoc_stop:
            return False
        return self.charts.foot_always_stops or started_in_ezoc

    def infiltration(self, hex: i64, terrain: i64) -> i64:
        """F5.1.2: the cost of a direct step from EZOC to EZOC; NEVER if it may not be made.

        F5.1.2a: on foot, only as the first step, for all the unit has (Q-ZOC-7). F5.1.1c, F5.1.2b:
        a mobile unit pays half its allowance more.
        """
        if not self.gait.mobile:
            return self.allowance if hex == self.start and self.allowance else NEVER
        return self.gait.half + terrain

    def step(self, node: int, to: int, terrain: int) -> tuple[int, int] | None:
        """F5.1.1, F5.1.2: the node and the cost of a step; None if it may not be made.

        F5.1.1b, F5.1.1d, F5.1.2c, F5.1.2e: terrain only, unless the step is an infiltration.
        """
        if node >= self.size or self.gait.special_forces or not (self.zone[node] and self.zone[to]):
            return to, terrain
        if barred_to_infiltration(self.charts.scenario, node, to):
            return None
        cost = self.infiltration(node, terrain)
        return (to + self.fresh, cost) if cost < NEVER else None


def march_of(at: Position, unit: int) -> March:
    """A unit where it stands now, against the enemy where he stands now."""
    enemy = at.front(1 - at.memo.side(unit))
    return March(at.charts, at.gait(unit), at.places[unit], enemy)


def spread(march: March) -> Costs:
    """F5.1d, F5.2c, F6.1: spread from the start, cheapest first, under the rules of ZOC.

    This is `March.step` over all hexes, written out for speed (docs/performance.md has why).
    """
    charts, gait, zone = march.charts, march.gait, march.zone
    paths, last = charts.paths[gait.mobile], gait.last
    first, ways, prices, barred = paths.first, paths.to, paths.prices, paths.barred
    stops, special = march.stops, gait.special_forces
    size: i64 = march.size
    start: i64 = march.start
    fresh: i64 = march.fresh
    beyond: i64 = march.allowance + 1
    # An infiltration costs more than this.
    surcharge: i64 = gait.half if gait.mobile else march.allowance - 1
    costs, flags = march.enemy.start(gait).costs[:], charts.nowhere[:]
    costs[start] = 0
    count: i64 = 0
    lowest: i64 = start
    queue = charts.queue()
    heads, nodes, after = queue.heads, queue.nodes, queue.after
    nodes[1] = start
    after[1] = 0
    heads[0] = 1
    latest: i64 = 1
    for spent in range(beyond):
        place: i64 = heads[spent]
        heads[spent] = 0
        while place:
            node: i64 = nodes[place]
            place = after[place]
            if costs[node] < spent:
                continue  # it has been reached cheaper since
            hex: i64 = node if node < size else node - size
            if not flags[hex]:
                flags[hex] = 1
                count += 1
                if hex < lowest:
                    lowest = hex
            if stops and zone[hex] and hex != start:
                continue  # F5.1.1a: whoever entered an EZOC stays
            in_ezoc = bool(zone[hex]) and hex == node and not special
            for step in range(first[hex], first[hex + 1]):
                to: i64 = ways[step]
                total: i64 = spent + prices[step]
                if in_ezoc and zone[to]:
                    if spent + surcharge >= beyond or barred[step]:
                        continue
                    total = spent + march.infiltration(hex, prices[step])
                    to += fresh
                if total >= costs[to]:
                    continue
                costs[to] = total
                if to < size and total >= last[to]:
                    if not flags[to]:  # no further step can be paid from there
                        flags[to] = 1
                        count += 1
                        if to < lowest:
                            lowest = to
                else:
                    latest += 1
                    nodes[latest] = to
                    after[latest] = heads[total]
                    heads[total] = latest
    charts.give_back(queue)
    return Costs(charts, gait, costs, Reach(flags, count, lowest))


class Step(NamedTuple):
    """One step of a way: the hex entered, and what has been spent by then (in half MP)."""

    hex: int
    spent: int


def cheapest_way(at: Position, unit: int, to: int) -> tuple[Step, ...] | None:
    """A cheapest way to a hex, the start first; None if it cannot be reached."""
    costs_to, start = reach(at, unit), at.places[unit]
    if not costs_to.mask >> to & 1:
        return None
    march = march_of(at, unit)
    size, kind = march.size, march.gait.mobile

    def before(node: int, spent: int) -> tuple[int, int]:
        """Whence the node was reached at this price."""
        for hex in at.scenario.ground.grid.neighbours[node % size]:
            terrain = step_cost(at.scenario, hex, node % size, kind)
            for origin in (hex, hex + size):
                paid = costs_to.at(origin)
                if terrain is None or paid is None or paid >= spent:
                    continue
                step = march.step(origin, node % size, terrain)
                if step is not None and step[0] == node and paid + step[1] == spent:
                    return origin, paid
        raise AssertionError("a hex that was reached from nowhere")

    costs = [(cost, node) for node in (to, to + size) if (cost := costs_to.at(node)) is not None]
    spent, node = min(costs)
    way = [Step(to, spent)]
    while node != start:
        node, spent = before(node, spent)
        way.append(Step(node % size, spent))
    return tuple(reversed(way))


def walk(at: Position, unit: int, hexes: Sequence[int]) -> tuple[Step, ...]:
    """F5.1: the price of a way given hex by hex (the start first); refuses the first bad step."""
    scenario, label = at.scenario, at.label
    march = march_of(at, unit)
    counter, start, allowance = scenario.units[unit], march.start, march.allowance
    if not hexes or hexes[0] != start:
        raise Refusal("F5.0a", "folio.move.not_there", unit=counter.id, hex=label(start))
    way = [Step(start, 0)]
    node, spent = start, 0
    for hex, to in pairwise(hexes):
        names = {"unit": counter.id, "hex": label(to)}
        if to not in scenario.ground.grid.neighbours[hex]:
            raise Refusal("F5.0a", "folio.move.not_adjacent", start=label(hex), **names)
        if march.enemy.mask >> to & 1:
            raise Refusal("F5.1c", "folio.move.enemy", **names)
        if march.zone[hex] and march.stops and node != start:
            raise Refusal("F5.1.1a", "folio.move.stopped", unit=counter.id, hex=label(hex))
        cost = step_cost(scenario, hex, to, counter.mobile)
        if cost is None:
            raise Refusal("F5.1c", "folio.move.prohibited", **names)
        step = march.step(node, to, cost)
        if step is None:
            rule = "F5.1.2d" if barred_to_infiltration(scenario, hex, to) else "F5.1.2a"
            raise Refusal(rule, "folio.move.no_infiltration", **names)
        node = step[0]
        spent += step[1]
        if spent > allowance:
            raise Refusal(
                "F5.1d",
                "folio.move.too_far",
                spent=mp(spent),
                allowance=allowance // 2,
                **names,
            )
        way.append(Step(to, spent))
    return tuple(way)


def mp(halves: int) -> str:
    """Movement points as people write them.

    >>> mp(3), mp(4)
    ('1.5', '2')
    """
    return str(halves // 2) if halves % 2 == 0 else f"{halves / 2:.1f}"


def exits(at: Position, unit: int) -> bool:
    """Whether a unit can reach an exit hex of its side with 1 MP left to leave the map."""
    gates = at.charts.exits[at.charts.sides[unit]]
    if not gates:
        return False
    reached = extent(at, unit)
    if reached.leaves is None:
        gates &= reached.mask
        reached.leaves = bool(gates) and _leaves_by(at, unit, gates)
    return reached.leaves


def _leaves_by(at: Position, unit: int, gates: int) -> bool:
    costs_to, march = reach(at, unit), march_of(at, unit)
    return any(
        costs_to.cost(hex) <= march.allowance - 2
        and (hex == march.start or not (march.stops and march.zone[hex]))
        for hex in iterate(gates)
    )


def entries(at: Position, unit: int) -> int:
    """F4.1c, Q-MOV-5: the entry hexes open to a reinforcement: nobody there, no EZOC."""
    charts, state = at.charts, at.state
    if state.places[unit] != WAITING or not 0 < charts.arrivals[unit] <= state.turn:
        return 0
    if charts.held_back >> unit & 1:
        return 0
    closed = closed_to(at, unit)
    if not charts.entry_in_ezoc and not charts.lands_in_ezoc >> unit & 1:
        closed |= at.board.front(1 - charts.sides[unit]).zoc
    return charts.entries[unit] & ~closed
