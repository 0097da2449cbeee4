"""What remains to be done after an IFT DR, one job at a time: each is a stage of its own.

A job is a Random Selection, a check, a wound … Between two jobs the whole situation is one small
hashable value, so that equal situations are folded and the exact odds of a stack stay quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from msgspec.structs import replace

from hexfire.asl.effects import morale, vehicles
from hexfire.asl.effects.collateral import collateral, crew_check
from hexfire.asl.effects.morale import Fall
from hexfire.asl.effects.stack import Fire, Stack, Struck, crew_of
from hexfire.asl.shots.targets import (
    After,
    AnyTarget,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables.ift import Cell, Harm
from hexfire.dice import Dice, Then


class Task(StrEnum):
    """The kinds of jobs."""

    KIA = "KIA"
    K = "K"
    MC = "MC"
    TC = "TC"
    WOUND = "wound"
    VEHICLE_LIMIT = "vehicle limit"
    VEHICLE = "vehicle"
    CREW_MC = "crew MC"
    PASSENGER = "passenger"
    RANDOM_DESTRUCTION = "random destruction"


class Job(NamedTuple):
    """Something still to be done. `who` are places in the stack, `number` what the job needs."""

    task: Task
    who: tuple[int, ...]
    number: int = 0
    more: int = 0


Jobs = tuple[Job, ...]
Now = AnyTarget | VehicleAfter | Cell
_CHECKS = (Task.MC, Task.TC)


def next_job(
    now: tuple[Now, ...], jobs: Jobs, lost: Jobs, stack: Stack, fire: Fire, dr: int
) -> Then | tuple[After, ...]:
    """Go on with the first job; when none is left, the results."""
    if not jobs and lost:
        losses = _leader_loss(now, lost)
        jobs, lost = tuple(j for j in losses if matters(fire, now, j.who[0])), ()
    if jobs:
        return Then(_do, (now, jobs, lost, stack, fire, dr))
    return _results(now, stack, fire)


def _do(
    dice: Dice,
    now: tuple[Now, ...],
    jobs: Jobs,
    lost: Jobs,
    stack: Stack,
    fire: Fire,
    dr: int,
) -> Then | tuple[After, ...]:
    """One job. `lost` are leaders that broke or fell: their loss is felt afterwards (A10.2)."""
    state = _State(list(now), list(jobs[1:]), list(lost), stack, fire, dr)
    state.do(dice, jobs[0])
    return next_job(_settled(state), tuple(state.jobs), tuple(state.lost), stack, fire, dr)


def _results(now: tuple[Now, ...], stack: Stack, fire: Fire) -> tuple[After, ...]:
    """The targets as they are now, in their order; men go back to their vehicle or Gun."""
    results: list[After] = []
    for i, (target, struck) in enumerate(zip(now, stack, strict=True)):
        if struck.aboard is not None or struck.mans is not None or not fire.watches(i):
            continue
        match target:
            case VehicleTarget() | VehicleAfter():
                after = target if isinstance(target, VehicleAfter) else VehicleAfter()
                results.append(replace(after, exposed=_men(now, stack, i)))
            case GunTarget():
                results.append(replace(target, crew=next(iter(_men(now, stack, i)), None)))
            case Personnel() | Cell():
                results.append(target)
    return tuple(results)


def _men(now: tuple[Now, ...], stack: Stack, i: int) -> tuple[Personnel, ...]:
    """Who is aboard a vehicle or mans a Gun."""
    return tuple(
        unit
        for unit, struck in zip(now, stack, strict=True)
        if i in (struck.aboard, struck.mans) and isinstance(unit, Personnel)
    )


class _State:
    """The situation between two jobs."""

    def __init__(
        self, now: list[Now], jobs: list[Job], lost: list[Job], stack: Stack, fire: Fire, dr: int
    ) -> None:
        self.now, self.jobs, self.lost = now, jobs, lost
        self.stack, self.fire, self.dr = stack, fire, dr

    def do(self, dice: Dice, job: Job) -> None:
        match job.task:
            case Task.KIA:
                self._kia(dice, job)
            case Task.K:
                self._k(dice, job)
            case Task.MC:
                self._morale_check(dice, job)
            case Task.TC:
                self._task_check(dice, job)
            case Task.WOUND:
                self._put(job.who[0], morale.wounds(self._unit(job.who[0]), dice.dr("A17.11")))
            case Task.VEHICLE_LIMIT:
                self._limit(dice, job)
            case Task.VEHICLE:
                self._vehicle(dice, job)
            case Task.CREW_MC:
                self._crew_check(dice, job)
            case Task.PASSENGER:
                self._passenger(dice, job.who[0])
            case Task.RANDOM_DESTRUCTION:
                self._random_destruction(dice, job)

    # -- Personnel ---------------------------------------------------------------------------

    def _unit(self, i: int) -> Personnel:
        unit = self.now[i]
        assert isinstance(unit, Personnel)
        return unit

    def _put(self, i: int, unit: Personnel) -> None:
        """Change a unit; a leader who breaks or falls is remembered for his men (A10.2)."""
        if not matters(self.fire, self.now, i):
            return
        before = self._unit(i)
        self.now[i] = unit
        if before.rank is Rank.LEADER and (
            unit.eliminated > before.eliminated or unit.broken > before.broken
        ):
            task = Task.MC if unit.eliminated else Task.TC
            known = [job for job in self.lost if job.who == (i,)]
            level = known[0].number if known else before.current_morale
            self.lost = [job for job in self.lost if job.who != (i,)]
            self.lost.append(Job(task, (i,), level, before.leadership))

    def _casualty(self, i: int) -> None:
        """A7.302: Casualty Reduction; for a SMC a wound, decided by its own dr (A17.1)."""
        unit = self._unit(i)
        if not unit.is_smc:
            self._put(i, morale.reduced(unit))
        elif matters(self.fire, self.now, i):
            self.jobs.insert(0, Job(Task.WOUND, (i,)))

    def _kia(self, dice: Dice, job: Job) -> None:
        """A7.301: so many are eliminated by Random Selection; of the others the unbroken break and
        the broken suffer Casualty Reduction."""
        selected = random_selection(dice, len(job.who), job.number)
        for at, i in enumerate(job.who):
            target = self.now[i]
            if isinstance(target, GunTarget):
                self._gun_kia(i, target, at in selected)
            elif at in selected:
                self._put(i, self._unit(i).gone())
            else:
                self._shaken(i)

    def _shaken(self, i: int) -> None:
        unit = self._unit(i)
        if unit.broken:
            self._casualty(i)
        else:
            self._put(i, morale.breaks(unit))

    def _k(self, dice: Dice, job: Job) -> None:
        """A7.302: one by Random Selection suffers Casualty Reduction; who is left takes the MC."""
        selected = random_selection(dice, len(job.who), 1)
        checks = [j for j in self.jobs if j.task in _CHECKS]
        self.jobs = [j for j in self.jobs if j.task not in _CHECKS]
        for at, i in enumerate(job.who):
            target = self.now[i]
            if isinstance(target, GunTarget):
                checks += self._gun_k(i, target, at in selected, job.number)
                continue
            checks.append(Job(Task.MC, (i,), job.number))
            if at in selected:
                self._casualty(i)
        wanted = [j for j in checks if matters(self.fire, self.now, j.who[0])]
        self.jobs += leaders_first(wanted, self.now)

    def _morale_check(self, dice: Dice, job: Job) -> None:
        """A10.3: a MC, and the Casualty Reduction it may bring."""
        i = job.who[0]
        unit = self._unit(i)
        if unit.eliminated:
            return
        drm = job.number + leadership(self.now, i)
        after, fall = morale.morale_check(unit, dice.total("A10.3"), drm, self.fire.penalty)
        self._put(i, after.gone() if fall is Fall.ELIMINATED else after)
        if fall is Fall.REDUCED:
            self._casualty(i)

    def _task_check(self, dice: Dice, job: Job) -> None:
        """A7.305: a PTC or LLTC."""
        i = job.who[0]
        unit = self._unit(i)
        if morale.can_pin(unit):
            drm = job.number + leadership(self.now, i)
            rolled = dice.total("A7.305")
            self._put(i, morale.task_check(unit, rolled, drm, self.fire.penalty))

    # -- Guns --------------------------------------------------------------------------------

    def _gun_kia(self, i: int, gun: GunTarget, selected: bool) -> None:
        """C11.4: a KIA that falls on the Gun destroys it and its men; any other shakes them."""
        crew = crew_of(self.stack, i)
        if selected:
            self.now[i] = replace(gun, state=GunState.DESTROYED)
            if crew is not None:
                self._put(crew, self._unit(crew).gone())
        elif crew is not None:
            self._shaken(crew)

    def _gun_k(self, i: int, gun: GunTarget, selected: bool, number: int) -> list[Job]:
        """C11.4, C11.52: a K: the Gun malfunctions, its men are reduced; AP destroys both."""
        crew = crew_of(self.stack, i)
        if selected and self.fire.ap:
            self._gun_kia(i, gun, selected=True)
            return []
        if selected:
            self.now[i] = replace(gun, state=GunState.MALFUNCTIONED)
        if crew is None:
            return []
        if selected:
            self._casualty(crew)
            return [Job(Task.MC, (crew,), number)]
        cell = self.stack[crew].cell(self.dr, gun.gunshield)
        if cell.harm is Harm.K:  # without a shield the unselected crew takes the K's MC
            cell = Cell(Harm.MC, number)
        if cell.harm is Harm.NONE:
            return []
        return [Job(Task.MC if cell.harm is Harm.MC else Task.TC, (crew,), cell.number)]

    def _random_destruction(self, dice: Dice, job: Job) -> None:
        gun = self.now[job.who[0]]
        assert isinstance(gun, GunTarget)
        self.now[job.who[0]] = replace(gun, state=random_destruction(dice, job.number))

    # -- vehicles ----------------------------------------------------------------------------

    def _limit(self, dice: Dice, job: Job) -> None:
        """A7.308: which vehicles are affected when there are more than the attack can reach."""
        selected = {job.who[at] for at in random_selection(dice, len(job.who), job.number)}
        spared = set(job.who) - selected
        self.jobs = [
            j._replace(number=Effect.NONE.order)
            if j.task is Task.VEHICLE and j.who[0] in spared
            else j
            for j in self.jobs
        ]

    def _vehicle(self, dice: Dice, job: Job) -> None:
        """C7.7 and what follows at once; C3.332: then the Collateral Attack on its CE crew."""
        i = job.who[0]
        struck, effect = self.stack[i], Effect.by_order(job.number)
        target = struck.target
        assert isinstance(target, VehicleTarget)
        after = vehicles.aftermath(dice, target, effect, self.fire.turret)
        if not vehicles.shelters(after):
            dr = self.dr + struck.prc_drm
            after = collateral(dice, target, struck.column, dr, after, self.fire.penalty)
        self.now[i] = after

    def _crew_check(self, dice: Dice, job: Job) -> None:
        """A24.31: a MC of a vehicle's CE crew that no IFT result asked for."""
        target = self.stack[job.who[0]].target
        assert isinstance(target, VehicleTarget)
        fate = crew_check(dice, target, job.number, self.fire.penalty)
        self.now[job.who[0]] = VehicleAfter(crew=fate)

    def _passenger(self, dice: Dice, i: int) -> None:
        """D6.9: PRC of a destroyed vehicle survive by its CS#, never if it burns."""
        place = self.stack[i].aboard
        assert place is not None
        target, after = self.stack[place].target, self.now[place]
        if isinstance(target, VehicleTarget) and isinstance(after, VehicleAfter):
            self._put(i, vehicles.passenger_survival(dice, target, after, self._unit(i)))


# -- what the jobs share -------------------------------------------------------------------------


def matters(fire: Fire, now: Sequence[object], i: int) -> bool:
    """Whether a unit can change what is asked for: its own fate, or a leader's for his men's."""
    unit = now[i]
    return fire.watches(i) or (isinstance(unit, Personnel) and unit.rank is Rank.LEADER)


def leaders_first(jobs: Sequence[Job], now: Sequence[object]) -> list[Job]:
    """A10.2: leaders check before other units, those of higher morale before those of lower."""

    def order(job: Job) -> tuple[bool, int, int]:
        unit = now[job.who[0]]
        assert isinstance(unit, Personnel)
        leader = unit.rank is Rank.LEADER
        return (not leader, -unit.current_morale if leader else 0, job.who[0])

    return sorted(jobs, key=order)


def leadership(now: Sequence[object], i: int) -> int:
    """A10.21: the best modifier of one other unbroken leader; nobody must use a bad one."""
    best = 0
    for at, unit in enumerate(now):
        if at != i and isinstance(unit, Personnel) and unit.leads:
            best = min(best, unit.leadership + unit.wounded)
    return best


def _leader_loss(now: Sequence[Now], lost: Jobs) -> Jobs:
    """A10.2: units of lower morale take a LLMC for a fallen leader, a LLTC for one who broke.

    The lost leader's modifier counts with its sign reversed.
    """
    jobs = [
        Job(loss.task, (i,), max(0, -loss.more))
        for loss in lost
        for i, unit in enumerate(now)
        if i not in loss.who
        and isinstance(unit, Personnel)
        and not unit.eliminated
        and unit.current_morale < loss.number
    ]
    return tuple(leaders_first(jobs, now))


def random_destruction(dice: Dice, kia: int) -> GunState:
    """A9.74: Random SW/Gun Destruction: a dr up to the KIA number destroys, one more breaks down
    (R-A9.74)."""
    dr = dice.dr("A9.74")
    if dr <= kia:
        return GunState.DESTROYED
    return GunState.MALFUNCTIONED if dr == kia + 1 else GunState.INTACT


def random_selection(dice: Dice, count: int, wanted: int) -> frozenset[int]:
    """A.9: a die for each; the highest `wanted` are selected, ties for the last place all."""
    if wanted >= count:
        return frozenset(range(count))
    if wanted == 1:
        return frozenset(dice.selection(count))
    faces = [dice.dr("A.9") for _ in range(count)]
    least = sorted(faces, reverse=True)[wanted - 1]
    return frozenset(i for i, face in enumerate(faces) if face >= least)


def _settled(state: _State) -> tuple[Now, ...]:
    """Units that began alike are interchangeable: those nobody waits for are put in order.

    «The first breaks, the second is pinned» and the reverse are one situation: fewer branches.
    """
    now, stack = state.now, state.stack
    if not state.fire.fold:
        return tuple(now)
    busy = {i for job in (*state.jobs, *state.lost) for i in job.who}
    groups: dict[Struck, list[int]] = {}
    for i, struck in enumerate(stack):
        if i not in busy and struck.mans is None and isinstance(struck.target, Personnel):
            groups.setdefault(struck, []).append(i)
    for places in groups.values():
        if len(places) > 1:
            units = sorted((now[i] for i in places), key=_condition)
            for i, unit in zip(places, units, strict=True):
                now[i] = unit
    return tuple(now)


def _condition(unit: object) -> tuple[bool, ...]:
    assert isinstance(unit, Personnel)
    return (unit.eliminated, unit.rank is Rank.HS, unit.broken, unit.pinned, unit.wounded)
