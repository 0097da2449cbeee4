"""Stages in a row: one procedure to its end, then the next, so that equal branches still fold."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from hexfire.dice import Dice, Then


def follow(
    dice: Dice,
    stage: Callable[..., Any],
    args: tuple[Hashable, ...],
    after: Callable[..., Any],
    more: tuple[Hashable, ...],
) -> Then:
    """One step of `stage`; when it has ended, `after(dice, result, *more)`."""
    result = stage(dice, *args)
    if isinstance(result, Then):
        return Then(follow, (result.stage, result.args, after, more))
    return Then(after, (result, *more))
