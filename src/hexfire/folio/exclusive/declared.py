"""What a scenario file can declare, as plain data. Units, hexes and markers are indices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from hexfire.folio.counters import Names
from hexfire.folio.crt import Crt

Costs = tuple[int | None, int | None]
"""MP by class, in halves; None: prohibited."""


class Change(NamedTuple):
    """What becomes of a number: `half` (fractions dropped), `half_up`, `none`, or a sum."""

    word: str = ""
    plus: int = 0

    def of(self, value: int) -> int:
        """The number as it is now.

        >>> Change("half").of(5), Change("half_up").of(5), Change("", -7).of(5)
        (2, 3, 0)
        """
        if self.word == "half":
            return value // 2
        if self.word == "half_up":
            return (value + 1) // 2
        if self.word == "none":
            return 0
        return max(0, value + self.plus)


SAME: Final = Change()
CHANGES: Final = ("half", "half_up", "none")


class Effect(NamedTuple):
    """What something does to a unit."""

    attack: Change = SAME
    defence: Change = SAME
    foot: Change = SAME
    mobile: Change = SAME
    """To the movement allowance, by class."""
    may_attack: bool = True


@dataclass(frozen=True, eq=False)
class Rule:
    """An exclusive rule as its scenario calls it: its number and its name."""

    id: str
    name: Names


class OptionalRule(NamedTuple):
    """A rule that players may leave out, or take in, by agreement when a game is set up."""

    rule: Rule
    by_default: bool
    """Whether it is played if nobody speaks of it."""


class Condition(NamedTuple):
    """A state of the day (night, rain, mud): what holds for everybody while it lasts."""

    id: str
    rule: Rule
    turns: frozenset[int]
    """The game turns that have it by themselves."""
    effect: Effect
    terrain: Mapping[int, Costs]
    hexsides: Mapping[int, Costs]
    """MP that are otherwise than printed."""
    ignored: frozenset[int]
    """Kinds of hexsides that are as if not there (frozen rivers)."""
    roads: str
    """`road`, `trail` or `none`: what a road is worth."""
    trails: bool
    support: tuple[Change, Change]
    """By side, the number of markers received."""
    shift: tuple[int, int]
    """By attacking side, columns to the right (or, below 0, to the left)."""
    barrages: bool
    zoc: bool
    landings: bool
    """Whether airborne units may land."""
    grounded: frozenset[str]
    """Kinds of markers that nobody receives."""


class Weather(NamedTuple):
    """What the weather may be: a roll at the start of each game turn."""

    rule: Rule
    die: tuple[int, int]
    results: tuple[tuple[int, int, int], ...]
    """Lowest roll, highest roll, condition (-1: none)."""
    turns: frozenset[int]
    """The game turns on which it is rolled for; on others the weather stays."""


class Stage(NamedTuple):
    """One stage of being without supply: what it does, and what is lost at its beginning."""

    effect: Effect
    loss: str
    """``, `reduced` or `eliminated`."""


class SupplySide(NamedTuple):
    """Where one side draws its supply from, and how."""

    sources: tuple[int, ...]
    source_units: int
    """The set of units that are sources themselves."""
    length: int | None
    by_points: bool
    """The length counts MP (in halves), not hexes."""
    kind: int
    """The class of units whose ways the line takes."""
    roads: bool
    """The line keeps to roads and trails."""


class Supply(NamedTuple):
    """Lines of supply: checked when a side's player turn begins."""

    rule: Rule
    sides: tuple[SupplySide | None, SupplySide | None]
    ezoc: str
    """`blocks`, `friends_open` (a friendly unit in the hex opens it) or `free`."""
    stages: tuple[Stage, ...]
    exempt: int
    first_turn: int


class Headquarters(NamedTuple):
    """A unit that commands: whom, and how far."""

    unit: int
    radius: int
    commands: int


class Command(NamedTuple):
    """Units farther from their headquarters than its radius suffer an effect."""

    rule: Rule
    headquarters: tuple[Headquarters, ...]
    effect: Effect
    subject: int
    """The set of all units that somebody commands."""


class Shift(NamedTuple):
    """Columns for an attack, if all that is asked for is so."""

    rule: Rule
    side: int
    """The attacking side."""
    columns: int
    """To the right; below 0 to the left."""
    turns: frozenset[int] = frozenset()
    attackers: int = 0
    """The set of units of which one (or, with `every`, each attacker) takes part; 0: any."""
    every: bool = False
    targets: int = 0
    """The set of units of which the defender is one; 0: any."""
    terrain: frozenset[int] = frozenset()
    hexes: int = 0
    """The set of hexes the defender stands in; 0: any."""
    barrages: bool = True
    combats: bool = True


class Bridge(NamedTuple):
    """A road or trail across a hexside that can be destroyed, captured, and built again."""

    id: str
    name: Names
    rule: Rule
    hexes: tuple[int, int]
    blown: bool
    """How it stands at first."""
    blown_by: int | None
    chance: int
    """It falls on a roll of at most so much with a six-sided die; 6: surely, without a roll."""
    on_approach: bool
    """It is rolled for when an enemy comes to stand at an end of it; else its owner says when."""
    guarded: bool
    """Whether the owner needs a unit at an end of it to blow it."""
    built_by: int
    """The set of units that can build it."""
    capture: bool
    """Whether it can be blown no more once an enemy has stood at an end of it."""


class Arrival(NamedTuple):
    """Reinforcements that come by a roll, or when something has happened."""

    rule: Rule
    units: int
    side: int
    turn: int
    """The first game turn on which they may come."""
    chance: int
    """They come on a roll of at most so much with a six-sided die; 6: without a roll."""
    holds: tuple[int, int] | None
    """The number of an objective and the side that must hold it."""
    lost: tuple[int, int] | None
    """A side, and the value it must have lost."""


class Landing(NamedTuple):
    """Airborne landings: how far off a unit comes down, and what that costs."""

    rule: Rule
    units: int
    drift: tuple[int, ...]
    """By roll of a six-sided die: how many hexes, in a direction that is rolled for."""
    rough: frozenset[int]
    """Kinds of terrain in which a unit that lands is reduced."""
    in_ezoc: bool
    """Whether a hex in an EZOC may be chosen."""


class Entering(NamedTuple):
    """Reinforcements that move on when they have entered."""

    rule: Rule
    units: int
    pays: bool
    """Whether the entry hex costs what it costs to enter it."""


class Replacements(NamedTuple):
    """Points with which reduced units are made whole and lost ones come back."""

    rule: Rule
    points: tuple[tuple[int, ...], tuple[int, ...]]
    """By side, how many on each game turn."""
    kept: bool
    """Whether unused points are kept for later."""
    restore: int
    """What a step of a reduced unit costs."""
    rebuild: int | None
    """What a lost unit costs, which comes back reduced; None: none comes back."""
    units: int
    hexes: tuple[int, int]
    """By side, the hexes in which lost units come back."""


class Works(NamedTuple):
    """Fortress markers that players lay: a unit digs in where it stands, instead of moving."""

    rule: Rule
    limit: tuple[int, int]
    """By side, how many may lie on the map."""
    units: int
    not_in: frozenset[int]
    """Kinds of terrain in which none may be laid."""
    exempt: bool
    """Whether ZOC does not enter (F6.0b)."""
    kept: bool
    """Whether it stays when the unit has left; else it is removed."""


class MarkerRule(NamedTuple):
    """What some support fire markers can be used for."""

    rule: Rule
    markers: int
    kind: str
    range: int | None
    """The target must be within so many hexes of `near` or `near_units`."""
    near: tuple[int, ...]
    near_units: int
    not_in: frozenset[int]
    """Kinds of terrain in which nothing can be hit."""
    uses: frozenset[str]
    """Of `USES`."""
    park: int | None
    """They are lost when an enemy unit comes to stand in this hex."""


class Stacking(NamedTuple):
    """How much a hex takes, where that is not one unit (F5.3a)."""

    rule: Rule
    limit: tuple[int, int]
    """By side, how many points of units may stand in a hex."""
    terrain: Mapping[int, int]
    """Kinds of terrain that take more or fewer."""
    weights: tuple[int, ...]
    """By unit, how many points it counts."""
    together: bool
    """Whether only units of one formation may stand together."""


MOST_IN_A_HEX: Final = 4
"""Whatever they weigh: everybody beside an enemy may attack it in any combination."""

USES: Final = ("attack", "defence", "barrage", "counter")

_Family = (
    Condition
    | Weather
    | Supply
    | Command
    | Shift
    | Bridge
    | Arrival
    | Landing
    | Entering
    | Replacements
    | Works
    | MarkerRule
    | Stacking
)


@dataclass(frozen=True)
class Exclusive:
    """All exclusive rules of a scenario. What it does not use is empty or None."""

    conditions: tuple[Condition, ...] = ()
    weather: Weather | None = None
    supply: Supply | None = None
    command: Command | None = None
    shifts: tuple[Shift, ...] = ()
    tables: tuple[Crt | None, Crt | None] = (None, None)
    """By attacking side, a CRT of its own."""
    bridges: tuple[Bridge, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    landing: Landing | None = None
    entering: Entering | None = None
    replacements: Replacements | None = None
    works: Works | None = None
    markers: tuple[MarkerRule, ...] = ()
    drawn: Rule | None = None
    """The rule by which markers are drawn at random from the pool."""
    stacking: Stacking | None = None
    optional: tuple[OptionalRule, ...] = ()

    @property
    def lands_in_ezoc(self) -> int:
        """The set of units that may choose a hex in an EZOC to land in."""
        return self.landing.units if self.landing is not None and self.landing.in_ezoc else 0

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, as the scenario calls it."""
        families: tuple[_Family | None, ...] = (
            self.weather,
            self.supply,
            self.command,
            *self.conditions,
            *self.shifts,
        )
        families += (*self.bridges, *self.arrivals, self.landing, self.entering)
        families += (self.replacements, self.works, *self.markers, self.stacking)
        rules = [family.rule for family in families if family is not None]
        rules += [self.drawn] if self.drawn is not None else []
        return tuple(dict.fromkeys(rules))
