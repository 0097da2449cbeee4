"""F3.0c: setting up: a hex for each unit with a choice, such that every other still finds one."""

from __future__ import annotations

from hexfire.folio import sequence
from hexfire.folio.actions import Action, Place
from hexfire.folio.board import Position
from hexfire.folio.legal.menu import Listed, Menu
from hexfire.folio.state import WAITING
from hexfire.rulebook import Refusal


def setup(at: Position) -> Menu:
    """F3.0c: where the units may go that still have to be set up."""
    scenario = at.scenario
    todo = sequence.unplaced(scenario, at.state)
    later = [
        unit
        for unit in scenario.side_units[1 - at.player]
        if at.places[unit] == WAITING and scenario.units[unit].setup
    ]
    everybody = [*todo, *later]
    plan = _seating(at, everybody, -1)
    assert plan is not None  # or the last placement would have been refused
    found: list[Action] = []
    for unit in todo:
        rest = [other for other in everybody if other != unit]
        for hex in scenario.units[unit].setup:
            if hex in at.board.at:
                continue
            # A hex that the plan gives to nobody else is surely free.
            if plan.get(hex, unit) == unit or _seating(at, rest, hex) is not None:
                found.append(Place(scenario.units[unit].id, scenario.labels[hex]))

    def why(menu: Menu, action: Action) -> None:
        if isinstance(action, Place):
            raise _no_place(menu, todo, action)

    return Listed(at, "F3.0c", "setup", found, why)


def _no_place(menu: Menu, todo: tuple[int, ...], action: Place) -> Refusal:
    at, unit, hex = menu.at, menu.unit(action.unit), menu.hex(action.to)
    names = {"unit": action.unit, "hex": action.to}
    if unit not in todo:
        return Refusal("F3.0c", "folio.setup.not_this", unit=action.unit)
    if hex not in at.scenario.units[unit].setup:
        return Refusal("F3.0c", "folio.setup.not_there", **names)
    if hex in at.board.at:
        return Refusal("F5.3a", "folio.setup.stacking", **names)
    return Refusal("F3.0c", "folio.setup.leaves_none", **names)


def _seating(at: Position, units: list[int], taken: int) -> dict[int, int] | None:
    """A hex for each of the units, from its own list, but not `taken`: who stands where."""
    owner: dict[int, int] = {}
    for unit in units:
        if not _seat(at, unit, taken, owner, set()):
            return None
    return owner


def _seat(at: Position, unit: int, taken: int, owner: dict[int, int], tried: set[int]) -> bool:
    """Find a hex for one more unit, moving others on where needed."""
    for hex in at.scenario.units[unit].setup:
        if hex == taken or hex in at.board.at or hex in tried:
            continue
        tried.add(hex)
        if hex not in owner or _seat(at, owner[hex], taken, owner, tried):
            owner[hex] = unit
            return True
    return False
