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


FEW = 20
"""From fewer results nothing is taken out: it would itself be luck."""


def evened(results: Sequence[float], luck: Sequence[Sequence[float]]) -> Interval:
    """A rate as it would stand with even dice.

    `luck` has for each result the same few numbers, whose true means are nothing. The results are
    laid on a straight line of them (least squares, one number after the other); where the line
    passes no luck at all, there is the rate. What luck explains no longer counts as doubt.

    Three of four were won, but those with good dice, and the fourth was lost with bad ones:

    >>> round(evened([1, 1, 0, 1] * 10, [(0.3,), (0.3,), (-0.3,), (0.3,)] * 10).rate, 2)
    0.5
    """
    count = len(results)
    plain = wilson(sum(results), count)
    if count < FEW or plain.rate in (0.0, 1.0):
        return plain
    rate, rest, sway = plain.rate, [result - plain.rate for result in results], 1 / count
    known: list[tuple[float, list[float]]] = []
    for column in zip(*luck, strict=True):
        mean = math.fsum(column) / count
        apart = [number - mean for number in column]
        size = _dot(apart, apart)
        for other_mean, other in known:  # only what the numbers before it do not say
            share = _dot(apart, other) / _dot(other, other)
            mean -= share * other_mean
            apart = [a - share * b for a, b in zip(apart, other, strict=True)]
        square = _dot(apart, apart)
        if square <= 1e-9 * size:
            continue
        known.append((mean, apart))
        slope = _dot(rest, apart) / square
        rest = [a - slope * b for a, b in zip(rest, apart, strict=True)]
        rate -= slope * mean
        sway += mean**2 / square
    half = Z95 * math.sqrt(_dot(rest, rest) / (count - 1 - len(known)) * sway)
    rate = min(1.0, max(0.0, rate))
    return Interval(rate, max(0.0, rate - half), min(1.0, rate + half))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(first, second, strict=True))


def mean_of(first: Interval, second: Interval) -> Interval:
    """The mean of two rates that were measured apart, such as a bot's on either side.

    Where the sides are not equally good this says more than all games thrown together: that one
    side wins more often is known, and no luck. (Zou and Donner: squares of the distances add up.)

    >>> tuple(round(x, 2) for x in mean_of(wilson(21, 23), wilson(7, 23)))
    (0.61, 0.49, 0.72)
    >>> tuple(round(x, 2) for x in wilson(28, 46))
    (0.61, 0.46, 0.74)
    """
    rate = (first.rate + second.rate) / 2
    below = math.hypot(first.rate - first.low, second.rate - second.low) / 2
    above = math.hypot(first.high - first.rate, second.high - second.rate) / 2
    return Interval(rate, max(0.0, rate - below), min(1.0, rate + above))


class Rating(NamedTuple):
    """An Elo rating with its 95 % interval."""

    elo: float
    low: float
    high: float


Result = tuple[str, str, float]
"""Two players and what the first one scored: 1, 0.5 or 0."""


Scores = dict[tuple[str, str], tuple[float, int]]
"""For two players what the first one scored, in how many games."""


def elo(results: Sequence[Result], anchor: str, seed: int = 1) -> Mapping[str, Rating]:
    """Ratings that explain the results; `anchor` stands at 0.

    What each pairing's true rate may be is drawn many times (Jeffreys); the ratings are the middle
    of what follows. Who has won every game so far is not thereby certain to win the next.
    """
    scores: Scores = {}
    for a, b, scored in results:
        total, games = scores.get((a, b), (0.0, 0))
        scores[a, b] = (total + scored, games + 1)
    players = sorted({name for pair in scores for name in pair})
    rng = random.Random(seed)
    samples: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(400):
        drawn = {
            pair: (n * rng.betavariate(total + 0.5, n - total + 0.5), n)
            for pair, (total, n) in scores.items()
        }
        for name, value in _fit(drawn, players, anchor).items():
            samples[name].append(value)
    ratings = {}
    for name in players:
        ordered = sorted(samples[name])
        ratings[name] = Rating(ordered[len(ordered) // 2], ordered[9], ordered[-10])
    return ratings


def _fit(scores: Scores, players: Sequence[str], anchor: str) -> dict[str, float]:
    """Bradley-Terry by its usual iteration, with one drawn game each against a phantom.

    The phantom keeps a player who won (or lost) everything at a finite rating.
    """
    wins = dict.fromkeys(players, 0.5)
    for (a, b), (total, n) in scores.items():
        wins[a] += total
        wins[b] += n - total
    strength = dict.fromkeys(players, 1.0)
    for _ in range(200):
        pull = {name: 1 / (strength[name] + 1.0) for name in players}
        for (a, b), (_, n) in scores.items():
            shared = n / (strength[a] + strength[b])
            pull[a] += shared
            pull[b] += shared
        strength = {name: wins[name] / pull[name] for name in players}
    zero = 400 * math.log10(strength.get(anchor, 1.0))
    return {name: 400 * math.log10(strength[name]) - zero for name in players}
