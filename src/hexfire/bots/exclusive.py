"""Orders of exclusive rules, by simple rules of thumb."""

from __future__ import annotations

from hexfire.folio.actions import Action, Blow, Build
from hexfire.folio.board import Position
from hexfire.folio.exclusive import orders

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
        elif isinstance(order, Build) and order.unit not in busy:
            busy.add(order.unit)
            chosen.append(order)
    return chosen


def _threatened(at: Position, name: str) -> bool:
    rules = at.scenario.exclusive
    assert rules is not None
    bridge = next(bridge for bridge in rules.bridges if bridge.id == name)
    far = at.charts.distances(bridge.hexes[0])
    return any(far[hex] <= NEAR for hex in at.front(1 - at.player).hexes)
