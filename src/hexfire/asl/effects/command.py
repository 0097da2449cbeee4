"""A10.2, A10.21: the fates of men under one attack, leaders and led.

Men touch each other in few ways: lots are drawn among them, a leader helps in checks, and is missed
when he is lost. So each man's own rolls are walked for himself alone, by the procedure that play
uses (`one_man.py`), and the leaders are put together again in pools (`rounds.py`). A weight in a
pool is one long number with a digit for each question that is asked: so the leaders are walked once
for the questions about all of them, and once for all men who lead nobody. These touch no one; what
leaders mean to them is in the digits (`aside.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from operator import add
from typing import NamedTuple

from hexfire.asl.effects.aside import Aside, Struck, Weights
from hexfire.asl.effects.digits import Digits
from hexfire.asl.effects.job import Jobs
from hexfire.asl.effects.leaders import morale_levels
from hexfire.asl.effects.lots import Beginning, Column, Others, Start
from hexfire.asl.effects.one_man import OneMan, Rolls, one_man
from hexfire.asl.effects.rounds import ROOM, NoRoom, Pool, Round, Steps, Walk
from hexfire.asl.effects.standing import Book, Order, State
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Chances, Shares


class Part(NamedTuple):
    """Whose fate is asked for: a leader, by his place, or a man who stands aside. The starts he may
    meet have weights out of a whole. A question may have several parts."""

    asked: int | Personnel
    penalty: int
    starts: Column
    whole: int


def fates(rolls: Rolls, questions: Sequence[Sequence[Part]]) -> list[Chances]:
    """The ends of the man whom each question asks for, together for all of its parts."""
    results = [Shares() for _ in questions]
    walks: dict[tuple[int, bool], list[tuple[Part, Shares]]] = {}
    for parts, shares in zip(questions, results, strict=True):
        for part in parts:
            leads = isinstance(part.asked, int)
            walks.setdefault((part.penalty, leads), []).append((part, shares))
    men = {penalty: one_man(rolls, penalty) for penalty, _ in walks}
    for (penalty, _), several in walks.items():
        ends = _ends_of_each(men[penalty], [part for part, _ in several])
        for (part, shares), (each, times) in zip(several, ends, strict=True):
            for man, weight in each:
                shares.add(man, weight, times * part.whole)
    return [shares.chances() for shares in results]


def _ends_of_each(one_man: OneMan, parts: Sequence[Part]) -> list[Chances]:
    """The ends of leaders, or of men who lead nobody, in one walk."""
    columns: list[Column] = []
    places = [_place(columns, part.starts) for part in parts]
    starts: dict[Start, dict[Others, list[int]]] = {}
    for at, column in enumerate(columns):
        for start, by_others in column.items():
            there = starts.setdefault(start, {})
            for others, weight in by_others.items():
                weights = there.get(others)
                if weights is None:
                    weights = there[others] = [0] * len(columns)
                weights[at] += weight
    most = max(sum(sum(each.values()) for each in column.values()) for column in columns)
    leaders: dict[int, list[int]] = {}
    led: dict[Personnel, list[int]] = {}
    for part, at in zip(parts, places, strict=True):
        if isinstance(part.asked, int):
            own = leaders.setdefault(part.asked, [])
        else:
            own = led.setdefault(part.asked, [])
        if at not in own:
            own.append(at)
    room = ROOM * (1 + max(len(start.leaders) for start in starts))
    while True:
        walk: Walk = (
            _Leaders(one_man, leaders, most, room) if leaders else _Led(one_man, led, most, room)
        )
        try:
            walk.begin(starts)
            walk.go_on()
        except NoRoom:
            room *= 2
        else:
            return [walk.fate(part.asked, at) for part, at in zip(parts, places, strict=True)]


def _place(columns: list[Column], column: Column) -> int:
    """Where a column of weights stands among others, of which it may become one."""
    for at, known in enumerate(columns):
        if known is column:
            return at
    for at, known in enumerate(columns):
        if known == column:
            return at
    columns.append(column)
    return len(columns) - 1


class _Leaders(Walk):
    """The leaders' own fates."""

    def __init__(self, one_man: OneMan, asked: dict[int, list[int]], most: int, room: int) -> None:
        bits = most.bit_length() + room
        super().__init__(one_man, Book(frozenset(asked), frozenset()), room)
        self.digits = Digits(asked, bits)
        self.ended: dict[tuple[int, int, int], int] = {}
        """Weights of leaders who have come to an end, by place, number, and how many times too much
        they weigh."""

    def _carried(self, weights: Sequence[int]) -> int:
        return self.digits.begin(weights)

    def _load(self, weights: int, way: Beginning) -> int:
        for place in way.pinned:
            if place in self.book.asked:
                weights += self.digits.pinned(place, self.digits.pins(weights, place)[0])
        return weights

    def _ended(self, who: tuple[int, int], weight: int, times: int) -> None:
        key = *who, times
        self.ended[key] = self.ended.get(key, 0) + weight

    def _find_turn(self, number: int, help: int) -> Steps:
        """Of one who is asked for, his pin is looked at by itself: it means nothing to others, nor
        to what else may happen to him."""
        standing = self.book.standings[number]
        ends, whole = self._ends(standing, help)
        freed: dict[int, int] = {}
        share = whole
        if self.book.can_pin[number]:
            pinned = standing._replace(man=standing.man.changed(pinned=True))
            after, of = self._ends(pinned, help)
            share = lcm(whole, of)
            assert all(sum(after[end]) * whole == sum(ends[end]) * of for end in ends)
            freed = {end: free * (share // of) for end, (free, _) in after.items()}
        times = share // whole
        each = tuple(
            (end, (free + tied) * times, tied * times, freed.get(end, 0))
            for end, (free, tied) in ends.items()
        )
        return Steps(each, share)

    def _step(
        self, pool: Mapping[State, int], who: int, steps: Steps, scale: int, after: dict[State, int]
    ) -> None:
        if who not in self.book.asked or not any(ties or frees for _, _, ties, frees in steps.each):
            super()._step(pool, who, steps, scale, after)
            return
        pins, pinned = self.digits.pins, self.digits.pinned
        for state, weight in pool.items():
            reached, before, behind = weight * scale, state[:who], state[who + 1 :]
            free, tied = pins(reached, who)
            for end, ways, ties, frees in steps.each:
                now = (*before, end, *behind)
                weight = reached * ways
                if ties or (frees and tied):
                    weight += pinned(who, free * ties - tied * frees)
                after[now] = after.get(now, 0) + weight

    def _over(self, pool: Pool, lost: Jobs) -> None:
        states, times = pool
        book = self.book
        rounds: dict[Order, dict[State, int]] = {}
        for state, weight in states.items():
            order, after, _ = book.felt(state, lost)
            if order:
                there = rounds.setdefault(order, {})
                there[after] = there.get(after, 0) + weight
                continue
            for i, number in enumerate(state):
                if i in book.asked and not book.nameless[number]:
                    self._ended((i, number), weight, times)
        for order, there in rounds.items():
            self.waiting.setdefault(Round(order, ()), []).append((there, times))

    def fate(self, asked: int | Personnel, column: int) -> Chances:
        ends = Shares()
        for (place, number, times), weight in self.ended.items():
            if place == asked:
                man = self.book.standings[number].man
                free, tied = self.digits.of_leader(weight, place, column)
                if free:
                    ends.add(man, free, times)
                if tied:
                    ends.add(man.changed(pinned=True), tied, times)
        return ends.chances()


def _sum(one: Weights, other: Weights) -> Weights:
    return [*map(add, one, other)]


class _Led(Walk):
    """The fates of men who lead nobody."""

    def __init__(
        self, one_man: OneMan, asked: dict[Personnel, list[int]], most: int, room: int
    ) -> None:
        ears = frozenset(level for led in asked for level in morale_levels(led))
        super().__init__(one_man, Book(frozenset(), ears), room)
        self.aside = Aside(one_man, asked, size=-(-(most.bit_length() + room) // 8))
        self.ended: dict[int, Weights] = {}
        """The weights of all ends, by how many times too much they weigh."""

    def _carried(self, weights: Sequence[int]) -> int:
        return self.aside.begin(weights)

    def _load(self, weights: int, way: Beginning) -> int:
        return weights << self.aside.place(Struck(way.drawn, way.checks))

    def _over(self, pool: Pool, lost: Jobs) -> None:
        """Those who stand aside have had their own checks, with the help of leaders who still
        stand."""
        states, times = pool
        book = self.book
        going: dict[tuple[int, Order, State, Jobs], int] = {}
        last: dict[tuple[int, Jobs], int] = {}
        for state, weight in states.items():
            order, after, missed = book.felt(state, lost)
            help = book.best_help(state)
            if order:
                key = help, order, after, missed
                going[key] = going.get(key, 0) + weight
            else:
                end = help, missed
                last[end] = last.get(end, 0) + weight
        for (help, missed), weight in last.items():
            weights, share = self._checked(weight, help)
            if missed:
                weights, more = self.aside.later(weights, missed, help)
                share *= more
            share *= times
            self._require_room(share)
            before = self.ended.get(share)
            self.ended[share] = _sum(before, weights) if before else weights
        rounds: dict[tuple[Order, int], dict[State, list[Weights]]] = {}
        for (help, order, after, missed), weight in going.items():
            weights, share = self._checked(weight, help)
            each, more = self.aside.either(weights, missed, book.best_help(after))
            self._require_room(times * share * more)
            there = rounds.setdefault((order, share * more), {})
            there[after] = [*map(_sum, there[after], each)] if after in there else each
        for (order, share), there in rounds.items():
            states = {after: self.aside.side_by_side(each) for after, each in there.items()}
            self.waiting.setdefault(Round(order, ()), []).append((states, times * share))

    def _checked(self, weight: int, help: int) -> tuple[Weights, int]:
        """The weights of those who stand aside after their own checks of this round."""
        if self.first:
            return self.aside.first(weight, help)
        return self.aside.so(weight, help), 1

    def fate(self, asked: int | Personnel, column: int) -> Chances:
        assert isinstance(asked, Personnel)
        ends = Shares()
        for times, weights in self.ended.items():
            for man, share in self.aside.ends(weights, asked, column):
                ends.add(man, share, times)
        return ends.chances()
