"""Luck: what a roll did to the chances, against what all rolls together would have done.

The luck of a roll is the chance of victory after it minus the mean of the chances after every roll
that could have fallen, each with its exact weight. So over all rolls the luck is nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from hexfire.bots.value import Estimate
from hexfire.dice import Dice, odds
from hexfire.folio.actions import ROLL
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.state import State

Spread = Mapping[State, Fraction]
"""The positions a roll may lead to, each with its exact chance."""


def spread(at: Position) -> Spread:
    """What the open roll of a position may lead to: the rules themselves, run over every roll."""

    def rolled(dice: Dice) -> State:
        return consequence(at, ROLL, dice)

    return dict(odds(rolled).items())


def expectation(ways: Spread, worth: Mapping[State, Estimate]) -> Estimate:
    """The chance of victory before a roll: the mean of what may come after it."""
    chance = math.fsum(float(p) * worth[state].chance for state, p in ways.items())
    error = math.sqrt(math.fsum((float(p) * worth[state].error) ** 2 for state, p in ways.items()))
    return Estimate(chance, error)


def luck(ways: Spread, worth: Mapping[State, Estimate], after: State) -> Estimate:
    """What a roll did for the first side beyond what could be expected of it."""
    expected = expectation(ways, worth).chance
    parts = [
        ((1.0 if state == after else 0.0) - float(p)) * worth[state].error
        for state, p in ways.items()
    ]
    error = math.sqrt(math.fsum(part**2 for part in parts))
    return Estimate(worth[after].chance - expected, error)
