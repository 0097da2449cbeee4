"""What exclusive rules let a player do in his Movement Phase, besides moving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexfire.folio.actions import Action, Blow, Build, Fortify, Rebuild, Restore
from hexfire.folio.board import Position
from hexfire.folio.events import Log
from hexfire.folio.exclusive import bridges, replacements, works
from hexfire.folio.exclusive.declared import Exclusive
from hexfire.folio.phases import MOVEMENT
from hexfire.folio.state import LOST, State
from hexfire.rulebook import BadInput, Refusal

Order = Blow | Build | Fortify | Restore | Rebuild
ORDERS: Final = (Blow, Build, Fortify, Restore, Rebuild)


def _rules(at: Position) -> Exclusive:
    rules = at.scenario.exclusive
    assert rules is not None
    return rules


def listed(at: Position) -> list[Action]:
    """The orders that may be given now."""
    if at.phase is not MOVEMENT:
        return []
    return [order for order in _thinkable(at) if _may(at, order)]


def _thinkable(at: Position) -> Iterator[Order]:
    rules, names = _rules(at), at.charts.names
    ours = [names[unit] for unit in at.charts.side_units[at.player] if at.places[unit] >= 0]
    for bridge in rules.bridges:
        yield Blow(bridge.id)
        for unit in at.charts.side_units[at.player]:
            if bridge.built_by >> unit & 1:
                yield Build(names[unit], bridge.id)
    if rules.works is not None:
        for name in ours:
            yield Fortify(name)
    if rules.replacements is not None:
        for name in ours:
            yield Restore(name)
        for unit in at.charts.side_units[at.player]:
            if at.places[unit] == LOST:
                for hex in replacements.hexes(at, unit):
                    yield Rebuild(names[unit], at.label(hex))


def _may(at: Position, order: Order) -> bool:
    try:
        check(at, order)
    except Refusal:
        return False
    return True


def check(at: Position, order: Order) -> None:
    """Refuse an order that may not be given, with its rule."""
    if at.phase is not MOVEMENT:
        raise Refusal("F4.1a", "folio.order_when")
    rules = _rules(at)
    if isinstance(order, Blow):
        bridges.check_blow(at, _bridge(at, order.bridge))
    elif isinstance(order, Build):
        bridges.check_build(at, _unit(at, order.unit), _bridge(at, order.bridge))
    elif isinstance(order, Fortify):
        if rules.works is None:
            raise Refusal("F1.0", "folio.no_such_order")
        works.check(at, _unit(at, order.unit))
    elif rules.replacements is None:
        raise Refusal("F1.0", "folio.no_such_order")
    elif isinstance(order, Restore):
        replacements.check_restore(at, _unit(at, order.unit))
    else:
        replacements.check_rebuild(at, _unit(at, order.unit), _hex(at, order.to))


def _unit(at: Position, name: str) -> int:
    unit = at.charts.units.get(name)
    if unit is None:
        raise BadInput("folio.no_unit", unit=name)
    return unit


def _hex(at: Position, label: str) -> int:
    hex = at.charts.hexes.get(label)
    if hex is None:
        labels = at.scenario.labels
        raise BadInput("folio.no_hex", hex=label, first=labels[0], last=labels[-1])
    return hex


def _bridge(at: Position, name: str) -> int:
    names = [bridge.id for bridge in _rules(at).bridges]
    if name not in names:
        raise BadInput("folio.no_bridge", bridge=name, known=tuple(names))
    return names.index(name)


def carry_out(at: Position, order: Order, log: Log) -> State:
    """What an order does. Its legality has been checked before."""
    if isinstance(order, Blow):
        return bridges.blow(at, _bridge(at, order.bridge), log)
    unit = _unit(at, order.unit)
    if isinstance(order, Build):
        return bridges.build(at, unit, _bridge(at, order.bridge), log)
    if isinstance(order, Fortify):
        return works.lay(at, unit, log)
    if isinstance(order, Restore):
        return replacements.restore(at, unit, log)
    return replacements.rebuild(at, unit, _hex(at, order.to), log)
