"""Where everybody stands and what they control: derived from a state, kept for the next time."""

from __future__ import annotations

from typing import Final

import msgspec

from hexfire.folio.charts import Charts, Gait
from hexfire.folio.counters import Strength
from hexfire.folio.exclusive.regime import GroundKey, Regime, derived, regime_of
from hexfire.folio.flags import hexes_of, mask_of_flags, nth_of
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Retreating, State
from hexfire.hexes import iterate, mask_of
from hexfire.hexes.arrays import i64, u8, vec
from hexfire.rulebook import Message


class Reach:
    """How far a unit gets."""

    __slots__ = ("_hexes", "_mask", "count", "first", "flags", "leaves")

    def __init__(self, flags: vec[u8], count: int, first: int) -> None:
        self.flags = flags
        """By hex, whether it is reached; the unit's own is."""
        self.count, self.first = count, first
        """How many are, and the first of them."""
        self.leaves: bool | None = None
        """Whether the unit can leave the map, once that is known."""
        self._mask = -1
        self._hexes: list[int] | None = None

    @property
    def hexes(self) -> list[int]:
        """The hexes it reaches, its own included; ascending."""
        hexes = self._hexes
        if hexes is None:
            hexes = self._hexes = hexes_of(self.flags)
        return hexes

    @property
    def mask(self) -> int:
        """The same as a set."""
        if self._mask < 0:
            self._mask = mask_of_flags(self.flags)
        return self._mask

    def free(self, held: vec[i64]) -> int:
        """How many of its hexes are none of these."""
        count: i64 = self.count
        flags = self.flags
        for hex in held:
            if flags[hex]:
                count -= 1
        return count

    def nth_free(self, held: vec[u8], number: int) -> int:
        """The n-th of its hexes that are not held, from 0, ascending."""
        return nth_of(self.flags, held, number, self.first)


class Costs:
    """How far a unit gets, and what it costs."""

    __slots__ = ("_beyond", "_costs", "_size", "reach")

    def __init__(self, charts: Charts, gait: Gait, costs: vec[i64], reach: Reach) -> None:
        self._size, self._beyond = charts.size, gait.allowance + 1
        self._costs = costs
        """By node (see `Charts`) the cheapest cost; nothing else for enemies' hexes."""
        self.reach = reach

    @property
    def mask(self) -> int:
        """The hexes the unit reaches, its own included."""
        return self.reach.mask

    def at(self, node: int) -> int | None:
        """The cheapest cost of a node; None if it cannot be reached."""
        hex = node if node < self._size else node - self._size
        if not self.reach.flags[hex] or node >= len(self._costs):
            return None
        cost = self._costs[node]
        return cost if cost < self._beyond else None

    def cost(self, hex: int) -> int:
        """The cheapest cost of a hex that can be reached."""
        costs = [cost for node in (hex, hex + self._size) if (cost := self.at(node)) is not None]
        return min(costs)


class Start:
    """The costs by node before a unit moves: more than it has, but nothing for enemies' hexes."""

    __slots__ = ("costs",)

    def __init__(self, charts: Charts, gait: Gait, enemies: vec[i64]) -> None:
        # Only a mobile unit has a use for hexes it has just infiltrated into.
        planes = 2 if gait.mobile else 1
        costs: vec[i64] = vec[i64]([gait.allowance + 1] * (planes * charts.size))
        for hex in enemies:
            for plane in range(planes):
                costs[hex + plane * charts.size] = 0  # F5.1c: nobody gets there cheaper
        self.costs = costs


class Front:
    """One side where it stands: its hexes, its ZOC, and how the other side moves against it."""

    __slots__ = (
        "_charts",
        "_exerting",
        "_starts",
        "_zoc",
        "closed",
        "hexes",
        "mask",
        "reaches",
        "side",
        "zone",
    )

    def __init__(
        self, charts: Charts, side: int, mask: int, hexes: vec[i64], exerting: vec[i64]
    ) -> None:
        self._charts, self.side, self.mask = charts, side, mask
        self.hexes = hexes
        self._exerting = exerting
        """The hexes of those units that have a ZOC: all, but for exclusive rules."""
        zone, near = charts.nowhere[:], charts.zones[side].near
        for hex in exerting:
            for to in near[hex]:
                zone[to] = 1
        closed = zone[:]
        for hex in self.hexes:
            closed[hex] = 1
        self.closed = closed
        """By hex, whether its units or their ZOC are there."""
        self.zone = zone
        """F6.0: by hex, whether it is in its units' ZOC. Nothing negates a ZOC (F6.0c)."""
        self._zoc = -1
        self._starts: dict[int, Start] = {}
        self.reaches: dict[int, Reach] = {}
        """What is known of movement against it, by way of moving and hex."""

    @property
    def zoc(self) -> int:
        """F6.0: the set of hexes in its units' ZOC."""
        if self._zoc < 0:
            zones, zoc = self._charts.scenario.zones[self.side], 0
            for hex in self._exerting:
                zoc |= zones[hex]
            self._zoc = zoc
        return self._zoc

    def start(self, gait: Gait) -> Start:
        """The costs before a unit of the other side moves."""
        start = self._starts.get(gait.number)
        if start is None:
            start = self._starts[gait.number] = Start(self._charts, gait, self.hexes)
        return start


class Held:
    """The hexes in which the units of a side stand."""

    __slots__ = ("flags",)

    def __init__(self, charts: Charts, side: int, places: tuple[int, ...]) -> None:
        flags = charts.nowhere[:]
        for unit in charts.side_units[side]:
            hex = places[unit]
            if hex >= 0:
                flags[hex] = 1
        self.flags = flags


class Ranges:
    """How far the units may move that have not yet, and to how many hexes nobody holds."""

    __slots__ = (
        "counts",
        "held",
        "moved",
        "phase",
        "player",
        "reaches",
        "reduced",
        "total",
        "units",
    )

    def __init__(
        self,
        state: State,
        units: list[int],
        reaches: list[Reach],
        counts: vec[i64],
        held: vec[u8],
    ) -> None:
        self.player, self.phase = state.player, state.phase
        self.moved, self.reduced = state.moved, state.reduced
        self.units, self.reaches = units, reaches
        self.counts = counts
        """By place in these lists, the number of hexes; GONE for a unit that has moved since."""
        self.held = held
        """By hex, whether a unit of their side holds it."""
        total: i64 = 0
        for count in counts:
            if count > 0:
                total += count
        self.total = total

    def fits(self, state: State, moved: int) -> bool:
        """Whether it holds for a state in which, besides, these units have moved."""
        return (
            self.moved | moved == state.moved
            and self.phase is state.phase
            and self.player == state.player
            and self.reduced == state.reduced
        )

    def after(self, state: State, unit: int, start: int, hex: int) -> Ranges:
        """The ranges once a unit has gone from one place to another."""
        counts, units, reaches = self.counts[:], self.units, self.reaches
        held = self.held[:]
        if start >= 0:
            held[start] = 0
        if hex >= 0:
            held[hex] = 1
        for i, reach in enumerate(reaches):
            flags = reach.flags
            if start >= 0 and flags[start]:
                counts[i] += 1
            if hex >= 0 and flags[hex]:
                counts[i] -= 1
            if units[i] == unit:
                counts[i] = GONE
        return Ranges(state, units, reaches, counts, held)

    def nth(self, number: int) -> tuple[int, int]:
        """The n-th move of all, as a unit and a hex."""
        n: i64 = number
        for i, count in enumerate(self.counts):
            if count > 0:
                if n < count:
                    return self.units[i], self.reaches[i].nth_free(self.held, n)
                n -= count
        raise IndexError(number)


GONE: Final = -1_000_000


class Board:
    """The units on the map, by hex and by side."""

    __slots__ = (
        "_at",
        "_at_before",
        "_behind",
        "_came",
        "_first",
        "_held_first",
        "_held_second",
        "_memo",
        "_ranges",
        "_second",
        "_stacks",
        "_unit",
        "_went",
        "contacts",
        "masks",
        "places",
    )

    def __init__(
        self,
        memo: Memo,
        places: tuple[int, ...],
        masks: tuple[int, int],
        first: Front | None = None,
        second: Front | None = None,
    ) -> None:
        self._memo, self.places = memo, places
        self.masks = masks
        """By side, the hexes its units stand in."""
        self.contacts: list[list[tuple[int, int]] | None] = [None, None]
        """By side, which of its units can strike at which, once that is known."""
        self._first, self._second = first, second
        self._held_first: Held | None = None
        self._held_second: Held | None = None
        self._unit, self._went, self._came = -1, -1, -1
        """What the board came from: a unit that went from one place to another …"""
        self._stacks: dict[int, tuple[int, ...]] | None = None
        self._at: dict[int, int] | None = None
        self._at_before: dict[int, int] | None = None
        self._ranges: Ranges | None = None
        self._behind = False
        """… and whether the ranges are still those before that."""

    def stack(self, hex: int) -> tuple[int, ...]:
        """The units in a hex, where exclusive rules let several stand in one."""
        stacks = self._stacks
        if stacks is None:
            stacks = {}
            for unit, place in enumerate(self.places):
                if place >= 0:
                    stacks[place] = (*stacks.get(place, ()), unit)
            self._stacks = stacks
        return stacks.get(hex, ())

    @property
    def at(self) -> dict[int, int]:
        """Hex to unit: the first of those who stand there."""
        unit_at = self._at
        if unit_at is None:
            before = self._at_before
            if before is None:
                unit_at = {}
                for unit, hex in enumerate(self.places):
                    if hex >= 0:
                        unit_at.setdefault(hex, unit)
            else:
                unit_at = before.copy()
                if self._went >= 0:
                    del unit_at[self._went]
                if self._came >= 0:
                    unit_at[self._came] = self._unit
            self._at, self._at_before = unit_at, None
        return unit_at

    def held(self, side: int) -> vec[u8]:
        """By hex, whether a unit of a side stands there."""
        held = self._held_second if side else self._held_first
        if held is None:
            held = Held(self._memo.charts, side, self.places)
            if side:
                self._held_second = held
            else:
                self._held_first = held
        return held.flags

    @property
    def zoc(self) -> tuple[int, int]:
        """F6.0: by side, the hexes in its units' ZOC."""
        return self.front(0).zoc, self.front(1).zoc

    def front(self, side: int) -> Front:
        """A side as it stands."""
        front = self._second if side else self._first
        if front is None:
            front = self._memo.front(side, self.masks[side], self.places)
            if side:
                self._second = front
            else:
                self._first = front
        return front

    def put(self, places: tuple[int, ...], side: int, unit: int, hex: int) -> Board:
        """The board after a unit of a side went to another place."""
        mask, start = self.masks[side], self.places[unit]
        bits = self._memo.charts.bits
        if start >= 0:
            mask ^= bits[start]
        if hex >= 0:
            mask |= bits[hex]
        if side == 0:
            board = Board(self._memo, places, (mask, self.masks[1]), None, self._second)
            board._held_second = self._held_second
        else:
            board = Board(self._memo, places, (self.masks[0], mask), self._first, None)
            board._held_first = self._held_first
        board._unit, board._went, board._came = unit, start, hex
        board._at_before = self._at
        if not self._behind:
            board._ranges, board._behind = self._ranges, True
        return board

    def counted(self, state: State) -> Ranges | None:
        """The ranges of a state, if they are known or follow from those before the last move."""
        ranges = self._ranges
        if ranges is None:
            return None
        if not self._behind:
            return ranges if ranges.fits(state, 0) else None
        if not ranges.fits(state, 1 << self._unit) or self._memo.side(self._unit) != state.player:
            return None
        ranges = ranges.after(state, self._unit, self._went, self._came)
        self.keep(ranges)
        return ranges

    def keep(self, ranges: Ranges) -> None:
        """Remember ranges that have been counted here."""
        self._behind = False  # first: whoever looks now finds ranges that do not fit, at worst
        self._ranges = ranges


class Position:
    """A state seen with its scenario: what every rule looks at."""

    __slots__ = (
        "board",
        "charts",
        "memo",
        "phase",
        "places",
        "player",
        "reduced",
        "scenario",
        "state",
    )

    def __init__(self, memo: Memo, state: State) -> None:
        if memo.varies:
            memo = memo.present(state)
        self.memo = memo
        self.charts = memo.charts
        self.scenario = memo.scenario
        self.state = state
        # What rules ask for again and again is at hand.
        self.phase, self.player, self.places = state.phase, state.player, state.places
        self.reduced = state.reduced
        self.board = memo.board(self.places)

    def face(self, unit: int) -> int:
        """The face of the counter that is up (Q-ZOC-9): its number in the tables of `Charts`."""
        return 2 * unit + (self.reduced >> unit & 1)

    def strength(self, unit: int) -> Strength:
        """What is printed on that face."""
        return self.charts.faces[self.face(unit)]

    def gait(self, unit: int) -> Gait:
        """How that face moves."""
        return self.charts.gaits[self.face(unit)]

    def front(self, side: int) -> Front:
        """A side as it stands."""
        return self.board.front(side)

    def held(self, side: int) -> vec[i64]:
        """The hexes that the units of a side hold."""
        return self.charts.held(side, self.places)

    def label(self, hex: int) -> str:
        return self.charts.labels[hex]


BOARDS_KEPT: Final = 64
FRONTS_KEPT: Final = 16
REGIMES_KEPT: Final = 96
GROUNDS_KEPT: Final = 12
"""Tables of the ground are dear to make; the rest of a regime is not."""


class Memo:
    """What has been derived for one scenario, so that it need not be derived again."""

    def __init__(
        self, scenario: Scenario, base: Memo | None = None, alike: Memo | None = None
    ) -> None:
        self.scenario = scenario
        self.base: Memo | None = base
        """The memo of the scenario as printed, if this is one of a regime of exclusive rules."""
        self.varies = scenario.exclusive is not None
        """Whether exclusive rules may make another scenario of it."""
        self.charts: Charts = Charts(scenario, None if alike is None else alike.charts)
        self._regimes: dict[Regime, Memo] = {}
        self._grounds: dict[GroundKey, Memo] = {}
        """One memo of each lie of the ground: others with the same take its tables."""
        self.everywhere = (1 << self.charts.size) - 1
        """All hexes."""
        self.unit_reasons: dict[tuple[int, int], Message] = {}
        """What a tally says of a unit, by its face."""
        self.latest_steps: tuple[Retreating, tuple[int, ...], int, tuple[int, ...]] | None = None
        """A retreat, everybody's places, a unit, and the hexes it may retreat to next."""
        self.units_seen: dict[int, msgspec.Raw] = {}
        """Units as everybody sees them, in JSON: by unit, place, face and what it has done."""
        self.markers_seen: dict[tuple[int, int, str | None], msgspec.Raw] = {}
        """The markers in hand in JSON: by hands and, where they are secret, by who looks."""
        self.objectives_seen: dict[tuple[int, ...], msgspec.Raw] = {}
        """The objectives in JSON, by who holds them."""
        self.points_seen: dict[tuple[tuple[int, ...], ...], dict[str, int]] = {}
        """Both sides' points, by what they come from."""
        self.columns: dict[tuple[str, int], int] = {}
        """The column of the CRT by row and differential."""
        self.markers: dict[int, tuple[int, int]] = {}
        """What both sides receive, by game turn."""
        self._boards: dict[int, Board] = {}
        """By the identity of the tuple of places, which the board keeps alive."""
        self._fronts: dict[tuple[int, int, int], Front] = {}
        self._latest = Board(self, (), (0, 0))

    def side(self, unit: int) -> int:
        return self.charts.sides[unit]

    def present(self, state: State) -> Memo:
        """What is derived for the scenario as exclusive rules have it in this state."""
        base = self.base or self
        rules = base.scenario.exclusive
        assert rules is not None
        now = regime_of(rules, state)
        memo = base._regimes.get(now)
        if memo is None:
            if len(base._regimes) >= REGIMES_KEPT:
                base._regimes.clear()
            alike = base._grounds.get(now.ground)
            scenario = derived(base.scenario, rules, now, alike.scenario if alike else None)
            memo = base._regimes[now] = Memo(scenario, base, alike or base)
            if alike is None:
                if len(base._grounds) >= GROUNDS_KEPT:
                    base._grounds.clear()
                base._grounds[now.ground] = memo
        return memo

    def board(self, places: tuple[int, ...]) -> Board:
        """The board on which everybody stands there."""
        latest = self._latest
        if latest.places is places:
            return latest
        return self._boards.get(id(places)) or self._keep(self._new_board(places))

    def recall(self, board: Board) -> None:
        """A board that is looked at again; it may have been let go meanwhile."""
        if self._boards.get(id(board.places)) is board:
            self._latest = board
        else:
            self._keep(board)

    def put(self, state: State, unit: int, hex: int) -> tuple[int, ...]:
        """Everybody's place once a unit has gone to another."""
        changed = list(state.places)
        changed[unit] = hex
        places = tuple(changed)
        if not self.charts.stacks:
            self._keep(self.board(state.places).put(places, self.side(unit), unit, hex))
        return places

    def front(self, side: int, mask: int, places: tuple[int, ...]) -> Front:
        """A side that stands in these hexes: it stays the same while the other side moves."""
        quiet = self.charts.quiet_hexes(side, places)
        front = self._fronts.get((side, mask, quiet))
        if front is None:
            if len(self._fronts) >= FRONTS_KEPT:
                self._fronts.clear()
            hexes = self.charts.held(side, places)
            exerting = hexes
            if quiet:
                silent = set(iterate(quiet))
                exerting = vec[i64]([hex for hex in hexes if hex not in silent])
            front = Front(self.charts, side, mask, hexes, exerting)
            self._fronts[side, mask, quiet] = front
        return front

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
        self._boards[id(board.places)] = self._latest = board
        return board
