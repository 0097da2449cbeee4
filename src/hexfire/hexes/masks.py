"""Sets of hexes as plain integers: bit ``i`` stands for the hex with index ``i`` of a grid.

Union, intersection and difference are ``|``, ``&`` and ``& ~``; the size is ``mask.bit_count()``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["iterate", "mask_of"]


def mask_of(indices: Iterable[int]) -> int:
    """The set that holds these indices.

    >>> bin(mask_of([0, 3]))
    '0b1001'
    """
    mask = 0
    for i in indices:
        mask |= 1 << i
    return mask


def iterate(mask: int) -> Iterator[int]:
    """The indices in a set, ascending.

    >>> list(iterate(0b1001))
    [0, 3]
    """
    if mask < 0:
        raise ValueError("a set of hexes is not negative; use `& grid.all` after `~`")
    # Searching a string is linear in the size of the map; taking bits off a long integer is not.
    digits = f"{mask:b}"[::-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)
