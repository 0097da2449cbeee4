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


Order = tuple[int, ...]
"""The places of those who have still to check in a round."""


class Felt(NamedTuple):
    """What comes of the leaders who were lost: who checks for them, one after the other; the
    leaders as they go into these checks; and what men who stand aside may feel of it, the gravest
    first."""

    order: Order
    after: State
    missed: Jobs


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
        self.lost: list[bool] = []
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
        self._felt: dict[tuple[int, int, Jobs], int] = {}
        self._heard: dict[Jobs, Jobs] = {}
        self._losses: dict[tuple[int, int], Job] = {}
        self._mattering: dict[tuple[Order, Jobs], _Mattering] = {}
        self.number(NOBODY)

    def number(self, standing: Standing) -> int:
        known = self._numbers.get(standing)
        if known is None:
            known = self._numbers[standing] = len(self.standings)
            man, loss, checks = standing
            there = not man.eliminated
            self.standings.append(standing)
            self.checks.append(bool(checks))
            self.lost.append(loss is not None)
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
        return known

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
        lost = self.lost
        theirs = [self._loss(i, number) for i, number in enumerate(state) if lost[number]]
        losses = gravest_first((*elsewhere, *theirs))
        if not losses:
            return Felt((), state, ())
        after = [self._feels(number, i, losses) for i, number in enumerate(state)]
        checking = [Job(Task.MC, (i,)) for i, number in enumerate(after) if self.checks[number]]
        if len(checking) > 1:
            checking = leaders_first(checking, [self.standings[number].man for number in state])
        return Felt(tuple([job.who[0] for job in checking]), tuple(after), self._missed(losses))

    def _loss(self, i: int, number: int) -> Job:
        key = i, number
        known = self._losses.get(key)
        if known is None:
            loss = self.standings[number].loss
            assert loss is not None
            known = self._losses[key] = replace(loss, who=(i,))
        return known

    def _feels(self, number: int, i: int, losses: Jobs) -> int:
        """A leader with the checks before him that he has for these losses."""
        key = number, i, losses
        known = self._felt.get(key)
        if known is None:
            man = self.standings[number].man
            pins = i in self.asked and self.can_pin[number]
            checks = [
                replace(job, who=(0,))
                for job in loss_checks(man, i, losses)
                if job.task is not Task.TC or pins
            ]
            known = self._felt[key] = self.number(Standing(man, None, tuple(checks)))
        return known

    def _missed(self, losses: Jobs) -> Jobs:
        """What those who stand aside may feel of these losses."""
        known = self._heard.get(losses)
        if known is None:
            known = self._heard[losses] = tuple(
                [
                    Job(loss.task, (-1,), self.heard(loss.number), min(0, loss.more))
                    for loss in losses
                    if loss.number > self.aside
                ]
            )
        return known

    def heard(self, level: int) -> int:
        """The lowest level that those who stand aside feel in the same way."""
        return max(ear for ear in self.ears if ear < level) + 1

    def mattering(
        self, checking: Order, elsewhere: Jobs
    ) -> tuple[dict[State, Settled], Callable[[State], Settled]]:
        """What of a state matters while those `checking` are still to check: what is known already,
        and how to find it."""
        key = checking, elsewhere
        known = self._mattering.get(key)
        if known is None:
            known = self._mattering[key] = _Mattering(self, *key)
        return known.known, known.find


class _Mattering:
    """What of a state matters, at one moment of a round."""

    def __init__(self, book: Book, checking: Order, elsewhere: Jobs) -> None:
        self.known: dict[State, Settled] = {}
        self._book = book
        self._checking = checking
        self._fell = max([NEVER, *(job.number for job in elsewhere if job.task is Task.MC)])
        self._lost = max([NEVER, *(job.number for job in elsewhere)])

    def find(self, state: State) -> Settled:
        """A state that leads to the same ends of all others.

        `danger` is the highest level at which one may be missed who fell, `lost` the highest of
        all; below `floor` nobody feels a fall, below `pins` nobody a break.
        """
        book, checking, asked = self._book, self._checking, self._book.asked
        morale, level, lowest = book.morale, book.level, book.lowest
        fell, broke, can_pin = book.fell, book.broke, book.can_pin
        rest, danger, lost, floor, pins = [], self._fell, self._lost, book.aside, book.aside
        for i, number in enumerate(state):
            if i in checking:
                if level[number] > danger:
                    danger = level[number]
                if lowest[number] < floor:
                    floor = lowest[number]
                if lowest[number] < pins and i in asked:
                    pins = lowest[number]
            elif number:
                rest.append(i)
                if fell[number] > danger:
                    danger = fell[number]
                if broke[number] > lost:
                    lost = broke[number]
        settled = []
        for i in rest:
            number = state[i]
            own = morale[number]
            if own < danger:
                if own < floor:
                    floor = own
                if own < pins and i in asked:
                    pins = own
            elif own < lost and i in asked and can_pin[number]:
                if own < pins:
                    pins = own
            else:
                settled.append(i)
        if book.aside == ABOVE_ALL and not asked.difference(settled, self._nameless(state)):
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

    def _nameless(self, state: State) -> list[int]:
        return [i for i, number in enumerate(state) if self._book.nameless[number]]

    def _ended(self, state: State, settled: list[int]) -> tuple[tuple[int, int], ...]:
        book = self._book
        return tuple(
            (i, state[i]) for i in settled if i in book.asked and not book.nameless[state[i]]
        )
