"""The ladder: each bot against each, both sides, each scenario; Elo with intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import msgspec

from hexfire.lab.engines import run
from hexfire.lab.games import Job, Record, play
from hexfire.lab.luck import Judged
from hexfire.lab.stats import Interval, Rating, Result, elo, evened, mean_of, wilson
from hexfire.rulebook import BadInput


class Pairing(NamedTuple):
    """How one bot fared against another; draws count half."""

    scenario: str | None
    """None for all scenarios together."""
    first: str
    second: str
    games: int
    score: Interval
    sides: tuple[Interval, Interval]
    """The same with the first bot on the first side, and on the second."""
    even: Interval
    """The score as it would stand with even dice."""

    @property
    def bar(self) -> float | None:
        """What the first bot must score at least, if that has been laid down."""
        return BARS.get((self.first, self.second))

    @property
    def verdict(self) -> Verdict | None:
        """What the games say about the bar; None without games or bar."""
        if self.bar is None or not self.games:
            return None
        if self.score.rate >= self.bar:
            return Verdict.REACHED
        return Verdict.MISSED if self.score.high < self.bar else Verdict.OPEN


class Verdict(StrEnum):
    """How a score stands to its bar. With few games a good bot may score less than it is worth."""

    REACHED = "✓"
    OPEN = "?"
    """Below, but the bar is within the interval: more games would tell."""
    MISSED = "✗"
    """The whole interval is below the bar."""


BARS = {("hard", "normal"): 0.65, ("hard", "greedy"): 0.85, ("greedy", "random"): 0.9}
"""What a level must score against another, on every scenario. Who does not plan misses a mark of
victory now and then that stands where planning bots are even, whoever his enemy is."""

LESSON = 6
"""Games enough for a thinking bot against `random`, which it beats nearly always."""


class Ladder(NamedTuple):
    """All pairings, and the ratings that follow, together and by scenario."""

    pairings: tuple[Pairing, ...]
    """Scenario by scenario."""
    everywhere: tuple[Pairing, ...]
    """In all scenarios together."""
    ratings: Mapping[str, Rating]
    by_scenario: Mapping[str, Mapping[str, Rating]]


def climb(
    scenarios: Sequence[str],
    levels: Sequence[str],
    games: int,
    *,
    engine: str = "local",
    workers: int | None = None,
    kept: Path | None = None,
    first_seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> Ladder:
    """Play `games` for each pairing, half of them with sides changed.

    All pairings advance together: a ladder that is stopped has about as many games of each.
    Finished games are appended to the file `kept`; all that it holds of these bots and scenarios
    counts, so that a ladder can be gone on with, or be given more games where they are wanted.
    """
    jobs = list(_jobs(scenarios, levels, games, first_seed))
    done = {
        _name(game.job): game
        for game in _read(kept)
        if game.job.scenario in scenarios and set(game.job.bots) <= set(levels)
    }
    todo = [job for job in jobs if _name(job) not in done]
    progress(len(jobs) - len(todo), len(jobs))
    for n, game in enumerate(run(_play, todo, engine, workers), len(jobs) - len(todo) + 1):
        done[_name(game.job)] = game
        if kept is not None:
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
        progress(n, len(jobs))
    played = [done[name] for name in sorted(done)]
    pairs = list(combinations(levels, 2))
    pairings, everywhere = (
        tuple(_pairing(where, *pair, played) for where in places for pair in pairs)
        for places in (scenarios, (None,))
    )
    anchor = "greedy" if "greedy" in levels else levels[-1]
    return Ladder(
        pairings,
        everywhere,
        elo([_result(game) for game in played], anchor),
        {
            scenario: elo([_result(g) for g in played if g.job.scenario == scenario], anchor)
            for scenario in scenarios
        },
    )


class Game(msgspec.Struct, frozen=True):
    """A job and how it went."""

    job: Job
    record: Record


def _play(job: Job) -> Game:
    return Game(job, play(job))


def _name(job: Job) -> tuple[str, tuple[str, str], int]:
    return str(job.scenario), job.bots, job.seed


def _read(kept: Path | None) -> Iterator[Game]:
    """Games of an earlier run. A half-written last line is cut off and played again."""
    if kept is None or not kept.exists():
        return
    text = kept.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        kept.write_bytes(whole)
    try:
        for line in whole.splitlines():
            yield msgspec.json.decode(line, type=Game)
    except msgspec.MsgspecError:
        raise BadInput("lab.no_games", path=str(kept)) from None


def _jobs(
    scenarios: Sequence[str], levels: Sequence[str], games: int, first_seed: int
) -> Iterator[Job]:
    for n in range(games):
        for scenario in scenarios:
            for first, second in combinations(levels, 2):
                if n < _wanted(first, second, games):
                    bots = (first, second) if n % 2 == 0 else (second, first)
                    yield Job(scenario, bots, first_seed + n // 2)


def _wanted(first: str, second: str, games: int) -> int:
    """How many games a pairing gets: few where the outcome is plain and no bar is laid down."""
    plain = "random" in (first, second) and not {first, second} <= {"greedy", "easy", "random"}
    return min(games, LESSON) if plain else games


def _result(game: Game) -> Result:
    scored = 0.5 if game.record.winner is None else float(game.record.winner == 0)
    first, second = game.job.bots
    return first, second, scored


def _pairing(scenario: str | None, first: str, second: str, played: Sequence[Game]) -> Pairing:
    """Draws count half; by side of the first bot, and together."""
    sides: tuple[list[float], list[float]] = ([], [])
    luck: tuple[list[Judged], list[Judged]] = ([], [])
    for game in played:
        here = scenario is None or game.job.scenario == scenario
        if here and set(game.job.bots) == {first, second}:
            a, _, scored = _result(game)
            sides[a != first].append(scored if a == first else 1 - scored)
            luck[a != first].append(game.record.luck)
    on_first, on_second = (wilson(sum(scores), len(scores)) for scores in sides)
    both = [*sides[0], *sides[1]]
    score = even = wilson(sum(both), len(both))
    if all(sides):
        score = mean_of(on_first, on_second)
        even = mean_of(evened(sides[0], luck[0]), evened(sides[1], luck[1]))
    return Pairing(scenario, first, second, len(both), score, (on_first, on_second), even)
