"""What a position is worth at a glance: learned from games, kept as data beside this file.

`lab.learn` tells how it was made; `make value` makes it anew.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

import msgspec

from hexfire.bots.curve import Curve
from hexfire.bots.features import NAMES, Measures
from hexfire.folio.board import Position

FILE: Final = files("hexfire.bots").joinpath("learned.json")

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

    @property
    def curve(self) -> Curve:
        """The chance of victory of whoever's player turn it is, by the numbers."""
        hidden = [weight for weights in self.hidden for weight in weights]
        return Curve(
            self.middle, self.spread, self.straight, hidden, self.bias, self.weight, self.shift
        )


@lru_cache(maxsize=1)
def learned() -> Curve:
    """What was learned."""
    whole = msgspec.json.decode(FILE.read_bytes(), type=Learned)
    assert whole.names == NAMES
    return whole.curve


def glance(measures: Measures, at: Position) -> float:
    """The chance of victory of the first side at the start of a player turn, by a glance."""
    chance = learned().chance(measures.read(at))
    return chance if at.state.player == 0 else 1.0 - chance


def point(measures: Measures, at: Position) -> float:
    """How much a point more would add to that chance, for whoever's player turn it is."""
    numbers = measures.read(at)
    more, less = (measures.ahead_by(numbers, points) for points in (A_FEW, -A_FEW))
    return (learned().chance(more) - learned().chance(less)) / (2 * A_FEW)
