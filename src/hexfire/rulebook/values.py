"""Values that carry their reason: messages, modifiers, tallies and refusals.

No sentence for people stands here. A `Message` is a key and its parameters; `hexfire.lang` turns it
into Japanese or English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

Param = int | str | tuple[str, ...]


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to be said: a key of the catalogues and what fills its blanks.

    A parameter that begins with «@» is itself a key (a term, a unit's name), said in the reader's
    language before it is filled in.
    """

    key: str
    params: tuple[tuple[str, Param], ...] = ()

    @classmethod
    def of(cls, key: str, **params: Param) -> Message:
        return cls(key, tuple(sorted(params.items())))

    def __getitem__(self, name: str) -> Param:
        return dict(self.params)[name]


class Modifier(msgspec.Struct, frozen=True):
    """A number with its reason: a case (a letter or a short name), a rule, a value.

    `applies` is false for a modifier that was considered and rejected; `why` tells why, if the
    case's own name does not.
    """

    case: str
    rule: str
    value: int
    applies: bool = True
    why: Message | None = None


class Tally(msgspec.Struct, frozen=True):
    """A sum that never forgets what it was made of, nor what was considered and left out."""

    items: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, items: Iterable[Modifier]) -> Tally:
        return cls(tuple(items))

    @property
    def total(self) -> int:
        return sum(item.value for item in self.items if item.applies)

    @property
    def applied(self) -> tuple[Modifier, ...]:
        return tuple(item for item in self.items if item.applies)

    @property
    def rejected(self) -> tuple[Modifier, ...]:
        return tuple(item for item in self.items if not item.applies)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.items + other.items)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.applied)

    def value_of(self, case: str) -> int:
        """What one case contributes (0 if it does not apply)."""
        return sum(item.value for item in self.applied if item.case == case)

    def as_dict(self) -> Mapping[str, int]:
        """Applied values by case."""
        by_case: dict[str, int] = {}
        for item in self.applied:
            by_case[item.case] = by_case.get(item.case, 0) + item.value
        return by_case


class Refusal(Exception):
    """An action or an input that a rule does not allow: the rule, and why in this case."""

    def __init__(self, rule: str, key: str, /, **params: Param) -> None:
        self.rule = rule
        self.message = Message.of(key, **params)
        super().__init__(rule, key, params)

    def __str__(self) -> str:
        # For programmers; people are answered through hexfire.lang.
        blanks = ", ".join(f"{name}={value!r}" for name, value in self.message.params)
        return f"{self.rule}: {self.message.key}({blanks})"


class BadInput(Refusal):
    """Input that cannot be read at all: no rule of the game is broken, the form is wrong."""

    def __init__(self, key: str, /, **params: Param) -> None:
        super().__init__("", key, **params)
