"""Is a scenario balanced? Many games between bots, resumable, with intervals."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from hexfire.folio import Scenario
from hexfire.lab.engines import run
from hexfire.lab.games import Job, Record, play
from hexfire.lab.plots import Parts
from hexfire.lab.stats import Interval, evened, wilson
from hexfire.rulebook import BadInput


class Balance(msgspec.Struct, frozen=True):
    """What many games told of a scenario."""

    games: int
    wins: tuple[Interval, Interval]
    draws: Interval
    even_wins: tuple[Interval, Interval]
    even_draws: Interval
    """The same as they would stand with even dice."""
    score: Interval
    even_score: Interval
    """What the first side got, a draw counted half: the two sides in one number."""
    margins: dict[int, Parts]
    """How often each difference of points came about, from the first side's view, by winner."""
    decided: dict[int, Parts]
    """How often a game was decided by the end of each game turn, by winner."""
    losses: tuple[tuple[float, float], ...]
    """By game turn, the mean value each side had lost."""
    held: tuple[float, ...]
    """For each objective, how often the first side held it at the end."""
    fallen: tuple[tuple[float, ...], ...]
    """For each objective and game turn, how often another than the first holder held it."""

    @property
    def margin(self) -> float:
        """The mean difference of points."""
        return sum(margin * sum(parts) for margin, parts in self.margins.items()) / self.games


def collect(
    jobs: Sequence[Job],
    kept: Path | None,
    *,
    engine: str = "local",
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Record]:
    """Play what is not yet in the file `kept`; every finished game is appended to it at once."""
    wanted = {job.seed for job in jobs}
    done = {record.seed: record for record in _read(kept, jobs) if record.seed in wanted}
    todo = [job for job in jobs if job.seed not in done]
    progress(len(done), len(jobs))
    for record in run(play, todo, engine, workers):
        done[record.seed] = record
        if kept is not None:
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(record) + b"\n")
        progress(len(done), len(jobs))
    return [done[job.seed] for job in jobs]


def _read(kept: Path | None, jobs: Sequence[Job]) -> Iterable[Record]:
    """Records of an earlier run. A half-written last line is played again."""
    if kept is None:
        return
    mark = msgspec.json.encode(
        {
            "format": 2,
            "scenario": jobs[0].scenario,
            "bots": jobs[0].bots,
            "options": jobs[0].options,
        }
    )
    if not kept.exists():
        kept.write_bytes(mark + b"\n")
        return
    text = kept.read_bytes()
    first, *lines = text.split(b"\n")
    if first != mark:
        raise BadInput("lab.other_run", path=str(kept))
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        kept.write_bytes(whole)
        lines = lines[:-1]
    for line in lines:
        if line:
            yield msgspec.json.decode(line, type=Record)


def summarise(scenario: Scenario, records: Sequence[Record]) -> Balance:
    n = len(records)
    ends_as = [[float(r.winner == end) for r in records] for end in (0, 1, None)]
    won, lost, drawn = (wilson(sum(results), n) for results in ends_as)
    luck = [r.luck for r in records]
    even_won, even_lost, even_drawn = (evened(results, luck) for results in ends_as)
    scores = [win + draw / 2 for win, _, draw in zip(*ends_as, strict=True)]
    ends = [
        # A game that ended early stays as it ended.
        [r.turns[min(turn, len(r.turns) - 1)] for r in records]
        for turn in range(max(len(r.turns) for r in records))
    ]
    first = [-1 if o.holder is None else o.holder for o in scenario.victory.objectives]
    return Balance(
        n,
        (won, lost),
        drawn,
        (even_won, even_lost),
        even_drawn,
        wilson(sum(scores), n),
        evened(scores, luck),
        _by_winner((r.margin, r) for r in records),
        _by_winner((r.decided, r) for r in records),
        tuple(
            (sum(end.lost[0] for end in at) / n, sum(end.lost[1] for end in at) / n) for at in ends
        ),
        tuple(sum(r.holders[i] == 0 for r in records) / n for i in range(len(first))),
        tuple(
            tuple(sum(end.holders[i] != holder for end in at) / n for at in ends)
            for i, holder in enumerate(first)
        ),
    )


def _by_winner(numbers: Iterable[tuple[int, Record]]) -> dict[int, Parts]:
    counts: dict[int, list[int]] = {}
    for number, record in numbers:
        parts = counts.setdefault(number, [0, 0, 0])
        parts[2 if record.winner is None else record.winner] += 1
    return {number: (a, b, c) for number, (a, b, c) in sorted(counts.items())}


def as_csv(scenario: Scenario, records: Sequence[Record]) -> str:
    """One line a game."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    sides, labels = scenario.seats, scenario.labels
    points, lost = [f"points_{side}" for side in sides], [f"lost_{side}" for side in sides]
    objectives = [f"holder_{labels[objective.hex]}" for objective in scenario.victory.objectives]
    head = ["seed", "winner", *points, *lost, "turns", "decided", "actions", *objectives]
    table.writerow(head)
    for r in records:
        winner = "" if r.winner is None else sides[r.winner]
        holders = ["" if holder < 0 else sides[holder] for holder in r.holders]
        counts = (*r.points, *r.turns[-1].lost, len(r.turns), r.decided, r.actions)
        table.writerow([r.seed, winner, *counts, *holders])
    return text.getvalue()
