"""Trying options out: each is played on with the same dice, and the worse half is dropped.

This is what makes a quick player a better one: whatever it would do next is compared, over many
ways the dice may fall, with what else could be done, both sides playing quickly from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from hexfire.bots.shared import ROUND
from hexfire.bots.value import Value
from hexfire.folio import victory
from hexfire.folio.board import Memo
from hexfire.folio.state import Phase, State

T = TypeVar("T")

ENOUGH = 120
"""No option is played out more often than this."""


class Trials:
    """Plays options out for one side."""

    def __init__(self, memo: Memo, side: int, value: Value) -> None:
        self._memo, self._side, self._value = memo, side, value

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
                totals[option] += self.game(options[option], seed, game)
            if game % ROUND == ROUND - 1 and len(field) > 2:
                field.sort(key=lambda option: -totals[option])
                del field[(len(field) + 1) // 2 :]
        return max(field, key=lambda option: totals[option])

    def game(self, state: State, seed: int, number: int) -> float:
        """One way it may go: from won (1) to lost (-1), and a little for the points at the end."""
        reached = self._value.game(state, seed, number)
        sign = 1 if self._side == 0 else -1
        worth = 2 * self._value.worth(reached) - 1
        if reached.phase is Phase.OVER:
            worth += 0.05 * victory.margin(self._memo.scenario, reached, 0)
        return sign * worth
