"""F5, F6.1: movement. How far a unit gets, at what price, and by which way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from hexfire.folio.board import ENEMY, EZOC, Position, Reach
from hexfire.folio.scenario import Scenario, Unit, step_cost
from hexfire.folio.state import WAITING, Phase
from hexfire.rulebook import Refusal


def movers(at: Position) -> tuple[int, ...]:
    """F4.1b, F4.1g, F5.1a: the units on the map that may still move in this phase."""
    scenario, state = at.scenario, at.state
    if not state.phase.is_movement:
        return ()
    moved, places = state.moved, state.places
    able = scenario.side_units[state.player]
    if state.phase is Phase.MOBILE_MOVEMENT:
        mobile = scenario.mobile_mask  # F5.0b
        return tuple(u for u in able if places[u] >= 0 and mobile >> u & 1 and not moved >> u & 1)
    return tuple(u for u in able if places[u] >= 0 and not moved >> u & 1)


def reach(at: Position, unit: int) -> Reach:
    """F5.0, F5.1: every hex a unit can get to, with the cheapest cost in half MP.

    Friends are passed through (F5.3b), so hexes they hold are in it; nobody may end there.
    """
    scenario, state = at.scenario, at.state
    start = state.places[unit]
    profile = scenario.profiles[unit][state.reduced >> unit & 1]
    front = at.front(1 - scenario.units[unit].side)
    found = front.reaches.get((profile, start))
    if found is None:
        allowance = 2 * at.strength(unit).movement
        found = spread(scenario, scenario.units[unit], allowance, start, front.flags)
        front.reaches[profile, start] = found
    return found


def destinations(at: Position, unit: int) -> int:
    """F5.3a: the hexes in which a unit may end its move: those nobody else holds."""
    held = at.board.masks[0] | at.board.masks[1]
    return reach(at, unit).mask & ~held


def spread(
    scenario: Scenario,
    unit: Unit,
    allowance: int,
    start: int,
    flags: bytearray,
    came_from: dict[int, int] | None = None,
) -> Reach:
    """F5.1: flood outwards, cheapest first, under the rules of ZOC.

    A node is a hex, plus `size` for a mobile unit that has just infiltrated into it: that one
    leaves for free (Q-ZOC-3). `came_from` takes the way back from node to node.
    """
    size = len(flags)
    steps = scenario.steps[unit.mobile]
    costs: dict[int, int] = {start: 0}
    price = _mobile_price if unit.mobile else _foot_price
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    special = unit.special_forces
    stops = _stops(scenario, unit, bool(flags[start] & EZOC))
    half = 2 * (allowance // 4)  # Q-RND-1: half of the printed allowance, rounded down, in halves
    free_exit = scenario.options.free_exit_after_infiltration
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if costs[node] < spent:
                continue
            hex = node if node < size else node - size
            controlled = flags[hex] & EZOC
            if controlled and stops and node != start:
                continue  # F5.1.1a
            for to, terrain in steps[hex]:
                flag = flags[to]
                if flag & ENEMY:
                    continue  # F5.1c
                target, cost = to, terrain
                if controlled and flag & EZOC and not special:
                    direct = price(scenario, hex, to, terrain, allowance, half, node, start, size)
                    if direct is None:
                        continue
                    cost = direct
                    if node < size and unit.mobile and free_exit:
                        target = to + size
                total = spent + cost
                if total <= allowance and total < costs.get(target, 1 << 30):  # F5.1d
                    costs[target] = total
                    buckets[total].append(target)
                    if came_from is not None:
                        came_from[target] = node
    return _summary(costs, flags, stops, start, size)


def _summary(costs: dict[int, int], flags: bytearray, stops: bool, start: int, size: int) -> Reach:
    by_hex: dict[int, int] = {}
    mask = onward = 0
    for node, cost in costs.items():
        hex = node if node < size else node - size
        if cost < by_hex.get(hex, 1 << 30):
            by_hex[hex] = cost
        mask |= 1 << hex
        if hex == start or not (stops and flags[hex] & EZOC):
            onward |= 1 << hex
    return Reach(by_hex, mask, onward)


def _stops(scenario: Scenario, unit: Unit, started_in_ezoc: bool) -> bool:
    """F5.1.1a, F5.1.1b: whether the unit must stop in the first EZOC it enters (Q-ZOC-1)."""
    if unit.mobile or unit.ignores_zoc_stop:
        return False
    return scenario.options.foot_stops_on_entering_ezoc == "always" or started_in_ezoc


def _foot_price(
    scenario: Scenario,
    hex: int,
    to: int,
    terrain: int,
    allowance: int,
    half: int,
    node: int,
    start: int,
    size: int,
) -> int | None:
    """F5.1.2a: a foot unit infiltrates only as its first step, for all it has (Q-ZOC-7)."""
    if node != start or not allowance or barred_to_infiltration(scenario, hex, to):
        return None
    return allowance


def _mobile_price(
    scenario: Scenario,
    hex: int,
    to: int,
    terrain: int,
    allowance: int,
    half: int,
    node: int,
    start: int,
    size: int,
) -> int | None:
    """F5.1.1c, F5.1.2b: half the allowance more; nothing more right after an infiltration."""
    if node >= size:
        return terrain  # F5.1.2c
    if barred_to_infiltration(scenario, hex, to):
        return None
    return half + terrain


def barred_to_infiltration(scenario: Scenario, hex: int, to: int) -> bool:
    """F5.1.2d: no infiltration across a minefield hexside nor into a fortress."""
    return to in scenario.ground.fortresses or (hex, to) in scenario.minefields


class Step(NamedTuple):
    """One step of a way: the hex entered, and what has been spent by then (in half MP)."""

    hex: int
    spent: int


def cheapest_way(at: Position, unit: int, to: int) -> tuple[Step, ...] | None:
    """A cheapest way to a hex, the start first; None if it cannot be reached."""
    scenario = at.scenario
    counter = scenario.units[unit]
    front = at.front(1 - counter.side)
    came_from: dict[int, int] = {}
    allowance = 2 * at.strength(unit).movement
    start, size = at.state.places[unit], len(front.flags)
    found = spread(scenario, counter, allowance, start, front.flags, came_from)
    if to not in found.costs:
        return None
    # The cheaper of the two nodes of the hex: with or without a fresh infiltration.
    ways = []
    for node in (to, to + size):
        if node != start and node not in came_from:
            continue
        way = [node]
        while way[-1] != start:
            way.append(came_from[way[-1]])
        hexes = [n % size for n in reversed(way)]
        ways.append(walk(at, unit, hexes))
    return min(ways, key=lambda way: way[-1].spent)


def walk(at: Position, unit: int, hexes: Sequence[int]) -> tuple[Step, ...]:
    """F5.1: the price of a way given hex by hex (the start first); refuses the first bad step."""
    scenario, label = at.scenario, at.label
    counter = scenario.units[unit]
    flags = at.front(1 - counter.side).flags
    allowance = 2 * at.strength(unit).movement
    start, size = at.state.places[unit], len(flags)
    half = 2 * (allowance // 4)
    stops = _stops(scenario, counter, bool(flags[start] & EZOC))
    price = _mobile_price if counter.mobile else _foot_price
    if not hexes or hexes[0] != start:
        raise Refusal("F5.0a", "folio.move.not_there", unit=counter.id, hex=label(start))
    way = [Step(start, 0)]
    node, spent = start, 0
    for hex, to in pairwise(hexes):
        names = {"unit": counter.id, "hex": label(to)}
        if to not in scenario.ground.grid.neighbours[hex]:
            raise Refusal("F5.0a", "folio.move.not_adjacent", start=label(hex), **names)
        if flags[to] & ENEMY:
            raise Refusal("F5.1c", "folio.move.enemy", **names)
        controlled = flags[hex] & EZOC
        if controlled and stops and node != start:
            raise Refusal("F5.1.1a", "folio.move.stopped", unit=counter.id, hex=label(hex))
        cost = step_cost(scenario, hex, to, counter.mobile)
        if cost is None:
            raise Refusal("F5.1c", "folio.move.prohibited", **names)
        target = to
        if controlled and flags[to] & EZOC and not counter.special_forces:
            direct = price(scenario, hex, to, cost, allowance, half, node, start, size)
            if direct is None:
                raise Refusal("F5.1.2d", "folio.move.no_infiltration", **names)
            cost = direct
            free = scenario.options.free_exit_after_infiltration
            if node < size and counter.mobile and free:
                target = to + size
        spent += cost
        if spent > allowance:
            raise Refusal(
                "F5.1d",
                "folio.move.too_far",
                spent=mp(spent),
                allowance=allowance // 2,
                **names,
            )
        node = target
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
    gates = at.scenario.victory.exit_hexes[at.scenario.units[unit].side]
    if not gates:
        return False
    found = reach(at, unit)
    limit = 2 * at.strength(unit).movement - 2
    open_gates = gates & found.onward
    return bool(open_gates) and any(
        cost <= limit for hex, cost in found.costs.items() if open_gates >> hex & 1
    )


def entries(at: Position, unit: int) -> int:
    """F4.1c, Q-MOV-5: the entry hexes open to a reinforcement: nobody there, no EZOC."""
    state, board = at.state, at.board
    counter = at.scenario.units[unit]
    if state.places[unit] != WAITING or not 0 < counter.turn <= state.turn:
        return 0
    free = ~(board.masks[0] | board.masks[1])
    if not at.scenario.options.entry_in_ezoc:
        free &= ~board.zoc[1 - counter.side]
    return sum(1 << hex for hex in counter.entry) & free
