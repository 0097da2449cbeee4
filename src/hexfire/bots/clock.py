"""The time a bot may think: for a whole player turn, shared out among the decisions in it; and how
much can be thought in it on the machine at hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

A_MOMENT = 200.0
"""As if games reckoned to take so many milliseconds had taken just that: before anything is known,
and so that the first few say little."""

Turn = tuple[int, int]
"""A player turn: the game turn, and whose it is."""


class TurnClock:
    """Gives each decision of a player turn a part of what is left of its time.

    So a turn never takes longer than it may, however many decisions fall in it; those in the
    enemy's player turn have a time of their own. Nobody's waiting counts, only thinking.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self._now = seconds, now
        self._turn: Turn | None = None
        self._left = 0.0

    @contextmanager
    def decision(self, turn: Turn, part: float) -> Iterator[float]:
        """How many seconds this decision may take; what it took is gone for the next ones."""
        if turn != self._turn:
            self._turn, self._left = turn, self.seconds
        began = self._now()
        yield self._left * part
        self._left = max(0.0, self._left - (self._now() - began))


class Pace:
    """How fast games are played here: what they took, against what was reckoned for them."""

    def __init__(self) -> None:
        self._reckoned = self._took = A_MOMENT

    def note(self, reckoned: float, took: float) -> None:
        """Games for which so long was reckoned took so long."""
        self._reckoned += reckoned
        self._took += took

    def reckoned_for(self, time: float) -> float:
        """What may be reckoned for games that are to be over in this time."""
        return time * self._reckoned / max(self._took, A_MOMENT)
