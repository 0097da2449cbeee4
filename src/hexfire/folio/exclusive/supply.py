"""Lines of supply and command: who has none when his player turn begins, and what that does.

The common rules know no supply (F9.0); a scenario that has it says where it comes from, what cuts
a line, and what happens stage by stage to a unit that stays without.
"""

from __future__ import annotations

from heapq import heappop, heappush

from hexfire.folio.board import Position
from hexfire.folio.exclusive.declared import Supply, SupplySide
from hexfire.folio.scenario import step_cost
from hexfire.hexes import iterate


def supplied(at: Position, rules: Supply, side: int) -> frozenset[int]:
    """The hexes from which a line of supply of a side leads to one of its sources.

    It is followed from the sources outwards. A unit's own hex may be in an EZOC: it is not a part
    of the line.
    """
    has = rules.sides[side]
    if has is None:
        return frozenset(range(at.charts.size))
    open_hexes = _open(at, rules, side)
    beyond = (1 << 30) if has.length is None else has.length
    spent = {source: 0 for source in _sources(at, has, side) if open_hexes >> source & 1}
    queue = [(0, source) for source in sorted(spent)]
    reached = set(spent)
    while queue:
        cost, hex = heappop(queue)
        if cost > spent[hex]:
            continue
        for near in at.scenario.ground.grid.neighbours[hex]:
            step = _step(at, has, near, hex)
            if step is None or cost + step > beyond:
                continue
            reached.add(near)
            if open_hexes >> near & 1 and cost + step < spent.get(near, beyond + 1):
                spent[near] = cost + step
                heappush(queue, (cost + step, near))
    return frozenset(reached)


def _sources(at: Position, has: SupplySide, side: int) -> set[int]:
    """Hexes of sources, those of supply units included; an enemy in a hex closes it."""
    hexes = set(has.sources)
    hexes |= {hex for unit in iterate(has.source_units) if (hex := at.places[unit]) >= 0}
    return hexes


def _open(at: Position, rules: Supply, side: int) -> int:
    """The hexes that a line may pass: no enemy, no EZOC, unless a friend opens it."""
    enemy = at.front(1 - side)
    closed = enemy.mask
    if rules.ezoc == "blocks":
        closed |= enemy.zoc
    elif rules.ezoc == "friends_open":
        closed |= enemy.zoc & ~at.board.masks[side]
    return at.memo.everywhere & ~closed


def _step(at: Position, has: SupplySide, hex: int, to: int) -> int | None:
    """What a step of a line towards the source costs; None if it cannot be made."""
    ground = at.scenario.ground
    if has.roads and (hex, to) not in ground.roads and (hex, to) not in ground.trails:
        return None
    cost = step_cost(at.scenario, hex, to, has.kind)
    if cost is None:
        return None
    return cost if has.by_points else 1


def without_supply(at: Position, rules: Supply, side: int) -> int:
    """The set of a side's units that no line of supply reaches now."""
    if rules.sides[side] is None or at.state.turn < rules.first_turn:
        return 0
    reached, without = supplied(at, rules, side), 0
    for unit in at.charts.side_units[side]:
        if at.places[unit] >= 0 and at.places[unit] not in reached:
            without |= 1 << unit
    return without & ~rules.exempt


def without_command(at: Position, side: int) -> int:
    """The set of a side's units with no headquarters of theirs within its radius."""
    rules = at.scenario.exclusive
    command = rules.command if rules is not None else None
    if command is None:
        return 0
    astray = command.subject & at.scenario.side_mask[side]
    for unit in iterate(astray):
        if at.places[unit] < 0:
            astray &= ~(1 << unit)
    for hq in command.headquarters:
        place = at.places[hq.unit]
        if place < 0:
            continue
        far = at.charts.distances(place)
        for unit in iterate(hq.commands & astray):
            if far[at.places[unit]] <= hq.radius:
                astray &= ~(1 << unit)
    return astray
