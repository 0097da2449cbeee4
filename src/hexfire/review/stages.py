"""Stages of a review: jobs that are handed out, and what is known of the line between them."""

from __future__ import annotations

import math
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
    foreseen: dict[int, Estimate]
    """Of positions in which a player turn begins: what they are worth at a glance, which is where
    the games from the positions before them ended."""
    spreads: dict[int, Spread]
    """Of positions with an open roll: what it might have led to."""
    after: dict[int, dict[State, Estimate]]
    """Of the same: what each of those positions is worth."""
    effort: Effort
    seed: int

    def change(self, stretch: Stretch) -> Estimate:
        """What a stretch did to the chances of the first side, before and after being judged by
        games that see as far."""
        before, since = self.worth[stretch.first], self.led_to(stretch)
        return Estimate(since.chance - before.chance, (since.error**2 + before.error**2) ** 0.5)

    def led_to(self, stretch: Stretch) -> Estimate:
        """What a stretch led to, as far as games from where it began can see."""
        at = stretch.last
        return self.foreseen[at] if at in self.foreseen else self.worth[at]

    def reappraised(self) -> float:
        """What seeing a player turn further changed for the first side, over the whole game.

        No die has fallen and nothing was decided: it is what earlier ones led to later than could
        be seen, and where the judgement was wrong.
        """
        return math.fsum(
            self.worth[at].chance - glance.chance for at, glance in self.foreseen.items()
        )


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
