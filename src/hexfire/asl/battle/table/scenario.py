"""A battle's scenario: the board, the sides, their counters and areas, the turns, who wins.

`hexfire.asl.battle.files.reader` makes one from a TOML text (`docs/battle-scenarios.md`).
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.artillery.battery import Battery, Mission
from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.table.pieces import AnyPiece
from hexfire.asl.battle.table.state import Clock
from hexfire.asl.nations import row_of
from hexfire.asl.situation import Marker as GroundMarker

Names = dict[str, str]
"""A text in both languages, by `en` and `ja`."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two sides; its name is its seat."""

    name: str
    nation: str
    title: Names
    elr: int = 3
    san: int = 0
    elite: bool = False
    pfk: bool = False
    """It has PFk by SSR (C13.3)."""
    counted_pf: bool = False
    """C13.311: its PF are counted and listed unit by unit; there is no PF Check."""
    pre_registered: int = 0
    """How many hexes it may Pre-Register (C1.73)."""
    bombardment: bool = False
    """Whether it bombards before play (C1.8)."""

    def nation_of(self, printed: str) -> str:
        """Whose men a counter of that nation are: the side's own, unless it is quite another's.

        One kind of counter serves several nations (A25.8): the side says which of them it is.
        """
        return self.nation if row_of(printed) == row_of(self.nation) else printed


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A counter of an order of battle: how it begins, where it may be set up, what it may hide."""

    piece: AnyPiece
    area: tuple[str, ...] = ()
    may_hide: bool = False
    may_conceal: bool = False
    points: int = 1
    """What it is worth to the enemy who puts it out of action."""


class Module(msgspec.Struct, frozen=True, kw_only=True):
    """C1.1: a battery of a side, the counter of its radio or field phone, and how it begins.

    Its Observer is a piece. `counter` in `hex`, `mission`, `contact` and `access` are given where
    a fire mission is under way at the beginning.
    """

    battery: Battery
    radio: str = ""
    counter: Counter | None = None
    hex: str = ""
    mission: Mission | None = None
    contact: bool = False
    access: bool = False


class Aim(StrEnum):
    """What a side may be asked to achieve."""

    CONTROL = "control"
    """Hold so many of the hexes at the end: men or a vehicle of its own there, no enemy."""
    ELIMINATE = "eliminate"
    """So many of the pieces named are out of action: eliminated, wrecked, destroyed."""
    POINTS = "points"
    """So many points for the pieces named that are out of action, each as its entry says."""
    EXIT = "exit"
    """So many of the pieces named have left the board (taken off by hand as exited)."""


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """One way for a side to win."""

    side: str
    kind: Aim
    of: tuple[str, ...]
    """Hexes, or ids of pieces."""
    count: int
    at_once: bool = False
    """Ends the game as soon as it holds."""


class Victory(msgspec.Struct, frozen=True, kw_only=True):
    """Who wins: the first condition that holds, else `otherwise` (nobody: a draw)."""

    text: Names
    conditions: tuple[Condition, ...] = ()
    otherwise: str = ""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """All that is given before the first decision."""

    key: str
    id: str
    name: Names
    intro: Names
    board: str
    ssr: tuple[str, ...]
    date: str
    theatre: str
    turns: int
    setup: tuple[str, ...]
    """The sides in the order in which they set up."""
    first: str
    """Who has the first Player Turn."""
    defender: str
    """The Scenario Defender (C6.41)."""
    sides: tuple[Side, Side]
    entries: tuple[Entry, ...]
    ground: tuple[GroundMarker, ...]
    holders: tuple[str, ...]
    victory: Victory
    modules: tuple[Module, ...] = ()
    weather: tuple[str, ...] = ()
    start: Clock | None = None
    """Where play begins if there is nothing to set up: a «what if» on the board."""

    @property
    def seats(self) -> tuple[str, str]:
        return self.sides[0].name, self.sides[1].name

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if side.name == name)

    def other(self, seat: str) -> str:
        one, two = self.seats
        return two if seat == one else one

    def module(self, name: str) -> Module | None:
        return next((one for one in self.modules if one.battery.name == name), None)

    def entry(self, id: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.piece.id == id), None)
