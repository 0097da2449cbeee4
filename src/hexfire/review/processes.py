"""The jobs of a review on several cores: the same jobs, the same results, in less time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Protocol

from hexfire.review.work import Desk, Done, Job, Scene

_desks: list[Desk] = []
"""In a process of its own: where it works."""


class Do(Protocol):
    """Does jobs in their order."""

    def __call__(self, jobs: Sequence[Job]) -> Iterator[Done]: ...


@contextmanager
def on_cores(scene: Scene, workers: int | None = None) -> Iterator[Do]:
    """So many processes for the jobs of one game; all of the machine's cores if none are named.

    Who leaves early stops them: what is not begun is not done.
    """
    count = workers or os.cpu_count() or 1
    if count == 1:
        desk = Desk(scene)
        yield lambda jobs: (desk.do(job) for job in jobs)
        return
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_sit_down, initargs=(scene,)
    )
    try:
        yield lambda jobs: pool.map(_do, jobs)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _sit_down(scene: Scene) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops it ends the pool
    _desks[:] = [Desk(scene)]


def _do(job: Job) -> Done:
    return _desks[0].do(job)
