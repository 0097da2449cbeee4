"""F3.0c: setting up: a hex for each unit with a choice, such that every other still finds one."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.folio import sequence
from hexfire.folio.actions import Action, Place
from hexfire.folio.board import Position
from hexfire.folio.legal.menu import Menu, not_an_answer
from hexfire.folio.stacking import Arranger, fits, full, room, standing_in
from hexfire.folio.state import WAITING
from hexfire.rulebook import Refusal


class Placements(Menu):
    """F3.0c: where the units may go that still have to be set up."""

    def __init__(self, at: Position) -> None:
        super().__init__(at)
        self._units = sequence.unplaced(at.scenario, at.state)
        self._pairs = _pairs(at, self._units)
        """Unit and hex of each, packed in one number: `unit * size + hex`."""

    def __len__(self) -> int:
        return len(self._pairs)

    def __iter__(self) -> Iterator[Action]:
        for i in range(len(self._pairs)):
            yield self[i]

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        charts = self.at.charts
        unit, hex = divmod(self._pairs[i], charts.size)
        return Place(charts.names[unit], charts.labels[hex])

    def check(self, action: Action) -> None:
        if not isinstance(action, Place):
            raise not_an_answer("F3.0c", "setup")
        unit, hex = self.unit(action.unit), self.hex(action.to)
        if unit * self.at.charts.size + hex not in self._pairs:
            raise _no_place(self, self._units, action)


def _pairs(at: Position, todo: tuple[int, ...]) -> list[int]:
    """Every unit with every hex of its own that leaves each other unit a hex."""
    scenario, size = at.scenario, at.charts.size
    later = [
        unit
        for unit in scenario.side_units[1 - at.player]
        if at.places[unit] == WAITING and scenario.units[unit].setup
    ]
    everybody = [*todo, *later]
    if at.charts.stacks:
        return _pairs_with_stacks(at, todo, everybody)
    plan = _seating(at, everybody, -1)
    assert plan is not None  # or the last placement would have been refused
    pairs: list[int] = []
    for unit in todo:
        rest = [other for other in everybody if other != unit]
        for hex in scenario.units[unit].setup:
            if hex in at.board.at:
                continue
            # A hex that the plan gives to nobody else is surely free.
            if plan.get(hex, unit) == unit or _seating(at, rest, hex) is not None:
                pairs.append(unit * size + hex)
    return pairs


def _pairs_with_stacks(at: Position, todo: tuple[int, ...], everybody: list[int]) -> list[int]:
    """The same where several may stand in a hex: what the arrangement says, and what leaves one."""
    scenario, size = at.scenario, at.charts.size
    standing, arranger = standing_in(at.places), Arranger(scenario)
    plan = arranger.arrangement(standing, everybody)
    assert plan is not None  # or the last placement would have been refused
    pairs: list[int] = []
    for unit in todo:
        rest = [other for other in everybody if other != unit]
        for hex in scenario.units[unit].setup:
            there = standing.get(hex, ())
            if not fits(scenario, there, unit, hex):
                continue
            then = {**standing, hex: (*there, unit)}
            if plan[unit] == hex or arranger.arrangement(then, rest) is not None:
                pairs.append(unit * size + hex)
    return pairs


def _no_place(menu: Menu, todo: tuple[int, ...], action: Place) -> Refusal:
    at, unit, hex = menu.at, menu.unit(action.unit), menu.hex(action.to)
    names = {"unit": action.unit, "hex": action.to}
    if unit not in todo:
        return Refusal("F3.0c", "folio.setup.not_this", unit=action.unit)
    if hex not in at.scenario.units[unit].setup:
        return Refusal("F3.0c", "folio.setup.not_there", **names)
    if not room(at, unit, hex):
        stacking = at.scenario.stacking
        if stacking is not None:
            return full(stacking, **names)
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
