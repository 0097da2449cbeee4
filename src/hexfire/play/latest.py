"""The latest legal actions that a game worked out: `apply` asks for those it has just listed."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from hexfire.play.game import Seat

M = TypeVar("M")


class Latest(Generic[M]):
    """One menu, kept for the very state and seat that it was made for."""

    def __init__(self) -> None:
        self._kept: tuple[Any, Seat, M] | None = None

    def of(self, state: Any, seat: Seat) -> M | None:
        """The menu of a seat at a state, if it is the one that was made last."""
        kept = self._kept
        return kept[2] if kept is not None and kept[0] is state and kept[1] == seat else None

    def at(self, state: Any) -> M | None:
        """The menu made last, if it is one of this state, whoever's."""
        kept = self._kept
        return kept[2] if kept is not None and kept[0] is state else None

    def keep(self, state: Any, seat: Seat, menu: M) -> M:
        """Keep a menu instead of the one before."""
        self._kept = state, seat, menu
        return menu
