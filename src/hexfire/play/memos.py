"""What a game keeps in memory of each scenario: read once, shared by all its tables."""

from __future__ import annotations

import time
from collections.abc import Container
from typing import TypeVar

M = TypeVar("M")


class Memos(dict[str, M]):
    """By the keys of the scenarios. Who keeps tables for long tells what may be forgotten."""

    def __init__(self) -> None:
        super().__init__()
        self._wanted: dict[str, float] = {}
        """When somebody last set up a game by it."""

    def recall(self, key: str) -> M | None:
        """The memo of a scenario by which a game shall be set up, if it is known."""
        if key in self:
            self._wanted[key] = time.monotonic()
        return self.get(key)

    def learn(self, key: str, memo: M) -> M:
        """Keep a memo; if the scenario is known already, the one that is there."""
        self._wanted[key] = time.monotonic()
        return self.setdefault(key, memo)

    def forget(self, but: Container[str], wanted_before: float) -> int:
        """Let go of scenarios that no table needs; how many.

        One that was wanted just now may belong to a table that is still being opened.
        """
        wanted = list(self._wanted.items())  # other threads learn meanwhile
        old = [key for key, at in wanted if at < wanted_before and key not in but]
        for key in old:
            del self._wanted[key]
            del self[key]
        return len(old)
