"""Trying options out: each is played on with the same dice, and the worse half is dropped.

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
from hexfire.folio.board import Memo, Position
from hexfire.folio.state import Phase, State

T = TypeVar("T")

ROUND = 6
"""After so many games with every option left, the worse half is dropped."""


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
    """Plays options on for one side, to the end of the game or for a few player turns."""

    def __init__(self, memo: Memo, side: int, judges: tuple[Judge, Judge], horizon: int) -> None:
        self._memo, self._side, self._judges, self._horizon = memo, side, judges, horizon

    def best(
        self,
        options: Mapping[T, State],
        start: Mapping[T, float],
        seed: int,
        more: Callable[[], bool],
    ) -> T:
        """The option that does best. `start` is what each has before the first game.

        `more` is asked before every game.
        """
        totals = dict(start)
        field = list(options)
        games = 0
        while len(field) > 1 and more():
            games += 1
            for n, option in enumerate(field):
                # Every option meets the same dice: luck does not decide between them.
                if n and not more():
                    break
                totals[option] += self.game(options[option], Shared(seed, games - 1))
            else:
                if games % ROUND == 0 and len(field) > 2:
                    field.sort(key=lambda option: -totals[option])
                    del field[(len(field) + 1) // 2 :]
                continue
            break
        return max(field, key=lambda option: totals[option])

    def game(self, state: State, source: Source) -> float:
        """One way it may go: the game won (1) or lost (-1), and a little for the points."""
        scenario, side = self._memo.scenario, self._side
        ended = playout(self._judges, self._memo, state, source, self._horizon)
        if ended.phase is not Phase.OVER:
            at = Position(self._memo, ended)
            return 0.1 * self._judges[side].standing(at, side)
        outcome = victory.outcome(scenario, ended)
        assert outcome is not None
        ours, theirs = scenario.seats[side], scenario.seats[1 - side]
        won = 0 if not outcome.winners else 1 if ours in outcome.winners else -1
        return won + 0.05 * (outcome.points[ours] - outcome.points[theirs])
