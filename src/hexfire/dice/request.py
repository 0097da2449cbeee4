"""What a rule may ask of the dice: the questions, and how many ways each can be answered."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import msgspec

ANY = -1
"""`Selection.alike`: whether this one is selected makes no difference."""


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


class Selection(Request, frozen=True, tag="selection", omit_defaults=True):
    """A die for each of `count`; the `wanted` highest are selected, ties for the last place all
    (A.9).

    `alike` may give each position a number: of those with the same number the asking rule looks
    only at how many are selected, and of those with `ANY` at nothing. That leaves fewer outcomes
    to tell apart; a roll is the same.
    """

    count: int = 1
    wanted: int = 1
    alike: tuple[int, ...] = ()

    def sizes(self) -> tuple[int, ...]:
        return (6,) * self.count

    def selected(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The positions that these faces select."""
        last = sorted(faces)[-self.wanted]
        return tuple(i for i, face in enumerate(faces) if face >= last)

    def forks(self) -> tuple[tuple[Fork, ...], int]:
        alike = self.alike or tuple(range(self.count))
        return _selection_forks(alike, self.wanted), 6**self.count


def numbered(signs: Sequence[Hashable]) -> tuple[int, ...]:
    """`Selection.alike` from a sign of each: the same number for the same sign.

    >>> numbered(["leader", "squad", "squad"])
    (0, 1, 1)
    """
    first: dict[Hashable, int] = {}
    return tuple(first.setdefault(sign, len(first)) for sign in signs)


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


@lru_cache(maxsize=1 << 10)
def _selection_forks(alike: tuple[int, ...], wanted: int) -> tuple[Fork, ...]:
    """One fork for each way to select so many of every class, weighted by all rolls of it.

    The selected show a 6, the others a 1.
    """
    classes = [
        [i for i, name in enumerate(alike) if name == own]
        for own in dict.fromkeys(alike)
        if own != ANY
    ]
    free = [i for i, name in enumerate(alike) if name == ANY]
    seen = len(alike) - len(free)
    forks = []
    for counts in product(*(range(len(places) + 1) for places in classes)):
        ways = prod(comb(len(c), k) for c, k in zip(classes, counts, strict=True))
        weight = ways * _selection_weight(sum(counts), seen - sum(counts), len(free), wanted)
        if weight:
            chosen = {i for c, k in zip(classes, counts, strict=True) for i in c[:k]}
            chosen |= set(free[: max(0, wanted - len(chosen))])
            forks.append(Fork(tuple(6 if i in chosen else 1 for i in range(len(alike))), weight))
    return tuple(forks)


@lru_cache(maxsize=1 << 12)
def _selection_weight(selected: int, others: int, free: int, wanted: int) -> int:
    """How many rolls select these `selected` dice and not these `others`, whatever the `free` do.

    With `last` the lowest selected face, at least `wanted` dice show it or more, and fewer than
    `wanted` show more.
    """
    rolls = 0
    for last in range(1, 7):
        for more in range(max(0, wanted - selected), free + 1):
            count = selected + more
            above = sum(comb(count, n) * (6 - last) ** n for n in range(min(wanted, count + 1)))
            below = (last - 1) ** (others + free - more)
            rolls += comb(free, more) * below * above
    return rolls
