"""What happened, for the log: a message, its rule, plain data for the screen, who may know it."""

from __future__ import annotations

from typing import Any

from hexfire.play import Event, Seat
from hexfire.rulebook import Message, Param


class Log:
    """The events of one action, in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def say(
        self,
        rule: str,
        what: str,
        /,
        *,
        seats: tuple[Seat, ...] | None = None,
        reveals: bool = False,
        data: dict[str, Any] | None = None,
        **params: Param,
    ) -> None:
        """Note `battle.event.<what>`; its blanks go along as data. `seats`: only they may know."""
        self.events.append(
            Event(
                Message.of(f"battle.event.{what}", **params),
                rule,
                seats,
                None,
                reveals,
                {"what": what, **params, **(data or {})},
            )
        )

    def tell(
        self,
        rule: str,
        message: Message,
        *,
        seats: tuple[Seat, ...] | None = None,
        data: dict[str, Any] | None = None,
    ) -> None:
        """Note what another room tells, in its own words."""
        what = message.key.rpartition(".")[2]
        told = {"what": what, **dict(message.params), **(data or {})}
        self.events.append(Event(message, rule, seats, None, False, told))
