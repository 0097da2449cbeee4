"""Small statistics: intervals of a rate, and ratings from results."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Z95 = 1.959964


class Interval(NamedTuple):
    """A rate and where it lies with 95 % confidence."""

    rate: float
    low: float
    high: float


def wilson(successes: float, trials: int) -> Interval:
    """Wilson's interval of a rate: sound also for few trials and for rates near 0 or 1.

    >>> tuple(round(x, 3) for x in wilson(8, 10))
    (0.8, 0.49, 0.943)
    """
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    p, z2 = successes / trials, Z95**2
    centre = (p + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 * math.sqrt(p * (1 - p) / trials + z2 / (4 * trials**2)) / (1 + z2 / trials)
    return Interval(p, max(0.0, centre - half), min(1.0, centre + half))


class Rating(NamedTuple):
    """An Elo rating with its 95 % interval."""

    elo: float
    low: float
    high: float


Result = tuple[str, str, float]
"""Two players and what the first one scored: 1, 0.5 or 0."""


def elo(results: Sequence[Result], anchor: str, seed: int = 1) -> Mapping[str, Rating]:
    """Ratings that explain the results best; `anchor` stands at 0. Intervals by resampling."""
    players = sorted({name for a, b, _ in results for name in (a, b)})
    best = _fit(results, players, anchor)
    rng = random.Random(seed)
    samples: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(200):
        drawn = [results[rng.randrange(len(results))] for _ in results]
        for name, value in _fit(drawn, players, anchor).items():
            samples[name].append(value)
    found = {}
    for name in players:
        ordered = sorted(samples[name])
        found[name] = Rating(best[name], ordered[4], ordered[-5])
    return found


def _fit(results: Sequence[Result], players: Sequence[str], anchor: str) -> dict[str, float]:
    """Bradley-Terry by its usual iteration, with one drawn game each against a phantom.

    The phantom keeps a player who won (or lost) everything at a finite rating.
    """
    wins = dict.fromkeys(players, 0.5)
    games: dict[tuple[str, str], int] = {}
    for a, b, scored in results:
        wins[a] += scored
        wins[b] += 1 - scored
        games[a, b] = games.get((a, b), 0) + 1
    strength = dict.fromkeys(players, 1.0)
    for _ in range(200):
        pull = {name: 1 / (strength[name] + 1.0) for name in players}
        for (a, b), n in games.items():
            shared = n / (strength[a] + strength[b])
            pull[a] += shared
            pull[b] += shared
        strength = {name: wins[name] / pull[name] for name in players}
    zero = 400 * math.log10(strength.get(anchor, 1.0))
    return {name: 400 * math.log10(strength[name]) - zero for name in players}
