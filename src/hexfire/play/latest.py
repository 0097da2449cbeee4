"""The latest legal actions that a game worked out: `apply` asks for those it has just listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hexfire.play.game import Seat

M = TypeVar("M")


class Latest(Generic[M]):
    """One menu, kept for the very state and seat that it was made for."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Seat, M] | None = None

    def menu(self, state: Any, seat: Seat, make: Callable[[], M]) -> M:
        """The menu of a seat at a state; made anew unless it was asked for last."""
        kept = self._kept
        if kept is not None and kept[0] is state and kept[1] == seat:
            return kept[2]
        menu = make()
        self._kept = state, seat, menu
        return menu
