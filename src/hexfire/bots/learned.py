"""What a position is worth at a glance: learned from games, kept as data beside this file.

`lab.learn` tells how it was made; `make value` makes it anew.
"""

from __future__ import annotations

import math
from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from hexfire.bots.features import NAMES, Measures
from hexfire.folio.board import Position

FILE: Final = files("hexfire.bots").joinpath("learned.json")

FARTHEST: Final = 5.0
"""Numbers further out than so many spreads count as if they were there: nothing was learned."""

A_FEW: Final = 3.0
"""Points by which a lead is changed to see what one is worth."""


class Learned(msgspec.Struct, frozen=True):
    """A line through the numbers of a position, bent by a few hidden ones."""

    about: str
    names: tuple[str, ...]
    middle: tuple[float, ...]
    spread: tuple[float, ...]
    straight: tuple[float, ...]
    hidden: tuple[tuple[float, ...], ...]
    """For each hidden number: what goes into it."""
    bias: tuple[float, ...]
    weight: tuple[float, ...]
    """For each hidden number: what it starts from, and what it counts."""
    shift: float

    def chance(self, numbers: list[float]) -> float:
        """The chance of victory of whoever's player turn it is."""
        usual = [
            max(-FARTHEST, min(FARTHEST, (number - middle) / spread))
            for number, middle, spread in zip(numbers, self.middle, self.spread, strict=True)
        ]
        total = self.shift
        for number, weight in zip(usual, self.straight, strict=True):
            total += number * weight
        for weights, bias, counts in zip(self.hidden, self.bias, self.weight, strict=True):
            within = bias
            for number, weight in zip(usual, weights, strict=True):
                within += number * weight
            total += counts * within / (1.0 + abs(within))
        return 1.0 / (1.0 + math.exp(-total))


@lru_cache(maxsize=1)
def learned() -> Learned:
    """What was learned."""
    whole = msgspec.json.decode(FILE.read_bytes(), type=Learned)
    assert whole.names == NAMES
    return whole


def glance(measures: Measures, at: Position) -> float:
    """The chance of victory of the first side at the start of a player turn, by a glance."""
    chance = learned().chance(measures.read(at))
    return chance if at.state.player == 0 else 1.0 - chance


def point(measures: Measures, at: Position) -> float:
    """How much a point more would add to that chance, for whoever's player turn it is."""
    numbers = measures.read(at)
    more, less = (measures.ahead_by(numbers, points) for points in (A_FEW, -A_FEW))
    return (learned().chance(more) - learned().chance(less)) / (2 * A_FEW)
