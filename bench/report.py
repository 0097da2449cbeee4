"""A row of the table: our rate, the peer's rate in the same run, and the ratio."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One kind of work. Rates are per second: more is better."""

    work: str
    ours: float
    peer: str = ""
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.theirs if self.theirs else None


def rate(work: Callable[[], object], seconds: float = 0.5) -> float:
    """How often a second of processor time `work` can be done: the best of three, after one try."""
    work()
    best = 0.0
    for _ in range(3):
        done, start = 0, time.process_time()
        while (took := time.process_time() - start) < seconds / 3:
            work()
            done += 1
        best = max(best, done / took)
    return best
