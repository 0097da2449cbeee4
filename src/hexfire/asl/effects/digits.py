"""The weights of leaders who are asked for, in one long number: a digit for each column of weights,
while he is not pinned and while he is."""

from __future__ import annotations

from collections.abc import Sequence


class Digits:
    """Where each of these weights lies."""

    def __init__(self, leaders: dict[int, list[int]], bits: int) -> None:
        self._columns, self._bits = leaders, bits
        self._free: dict[int, int] = {}
        self._tied: dict[int, int] = {}
        self._mask: dict[int, int] = {}
        at = 0
        for place, columns in leaders.items():
            width = bits * len(columns)
            self._free[place], self._tied[place] = at, at + width
            self._mask[place] = (1 << width) - 1
            at += 2 * width

    def begin(self, weights: Sequence[int]) -> int:
        """The weights of a start, with nobody pinned."""
        several = 0
        for place, columns in self._columns.items():
            at = self._free[place]
            for column in columns:
                several += weights[column] << at
                at += self._bits
        return several

    def pins(self, weight: int, place: int) -> tuple[int, int]:
        """A leader's weights while he is not pinned, and while he is."""
        mask = self._mask[place]
        return weight >> self._free[place] & mask, weight >> self._tied[place] & mask

    def pinned(self, place: int, more: int) -> int:
        """What has to be added so that he is pinned by so much more."""
        return (more << self._tied[place]) - (more << self._free[place])

    def of_leader(self, weight: int, place: int, column: int) -> tuple[int, int]:
        """His weights in one column: not pinned, pinned."""
        at = self._columns[place].index(column) * self._bits
        free, tied = self.pins(weight, place)
        lowest = (1 << self._bits) - 1
        return free >> at & lowest, tied >> at & lowest
