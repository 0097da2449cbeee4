"""What happened, for the log: the event and the plain data a screen needs to show it."""

from __future__ import annotations

from typing import Any, Final

from hexfire.play import Event
from hexfire.rulebook import Message, Param

Log = list[Event] | None
"""What has happened so far; None for whoever does not want to know."""


def say(
    log: Log, rule: str, what: str, /, data: dict[str, Any] | None = None, **params: Param
) -> None:
    """Note an event: the message `folio.event.<what>`, its blanks also as data."""
    if log is None:
        return
    kind = _KINDS.get(what)
    if kind is None or len(kind[1]) != len(params):
        kind = _KINDS[what] = "folio.event." + what, sorted(params)
    message = Message(kind[0], tuple([(name, params[name]) for name in kind[1]]))
    plain: dict[str, Any] = params  # it has been made for this call
    plain["what"] = what
    if data is not None:
        plain.update(data)
    log.append(Event(message, rule, None, None, what in _COMMITTED, plain))


_COMMITTED: Final = frozenset({"supported", "countered", "barrage"})
"""F8.3h: markers once committed cannot be changed, nor the combat called off: no undo alone."""

_KINDS: Final[dict[str, tuple[str, list[str]]]] = {}
"""By event the key of its message, and the names of its blanks in the order of messages."""
