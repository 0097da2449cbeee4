"""A scenario's tables in the form that the rules read again and again: numbers by index, in arrays.

Everything here is made from the scenario, once. A compiled engine reads it without asking Python.
"""

from __future__ import annotations

from hexfire.folio.scenario import FOOT, MOBILE, Scenario, Unit, barred_to_infiltration
from hexfire.hexes.arrays import append, i64, u8, vec

NEVER = 1_000_000
"""The cost of what cannot be done."""


class Paths:
    """The steps of one class of units, by hex."""

    __slots__ = ("cheapest", "prices", "ways")

    def __init__(self, scenario: Scenario, kind: int) -> None:
        rows = scenario.steps[kind]
        self.ways = Rows([[to for to, _ in row] for row in rows]).near
        """The hexes that may be entered from a hex …"""
        self.prices = Rows([[cost for _, cost in row] for row in rows]).near
        """… what that costs, in the same order, in half MP …"""
        self.cheapest = [min([cost for _, cost in row], default=NEVER) for row in rows]
        """… and what the cheapest step costs."""


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
        self.allowance = 2 * movement
        """In half MP, as all costs are."""
        self.half = 2 * (movement // 2)  # Q-RND-1: of the printed allowance, rounded down
        self.last = vec[i64]([self.allowance + 1 - cheapest for cheapest in paths.cheapest])
        """By hex: whoever has spent so much on getting there can make no further step."""


class Charts:
    """The tables of one scenario.

    A node is a hex, or (its index raised by the number of hexes) a hex that a mobile unit has just
    infiltrated into.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.size = len(scenario.labels)
        """The number of hexes of the map."""
        self.paths = Paths(scenario, FOOT), Paths(scenario, MOBILE)
        self.zones = _zones(scenario, 0), _zones(scenario, 1)
        """By side, the ZOC that a unit exerts from a hex."""
        self._distances: list[Row | None] = [None] * self.size
        self.bits = tuple([1 << hex for hex in range(self.size)])
        """The set of each hex alone."""
        self.labels = scenario.labels
        self.hexes: dict[str, int] = dict(scenario.hex_index)
        """Hexes by label."""
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
        self.barred = frozenset(
            hex * self.size + to
            for hex, near in enumerate(scenario.ground.grid.neighbours)
            for to in near
            if barred_to_infiltration(scenario, hex, to)
        )
        """F5.1.2d: the steps that are no way to infiltrate, each `hex * size + to`."""
        options = scenario.options
        self.entry_in_ezoc = options.entry_in_ezoc  # Q-MOV-5
        self.exits = scenario.victory.exit_hexes
        self.free_exit = options.free_exit_after_infiltration  # Q-ZOC-3
        self.foot_always_stops = options.foot_stops_on_entering_ezoc == "always"  # Q-ZOC-1
        self.gaits = _gaits(scenario, self.paths)
        """The ways of moving: two for each unit, the front's and the reverse's."""
        self.nowhere: vec[u8] = vec[u8]([0] * self.size)
        """By hex, nothing."""

    def held(self, side: int, places: tuple[int, ...]) -> vec[i64]:
        """The hexes that the units of a side hold."""
        return vec[i64]([hex for unit in self.side_units[side] if (hex := places[unit]) >= 0])

    def distances(self, hex: int) -> vec[i64]:
        """How far every hex is from one."""
        found = self._distances[hex]
        if found is None:
            found = self._distances[hex] = Row(self.scenario.distances[hex])
        return found.numbers


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


def _gaits(scenario: Scenario, paths: tuple[Paths, Paths]) -> list[Gait]:
    known: dict[int, Gait] = {}
    found: list[Gait] = []
    for unit, (front, back) in zip(scenario.units, scenario.profiles, strict=True):
        for number, face in ((front, unit.front), (back, unit.back or unit.front)):
            if number not in known:
                known[number] = Gait(number, unit, face.movement, paths[unit.mobile])
            found.append(known[number])
    return found
