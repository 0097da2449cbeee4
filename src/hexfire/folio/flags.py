"""Flags by hex, 1 or 0: counted, and found by number.

Compiled loops are the quickest way through an array; plain Python leaves it to methods of bytes.
"""

from __future__ import annotations

from typing import Final

from hexfire.hexes.arrays import i64, u8, vec

COMPILED: Final = not __file__.endswith(".py")


def count_of(flags: vec[u8]) -> int:
    """How many flags are 1."""
    if not COMPILED:
        return bytes(flags).count(1)
    found: i64 = 0
    for flag in flags:
        if flag:
            found += 1
    return found


def nth_of(flags: vec[u8], n: int) -> int:
    """The n-th index whose flag is 1, from 0, ascending."""
    low, left = (0, n) if COMPILED else _skip(bytes(flags), n)
    rest: i64 = left
    for i in range(low, len(flags)):
        if flags[i]:
            if rest == 0:
                return i
            rest -= 1
    raise IndexError(n)


def _skip(flags: bytes, n: int) -> tuple[int, int]:
    """An index shortly before the n-th flag, and how many flags are between."""
    low, high = 0, len(flags)
    while high - low > 40:  # halve the array: is it in the lower part?
        half = (low + high) // 2
        before = flags.count(1, low, half)
        if n < before:
            high = half
        else:
            low, n = half, n - before
    return low, n


def mask_of_flags(flags: vec[u8]) -> int:
    """The set of the hexes whose flag is 1."""
    return int(bytes(flags).translate(_DIGITS)[::-1], 2)


_DIGITS = bytes.maketrans(b"\0\1", b"01")
