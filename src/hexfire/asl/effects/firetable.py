"""The IFT against everything in a Location: Personnel, Guns and vehicles, each by itself (A7.3).

An attack is one DR. Every target meets it with its own column and DRM (`Struck`), so that a unit
in a foxhole, an emplaced Gun and a Critical Hit on a third stand side by side. What follows is a
list of small jobs (a Random Selection, a Morale Check, a Wound Severity dr …), each one stage:
equal situations are folded, and the exact odds of a whole stack stay quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects import morale, vehicles
from hexfire.asl.effects.collateral import collateral
from hexfire.asl.effects.morale import Check, Fall
from hexfire.asl.effects.targets import (
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
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import FP, NO_EFFECT, Cell, Harm
from hexfire.dice import Dice, Then


class Means(StrEnum):
    """The columns of the Gun Destruction Table (C11.6-T); flame has no gunshield against it."""

    ORDNANCE = "ordnance"
    SMALL_ARMS = "small arms"
    FLAME = "flame"
    DC = "dc"


class Fire(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What the attack is, as far as its effects look at it.

    `ap`: solid shot (C11.52). `indirect`: mortar or OBA. `own_dr_location`: the IFT DR itself tells
    turret from hull (OBA; C1.55), else `turret` says it. `penalty` lowers every Morale Level
    (C1.54). `watch` names the places in the stack whose fate is asked for (all, if none): what
    cannot touch them is left out, so the odds of each unit of a large stack stay quick.
    """

    means: Means = Means.ORDNANCE
    ap: bool = False
    indirect: bool = False
    own_dr_location: bool = False
    turret: bool = False
    penalty: int = 0
    watch: tuple[int, ...] = ()

    def watches(self, i: int) -> bool:
        return not self.watch or i in self.watch


class Struck(msgspec.Struct, frozen=True, cache_hash=True):
    """One target with the column and DRM it meets the DR with (its own `drm` comes on top)."""

    target: AnyTarget
    column: int | None
    drm: int = 0
    ch: bool = False


Stack = tuple[Struck, ...]
ORDNANCE = Fire()


def strike(targets: Iterable[AnyTarget], fp: FP, drm: int = 0) -> Stack:
    """All of `targets` under the same FP and DRM."""
    column = ift.column(fp)
    return tuple(Struck(target, column, drm) for target in targets)


def fire_table(
    dice: Dice, fp: FP, drm: int, targets: tuple[AnyTarget, ...], fire: Fire = ORDNANCE
) -> Then:
    """A7.3: one attack of `fp` with `drm` on all `targets` of a Location."""
    return ift_attack(dice, strike(targets, fp, drm), fire)


def ift_attack(dice: Dice, stack: Stack, fire: Fire = ORDNANCE) -> Then:
    """A7.3: roll the effects DR and apply it to the stack."""
    if fire.own_dr_location and any(isinstance(s.target, VehicleTarget) for s in stack):
        roll = dice.DR("C1.55")
        return Then(
            ift_result, (stack, replace(fire, turret=roll.colored < roll.white), roll.total)
        )
    return Then(ift_result, (stack, fire, dice.total("A7.3")))


def ift_result(dice: Dice, stack: Stack, fire: Fire, dr: int) -> Then | tuple[After, ...]:
    """A7.3: an IFT DR that is known already, applied to the stack (a CH's, C1.53)."""
    work = _Work(stack, fire, dr)
    return work.begin()


# -- the machine ---------------------------------------------------------------------------------


class Job(NamedTuple):
    """Something still to be done. `who` are places in the stack, `number` what the job needs."""

    kind: str
    who: tuple[int, ...]
    number: int = 0
    more: int = 0


Jobs = tuple[Job, ...]


class _Work:
    """An attack being applied: what every target becomes at once, and the jobs that remain."""

    def __init__(self, stack: Stack, fire: Fire, dr: int) -> None:
        self.stack, self.fire, self.dr = stack, fire, dr
        self.now: list[AnyTarget | VehicleAfter] = [struck.target for struck in stack]
        self.jobs: list[Job] = []
        self.crews = {
            s.target.manned_by: i
            for i, s in enumerate(stack)
            if isinstance(s.target, GunTarget) and s.target.manned_by is not None
        }

    def begin(self) -> Then | tuple[After, ...]:
        self._vehicles()
        cells = self._cells()
        for cell in sorted(set(cells.values()), key=_severity):
            group = tuple(i for i, found in cells.items() if found == cell)
            if cell.harm is Harm.KIA:
                self.jobs.append(Job("KIA", group, cell.number))
            elif cell.harm is Harm.K:
                self.jobs.append(Job("K", group, cell.number))
        self._checks(cells)
        # Men alone never look at the DR again: equal results of different rolls are one branch.
        men = all(isinstance(struck.target, Personnel) for struck in self.stack)
        dr = 0 if men else self.dr
        return Then(_go, (tuple(self.now), tuple(self.jobs), (), self.stack, self.fire, dr))

    def final(self, i: int) -> int:
        return self.dr + self.stack[i].drm + self.stack[i].target.drm

    def cell(self, i: int, drm: int = 0) -> Cell:
        column = self.stack[i].column
        return NO_EFFECT if column is None else ift.result(column, self.final(i) + drm)

    def _cells(self) -> dict[int, Cell]:
        """What each Gun or unit suffers. A Gun and who mans it are one target (C11.4)."""
        cells: dict[int, Cell] = {}
        direct = self.fire.means in (Means.ORDNANCE, Means.DC)
        for i, struck in enumerate(self.stack):
            target = struck.target
            if isinstance(target, GunTarget):
                if struck.ch and self.fire.means is Means.ORDNANCE:
                    self._destroy_gun(i)
                elif direct:
                    self._gun(i, target, cells)
                elif self.cell(i).harm is Harm.KIA:
                    self.jobs.append(Job("random destruction", (i,), self.cell(i).number))
            elif isinstance(target, Personnel) and not (
                target.eliminated or (direct and i in self.crews)
            ):
                cells[i] = self.cell(i, self._shield(i))
        return cells

    def _shield(self, i: int) -> int:
        """C11.5, C11.51: the crew's gunshield against fire that cannot hit the Gun itself."""
        gun = self.crews.get(i)
        if gun is None or self.fire.means is Means.FLAME:
            return 0
        target = self.stack[gun].target
        return target.gunshield if isinstance(target, GunTarget) else 0

    def _gun(self, i: int, gun: GunTarget, cells: dict[int, Cell]) -> None:
        """C11.4: a KIA or K before the gunshield may be a Direct Hit, else it is a Near Miss."""
        cell = self.cell(i)
        crew = gun.manned_by
        if cell.harm is Harm.KIA and crew is None and self.fire.indirect and self._men():
            # C11.6-T note 3: an unpossessed Gun among Personnel under Indirect Fire.
            self.jobs.append(Job("random destruction", (i,), cell.number))
        elif cell.harm in (Harm.KIA, Harm.K):
            cells[i] = cell
        elif crew is not None:
            cells[crew] = self.cell(crew, gun.gunshield)

    def _men(self) -> bool:
        return any(isinstance(s.target, Personnel) for s in self.stack)

    def _destroy_gun(self, i: int) -> None:
        """C11.4: a CH eliminates the Gun and who mans it."""
        gun = self.now[i]
        if isinstance(gun, GunTarget):
            self.now[i] = replace(gun, state=GunState.DESTROYED)
            if gun.manned_by is not None:
                crew = self.now[gun.manned_by]
                if isinstance(crew, Personnel):
                    self.now[gun.manned_by] = crew.gone()

    def _checks(self, cells: dict[int, Cell]) -> None:
        for cell in set(cells.values()):
            if cell.harm in (Harm.MC, Harm.PTC):
                check = Check.MC if cell.harm is Harm.MC else Check.TC
                who = tuple(i for i, found in cells.items() if found == cell)
                self.jobs += [
                    Job(check, (i,), cell.number) for i in who if _matters(self.fire, self.now, i)
                ]
        self.jobs = [job for job in self.jobs if job.kind not in _CHECKS] + _leaders_first(
            [job for job in self.jobs if job.kind in _CHECKS], self.now
        )

    def _vehicles(self) -> None:
        """A7.308: each vehicle by itself, but never more than the column's largest KIA number."""
        found = []
        for i, struck in enumerate(self.stack):
            target = struck.target
            if isinstance(target, VehicleTarget):
                effect = vehicles.by_ift(target, struck.column, self.final(i), self.fire.turret)
                found.append((i, effect))
        harmed = [i for i, effect in found if effect is not Effect.NONE]
        columns = [c for i in harmed if (c := self.stack[i].column) is not None]
        limit = max(map(ift.most_kia, columns), default=0)
        if len(harmed) > limit and any(map(self.fire.watches, harmed)):
            self.jobs.append(Job("vehicles", tuple(harmed), limit))
        for i, effect in found:
            if not self.fire.watches(i):
                continue
            if effect is Effect.NONE:
                self.jobs.append(Job("collateral", (i,)))
            else:
                self.jobs.append(Job("vehicle", (i,), list(Effect).index(effect)))


def _matters(fire: Fire, now: Sequence[object], i: int) -> bool:
    """Whether a unit's check can change what is asked for: its own, or a leader's for his men."""
    unit = now[i]
    return fire.watches(i) or (isinstance(unit, Personnel) and unit.rank is Rank.LEADER)


_CHECKS = (Check.MC, Check.TC)
_ORDER = list(Harm)


def _severity(cell: Cell) -> tuple[int, int]:
    return _ORDER.index(cell.harm), -cell.number


def _leaders_first(jobs: Sequence[Job], now: Sequence[object]) -> list[Job]:
    """A10.2: leaders check before other units, those of higher morale before those of lower."""

    def order(job: Job) -> tuple[int, int, int]:
        unit = now[job.who[0]]
        assert isinstance(unit, Personnel)
        leader = unit.rank is Rank.LEADER
        return (0 if leader else 1, -unit.current_morale if leader else 0, job.who[0])

    return sorted(jobs, key=order)


def _go(
    dice: Dice,
    now: tuple[AnyTarget | VehicleAfter, ...],
    jobs: Jobs,
    lost: Jobs,
    stack: Stack,
    fire: Fire,
    dr: int,
) -> Then | tuple[After, ...]:
    """Do the next job. `lost` are leaders that broke or fell: their loss is felt afterwards."""
    if not jobs:
        if lost:
            losses = _leader_loss(now, lost)
            jobs = tuple(job for job in losses if _matters(fire, now, job.who[0]))
            return Then(_go, (now, jobs, (), stack, fire, dr))
        return tuple(
            target
            if not isinstance(target, VehicleTarget)
            else VehicleAfter(exposed=target.exposed)
            for i, target in enumerate(now)
            if fire.watches(i)
        )
    state = _State(list(now), list(jobs[1:]), list(lost), stack, fire, dr)
    state.do(dice, jobs[0])
    settled = _sorted(state.now, state.jobs, state.lost, stack, fire)
    return Then(_go, (settled, tuple(state.jobs), tuple(state.lost), stack, fire, dr))


def _sorted(
    now: list[AnyTarget | VehicleAfter], jobs: list[Job], lost: list[Job], stack: Stack, fire: Fire
) -> tuple[AnyTarget | VehicleAfter, ...]:
    """Units that began alike are interchangeable: those nobody waits for are put in order.

    «The first breaks, the second is pinned» and the reverse are one situation: fewer branches.
    """
    if fire.watch:
        return tuple(now)
    manning = {s.target.manned_by for s in stack if isinstance(s.target, GunTarget)}
    busy = {i for job in (*jobs, *lost) for i in job.who} | manning
    groups: dict[Struck, list[int]] = {}
    for i, struck in enumerate(stack):
        if i not in busy and isinstance(struck.target, Personnel):
            groups.setdefault(struck, []).append(i)
    for places in groups.values():
        if len(places) > 1:
            units = sorted((now[i] for i in places), key=_state_of)
            for i, unit in zip(places, units, strict=True):
                now[i] = unit
    return tuple(now)


def _state_of(unit: object) -> tuple[bool, ...]:
    assert isinstance(unit, Personnel)
    return (unit.eliminated, unit.rank is Rank.HS, unit.broken, unit.pinned, unit.wounded)


class _State:
    """The situation between two jobs."""

    def __init__(
        self,
        now: list[AnyTarget | VehicleAfter],
        jobs: list[Job],
        lost: list[Job],
        stack: Stack,
        fire: Fire,
        dr: int,
    ) -> None:
        self.now, self.jobs, self.lost = now, jobs, lost
        self.stack, self.fire, self.dr = stack, fire, dr

    def do(self, dice: Dice, job: Job) -> None:
        match job.kind:
            case "KIA":
                self._kia(dice, job)
            case "K":
                self._k(dice, job)
            case Check.MC | Check.TC:
                self._check(dice, job)
            case "wound":
                self._wound(dice, job.who[0])
            case "vehicles":
                self._limit(dice, job)
            case "vehicle":
                self._vehicle(dice, job.who[0], list(Effect)[job.number])
            case "collateral":
                self._collateral(dice, job.who[0])
            case _:
                self._random_destruction(dice, job)

    # -- Personnel ---------------------------------------------------------------------------

    def _unit(self, i: int) -> Personnel:
        unit = self.now[i]
        assert isinstance(unit, Personnel)
        return unit

    def _put(self, i: int, unit: Personnel) -> None:
        """Change a unit; a leader who breaks or falls is remembered for his men (A10.2)."""
        if not _matters(self.fire, self.now, i):
            return
        before = self._unit(i)
        self.now[i] = unit
        if before.rank is Rank.LEADER and (
            unit.eliminated > before.eliminated or unit.broken > before.broken
        ):
            check = Check.MC if unit.eliminated else Check.TC
            self.lost = [job for job in self.lost if job.who != (i,)]
            self.lost.append(Job(check, (i,), before.current_morale, before.leadership))

    def _casualty(self, i: int) -> None:
        """A7.302: Casualty Reduction; for a SMC a wound, decided by its own dr."""
        unit = self._unit(i)
        if unit.is_smc:
            self.jobs.insert(0, Job("wound", (i,)))
        else:
            self._put(i, morale.reduced(unit))

    def _wound(self, dice: Dice, i: int) -> None:
        self._put(i, morale.wounds(self._unit(i), dice.dr("A17.11")))

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

    def _gun_kia(self, i: int, gun: GunTarget, selected: bool) -> None:
        """C11.4: a KIA that falls on the Gun destroys it and who mans it."""
        crew = gun.manned_by
        if selected:
            self.now[i] = replace(gun, state=GunState.DESTROYED)
            if crew is not None:
                self._put(crew, self._unit(crew).gone())
        elif crew is not None:
            self._shaken(crew)

    def _k(self, dice: Dice, job: Job) -> None:
        """A7.302: one by Random Selection suffers Casualty Reduction; who is left takes the MC."""
        selected = random_selection(dice, len(job.who), 1)
        checks: list[Job] = []
        for at, i in enumerate(job.who):
            target = self.now[i]
            if isinstance(target, GunTarget):
                checks += self._gun_k(i, target, at in selected, job.number)
                continue
            checks.append(Job(Check.MC, (i,), job.number))
            if at in selected:
                self._casualty(i)
        checks = [j for j in checks if _matters(self.fire, self.now, j.who[0])]
        others = [j for j in self.jobs if j.kind in _CHECKS]
        self.jobs = [j for j in self.jobs if j.kind not in _CHECKS]
        self.jobs += _leaders_first(others + checks, self.now)

    def _gun_k(self, i: int, gun: GunTarget, selected: bool, number: int) -> list[Job]:
        """C11.4, C11.52: a K: the Gun malfunctions, its men are reduced; AP destroys both."""
        crew = gun.manned_by
        if selected and self.fire.ap:
            self._gun_kia(i, gun, True)
            return []
        if selected:
            self.now[i] = replace(gun, state=GunState.MALFUNCTIONED)
            if crew is None:
                return []
            self._casualty(crew)
            return [Job(Check.MC, (crew,), number)]
        if crew is None:
            return []
        struck = self.stack[crew]
        final = self.dr + struck.drm + struck.target.drm + gun.gunshield
        cell = NO_EFFECT if struck.column is None else ift.result(struck.column, final)
        if cell.harm is Harm.K:  # without a shield the unselected crew takes the K's MC
            cell = Cell(Harm.MC, number)
        if cell.harm is Harm.NONE:
            return []
        return [Job(Check.MC if cell.harm is Harm.MC else Check.TC, (crew,), cell.number)]

    def _check(self, dice: Dice, job: Job) -> None:
        i = job.who[0]
        unit = self._unit(i)
        if unit.eliminated or (job.kind == Check.TC and not morale.can_pin(unit)):
            return
        drm = job.number + leadership(self.now, i)
        if job.kind == Check.TC:
            rolled = dice.total("A7.305")
            self._put(i, morale.task_check(unit, rolled, drm, self.fire.penalty))
            return
        after, fall = morale.morale_check(unit, dice.total("A10.3"), drm, self.fire.penalty)
        if fall is Fall.ELIMINATED:
            after = after.gone()
        self._put(i, after)
        if fall is Fall.REDUCED:
            self._casualty(i)

    # -- vehicles and Guns -------------------------------------------------------------------

    def _limit(self, dice: Dice, job: Job) -> None:
        """A7.308: which vehicles are affected when there are more than the attack can reach."""
        selected = {job.who[at] for at in random_selection(dice, len(job.who), job.number)}
        none = list(Effect).index(Effect.NONE)
        self.jobs = [
            j._replace(number=none)
            if j.kind == "vehicle" and j.who[0] in job.who and j.who[0] not in selected
            else j
            for j in self.jobs
        ]

    def _vehicle(self, dice: Dice, i: int, effect: Effect) -> None:
        target = self.stack[i].target
        assert isinstance(target, VehicleTarget)
        turret = self.fire.turret and effect is not Effect.NONE
        self.now[i] = vehicles.aftermath(dice, target, effect, turret)

    def _collateral(self, dice: Dice, i: int) -> None:
        """C1.55, D.8B: a vehicle that nothing happened to still has its Vulnerable PRC attacked."""
        struck = self.stack[i]
        target = struck.target
        assert isinstance(target, VehicleTarget)
        # The DR is shared with everyone else in the Location; the vehicle's TEM and armour are not.
        self.now[i] = collateral(dice, target, struck.column, self.dr, self.fire.penalty)

    def _random_destruction(self, dice: Dice, job: Job) -> None:
        """A9.74: a dr up to the KIA number destroys the weapon, one more makes it malfunction."""
        gun = self.now[job.who[0]]
        assert isinstance(gun, GunTarget)
        self.now[job.who[0]] = replace(gun, state=random_destruction(dice, job.number))


def random_destruction(dice: Dice, kia: int) -> GunState:
    """A9.74: Random SW/Gun Destruction after a KIA (R-A9.74)."""
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


def leadership(now: Sequence[object], i: int) -> int:
    """A10.21: the best modifier of one other unbroken leader; nobody must use a bad one."""
    others = (u for at, u in enumerate(now) if at != i and isinstance(u, Personnel) and u.leads)
    return min((unit.leadership + unit.wounded for unit in others), default=0)


def _leader_loss(now: Sequence[AnyTarget | VehicleAfter], lost: Jobs) -> Jobs:
    """A10.2: units of lower morale take a LLMC for a fallen leader, a LLTC for one who broke.

    The lost leader's modifier counts with its sign reversed.
    """
    jobs: list[Job] = []
    for loss in lost:
        drm = max(0, -loss.more)
        for i, unit in enumerate(now):
            if (
                i not in loss.who
                and isinstance(unit, Personnel)
                and not unit.eliminated
                and unit.current_morale < loss.number
            ):
                jobs.append(Job(loss.kind, (i,), drm))
    return tuple(_leaders_first(jobs, now))


__all__ = [
    "Fire",
    "Means",
    "Stack",
    "Struck",
    "fire_table",
    "ift_attack",
    "ift_result",
    "leadership",
    "random_destruction",
    "random_selection",
    "strike",
]
