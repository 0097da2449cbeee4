"""A10.2, A10.21: one man's fate among the leaders who are under the same attack.

Men touch each other in few ways: lots are drawn among them, a leader helps in checks, and is missed
when he is lost. So each man's own rolls are walked for himself alone, by the procedure that play
uses, once for every help he may have; here the men are only put together again. All that may have
happened so far lies in one pool: how each man stands, by a number, with its weight. Round by round
it goes on: the attack's checks, then those for leaders who were lost. On the way men of whom
nothing more can come are forgotten but for their help (`standing.py`).

Who leads nobody touches no one: if it is he who is asked for, he stands aside. The leaders' pool is
walked without him, and each weight in it is a number of several digits: one for each way he may
stand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, groupby, product
from math import comb, lcm, prod
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs, Task
from hexfire.asl.effects.leaders import is_leader, leaders_first, loss_checks
from hexfire.asl.effects.standing import Book, Men, Standing, State
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import ANY, Chances, Selection, Shares, Then, ends

LOTS = (Task.KIA, Task.K)


class Start(NamedTuple):
    """Leaders and the man who is asked for (`asked` is his place), with lots to be drawn, then
    checks, the leaders' before his; `lost` are leaders who were lost before."""

    men: Men
    jobs: Jobs
    lost: Jobs
    asked: int
    penalty: int


class Rolls(NamedTuple):
    """The procedures of one man: his checks, and a KIA or K that selects him or another.

    Both end in him and in his loss, if he leads and is lost (A10.2).
    """

    checks: Callable[[Personnel, Jobs, Jobs, bool, int], Then]
    drawn: Callable[[Personnel, Job, Jobs, bool, bool], Then]


Pool = tuple[dict[State, int], int]
"""States with their weights, out of a whole."""

Steps = tuple[tuple[tuple[int, int], ...], int]
"""The numbers that a man may have next, with their weights, out of a whole."""


class Round(NamedTuple):
    """Checks still to be made; losses of leaders who are not among the men any more; what he who
    stands aside will have to check, and whom he misses."""

    checks: Jobs
    lost: Jobs
    aside: Jobs = ()
    missed: Jobs = ()


def fates(rolls: Rolls, starts: Iterable[tuple[Start, int, int]]) -> Chances:
    """How the man who is asked for comes out of `starts`, each with its weight and whole."""
    results = Shares()
    several = _by_draws(starts).weights
    digit = ROOM + max(whole.bit_length() for _, whole in several.values())
    walks: dict[tuple[Men, int, int], _Walk] = {}
    for (alike, draws), (weight, whole) in several.items():
        key = alike.men, alike.asked, alike.penalty
        if key not in walks:
            walks[key] = _Walk(rolls, *key, digit, results)
        walks[key].begin(alike, draws, weight, whole)
    for walk in walks.values():
        walk.go_on()
    return results.chances()


# -- lots ----------------------------------------------------------------------------------------

Draws = tuple[int, ...]
"""How many of those who are followed each of the lots selects."""


def _by_draws(starts: Iterable[tuple[Start, int, int]]) -> Shares:
    """Starts with what the lots select; how many others drew too is forgotten then."""
    several = Shares()
    for start, weight, whole in starts:
        lots = [job for job in start.jobs if job.task in LOTS]
        jobs = tuple(replace(job, others=0) if job.others else job for job in start.jobs)
        alike = start._replace(jobs=jobs)
        for draw in product(*(_selected(len(j.who), j.others, wanted(j)) for j in lots)):
            ways, of = prod(w for _, w, _ in draw), prod(n for _, _, n in draw)
            several.add((alike, tuple(c for c, _, _ in draw)), weight * ways, whole * of)
    return several


def wanted(job: Job) -> int:
    """How many a KIA (A7.301) or K (A7.302) selects."""
    return job.number if job.task is Task.KIA else 1


@lru_cache(maxsize=1 << 12)
def _selected(count: int, others: int, wanted: int) -> tuple[tuple[int, int, int], ...]:
    """A.9: how many of `count` Random Selection may find, while `others` draw too; the weight of
    each such choice, and the whole."""
    if wanted >= count + others:
        return ((count, 1, 1),)
    request = Selection("A.9", count + others, wanted, (0,) * count + (ANY,) * others)
    forks, whole = request.forks()
    counts = [(sum(at < count for at in request.selected(f.faces)), f.weight) for f in forks]
    return tuple((n, weight // comb(count, n), whole) for n, weight in counts)


# -- the rounds ----------------------------------------------------------------------------------

ROOM = 512
"""Bits by which the whole of a pool can grow at most. One man's checks, for the attack and for
every leader who breaks and falls, are nine DR and dr of 8 bits at most; of five men that is 350."""

ASIDE = 0
"""The number in a state of him who stands aside: nobody's (`Book`)."""


class _Walk:
    """The pools of all rounds, for one man who is asked for."""

    def __init__(
        self, rolls: Rolls, men: Men, asked: int, penalty: int, digit: int, results: Shares
    ) -> None:
        self.rolls, self.asked, self.penalty, self.results = rolls, asked, penalty, results
        self.digit = digit
        """Bits for each of the weights that lie in one number."""
        self.aside = not is_leader(men[asked])
        self.book = _book(men, asked)
        self.waiting: dict[int, dict[Round, list[Pool]]] = {}
        """By the number of checks before them."""
        self.last = Shares()
        self.known: dict[Hashable, Steps] = {}

    def begin(self, start: Start, draws: Draws, weight: int, whole: int) -> None:
        """The men after the lots."""
        own = dict[int, Job]((job.who[0], replace(job, who=(0,))) for job in start.lost)
        elsewhere = tuple(job for job in start.lost if job.who[0] < 0)
        number = self.book.number
        state = tuple(number(Standing(man, own.get(i))) for i, man in enumerate(start.men))
        lots = [job for job in start.jobs if job.task in LOTS]
        checks = tuple(job for job in start.jobs if job.task not in LOTS)
        pool = {(checks, state): weight}
        for job, count in zip(lots, draws, strict=True):
            pool, share = self._drawn(pool, job, count)
            whole *= share
        for (checks, state), weight in pool.items():
            now = Round(checks, elsewhere)
            if self.aside:
                now, state, weight = self._stand_aside(now, state, weight)
            self._wait(now, ({state: weight}, whole))

    def _wait(self, now: Round, pool: Pool) -> None:
        left = len(now.checks) + bool(now.aside or now.missed)
        self.waiting.setdefault(left, {}).setdefault(now, []).append(pool)

    def _stand_aside(self, now: Round, state: State, weight: int) -> tuple[Round, State, int]:
        asked = self.asked
        his = tuple(replace(job, who=(0,)) for job in now.checks if job.who[0] == asked)
        theirs = tuple(job for job in now.checks if job.who[0] != asked)
        others = (*state[:asked], ASIDE, *state[asked + 1 :])
        return Round(theirs, now.lost, his), others, weight << self._shift(state[asked])

    def _drawn(
        self, pool: dict[tuple[Jobs, State], int], job: Job, count: int
    ) -> tuple[dict[tuple[Jobs, State], int], int]:
        """A7.301, A7.302: every choice of `count` men, and what it means to each of them."""
        after: dict[tuple[Jobs, State], int] = {}
        steps = {
            (i, state[i], selected): self._lot(state[i], job, i, selected)
            for i in job.who
            for _, state in pool
            for selected in (True, False)
        }
        share = lcm(*(whole for _, whole in steps.values()))
        for (checks, before), reached in pool.items():
            if job.task is Task.K:
                checks = self._checks_after_k(checks, job, before)
            for chosen in combinations(job.who, count):
                states = [(before, reached)]
                for i in job.who:
                    each, whole = steps[i, before[i], i in chosen]
                    states = [
                        ((*state[:i], end, *state[i + 1 :]), weight * ways * (share // whole))
                        for state, weight in states
                        for end, ways in each
                    ]
                for state, weight in states:
                    key = checks, state
                    after[key] = after.get(key, 0) + weight
        return after, share ** len(job.who)

    def _checks_after_k(self, checks: Jobs, job: Job, state: State) -> Jobs:
        """A7.302: whom a K strikes takes the MC."""
        every = (*checks, *(Job(Task.MC, (i,), job.number) for i in job.who))
        return tuple(leaders_first(every, self.book.men(state)))

    def _lot(self, number: int, job: Job, i: int, selected: bool) -> Steps:
        key = number, job.task, job.number, selected, i == self.asked
        known = self.known.get(key)
        if known is None:
            standing, lot = self.book.standings[number], replace(job, who=(0,))
            known = self._steps(_lot(self.rolls, standing, lot, *key[3:]))
            self.known[key] = known
        return known

    def _turn(self, number: int, own: Jobs, help: int, asked: bool) -> Steps:
        """The checks of one man, with a leader's help."""
        key = number, own, help, asked
        known = self.known.get(key)
        if known is None:
            standing, checks = self.book.standings[number], _helped(own, help)
            known = self._steps(_turn(self.rolls, standing, checks, asked, self.penalty))
            self.known[key] = known
        return known

    def _steps(self, chances: Chances) -> Steps:
        each, whole = chances
        return tuple((self.book.number(end), weight) for end, weight in each), whole

    def go_on(self) -> None:
        """All rounds, until nobody is missed any more."""
        while self.waiting:
            for lost, pools in self._round().items():
                self._next(_together(pools), lost)
        for (him, own, help), (weight, whole) in self.last.weights.items():
            each, of = self._turn(him, own, help, asked=True)
            for end, ways in each:
                self._ends_as(end, weight * ways, whole * of)

    def _ends_as(self, him: int, weight: int, whole: int) -> None:
        self.results.add(self.book.standings[him].man, weight, whole)

    def _round(self) -> dict[Jobs, list[Pool]]:
        """Everyone's checks, man after man. Who has more of them before him goes first: so all who
        have the same before them go on together."""
        done: dict[Jobs, list[Pool]] = {}
        while self.waiting:
            left = max(self.waiting)
            now, pools = self.waiting[left].popitem()
            if not self.waiting[left]:
                del self.waiting[left]
            pool = self._what_matters(_together(pools), now)
            if not pool[0]:
                continue
            if now.checks:
                who, group = next(groupby(now.checks, key=lambda job: job.who[0]))
                own = tuple(replace(job, who=(0,)) for job in group)
                rest = now._replace(checks=now.checks[len(own) :])
                self._wait(rest, self._check(pool, who, own))
            elif now.aside or now.missed:
                self._wait(Round((), now.lost), self._check_aside(pool, now))
            else:
                done.setdefault(now.lost, []).append(pool)
        return done

    def _what_matters(self, pool: Pool, now: Round) -> Pool:
        """The same pool, without what can touch nobody any more; who is asked for leaves it as soon
        as nothing can touch him."""
        states, whole = pool
        # Else one weight would run into the next.
        assert not self.aside or whole.bit_length() <= self.digit
        asked = self.asked
        checking = frozenset([job.who[0] for job in now.checks])
        waits = bool(now.aside or now.missed) if self.aside else asked in checking
        known, find = self.book.mattering(checking, waits, now.lost)
        left: dict[State, int] = {}
        done: dict[int, int] = {}
        for state, weight in states.items():
            after = known.get(state)
            if after is None:
                after = known[state] = find(state)
            if after:
                left[after] = left.get(after, 0) + weight
            else:
                done[state[asked]] = done.get(state[asked], 0) + weight
        for him, weights in done.items():
            for number, weight in self._standings(him, weights):
                self._ends_as(number, weight, whole)
        return left, whole

    def _standings(self, him: int, weights: int) -> Iterable[tuple[int, int]]:
        """How he who is asked for stands, with the weight of each."""
        return self._digits(weights) if self.aside else ((him, weights),)

    def _shift(self, number: int) -> int:
        return self.digit * self.book.place(number)

    def _digits(self, weights: int) -> Iterator[tuple[int, int]]:
        """The weights that lie in one number."""
        lowest = (1 << self.digit) - 1
        for number in self.book.his:
            digit = weights & lowest
            if digit:
                yield number, digit
            weights >>= self.digit
            if not weights:
                return

    def _check(self, pool: Pool, who: int, own: Jobs) -> Pool:
        """The pool after one man's checks."""
        states, whole = pool
        help_of = self.book.helps
        with_help: dict[tuple[int, int], list[State]] = {}
        for state in states:
            with_help.setdefault((state[who], best_help(help_of, state, who)), []).append(state)
        turns = {
            (number, help): self._turn(number, own, help, who == self.asked)
            for number, help in with_help
        }
        share = lcm(*(of for _, of in turns.values()))
        after: dict[State, int] = {}
        for key, alike in with_help.items():
            each, of = turns[key]
            steps = [(end, ways * (share // of)) for end, ways in each]
            for state in alike:
                reached, before, behind = states[state], state[:who], state[who + 1 :]
                for end, ways in steps:
                    now = (*before, end, *behind)
                    after[now] = after.get(now, 0) + reached * ways
        return after, whole * share

    def _check_aside(self, pool: Pool, now: Round) -> Pool:
        """The same of him who stands aside: of each state only the weights change."""
        states, whole = pool
        helps = {state: best_help(self.book.helps, state, self.asked) for state in states}
        turns: dict[tuple[int, int], Steps] = {}
        for state, weights in states.items():
            for number, _ in self._digits(weights):
                key = number, helps[state]
                if key not in turns:
                    own = now.aside or self._misses(number, now.missed)
                    turns[key] = self._turn(number, own, helps[state], asked=True)
        share = lcm(*(of for _, of in turns.values()))
        steps = {
            key: sum(ways * (share // of) << self._shift(end) for end, ways in each)
            for key, (each, of) in turns.items()
        }
        after = {
            state: sum(
                weight * steps[number, helps[state]] for number, weight in self._digits(weights)
            )
            for state, weights in states.items()
        }
        return after, whole * share

    def _misses(self, number: int, lost: Jobs) -> Jobs:
        """A10.2: the checks of him who stands aside for leaders who were lost."""
        checks = loss_checks(self.book.standings[number].man, self.asked, lost)
        return tuple(replace(job, who=(0,)) for job in checks)

    def _next(self, pool: Pool, lost: Jobs) -> None:
        """A10.2: the checks for the leaders who were lost in this round."""
        states, whole = pool
        book, asked = self.book, self.asked
        rounds: dict[Round, dict[State, int]] = {}
        last: dict[tuple[int, Jobs, int], int] = {}
        for state, weights in states.items():
            felt = book.felt(state, lost)
            if felt.others_check:
                missed = book.felt_aside(felt.lost) if self.aside else ()
                there = rounds.setdefault(Round(felt.checks, (), (), missed), {})
                left = book.without_losses(state)
                there[left] = there.get(left, 0) + weights
            else:
                end = state[asked], felt.lost, best_help(book.helps, state, asked)
                last[end] = last.get(end, 0) + weights
        for (him, missed, help), weights in last.items():
            for number, weight in self._standings(him, weights):
                own = self._misses(number, missed)
                if own:
                    self.last.add((book.unmissed(number), own, help), weight, whole)
                else:
                    self._ends_as(number, weight, whole)
        for now, there in rounds.items():
            self._wait(now, (there, whole))


def best_help(helps: list[int], state: State, who: int) -> int:
    """A10.21: the best modifier of one other leader."""
    best = 0
    for at, number in enumerate(state):
        if helps[number] < best and at != who:
            best = helps[number]
    return best


def _together(pools: list[Pool]) -> Pool:
    """One pool of several."""
    if len(pools) == 1:
        return pools[0]
    whole = lcm(*(of for _, of in pools))
    every: dict[State, int] = {}
    for states, of in pools:
        scale = whole // of
        for state, weight in states.items():
            every[state] = every.get(state, 0) + weight * scale
    return every, whole


@lru_cache(maxsize=16)
def _book(men: Men, asked: int) -> Book:
    """The same for a man who was struck by a Critical Hit and for one who was not."""
    return Book(men[asked], asked)


# -- one man -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def _turn(rolls: Rolls, standing: Standing, own: Jobs, asked: bool, penalty: int) -> Chances:
    """Every end of one man's checks: the first, then the others."""
    if len(own) > 1:
        ends = Shares()
        each, whole = _turn(rolls, standing, own[:1], asked, penalty)
        for after, weight in each:
            then, of = _turn(rolls, after, own[1:], asked, penalty)
            for end, ways in then:
                ends.add(end, weight * ways, whole * of)
        return ends.chances()
    return _ends(rolls.checks(standing.man, own, _lost(standing), asked, penalty))


@lru_cache(maxsize=1 << 10)
def _helped(own: Jobs, help: int) -> Jobs:
    """A10.21: checks with a leader's help."""
    return tuple(
        replace(job, number=job.number + help) if job.task is not Task.WOUND else job for job in own
    )


@lru_cache(maxsize=1 << 12)
def _lot(rolls: Rolls, standing: Standing, job: Job, selected: bool, asked: bool) -> Chances:
    """Every end of a KIA or K for one man."""
    return _ends(rolls.drawn(standing.man, job, _lost(standing), selected, asked))


def _lost(standing: Standing) -> Jobs:
    return () if standing.loss is None else (standing.loss,)


def _ends(first: Then) -> Chances:
    after, whole = ends(first)
    return tuple((Standing(man, next(iter(lost), None)), n) for (man, lost), n in after), whole
