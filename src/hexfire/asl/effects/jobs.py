"""What remains to be done after an IFT DR, one job at a time: each is a stage of its own.

A job is a Random Selection, a check, a wound … Between two jobs the whole situation is one small
hashable value, so that equal situations are folded.

Where the fate of one unit is asked for (`Fire.watch`), the work does not grow with the crowd: of
the others only leaders matter. Round by round (the attack's checks, then those for each loss of
leaders) they check first, then the unit does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from msgspec.structs import replace

from hexfire.asl.effects import morale, vehicles
from hexfire.asl.effects.collateral import collateral, crew_check
from hexfire.asl.effects.command import Part, fates
from hexfire.asl.effects.job import Job, Jobs, Now, Task
from hexfire.asl.effects.leaders import (
    is_leader,
    is_there,
    leader_loss,
    leaders_first,
    leadership,
)
from hexfire.asl.effects.lots import LOTS, Column, Start, wanted
from hexfire.asl.effects.morale import Fall
from hexfire.asl.effects.one_man import Rolls
from hexfire.asl.effects.stack import Fire, Stack, Struck, crew_of
from hexfire.asl.shots.targets import (
    After,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    Rank,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables.ift import Cell, Harm
from hexfire.dice import ANY, Chances, Dice, Starts, Then, in_turn, together

_CHECKS = (Task.MC, Task.TC)
_OF_ONE_MAN = (Task.MC, Task.TC, Task.WOUND)


def next_job(
    now: tuple[Now, ...], jobs: Jobs, lost: Jobs, stack: Stack, fire: Fire, dr: int
) -> Then | tuple[After, ...]:
    """Go on with the first job; when none is left, the results."""
    if fire.watch and all(job.task in _CHECKS for job in jobs):
        men = [i for i, unit in enumerate(now) if fire.watches(i) and is_there(unit)]
        if not men:
            return _results(now, stack, fire)
        if len(men) == 1:
            return _one_of_them(men[0], now, jobs, lost, stack, fire)
    if not jobs and lost:
        losses = leader_loss(now, lost)
        jobs, lost = tuple(j for j in losses if matters(fire, now, j.who[0])), ()
    if jobs:
        state = _State(list(now), list(jobs[1:]), list(lost), stack, fire, dr)
        roll = state.roll(jobs[0]) if jobs[0].task in _OF_ONE_MAN else None
        if roll is not None:
            return Then(in_turn, (roll, Then(_rolled, (now, jobs, lost, stack, fire, dr))))
        if fire.watch and jobs[0].task in LOTS:
            drawn = Then(_drawn, (now, jobs, lost, stack, fire, dr))
            return Then(in_turn, (state.lots(jobs[0]), drawn))
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


def _drawn(
    dice: Dice,
    selected: frozenset[int],
    now: tuple[Now, ...],
    jobs: Jobs,
    lost: Jobs,
    stack: Stack,
    fire: Fire,
    dr: int,
) -> Then | tuple[After, ...]:
    """A KIA or K after the lots."""
    state = _State(list(now), list(jobs[1:]), list(lost), stack, fire, dr)
    state.drawn(jobs[0], selected)
    return next_job(_settled(state), tuple(state.jobs), tuple(state.lost), stack, fire, dr)


def _rolled(
    dice: Dice,
    after: tuple[Personnel, Fall],
    now: tuple[Now, ...],
    jobs: Jobs,
    lost: Jobs,
    stack: Stack,
    fire: Fire,
    dr: int,
) -> Then | tuple[After, ...]:
    """A check or a wound of one unit that has been rolled for, and what it means to the others."""
    state = _State(list(now), list(jobs[1:]), list(lost), stack, fire, dr)
    state.rolled(jobs[0].who[0], *after)
    return next_job(_settled(state), tuple(state.jobs), tuple(state.lost), stack, fire, dr)


# -- one unit among leaders ----------------------------------------------------------------------

NOBODY = (-1,)
"""The place of a leader who is there no more."""


def _one_of_them(
    i: int, now: tuple[Now, ...], jobs: Jobs, lost: Jobs, stack: Stack, fire: Fire
) -> Then:
    """The fate of one unit among the leaders, of whom it may be one."""
    places = [at for at, unit in enumerate(now) if is_leader(unit) and is_there(unit)]
    leaders = tuple(_nameless(now[at]) for at in places)
    asked = places.index(i) if i in places else _nameless(now[i])
    places = places if i in places else [*places, i]
    theirs = [replace(j, who=(places.index(j.who[0]),)) for j in jobs if j.who[0] in places]
    start = Start(leaders, tuple(theirs), _missed(places, lost))
    kept = tuple(u if fire.watches(at) else stack[at].target for at, u in enumerate(now))
    return Then(
        in_turn, (fate(start, asked, fire.penalty), Then(_put_back, (i, kept, stack, fire)))
    )


def _missed(places: Sequence[int], lost: Jobs) -> Jobs:
    """The losses by places among the men; who is there no more has none."""
    return tuple(
        replace(job, who=(places.index(job.who[0]),) if job.who[0] in places else NOBODY)
        for job in lost
    )


def _nameless(unit: Now) -> Personnel:
    """Units that differ by their names alone are one to the odds."""
    assert isinstance(unit, Personnel)
    return replace(unit, name="")


def fate(start: Start, asked: int | Personnel, penalty: int) -> Then:
    """What becomes of the man whose fate is asked for, the leaders with him followed."""
    return Then(together, (_fates, (start, asked, penalty)))


def _fates(questions: list[Starts]) -> list[Chances]:
    return fates_of_each([_parts(starts) for starts in questions])


def _parts(starts: Starts) -> list[Part]:
    """One question, by who is asked for: he may have been struck before, in this way or that."""
    whole = lcm(*(of for _, _, of in starts))
    parts: dict[tuple[int | Personnel, int], Column] = {}
    for (start, asked, penalty), weight, of in starts:
        there = parts.setdefault((asked, penalty), {}).setdefault(start, {})
        there[()] = there.get((), 0) + weight * (whole // of)
    return [Part(*who, column, whole) for who, column in parts.items()]


def fates_of_each(questions: Sequence[Sequence[Part]]) -> list[Chances]:
    return fates(_ROLLS_OF_ONE, questions)


def _turn(man: Personnel, jobs: Jobs, lost: Jobs, penalty: int) -> Then:
    """One man's checks, their DRM with the help of others in them."""
    return Then(_his_checks, (man, jobs, lost, penalty))


def _his_checks(
    dice: Dice, man: Personnel, jobs: Jobs, lost: Jobs, penalty: int
) -> Then | tuple[Personnel, Jobs]:
    while jobs:
        roll = _him(man, jobs, lost, penalty).roll(jobs[0])
        if roll is not None:
            checked = Then(_he_checked, (man, jobs, lost, penalty))
            return Then(in_turn, (roll, checked))
        jobs = jobs[1:]
    return man, lost


def _he_checked(
    dice: Dice,
    after: tuple[Personnel, Fall],
    man: Personnel,
    jobs: Jobs,
    lost: Jobs,
    penalty: int,
) -> Then | tuple[Personnel, Jobs]:
    state = _him(man, jobs, lost, penalty)
    state.rolled(0, *after)
    jobs, lost = tuple(state.jobs), tuple(state.lost)
    return _his_checks(dice, state.unit(0), jobs, lost, penalty)


def _him(man: Personnel, jobs: Jobs, lost: Jobs, penalty: int) -> _State:
    fire = Fire(penalty=penalty, watch=(0,))
    return _State([man], list(jobs[1:]), list(lost), (), fire, 0)


def _his_lot(man: Personnel, job: Job, lost: Jobs, selected: bool) -> Then:
    """A KIA or K that selects one man, or another."""
    return Then(_he_drew, (man, job, lost, selected))


def _he_drew(
    dice: Dice, man: Personnel, job: Job, lost: Jobs, selected: bool
) -> Then | tuple[Personnel, Jobs]:
    state = _him(man, (job,), lost, 0)
    state.drawn(job, frozenset({0} if selected else ()))
    at_once = tuple(j for j in state.jobs if j.task not in _CHECKS)
    return _his_checks(dice, state.unit(0), at_once, tuple(state.lost), 0)


_ROLLS_OF_ONE = Rolls(_turn, _his_lot)


def _put_back(
    dice: Dice,
    after: Personnel,
    i: int,
    now: tuple[Now, ...],
    stack: Stack,
    fire: Fire,
) -> tuple[After, ...]:
    """The unit, under its name again, among those whose fate is asked for."""
    before = now[i]
    assert isinstance(before, Personnel)
    unit = replace(after, name=before.name)
    return _results((*now[:i], unit, *now[i + 1 :]), stack, fire)


# -- the results ---------------------------------------------------------------------------------


def _results(now: tuple[Now, ...], stack: Stack, fire: Fire) -> tuple[After, ...]:
    """The targets as they are now, in their order; men go back to their vehicle or Gun."""
    results: list[After] = []
    for i, (target, struck) in enumerate(zip(now, stack, strict=True)):
        if struck.aboard is not None or struck.mans is not None or not fire.watches(i):
            continue
        match target:
            case VehicleTarget() | VehicleAfter():
                after = target if isinstance(target, VehicleAfter) else VehicleAfter()
                men = _men(now, stack, i) if fire.riders else ()
                results.append(replace(after, aboard=men))
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
            case Task.KIA | Task.K:
                self.drawn(job, self._selection(dice, job, wanted(job)))
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

    def _selection(self, dice: Dice, job: Job, wanted: int) -> frozenset[int]:
        """A.9: Random Selection of `wanted` out of those whom a job is for."""
        return frozenset(dice.selection(len(job.who), "A.9", wanted, self._alike(job)))

    def lots(self, job: Job) -> Then:
        """The lots of a KIA or K, looked at for those who are asked for."""
        return Then(_lots, (wanted(job), self._alike(job)))

    def drawn(self, job: Job, selected: frozenset[int]) -> None:
        if job.task is Task.KIA:
            self._kia(job, selected)
        else:
            self._k(job, selected)

    def _alike(self, job: Job) -> tuple[int, ...]:
        """Whose selection is looked at: of the others nobody asks who it is (`Fire.watch`)."""
        if not self.fire.watch:
            return ()
        return tuple(at if self._asked(i) else ANY for at, i in enumerate(job.who))

    def _asked(self, i: int) -> bool:
        match self.stack[i].target:
            case GunTarget():
                crew = crew_of(self.stack, i)
                return self.fire.watches(i) or (
                    crew is not None and matters(self.fire, self.now, crew)
                )
            case VehicleTarget():
                return self.fire.watches(i) or carries_leader(self.stack, i)
            case _:
                return matters(self.fire, self.now, i)

    # -- Personnel ---------------------------------------------------------------------------

    def unit(self, i: int) -> Personnel:
        unit = self.now[i]
        assert isinstance(unit, Personnel)
        return unit

    def _put(self, i: int, unit: Personnel) -> None:
        """Change a unit; a leader who breaks or falls is remembered for his men (A10.2)."""
        if not matters(self.fire, self.now, i):
            return
        before = self.unit(i)
        self.now[i] = unit if self._asks_for_pin(i) else unit.changed(pinned=False)
        if before.rank is Rank.LEADER and (
            unit.eliminated > before.eliminated or unit.broken > before.broken
        ):
            task = Task.MC if unit.eliminated else Task.TC
            known = [job for job in self.lost if job.who == (i,)]
            level = known[0].number if known else before.current_morale
            self.lost = [job for job in self.lost if job.who != (i,)]
            self.lost.append(Job(task, (i,), level, before.leadership))

    def _asks_for_pin(self, i: int) -> bool:
        """Whether anybody looks at a pin of this unit: a leader's is nothing to others."""
        return self.fire.watches(i)

    def _casualty(self, i: int) -> None:
        """A7.302: Casualty Reduction; for a SMC a wound, decided by its own dr (A17.1)."""
        unit = self.unit(i)
        if not unit.is_smc:
            self._put(i, morale.reduced(unit))
        elif matters(self.fire, self.now, i):
            self.jobs.insert(0, Job(Task.WOUND, (i,)))

    def _kia(self, job: Job, selected: frozenset[int]) -> None:
        """A7.301: so many are eliminated by Random Selection; of the others the unbroken break and
        the broken suffer Casualty Reduction."""
        for at, i in enumerate(job.who):
            target = self.now[i]
            if isinstance(target, GunTarget):
                self._gun_kia(i, target, at in selected)
            elif at in selected:
                self._put(i, self.unit(i).gone())
            else:
                self._shaken(i)

    def _shaken(self, i: int) -> None:
        unit = self.unit(i)
        if unit.broken:
            self._casualty(i)
        else:
            self._put(i, morale.breaks(unit))

    def _k(self, job: Job, selected: frozenset[int]) -> None:
        """A7.302: one by Random Selection suffers Casualty Reduction; who is left takes the MC."""
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

    def roll(self, job: Job) -> Then | None:
        """The roll of one unit for its check or its wound; `None` where nothing is rolled."""
        unit = self.now[job.who[0]]
        if not isinstance(unit, Personnel) or (job.task is not Task.WOUND and unit.eliminated):
            return None
        if job.task is Task.TC and not (morale.can_pin(unit) and self._asks_for_pin(job.who[0])):
            return None
        drm = 0 if job.task is Task.WOUND else job.number + leadership(self.now, job.who[0])
        return Then(_ROLLS[job.task], (unit, drm, self.fire.penalty))

    def rolled(self, i: int, unit: Personnel, fall: Fall) -> None:
        """What a roll did, and the Casualty Reduction it may bring (A10.31)."""
        self._put(i, unit.gone() if fall is Fall.ELIMINATED else unit)
        if fall is Fall.REDUCED:
            self._casualty(i)

    # -- Guns --------------------------------------------------------------------------------

    def _gun_kia(self, i: int, gun: GunTarget, selected: bool) -> None:
        """C11.4: a KIA that falls on the Gun destroys it and its men; any other shakes them."""
        crew = crew_of(self.stack, i)
        if selected:
            self.now[i] = replace(gun, state=GunState.DESTROYED)
            if crew is not None:
                self._put(crew, self.unit(crew).gone())
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
        selected = {job.who[at] for at in self._selection(dice, job, job.number)}
        spared = set(job.who) - selected
        self.jobs = [
            replace(j, number=Effect.NONE.order)
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
            self._put(i, vehicles.passenger_survival(dice, target, after, self.unit(i)))


def _lots(dice: Dice, wanted: int, alike: tuple[int, ...]) -> frozenset[int]:
    """A.9: Random Selection; of those who are alike nobody asks who it is."""
    drawn = dice.selection(len(alike), "A.9", wanted, alike)
    return frozenset(at for at in drawn if alike[at] != ANY)


# -- the rolls of one unit -----------------------------------------------------------------------


def _morale_check(dice: Dice, unit: Personnel, drm: int, penalty: int) -> tuple[Personnel, Fall]:
    """A10.3: a MC."""
    return morale.morale_check(unit, dice.total("A10.3"), drm, penalty)


def _task_check(dice: Dice, unit: Personnel, drm: int, penalty: int) -> tuple[Personnel, Fall]:
    """A7.305: a PTC or LLTC."""
    return morale.task_check(unit, dice.total("A7.305"), drm, penalty), Fall.NONE


def _wound(dice: Dice, unit: Personnel, drm: int, penalty: int) -> tuple[Personnel, Fall]:
    """A17.11: the Wound Severity dr."""
    return morale.wounds(unit, dice.dr("A17.11")), Fall.NONE


_ROLLS = {Task.MC: _morale_check, Task.TC: _task_check, Task.WOUND: _wound}


# -- what the jobs share -------------------------------------------------------------------------


def matters(fire: Fire, now: Sequence[object], i: int) -> bool:
    """Whether a unit can change what is asked for: its own fate, or a leader's for his men's."""
    unit = now[i]
    return fire.watches(i) or is_leader(unit)


def carries_leader(stack: Stack, i: int) -> bool:
    """Whether a leader is aboard this vehicle: what becomes of it may be felt by others."""
    return any(struck.aboard == i and is_leader(struck.target) for struck in stack)


def random_destruction(dice: Dice, kia: int) -> GunState:
    """A9.74: Random SW/Gun Destruction: a dr up to the KIA number destroys, one more breaks down
    (R-A9.74)."""
    dr = dice.dr("A9.74")
    if dr <= kia:
        return GunState.DESTROYED
    return GunState.MALFUNCTIONED if dr == kia + 1 else GunState.INTACT


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
