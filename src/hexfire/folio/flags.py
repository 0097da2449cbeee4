"""Flags by hex, 1 or 0: found by number, and as sets.

Compiled loops are the quickest way through an array; plain Python leaves it to methods of bytes.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from hexfire.hexes.arrays import i64, u8, vec

COMPILED: Final = not __file__.endswith(".py")


def nth_of(flags: vec[u8], without: vec[u8], n: int, first: int) -> int:
    """The n-th index with a flag, from 0, ascending; those with one in `without` do not count.

    No flag is before `first`.
    """
    low, left = (first, n) if COMPILED else _skip(bytes(flags), bytes(without), n)
    rest: i64 = left
    for i in range(low, len(flags)):
        if flags[i] and not without[i]:
            if rest == 0:
                return i
            rest -= 1
    raise IndexError(n)


def _skip(flags: bytes, without: bytes, n: int) -> tuple[int, int]:
    """An index shortly before the n-th flag, and how many flags are between."""
    both = int.from_bytes(flags, "little") & ~int.from_bytes(without, "little")
    flags = both.to_bytes(len(flags), "little")
    low, high = 0, len(flags)
    while high - low > 40:  # halve the array: is it in the lower part?
        half = (low + high) // 2
        before = flags.count(1, low, half)
        if n < before:
            high = half
        else:
            low, n = half, n - before
    return low, n


def picked(names: list[bytes], flags: vec[u8], without: vec[u8]) -> list[bytes]:
    """Of names by index those with a flag, ascending, unless they have one in `without` too."""
    if not COMPILED:
        both = int.from_bytes(bytes(flags), "little") & ~int.from_bytes(bytes(without), "little")
        return list(compress(names, both.to_bytes(len(flags), "little")))
    chosen: list[bytes] = []
    for i in range(len(flags)):
        if flags[i] and not without[i]:
            chosen.append(names[i])
    return chosen


def hexes_of(flags: vec[u8]) -> list[int]:
    """The indices with a flag, ascending."""
    if not COMPILED:
        return list(compress(range(len(flags)), flags))
    hexes: list[int] = []
    for i in range(len(flags)):
        if flags[i]:
            hexes.append(i)
    return hexes


def mask_of_flags(flags: vec[u8]) -> int:
    """The set of the hexes whose flag is 1."""
    return int(bytes(flags).translate(_DIGITS)[::-1], 2)


_DIGITS = bytes.maketrans(b"\0\1", b"01")
