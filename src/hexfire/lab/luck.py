"""The luck of a game: a sum whose mean over all games is exactly nothing.

At every roll the position it led to is judged, and so is every position it could have led to, with
its exact weight; what the roll was better or worse than their mean is its luck.
However bad the judgement, luck comes to nothing in the long run; the better it is, the more of what
decided a game is found in its luck. So results can be told as they would stand with even dice, and
are then known better than by themselves (`stats.evened`).
"""

from __future__ import annotations

import math

from hexfire.bots.greedy import decide
from hexfire.bots.judge import Judge
from hexfire.bots.value import SOON, Value
from hexfire.bots.weights import TEMPERS
from hexfire.dice import Dice
from hexfire.folio import victory
from hexfire.folio.board import Memo, Position
from hexfire.folio.game import consequence
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Advancing, Displacing, Losing, Retreating, State
from hexfire.review.luck import spread

Judged = tuple[float, float]
"""For the first side: the chance of victory at a glance, and the lead in points."""


class Luck:
    """What the dice did for the first side in one game.

    With `games` positions are judged by so many quick games from them, to the end or to the next
    player turn; else at a glance.
    """

    def __init__(self, memo: Memo, games: int = 0) -> None:
        self._memo, self._games = memo, games
        self._value = Value(memo)
        self._judge = Judge(memo.scenario, TEMPERS[0])
        self._rolls = 0
        self._sums = [0.0, 0.0]

    @property
    def sums(self) -> Judged:
        """Of all rolls so far."""
        return self._sums[0], self._sums[1]

    def rolled(self, before: State, after: State) -> None:
        """Count a roll: it was open before, and this is what it led to."""
        ways = spread(Position(self._memo, before))
        judged = {state: self._judged(state) for state in ways}
        self._rolls += 1
        for kind in (0, 1):
            expected = math.fsum(float(p) * judged[state][kind] for state, p in ways.items())
            self._sums[kind] += judged[after][kind] - expected

    def _judged(self, state: State) -> Judged:
        settled = self._carried_out(state)
        lead = float(victory.margin(self._memo.scenario, settled, 0))
        if not self._games:
            return self._value.worth(settled), lead
        # All that a roll may lead to meets the same dice, which know nothing of the roll.
        played = self._value.games(state, self._rolls, range(self._games), SOON)
        return math.fsum(played) / self._games, lead

    def _carried_out(self, state: State) -> State:
        """The result of a combat in full, as a quick hand decides it: what is still open, such as
        a retreat that may fail, would hide what the roll was worth."""
        while isinstance(state.pending, Losing | Retreating | Displacing | Advancing):
            side = side_to_act(state)
            assert side is not None
            at = Position(self._memo, state)
            state = consequence(at, decide(self._judge, at, side), Dice())
        return state
