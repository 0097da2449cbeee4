"""A line through some numbers, bent by a few hidden ones: the arithmetic of what was learned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from hexfire.hexes.arrays import vec

FARTHEST: Final = 5.0
"""Numbers further out than so many spreads count as if they were there: nothing was learned."""


class Curve:
    """Says what `learned.Learned` says, from arrays."""

    def __init__(
        self,
        middle: Sequence[float],
        spread: Sequence[float],
        straight: Sequence[float],
        hidden: Sequence[float],
        bias: Sequence[float],
        weight: Sequence[float],
        shift: float,
    ) -> None:
        self._middle: vec[float] = vec[float](middle)
        self._spread: vec[float] = vec[float](spread)
        self._straight: vec[float] = vec[float](straight)
        self._hidden: vec[float] = vec[float](hidden)
        """What goes into the hidden numbers, one after the other."""
        self._bias: vec[float] = vec[float](bias)
        self._weight: vec[float] = vec[float](weight)
        self._shift = shift

    def chance(self, numbers: list[float]) -> float:
        """The chance that the numbers speak of."""
        usual: vec[float] = vec[float](numbers)
        total = self._shift
        for i in range(len(usual)):
            number = (usual[i] - self._middle[i]) / self._spread[i]
            number = max(-FARTHEST, min(FARTHEST, number))
            usual[i] = number
            total += number * self._straight[i]
        at = 0
        for hidden in range(len(self._bias)):
            within = self._bias[hidden]
            for i in range(len(usual)):
                within += usual[i] * self._hidden[at]
                at += 1
            total += self._weight[hidden] * within / (1.0 + abs(within))
        return 1.0 / (1.0 + math.exp(-total))
