"""The ends of many lines, and the verdicts on them, as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.rules import Reading

Ints = npt.NDArray[Any]
Bools = npt.NDArray[Any]


class Ends(NamedTuple):
    """One end of each of many lines, as arrays."""

    hex: Ints
    pixel: Ints
    """[line, (x, y)]"""
    level: Ints
    in_depression: Bools

    def part(self, at: Any) -> Ends:
        """Some of the lines: a slice, or their numbers."""
        return Ends(self.hex[at], self.pixel[at], self.level[at], self.in_depression[at])


class Verdicts(NamedTuple):
    """The answers, as arrays by line."""

    reason: npt.NDArray[np.int8]
    """0 for clear; else a `Reason`."""
    hindrance: npt.NDArray[np.int16]
    pixel: Ints
    """Where a line is blocked (y * width + x); -1 if clear."""
    touched: npt.NDArray[np.uint8]
    """The other readings (`Reading`, as bits) that might bring another verdict."""

    @classmethod
    def blank(cls, count: int) -> Verdicts:
        """All clear."""
        return cls(
            np.zeros(count, np.int8),
            np.zeros(count, np.int16),
            np.full(count, -1, np.int32),
            np.zeros(count, np.uint8),
        )

    @property
    def blocked(self) -> Bools:
        return np.asarray(self.reason != 0)


class Other(NamedTuple):
    """Another verdict on a line, by another reading."""

    line: int
    reading: Reading
    reason: int
    hindrance: int
