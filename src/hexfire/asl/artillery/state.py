"""The batteries between two steps: contact, access and counter are three separate things."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import msgspec

from hexfire.asl.artillery.battery import Battery, Mission, draw_pile
from hexfire.asl.artillery.impact import security_area
from hexfire.asl.artillery.nations import Chits
from hexfire.asl.sequence import PHASES, Phase, check_phase
from hexfire.hexes import AslLabels, BadLabel, Grid, Hex, JoinedLabels, Panel
from hexfire.rulebook import BadInput, Message


class Counter(Enum):
    """What of a battery lies on the board."""

    SR = "sr"
    FFE1 = "ffe1"
    FFE2 = "ffe2"
    FFEC = "ffec"

    @property
    def burns(self) -> bool:
        """FFE:1 and FFE:2 are resolved; SR and FFE:C are not."""
        return self in (Counter.FFE1, Counter.FFE2)


class Marker(msgspec.Struct, frozen=True):
    """A counter in a hex, which may lie off the board (C1.321)."""

    counter: Counter
    hex: Hex


class Device(Enum):
    """The radio or field phone."""

    WORKS = "works"
    BROKEN = "broken"
    LOST = "lost"


class Purpose(Enum):
    """What the AR or the declaration under way is for."""

    NEW_ROUND = "new_round"
    REGISTERED_FFE = "registered_ffe"
    CORRECT_SR = "correct_sr"
    CORRECT_FFE = "correct_ffe"
    CORRECT_AND_CONVERT = "correct_and_convert"
    CONVERT = "convert"


class State(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One battery's state: where it stands in the flow, and all the rules must remember."""

    node: str = "before_play"
    observer: str
    registered_observer: str
    device: Device = Device.WORKS
    contact: bool = False
    access: bool = False
    marker: Marker | None = None
    pile: Chits
    gone: Chits = Chits(0, 0)
    reds: int = 0
    mission: Mission | None = None
    purpose: Purpose | None = None
    ar: Hex | None = None
    forced: bool = False
    hindrance: int = 0
    saw_continuation: bool = False
    known_in_mission: bool = False
    missions_fired: int = 0
    used_radio: bool = False

    @property
    def barred(self) -> bool:
        """C1.21: after a second red chit that was no extra draw, never again."""
        return self.reds >= 2


class Clock(msgspec.Struct, frozen=True):
    """Turn, the side whose player turn it is (0 or 1), and the phase."""

    turn: int = 1
    mover: int = 0
    phase: Phase = Phase.RPH

    def __post_init__(self) -> None:
        check_phase(self.phase)

    def next(self) -> Clock:
        at = PHASES.index(self.phase) + 1
        if at < len(PHASES):
            return Clock(self.turn, self.mover, PHASES[at])
        return Clock(self.turn + self.mover, 1 - self.mover)

    @property
    def firing(self) -> int | None:
        """Whose PFPh/DFPh this is: the mover preps, the other side defends."""
        if self.phase is Phase.PFPH:
            return self.mover
        return 1 - self.mover if self.phase is Phase.DFPH else None


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What does not change: the two sides (first mover first), the map, the batteries.

    `map` holds the boards row by row; a board lying upside down is written with a minus, as in
    `-4`. Without boards the map is one unnamed geomorphic board.
    """

    sides: tuple[str, str]
    batteries: tuple[Battery, ...]
    map: tuple[tuple[str, ...], ...] = ()
    columns: int = 33
    rows: int = 10
    bombardment: bool = False

    def check(self) -> None:
        if self.sides[0] == self.sides[1] or not all(self.sides):
            raise BadInput("artillery.two_sides")
        names = [battery.name for battery in self.batteries]
        for battery in self.batteries:
            battery.check()
            if names.count(battery.name) > 1:
                raise BadInput("artillery.name_twice", name=battery.name)
            if battery.side not in self.sides:
                raise BadInput(
                    "artillery.unknown_side", text=battery.side, sides=self.sides, name=battery.name
                )
            named = filter(None, (battery.offboard_hex, battery.phone_hex))
            for label in (*battery.preregistered, *battery.security_area, *named):
                self.hex(label)
            self.wire(battery)

    @property
    def grid(self) -> Grid:
        return _grid(self.map, self.columns, self.rows)

    def hex(self, label: str) -> Hex:
        """A hex by its name; on a map of one board the board need not be named: U3 for 3U3."""
        try:
            return self.grid.hex(label)
        except BadLabel:
            if len(self.map) != 1 or len(self.map[0]) != 1:
                raise
            return self.grid.hex(self.map[0][0].removeprefix("-") + label)

    def wire(self, battery: Battery) -> tuple[Hex, ...]:
        """C1.23: the Security Area of a battery's field phone, if it has one."""
        if battery.security_area:
            return tuple(self.hex(label) for label in battery.security_area)
        if not battery.phone_hex:
            return ()
        return security_area(self.grid, self.hex(battery.phone_hex), battery.friendly_edge)

    def index(self, name: str) -> int:
        return self.batteries.index(self.battery(name))

    def battery(self, name: str) -> Battery:
        for battery in self.batteries:
            if battery.name == name:
                return battery
        known = tuple(battery.name for battery in self.batteries)
        raise BadInput("artillery.unknown_battery", text=name, batteries=known)

    def label(self, hex: Hex) -> str:
        """A hex's name, or how far it lies off the board."""
        return hex_name(self.grid, hex)


@lru_cache(maxsize=64)
def _grid(boards: tuple[tuple[str, ...], ...], columns: int, rows: int) -> Grid:
    try:
        if not boards:
            return Grid.asl(columns, rows, AslLabels())
        panels = tuple(
            tuple(Panel(name.removeprefix("-"), name.startswith("-")) for name in row)
            for row in boards
        )
        return Grid.joined(JoinedLabels(panels, columns, rows))
    except ValueError as error:
        raise BadInput("artillery.bad_map", why=str(error)) from None


def hex_name(grid: Grid, hex: Hex) -> str:
    """A hex's label; off the board (C1.321) its place counted from the nearest hex: `A1+2,-1`."""
    if hex in grid:
        return grid.label(hex)
    nearest = min(grid.hexes, key=lambda known: (known.distance(hex), known))
    off = hex - nearest
    return f"{grid.label(nearest)}{off.q:+d},{off.r:+d}"


class Table(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The clock and every battery's state, in the order of the setup."""

    clock: Clock = Clock()
    states: tuple[State, ...] = ()

    @classmethod
    def of(cls, setup: Setup) -> Table:
        setup.check()
        return cls(states=tuple(first_state(battery) for battery in setup.batteries))


def first_state(battery: Battery) -> State:
    """C1.1, C1.211: a battery before play, its pile shuffled."""
    return State(
        observer=battery.observer,
        registered_observer=battery.observer,
        pile=draw_pile(battery),
    )


class Event(msgspec.Struct, frozen=True):
    """Something that happened, and the rule that made it happen."""

    rule: str
    message: Message
