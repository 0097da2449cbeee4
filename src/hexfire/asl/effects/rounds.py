"""A10.2, A10.21: leaders check one after the other, help each other, and are missed.

All that may have happened so far lies in one pool: how each leader stands, by a number, with its
weight. Round by round it goes on: the attack's checks, then those for leaders who were lost. On the
way leaders of whom nothing more can come are forgotten but for their help (`standing.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import NamedTuple

from hexfire.asl.effects.job import Jobs
from hexfire.asl.effects.lots import Beginning, Lots, Others, Start, by_draws
from hexfire.asl.effects.one_man import OneMan
from hexfire.asl.effects.standing import Book, Order, Standing, State
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Chances

Pool = tuple[dict[State, int], int]
"""States with their weights, and how many times too much all of them weigh."""


class Round(NamedTuple):
    """Who has still to check, and losses of leaders who are not among the men any more."""

    order: Order
    lost: Jobs


class Steps(NamedTuple):
    """The numbers a man may have next, each with its weight, out of a whole; of that weight, how
    much is pinned if he was not before, and not pinned any more if he was."""

    each: tuple[tuple[int, int, int, int], ...]
    whole: int


ROOM = 40
"""Bits by which weights usually grow with each leader; where they grow more, they get more room."""


class NoRoom(Exception):
    """One weight would run into the next."""


class Walk:
    """The pools of all rounds. What the weights are, and what becomes of them when a round is over,
    is told by those who walk: for the leaders' own sake (`command.py`) or for men they lead."""

    def __init__(self, one_man: OneMan, book: Book, room: int) -> None:
        self.one_man, self.book, self.room = one_man, book, room
        self.waiting: dict[Round, list[Pool]] = {}
        self.first = True
        """Whether this is the round of the attack's own checks."""
        self._turns: dict[tuple[int, int], Steps] = {}

    def begin(self, starts: Mapping[Start, Mapping[Others, Sequence[int]]]) -> None:
        """The leaders after the lots, with all checks of the attack before them."""
        lots = Lots(self.one_man, self.book)
        begun: dict[Round, list[tuple[Beginning, int, int, int]]] = {}
        """Every way to begin a round, with its weights, how often these count, and how many times
        too much they weigh."""
        for start, by_others in starts.items():
            elsewhere = tuple([job for job in start.lost if job.who[0] < 0])
            drawn, times = by_draws(start, by_others, self._carried)
            ways, share = lots.beginnings(start)
            for way, count in ways:
                weights = drawn.get(way.counts)
                if weights:
                    there = begun.setdefault(Round(way.order, elsewhere), [])
                    there.append((way, weights, count, times * share))
        for round, several in begun.items():
            times = lcm(*{of for _, _, _, of in several})
            states: dict[State, int] = {}
            for way, weights, count, of in several:
                weight = self._load(weights * (count * (times // of)), way)
                states[way.state] = states.get(way.state, 0) + weight
            pool = states, times
            if not round.order:
                pool = self._what_matters(pool, round)
            self.waiting.setdefault(round, []).append(pool)

    def _carried(self, weights: Sequence[int]) -> int:
        """The weights of a start in one number."""
        raise NotImplementedError

    def _load(self, weights: int, way: Beginning) -> int:
        """The same, where they belong after the lots."""
        raise NotImplementedError

    def go_on(self) -> None:
        """All rounds, until nobody is missed any more."""
        while self.waiting:
            for lost, pools in self._round().items():
                pool = together(pools)
                self._require_room(pool[1])
                self._over(pool, lost)
            self.first = False

    def _round(self) -> dict[Jobs, list[Pool]]:
        """Every leader's checks, man after man. Who has more of them before him goes first: so all
        who have the same before them go on together."""
        done: dict[Jobs, list[Pool]] = {}
        while self.waiting:
            now = max(self.waiting, key=lambda now: len(now.order))
            pool = together(self.waiting.pop(now))
            if now.order:
                after = Round(now.order[1:], now.lost)
                pool = self._what_matters(self._check(pool, now.order[0]), after)
                self.waiting.setdefault(after, []).append(pool)
            else:
                done.setdefault(now.lost, []).append(pool)
        return done

    def _what_matters(self, pool: Pool, now: Round) -> Pool:
        """The same pool, without what can touch nobody any more; a leader who is asked for leaves
        it as soon as nothing can touch him."""
        states, times = pool
        self._require_room(times)
        find = self.book.mattering(now.order, now.lost)
        left: dict[State, int] = {}
        done: dict[tuple[int, int], int] = {}
        for state, weight in states.items():
            after, ended = find(state)
            if after is not None:
                left[after] = left.get(after, 0) + weight
            for who in ended:
                done[who] = done.get(who, 0) + weight
        for who, weight in done.items():
            self._ended(who, weight, times)
        return left, times

    def _require_room(self, times: int) -> None:
        """Else one weight would run into the next."""
        if times.bit_length() > self.room:
            raise NoRoom

    def _ended(self, who: tuple[int, int], weight: int, times: int) -> None:
        """A leader, by place and number, has come to his end."""

    def _check(self, pool: Pool, who: int) -> Pool:
        """The pool after one leader's checks."""
        states, times = pool
        with_help: dict[tuple[int, int], dict[State, int]] = {}
        best_help = self.book.best_help
        for state, weight in states.items():
            with_help.setdefault((state[who], best_help(state, who)), {})[state] = weight
        turns = {key: self._turn(*key) for key in with_help}
        share = lcm(*(turn.whole for turn in turns.values()))
        after: dict[State, int] = {}
        for key, alike in with_help.items():
            steps = turns[key]
            self._step(alike, who, steps, share // steps.whole, after)
        return after, times * share

    def _step(
        self, pool: Mapping[State, int], who: int, steps: Steps, scale: int, after: dict[State, int]
    ) -> None:
        """All states of a pool in which he checks alike."""
        each = [(end, ways * scale) for end, ways, _, _ in steps.each]
        for state, reached in pool.items():
            before, behind = state[:who], state[who + 1 :]
            for end, ways in each:
                now = (*before, end, *behind)
                after[now] = after.get(now, 0) + reached * ways

    def _turn(self, number: int, help: int) -> Steps:
        """The checks of one leader, with the help of another."""
        key = number, help
        known = self._turns.get(key)
        if known is None:
            known = self._turns[key] = self._find_turn(*key)
        return known

    def _find_turn(self, number: int, help: int) -> Steps:
        ends, whole = self._ends(self.book.standings[number], help)
        return Steps(tuple((end, free + tied, 0, 0) for end, (free, tied) in ends.items()), whole)

    def _ends(self, standing: Standing, help: int) -> tuple[dict[int, tuple[int, int]], int]:
        """Every end of a leader's checks, by its number, with its weight when he is not pinned and
        when he is."""
        each, whole = self.one_man.turn(standing, help)
        ends: dict[int, tuple[int, int]] = {}
        for (man, loss, _), weight in each:
            number = self.book.number(
                Standing(man.changed(pinned=False) if man.pinned else man, loss)
            )
            free, tied = ends.get(number, (0, 0))
            ends[number] = (free, tied + weight) if man.pinned else (free + weight, tied)
        return ends, whole

    def _over(self, pool: Pool, lost: Jobs) -> None:
        """A round is over; A10.2: the checks for the leaders who were lost in it."""
        raise NotImplementedError

    def fate(self, asked: int | Personnel, column: int) -> Chances:
        """The ends of one who is asked for, by the weights of one column."""
        raise NotImplementedError


def together(pools: list[Pool]) -> Pool:
    """One pool of several."""
    if len(pools) == 1:
        return pools[0]
    times = lcm(*(of for _, of in pools))
    every: dict[State, int] = {}
    for states, of in pools:
        scale = times // of
        for state, weight in states.items():
            every[state] = every.get(state, 0) + weight * scale
    return every, times
