"""F5, F6.1: movement. How far a unit gets, at what price, and by which way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hexfire.folio.board import Position, Reach
from hexfire.folio.scenario import Jumps, Scenario, Unit, step_cost
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
    enemy = 1 - scenario.units[unit].side
    known = at.reaches(enemy)
    found = known.get((profile, start))
    if found is None:
        allowance = 2 * at.strength(unit).movement
        board = at.board
        found = spread(
            scenario, scenario.units[unit], allowance, start, board.masks[enemy], board.zoc[enemy]
        )
        known[profile, start] = found
    return found


def destinations(at: Position, unit: int) -> int:
    """F5.3a: the hexes in which a unit may end its move: those nobody else holds."""
    held = at.board.masks[0] | at.board.masks[1]
    return reach(at, unit).mask & ~held


def all_destinations(at: Position) -> list[tuple[int, int]]:
    """Every unit that may still move somewhere, with the hexes in which it may end."""
    profiles, places, reduced = at.scenario.profiles, at.state.places, at.state.reduced
    known = at.reaches(1 - at.state.player)
    free = ~(at.board.masks[0] | at.board.masks[1])
    found = []
    for unit in movers(at):
        reached = known.get((profiles[unit][reduced >> unit & 1], places[unit])) or reach(at, unit)
        mask = reached.mask & free
        if mask:
            found.append((unit, mask))
    return found


def spread(
    scenario: Scenario, unit: Unit, allowance: int, start: int, enemies: int, zoc: int
) -> Reach:
    """F5.1d, F5.2c: spread from the start, cheapest first, under the rules of ZOC.

    Whole sets of hexes step at once: those that have spent the same take every step of the same
    cost together. Only direct steps from EZOC to EZOC are looked at one by one. A mobile unit that
    has just infiltrated into a hex is kept apart there: it leaves for free (Q-ZOC-3).
    """
    reached, fresh = [0] * (allowance + 1), [0] * (allowance + 1)
    reached[0] = 1 << start
    seen = seen_fresh = enemies  # F5.1c
    stops = _stops(scenario, unit, bool(zoc >> start & 1))
    price = _price(scenario, unit, allowance, start, zoc)
    jumps = scenario.jumps[unit.mobile]
    least = 2 * (allowance // 4) + 1 if unit.mobile else allowance  # no direct step costs less
    size = len(scenario.labels)
    for spent in range(allowance + 1):
        now, infiltrated = reached[spent] & ~seen, fresh[spent] & ~seen_fresh
        reached[spent], fresh[spent] = now, infiltrated
        if not now | infiltrated:
            continue
        seen |= now
        seen_fresh |= infiltrated
        held = now & zoc
        free = (now & ~zoc) | infiltrated
        if stops:
            held &= 1 << start if spent == 0 else 0  # F5.1.1a: whoever entered an EZOC stays
        if unit.special_forces:
            free, held = free | held, 0
        for cost, sources, onward, back in jumps:
            total = spent + cost
            if total > allowance:
                break  # F5.1d; costs ascend
            if free & sources:
                reached[total] |= _step(free, onward, back)
            if held & sources:
                reached[total] |= _step(held, onward, back) & ~zoc
        if spent + least > allowance:
            continue
        for hex in iterate(held) if held else ():
            for to, terrain in scenario.steps[unit.mobile][hex]:
                direct = price(hex, hex, to, terrain) if zoc >> to & 1 else None
                if direct is not None and spent + direct[1] <= allowance:
                    target, cost = direct
                    if target < size:
                        reached[spent + cost] |= 1 << to
                    else:
                        fresh[spent + cost] |= 1 << to
    return Reach(reached, fresh, (seen | seen_fresh) & ~enemies, size)


def _step(hexes: int, onward: Jumps, back: Jumps) -> int:
    """All hexes of a set take one step, wherever the steps of one cost lead."""
    found = 0
    for by, sources in onward:
        found |= (hexes & sources) << by
    for by, sources in back:
        found |= (hexes & sources) >> by
    return found


Price = Callable[[int, int, int, int], tuple[int, int] | None]
"""What a step out of an EZOC costs: from a node in a hex, to a hex, at its terrain's cost."""


def _price(scenario: Scenario, unit: Unit, allowance: int, start: int, zoc: int) -> Price:
    """F5.1.1, F5.1.2: the node and the cost of a step out of an EZOC; None if it may not be.

    F5.1.1b, F5.1.1d, F5.1.2e: to a free hex, and for special forces, terrain only. F5.1.2c: so too
    right after an infiltration. F5.1.2a: on foot, only as the first step, for all the unit has
    (Q-ZOC-7). F5.1.1c, F5.1.2b: a mobile unit pays half its allowance more.
    """
    size = len(scenario.labels)
    half = 2 * (allowance // 4)  # Q-RND-1: half of the printed allowance, rounded down, in halves
    free_exit = scenario.options.free_exit_after_infiltration

    def price(node: int, hex: int, to: int, terrain: int) -> tuple[int, int] | None:
        if not zoc >> to & 1 or unit.special_forces:
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
    found, start = reach(at, unit), at.state.places[unit]
    if not found.mask >> to & 1:
        return None
    counter = at.scenario.units[unit]
    allowance = 2 * at.strength(unit).movement
    zoc = at.board.zoc[1 - counter.side]
    price = _price(at.scenario, counter, allowance, start, zoc)
    size = len(at.scenario.labels)

    def before(node: int, spent: int) -> tuple[int, int]:
        """Whence the node was reached at this price."""
        for hex in at.scenario.ground.grid.neighbours[node % size]:
            terrain = step_cost(at.scenario, hex, node % size, counter.mobile)
            for origin in (hex, hex + size):
                paid = found.at(origin)
                if terrain is None or paid is None or paid >= spent:
                    continue
                step = price(origin, hex, node % size, terrain) if zoc >> hex & 1 else None
                if not zoc >> hex & 1:
                    step = (node % size, terrain)
                if step is not None and step[0] == node and paid + step[1] == spent:
                    return origin, paid
        raise AssertionError("a hex that was reached from nowhere")

    costs = [(cost, node) for node in (to, to + size) if (cost := found.at(node)) is not None]
    spent, node = min(costs)
    way = [Step(to, spent)]
    while node != start:
        node, spent = before(node, spent)
        way.append(Step(node % size, spent))
    return tuple(reversed(way))


def walk(at: Position, unit: int, hexes: Sequence[int]) -> tuple[Step, ...]:
    """F5.1: the price of a way given hex by hex (the start first); refuses the first bad step."""
    scenario, label = at.scenario, at.label
    counter = scenario.units[unit]
    enemies, zoc = at.board.masks[1 - counter.side], at.board.zoc[1 - counter.side]
    allowance = 2 * at.strength(unit).movement
    start = at.state.places[unit]
    stops = _stops(scenario, counter, bool(zoc >> start & 1))
    price = _price(scenario, counter, allowance, start, zoc)
    if not hexes or hexes[0] != start:
        raise Refusal("F5.0a", "folio.move.not_there", unit=counter.id, hex=label(start))
    way = [Step(start, 0)]
    node, spent = start, 0
    for hex, to in pairwise(hexes):
        names = {"unit": counter.id, "hex": label(to)}
        if to not in scenario.ground.grid.neighbours[hex]:
            raise Refusal("F5.0a", "folio.move.not_adjacent", start=label(hex), **names)
        if enemies >> to & 1:
            raise Refusal("F5.1c", "folio.move.enemy", **names)
        controlled = zoc >> hex & 1
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
    zoc = at.board.zoc[1 - counter.side]
    stops = _stops(at.scenario, counter, bool(zoc >> start & 1))
    limit = 2 * at.strength(unit).movement - 2
    return any(
        found.cost(hex) <= limit and (hex == start or not (stops and zoc >> hex & 1))
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
