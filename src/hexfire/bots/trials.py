"""Trying options out: each is played on with the same dice, and the worse half is dropped.

What is clearly behind is dropped too: where one option is plainly best, few games are played. This
is what makes a quick player a better one: whatever it would do next is compared, over many ways the
dice may fall, with what else could be done, both sides playing quickly from there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from hexfire.bots.shared_luck import ROUND
from hexfire.bots.value import AHEAD, Value
from hexfire.folio import victory
from hexfire.folio.board import Memo
from hexfire.folio.state import Phase, State

T = TypeVar("T")

ENOUGH = 120
"""No option is played out more often than this."""

SEPARATE = 2.5
"""Standard errors by which an option is behind that need not be tried any longer …"""

LEAST = 2 * ROUND
"""… after as many games at least."""


class Trials:
    """Plays options on for one side, for `far` player turns where the end is not near."""

    def __init__(self, memo: Memo, side: int, value: Value, far: int = AHEAD) -> None:
        self._memo, self._side, self._value, self._far = memo, side, value, far

    def best(
        self,
        options: Mapping[T, State],
        start: Mapping[T, float],
        seed: int,
        more: Callable[[], bool],
        opinion: Mapping[T, float] | None = None,
    ) -> T:
        """The option that does best.

        `start` is what each has before the first game, `opinion` what is added to each of its
        games. `more` is asked once for each game; a game that not all can play is not begun.
        """
        games: dict[T, list[float]] = {option: [] for option in options}
        totals = dict(start)
        field = list(options)
        for number in range(ENOUGH):
            # Every option meets the same dice: luck does not decide between them.
            if len(field) == 1 or not all(more() for _ in field):
                break
            for option in field:
                worth = self.game(options[option], seed, number)
                worth += opinion[option] if opinion is not None else 0.0
                games[option].append(worth)
                totals[option] += worth
            if number % ROUND == ROUND - 1:
                field.sort(key=lambda option: -totals[option])
                if len(field) > 2:
                    del field[(len(field) + 1) // 2 :]
                leader = games[field[0]]
                field[1:] = [o for o in field[1:] if not clearly_better(leader, games[o])]
        return max(field, key=lambda option: totals[option])

    def game(self, state: State, seed: int, number: int) -> float:
        """One way it may go: from won (1) to lost (-1), and a little for the points at the end."""
        reached = self._value.game(state, seed, number, self._far)
        sign = 1 if self._side == 0 else -1
        worth = 2 * self._value.worth(reached) - 1
        if reached.phase is Phase.OVER:
            worth += 0.05 * victory.margin(self._memo.scenario, reached, 0)
        return sign * worth


def clearly_better(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether games with the same dice leave little doubt which of two options is better."""
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    count = len(apart)
    if count < LEAST:
        return False
    mean = sum(apart) / count
    error = math.sqrt(sum((one - mean) ** 2 for one in apart) / (count - 1) / count)
    return mean > SEPARATE * error
