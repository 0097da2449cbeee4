"""A scenario made ready for play: everything that does not change while a game goes on (F2.2).

Hexes are indices of the grid, units and markers indices of their lists, sets are bit masks. All
tables that movement, ZOC and retreat need are made here, once; a `State` holds only what changes.
Movement points are counted in halves (Q-MP-1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from hexfire.folio.counters import FOOT, MOBILE, Marker, Names, Side, Unit
from hexfire.folio.crt import Crt
from hexfire.folio.exclusive.declared import SAME, Change, Exclusive, Rule, Shift, Stacking
from hexfire.folio.ground import Ground, Hexside, Terrain
from hexfire.folio.options import Options
from hexfire.hexes import Grid, mask_of
from hexfire.rulebook import Message

EDITION: Final = 2
"""Our present reading of the rules. `docs/rulings/folio.md` says what the first did otherwise."""

Steps = tuple[tuple[int, int], ...]
"""The steps out of a hex: the hexes that may be entered, and the MP in halves."""


class TurnSpace(NamedTuple):
    """F3.0e: one space of the turn record track."""

    first: int
    support: tuple[int, int]
    """How many markers the first and the second player receive (F8.0b)."""


class Objective(NamedTuple):
    """A hex that is worth points to whoever holds it: the last to have a unit stand there."""

    hex: int
    points: tuple[int, int]
    holder: int | None
    name: Names
    each_turn: bool = False
    """An exclusive rule: the points are given at the end of each game turn, not of the game."""


class Level(NamedTuple):
    """A level of victory: `side` is ahead by at least `margin` points."""

    side: int
    margin: int
    name: Names


class Sudden(NamedTuple):
    """A way to win at the end of any game turn."""

    side: int
    holds: tuple[int, ...]
    margin: int | None
    enemy_lost: int | None
    exited: int | None
    name: Names
    when: str = "game_turn"
    """When it ends the game: `game_turn`, or by exclusive rules `player_turn`, `at_once`."""


class Victory(NamedTuple):
    """What counts at the end, and what ends the game before."""

    objectives: tuple[Objective, ...]
    losses: tuple[int, int]
    """Points to the enemy for each point of value a side loses."""
    exits: tuple[int, int]
    """Points to a side for each point of value it exits."""
    exit_hexes: tuple[int, int]
    """By side, the set of hexes from which it may leave the map."""
    levels: tuple[Level, ...]
    sudden: tuple[Sudden, ...]


class Now(NamedTuple):
    """What exclusive rules make of a scenario for the present (`folio.exclusive.regime`)."""

    conditions: tuple[Rule, ...] = ()
    """The conditions that hold: weather, night …"""
    shifts: tuple[Shift, ...] = ()
    """Column shifts that may count for attacks of the player whose turn it is."""
    altered: Mapping[int, tuple[Rule, ...]] = {}
    """The units whose strength is not as printed, and why."""
    idle: int = 0
    """The set of units that may not attack."""
    no_barrages: str = ""
    """The rule by which there are no barrages now."""
    zoc: bool = True
    support: tuple[Change, Change] = (SAME, SAME)
    """By side, what becomes of the number of markers."""
    held_back: Mapping[int, Rule] = {}
    """Reinforcements that may not come yet, and why."""
    unusable: int = 0
    """The set of markers that nobody has now."""

    @property
    def barrages(self) -> bool:
        return not self.no_barrages

    def why(self, unit: int, otherwise: str) -> str:
        """The exclusive rule that has changed a unit's numbers, or else a common rule."""
        rules = self.altered.get(unit)
        return rules[0].id if rules else otherwise


AS_PRINTED: Final = Now()


@dataclass(frozen=True)
class Scenario:
    """All of a scenario, and the tables made from it."""

    key: str
    """A digest of the source texts: what a state remembers its scenario by."""
    id: str
    name: Names
    about: Names
    sources: tuple[str, ...]
    sides: tuple[Side, Side]
    setup_first: int
    terrains: tuple[Terrain, ...]
    hexsides: tuple[Hexside, ...]
    ground: Ground
    crt: Crt
    units: tuple[Unit, ...]
    markers: tuple[Marker, ...]
    turns: tuple[TurnSpace, ...]
    victory: Victory
    options: Options
    attacker_limit: int
    marker_limit: int
    notes: tuple[Names, ...]
    """Exclusive rules in words, for the reader; what the program knows is in the data."""
    edition: int = EDITION
    """The edition of our rules it is played by; a journal of an older one is replayed by that."""
    source: Mapping[str, str] = field(default_factory=dict)
    exclusive: Exclusive | None = None
    """Exclusive rules that the program knows; None if there are none."""
    now: Now = AS_PRINTED

    @property
    def stacking(self) -> Stacking | None:
        """How much a hex takes, if that is not one unit (F5.3a)."""
        return None if self.exclusive is None else self.exclusive.stacking

    # Names

    @cached_property
    def labels(self) -> tuple[str, ...]:
        grid = self.ground.grid
        return tuple(grid.label(hex) for hex in grid.hexes)

    @cached_property
    def hex_index(self) -> Mapping[str, int]:
        return {label: i for i, label in enumerate(self.labels)}

    @cached_property
    def unit_index(self) -> Mapping[str, int]:
        return {unit.id: i for i, unit in enumerate(self.units)}

    @cached_property
    def marker_index(self) -> Mapping[str, int]:
        return {marker.id: i for i, marker in enumerate(self.markers)}

    @cached_property
    def seats(self) -> tuple[str, str]:
        return self.sides[0].id, self.sides[1].id

    @cached_property
    def objective_at(self) -> Mapping[int, int]:
        """Hex to the number of the objective there; the first, if a hex is named twice."""
        objective_of: dict[int, int] = {}
        for i, objective in enumerate(self.victory.objectives):
            objective_of.setdefault(objective.hex, i)
        return objective_of

    @cached_property
    def objective_reasons(self) -> tuple[Message, ...]:
        """For each objective what a tally of points says of it."""
        hexes = [self.labels[objective.hex] for objective in self.victory.objectives]
        return tuple(Message.of("folio.score.hex", hex=hex) for hex in hexes)

    # Sets of units

    @cached_property
    def side_units(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side, the indices of its units."""
        return (
            tuple(i for i, unit in enumerate(self.units) if unit.side == 0),
            tuple(i for i, unit in enumerate(self.units) if unit.side == 1),
        )

    @cached_property
    def side_mask(self) -> tuple[int, int]:
        """By side, the set of its units."""
        ours, theirs = self.side_units
        return sum(1 << i for i in ours), sum(1 << i for i in theirs)

    @cached_property
    def mobile_units(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By side, those of its units that are mobile."""
        first, second = self.side_units
        return (
            tuple(i for i in first if self.units[i].mobile),
            tuple(i for i in second if self.units[i].mobile),
        )

    @cached_property
    def late_units(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """F3.0d: by side, its reinforcements."""
        first, second = self.side_units
        return (
            tuple(i for i in first if self.units[i].turn > 0),
            tuple(i for i in second if self.units[i].turn > 0),
        )

    @cached_property
    def entries(self) -> tuple[int, ...]:
        """For each unit the set of its entry hexes."""
        return tuple(sum(1 << hex for hex in unit.entry) for unit in self.units)

    # Movement tables, by class

    @cached_property
    def steps(self) -> tuple[tuple[Steps, ...], tuple[Steps, ...]]:
        """By class, for each hex: the steps that may be made from it."""
        every = range(len(self.labels))
        return (
            tuple(self._steps_from(i, FOOT) for i in every),
            tuple(self._steps_from(i, MOBILE) for i in every),
        )

    def _steps_from(self, i: int, kind: int) -> Steps:
        steps = []
        for j in self.ground.grid.neighbours[i]:
            cost = step_cost(self, i, j, kind)
            if cost is not None:
                steps.append((j, cost))
        return tuple(steps)

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """By class, for each hex: the set of hexes that may be entered from it at all."""
        foot, mobile = (
            tuple(mask_of(j for j, _ in steps) for steps in self.steps[kind])
            for kind in (FOOT, MOBILE)
        )
        return foot, mobile

    @cached_property
    def strikes(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """F7.1c: by class, for each hex: the adjacent hexes not behind an impassable hexside."""
        foot, mobile = (
            tuple(
                sum(1 << j for j in near if self.may_cross(i, j, kind))
                for i, near in enumerate(self.ground.grid.neighbours)
            )
            for kind in (FOOT, MOBILE)
        )
        return foot, mobile

    def may_cross(self, i: int, j: int, kind: int) -> bool:
        """F7.1c: whether a class of units may attack across the side between two hexes."""
        ground = self.ground
        if (i, j) in ground.roads or (i, j) in ground.trails:
            return True
        kinds = ground.sides.get((i, j), ())
        return all(self.hexsides[side].open_to_attack(kind) for side in kinds)

    @cached_property
    def zones(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """F6.0a, F6.0b: by side, for each hex: the ZOC that a unit of that side exerts from it.

        Each direction stands for itself: a ZOC that does not enter a fortress is not mutual
        (F6.0d).
        """
        return self._zones(0), self._zones(1)

    def _zones(self, side: int) -> tuple[int, ...]:
        exempt = sum(
            1 << fort.hex
            for fort in self.ground.fortresses.values()
            if fort.exempt and fort.owner in (None, 1 - side)
        )
        grid = self.ground.grid
        if self.options.zoc_crosses_prohibited_hexsides:
            near = grid.neighbour_mask
        else:
            foot, mobile = self.strikes
            near = tuple(foot[i] | mobile[i] for i in range(len(grid)))
        return tuple(mask & ~exempt & ~self._without_zoc(i) for i, mask in enumerate(near))

    def _without_zoc(self, i: int) -> int:
        """The hexes next to one that its ZOC does not enter, by exclusive rules for the terrain."""
        if not self.now.zoc:
            return self.ground.grid.neighbour_mask[i]
        if not self._zoc_free:
            return 0
        ground, hexes = self.ground, 0
        for j in ground.grid.neighbours[i]:
            kinds = ground.sides.get((i, j), ())
            if not self.terrains[ground.terrain[j]].zoc or any(
                not self.hexsides[kind].zoc for kind in kinds
            ):
                hexes |= 1 << j
        return hexes

    @cached_property
    def _zoc_free(self) -> bool:
        """Whether there is any kind of terrain or hexside that stops a ZOC."""
        return not (all(t.zoc for t in self.terrains) and all(h.zoc for h in self.hexsides))

    @cached_property
    def minefields(self) -> frozenset[tuple[int, int]]:
        """F5.1.2d: the minefield hexsides, both ways."""
        return frozenset(
            pair
            for pair, kinds in self.ground.sides.items()
            if any(self.hexsides[kind].minefield for kind in kinds)
        )

    @cached_property
    def sea(self) -> int:
        """The set of sea hexes."""
        return sum(1 << i for i, t in enumerate(self.ground.terrain) if self.terrains[t].sea)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.ground.grid)

    @cached_property
    def profiles(self) -> tuple[tuple[int, int], ...]:
        """For each unit the numbers of its two faces' ways of moving: equal ones share a reach."""
        known: dict[tuple[object, ...], int] = {}
        profiles = []
        for unit in self.units:
            faces = (unit.front, unit.back or unit.front)
            profiles.append(
                tuple(
                    known.setdefault(
                        (
                            unit.side,
                            unit.mobile,
                            face.movement,
                            unit.special_forces,
                            unit.ignores_zoc_stop,
                            unit.spent,
                        ),
                        len(known),
                    )
                    for face in faces
                )
            )
        return tuple((front, back) for front, back in profiles)


class Distances(dict[int, tuple[int, ...]]):
    """Hex distances, a row of the table at a time."""

    def __init__(self, grid: Grid) -> None:
        self._hexes = grid.hexes

    def __missing__(self, i: int) -> tuple[int, ...]:
        q, r = self._hexes[i]
        row = self[i] = tuple(
            [max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2)) for q2, r2 in self._hexes]
        )
        return row


ROAD_COST, TRAIL_COST = 1, 2
"""F5.2.1, F5.2.2: half a point along a road, one along a trail."""


def step_cost(scenario: Scenario, i: int, j: int, kind: int) -> int | None:
    """F5.2a, F5.2b: MP (in halves) for a class to step into an adjacent hex; None if it may not.

    F5.2.1, F5.2.2, Q-MOV-1: along a road or trail that crosses the hexside, the other terrain does
    not matter, a prohibited one included; but no road leads into the sea.
    """
    ground = scenario.ground
    if scenario.terrains[ground.terrain[j]].sea:
        return None
    if (i, j) in ground.roads:
        return ROAD_COST
    if (i, j) in ground.trails:
        return TRAIL_COST
    cost = scenario.terrains[ground.terrain[j]].costs[kind]
    if cost is None:
        return None
    for side in ground.sides.get((i, j), ()):
        extra = scenario.hexsides[side].costs[kind]
        if extra is None:
            return None
        cost += extra
    return cost


def barred_to_infiltration(scenario: Scenario, hex: int, to: int) -> bool:
    """F5.1.2d: no infiltration across a minefield hexside nor into a fortress."""
    return to in scenario.ground.fortresses or (hex, to) in scenario.minefields
