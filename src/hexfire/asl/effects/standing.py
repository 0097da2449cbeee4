"""How men stand while leaders check and are missed, and what of it can still touch anybody (A10.2).

A leader is missed by those of lower morale. So who is not below anyone that is lost in a round, or
may still be lost in it, never checks again: those who are lost later were below one of these
themselves. Of such a man no more is kept than his help, and how he is missed by others; and of
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
    is_leader,
    leaders_first,
    loss_checks,
    lowest_morale,
)
from hexfire.asl.shots.targets import Personnel, Rank

Men = tuple[Personnel, ...]


class Standing(NamedTuple):
    """One man: how he is, and how he is missed if he was lost in this round (A10.2)."""

    man: Personnel
    loss: Job | None


State = tuple[int, ...]
"""How each man stands, by number."""

NOBODY = Standing(Personnel(rank=Rank.LEADER, eliminated=True), None)

NEVER = -100
"""The level at which one is missed who is not lost."""

ABOVE_ALL = 100
"""The Morale Level of one who misses nobody."""


class Felt(NamedTuple):
    """The checks for leaders who were lost; whether anybody has any but him who is asked for; and
    what is lost, the gravest first."""

    checks: Jobs
    others_check: bool
    lost: Jobs


class Book:
    """Standings by number (nobody's is 0), and what each is to the others."""

    def __init__(self, him: Personnel, asked: int) -> None:
        self.asked = asked
        self.aside = not is_leader(him)
        self.his_lowest = lowest_morale(him)
        self.standings: list[Standing] = []
        self.helps: list[int] = []
        self.gone: list[bool] = []
        self.morale: list[int] = []
        self.lowest: list[int] = []
        """The lowest Morale Level that he may come to."""
        self.level: list[int] = []
        """At which he is missed if he is lost now."""
        self.fell: list[int] = []
        self.broke: list[int] = []
        """At which he is missed as one who fell or who broke."""
        self.loss_alone: list[int] = []
        """The number of one who is gone and missed as he is."""
        self.his: list[int] = []
        """The numbers of him who stands aside, in the order of their places."""
        self._places: dict[int, int] = {}
        self._unmissed: list[int] = []
        self._numbers: dict[Standing, int] = {}
        self._felt: dict[tuple[Jobs, State], Felt] = {}
        self._mattering: dict[tuple[frozenset[int], bool, Jobs], _Mattering] = {}
        self.number(NOBODY)
        self._helpers: dict[int, int] = {}

    def number(self, standing: Standing) -> int:
        known = self._numbers.get(standing)
        if known is None:
            known = self._numbers[standing] = len(self.standings)
            man, loss = standing
            there = not man.eliminated
            self.standings.append(standing)
            self.helps.append(helps(man))
            self.gone.append(man.eliminated)
            self.morale.append(man.current_morale if there else ABOVE_ALL)
            self.lowest.append(lowest_morale(man) if there else ABOVE_ALL)
            self.level.append(loss.number if loss else man.current_morale if there else NEVER)
            self.fell.append(loss.number if loss and loss.task is Task.MC else NEVER)
            self.broke.append(loss.number if loss and loss.task is not Task.MC else NEVER)
            self.loss_alone.append(known)
            self._unmissed.append(known)
            if loss is not None:
                self.loss_alone[known] = self.number(NOBODY._replace(loss=loss))
                self._unmissed[known] = self.number(Standing(man, None) if there else NOBODY)
        return known

    def place(self, number: int) -> int:
        known = self._places.get(number)
        if known is None:
            known = self._places[number] = len(self.his)
            self.his.append(number)
        return known

    def felt_aside(self, lost: Jobs) -> Jobs:
        """What he who stands aside may feel of these losses."""
        return tuple(
            [
                Job(loss.task, (-1,), loss.number, min(0, loss.more))
                for loss in lost
                if loss.number > self.his_lowest
            ]
        )

    def men(self, state: State) -> Men:
        return tuple([self.standings[number].man for number in state])

    def unmissed(self, number: int) -> int:
        return self._unmissed[number]

    def without_losses(self, state: State) -> State:
        """The men as they go into the next round."""
        unmissed = self._unmissed
        return tuple([unmissed[number] for number in state])

    def helper(self, help: int) -> int:
        """The number of one of whom nothing matters but his help."""
        known = self._helpers.get(help)
        if known is None:
            man = Personnel(
                rank=Rank.LEADER, morale=ABOVE_ALL, broken_morale=ABOVE_ALL, leadership=help
            )
            known = self._helpers[help] = self.number(Standing(man, None))
        return known

    def felt(self, state: State, elsewhere: Jobs) -> Felt:
        """A10.2: the checks for everyone lost; a pin is left out, but of him who is asked for."""
        key = elsewhere, state
        known = self._felt.get(key)
        if known is None:
            known = self._felt[key] = self._find_felt(state, elsewhere)
        return known

    def _find_felt(self, state: State, elsewhere: Jobs) -> Felt:
        standings = [self.standings[number] for number in state]
        theirs = [replace(s.loss, who=(i,)) for i, s in enumerate(standings) if s.loss is not None]
        losses = gravest_first((*elsewhere, *theirs))
        checks = [
            job
            for i, (man, _) in enumerate(standings)
            for job in loss_checks(man, i, losses)
            if i == self.asked or job.task is not Task.TC
        ]
        others = any(job.who[0] != self.asked for job in checks)
        return Felt(tuple(leaders_first(checks, self.men(state))), others, losses)

    def mattering(
        self, checking: frozenset[int], waits: bool, elsewhere: Jobs
    ) -> tuple[dict[State, State], Callable[[State], State]]:
        """What of a state matters while those `checking` are still to check, and perhaps he who is
        asked for (`waits`): what is known already, and how to find it."""
        key = checking, waits, elsewhere
        known = self._mattering.get(key)
        if known is None:
            known = self._mattering[key] = _Mattering(self, *key)
        return known.known, known.find


class _Mattering:
    """What of a state matters, at one moment of a round."""

    def __init__(self, book: Book, checking: frozenset[int], waits: bool, elsewhere: Jobs) -> None:
        self.known: dict[State, State] = {}
        self._book = book
        self._checking = checking
        self._waits = waits
        self._fell = max([NEVER, *(job.number for job in elsewhere if job.task is Task.MC)])
        self._lost = max([NEVER, *(job.number for job in elsewhere)])

    def find(self, state: State) -> State:
        """A state that leads to the same end; empty: nothing can touch him who is asked for."""
        book, asked, checking = self._book, self._book.asked, self._checking
        morale, level, fell, broke = book.morale, book.level, book.fell, book.broke
        him = state[asked]
        if book.aside:
            own = book.his_lowest
        elif book.gone[him]:
            return ()
        else:
            own = book.lowest[him] if self._waits else morale[him]
        rest, danger, lost, floor = [], self._fell, self._lost, own
        for i, number in enumerate(state):
            if i in checking:
                danger, floor = max(danger, level[number]), min(floor, book.lowest[number])
            elif i != asked and number:
                rest.append(i)
                danger, lost = max(danger, fell[number]), max(lost, broke[number])
        if not self._waits and own >= max(danger, lost):
            return ()
        settled, kept, help = [], [], 0
        for i in rest:
            if morale[state[i]] >= danger:
                settled.append(i)
            else:
                floor = min(floor, morale[state[i]])
        if not settled:
            return state
        for i in settled:
            number = state[i]
            if fell[number] > floor or broke[number] > own:
                kept.append(book.loss_alone[number])
            help = min(help, book.helps[number])
        if help:
            kept.append(book.helper(help))
        kept.sort()
        after = list(state)
        for i in settled:
            after[i] = kept.pop() if kept else 0
        return tuple(after)
