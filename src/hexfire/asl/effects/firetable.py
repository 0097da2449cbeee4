"""The IFT against everything in a Location: Personnel, Guns and vehicles, each by itself (A7.3).

An attack is one DR. Every target meets it with its own column and DRM (`Struck`), so that a unit
in a foxhole, an emplaced Gun and a Critical Hit on a third stand side by side. What follows is a
list of small jobs (`jobs.py`), each one stage of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from hexfire.asl.effects import vehicles
from hexfire.asl.effects.crowd import crowd_result, is_crowd, severity
from hexfire.asl.effects.job import Job, Now, Task
from hexfire.asl.effects.jobs import carries_leader, matters, next_job
from hexfire.asl.effects.leaders import leaders_first
from hexfire.asl.effects.locations import by_location, one_by_one
from hexfire.asl.effects.stack import (
    ORDNANCE,
    Fire,
    Means,
    Stack,
    Struck,
    crew_of,
    only_men,
    watching_men,
    with_men,
)
from hexfire.asl.shots.targets import (
    After,
    Effect,
    GunState,
    GunTarget,
    Personnel,
    Unknown,
    VehicleTarget,
)
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import Cell, Harm
from hexfire.dice import Dice, Then


def ift_attack(dice: Dice, stack: Stack, fire: Fire = ORDNANCE) -> Then:
    """A7.3: roll the effects DR and apply it to the stack."""
    if fire.own_dr_location and any(isinstance(s.target, VehicleTarget) for s in stack):
        roll = dice.DR("C1.55")
        fire = replace(fire, turret=roll.colored < roll.white)
        return Then(ift_result, (stack, fire, roll.total))
    return Then(ift_result, (stack, fire, dice.total("A7.3")))


def ift_result(dice: Dice, stack: Stack, fire: Fire, dr: int) -> Then | tuple[After, ...]:
    """A7.3: an IFT DR that is known already, applied to the stack, Location by Location."""
    if apart := by_location(stack, fire):
        parts = tuple((g.asked, Then(ift_result, (g.stack, g.fire, dr))) for g in apart)
        return Then(one_by_one, (parts,))
    if is_crowd(stack, fire):
        return crowd_result(stack, fire, dr)
    return _Attack(with_men(stack), fire, dr, _by_ift(stack, fire, dr)).begin()


def after_kill(stack: Stack, fire: Fire, dr: int, effect: Effect) -> Then | tuple[After, ...]:
    """C7: what a TK DR did to the first of the stack, then the Collateral Attack with that DR."""
    return _Attack(with_men(stack), fire, dr, {0: effect}).begin()


def _by_ift(stack: Stack, fire: Fire, dr: int) -> Mapping[int, Effect]:
    """A7.308, C1.55; bullets, canister and flame do nothing to an AFV on the IFT (C8.4).

    Nor does a hit of the Infantry Target Type in its Location (C3.32).
    """
    return {
        i: vehicles.by_ift(struck.target, struck.column, struck.final(dr), fire.turret)
        if not struck.spared and (fire.means.direct_hits or not struck.target.armored)
        else Effect.NONE
        for i, struck in enumerate(stack)
        if isinstance(struck.target, VehicleTarget)
    }


class _Attack:
    """A DR being laid on the stack: what happens at once, and the jobs that remain."""

    def __init__(self, stack: Stack, fire: Fire, dr: int, effects: Mapping[int, Effect]) -> None:
        self.stack, self.dr, self.effects = stack, dr, effects
        self.fire = watching_men(fire, stack)
        self.now: list[Now] = [struck.target for struck in stack]
        self.jobs: list[Job] = []

    def begin(self) -> Then | tuple[After, ...]:
        self._vehicles()
        cells = self._cells()
        for cell in sorted(set(cells.values()), key=severity):
            if cell.harm in (Harm.KIA, Harm.K):
                group = tuple(i for i, suffered in cells.items() if suffered == cell)
                task = Task.KIA if cell.harm is Harm.KIA else Task.K
                self.jobs.append(Job(task, group, cell.number))
        self._checks(cells)
        # Men alone never look at the DR again: equal results of different rolls are one branch.
        dr = 0 if only_men(self.stack) else self.dr
        return next_job(tuple(self.now), tuple(self.jobs), (), self.stack, self.fire, dr)

    def _cells(self) -> dict[int, Cell]:
        """What each Gun or unit suffers. A Gun and who mans it are one target (C11.4)."""
        cells: dict[int, Cell] = {}
        for i, struck in enumerate(self.stack):
            match struck.target:
                case GunTarget() as gun:
                    self._gun(i, struck, gun, cells)
                case Personnel(eliminated=False) if not (
                    self._sheltered(struck)
                    or (self.fire.means.direct_hits and struck.mans is not None)
                ):
                    cells[i] = struck.cell(self.dr, self._shield(struck))
                case Unknown():
                    self.now[i] = struck.cell(self.dr)
        return cells

    def _sheltered(self, struck: Struck) -> bool:
        """C3.332: PRC of a destroyed, shocked or stunned vehicle are not attacked themselves."""
        if struck.aboard is None:
            return False
        effect = self.effects[struck.aboard]
        return effect.destroyed or effect in (Effect.SHOCK, Effect.STUN, Effect.DUD)

    def _shield(self, struck: Struck) -> int:
        """C11.5, C11.51: the crew's gunshield against fire that cannot hit the Gun itself."""
        gun = None if struck.mans is None else self.stack[struck.mans].target
        if not isinstance(gun, GunTarget) or self.fire.means is Means.FLAME:
            return 0
        return gun.gunshield

    def _gun(self, i: int, struck: Struck, gun: GunTarget, cells: dict[int, Cell]) -> None:
        """C11.1, C11.4: a KIA or K before the gunshield may be a Direct Hit, else a Near Miss.

        C11.6, C11.6-T: what cannot hit the Gun itself leaves its KIA to Random SW/Gun Destruction,
        and so does Indirect Fire on an unpossessed Gun among Personnel (note 3).
        """
        cell, crew = struck.cell(self.dr), crew_of(self.stack, i)
        if struck.ch and self.fire.means is Means.ORDNANCE:
            self._destroy(i, gun)
        elif not self.fire.means.direct_hits or (
            crew is None and self.fire.indirect and cell.harm is Harm.KIA and self._men()
        ):
            if cell.harm is Harm.KIA and self.fire.watches(i):
                self.jobs.append(Job(Task.RANDOM_DESTRUCTION, (i,), cell.number))
        elif cell.harm in (Harm.KIA, Harm.K):
            cells[i] = cell
        elif crew is not None:
            cells[crew] = self.stack[crew].cell(self.dr, gun.gunshield)

    def _men(self) -> bool:
        return any(isinstance(struck.target, Personnel) for struck in self.stack)

    def _destroy(self, i: int, gun: GunTarget) -> None:
        """C11.4: a CH eliminates the Gun and who mans it."""
        self.now[i] = replace(gun, state=GunState.DESTROYED)
        crew = crew_of(self.stack, i)
        if crew is not None and gun.crew is not None:
            self.now[crew] = gun.crew.gone()

    def _checks(self, cells: Mapping[int, Cell]) -> None:
        checks = [
            Job(Task.MC if cell.harm is Harm.MC else Task.TC, (i,), cell.number)
            for i, cell in cells.items()
            if cell.harm in (Harm.MC, Harm.PTC) and matters(self.fire, self.now, i)
        ]
        self.jobs += leaders_first(checks, self.now)

    def _vehicles(self) -> None:
        """A7.308: each vehicle by itself, but never more than the column's largest KIA number."""
        harmed = [i for i, effect in self.effects.items() if effect is not Effect.NONE]
        columns = [c for i in harmed if (c := self.stack[i].column) is not None]
        limit = max(map(ift.most_kia, columns), default=1)
        if len(harmed) > limit and any(map(self._asks_for, harmed)):
            self.jobs.append(Job(Task.VEHICLE_LIMIT, tuple(harmed), limit))
        for i, effect in self.effects.items():
            if self._asks_for(i):
                self.jobs.append(Job(Task.VEHICLE, (i,), effect.order))
        for i, struck in enumerate(self.stack):
            if self._sheltered(struck) and matters(self.fire, self.now, i):
                self.jobs.append(Job(Task.PASSENGER, (i,)))

    def _asks_for(self, i: int) -> bool:
        return self.fire.watches(i) or carries_leader(self.stack, i)
