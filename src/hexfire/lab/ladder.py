"""The ladder: each bot against each, both sides, each scenario; Elo with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from hexfire.lab.engines import run
from hexfire.lab.games import Job, Record, play
from hexfire.lab.stats import Interval, Rating, Result, elo, wilson


class Pairing(NamedTuple):
    """How one bot fared against another in a scenario; draws count half."""

    scenario: str
    first: str
    second: str
    score: Interval


class Ladder(NamedTuple):
    """All pairings, and the ratings that follow."""

    pairings: tuple[Pairing, ...]
    ratings: Mapping[str, Rating]


def climb(
    scenarios: Sequence[str],
    levels: Sequence[str],
    games: int,
    *,
    engine: str = "local",
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> Ladder:
    """Play `games` for each pairing, half of them with sides changed."""
    jobs = list(_jobs(scenarios, levels, games))
    played: list[tuple[Job, Record]] = []
    for job, record in run(_play, jobs, engine, workers):
        played.append((job, record))
        progress(len(played), len(jobs))
    played.sort(key=lambda pair: (str(pair[0].scenario), pair[0].bots, pair[0].seed))
    pairings = tuple(
        _pairing(scenario, first, second, played)
        for scenario in scenarios
        for first, second in combinations(levels, 2)
    )
    results = [_result(job, record) for job, record in played]
    return Ladder(pairings, elo(results, levels[0]))


def _play(job: Job) -> tuple[Job, Record]:
    return job, play(job)


def _jobs(scenarios: Sequence[str], levels: Sequence[str], games: int) -> Iterator[Job]:
    for scenario in scenarios:
        for first, second in combinations(levels, 2):
            for n in range(games):
                bots = (first, second) if n % 2 == 0 else (second, first)
                yield Job(scenario, bots, n // 2)


def _result(job: Job, record: Record) -> Result:
    scored = 0.5 if record.winner is None else float(record.winner == 0)
    return job.bots[0], job.bots[1], scored


def _pairing(
    scenario: str, first: str, second: str, played: Sequence[tuple[Job, Record]]
) -> Pairing:
    total, games = 0.0, 0
    for job, record in played:
        if job.scenario == scenario and set(job.bots) == {first, second}:
            a, _, scored = _result(job, record)
            total += scored if a == first else 1 - scored
            games += 1
    return Pairing(scenario, first, second, wilson(total, games))
