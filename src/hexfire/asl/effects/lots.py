"""A7.301, A7.302: how it begins: the lots that are drawn among men, and what they do to leaders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb, lcm, prod
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs, Task
from hexfire.asl.effects.leaders import leaders_first
from hexfire.asl.effects.one_man import OneMan
from hexfire.asl.effects.standing import Book, Men, Order, Standing, State
from hexfire.dice import ANY, Selection

LOTS = (Task.KIA, Task.K)


class Start(NamedTuple):
    """Leaders, with lots to be drawn, then checks; `lost` are leaders who were lost before.

    The place after the last leader's is that of the man who stands aside.
    """

    leaders: Men
    jobs: Jobs
    lost: Jobs = ()


Others = tuple[int, ...]
"""How many others draw each of the lots, too."""

Column = dict[Start, dict[Others, int]]
"""Starts with their weights."""


def wanted(job: Job) -> int:
    """How many a KIA (A7.301) or K (A7.302) selects."""
    return job.number if job.task is Task.KIA else 1


@lru_cache(maxsize=1 << 12)
def _selected(count: int, others: int, wanted: int) -> tuple[tuple[int, ...], int]:
    """A.9: the weight with which Random Selection finds just these of `count`, by how many they
    are, while `others` draw too; and the whole."""
    if wanted >= count + others:
        return (0,) * count + (1,), 1
    request = Selection("A.9", count + others, wanted, (0,) * count + (ANY,) * others)
    forks, whole = request.forks()
    weights = [0] * (count + 1)
    for fork in forks:
        own = sum(at < count for at in request.selected(fork.faces))
        weights[own] += fork.weight // comb(count, own)
    return tuple(weights), whole


class _Way(NamedTuple):
    """The leaders while lots are drawn; who will check, one after the other; which lots selected
    the man who stands aside, or others; and how many each has selected."""

    state: State
    order: Order
    drawn: tuple[tuple[Job, bool], ...] = ()
    counts: tuple[int, ...] = ()


def _own_checks(start: Start) -> dict[int, Jobs]:
    """The checks of each man, in the order of the men."""
    own: dict[int, Jobs] = {}
    for job in start.jobs:
        if job.task not in LOTS:
            own[job.who[0]] = (*own.get(job.who[0], ()), replace(job, who=(0,)))
    return own


class _Drawn(NamedTuple):
    """The leaders after a lot that selected so many, him who stands aside among them or not."""

    state: State
    selected: int
    him: bool
    weight: int


Draws = dict[tuple[int, ...], int]
"""Weights by how many men each of the lots selects."""


def by_draws(
    start: Start,
    by_others: Mapping[Others, Sequence[int]],
    carried: Callable[[Sequence[int]], int],
) -> tuple[Draws, int]:
    """The weights of a start (`carried` makes one number of them) by what the lots select, and how
    many times too much they weigh. How many others drew too is forgotten then."""
    lots = [(len(job.who), wanted(job)) for job in start.jobs if job.task in LOTS]
    if not lots:
        return {(): sum([carried(weights) for weights in by_others.values()])}, 1
    alike = [
        (
            carried(weights),
            [_selected(count, n, of) for (count, of), n in zip(lots, others, strict=True)],
        )
        for others, weights in by_others.items()
    ]
    times = lcm(*[prod([whole for _, whole in draws]) for _, draws in alike])
    drawn: Draws = {}
    for weight, draws in alike:
        more = times // prod([whole for _, whole in draws])
        for selected in product(*[list(enumerate(ways)) for ways, _ in draws]):
            count = prod([ways for _, ways in selected])
            if count:
                counts = tuple([n for n, _ in selected])
                drawn[counts] = drawn.get(counts, 0) + weight * (count * more)
    return drawn, times


class Beginning(NamedTuple):
    """The leaders with their checks before them, and who of them is pinned; who checks, one after
    the other; the lots and the checks of him who stands aside; how many each lot has selected."""

    state: State
    pinned: tuple[int, ...]
    order: Order
    drawn: tuple[tuple[Job, bool], ...]
    checks: Jobs
    counts: tuple[int, ...]


class Lots:
    """What lots do to leaders, each by his own rolls."""

    def __init__(self, one_man: OneMan, book: Book) -> None:
        self._one_man, self._book = one_man, book
        self._known: dict[tuple[Job, State], tuple[list[_Drawn], int]] = {}
        self._bare: dict[tuple[int, Jobs], tuple[int, bool]] = {}

    def beginnings(self, start: Start) -> tuple[list[tuple[Beginning, int]], int]:
        """Every way in which the lots may fall, with its weight; and how many times too much all
        of them weigh."""
        own, aside = _own_checks(start), len(start.leaders)
        ways, times = {_Way(self._first(start), tuple(own)): 1}, 1
        for job in start.jobs:
            if job.task in LOTS:
                ways, share = self._draw(ways, job)
                times *= share
                if job.task is Task.K:
                    own |= {i: (Job(Task.MC, (0,), job.number),) for i in job.who}
        before = [own.get(i, ()) for i in range(aside + 1)]
        beginnings = []
        for (state, order, drawn, counts), weight in ways.items():
            now, pinned = self._checking(state, before)
            theirs = tuple([i for i in order if i != aside])
            beginnings.append(
                (Beginning(now, pinned, theirs, drawn, before[aside], counts), weight)
            )
        return beginnings, times

    def _first(self, start: Start) -> State:
        own = {job.who[0]: replace(job, who=(0,)) for job in start.lost}
        number = self._book.number
        return tuple([number(Standing(man, own.get(i))) for i, man in enumerate(start.leaders)])

    def _checking(self, state: State, own: Sequence[Jobs]) -> tuple[State, tuple[int, ...]]:
        """The leaders without their pins and with checks before them; and who is pinned."""
        after, pinned = [], []
        for i, number in enumerate(state):
            key = number, own[i]
            known = self._bare.get(key)
            if known is None:
                man, loss, _ = self._book.standings[number]
                bare = man.changed(pinned=False) if man.pinned else man
                known = self._bare[key] = (
                    self._book.number(Standing(bare, loss, own[i])),
                    man.pinned,
                )
            after.append(known[0])
            if known[1]:
                pinned.append(i)
        return tuple(after), tuple(pinned)

    def _draw(self, ways: dict[_Way, int], job: Job) -> tuple[dict[_Way, int], int]:
        """A7.301, A7.302: every choice of men, and what it means to each of them."""
        his = replace(job, who=(0,))
        after: dict[_Way, int] = {}
        each_of = {way.state: self._drawn(job, way.state) for way in ways}
        share = lcm(*(of for _, of in each_of.values()))
        for (state, order, drawn, counts), count in ways.items():
            each, of = each_of[state]
            if job.task is Task.K:
                order = self._order_after_k(order, job, state)
            draws = len(state) in job.who
            scale = count * (share // of)
            for end in each:
                struck = (*drawn, (his, end.him)) if draws else drawn
                way = _Way(end.state, order, struck, (*counts, end.selected))
                after[way] = after.get(way, 0) + end.weight * scale
        return after, share

    def _order_after_k(self, order: Order, job: Job, state: State) -> Order:
        """A7.302: whom a K strikes takes the MC."""
        checks = [Job(Task.MC, (i,)) for i in (*order, *job.who)]
        men = [self._book.standings[number].man for number in state]
        return tuple([check.who[0] for check in leaders_first(checks, (*men, None))])

    def _drawn(self, job: Job, state: State) -> tuple[list[_Drawn], int]:
        """What a lot does to the leaders, for every choice of those who draw."""
        key = job, state
        known = self._known.get(key)
        if known is not None:
            return known
        aside, leaders = len(state), [i for i in job.who if i < len(state)]
        steps = {
            (i, selected): self._lot(state[i], job, selected)
            for i in leaders
            for selected in (True, False)
        }
        share = lcm(*(whole for _, whole in steps.values()))
        weights: dict[tuple[State, int, bool], int] = {}
        for count in range(len(job.who) + 1):
            for chosen in combinations(job.who, count):
                states = [(state, 1)]
                for i in leaders:
                    each, whole = steps[i, i in chosen]
                    states = [
                        ((*now[:i], end, *now[i + 1 :]), weight * ways * (share // whole))
                        for now, weight in states
                        for end, ways in each
                    ]
                for now, weight in states:
                    so = now, count, aside in chosen
                    weights[so] = weights.get(so, 0) + weight
        ends = [_Drawn(*so, weight) for so, weight in weights.items()]
        known = self._known[key] = ends, share ** len(leaders)
        return known

    def _lot(self, number: int, job: Job, selected: bool) -> tuple[list[tuple[int, int]], int]:
        standing = self._book.standings[number]
        each, whole = self._one_man.lot(standing, replace(job, who=(0,)), selected)
        return [(self._book.number(end), weight) for end, weight in each], whole
