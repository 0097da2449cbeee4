"""How leaders stand while they check and are missed, and what of it can still touch anyone (A10.2).

A leader is missed by those of lower morale. So who is not below anyone that is lost in a round, or
may still be lost in it, never checks again: those who are lost later were below one of these
themselves. Of such a leader no more is kept than his help, and how he is missed by others; and of
several helpers the best.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs, Task
from hexfire.asl.effects.leaders import (
    gravest_first,
    helps,
    leaders_first,
    loss_checks,
    lowest_morale,
)
from hexfire.asl.effects.morale import can_pin
from hexfire.asl.shots.targets import Personnel, Rank

Men = tuple[Personnel, ...]


class Standing(NamedTuple):
    """One man: how he is, how he is missed if he was lost in this round (A10.2), and what he has
    still to check in it."""

    man: Personnel
    loss: Job | None = None
    checks: Jobs = ()


State = tuple[int, ...]
"""How each leader stands, by number."""

NOBODY = Standing(Personnel(rank=Rank.LEADER, eliminated=True, name="nobody"))

NEVER = -100
"""The level at which one is missed who is not lost."""

ABOVE_ALL = 100
"""The Morale Level of one who misses nobody."""


SOMEBODY_ELSE = (-1,)
"""The place of one who is missed, to whoever misses him."""

Order = tuple[int, ...]
"""The places of those who have still to check in a round."""


class Felt(NamedTuple):
    """What comes of the leaders who were lost: who checks for them, one after the other; the
    leaders as they go into these checks; and what men who stand aside may feel of it, the gravest
    first."""

    order: Order
    after: State
    missed: Jobs


class _Heard(NamedTuple):
    """The losses that a leader hears of, the gravest first; whether he is asked for; and how he
    goes on after them, by his number alone."""

    losses: Jobs
    asked: bool
    after: dict[int, int]


class Settled(NamedTuple):
    """What of a state matters, if anything; and who in it has come to his end: place, number."""

    state: State | None
    ended: tuple[tuple[int, int], ...]


class Book:
    """Standings by number (nobody's is 0), and what each is to the others.

    `asked` are the places of leaders whose own fate is asked for; `ears` all Morale Levels that
    those who stand aside may come to, `aside` the lowest of them (ABOVE_ALL: nobody stands aside).
    """

    def __init__(self, asked: frozenset[int], ears: frozenset[int]) -> None:
        self.asked, self.ears = asked, ears
        self.aside = min(ears, default=ABOVE_ALL)
        self.standings: list[Standing] = []
        self.checks: list[bool] = []
        """Whether he has still to check."""
        self.loss: list[int] = []
        """How he is missed if he was lost, by a number of its own; 0: he was not."""
        self.alone: list[int] = []
        """The number of the same man when nothing is before him and nobody misses him."""
        self.helps: list[int] = []
        self.morale: list[int] = []
        self.lowest: list[int] = []
        """The lowest Morale Level that he may come to."""
        self.level: list[int] = []
        """At which he is missed if he is lost now."""
        self.fell: list[int] = []
        self.broke: list[int] = []
        """At which he is missed as one who fell or who broke."""
        self.can_pin: list[bool] = []
        self.nameless: list[bool] = []
        """Not one of the leaders any more: his help, or his loss."""
        self.loss_alone: list[int] = []
        """The number of one who is gone and missed as he is."""
        self._numbers: dict[Standing, int] = {}
        self._helpers: dict[int, int] = {}
        self._loss_jobs: list[Job] = []
        """How one is missed who was lost, by the number of the loss less one."""
        self._losses: dict[tuple[tuple[int, ...], Jobs], tuple[Jobs, list[_Heard]]] = {}
        self._heard: dict[tuple[Jobs, bool], _Heard] = {}
        self._orders: dict[tuple[tuple[int, int], ...], Order] = {}
        self.number(NOBODY)

    def number(self, standing: Standing) -> int:
        known = self._numbers.get(standing)
        if known is None:
            known = self._numbers[standing] = len(self.standings)
            man, loss, checks = standing
            there = not man.eliminated
            self.standings.append(standing)
            self.checks.append(bool(checks))
            self.loss.append(0 if loss is None else self._loss_number(loss))
            self.alone.append(known)
            self.helps.append(helps(man))
            self.morale.append(man.current_morale if there else ABOVE_ALL)
            self.lowest.append(lowest_morale(man) if there else ABOVE_ALL)
            self.level.append(loss.number if loss else man.current_morale if there else NEVER)
            self.fell.append(loss.number if loss and loss.task is Task.MC else NEVER)
            self.broke.append(loss.number if loss and loss.task is not Task.MC else NEVER)
            self.can_pin.append(can_pin(man))
            self.nameless.append(bool(man.name))
            self.loss_alone.append(known)
            if loss is not None:
                self.loss_alone[known] = self.number(Standing(NOBODY.man, loss))
            if loss is not None or checks:
                self.alone[known] = self.number(Standing(man))
        return known

    def _loss_number(self, loss: Job) -> int:
        missed = replace(loss, who=SOMEBODY_ELSE)
        if missed not in self._loss_jobs:
            self._loss_jobs.append(missed)
        return self._loss_jobs.index(missed) + 1

    def helper(self, help: int) -> int:
        """The number of one of whom nothing matters but his help."""
        known = self._helpers.get(help)
        if known is None:
            man = Personnel(
                rank=Rank.LEADER,
                morale=ABOVE_ALL,
                broken_morale=ABOVE_ALL,
                leadership=help,
                name="helper",
            )
            known = self._helpers[help] = self.number(Standing(man))
        return known

    def best_help(self, state: State, who: int = -1) -> int:
        """A10.21: the best modifier of one other leader."""
        helps, best = self.helps, 0
        for at, number in enumerate(state):
            if helps[number] < best and at != who:
                best = helps[number]
        return best

    def felt(self, state: State, elsewhere: Jobs) -> Felt:
        """A10.2: the checks for everyone lost; pins are left out but of those who are asked for."""
        loss, checks, alone = self.loss, self.checks, self.alone
        lost = tuple([loss[number] for number in state])
        if not any(lost) and not elsewhere:
            return Felt((), state, ())
        known = self._losses.get((lost, elsewhere))
        if known is None:
            known = self._losses[lost, elsewhere] = self._find_losses(lost, elsewhere)
        missed, heard_by = known
        after = []
        for number, heard in zip(state, heard_by, strict=True):
            now = heard.after.get(alone[number])
            if now is None:
                now = heard.after[alone[number]] = self._feels(alone[number], heard)
            after.append(now)
        checking = tuple([i for i, number in enumerate(after) if checks[number]])
        if len(checking) > 1:
            checking = self._in_order(tuple([(i, alone[state[i]]) for i in checking]))
        return Felt(checking, tuple(after), missed)

    def _find_losses(self, lost: tuple[int, ...], elsewhere: Jobs) -> tuple[Jobs, list[_Heard]]:
        """What men who stand aside may feel of these losses, and what each leader hears of those of
        others."""
        every = [replace(loss, who=SOMEBODY_ELSE) for loss in elsewhere]
        theirs = [self._loss_jobs[loss - 1] if loss else None for loss in lost]
        heard_by = []
        for i in range(len(lost)):
            others = [loss for at, loss in enumerate(theirs) if loss and at != i]
            key = gravest_first((*every, *others)), i in self.asked
            heard_by.append(self._heard.setdefault(key, _Heard(*key, {})))
        return self._missed(gravest_first((*every, *(loss for loss in theirs if loss)))), heard_by

    def _feels(self, number: int, heard: _Heard) -> int:
        """A leader with the checks before him that he has for the losses of others."""
        man = self.standings[number].man
        pins = heard.asked and self.can_pin[number]
        checks = loss_checks(man, 0, heard.losses)
        own = [job for job in checks if job.task is not Task.TC or pins]
        return self.number(Standing(man, None, tuple(own)))

    def _in_order(self, checking: tuple[tuple[int, int], ...]) -> Order:
        """A10.2: the places of leaders who check, one after the other."""
        known = self._orders.get(checking)
        if known is None:
            men: dict[int, Personnel] = {i: self.standings[n].man for i, n in checking}
            jobs = [Job(Task.MC, (i,)) for i in men]
            now = [men.get(i) for i in range(max(men) + 1)]
            order = tuple([job.who[0] for job in leaders_first(jobs, now)])
            known = self._orders[checking] = order
        return known

    def _missed(self, losses: Jobs) -> Jobs:
        """What those who stand aside may feel of these losses."""
        return tuple(
            [
                Job(loss.task, SOMEBODY_ELSE, self.heard(loss.number), min(0, loss.more))
                for loss in losses
                if loss.number > self.aside
            ]
        )

    def heard(self, level: int) -> int:
        """The lowest level that those who stand aside feel in the same way."""
        return max(ear for ear in self.ears if ear < level) + 1

    def mattering(self, checking: Order, elsewhere: Jobs) -> Callable[[State], Settled]:
        """What of a state matters while those `checking` are still to check."""
        return _Mattering(self, checking, elsewhere).find


class _Mattering:
    """What of a state matters, at one moment of a round."""

    def __init__(self, book: Book, checking: Order, elsewhere: Jobs) -> None:
        self._book = book
        self._checking = checking
        self._others: dict[int, Order] = {}
        """The places of all others, by how many leaders there are."""
        self._nobody_aside = book.aside == ABOVE_ALL
        self._fell = max([NEVER, *(job.number for job in elsewhere if job.task is Task.MC)])
        self._lost = max([NEVER, *(job.number for job in elsewhere)])

    def find(self, state: State) -> Settled:
        """A state that leads to the same ends of all others.

        `danger` is the highest level at which one may be missed who fell, `lost` the highest of
        all; below `floor` nobody feels a fall, below `pins` nobody a break. `waits`: somebody who
        is asked for has not come to his end.
        """
        book, asked = self._book, self._book.asked
        morale, level, lowest = book.morale, book.level, book.lowest
        fell, broke, nameless = book.fell, book.broke, book.nameless
        danger, lost, floor, pins = self._fell, self._lost, book.aside, book.aside
        waits = False
        for i in self._checking:
            number = state[i]
            if level[number] > danger:
                danger = level[number]
            if lowest[number] < floor:
                floor = lowest[number]
            if i in asked:
                waits = True
                if lowest[number] < pins:
                    pins = lowest[number]
        others = self._others.get(len(state))
        if others is None:
            others = tuple([i for i in range(len(state)) if i not in self._checking])
            self._others[len(state)] = others
        for i in others:
            number = state[i]
            if fell[number] > danger:
                danger = fell[number]
            if broke[number] > lost:
                lost = broke[number]
        settled = []
        for i in others:
            number = state[i]
            if not number:
                continue
            own = morale[number]
            if own < danger:
                if own < floor:
                    floor = own
            elif not (own < lost and i in asked and book.can_pin[number]):
                settled.append(i)
                continue
            if i in asked:
                if own < pins:
                    pins = own
                waits = waits or not nameless[number]
        if self._nobody_aside and not waits:
            return Settled(None, self._ended(state, settled))
        if not settled:
            return Settled(state, ())
        kept, help = [], 0
        for i in settled:
            number = state[i]
            if fell[number] > floor or broke[number] > pins:
                kept.append(book.loss_alone[number])
            if book.helps[number] < help:
                help = book.helps[number]
        if help:
            kept.append(book.helper(help))
        kept.sort()
        after = list(state)
        for i in settled:
            after[i] = kept.pop() if kept else 0
        return Settled(tuple(after), self._ended(state, settled))

    def _ended(self, state: State, settled: list[int]) -> tuple[tuple[int, int], ...]:
        nameless = self._book.nameless
        ended = [(i, state[i]) for i in settled if i in self._book.asked]
        return tuple([who for who in ended if not nameless[who[1]]])
