"""What remains to be done after an IFT DR: the jobs, and the situation they change."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.shots.targets import AnyTarget, VehicleAfter
from hexfire.asl.tables.ift import Cell


class Task(StrEnum):
    """The kinds of jobs."""

    KIA = "KIA"
    K = "K"
    MC = "MC"
    TC = "TC"
    WOUND = "wound"
    VEHICLE_LIMIT = "vehicle limit"
    VEHICLE = "vehicle"
    CREW_MC = "crew MC"
    PASSENGER = "passenger"
    RANDOM_DESTRUCTION = "random destruction"


class Job(msgspec.Struct, frozen=True, cache_hash=True):
    """Something still to be done. `who` are places in the stack, `number` what the job needs.

    `more` is a lost leader's modifier.
    """

    task: Task
    who: tuple[int, ...]
    number: int = 0
    more: int = 0


Jobs = tuple[Job, ...]


Now = AnyTarget | VehicleAfter | Cell
