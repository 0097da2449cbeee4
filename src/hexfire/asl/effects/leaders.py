"""A10.2, A10.21: leaders check first, help the others, and are missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from hexfire.asl.effects.job import Job, Jobs, Now, Task
from hexfire.asl.shots.targets import AnyTarget, GunTarget, Personnel, Rank, VehicleTarget
from hexfire.rulebook import BadInput

MOST_LEADERS = 4
"""With more of them in one attack exact odds take too long: every leader's condition is felt by the
others, and no shorter summary of it is known; a fourth costs three to four times the third."""


def check_leaders(targets: Iterable[AnyTarget]) -> None:
    """Before exact odds are asked for: not too many leaders under one attack."""
    count = 0
    for target in targets:
        count += is_leader(target)
        match target:
            case VehicleTarget(aboard=aboard):
                count += sum(map(is_leader, aboard))
            case GunTarget(crew=crew):
                count += is_leader(crew)
            case _:
                pass
    if count > MOST_LEADERS:
        raise BadInput("effects.too_many_leaders", count=count, most=MOST_LEADERS)


def leaders_first(jobs: Sequence[Job], now: Sequence[object]) -> list[Job]:
    """A10.2: leaders check before other units, those of higher morale before those of lower."""

    def order(job: Job) -> tuple[bool, int, int]:
        unit = now[job.who[0]]
        if isinstance(unit, Personnel) and is_leader(unit):
            return (False, -unit.current_morale, job.who[0])
        return (True, 0, job.who[0])

    return sorted(jobs, key=order)


def leadership(now: Sequence[object], i: int) -> int:
    """A10.21: the best modifier of one other unbroken leader."""
    return min((helps(unit) for at, unit in enumerate(now) if at != i), default=0)


def helps(unit: object) -> int:
    """A10.21: the modifier with which one helps others; nobody must use a bad one."""
    if not isinstance(unit, Personnel) or not unit.leads:
        return 0
    return min(0, unit.leadership + unit.wounded)


def leader_loss(now: Sequence[Now], lost: Jobs) -> Jobs:
    """A10.2: everyone's checks for the leaders who were lost."""
    lost = gravest_first(lost)
    jobs = [job for i, unit in enumerate(now) for job in loss_checks(unit, i, lost)]
    return tuple(leaders_first(jobs, now))


def loss_checks(unit: Now, i: int, lost: Jobs) -> Jobs:
    """A10.2: a unit of lower morale takes a LLMC for a fallen leader, a LLTC for one who broke.

    The lost leader's modifier counts with its sign reversed. Of several losses the gravest is felt
    first (R-A10.2-order): so they stand in `lost`.
    """
    return tuple(
        Job(loss.task, (i,), max(0, -loss.more))
        for loss in lost
        if i not in loss.who and is_below(unit, loss.number)
    )


def touches(leader: Personnel, others: Iterable[Personnel]) -> bool:
    """Whether a leader may ever help any of `others` (A10.21), or be missed by him (A10.2)."""
    if helps(leader) < 0:
        return True
    level = max(leader.morale, leader.broken_morale)
    return any(lowest_morale(man) < level for man in others)


def lowest_morale(man: Personnel) -> int:
    """The lowest Morale Level that a unit may come to."""
    return min(morale_levels(man))


def morale_levels(man: Personnel) -> frozenset[int]:
    """Every Morale Level that a unit may come to (A17.2: a wound costs one)."""
    levels = {man.morale, man.broken_morale, *(man.half or ())}
    return frozenset(levels | {level - 1 for level in levels if man.is_smc})


def gravest_first(lost: Iterable[Job]) -> Jobs:
    """R-A10.2-order: the leader of the highest morale first, then who fell before who broke."""
    return tuple(sorted(lost, key=_grave))


def _grave(loss: Job) -> tuple[int, bool, int, tuple[int, ...]]:
    return -loss.number, loss.task is not Task.MC, loss.more, loss.who


def is_below(unit: Now, level: int) -> bool:
    """Whether a unit is still there with a Morale Level below `level`."""
    return is_there(unit) and unit.current_morale < level


def is_there(unit: Now) -> TypeGuard[Personnel]:
    """Men, and not eliminated."""
    return isinstance(unit, Personnel) and not unit.eliminated


def is_leader(unit: object) -> bool:
    return isinstance(unit, Personnel) and unit.rank is Rank.LEADER
