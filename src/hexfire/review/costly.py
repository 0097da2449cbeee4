"""The decisions that cost most: against what else could have been done, and by how much.

Those after which a side's chances were worse than before are looked at closely. Other ways are
tried out as a thinking bot tries them; the best of them then meets what was done in fresh games,
both with the same dice. That the best of many ways was chosen by luck does not flatter it: only
the fresh games count.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hexfire.bots.value import ROUND_OF_GAMES, Estimate, difference, estimate
from hexfire.review.line import Kind, Stretch
from hexfire.review.stages import Judged, Stage, Working
from hexfire.review.work import Games, Proposals, Way

DECISIONS = {Kind.SETUP, Kind.MOVEMENT, Kind.COMBAT, Kind.SUPPORT, Kind.ANSWER}

CLIMB = 60
"""Steps of the search for other movement plans."""


class Costly(NamedTuple):
    """A decision and a way that did better in fresh games."""

    stretch: Stretch
    better: Way
    cost: Estimate
    """In chances of whoever decided."""
    chance: Estimate
    """What the better way is worth to him."""


def close_look(judged: Judged, begins: float) -> Working[list[Costly]]:
    """The decisions of both sides for which a better way was found, the costliest first."""
    suspects = [stretch for side in (0, 1) for stretch in _suspects(judged, side)]
    step = (1.0 - begins) / 4
    stage = Stage(tuple(_asked(judged, stretch) for stretch in suspects), begins, begins + step)
    proposed: list[Any] = list((yield stage))
    field = [
        [way for way in ways if way.after != judged.line.states[stretch.last]]
        for stretch, ways in zip(suspects, proposed, strict=True)
    ]
    played: dict[tuple[int, Way], tuple[float, ...]] = {}
    kept = (3, 1)
    for number, count in enumerate(kept, start=1):
        tried = [(n, way) for n, ways in enumerate(field) for way in ways]
        first = (number - 1) * ROUND_OF_GAMES
        jobs = tuple(
            Games(way.after, _seed(judged, suspects[n], 1), first, ROUND_OF_GAMES)
            for n, way in tried
        )
        results: list[Any] = list(
            (yield Stage(jobs, begins + number * step, begins + (number + 1) * step))
        )
        for key, games in zip(tried, results, strict=True):
            played[key] = played.get(key, ()) + games
        for n, ways in enumerate(field):
            sign = 1 if suspects[n].side == 0 else -1
            ways.sort(key=lambda way, n=n, sign=sign: -sign * sum(played[n, way]))  # type: ignore[misc]
            del ways[count:]
    return (yield from _compared(judged, suspects, field, 1.0 - step))


def _compared(
    judged: Judged, suspects: list[Stretch], field: list[list[Way]], begins: float
) -> Working[list[Costly]]:
    """Fresh games of the best other way and of what was done, with the same dice."""
    left = [(stretch, ways[0]) for stretch, ways in zip(suspects, field, strict=True) if ways]
    count = 2 * judged.effort.games
    jobs = tuple(
        Games(state, _seed(judged, stretch, 2), 0, count)
        for stretch, way in left
        for state in (way.after, judged.line.states[stretch.last])
    )
    results: list[Any] = list((yield Stage(jobs, begins, 1.0)))
    dear = []
    for n, (stretch, way) in enumerate(left):
        other, real = (_for(stretch.side, games) for games in results[2 * n : 2 * n + 2])
        cost = difference(other, real)
        if cost.chance > cost.error:  # else it may well be luck
            dear.append(Costly(stretch, way, cost, estimate(other)))
    return sorted(dear, key=lambda one: (-one.cost.chance, one.stretch.first))


def _suspects(judged: Judged, side: int) -> list[Stretch]:
    """The decisions of a side that seem to have cost it most: at once, or as soon as a player turn
    further could be seen."""
    sign = 1 if side == 0 else -1

    def seems(stretch: Stretch) -> float:
        later = judged.worth[stretch.last].chance - judged.worth[stretch.first].chance
        return min(sign * judged.change(stretch).chance, sign * later)

    decided = [
        stretch
        for stretch in judged.line.stretches
        if stretch.side == side and stretch.kind in DECISIONS
    ]
    decided.sort(key=lambda stretch: (seems(stretch), stretch.first))
    return decided[: judged.effort.suspects]


def _asked(judged: Judged, stretch: Stretch) -> Proposals:
    state, ways = judged.line.states[stretch.first], judged.effort.ways
    return Proposals(state, stretch.side, _seed(judged, stretch, 0), ways, CLIMB)


def _seed(judged: Judged, stretch: Stretch, use: int) -> int:
    return (judged.seed * 100_003 + stretch.first) * 10 + 5_000_000_000 + use


def _for(side: int, results: tuple[float, ...]) -> tuple[float, ...]:
    """Results as a side counts them."""
    return results if side == 0 else tuple(1.0 - result for result in results)
