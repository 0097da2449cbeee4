"""F5.3: who may stand in a hex together. Nobody, unless exclusive rules say how many.

The readings for hexes with several units (Q-STK-1 to Q-STK-8) are in `docs/rulings/folio.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfire.folio.board import Position
from hexfire.folio.exclusive.declared import MOST_IN_A_HEX, Stacking
from hexfire.folio.scenario import Scenario
from hexfire.hexes import iterate
from hexfire.rulebook import Refusal


def room(at: Position, unit: int, hex: int) -> bool:
    """F5.3a: whether a unit may come to stand in a hex."""
    if not at.charts.stacks:
        return hex not in at.board.at
    return fits(at.scenario, at.board.stack(hex), unit, hex)


def fits(scenario: Scenario, there: Sequence[int], unit: int, hex: int) -> bool:
    """Whether a unit may stand in a hex with these (Q-STK-1): alone it always may."""
    if not there:
        return True
    rules, units = scenario.stacking, scenario.units
    if rules is None or units[there[0]].side != units[unit].side or len(there) >= MOST_IN_A_HEX:
        return False
    if rules.together and any(units[u].formation != units[unit].formation for u in there):
        return False
    weights = rules.weights
    return sum([weights[u] for u in there]) + weights[unit] <= takes(scenario, rules, unit, hex)


def full(stacking: Stacking, unit: str, hex: str) -> Refusal:
    """The scenario's own rule against one unit more in a hex."""
    rule = stacking.rule.id
    return Refusal(rule, "folio.stacking.full", why=f"@exclusive.{rule}", unit=unit, hex=hex)


def takes(scenario: Scenario, rules: Stacking, unit: int, hex: int) -> int:
    """How many points of a unit's side a hex takes."""
    limit = rules.limit[scenario.units[unit].side]
    return rules.terrain.get(scenario.ground.terrain[hex], limit)


def closed_to(at: Position, unit: int) -> int:
    """F5.3a: the hexes in which a unit may not end a move: others are there, or it is itself."""
    held = at.board.masks[0] | at.board.masks[1]
    if not at.charts.stacks:
        return held
    side, place = at.charts.sides[unit], at.places[unit]
    for hex in iterate(at.board.masks[side]):
        if hex != place and room(at, unit, hex):
            held ^= at.charts.bits[hex]
    return held


def full_hexes(at: Position, unit: int) -> dict[int, int]:
    """The hexes without room for a unit, each with somebody who is there."""
    if not at.charts.stacks:
        return at.board.at
    return {hex: other for hex, other in at.board.at.items() if not room(at, unit, hex)}


def stack_of(at: Position, unit: int) -> tuple[int, ...]:
    """A unit and those who stand with it."""
    return at.board.stack(at.places[unit]) if at.charts.stacks else (unit,)


# Set-up

Standing = dict[int, tuple[int, ...]]
"""Who stands where, by hex."""

TRIES: Final = 2000
"""How many placements are tried before an arrangement is given up …"""
TRIES_IN_ALL: Final = 100_000
"""… and for all the placements that a player may choose from."""


def standing_in(places: Sequence[int]) -> Standing:
    """Who stands where."""
    standing: Standing = {}
    for unit, hex in enumerate(places):
        if hex >= 0:
            standing[hex] = (*standing.get(hex, ()), unit)
    return standing


class Arranger:
    """F3.0c: finds each unit a hex of its own list, where several may stand in one.

    The arrangement is always the first there is: the units with the fewest hexes first, each with
    its hexes in their order. So whoever follows it leaves one that is found again with less to try.
    """

    def __init__(self, scenario: Scenario, most: int = TRIES_IN_ALL) -> None:
        self._scenario, self._left = scenario, most
        self._tries = 0

    def arrangement(self, standing: Standing, units: Sequence[int]) -> dict[int, int] | None:
        """By unit its hex; None if there is none, or none was found in time."""
        setups = self._scenario.units
        in_order = sorted(units, key=lambda unit: (len(setups[unit].setup), unit))
        hexes: dict[int, int] = {}
        self._tries = min(TRIES, self._left)
        before = self._tries
        done = self._arrange(dict(standing), in_order, 0, hexes)
        self._left -= before - max(self._tries, 0)
        return hexes if done else None

    def _arrange(self, standing: Standing, units: list[int], n: int, hexes: dict[int, int]) -> bool:
        if n == len(units):
            return True
        unit = units[n]
        for hex in self._scenario.units[unit].setup:
            there = standing.get(hex, ())
            if not fits(self._scenario, there, unit, hex):
                continue
            self._tries -= 1
            if self._tries < 0:
                return False
            standing[hex], hexes[unit] = (*there, unit), hex
            if self._arrange(standing, units, n + 1, hexes):
                return True
            standing[hex] = there
        return False
