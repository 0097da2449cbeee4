"""C1.1 on the table: the scenario's batteries as the room of artillery knows them.

What never changes is its `Setup`; with the states that the position keeps it makes a `Record`. The
board of the battle is its map.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from hexfire.asl.artillery.record import Record
from hexfire.asl.artillery.state import Clock as BatteryClock
from hexfire.asl.artillery.state import Marker, Setup, Table, first_state
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.table.pieces import Support
from hexfire.asl.battle.table.scenario import Module, Scenario
from hexfire.asl.battle.table.state import BatteryInPlay, Clock, Secret, SecretKind, State
from hexfire.asl.counters import SupportWeapon, catalogue
from hexfire.asl.sequence import Phase
from hexfire.hexes import Grid

Registered = tuple[tuple[str, str], ...]
"""Pre-Registered hexes: battery and hex."""


SPEAKS = ("radio", "phone")


def is_radio(piece: Support) -> bool:
    """Whether a SW is no weapon but a radio or field phone (C1.22, C1.23)."""
    counter = catalogue()[piece.counter]
    return isinstance(counter, SupportWeapon) and counter.kind in SPEAKS


class OnTable(Setup, frozen=True, kw_only=True):
    """A setup of batteries whose map is the board of the battle."""

    board: Grid

    @property
    def grid(self) -> Grid:
        return self.board


def registered(secrets: Iterable[Secret]) -> Registered:
    """C1.73: what is written down, of whichever side."""
    kind = SecretKind.PRE_REGISTERED
    return tuple((note.battery, note.hex) for note in secrets if note.kind is kind)


def setup_of(scenario: Scenario, grid: Grid, notes: Registered = ()) -> OnTable:
    """C1.1, C1.73: the batteries of both sides, with the hexes they have Pre-Registered."""
    batteries = (module.battery for module in scenario.modules)
    return OnTable(
        sides=(scenario.first, scenario.other(scenario.first)),
        batteries=tuple(
            replace(
                battery,
                preregistered=battery.preregistered
                + tuple(hex for name, hex in notes if name == battery.name),
            )
            for battery in batteries
        ),
        board=grid,
    )


def record_of(setup: OnTable, state: State) -> Record:
    """The batteries as they stand, at the clock of the battle."""
    states = tuple(battery.state for battery in state.batteries)
    return Record(setup=setup, table=Table(clock=clock_of(setup, state.clock), states=states))


def uses_radio(state: State, id: str) -> bool:
    """C1.2, C1.6, C1.22: whether a unit has used its radio in this phase, in vain or not."""
    return any(one.state.observer == id and one.state.used_radio for one in state.batteries)


def clock_of(setup: Setup, clock: Clock) -> BatteryClock:
    """The clock of the batteries; before the first turn they stand at its beginning."""
    phase = Phase.RPH if clock.phase is Phase.SETUP else clock.phase
    return BatteryClock(max(1, clock.turn), setup.sides.index(clock.phasing), phase)


def put(state: State, table: Table) -> State:
    """The position with the batteries' new states.

    C1.54: once the FFE is elsewhere, its Observer has not walked into it; nor does a Barrage lie
    where it was.
    """
    batteries = []
    for old, new in zip(state.batteries, table.states, strict=True):
        moved = _hex(old.state.marker) != _hex(new.marker)
        kept = replace(old, state=new, walked_in=old.walked_in and not moved)
        batteries.append(replace(kept, barrage=None) if moved else kept)
    return replace(state, batteries=tuple(batteries))


def _hex(marker: Marker | None) -> object:
    return marker.hex if marker else None


def beginning(scenario: Scenario, setup: OnTable) -> tuple[BatteryInPlay, ...]:
    """C1.211: every battery before play, its pile made; or in the midst of a given mission."""
    return tuple(
        BatteryInPlay(name=battery.name, side=battery.side, state=_first(module, setup, i))
        for i, (module, battery) in enumerate(zip(scenario.modules, setup.batteries, strict=True))
    )


def _first(module: Module, setup: OnTable, i: int) -> BatteryState:
    state = first_state(setup.batteries[i])
    marker = Marker(module.counter, setup.hex(module.hex)) if module.counter else None
    return replace(
        state,
        node="idle",
        marker=marker,
        mission=module.mission,
        contact=module.contact,
        access=module.access,
    )
