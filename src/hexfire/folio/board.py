"""Where everybody stands and what they control: derived from a state, kept for the next time."""

from __future__ import annotations

from typing import NamedTuple

from hexfire.folio.scenario import Scenario, Strength
from hexfire.folio.state import State


class Reach(NamedTuple):
    """How far a unit gets: the hexes newly reached at each cost (in half MP), and all of them."""

    reached: list[int]
    fresh: list[int]
    """The same for a mobile unit that has just infiltrated into the hex."""
    mask: int
    size: int
    """The number of hexes of the map."""

    def at(self, node: int) -> int | None:
        """The cost of a hex; with the map's size added to it, that of a fresh infiltration."""
        levels, hex = (self.reached, node) if node < self.size else (self.fresh, node - self.size)
        return next((cost for cost, level in enumerate(levels) if level >> hex & 1), None)

    def cost(self, hex: int) -> int:
        """The cheapest cost of a hex that can be reached."""
        costs = (self.at(hex), self.at(hex + self.size))
        return min(cost for cost in costs if cost is not None)


Reaches = dict[tuple[int, int], Reach]
"""By way of moving and hex; for one position of the enemy."""


class Board:
    """The units on the map, by hex and by side, with the ZOC of each side."""

    __slots__ = ("at", "masks", "zoc")

    def __init__(self, scenario: Scenario, places: tuple[int, ...]) -> None:
        at: dict[int, int] = {}
        self.at = at
        """Hex to unit."""
        masks, zocs = [], []
        for side in (0, 1):
            mask = zoc = 0
            zones = scenario.zones[side]
            for unit in scenario.side_units[side]:
                hex = places[unit]
                if hex >= 0:
                    at[hex] = unit
                    mask |= 1 << hex
                    zoc |= zones[hex]
            masks.append(mask)
            zocs.append(zoc)
        self.masks = (masks[0], masks[1])
        """By side, the hexes its units stand in."""
        self.zoc = (zocs[0], zocs[1])
        """F6.0: by side, the hexes in its units' ZOC. Nothing negates a ZOC (F6.0c)."""


class Position:
    """A state seen with its scenario: what every rule looks at."""

    __slots__ = ("board", "memo", "scenario", "state")

    def __init__(self, memo: Memo, state: State) -> None:
        self.memo = memo
        self.scenario = memo.scenario
        self.state = state
        self.board = memo.board(state)

    def strength(self, unit: int) -> Strength:
        """The face of the counter that is up (Q-ZOC-9)."""
        counter = self.scenario.units[unit]
        if self.state.reduced >> unit & 1 and counter.back is not None:
            return counter.back
        return counter.front

    def reaches(self, enemy: int) -> Reaches:
        """What is known of movement against side `enemy` where it now stands."""
        return self.memo.reaches(enemy, self.board.masks[enemy])

    def label(self, hex: int) -> str:
        return self.scenario.labels[hex]


BOARDS_KEPT, FRONTS_KEPT = 512, 64


class Memo:
    """What has been derived for one scenario, so that it need not be derived again."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._boards: dict[tuple[int, ...], Board] = {}
        self._reaches: dict[tuple[int, int], Reaches] = {}

    def board(self, state: State) -> Board:
        places = state.places
        board = self._boards.get(places)
        if board is None:
            if len(self._boards) >= BOARDS_KEPT:
                self._boards.clear()
            board = self._boards[places] = Board(self.scenario, places)
        return board

    def reaches(self, enemy: int, standing: int) -> Reaches:
        """What is known of movement against side `enemy` standing in these hexes.

        It stays the same while the other side moves.
        """
        known = self._reaches.get((enemy, standing))
        if known is None:
            if len(self._reaches) >= FRONTS_KEPT:
                self._reaches.clear()
            known = self._reaches[enemy, standing] = {}
        return known
