"""A10.2, A10.21: one man's fate among the leaders who are under the same attack.

Men touch each other in few ways: lots are drawn among them, a leader helps in checks, and is missed
when he is lost. So each man's own rolls are walked for himself alone, by the procedure that play
uses, once for every help he may have; here the men are only put together again. All that may have
happened so far lies in one pool: how each man stands, by a number, with its weight. Round by round
it goes on: the attack's checks, then those for leaders who were lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, groupby, product
from math import comb, lcm, prod
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs, Task
from hexfire.asl.effects.leaders import gravest_first, helps, leaders_first, loss_checks
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import ANY, Chances, Selection, Shares, Then, ends

LOTS = (Task.KIA, Task.K)

Men = tuple[Personnel, ...]


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


class Standing(NamedTuple):
    """One man: how he is, and how he is missed if he was lost in this round (A10.2)."""

    man: Personnel
    loss: Job | None


State = tuple[int, ...]
"""How each man stands, by number."""

Pool = tuple[dict[State, int], int]
"""States with their weights, out of a whole."""

Steps = tuple[tuple[tuple[int, int], ...], int]
"""The numbers that a man may have next, with their weights, out of a whole."""


class Round(NamedTuple):
    """Checks still to be made, and losses of leaders who are not among the men any more."""

    checks: Jobs
    lost: Jobs


def fates(rolls: Rolls, starts: Iterable[tuple[Start, int, int]]) -> Chances:
    """How the man who is asked for comes out of `starts`, each with its weight and whole."""
    walks: dict[tuple[int, int], _Walk] = {}
    for (alike, draws), (weight, whole) in _by_draws(starts).weights.items():
        key = alike.asked, alike.penalty
        if key not in walks:
            walks[key] = _Walk(rolls, *key)
        walks[key].begin(alike, draws, weight, whole)
    results = Shares()
    for walk in walks.values():
        walk.go_on(results)
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


class _Walk:
    """The pools of all rounds, for one man who is asked for."""

    def __init__(self, rolls: Rolls, asked: int, penalty: int) -> None:
        self.rolls, self.asked, self.penalty = rolls, asked, penalty
        self.book = _Book()
        self.waiting: dict[Round, list[Pool]] = {}
        self.last = Shares()

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
            self.waiting.setdefault(Round(checks, elsewhere), []).append(({state: weight}, whole))

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
        standing = self.book.standings[number]
        lot = replace(job, who=(0,))
        return self._steps(_lot(self.rolls, standing, lot, selected, i == self.asked))

    def _steps(self, chances: Chances) -> Steps:
        each, whole = chances
        return tuple((self.book.number(end), weight) for end, weight in each), whole

    def go_on(self, results: Shares) -> None:
        """All rounds, until nobody is missed any more."""
        while self.waiting:
            for lost, pools in self._round().items():
                self._next(_together(pools), lost, results)
        for (standing, own, help), (weight, whole) in self.last.weights.items():
            each, of = _turn(self.rolls, standing, own, help, True, self.penalty)
            for end, ways in each:
                results.add(end.man, weight * ways, whole * of)

    def _round(self) -> dict[Jobs, list[Pool]]:
        """Everyone's checks, man after man. Who has more of them before him goes first: so all who
        have the same before them go on together."""
        done: dict[Jobs, list[Pool]] = {}
        while self.waiting:
            now = max(self.waiting, key=lambda now: len(now.checks))
            pool = _together(self.waiting.pop(now))
            if not now.checks:
                done.setdefault(now.lost, []).append(pool)
                continue
            who, group = next(groupby(now.checks, key=lambda job: job.who[0]))
            own = tuple(replace(job, who=(0,)) for job in group)
            rest = Round(now.checks[len(own) :], now.lost)
            self.waiting.setdefault(rest, []).append(self._check(pool, who, own))
        return done

    def _check(self, pool: Pool, who: int, own: Jobs) -> Pool:
        """The pool after one man's checks."""
        states, whole = pool
        help_of = self.book.helps
        with_help: dict[tuple[int, int], list[State]] = {}
        for state in states:
            with_help.setdefault((state[who], best_help(help_of, state, who)), []).append(state)
        turns = {
            (number, help): self._steps(
                _turn(
                    self.rolls,
                    self.book.standings[number],
                    own,
                    help,
                    who == self.asked,
                    self.penalty,
                )
            )
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

    def _next(self, pool: Pool, lost: Jobs, results: Shares) -> None:
        """A10.2: the checks for the leaders who were lost in this round."""
        states, whole = pool
        book, asked = self.book, self.asked
        rounds: dict[Jobs, dict[State, int]] = {}
        last: dict[tuple[int, Jobs, int], int] = {}
        for state, weight in states.items():
            him = state[asked]
            felt = NOTHING if book.gone[him] else book.felt(state, lost, asked)
            checks = felt.checks
            if felt.busy:
                there = rounds.setdefault(checks, {})
                left = book.left(state, felt.busy)
                there[left] = there.get(left, 0) + weight
            else:
                help = best_help(book.helps, state, asked) if checks else 0
                end = him, checks, help
                last[end] = last.get(end, 0) + weight
        for (him, checks, help), weight in last.items():
            man = book.standings[him].man
            if checks:
                own = tuple(replace(job, who=(0,)) for job in checks)
                self.last.add((Standing(man, None), own, help), weight, whole)
            else:
                results.add(man, weight, whole)
        for checks, there in rounds.items():
            self.waiting.setdefault(Round(checks, ()), []).append((there, whole))


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


class Felt(NamedTuple):
    """The checks for leaders who were lost; `busy` are those who have any, and he who is asked for,
    unless he alone has."""

    checks: Jobs
    busy: frozenset[int]


NOTHING = Felt((), frozenset())


GONE = -100
"""The Morale Level of one who is there no more."""


class _Book:
    """Standings by number, and what each is to the others."""

    def __init__(self) -> None:
        self.standings: list[Standing] = []
        self.helps: list[int] = []
        self.gone: list[bool] = []
        self._numbers: dict[Standing, int] = {}
        self._signs: list[int] = []
        self._known_signs: dict[tuple[Job | None, int], int] = {}
        self._felt: dict[tuple[Jobs, tuple[int, ...]], Felt] = {}
        self._losses: dict[tuple[Jobs, tuple[Job | None, ...]], Jobs] = {}
        self._checks: dict[tuple[Jobs, int, int], Jobs] = {}
        self._left: dict[tuple[int, bool], int] = {}

    def number(self, standing: Standing) -> int:
        known = self._numbers.get(standing)
        if known is None:
            known = self._numbers[standing] = len(self.standings)
            man, loss = standing
            self.standings.append(standing)
            self.helps.append(helps(man))
            self.gone.append(man.eliminated)
            level = GONE if man.eliminated else man.current_morale
            self._signs.append(self._known_signs.setdefault((loss, level), len(self._known_signs)))
        return known

    def men(self, state: State) -> Men:
        return tuple([self.standings[number].man for number in state])

    def felt(self, state: State, elsewhere: Jobs, asked: int) -> Felt:
        """A10.2: the checks for everyone lost; a pin is left out, but of him who is asked for.

        Of a man only his Morale Level counts here, and how he is missed.
        """
        signs = self._signs
        key = elsewhere, tuple([signs[number] for number in state])
        known = self._felt.get(key)
        if known is None:
            known = self._felt[key] = self._find_felt(state, elsewhere, asked)
        return known

    def _find_felt(self, state: State, elsewhere: Jobs, asked: int) -> Felt:
        standings = [self.standings[number] for number in state]
        losses = self._gravest(elsewhere, tuple([standing.loss for standing in standings]))
        if not losses:
            return NOTHING
        counted: list[Job] = []
        for i, (man, _) in enumerate(standings):
            counted += self._loss_checks(losses, i, man, i == asked)
        checks = tuple(leaders_first(counted, self.men(state)))
        busy = frozenset([job.who[0] for job in checks]) - {asked}
        return Felt(checks, busy | {asked} if busy else busy)

    def _gravest(self, elsewhere: Jobs, each: tuple[Job | None, ...]) -> Jobs:
        known = self._losses.get((elsewhere, each))
        if known is None:
            theirs = (replace(loss, who=(i,)) for i, loss in enumerate(each) if loss is not None)
            known = self._losses[elsewhere, each] = gravest_first((*elsewhere, *theirs))
        return known

    def _loss_checks(self, losses: Jobs, i: int, man: Personnel, asked: bool) -> Jobs:
        key = losses, i, GONE if man.eliminated else man.current_morale
        known = self._checks.get(key)
        if known is None:
            every = loss_checks(man, i, losses)
            known = tuple(job for job in every if asked or job.task is not Task.TC)
            self._checks[key] = known
        return known

    def left(self, state: State, busy: frozenset[int]) -> State:
        """The men as they go into the next round. Who has no check in it will have none later, for
        who is lost from now on is of lower morale; if he is broken, nobody looks at him again."""
        known = self._left
        return tuple(
            [
                known.get((number, at in busy)) or self._as_left(number, at in busy)
                for at, number in enumerate(state)
            ]
        )

    def _as_left(self, number: int, busy: bool) -> int:
        man = self.standings[number].man
        left = self.number(Standing(man if busy or man.leads else man.gone(), None))
        self._left[number, busy] = left
        return left


# -- one man -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 13)
def _turn(
    rolls: Rolls, standing: Standing, own: Jobs, help: int, asked: bool, penalty: int
) -> Chances:
    """Every end of one man's checks with this help: the first, then the others."""
    if len(own) > 1:
        ends = Shares()
        each, whole = _turn(rolls, standing, own[:1], help, asked, penalty)
        for after, weight in each:
            then, of = _turn(rolls, after, own[1:], help, asked, penalty)
            for end, ways in then:
                ends.add(end, weight * ways, whole * of)
        return ends.chances()
    jobs = tuple(
        replace(job, number=job.number + help) if job.task is not Task.WOUND else job for job in own
    )
    return _ends(rolls.checks(standing.man, jobs, _lost(standing), asked, penalty))


@lru_cache(maxsize=1 << 12)
def _lot(rolls: Rolls, standing: Standing, job: Job, selected: bool, asked: bool) -> Chances:
    """Every end of a KIA or K for one man."""
    return _ends(rolls.drawn(standing.man, job, _lost(standing), selected, asked))


def _lost(standing: Standing) -> Jobs:
    return () if standing.loss is None else (standing.loss,)


def _ends(first: Then) -> Chances:
    after, whole = ends(first)
    return tuple((Standing(man, next(iter(lost), None)), n) for (man, lost), n in after), whole
