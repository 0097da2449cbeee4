"""Where everybody stands and what they control: derived from a state, kept for the next time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from hexfire.folio.scenario import Scenario, Strength
from hexfire.folio.state import State


class Reach(NamedTuple):
    """How far a unit gets: the cheapest cost (in half MP) by node, and the set of its hexes."""

    best: list[int]
    """By hex; then, by hex, with a fresh infiltration into it."""
    mask: int

    def cost(self, hex: int) -> int:
        return min(self.best[hex], self.best[hex + len(self.best) // 2])


ENEMY, EZOC = 1, 2


@dataclass(frozen=True)
class Front:
    """One side's units as the other side meets them: the same while the other side moves."""

    flags: bytearray
    """For each hex: ENEMY if a unit stands there, EZOC if it lies in their ZOC."""
    reaches: dict[tuple[int, int], Reach] = field(default_factory=dict)
    blanks: dict[int, list[int]] = field(default_factory=dict)

    def blank(self, allowance: int) -> list[int]:
        """The costs a search begins with: what is not cheaper cannot be entered.

        Beyond the allowance (F5.1d); where an enemy stands, not even for nothing (F5.1c).
        """
        blank = self.blanks.get(allowance)
        if blank is None:
            once = [0 if flag & ENEMY else allowance + 1 for flag in self.flags]
            blank = self.blanks[allowance] = once + once
        return blank.copy()


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

    def front(self, enemy: int) -> Front:
        """The front that side `enemy` forms."""
        return self.memo.front(self.board, enemy)

    def label(self, hex: int) -> str:
        return self.scenario.labels[hex]


BOARDS_KEPT, FRONTS_KEPT = 512, 64


class Memo:
    """What has been derived for one scenario, so that it need not be derived again."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._boards: dict[tuple[int, ...], Board] = {}
        self._fronts: dict[tuple[int, int], Front] = {}

    def board(self, state: State) -> Board:
        places = state.places
        board = self._boards.get(places)
        if board is None:
            if len(self._boards) >= BOARDS_KEPT:
                self._boards.clear()
            board = self._boards[places] = Board(self.scenario, places)
        return board

    def front(self, board: Board, enemy: int) -> Front:
        """The front that side `enemy` forms."""
        key = (enemy, board.masks[enemy])
        front = self._fronts.get(key)
        if front is None:
            if len(self._fronts) >= FRONTS_KEPT:
                self._fronts.clear()
            flags = _flags(self.scenario, board, enemy)
            front = self._fronts[key] = Front(flags)
        return front


def _flags(scenario: Scenario, board: Board, enemy: int) -> bytearray:
    flags = bytearray(len(scenario.labels))
    near = scenario.ground.grid.neighbours
    zones = scenario.zones[enemy]
    for hex, unit in board.at.items():
        if scenario.units[unit].side == enemy:
            flags[hex] |= ENEMY
            zone = zones[hex]
            for j in near[hex]:
                if zone >> j & 1:
                    flags[j] |= EZOC
    return flags
