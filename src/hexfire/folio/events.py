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
    names = tuple(params)
    order = _ORDERS.get(names)
    if order is None:
        order = _ORDERS[names] = tuple(sorted(names))
    message = Message("folio.event." + what, tuple([(name, params[name]) for name in order]))
    plain: dict[str, Any] = {"what": what}
    plain.update(params)
    if data is not None:
        plain.update(data)
    log.append(Event(message, rule, None, None, False, plain))


_ORDERS: dict[tuple[str, ...], tuple[str, ...]] = {}
"""Names of blanks as they are given, and in the order of messages."""
