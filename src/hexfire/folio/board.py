"""Where everybody stands and what they control: derived from a state, kept for the next time."""

from __future__ import annotations

from hexfire.folio.scenario import Scenario, Strength
from hexfire.folio.state import State
from hexfire.hexes import flags, iterate, mask_of
from hexfire.hexes.arrays import i64, u8, vec

FAR = 1_000_000
"""The cost of what has not been reached."""


ZERO, ONE = b"01"
"""The digits of a set of hexes."""


class Reach:
    """How far a unit gets, and what it costs."""

    __slots__ = ("costs", "mask", "size")

    def __init__(self, costs: vec[i64], mask: int, size: int) -> None:
        self.costs = costs
        """By node (see `March`) the cheapest cost in half MP; nothing else for enemies' hexes."""
        self.mask = mask
        """The hexes it reaches, its own included."""
        self.size = size
        """The number of hexes of the map."""

    def at(self, node: int) -> int | None:
        """The cheapest cost of a node; None if it cannot be reached."""
        hex = node if node < self.size else node - self.size
        if not self.mask >> hex & 1 or self.costs[node] == FAR:
            return None
        return self.costs[node]

    def cost(self, hex: int) -> int:
        """The cheapest cost of a hex that can be reached."""
        return min(self.costs[hex], self.costs[hex + self.size])


class Front:
    """One side where it stands: its hexes, its ZOC, and how the other side moves against it."""

    __slots__ = ("costs", "mask", "reaches", "zoc", "zone")

    def __init__(self, memo: Memo, side: int, mask: int) -> None:
        self.mask = mask
        size, zones, zoc = memo.size, memo.scenario.zones[side], 0
        costs = memo.blank[:]
        for hex in iterate(mask):
            zoc |= zones[hex]
            costs[hex] = 0  # F5.1c: nobody gets there cheaper
            costs[hex + size] = 0
        self.zoc = zoc
        """F6.0: the hexes in its units' ZOC. Nothing negates a ZOC (F6.0c)."""
        self.zone = flags(zoc, size)
        """The same, hex by hex."""
        self.costs = costs
        """The costs by node before anybody moves."""
        self.reaches: dict[int, Reach] = {}
        """What is known of movement against it, by way of moving and hex."""


class Board:
    """The units on the map, by hex and by side."""

    __slots__ = ("_at", "_fronts", "_memo", "masks", "places")

    def __init__(
        self,
        memo: Memo,
        places: tuple[int, ...],
        masks: tuple[int, int],
        fronts: tuple[Front | None, Front | None] = (None, None),
    ) -> None:
        self._memo, self.places = memo, places
        self.masks = masks
        """By side, the hexes its units stand in."""
        self._fronts = list(fronts)
        self._at: dict[int, int] | None = None

    @property
    def at(self) -> dict[int, int]:
        """Hex to unit."""
        if self._at is None:
            self._at = {hex: unit for unit, hex in enumerate(self.places) if hex >= 0}
        return self._at

    @property
    def zoc(self) -> tuple[int, int]:
        """F6.0: by side, the hexes in its units' ZOC."""
        return self.front(0).zoc, self.front(1).zoc

    def front(self, side: int) -> Front:
        """A side as it stands."""
        front = self._fronts[side]
        if front is None:
            front = self._fronts[side] = self._memo.front(side, self.masks[side])
        return front

    def put(self, places: tuple[int, ...], side: int, start: int, hex: int) -> Board:
        """The board after a unit of a side went from one place to another."""
        mask, (first, second) = self.masks[side], self._fronts
        if start >= 0:
            mask ^= 1 << start
        if hex >= 0:
            mask |= 1 << hex
        if side == 0:
            return Board(self._memo, places, (mask, self.masks[1]), (None, second))
        return Board(self._memo, places, (self.masks[0], mask), (first, None))


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

    def front(self, side: int) -> Front:
        """A side as it stands."""
        return self.board.front(side)

    def label(self, hex: int) -> str:
        return self.scenario.labels[hex]


BOARDS_KEPT, FRONTS_KEPT = 512, 64


class Memo:
    """What has been derived for one scenario, so that it need not be derived again."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.size = len(scenario.labels)
        """The number of hexes of the map."""
        self.everywhere = (1 << self.size) - 1
        """All hexes."""
        self.blank: vec[i64] = vec[i64]([FAR] * (2 * self.size))
        """What a reach begins with: the costs by node …"""
        self.digits: vec[u8] = vec[u8]([ZERO] * self.size)
        """… and the digits of the empty set, the last hex first."""
        self._boards: dict[tuple[int, ...], Board] = {}
        self._fronts: dict[tuple[int, int], Front] = {}
        self._latest = Board(self, (), (0, 0))

    def board(self, state: State) -> Board:
        places, latest = state.places, self._latest
        if latest.places is places:
            return latest
        return self._boards.get(places) or self._keep(self._new_board(places))

    def put(self, state: State, unit: int, hex: int) -> tuple[int, ...]:
        """Everybody's place once a unit has gone to another."""
        board = self.board(state)
        changed = list(state.places)
        start, changed[unit] = changed[unit], hex
        places = tuple(changed)
        self._keep(board.put(places, self.scenario.units[unit].side, start, hex))
        return places

    def front(self, side: int, mask: int) -> Front:
        """A side that stands in these hexes: it stays the same while the other side moves."""
        found = self._fronts.get((side, mask))
        if found is None:
            if len(self._fronts) >= FRONTS_KEPT:
                self._fronts.clear()
            found = self._fronts[side, mask] = Front(self, side, mask)
        return found

    def _new_board(self, places: tuple[int, ...]) -> Board:
        first, second = self.scenario.side_units
        return Board(
            self,
            places,
            (
                mask_of(hex for unit in first if (hex := places[unit]) >= 0),
                mask_of(hex for unit in second if (hex := places[unit]) >= 0),
            ),
        )

    def _keep(self, board: Board) -> Board:
        if len(self._boards) >= BOARDS_KEPT:
            self._boards.clear()
        self._boards[board.places] = self._latest = board
        return board
