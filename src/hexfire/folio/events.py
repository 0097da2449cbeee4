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
    order = _ORDERS.get(what)
    if order is None or len(order) != len(params):
        order = _ORDERS[what] = sorted(params)
    message = Message("folio.event." + what, tuple([(name, params[name]) for name in order]))
    plain: dict[str, Any] = {"what": what}
    plain.update(params)
    if data is not None:
        plain.update(data)
    log.append(Event(message, rule, None, None, False, plain))


_ORDERS: dict[str, list[str]] = {}
"""The names of each event's blanks, in the order of messages."""
