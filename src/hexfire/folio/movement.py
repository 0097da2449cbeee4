"""F5, F6.1: movement. How far a unit gets, at what price, and by which way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hexfire.folio.board import ENEMY, EZOC, Front, Position, Reach
from hexfire.folio.scenario import Scenario, Unit, step_cost
from hexfire.folio.state import WAITING, Phase
from hexfire.hexes import iterate
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
        found = spread(scenario, scenario.units[unit], allowance, start, front)
        front.reaches[profile, start] = found
    return found


def destinations(at: Position, unit: int) -> int:
    """F5.3a: the hexes in which a unit may end its move: those nobody else holds."""
    held = at.board.masks[0] | at.board.masks[1]
    return reach(at, unit).mask & ~held


def all_destinations(at: Position) -> list[tuple[int, int]]:
    """Every unit that may still move somewhere, with the hexes in which it may end."""
    profiles, places, reduced = at.scenario.profiles, at.state.places, at.state.reduced
    known = at.front(1 - at.state.player).reaches
    free = ~(at.board.masks[0] | at.board.masks[1])
    found = []
    for unit in movers(at):
        reached = known.get((profiles[unit][reduced >> unit & 1], places[unit])) or reach(at, unit)
        mask = reached.mask & free
        if mask:
            found.append((unit, mask))
    return found


def spread(
    scenario: Scenario,
    unit: Unit,
    allowance: int,
    start: int,
    front: Front,
    came_from: dict[int, int] | None = None,
) -> Reach:
    """F5.1d, F5.2c: flood outwards, cheapest first, under the rules of ZOC.

    A node is a hex, plus `size` for a mobile unit that has just infiltrated into it: that one
    leaves for free (Q-ZOC-3). `came_from` takes the way back from node to node.
    """
    flags, size = front.flags, len(front.flags)
    steps = scenario.steps[unit.mobile]
    best = front.blank(allowance)
    best[start] = 0
    digits = bytearray(b"0" * size)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    price = _price(scenario, unit, allowance, start, flags)
    stops = _stops(scenario, unit, bool(flags[start] & EZOC))
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] < spent:
                continue
            hex = node if node < size else node - size
            digits[-1 - hex] = 49  # the digit 1
            if flags[hex] & EZOC:
                if stops and node != start:
                    continue  # F5.1.1a
                for to, terrain in steps[hex]:
                    target, cost = to, terrain
                    if flags[to] & EZOC:
                        direct = price(node, hex, to, terrain)
                        if direct is None:
                            continue
                        target, cost = direct
                    total = spent + cost
                    if total < best[target]:
                        best[target] = total
                        buckets[total].append(target)
                        if came_from is not None:
                            came_from[target] = node
                continue
            for to, cost in steps[hex]:
                total = spent + cost
                if total < best[to]:
                    best[to] = total
                    buckets[total].append(to)
                    if came_from is not None:
                        came_from[to] = node
    return Reach(best, int(digits, 2))


Price = Callable[[int, int, int, int], tuple[int, int] | None]
"""What a step out of an EZOC costs: from a node in a hex, to a hex, at its terrain's cost."""


def _price(scenario: Scenario, unit: Unit, allowance: int, start: int, flags: bytearray) -> Price:
    """F5.1.1, F5.1.2: the node and the cost of a step out of an EZOC; None if it may not be.

    F5.1.1b, F5.1.1d, F5.1.2e: to a free hex, and for special forces, terrain only. F5.1.2c: so too
    right after an infiltration. F5.1.2a: on foot, only as the first step, for all the unit has
    (Q-ZOC-7). F5.1.1c, F5.1.2b: a mobile unit pays half its allowance more.
    """
    size = len(flags)
    half = 2 * (allowance // 4)  # Q-RND-1: half of the printed allowance, rounded down, in halves
    free_exit = scenario.options.free_exit_after_infiltration

    def price(node: int, hex: int, to: int, terrain: int) -> tuple[int, int] | None:
        if not flags[to] & EZOC or unit.special_forces:
            return to, terrain
        if node >= size:
            return to, terrain
        if barred_to_infiltration(scenario, hex, to):
            return None
        if not unit.mobile:
            return (to, allowance) if node == start and allowance else None
        return (to + size if free_exit else to), half + terrain

    return price


def _stops(scenario: Scenario, unit: Unit, started_in_ezoc: bool) -> bool:
    """F5.1.1a, F5.1.1b: whether the unit must stop in the first EZOC it enters (Q-ZOC-1)."""
    if unit.mobile or unit.ignores_zoc_stop:
        return False
    return scenario.options.foot_stops_on_entering_ezoc == "always" or started_in_ezoc


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
    found = spread(scenario, counter, allowance, start, front, came_from)
    if not found.mask >> to & 1:
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
    start = at.state.places[unit]
    stops = _stops(scenario, counter, bool(flags[start] & EZOC))
    price = _price(scenario, counter, allowance, start, flags)
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
        if controlled:
            direct = price(node, hex, to, cost)
            if direct is None:
                raise Refusal("F5.1.2d", "folio.move.no_infiltration", **names)
            target, cost = direct
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
    counter = at.scenario.units[unit]
    gates = at.scenario.victory.exit_hexes[counter.side]
    if not gates:
        return False
    found, start = reach(at, unit), at.state.places[unit]
    flags = at.front(1 - counter.side).flags
    stops = _stops(at.scenario, counter, bool(flags[start] & EZOC))
    limit = 2 * at.strength(unit).movement - 2
    return any(
        found.cost(hex) <= limit and (hex == start or not (stops and flags[hex] & EZOC))
        for hex in iterate(gates & found.mask)
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
