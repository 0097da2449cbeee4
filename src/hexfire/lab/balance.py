"""Is a scenario balanced? Many games between bots, resumable, with intervals."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from hexfire.lab.engines import run
from hexfire.lab.games import Job, Record, play
from hexfire.lab.stats import Interval, wilson
from hexfire.rulebook import BadInput


class Balance(msgspec.Struct, frozen=True):
    """What many games told of a scenario."""

    games: int
    wins: tuple[Interval, Interval]
    draws: Interval
    margins: dict[int, int]
    """How often each difference of points came about, from the first side's view."""
    decided: dict[int, int]
    """How often a game was decided by the end of each game turn."""
    losses: tuple[tuple[float, float], ...]
    """By game turn, the mean value each side had lost."""
    held: tuple[float, ...]
    """For each objective, how often the first side held it at the end."""


def collect(
    jobs: Sequence[Job],
    kept: Path | None,
    *,
    engine: str = "local",
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Record]:
    """Play what is not yet in the file `kept`; every finished game is appended to it at once."""
    done = {record.seed: record for record in _read(kept, jobs)}
    todo = [job for job in jobs if job.seed not in done]
    progress(len(jobs) - len(todo), len(jobs))
    for record in run(play, todo, engine, workers):
        done[record.seed] = record
        if kept is not None:
            with kept.open("ab") as file:
                file.write(msgspec.json.encode(record) + b"\n")
        progress(len(jobs) - len(todo) + len(done), len(jobs))
    return [done[job.seed] for job in jobs]


def _read(kept: Path | None, jobs: Sequence[Job]) -> Iterable[Record]:
    """Records of an earlier run. A half-written last line is played again."""
    if kept is None:
        return
    mark = msgspec.json.encode(
        {"scenario": jobs[0].scenario, "bots": jobs[0].bots, "options": jobs[0].options}
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


def summarise(records: Sequence[Record]) -> Balance:
    n = len(records)
    wins = [sum(r.winner == side for r in records) for side in (0, 1)]
    turns = max(len(r.turns) for r in records)
    losses = []
    for turn in range(turns):
        # A game that ended early stays as it ended.
        at = [r.turns[min(turn, len(r.turns) - 1)].lost for r in records]
        losses.append((sum(a for a, _ in at) / n, sum(b for _, b in at) / n))
    held = tuple(
        sum(r.holders[i] == 0 for r in records) / n for i in range(len(records[0].holders))
    )
    return Balance(
        n,
        (wilson(wins[0], n), wilson(wins[1], n)),
        wilson(n - sum(wins), n),
        dict(sorted(Counter(r.margin for r in records).items())),
        dict(sorted(Counter(r.decided for r in records).items())),
        tuple(losses),
        held,
    )


def as_csv(records: Sequence[Record]) -> str:
    """One line a game."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["seed", "winner", "points_0", "points_1", "turns", "decided", "actions"])
    for r in records:
        winner = "" if r.winner is None else r.winner
        table.writerow([r.seed, winner, *r.points, len(r.turns), r.decided, r.actions])
    return text.getvalue()
