"""Eyes: the one door through which facts of the table reach a rule.

A rule never looks at the map by itself. It puts a typed `Question`, and whoever stands behind
`Eyes` answers: a person beside a cardboard map, a recorded list of facts, or a board with units.
A fact that nobody has given yet raises `NeedFact`; the rule is simply run again with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Protocol

import msgspec

from hexfire.rulebook import BadInput, Message, Param


class Wants(Enum):
    """What kind of answer a question wants."""

    YES_NO = "yes_no"
    NUMBER = "number"


class Question(msgspec.Struct, frozen=True):
    """A fact of the table that a rule must know: its key in the catalogues, the rule that asks."""

    key: str
    rule: str
    hex: str = ""
    wants: Wants = Wants.YES_NO
    details: tuple[tuple[str, Param], ...] = ()

    @property
    def topic(self) -> str:
        """The last part of the key: how a list of facts names it."""
        return self.key.rpartition(".")[2]

    @property
    def name(self) -> str:
        """The fact's full name: the topic, and the hex it is about, as in `sees_base@W4`."""
        return f"{self.topic}@{self.hex}" if self.hex else self.topic

    @property
    def message(self) -> Message:
        return Message(self.key, tuple(sorted({**dict(self.details), "hex": self.hex}.items())))


class NeedFact(Exception):
    """A rule has asked for a fact that nobody has given yet."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.name)
        self.question = question


class Eyes(Protocol):
    """Whoever can answer a question about the table."""

    def yes(self, question: Question) -> bool:
        """The answer to a yes-or-no question."""
        ...

    def number(self, question: Question) -> int:
        """The answer to a question for a number."""
        ...


class Facts:
    """A recorded list of facts. `sees_base@W4` is about one hex; `sees_base` about any other."""

    def __init__(self, facts: Mapping[str, bool | int] | None = None) -> None:
        self._facts = dict(facts or {})

    @property
    def all(self) -> Mapping[str, bool | int]:
        """Everything on the list, used or not."""
        return self._facts

    def yes(self, question: Question) -> bool:
        answer = self._find(question)
        if not isinstance(answer, bool):
            raise BadInput("eyes.want_yes_no", fact=question.name, value=str(answer))
        return answer

    def number(self, question: Question) -> int:
        answer = self._find(question)
        if isinstance(answer, bool) or answer < 0:
            raise BadInput("eyes.want_number", fact=question.name, value=str(answer))
        return answer

    def _find(self, question: Question) -> bool | int:
        for name in (question.name, question.topic):
            if name in self._facts:
                return self._facts[name]
        raise NeedFact(question)


class Asking:
    """A person, asked once per fact; `given` keeps what was answered."""

    def __init__(
        self, ask: Callable[[Question], bool | int], given: Mapping[str, bool | int] | None = None
    ) -> None:
        self._ask = ask
        self.given = dict(given or {})

    def yes(self, question: Question) -> bool:
        return bool(self._answer(question))

    def number(self, question: Question) -> int:
        return int(self._answer(question))

    def _answer(self, question: Question) -> bool | int:
        if question.name not in self.given:
            self.given[question.name] = self._ask(question)
        return self.given[question.name]
