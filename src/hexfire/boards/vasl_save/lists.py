"""The one list format that VASSAL uses at every level.

Members are joined by a delimiter; inside a member each delimiter has a backslash before it, and
nothing else is escaped. A member that begins with a backslash, or stands in apostrophes, is
wrapped in apostrophes once more.
"""

from __future__ import annotations

import re
from functools import cache

MAX_LEVELS = 200
"""Real counters nest some sixty traits."""


@cache
def _plain(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(delimiter)}")


def split(text: str, delimiter: str) -> list[str]:
    """The members of a list.

    >>> split("a;b\\\\;c;'x'", ";")
    ['a', 'b;c', 'x']
    """
    return [_member(part, delimiter) for part in _plain(delimiter).split(text)]


def unnest(text: str, delimiter: str = "\t") -> list[str]:
    """The members of lists nested one in the other (`own TAB rest`), outermost first."""
    members: list[str] = []
    rest: str | None = text
    while rest is not None and len(members) < MAX_LEVELS:
        pieces = _plain(delimiter).split(rest, maxsplit=1)
        members.append(_member(pieces[0], delimiter))
        rest = _member(pieces[1], delimiter) if len(pieces) > 1 else None
    return members


def _member(text: str, delimiter: str) -> str:
    plain = text.replace("\\" + delimiter, delimiter)
    if len(plain) > 1 and plain[0] == plain[-1] == "'":
        return plain[1:-1]
    return plain
