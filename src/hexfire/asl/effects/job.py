"""What remains to be done after an IFT DR: the jobs, and the situation they change."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

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


ANYONE = 99
"""`Job.below`: above every Morale Level."""


class Job(NamedTuple):
    """Something still to be done. `who` are places in the stack, `number` what the job needs.

    `below`: only for a unit whose Morale Level is below it when its round begins (A10.2). `more` is
    a lost leader's modifier.
    """

    task: Task
    who: tuple[int, ...]
    number: int = 0
    more: int = 0
    below: int = ANYONE


Jobs = tuple[Job, ...]


class Heard(msgspec.Struct, frozen=True):
    """In the place of a unit whose own rolls come later: the checks it must take, in rounds.

    The numbers have the leaders' DRM of their moment in them.
    """

    rounds: tuple[Jobs, ...] = ((),)

    def with_job(self, job: Job) -> Heard:
        return Heard((*self.rounds[:-1], (*self.rounds[-1], job)))


Now = AnyTarget | VehicleAfter | Cell | Heard
