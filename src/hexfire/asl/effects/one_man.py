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
from hexfire.dice import Chances, Then, ends


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
        self._turns: dict[tuple[Standing, int], Chances] = {}
        self._checks: dict[tuple[Standing, Job], Chances] = {}

    def turn(self, standing: Standing, help: int) -> Chances:
        """Every end of one man's checks, one after the other, with a leader's help."""
        key = standing, help
        known = self._turns.get(key)
        if known is None:
            man, loss, checks = standing
            known = ((Standing(man, loss), 1),), 1
            if checks:
                before = self.turn(Standing(man, loss, checks[:-1]), help)
                known = then(before, partial(self._check, check=_helped(checks[-1], help)))
            self._turns[key] = known
        return known

    def _check(self, standing: Standing, check: Job) -> Chances:
        key = standing, check
        known = self._checks.get(key)
        if known is None:
            known = self._checks[key] = _check(self._rolls, self._penalty, *key)
        return known

    def lot(self, standing: Standing, job: Job, selected: bool) -> Chances:
        """Every end of a KIA or K for one man."""
        return _lot(self._rolls, standing, job, selected)


def then(before: Chances, follow: Callable[[Standing], Chances]) -> Chances:
    """One thing after another."""
    if len(before[0]) == 1:
        return follow(before[0][0][0])
    each, whole = before
    followed = [(weight, follow(standing)) for standing, weight in each]
    share = lcm(*(of for _, (_, of) in followed))
    ends: dict[Standing, int] = {}
    for weight, (after, of) in followed:
        scale = weight * (share // of)
        for end, ways in after:
            ends[end] = ends.get(end, 0) + ways * scale
    whole *= share
    shared = gcd(whole, *ends.values())
    return tuple([(end, weight // shared) for end, weight in ends.items()]), whole // shared


@lru_cache(maxsize=1 << 8)
def _helped(check: Job, help: int) -> Job:
    """A10.21: a check with a leader's help."""
    return replace(check, number=check.number + help)


@lru_cache(maxsize=1 << 13)
def _check(rolls: Rolls, penalty: int, standing: Standing, check: Job) -> Chances:
    """Every end of a single check."""
    return _ends(rolls.checks(standing.man, (check,), _lost(standing), penalty))


@lru_cache(maxsize=1 << 12)
def _lot(rolls: Rolls, standing: Standing, job: Job, selected: bool) -> Chances:
    return _ends(rolls.drawn(standing.man, job, _lost(standing), selected))


def _ends(first: Then) -> Chances:
    after, whole = ends(first)
    return tuple((Standing(man, next(iter(lost), None)), n) for (man, lost), n in after), whole


def _lost(standing: Standing) -> Jobs:
    return () if standing.loss is None else (standing.loss,)
