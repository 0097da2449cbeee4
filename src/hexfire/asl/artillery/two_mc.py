"""The 2MCs of all who share a Location under Bombardment (C1.82), one unit at a time.

Everything that holds for a MC holds here: leaders check first and help the others (A10.2, A10.21),
and their loss is felt when all have checked.
"""

from __future__ import annotations

from typing import NamedTuple

from hexfire.asl.artillery.bombardment import two_mc
from hexfire.asl.effects.job import Job, Task
from hexfire.asl.effects.jobs import next_job
from hexfire.asl.effects.leaders import leaders_first, leadership
from hexfire.asl.effects.stack import Fire, Struck
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.dice import Dice, Then


class Checking(NamedTuple):
    """A unit that will take the 2MC, and the DRM of its cover."""

    unit: Personnel
    drm: int


class Note(NamedTuple):
    """A unit's DR, and whether it failed: its weapons must know (C1.821)."""

    original: int
    failed: bool


class Checked(NamedTuple):
    """Everyone after the 2MC; the leaders lost by it are still to be felt (A10.2)."""

    now: tuple[Personnel, ...]
    lost: tuple[Job, ...]
    notes: tuple[tuple[int, Note], ...]


def check_men(
    dice: Dice, men: tuple[Checking, ...], watch: tuple[int, ...] = ()
) -> Checked | Then | tuple[Personnel, ...]:
    """C1.82, A10.2: the 2MCs of a Location, leaders first, each with the best leader's DRM.

    Without `watch` the result is `Checked`; with it, the units it names after all is felt.
    """
    now = tuple(one.unit for one in men)
    order = leaders_first([Job(Task.MC, (i,)) for i in range(len(men))], now)
    todo = tuple(
        job.who[0]
        for job in order
        if not watch or job.who[0] in watch or now[job.who[0]].rank is Rank.LEADER
    )
    return _next_man(men, watch, todo, Checked(now, (), ()))


def _next_man(
    men: tuple[Checking, ...], watch: tuple[int, ...], todo: tuple[int, ...], so_far: Checked
) -> Checked | Then | tuple[Personnel, ...]:
    if todo:
        return Then(_one_man, (men, watch, todo, so_far))
    return so_far if not watch else Then(losses, (so_far.now, so_far.lost, watch))


def _one_man(
    dice: Dice,
    men: tuple[Checking, ...],
    watch: tuple[int, ...],
    todo: tuple[int, ...],
    so_far: Checked,
) -> Checked | Then | tuple[Personnel, ...]:
    i, before = todo[0], so_far.now[todo[0]]
    shaken = two_mc(dice, before, men[i].drm + leadership(so_far.now, i))
    unit, lost = shaken.unit, so_far.lost
    if before.rank is Rank.LEADER and (unit.eliminated or unit.broken > before.broken):
        task = Task.MC if unit.eliminated else Task.TC
        lost = (*lost, Job(task, (i,), before.current_morale, before.leadership))
    # Odds need no notes: without them equal situations are one.
    note = () if watch else ((i, Note(shaken.original, shaken.failed)),)
    now = (*so_far.now[:i], unit, *so_far.now[i + 1 :])
    return _next_man(men, watch, todo[1:], Checked(now, lost, (*so_far.notes, *note)))


def losses(
    dice: Dice, now: tuple[Personnel, ...], lost: tuple[Job, ...], watch: tuple[int, ...]
) -> Then | tuple[object, ...]:
    """A10.2: LLMC and LLTC after all have checked."""
    stack = tuple(Struck(unit, None) for unit in now)
    return next_job(now, (), lost, stack, Fire(watch=watch), 0)
