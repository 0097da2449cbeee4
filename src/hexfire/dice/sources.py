"""Sources of faces: seeded and secure. Neither ever answers a choice: the tape asks a person."""

from __future__ import annotations

import random
import secrets

from hexfire.dice.request import AnyRequest, Draw


class Rolled:
    """Faces from a random generator."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        if isinstance(request, Draw):
            kinds = range(len(request.pile))
            return (self._rng.choices(kinds, [count for _, count in request.pile])[0],)
        low = request.lowest
        return tuple([low + self._below(size + 1 - low) for size in request.sizes()])

    def _below(self, limit: int) -> int:
        """What `randrange` gives, which spends most of its time on questions nobody asks here."""
        bits, draw = limit.bit_length(), self._rng.getrandbits
        number = draw(bits)
        while number >= limit:
            number = draw(bits)
        return number


def seeded(seed: int | str) -> Rolled:
    """The same faces for the same seed, on any machine: for tests, bots and simulations."""
    return Rolled(random.Random(f"hexfire:{seed}"))


def secure() -> Rolled:
    """Faces nobody can foresee."""
    return Rolled(secrets.SystemRandom())
