"""A10.2, A10.21: a round of checks of several leaders, for the odds of one unit among them.

Leaders check one after the other, and each looks at the others only for the best modifier that
helps him. So his checks are walked for himself alone, once for every help he may have, by the same
procedure that play uses; here the leaders are only put together again. What is kept between two of
them is one number for each: how he stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import groupby
from math import gcd, lcm
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects.job import Job, Jobs, Task
from hexfire.asl.effects.leaders import gravest_first
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import Draw, Then, ends

Command = tuple[Personnel, ...]
"""The leaders who are there."""


class Standing(NamedTuple):
    """One leader: how he is, and how he is missed if he was lost in this round (A10.2)."""

    man: Personnel
    loss: Job | None


class Round(NamedTuple):
    """The leaders after their checks, and who was lost."""

    command: Command
    lost: Jobs


Turn = Callable[[Personnel, Jobs, Jobs, bool, int], Then]
"""The procedure of one leader's checks: his jobs, his loss so far, whether he is asked for."""


See = Callable[[Round, int], Hashable]
"""What is looked at after a round, given the place of the leader who is asked for."""


class Ends(NamedTuple):
    """What may be seen after a round, and the pile from which one of it is drawn."""

    seen: tuple[Hashable, ...]
    pile: Draw


@lru_cache(maxsize=1 << 12)
def leaders_round(
    turn: Turn, see: See, command: Command, jobs: Jobs, lost: Jobs, asked: int, penalty: int
) -> Ends:
    """What is to be seen of the leaders after `jobs`; `asked` is the place of him whose pin counts,
    if one of them is asked for."""
    others = tuple(job for job in lost if job.who[0] < 0)
    book = _Book()
    pool: dict[tuple[int, ...], int] = {
        tuple(book.number(Standing(man, _loss_of(i, lost))) for i, man in enumerate(command)): 1
    }
    for who, group in groupby(jobs, key=lambda job: job.who[0]):
        own = tuple(replace(job, who=(0,)) for job in group)
        pool = book.checked(pool, who, own, turn, who == asked, penalty)
    seen: dict[Hashable, int] = {}
    for state, weight in pool.items():
        end = _seen(see, book.standings(state), others, asked)
        seen[end] = seen.get(end, 0) + weight
    shared = gcd(*seen.values())
    pile = tuple((str(i), weight // shared) for i, weight in enumerate(seen.values()))
    return Ends(tuple(seen), Draw("A10.2", pile))


@lru_cache(maxsize=1 << 14)
def _seen(see: See, standings: tuple[Standing, ...], others: Jobs, asked: int) -> Hashable:
    lost = [replace(s.loss, who=(i,)) for i, s in enumerate(standings) if s.loss is not None]
    return see(Round(tuple(s.man for s in standings), gravest_first((*others, *lost))), asked)


def _loss_of(i: int, lost: Jobs) -> Job | None:
    return next((replace(job, who=(0,)) for job in lost if job.who == (i,)), None)


class _Book:
    """Standings by number, and what each is worth to the others."""

    def __init__(self) -> None:
        self._numbers: dict[Standing, int] = {}
        self._standings: list[Standing] = []
        self._helps: list[int] = []

    def number(self, standing: Standing) -> int:
        known = self._numbers.get(standing)
        if known is None:
            known = self._numbers[standing] = len(self._standings)
            self._standings.append(standing)
            man = standing.man
            self._helps.append(min(0, man.leadership + man.wounded) if man.leads else 0)
        return known

    def checked(
        self,
        pool: dict[tuple[int, ...], int],
        who: int,
        own: Jobs,
        turn: Turn,
        asked: bool,
        penalty: int,
    ) -> dict[tuple[int, ...], int]:
        """The pool after one leader's checks."""
        helps = self._helps
        with_help: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for state in pool:
            # A10.21: the best modifier of one other leader.
            best = min((helps[s] for at, s in enumerate(state) if at != who), default=0)
            with_help.setdefault((state[who], best), []).append(state)
        turns = {
            key: _turn(turn, self._standings[key[0]], own, key[1], asked, penalty)
            for key in with_help
        }
        share = lcm(*(whole for _, whole in turns.values()))
        after: dict[tuple[int, ...], int] = {}
        for key, states in with_help.items():
            ways, whole = turns[key]
            steps = [(self.number(end), weight * (share // whole)) for end, weight in ways]
            for state in states:
                reached, before, behind = pool[state], state[:who], state[who + 1 :]
                for step, weight in steps:
                    now = (*before, step, *behind)
                    after[now] = after.get(now, 0) + reached * weight
        return after

    def standings(self, state: tuple[int, ...]) -> tuple[Standing, ...]:
        return tuple([self._standings[number] for number in state])


@lru_cache(maxsize=4096)
def _turn(
    turn: Turn, standing: Standing, own: Jobs, help: int, asked: bool, penalty: int
) -> tuple[tuple[tuple[Standing, int], ...], int]:
    """Every end of one leader's checks with this help."""
    jobs = tuple(
        replace(job, number=job.number + help) if job.task is not Task.WOUND else job for job in own
    )
    lost = () if standing.loss is None else (standing.loss,)
    after, whole = ends(turn(standing.man, jobs, lost, asked, penalty))
    return tuple((Standing(man, lost[0] if lost else None), n) for (man, lost), n in after), whole
