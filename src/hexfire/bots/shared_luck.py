"""Dice that share the luck out among a few games."""

from __future__ import annotations

import random

from hexfire.dice.request import AnyRequest

ROUND = 6
"""So many games make a round."""


class SharedLuck:
    """Dice of one of the `ROUND` games of a round, which share the luck out among them.

    What the n-th die shows in one of them it does not show in the others (if it has six faces): a
    round is fair, and says more than as many games with dice of their own.
    """

    def __init__(self, seed: int, game: int) -> None:
        rng = random.Random(seed * 1000 + game // ROUND)
        self._bits, self._random = rng.getrandbits, rng.random
        self._game = game % ROUND

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        low = request.lowest
        return tuple([low + int(self._share() * (size + 1 - low)) for size in request.sizes()])

    def _share(self) -> float:
        order = list(range(ROUND))
        self._shuffle(order)
        return (order[self._game] + self._random()) / ROUND

    def _shuffle(self, order: list[int]) -> None:
        """As `random.shuffle` does it, which would take longer than all the rest of a roll."""
        for i in range(ROUND - 1, 0, -1):
            bits = (i + 1).bit_length()
            j = self._bits(bits)
            while j > i:
                j = self._bits(bits)
            order[i], order[j] = order[j], order[i]
