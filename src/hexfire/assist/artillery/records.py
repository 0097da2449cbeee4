"""The record of batteries as a file, a page or a program holds it: opened, kept, looked at.

What a record is made of (`Record`, `Setup`, `Battery` …), what a person says beside it (`Given`
facts, `Typed` dice) and what may be wanted of him (`NeedFact`) are handed through from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from hexfire.asl.artillery import chart
from hexfire.asl.artillery.battery import Battery, Kind, Link, Mission, Supply
from hexfire.asl.artillery.engine import BEFORE_PLAY, IDLE
from hexfire.asl.artillery.facts import Given, Typed, read_facts
from hexfire.asl.artillery.record import (
    Record,
    load,
    record_of,
    save,
    waits_for_player,
    walked_ways,
)
from hexfire.asl.artillery.record import standing as node_of
from hexfire.asl.artillery.resolution import Barrage
from hexfire.asl.artillery.state import Device, Event, Setup
from hexfire.asl.artillery.units import UnitShelled
from hexfire.asl.artillery.view import Seen, view
from hexfire.asl.eyes import Asking, Eyes, NeedFact, Question, Wants
from hexfire.asl.sequence import Phase

__all__ = [
    "BEFORE_PLAY",
    "IDLE",
    "Asking",
    "Barrage",
    "Battery",
    "Event",
    "Eyes",
    "Flow",
    "Given",
    "Kind",
    "Link",
    "Mission",
    "NeedFact",
    "Question",
    "Record",
    "Seen",
    "Setup",
    "Supply",
    "Typed",
    "UnitShelled",
    "Wants",
    "first_busy",
    "flow",
    "flow_of",
    "load",
    "read_facts",
    "record_of",
    "save",
    "seen_by",
    "something_to_do",
    "waiting",
    "waits_for_player",
]


def waiting(record: Record) -> str | None:
    """The first battery that has something to do in this phase."""
    for battery in record.setup.batteries:
        if node_of(record, battery.name) not in (IDLE, BEFORE_PLAY):
            return battery.name
    return None


def first_busy(record: Record) -> str:
    """The first battery with something to do, or simply the first."""
    return waiting(record) or record.setup.batteries[0].name


def something_to_do(record: Record) -> bool:
    """Whether a battery waits in this phase, or a broken radio may be repaired (C1.22: RPh)."""
    states = record.table.states
    repair = record.table.clock.phase is Phase.RPH
    return any(state.node != IDLE for state in states) or (
        repair and any(state.device is Device.BROKEN for state in states)
    )


def seen_by(record: Record, side: str) -> tuple[Seen, ...]:
    """Every battery, as far as one side may know it (C1.21, C1.73)."""
    return view(record.setup, record.table, side)


class Flow(NamedTuple):
    """The flow chart as SVG; `node` is the card that is lit."""

    svg: str
    node: str | None


def flow(
    say: Callable[[str], str], lit: str | None = None, walked: Collection[chart.Way] = ()
) -> Flow:
    """The chart of a fire mission, drawn from the data that the engine runs."""
    return Flow(chart.draw(say, lit, walked), lit)


def flow_of(say: Callable[[str], str], record: Record, battery: str) -> Flow:
    """The chart with the battery's card lit and its ways inked."""
    return flow(say, node_of(record, battery), frozenset(walked_ways(record, battery)))
