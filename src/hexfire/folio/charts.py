"""A scenario's tables in the form that the rules read again and again: numbers by index, in arrays.

Everything here is made from the scenario, once. A compiled engine reads it without asking Python.
"""

from __future__ import annotations

from typing import Final

import msgspec

from hexfire.folio.counters import FOOT, MOBILE, Unit
from hexfire.folio.scenario import Scenario, barred_to_infiltration
from hexfire.hexes import mask_of
from hexfire.hexes.arrays import append, i64, u8, vec

NEVER: Final = 1_000_000
"""The cost of what cannot be done."""


class Paths:
    """The steps of one class of units, by hex."""

    __slots__ = ("barred", "cheapest", "first", "prices", "to", "ways")

    def __init__(self, scenario: Scenario, kind: int) -> None:
        rows = scenario.steps[kind]
        self.ways = Rows([[to for to, _ in row] for row in rows]).near
        """The hexes that may be entered from a hex."""
        self.cheapest = [min([cost for _, cost in row], default=NEVER) for row in rows]
        """What the cheapest step from a hex costs."""
        steps = [(hex, to, cost) for hex, row in enumerate(rows) for to, cost in row]
        first = [0]
        for row in rows:
            first.append(first[-1] + len(row))
        self.first: vec[i64] = vec[i64](first)
        """All steps in one row: where those of a hex begin, the next hex's being their end; …"""
        self.to: vec[i64] = vec[i64]([to for _, to, _ in steps])
        self.prices: vec[i64] = vec[i64]([cost for _, _, cost in steps])
        """… the hex entered, what that costs in half MP, …"""
        barred = [barred_to_infiltration(scenario, hex, to) for hex, to, _ in steps]
        self.barred: vec[u8] = vec[u8]([int(never) for never in barred])
        """… and whether it is no way to infiltrate (F5.1.2d)."""


class Gait:
    """A way of moving: what all faces of counters that move alike have in common."""

    __slots__ = (
        "allowance",
        "half",
        "ignores_zoc_stop",
        "last",
        "mobile",
        "number",
        "special_forces",
    )

    def __init__(self, number: int, unit: Unit, movement: int, paths: Paths) -> None:
        self.number = number
        self.mobile = unit.mobile
        self.special_forces = unit.special_forces
        self.ignores_zoc_stop = unit.ignores_zoc_stop
        self.allowance = max(0, 2 * movement - unit.spent)
        """In half MP, as all costs are."""
        self.half = 2 * (movement // 2)  # Q-RND-1: of the printed allowance, rounded down
        last = [max(0, self.allowance + 1 - cheapest) for cheapest in paths.cheapest]
        self.last: vec[i64] = vec[i64](last)
        """By hex: whoever has spent so much on getting there can make no further step."""


class Charts:
    """The tables of one scenario.

    A node is a hex, or (its index raised by the number of hexes) a hex that a mobile unit has just
    infiltrated into.
    """

    def __init__(self, scenario: Scenario, base: Charts | None = None) -> None:
        """The tables; those of the printed scenario serve where exclusive rules change nothing."""
        self.scenario = scenario
        self.size = len(scenario.labels)
        """The number of hexes of the map."""
        same = base if base is not None and base.scenario.steps is scenario.steps else None
        self.paths: tuple[Paths, Paths] = (
            (Paths(scenario, FOOT), Paths(scenario, MOBILE)) if same is None else same.paths
        )
        self.zones: tuple[Rows, Rows] = (
            (_zones(scenario, 0), _zones(scenario, 1)) if same is None else same.zones
        )
        """By side, the ZOC that a unit exerts from a hex."""
        self.around: Rows = _neighbours(scenario) if base is None else base.around
        """By hex, the hexes beside it."""
        self._distances: list[Row | None] = [None] * self.size if base is None else base._distances
        self.idle = scenario.now.idle
        """The set of units that exclusive rules keep from attacking …"""
        self.held_back = mask_of(scenario.now.held_back)
        """… from entering the map …"""
        self.lands_in_ezoc = scenario.exclusive.lands_in_ezoc if scenario.exclusive else 0
        """… or let land in an EZOC."""
        self.stacks = scenario.stacking is not None
        """Whether several units may stand in a hex, by exclusive rules."""
        self.bits = tuple([1 << hex for hex in range(self.size)])
        """The set of each hex alone."""
        self.labels = scenario.labels
        self.labels_written = [msgspec.json.encode(label)[1:-1] for label in scenario.labels]
        """The same as they stand within a text in JSON."""
        self.moves_begun: dict[int, bytes] = {}
        """By unit, how all its moves begin as people type them, in JSON; once they were listed."""
        self.hexes: dict[str, int] = dict(scenario.hex_index)
        """Hexes by label."""
        self.quiet = _without_zoc(scenario, 0), _without_zoc(scenario, 1)
        """By side, the units that have no ZOC."""
        self.names = tuple([unit.id for unit in scenario.units])
        self.units: dict[str, int] = dict(scenario.unit_index)
        """Units by name."""
        self.sides = tuple([unit.side for unit in scenario.units])
        self.mobile = tuple([unit.mobile for unit in scenario.units])
        self.side_units = scenario.side_units
        self.mobile_units = scenario.mobile_units
        self.late_units = scenario.late_units
        self.arrivals = tuple([unit.turn for unit in scenario.units])
        self.entries = scenario.entries
        self.fortresses = dict(scenario.ground.fortresses)
        self.strikes = scenario.strikes
        self.objectives: dict[int, int] = dict(scenario.objective_at)
        options = scenario.options
        self.entry_in_ezoc = options.entry_in_ezoc  # Q-MOV-5
        self.exits = scenario.victory.exit_hexes
        self.free_exit = options.free_exit_after_infiltration  # Q-ZOC-3
        self.foot_always_stops = options.foot_stops_on_entering_ezoc == "always"  # Q-ZOC-1
        self.gaits = _gaits(scenario, self.paths)
        """The ways of moving: two for each unit, the front's and the reverse's."""
        self.faces = [
            face for unit in scenario.units for face in (unit.front, unit.back or unit.front)
        ]
        """What is printed there, in the same order …"""
        self.attack: vec[i64] = vec[i64]([face.attack for face in self.faces])
        self.defence: vec[i64] = vec[i64]([face.defence for face in self.faces])
        """… and two numbers of it by themselves."""
        self.nowhere: vec[u8] = vec[u8]([0] * self.size)
        """By hex, nothing."""
        self._farthest = max([gait.allowance for gait in self.gaits], default=0)
        self._queues: list[Queue] = []

    def queue(self) -> Queue:
        """An empty queue, to be given back: making one takes longer than a march."""
        try:
            return self._queues.pop()
        except IndexError:
            # A node is left once, by each of its steps; there are two nodes to a hex.
            most = max(len(self.paths[FOOT].to), len(self.paths[MOBILE].to))
            return Queue(self._farthest, 2 * most)

    def give_back(self, queue: Queue) -> None:
        self._queues.append(queue)

    def held(self, side: int, places: tuple[int, ...]) -> vec[i64]:
        """The hexes that the units of a side hold."""
        return vec[i64]([hex for unit in self.side_units[side] if (hex := places[unit]) >= 0])

    def quiet_hexes(self, side: int, places: tuple[int, ...]) -> int:
        """The set of hexes whose units have no ZOC."""
        hexes = 0
        for unit in self.quiet[side]:
            if places[unit] >= 0:
                hexes |= self.bits[places[unit]]
        if hexes and self.stacks:  # Q-STK-2: one that has a ZOC is enough
            for unit in self.side_units[side]:
                if places[unit] >= 0 and unit not in self.quiet[side]:
                    hexes &= ~self.bits[places[unit]]
        return hexes

    def distances(self, hex: int) -> vec[i64]:
        """How far every hex is from one."""
        row = self._distances[hex]
        if row is None:
            row = self._distances[hex] = Row(self.scenario.distances[hex])
        return row.numbers


class Queue:
    """Nodes that wait to be left, the cheapest first: chains by the points spent on getting there.

    No heap is needed, as costs are small numbers.
    """

    __slots__ = ("after", "heads", "nodes")

    def __init__(self, farthest: int, steps: int) -> None:
        self.heads: vec[i64] = vec[i64]([0] * (farthest + 1))
        """By points spent, the latest of its chain; 0 if there is none."""
        self.nodes: vec[i64] = vec[i64]([0] * (steps + 2))
        self.after: vec[i64] = vec[i64]([0] * (steps + 2))
        """The node that waits at a place of the queue, and the place of the next in its chain."""


class Row:
    """A number for each hex."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers: vec[i64] = vec[i64](numbers)


class Rows:
    """For each hex some of its neighbours, or numbers for them."""

    __slots__ = ("near",)

    def __init__(self, rows: list[list[int]]) -> None:
        near: vec[vec[i64]] = vec[vec[i64]]()
        for row in rows:
            near = append(near, vec[i64](row))
        self.near = near


def _zones(scenario: Scenario, side: int) -> Rows:
    zones, near = scenario.zones[side], scenario.ground.grid.neighbours
    return Rows([[to for to in row if zones[hex] >> to & 1] for hex, row in enumerate(near)])


def _neighbours(scenario: Scenario) -> Rows:
    return Rows([list(row) for row in scenario.ground.grid.neighbours])


def _gaits(scenario: Scenario, paths: tuple[Paths, Paths]) -> list[Gait]:
    known: dict[int, Gait] = {}
    gaits: list[Gait] = []
    for unit, (front, back) in zip(scenario.units, scenario.profiles, strict=True):
        for number, face in ((front, unit.front), (back, unit.back or unit.front)):
            if number not in known:
                known[number] = Gait(number, unit, face.movement, paths[unit.mobile])
            gaits.append(known[number])
    return gaits


def _without_zoc(scenario: Scenario, side: int) -> tuple[int, ...]:
    return tuple([u for u in scenario.side_units[side] if scenario.units[u].no_zoc])
