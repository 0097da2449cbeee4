"""What exclusive rules let a player do in his Movement Phase, besides moving."""

from __future__ import annotations

from hexfire.folio.actions import Action, Blow, Build
from hexfire.folio.board import Position
from hexfire.folio.events import Log
from hexfire.folio.exclusive import bridges
from hexfire.folio.exclusive.declared import Bridge
from hexfire.folio.phases import MOVEMENT
from hexfire.folio.state import State
from hexfire.rulebook import BadInput, Refusal

Order = Blow | Build


def _bridges(at: Position) -> tuple[Bridge, ...]:
    rules = at.scenario.exclusive
    return () if rules is None else rules.bridges


def listed(at: Position) -> list[Action]:
    """The orders that may be given now."""
    if at.phase is not MOVEMENT:
        return []
    orders: list[Action] = []
    if _bridges(at):
        names = [bridge.id for bridge in _bridges(at)]
        orders += [Blow(names[number]) for number in bridges.ready_to_blow(at)]
        orders += [Build(at.charts.names[u], names[n]) for u, n in bridges.builders(at)]
    return orders


def check(at: Position, order: Order) -> None:
    """Refuse an order that may not be given, with its rule."""
    number = _bridge(at, order.bridge)
    if at.phase is not MOVEMENT:
        raise Refusal(_bridges(at)[number].rule.id, "folio.order_when")
    if isinstance(order, Blow):
        bridges.check_blow(at, number)
        return
    unit = at.charts.units.get(order.unit)
    if unit is None:
        raise BadInput("folio.no_unit", unit=order.unit)
    bridges.check_build(at, unit, number)


def _bridge(at: Position, name: str) -> int:
    names = [bridge.id for bridge in _bridges(at)]
    if name not in names:
        raise BadInput("folio.no_bridge", bridge=name, known=tuple(names))
    return names.index(name)


def carry_out(at: Position, order: Order, log: Log) -> State:
    """What an order does. Its legality has been checked before."""
    number = _bridge(at, order.bridge)
    if isinstance(order, Blow):
        return bridges.blow(at, number, log)
    return bridges.build(at, at.charts.units[order.unit], number, log)
