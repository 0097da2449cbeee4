"""The random bot: any legal action, each with the same chance."""

from __future__ import annotations

import random

from hexfire.bots.player import Look
from hexfire.folio.actions import Action


class RandomBot:
    """Plays without thinking; every other bot should beat it."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, look: Look) -> Action:
        return look.legal[self._rng.randrange(len(look.legal))]
