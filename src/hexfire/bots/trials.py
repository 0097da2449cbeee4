"""Trying options out: each is played out with the same dice, and the worse half is dropped.

This is what makes a quick player a better one: whatever it would do next is compared, over many
ways the dice may fall, with what else could be done, both sides playing quickly from there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TypeVar

from hexfire.bots.judge import Judge
from hexfire.bots.playout import playout
from hexfire.dice import Source
from hexfire.dice.request import AnyRequest
from hexfire.folio import victory
from hexfire.folio.board import Memo
from hexfire.folio.state import State

T = TypeVar("T")

ROUND = 6
"""After so many games with every option left, the worse half is dropped."""

ENOUGH = 120
"""No option is played out more often than this."""


class Shared:
    """Dice of one of the `ROUND` games of a round, which share the luck out among them.

    What the n-th die shows in one of them it does not show in the others (if it has six faces): a
    round is fair, and says more than as many games with dice of their own.
    """

    def __init__(self, seed: int, game: int) -> None:
        self._rng = random.Random(seed * 1000 + game // ROUND)
        self._game = game % ROUND

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        return tuple(
            request.lowest + int(self._share() * (size + 1 - request.lowest))
            for size in request.sizes()
        )

    def _share(self) -> float:
        order = list(range(ROUND))
        self._rng.shuffle(order)
        return (order[self._game] + self._rng.random()) / ROUND


class Trials:
    """Plays options out for one side."""

    def __init__(self, memo: Memo, side: int, judge: Judge) -> None:
        self._memo, self._side, self._judge = memo, side, judge

    def best(
        self,
        options: Mapping[T, State],
        start: Mapping[T, float],
        seed: int,
        more: Callable[[], bool],
    ) -> T:
        """The option that does best. `start` is what each has before the first game.

        `more` is asked once for each game; a game that not all can play is not begun.
        """
        totals = dict(start)
        field = list(options)
        for game in range(ENOUGH):
            # Every option meets the same dice: luck does not decide between them.
            if len(field) == 1 or not all(more() for _ in field):
                break
            for option in field:
                totals[option] += self.game(options[option], Shared(seed, game))
            if game % ROUND == ROUND - 1 and len(field) > 2:
                field.sort(key=lambda option: -totals[option])
                del field[(len(field) + 1) // 2 :]
        return max(field, key=lambda option: totals[option])

    def game(self, state: State, source: Source) -> float:
        """One way it may end: won (1) or lost (-1), and a little for the points."""
        scenario, side = self._memo.scenario, self._side
        outcome = victory.outcome(scenario, playout(self._judge, self._memo, state, source))
        assert outcome is not None
        ours, theirs = scenario.seats[side], scenario.seats[1 - side]
        won = 0 if not outcome.winners else 1 if ours in outcome.winners else -1
        return won + 0.05 * (outcome.points[ours] - outcome.points[theirs])
