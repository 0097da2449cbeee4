"""Orders of exclusive rules, by simple rules of thumb."""

from __future__ import annotations

from hexfire.folio import movement
from hexfire.folio.actions import Action, Blow, Build, Fortify, Rebuild, Restore
from hexfire.folio.board import Position
from hexfire.folio.exclusive import orders
from hexfire.folio.exclusive.declared import Bridge
from hexfire.folio.exclusive.regime import extra_of
from hexfire.folio.stacking import stack_of

NEAR = 3
"""A bridge is blown when an enemy is as near."""


def wanted(at: Position) -> list[Action]:
    """What is worth ordering before anybody moves; one unit gets one order."""
    chosen: list[Action] = []
    busy: set[str] = set()
    for order in orders.listed(at):
        if isinstance(order, Blow):
            if _threatened(at, order.bridge):
                chosen.append(order)
        elif isinstance(order, Build | Restore | Fortify) and order.unit not in busy:
            if isinstance(order, Fortify) and not _holds(at, order.unit):
                continue
            busy.add(order.unit)
            chosen.append(order)
    return _payable(at, chosen, [o for o in orders.listed(at) if isinstance(o, Rebuild)])


def _payable(at: Position, chosen: list[Action], back: list[Rebuild]) -> list[Action]:
    """As many of the orders as points and markers allow; who comes back comes first."""
    rules, extra = at.scenario.exclusive, extra_of(at.state)
    assert rules is not None
    points = extra.replacements[at.player]
    cost = 0 if rules.replacements is None else rules.replacements.restore
    dear = 0 if rules.replacements is None else rules.replacements.rebuild or 0
    laid = sum(1 for _, side in extra.works if side == at.player)
    spades = 0 if rules.works is None else rules.works.limit[at.player] - laid
    orders_given: list[Action] = []
    units, hexes = set(), set()
    for order in back:
        if points >= dear and order.unit not in units and order.to not in hexes:
            points -= dear
            units.add(order.unit)
            hexes.add(order.to)
            orders_given.append(order)
    for action in chosen:
        if isinstance(action, Restore):
            if points < cost:
                continue
            points -= cost
        elif isinstance(action, Fortify):
            if spades < 1:
                continue
            spades -= 1
        orders_given.append(action)
    return orders_given


def _holds(at: Position, name: str) -> bool:
    """Whether a unit stands where it will stay: in an objective."""
    return at.places[at.charts.units[name]] in at.charts.objectives


def _threatened(at: Position, name: str) -> bool:
    rules = at.scenario.exclusive
    assert rules is not None
    bridge = next(bridge for bridge in rules.bridges if bridge.id == name)
    far = at.charts.distances(bridge.hexes[0])
    return any(far[hex] <= NEAR for hex in at.front(1 - at.player).hexes)


def sappers(at: Position) -> list[tuple[int, int]]:
    """Units that can go to a bridge which is down, to build it: each with the end of it."""
    rules, extra = at.scenario.exclusive, extra_of(at.state)
    assert rules is not None
    at_work = {number for number, _ in extra.building}
    free = [unit for unit in movement.movers(at) if not _at_a_bridge(at, rules.bridges, unit)]
    going: list[tuple[int, int]] = []
    for number, bridge in enumerate(rules.bridges):
        if not extra.blown >> number & 1 or number in at_work:
            continue
        if any(bridge.built_by >> unit & 1 for hex in bridge.hexes for unit in _there(at, hex)):
            continue
        for unit in free:
            ends = [hex for hex in bridge.hexes if movement.may_end(at, unit, hex)]
            if bridge.built_by >> unit & 1 and ends:
                going.append((unit, ends[0]))
                free.remove(unit)
                break
    return going


def _there(at: Position, hex: int) -> tuple[int, ...]:
    unit = at.board.at.get(hex)
    return () if unit is None else stack_of(at, unit)


def _at_a_bridge(at: Position, bridges: tuple[Bridge, ...], unit: int) -> bool:
    """Whether a unit stands at a bridge that it can build."""
    blown = extra_of(at.state).blown
    return any(
        blown >> number & 1 and bridge.built_by >> unit & 1 and at.places[unit] in bridge.hexes
        for number, bridge in enumerate(bridges)
    )
