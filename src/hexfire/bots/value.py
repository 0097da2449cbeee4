"""What a position is worth: the chance of victory, found by playing it on.

Both sides play quickly, by several tempers in turn: to the end if that is near, else for a few
player turns, after which a glance (`learned`) says what was reached. A victory of the first side
counts 1, a draw 1/2, a defeat 0. Work is counted in games, never in time, and every game has its
seed: the same question has the same answer on any machine. Whoever needs the worth of a position (a
review, a bot, the laboratory) asks here, whatever it is found by.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from hexfire.bots.features import Measures, turns_left
from hexfire.bots.judge import Judge
from hexfire.bots.learned import glance, point
from hexfire.bots.playout import TO_THE_END, playout
from hexfire.bots.shared_luck import ROUND, SharedLuck
from hexfire.bots.weights import TEMPERS
from hexfire.folio import victory
from hexfire.folio.board import Memo, Position
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Phase, State
from hexfire.play import Outcome, Seat

ROUND_OF_GAMES = ROUND
"""Games are played in rounds of so many, which share the luck out among them."""

NEAR = 3
"""If no more player turns than these are left, a game is played to its end."""

AHEAD = 3
"""Else it is played on until so many player turns have begun …"""

SOON = 1
"""… or only until the next begins, where many positions are to be judged."""

Results = tuple[float, ...]
"""What games were worth to the first side, in the order of their numbers."""


class Estimate(msgspec.Struct, frozen=True):
    """A chance of victory for the first side, and its standard error."""

    chance: float
    error: float = 0.0


class Value:
    """The worth of positions of one scenario."""

    def __init__(
        self, memo: Memo, tempers: Sequence[Judge] | None = None, near: int = NEAR
    ) -> None:
        self._memo, self._near = memo, near
        self._tempers = tempers or [Judge(memo.scenario, temper) for temper in TEMPERS]
        self._measures = Measures(self._tempers[0])

    def games(self, state: State, seed: int, numbers: range, far: int = AHEAD) -> Results:
        """What the games of these numbers are worth, from a position on."""
        over = worth_at_the_end(self._memo.scenario, state)
        if over is not None:
            return (over,) * len(numbers)
        return tuple(self.worth(self.game(state, seed, number, far)) for number in numbers)

    def estimate(self, state: State, seed: int, games: int) -> Estimate:
        """The chance of victory from so many games; exact where the game is over."""
        over = worth_at_the_end(self._memo.scenario, state)
        if over is not None:
            return Estimate(over)
        return estimate(self.games(state, seed, range(games)))

    def game(self, state: State, seed: int, number: int, far: int = AHEAD) -> State:
        """Where a game of this number gets to; the tempers of both sides go by the number."""
        count = len(self._tempers)
        first = self._tempers[number % count]
        second = self._tempers[(number + number // count) % count]
        turns = ahead(self._memo.scenario, state, self._near, far)
        return playout((first, second), self._memo, state, SharedLuck(seed, number), turns)

    def plays_to_the_end(self, state: State) -> bool:
        """Whether games from here have an end; else a glance says what they reached."""
        return ahead(self._memo.scenario, state, self._near) == TO_THE_END

    def worth(self, state: State) -> float:
        """What the end of a game, or the start of a player turn, is worth to the first side."""
        over = worth_at_the_end(self._memo.scenario, state)
        return glance(self._measures, Position(self._memo, state)) if over is None else over

    def point(self, state: State) -> float:
        """How much a victory point more would add to the chance of whoever's player turn it is."""
        return max(0.0, point(self._measures, Position(self._memo, state)))


def ahead(scenario: Scenario, state: State, near: int = NEAR, far: int = AHEAD) -> int:
    """For how many player turns a position is played on."""
    return TO_THE_END if sum(turns_left(scenario, state)) <= near else far


def estimate(results: Sequence[float]) -> Estimate:
    """The mean of games, and how far it may be off."""
    return _mean(results, (1.0, 0.0))


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Estimate:
    """How much better one of two positions did in games that met the same dice."""
    return _mean([a - b for a, b in zip(ours, theirs, strict=True)], (1.0, -1.0))


def _mean(results: Sequence[float], extremes: tuple[float, float]) -> Estimate:
    """The error of games that were played to their end is reckoned with one more victory and one
    more defeat than there were: from games that all ended alike nobody may conclude that no other
    end is possible. Games that ended with a glance tell by themselves how far they are apart.
    """
    to_the_end = all(result * 2 == int(result * 2) for result in results)
    supposed = (*results, *extremes) if to_the_end else results
    count = len(supposed)
    middle = math.fsum(supposed) / count
    spread = math.fsum((result - middle) ** 2 for result in supposed)
    free = count if to_the_end else max(count - 1, 1)
    mean = math.fsum(results) / len(results)
    return Estimate(mean, math.sqrt(spread / free / count))


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


def length(scenario: Scenario, state: State, near: int = NEAR, far: int = AHEAD) -> float:
    """How long it takes to play a position on, in thousandths of a second or so.

    Reckoned from the size of the scenario and the player turns played, never measured.
    """
    if state.phase is Phase.OVER:
        return 0.0
    turns = min(sum(turns_left(scenario, state)), ahead(scenario, state, near, far))
    return turns * length_of_a_turn(scenario)


def length_of_a_turn(scenario: Scenario) -> float:
    """The same for one player turn."""
    return float(len(scenario.units) ** 1.5 / 25)
