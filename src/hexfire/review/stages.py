"""Stages of a review: jobs that are handed out, and what is known of the line between them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from hexfire.bots.value import Estimate
from hexfire.folio.state import State
from hexfire.review.effort import Effort
from hexfire.review.line import Line, Stretch
from hexfire.review.luck import Spread
from hexfire.review.work import Done, Job

R = TypeVar("R")
T = TypeVar("T")

Progress = Callable[[float], None]
"""Told how much of the whole is done, from 0 to 1."""


class Stage(NamedTuple):
    """Jobs to be done, in any order, and which part of the whole they are."""

    jobs: tuple[Job, ...]
    begins: float
    ends: float


Working = Generator[Stage, Sequence[Done], R]
"""Hands out stages, is sent what came of their jobs (in their order), and returns a result."""


class Judged(NamedTuple):
    """A line with what its positions are worth. Positions go by their place in the line."""

    line: Line
    worth: dict[int, Estimate]
    """Only of the positions that were judged."""
    spreads: dict[int, Spread]
    """Of positions with an open roll: what it might have led to."""
    after: dict[int, dict[State, Estimate]]
    """Of the same: what each of those positions is worth."""
    effort: Effort
    seed: int

    def change(self, stretch: Stretch) -> Estimate:
        """What a stretch did to the chances of the first side."""
        before, since = self.worth[stretch.first], self.worth[stretch.last]
        return Estimate(since.chance - before.chance, (since.error**2 + before.error**2) ** 0.5)


def carry_on(
    working: Working[R],
    do: Callable[[Sequence[Job]], Iterator[Done]],
    length: Callable[[Job], float],
    progress: Progress | None = None,
) -> R:
    """Run stages to their end; `do` does jobs in their order."""
    try:
        stage = next(working)
        while True:
            done: list[Done] = []
            for share, result in shares(stage, do(stage.jobs), length):
                done.append(result)
                if progress is not None:
                    progress(share)
            stage = working.send(done)
    except StopIteration as end:
        returned: R = end.value
        return returned


def shares(
    stage: Stage, results: Iterable[T], length: Callable[[Job], float]
) -> Iterator[tuple[float, T]]:
    """Something of each job as it comes, with how much of the whole review is then done."""
    whole = sum(map(length, stage.jobs)) or 1.0
    worked = 0.0
    for job, result in zip(stage.jobs, results, strict=True):
        worked += length(job)
        yield stage.begins + worked / whole * (stage.ends - stage.begins), result
