"""What a rule may ask of the dice: the questions, and how many ways each can be answered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import msgspec


class DR(NamedTuple):
    """Two six-sided dice, told apart: the coloured one and the white one."""

    colored: int
    white: int

    @property
    def total(self) -> int:
        return self.colored + self.white

    @property
    def doubles(self) -> bool:
        return self.colored == self.white


class Fork(NamedTuple):
    """One way a request can come out: the faces that stand for it, and how many of all rolls do."""

    faces: tuple[int, ...]
    weight: int


class Request(msgspec.Struct, frozen=True, tag=True):
    """A question that only dice, a pile or a person can answer. `rule` says who asks and why."""

    rule: str

    def sizes(self) -> tuple[int, ...]:
        """The highest value each face may take; the lowest is 1 for dice, 0 for `picks`."""
        raise NotImplementedError

    @property
    def lowest(self) -> int:
        return 1

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        """Every distinguishable outcome with its weight, and the sum of the weights."""
        raise NotImplementedError

    @property
    def random(self) -> bool:
        """Whether chance answers; a person does otherwise."""
        return True


class Die(Request, frozen=True, tag="dr"):
    """One die of `sides`."""

    sides: int = 6

    def sizes(self) -> tuple[int, ...]:
        return (self.sides,)

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        return _die_forks(self.sides), self.sides


class TwoDice(Request, frozen=True, tag="DR"):
    """A coloured and a white die; `by_total` when the asking rule looks at the sum alone."""

    by_total: bool = False

    def sizes(self) -> tuple[int, ...]:
        return (6, 6)

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        return (_TOTALS if self.by_total else _PAIRS), 36


class Selection(Request, frozen=True, tag="selection"):
    """A die for each of `count`; the highest are selected, ties together (A.9)."""

    count: int = 1

    def sizes(self) -> tuple[int, ...]:
        return (6,) * self.count

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        return _selection_forks(self.count), 6**self.count


class Pick(Request, frozen=True, tag="pick"):
    """One of `count` with equal chance; the face is its position from 0."""

    count: int = 1

    def sizes(self) -> tuple[int, ...]:
        return (self.count - 1,)

    @property
    def lowest(self) -> int:
        return 0

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        return tuple(Fork((i,), 1) for i in range(self.count)), self.count


class Draw(Request, frozen=True, tag="draw"):
    """One chit out of a pile of `(kind, how many)`; the face is the kind's position from 0."""

    pile: tuple[tuple[str, int], ...] = ()

    def sizes(self) -> tuple[int, ...]:
        return (len(self.pile) - 1,)

    @property
    def lowest(self) -> int:
        return 0

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        kinds = tuple(Fork((i,), n) for i, (_, n) in enumerate(self.pile) if n)
        return kinds, sum(f.weight for f in kinds)


class Choice(Request, frozen=True, tag="choice"):
    """A decision that the rules leave to `seat`; the face is the option's position from 0."""

    seat: str = ""
    options: tuple[str, ...] = ()

    def sizes(self) -> tuple[int, ...]:
        return (len(self.options) - 1,)

    @property
    def lowest(self) -> int:
        return 0

    @property
    def random(self) -> bool:
        return False

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        raise NotImplementedError("a choice has no odds; give `odds` a `choose` policy")


AnyRequest = Die | TwoDice | Selection | Pick | Draw | Choice


def _two_dice() -> Iterator[DR]:
    return (DR(c, w) for c in range(1, 7) for w in range(1, 7))


_PAIRS = tuple(Fork(tuple(roll), 1) for roll in _two_dice())
_TOTALS = tuple(
    Fork((min(6, total - 1), total - min(6, total - 1)), 6 - abs(7 - total))
    for total in range(2, 13)
)


@lru_cache
def _die_forks(sides: int) -> tuple[Fork, ...]:
    return tuple(Fork((face,), 1) for face in range(1, sides + 1))


@lru_cache
def _selection_forks(count: int) -> tuple[Fork, ...]:
    """The selected show a 6, the others a 1: one fork per set of selected, weighted by all rolls.

    A set of k is selected at height h when its dice show h and every other die less than h.
    """

    def weight(size: int) -> int:
        return sum((h - 1) ** (count - size) for h in range(1, 7))

    return tuple(
        Fork(tuple(6 if i in chosen else 1 for i in range(count)), weight(size))
        for size in range(1, count + 1)
        for chosen in combinations(range(count), size)
    )
