"""Something for a person to read that is not yet in a language.

Services put `Said` where an answer holds words; the border says it: the command line as a text in
the reader's language, the server as `Names`, in all of them.
"""

from __future__ import annotations

import msgspec

from hexfire.dice import NeedAnswer
from hexfire.rulebook import Message, Modifier, Param, Refusal

Sayable = Message | Modifier | Refusal | NeedAnswer


class Said:
    """A message, the name of a modifier, a refusal, or dice that are wanted.

    >>> Said.key("gunnery.page.hit") == Said(Message("gunnery.page.hit"))
    True
    """

    __slots__ = ("what",)

    def __init__(self, what: Sayable) -> None:
        self.what = what

    @classmethod
    def key(cls, key: str, **params: Param) -> Said:
        return cls(Message.of(key, **params))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and self.what == other.what

    def __hash__(self) -> int:
        return hash(self.what)

    def __repr__(self) -> str:
        return f"Said({self.what!r})"


class Names(msgspec.Struct, frozen=True):
    """A text in both languages, as the page gets it."""

    en: str
    ja: str
