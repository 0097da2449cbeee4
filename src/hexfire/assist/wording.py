"""Something for a person to read that is not yet in a language.

Services put `Said` where an answer holds words; the border says it: the command line as a text in
the reader's language, the server as `Names`, in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

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


Speak = Callable[[Said], object]


def encode(value: Any, speak: Speak) -> bytes:
    """An answer as JSON; `speak` says what is for people."""
    return msgspec.json.encode(value, enc_hook=lambda item: _plain(item, speak))


def to_builtins(value: Any, speak: Speak) -> Any:
    """An answer as plain data."""
    return msgspec.to_builtins(value, enc_hook=lambda item: _plain(item, speak))


def _plain(value: Any, speak: Speak) -> object:
    match value:
        case Said():
            return speak(value)
        case Fraction():
            return str(value)
        case _:
            raise TypeError(f"{type(value).__name__} is not written as JSON")
