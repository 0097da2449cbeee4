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
        self._rng = random.Random(seed * 1000 + game // ROUND)
        self._game = game % ROUND

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        return tuple(
            request.lowest + int(self._share() * (size + 1 - request.lowest))
            for size in request.sizes()
        )

    def _share(self) -> float:
        order = list(range(ROUND))
        self._rng.shuffle(order)
        return (order[self._game] + self._rng.random()) / ROUND
