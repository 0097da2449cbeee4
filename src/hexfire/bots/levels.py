"""The levels a person can choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexfire.bots.greedy import GreedyBot
from hexfire.bots.planner import MARCH, NORMAL, Planner, hard
from hexfire.bots.player import Player
from hexfire.bots.simple import RandomBot
from hexfire.rulebook import BadInput

LEVELS: Mapping[str, Callable[[int, float | None], Player]] = {
    "random": lambda seed, seconds: RandomBot(seed),
    "easy": lambda seed, seconds: GreedyBot(),
    "greedy": lambda seed, seconds: GreedyBot(),
    "normal": lambda seed, seconds: Planner(seed, seconds, NORMAL),
    "hard": lambda seed, seconds: Planner(seed, seconds, hard),
}

SECONDS: Mapping[str, float] = {"normal": 2.0, "hard": 10.0}
"""How long a level may think in a player turn, if nobody says otherwise; the others think for a
moment only."""

LEAST_SECONDS, MOST_SECONDS = 1, 30
"""Who says otherwise may give it so long."""

LONGEST_DECISION = MOST_SECONDS * MARCH
"""No decision takes longer, but for a moment to carry it out."""


def make(level: str, seed: int = 0, seconds: float | None = None) -> Player:
    """A bot of a level.

    `seconds` is how long it may think in a player turn; without it the amount of thinking is fixed,
    and the same seed gives the same choices on any machine.
    """
    if level not in LEVELS:
        raise BadInput("bots.no_level", level=level, levels=tuple(LEVELS))
    return LEVELS[level](seed, seconds)
