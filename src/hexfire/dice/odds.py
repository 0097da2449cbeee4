"""Exact odds: a rule run over every roll, each with its weight.

There is no second formula. `odds` calls the very procedure that play calls, once for every
distinguishable roll. A procedure with several stages returns `Then(next_stage, …)` instead of
rolling on: equal stages are folded, so that each is walked once however many rolls lead to it.
Where one procedure ends within another, `in_turn` lets it be folded by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from hexfire.dice.request import AnyRequest, Choice
from hexfire.dice.tape import Dice, NeedAnswer

R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)

Policy = Callable[[Choice], int]


class Then(NamedTuple):
    """«Now go on with this stage»: a function and its (hashable) arguments; `dice` comes first."""

    stage: Callable[..., Any]
    args: tuple[Hashable, ...] = ()


def in_turn(dice: Dice, first: Then, then: Then) -> Then:
    """Walk `first` to its end, then go on with `then.stage(dice, result, *then.args)`.

    This is one step of it. `odds` looks at the ends of `first` alone: however many situations lead
    to the same `first`, it is walked once.
    """
    result = first.stage(dice, *first.args)
    if isinstance(result, Then):
        return Then(in_turn, (result, then))
    return Then(then.stage, (result, *then.args))


class Odds(Mapping[R, Fraction], Generic[R]):
    """A distribution over results, in exact fractions that sum to one."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[R, Fraction]) -> None:
        self._chances = dict(chances)

    def __getitem__(self, result: R) -> Fraction:
        return self._chances[result]

    def __iter__(self) -> Iterator[R]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Odds({{{', '.join(f'{r!r}: {p}' for r, p in self._chances.items())}}})"

    def chance(self, wanted: Callable[[R], bool]) -> Fraction:
        """How likely a result is that `wanted` accepts."""
        return sum((p for r, p in self._chances.items() if wanted(r)), Fraction(0))

    def map(self, see: Callable[[R], S]) -> Odds[S]:
        """The same chances, looked at through `see`; what looks equal is added up."""
        seen: dict[S, Fraction] = {}
        for result, p in self._chances.items():
            key = see(result)
            seen[key] = seen.get(key, Fraction(0)) + p
        return Odds(seen)

    def mean(self, value: Callable[[R], int | Fraction]) -> Fraction:
        """The expected `value`."""
        return sum((p * value(r) for r, p in self._chances.items()), Fraction(0))


def play(dice: Dice, stage: Callable[..., Any], *args: Hashable) -> Any:
    """Run a procedure to its end, through all its stages, on one tape."""
    result = stage(dice, *args)
    while isinstance(result, Then):
        result = result.stage(dice, *result.args)
    return result


class Memo:
    """What `odds` has walked already; several questions about like procedures may share one."""

    def __init__(self) -> None:
        self.stages: dict[Then, tuple[tuple[Any, Fraction], ...]] = {}
        self.ends: dict[Then, tuple[tuple[Any, Fraction], ...]] = {}


def odds(
    stage: Callable[..., Any],
    *args: Hashable,
    choose: Policy | None = None,
    memo: Memo | None = None,
) -> Odds[Any]:
    """The exact distribution of what `play(dice, stage, *args)` gives.

    >>> def hit(dice, number):
    ...     return dice.total("C3.1") <= number
    >>> odds(hit, 7)[True]
    Fraction(7, 12)
    """
    return Odds(dict(_ends(Then(stage, args), choose, memo or Memo())))


def _ends(first: Then, choose: Policy | None, memo: Memo) -> tuple[tuple[Any, Fraction], ...]:
    """Every end of a procedure with its chance.

    Open stages are taken first come, first served and merged while they wait; one that is reached
    again later finds its outcomes in the memo.
    """
    if first in memo.ends:
        return memo.ends[first]
    waiting: dict[Then, Fraction] = {first: Fraction(1)}
    results: dict[Any, Fraction] = {}
    while waiting:
        now = next(iter(waiting))
        reached = waiting.pop(now)
        for result, chance in _outcomes(now, choose, memo):
            bucket = waiting if isinstance(result, Then) else results
            bucket[result] = bucket.get(result, 0) + reached * chance
    memo.ends[first] = tuple(results.items())
    return memo.ends[first]


def _outcomes(now: Then, choose: Policy | None, memo: Memo) -> tuple[tuple[Any, Fraction], ...]:
    """What one stage leads to; of `in_turn`, what the ends of its first procedure lead to."""
    if now.stage is in_turn:
        first, then = now.args
        assert isinstance(first, Then) and isinstance(then, Then)
        ends = _ends(first, choose, memo)
        return tuple((Then(then.stage, (result, *then.args)), chance) for result, chance in ends)
    if now not in memo.stages:
        memo.stages[now] = tuple(_one_stage(now, choose))
    return memo.stages[now]


def _one_stage(now: Then, choose: Policy | None) -> Iterable[tuple[Any, Fraction]]:
    """Every outcome of one stage, equal ones added up. Weights stay integers until the end."""
    weights: dict[Any, dict[int, int]] = {}
    todo: list[tuple[tuple[int, ...], int, int]] = [((), 1, 1)]
    stage, args = now
    while todo:
        faces, weight, whole = todo.pop()
        try:
            result = stage(Dice(faces), *args)
        except NeedAnswer as need:
            todo.extend(_fork(faces, weight, whole, need.request, choose))
            continue
        by_whole = weights.setdefault(result, {})
        by_whole[whole] = by_whole.get(whole, 0) + weight
    for result, by_whole in weights.items():
        chance = Fraction(0)
        for whole, weight in by_whole.items():
            chance += Fraction(weight, whole)
        yield result, chance


def _fork(
    faces: tuple[int, ...], weight: int, whole: int, request: AnyRequest, choose: Policy | None
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    if isinstance(request, Choice):
        if choose is None:
            raise ValueError(f"a player decides here ({request.rule}); give a `choose` policy")
        yield (*faces, choose(request)), weight, whole
        return
    forks, total = request.forks()
    for fork in forks:
        yield faces + fork.faces, weight * fork.weight, whole * total
