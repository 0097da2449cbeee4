"""Whole numbers as people write them."""

from __future__ import annotations

LONGEST = 12
"""Digits: nothing in a game is counted with more, and Python refuses to read thousands."""


def read_whole(text: str) -> int | None:
    """The number that these digits are, also of other scripts; None if it is not one.

    >>> read_whole("12"), read_whole("１２"), read_whole("²"), read_whole("-1")
    (12, 12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= LONGEST else None
