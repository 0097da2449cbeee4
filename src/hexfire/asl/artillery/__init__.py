"""Off-board artillery (C1): the fire mission from radio contact to the last shell.

`record.Record` keeps batteries on disk; `engine.prospect` lists what may be done now and
`engine.walk` does it; `odds` looks ahead; `ffe` resolves the shells; `chart` draws the flow.
"""

from hexfire.asl.artillery.battery import (
    Battery,
    EnemyUnit,
    Kind,
    Link,
    Mission,
    ObserverStatus,
    Supply,
    is_known,
    may_observe,
)
from hexfire.asl.artillery.engine import Option, Prospect, Walked, next_phase, prospect, walk
from hexfire.asl.artillery.flow import flow
from hexfire.asl.artillery.record import Record, load, run_on, save
from hexfire.asl.artillery.state import Clock, Counter, Event, Marker, Setup, State, Table

__all__ = [
    "Battery",
    "Clock",
    "Counter",
    "EnemyUnit",
    "Event",
    "Kind",
    "Link",
    "Marker",
    "Mission",
    "ObserverStatus",
    "Option",
    "Prospect",
    "Record",
    "Setup",
    "State",
    "Supply",
    "Table",
    "Walked",
    "flow",
    "is_known",
    "load",
    "may_observe",
    "next_phase",
    "prospect",
    "run_on",
    "save",
    "walk",
]
