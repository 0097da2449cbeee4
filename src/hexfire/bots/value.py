"""What a position is worth: the chance of victory, found by playing it out.

Both sides play quickly to the end; a victory of the first side counts 1, a draw 1/2, a defeat 0.
Work is counted in games, never in time, and every game has its seed: the same question has the same
answer on any machine. Whoever needs the worth of a position (a review, a bot, the laboratory) asks
here, whatever it is found by.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from hexfire.bots.greedy import TEMPER
from hexfire.bots.judge import Judge
from hexfire.bots.playout import playout
from hexfire.bots.trials import ROUND, Shared
from hexfire.folio import victory
from hexfire.folio.board import Memo
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Phase, State
from hexfire.play import Outcome, Seat

ROUND_OF_GAMES = ROUND
"""Games are played in rounds of so many, which share the luck out among them."""

Results = tuple[float, ...]
"""How games ended for the first side, in the order of their numbers."""


class Estimate(msgspec.Struct, frozen=True):
    """A chance of victory for the first side, and its standard error."""

    chance: float
    error: float = 0.0


class Value:
    """The worth of positions of one scenario."""

    def __init__(self, memo: Memo, judge: Judge | None = None) -> None:
        self._memo = memo
        self._judge = judge or Judge(memo.scenario, TEMPER)

    def games(self, state: State, seed: int, numbers: range) -> Results:
        """How the games of these numbers end, from a position on."""
        over = worth_at_the_end(self._memo.scenario, state)
        if over is not None:
            return (over,) * len(numbers)
        return tuple(self._game(state, Shared(seed, number)) for number in numbers)

    def estimate(self, state: State, seed: int, games: int) -> Estimate:
        """The chance of victory from so many games; exact where the game is over."""
        over = worth_at_the_end(self._memo.scenario, state)
        if over is not None:
            return Estimate(over)
        return estimate(self.games(state, seed, range(games)))

    def _game(self, state: State, dice: Shared) -> float:
        last = playout(self._judge, self._memo, state, dice)
        worth = worth_at_the_end(self._memo.scenario, last)
        assert worth is not None
        return worth


def estimate(results: Sequence[float]) -> Estimate:
    """The mean of games, and how far it may be off.

    The error is reckoned with one more victory and one more defeat than there were: from games that
    all ended alike nobody may conclude that no other end is possible.
    """
    count = len(results)
    supposed = (*results, 1.0, 0.0)
    middle = math.fsum(supposed) / (count + 2)
    spread = math.fsum((result - middle) ** 2 for result in supposed) / (count + 2)
    return Estimate(math.fsum(results) / count, math.sqrt(spread / (count + 2)))


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """How much better one of two positions did in games that met the same dice."""
    count = len(ours)
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    supposed = (*apart, 1.0, -1.0)
    middle = math.fsum(supposed) / (count + 2)
    spread = math.fsum((one - middle) ** 2 for one in supposed) / (count + 2)
    return Estimate(math.fsum(apart) / count, math.sqrt(spread / (count + 2)))


def worth_at_the_end(scenario: Scenario, state: State) -> float | None:
    """What a finished game is worth; None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    outcome = victory.outcome(scenario, state)
    assert outcome is not None
    return worth_of(outcome, scenario.seats[0])


def worth_of(outcome: Outcome, first: Seat) -> float:
    """An outcome as a number: 1 if the first side won, 0 if the other, 1/2 for a draw."""
    if not outcome.winners:
        return 0.5
    return 1.0 if first in outcome.winners else 0.0


def length(scenario: Scenario, state: State) -> float:
    """How long the rest of the game is to play out, in thousandths of a second or so.

    Reckoned from the size of the scenario and the player turns left, never measured.
    """
    if state.phase is Phase.OVER:
        return 0.0
    left = 2 * (len(scenario.turns) - max(state.turn, 1)) + 2
    if state.turn and state.player != scenario.turns[state.turn - 1].first:
        left -= 1
    return float(left * len(scenario.units) ** 1.5 / 25)
