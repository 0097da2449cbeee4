"""What happened, for the log: the event and the plain data a screen needs to show it."""

from __future__ import annotations

from typing import Any

from hexfire.play import Event
from hexfire.rulebook import Message, Param

Log = list[Event]


def say(
    log: Log, rule: str, what: str, /, data: dict[str, Any] | None = None, **params: Param
) -> None:
    """Note an event: the message `folio.event.<what>`, its blanks also as data."""
    plain: dict[str, Any] = {"what": what, **params}
    if data is not None:
        plain |= data
    message = Message(f"folio.event.{what}", tuple(sorted(params.items())))
    log.append(Event(message, rule, data=plain))
