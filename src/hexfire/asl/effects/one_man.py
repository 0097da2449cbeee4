"""One man's own rolls, walked for himself alone by the procedures that play uses.

What others mean to him is in what he is asked with: his checks and the help he has in them, or
whether a lot selects him.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import gcd, lcm
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs
from hexfire.asl.effects.standing import Standing
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Chances, Memo, Then, ends


class Rolls(NamedTuple):
    """The procedures of one man: his checks, and a KIA or K that selects him or another.

    Both end in him and in his loss, if he leads and is lost (A10.2).
    """

    checks: Callable[[Personnel, Jobs, Jobs, int], Then]
    drawn: Callable[[Personnel, Job, Jobs, bool], Then]


class OneMan:
    """Anyone's own rolls; `penalty` lowers every Morale Level (C1.54)."""

    def __init__(self, rolls: Rolls, penalty: int) -> None:
        self._rolls, self._penalty = rolls, penalty
        self.forget()

    def forget(self) -> None:
        self._memo = Memo()
        self._turns: dict[tuple[Standing, Jobs], Chances] = {}
        self._checks: dict[tuple[Standing, Job], Chances] = {}
        self._lots: dict[tuple[Standing, Job, bool], Chances] = {}

    def __len__(self) -> int:
        """How much is known."""
        return len(self._turns) + len(self._checks) + len(self._lots)

    def turn(self, standing: Standing, help: int) -> Chances:
        """Every end of one man's checks, one after the other, with a leader's help."""
        man, loss, checks = standing
        return self._after(Standing(man, loss), _helped(checks, help))

    def _after(self, standing: Standing, checks: Jobs) -> Chances:
        """The same with the help in the checks; one that changes nothing is passed over, so that
        what follows it is known by what is left."""
        key = standing, checks
        known = self._turns.get(key)
        if known is None:
            known = ((standing, 1),), 1
            if checks:
                first = self._check(standing, checks[0])
                known = then(first, partial(self._after, checks=checks[1:]))
            self._turns[key] = known
        return known

    def _check(self, standing: Standing, check: Job) -> Chances:
        """Every end of a single check."""
        key = standing, check
        known = self._checks.get(key)
        if known is None:
            man, lost = standing.man, _lost(standing)
            walked = self._rolls.checks(man, (check,), lost, self._penalty)
            known = self._checks[key] = self._ends(walked)
        return known

    def lot(self, standing: Standing, job: Job, selected: bool) -> Chances:
        """Every end of a KIA or K for one man."""
        key = standing, job, selected
        known = self._lots.get(key)
        if known is None:
            walked = self._rolls.drawn(standing.man, job, _lost(standing), selected)
            known = self._lots[key] = self._ends(walked)
        return known

    def _ends(self, first: Then) -> Chances:
        after, whole = ends(first, self._memo)
        return tuple(
            [(Standing(man, next(iter(lost), None)), n) for (man, lost), n in after]
        ), whole


MOST = 1 << 15
"""So many answers are kept for the next question."""


def one_man(rolls: Rolls, penalty: int) -> OneMan:
    """Who is asked again and again; what he knows is kept from one question to the next."""
    known = kept(rolls, penalty)
    if len(known) > MOST:
        known.forget()
    return known


@lru_cache(maxsize=4)
def kept(rolls: Rolls, penalty: int) -> OneMan:
    return OneMan(rolls, penalty)


def then(before: Chances, follow: Callable[[Standing], Chances]) -> Chances:
    """One thing after another."""
    if len(before[0]) == 1:
        return follow(before[0][0][0])
    each, whole = before
    followed = [(weight, follow(standing)) for standing, weight in each]
    share = lcm(*[of for _, (_, of) in followed])
    ends: dict[Standing, int] = {}
    for weight, (after, of) in followed:
        scale = weight * (share // of)
        for end, ways in after:
            ends[end] = ends.get(end, 0) + ways * scale
    whole *= share
    shared = gcd(whole, *ends.values())
    return tuple([(end, weight // shared) for end, weight in ends.items()]), whole // shared


@lru_cache(maxsize=1 << 11)
def _helped(checks: Jobs, help: int) -> Jobs:
    """A10.21: checks with a leader's help."""
    return tuple([_helped_once(check, help) for check in checks])


@lru_cache(maxsize=1 << 8)
def _helped_once(check: Job, help: int) -> Job:
    return replace(check, number=check.number + help)


def _lost(standing: Standing) -> Jobs:
    return () if standing.loss is None else (standing.loss,)
