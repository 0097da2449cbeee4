"""The combat results table of a scenario (F7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Crt:
    """The combat results table: columns in order of growing attacker success (Q-CRT-2)."""

    die: str
    """`d6`, `d10`, `2d6` …"""
    rows: Mapping[str, tuple[tuple[int, int], ...]]
    """Per terrain row, for each column, the lowest and highest differential."""
    results: Mapping[int, tuple[str, ...]]
    """Per roll, for each column, the result."""

    def __hash__(self) -> int:
        return id(self)

    @cached_property
    def columns(self) -> int:
        return len(next(iter(self.results.values())))

    @cached_property
    def dice(self) -> tuple[int, int]:
        """How many dice, of how many sides."""
        count, _, sides = self.die.partition("d")
        return int(count or 1), int(sides)

    @property
    def rolls(self) -> range:
        count, sides = self.dice
        return range(count, count * sides + 1)

    def column(self, row: str, differential: int) -> int | None:
        """F7.4c: where the differential stands in a row; None beyond its ends."""
        for column, (low, high) in enumerate(self.rows[row]):
            if low <= differential <= high:
                return column
        return None
