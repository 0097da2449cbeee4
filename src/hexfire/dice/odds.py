"""Exact odds: a rule run over every roll, each with its weight.

There is no second formula. `odds` calls the very procedure that play calls, once for every
distinguishable roll. A procedure with several stages returns `Then(next_stage, …)` instead of
rolling on: equal stages are folded, so that each is walked once however many rolls lead to it.
Where one procedure ends within another, `in_turn` lets it be folded by itself; stages that go
`together` are asked for their ends all at once.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar, cast

import msgspec

from hexfire.dice.request import AnyRequest, Choice, Draw
from hexfire.dice.tape import Dice, NeedAnswer

R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)

Policy = Callable[[Choice], int]

Chances = tuple[tuple[tuple[Any, int], ...], int]
"""Results with their weights, out of a whole. Fractions are made at the very end: whole numbers are
several times as fast."""

Starts = list[tuple[Any, int, int]]
"""How something may begin, each start with its weight and the whole that is out of."""

EndsOf = Callable[[list[Starts]], list[Chances]]
"""Every end of several starts; of several questions at once, each with starts of its own."""


class Then(msgspec.Struct, frozen=True, cache_hash=True):
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
    return _after(result, then)


def _after(result: Hashable, then: Then) -> Then:
    return Then(then.stage, (result, *then.args))


def together(dice: Dice, ends_of: EndsOf, start: Hashable) -> Any:
    """Go to one of the ends of `start`, which `ends_of` tells.

    `odds` lets stages of this kind wait for each other and asks for all starts at once, and
    `odds_of_each` for those of all questions: worth it where different ways lead to different
    starts, and soon to the same situations.
    """
    ((each, _),) = ends_of([[(start, 1, 1)]])
    pile = Draw("", tuple((str(i), weight) for i, (_, weight) in enumerate(each)))
    return each[dice.drawn(pile)][0]


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
        self.stages: dict[Then, Chances] = {}
        self.ends: dict[Then, Chances] = {}


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
    return odds_of_each([Then(stage, args)], choose, memo)[0]


def odds_of_each(
    firsts: Sequence[Then], choose: Policy | None = None, memo: Memo | None = None
) -> list[Odds[Any]]:
    """The exact distribution of each of several procedures; their stages that go `together` are
    asked for their ends all at once."""
    with _without_search_for_garbage():
        every = _ends_of_each(firsts, choose, memo or Memo())
    return [Odds({end: Fraction(weight, whole) for end, weight in ends}) for ends, whole in every]


@contextmanager
def _without_search_for_garbage() -> Iterator[None]:
    """A large question keeps many small values until its end and none of them in a circle: Python's
    search for such, which walks through them again and again, took a fifth of the time."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()


def ends(first: Then, memo: Memo | None = None) -> Chances:
    """Every end of a procedure without choices, with its weight, and the sum of all weights."""
    return _ends(first, None, memo or Memo())


class Shares:
    """Results as they come, each with its weight out of a whole of its own."""

    def __init__(self) -> None:
        self.weights: dict[Any, tuple[int, int]] = {}

    def add(self, result: Any, weight: int, whole: int) -> None:
        before = self.weights.get(result)
        if before is not None:
            had, of = before
            if of == whole:
                weight += had
            else:
                both = lcm(of, whole)
                weight, whole = weight * (both // whole) + had * (both // of), both
        self.weights[result] = weight, whole

    def chances(self) -> Chances:
        if len(self.weights) == 1:
            ((result, (weight, whole)),) = self.weights.items()
            shared = gcd(weight, whole)
            return ((result, weight // shared),), whole // shared
        whole = lcm(*[of for _, of in self.weights.values()])
        weights = [weight * (whole // of) for weight, of in self.weights.values()]
        shared = gcd(whole, *weights)
        each = zip(self.weights, weights, strict=True)
        return tuple((result, weight // shared) for result, weight in each), whole // shared


def _ends(first: Then, choose: Policy | None, memo: Memo) -> Chances:
    """Every end of a procedure with its chance."""
    known = memo.ends.get(first)
    if known is not None:
        return known
    if first.stage is not in_turn and first.stage is not together:
        outcomes = _outcomes(first, choose, memo)
        if not any(isinstance(result, Then) for result, _ in outcomes[0]):
            memo.ends[first] = outcomes
            return outcomes
    return _ends_of_each([first], choose, memo)[0]


def _ends_of_each(firsts: Sequence[Then], choose: Policy | None, memo: Memo) -> list[Chances]:
    """The same of several procedures: all go on until nothing is left but stages that go together,
    which are then asked for their ends."""
    walks = {first: _Procedure(first) for first in firsts if first not in memo.ends}
    going = list(walks.values())
    while going:
        asked: dict[EndsOf, list[tuple[_Procedure, Then | None, Starts]]] = {}
        for walk in going:
            for (ends_of, then), starts in walk.go_on(choose, memo).items():
                asked.setdefault(ends_of, []).append((walk, then, starts))
        for ends_of, several in asked.items():
            all_ends = ends_of([starts for _, _, starts in several])
            for (walk, then, _), chances in zip(several, all_ends, strict=True):
                walk.came_to(chances, then)
        going = [walk for walk in going if walk.waiting.weights]
    for first, walk in walks.items():
        memo.ends[first] = walk.results.chances()
    return [memo.ends[first] for first in firsts]


class _Procedure:
    """One procedure on its way: open stages, and the ends it has come to.

    Open stages are taken first come, first served and merged while they wait; one that is reached
    again later finds its outcomes in the memo. Those that go `together` come last.
    """

    def __init__(self, first: Then) -> None:
        self.waiting, self.results = Shares(), Shares()
        self.waiting.add(first, 1, 1)

    def go_on(self, choose: Policy | None, memo: Memo) -> dict[tuple[EndsOf, Then | None], Starts]:
        """Until nothing is open but stages that go together: these, and what follows each."""
        gathered: dict[tuple[EndsOf, Then | None], Starts] = {}
        while self.waiting.weights:
            now = next(iter(self.waiting.weights))
            reached, of = self.waiting.weights.pop(now)
            alone, then = _before(now)
            if alone.stage is together:
                tell, start = alone.args
                gathered.setdefault((cast(EndsOf, tell), then), []).append((start, reached, of))
                continue
            outcomes, whole = _outcomes(now, choose, memo)
            whole *= of
            for result, weight in outcomes:
                bucket = self.waiting if isinstance(result, Then) else self.results
                bucket.add(result, reached * weight, whole)
        return gathered

    def came_to(self, ends: Chances, then: Then | None) -> None:
        """The ends of stages that went together, which `then` may follow."""
        each, whole = ends
        for end, weight in each:
            if then is None:
                self.results.add(end, weight, whole)
            else:
                self.waiting.add(_after(end, then), weight, whole)


def _before(now: Then) -> tuple[Then, Then | None]:
    """What is walked first, and what comes after it."""
    if now.stage is in_turn:
        first, then = now.args
        assert isinstance(first, Then) and isinstance(then, Then)
        return first, then
    return now, None


def _outcomes(now: Then, choose: Policy | None, memo: Memo) -> Chances:
    """What one stage leads to; of `in_turn`, what the ends of its first procedure lead to."""
    first, then = _before(now)
    if then is not None:
        ends, whole = _ends(first, choose, memo)
        return tuple((_after(end, then), weight) for end, weight in ends), whole
    known = memo.stages.get(now)
    if known is None:
        known = memo.stages[now] = _one_stage(now, choose)
    return known


def _one_stage(now: Then, choose: Policy | None) -> Chances:
    """Every outcome of one stage, equal ones added up."""
    stage, args = now.stage, now.args
    try:
        return ((stage(Dice(), *args), 1),), 1
    except NeedAnswer as need:
        todo = list(_fork((), 1, 1, need.request, choose))
    results = Shares()
    while todo:
        faces, weight, whole = todo.pop()
        try:
            result = stage(Dice(faces), *args)
        except NeedAnswer as need:
            todo.extend(_fork(faces, weight, whole, need.request, choose))
            continue
        results.add(result, weight, whole)
    return results.chances()


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
