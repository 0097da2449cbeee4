"""An attack and what it strikes: every target with the column and DRM it meets the DR with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from hexfire.asl.shots.targets import AnyTarget, GunTarget, Personnel, VehicleTarget
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import FP, NO_EFFECT, Cell


class Means(StrEnum):
    """The columns of the Gun Destruction Table (C11.6-T); flame has no gunshield against it."""

    ORDNANCE = "ordnance"
    SMALL_ARMS = "small arms"
    FLAME = "flame"
    DC = "dc"

    @property
    def direct_hits(self) -> bool:
        """C11.4: only ordnance, bombs, OBA and DC can hit the Gun itself."""
        return self in (Means.ORDNANCE, Means.DC)


class Fire(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What the attack is, as far as its effects look at it.

    `ap`: solid shot (C11.52). `indirect`: mortar or OBA. `own_dr_location`: the IFT DR itself tells
    turret from hull (OBA; C1.55), else `turret` says it. `penalty` lowers every Morale Level
    (C1.54). `watch` names the places in the stack whose fate is asked for (all, if none): what
    cannot touch them is left out, so the odds of each unit of a large stack stay quick. `riders`:
    whoever asks for a vehicle asks for those exposed on it, too. `fold` forgets which of several
    equal units suffered what (for odds, not for play). `stand_ins`: men who might each stand where
    the one does who is watched; then one of these is asked for, each as likely as the others
    (`crowd.py`).
    """

    means: Means = Means.ORDNANCE
    ap: bool = False
    indirect: bool = False
    own_dr_location: bool = False
    turret: bool = False
    penalty: int = 0
    watch: tuple[int, ...] = ()
    riders: bool = True
    fold: bool = False
    stand_ins: tuple[Personnel, ...] = ()

    def watches(self, i: int) -> bool:
        return not self.watch or i in self.watch


ORDNANCE = Fire()


class Struck(msgspec.Struct, frozen=True, cache_hash=True):
    """One target with the column and DRM it meets the DR with (its own `drm` comes on top).

    `prc_drm` is what holds for the Vulnerable PRC of a vehicle instead of `drm` (its TEM and armour
    do not protect them). `ch`: a Critical Hit on a Gun. `aboard` and `mans` are the places of the
    vehicle this unit is on and of the Gun it mans. `spared`: an AFV that the attack does not touch,
    only who is exposed on it (C3.32); or who sits behind its armour (D.8). `location` tells apart
    the Locations that one DR strikes: each is resolved by itself (R-A7.3).
    """

    target: AnyTarget
    column: int | None
    drm: int = 0
    prc_drm: int = 0
    ch: bool = False
    aboard: int | None = None
    mans: int | None = None
    spared: bool = False
    location: str = ""

    def final(self, dr: int) -> int:
        return dr + self.drm + self.target.drm

    def cell(self, dr: int, drm: int = 0) -> Cell:
        return NO_EFFECT if self.column is None else ift.result(self.column, self.final(dr) + drm)


Stack = tuple[Struck, ...]


def strike(targets: Iterable[AnyTarget], fp: FP, drm: int = 0) -> Stack:
    """All of `targets` under the same FP and DRM."""
    column = ift.column(fp)
    return tuple(Struck(target, column, drm, prc_drm=drm) for target in targets)


def with_men(stack: Stack) -> Stack:
    """The stack followed by all men who are part of another target, each one for himself.

    Who is exposed on a vehicle meets the DR without its TEM, who is sheltered in it meets nothing
    but its loss (D6.9); a Gun's crew shares the Gun's.
    """
    return (*stack, *_men(stack))


def _men(stack: Stack) -> Iterator[Struck]:
    for i, struck in enumerate(stack):
        match struck.target:
            case VehicleTarget(exposed=exposed, sheltered=sheltered):
                for unit in exposed:
                    yield Struck(unit, struck.column, struck.prc_drm, aboard=i)
                for unit in sheltered:
                    yield Struck(unit, None, aboard=i, spared=True)
            case GunTarget(crew=Personnel() as crew, drm=drm):
                yield Struck(crew, struck.column, struck.drm + drm, mans=i)


def location_key(location: str, hex: str = "") -> str:
    """A Location of a hex; who is at one of its vertices is in it too (C.5)."""
    return f"{hex} {location.partition(':')[0]}"


def crew_of(stack: Stack, gun: int) -> int | None:
    """The place of a Gun's manning Infantry."""
    return next((i for i, struck in enumerate(stack) if struck.mans == gun), None)


def watching_men(fire: Fire, stack: Stack) -> Fire:
    """Who watches a vehicle or a Gun watches its men too."""
    if not fire.watch:
        return fire
    men = (
        i
        for i, s in enumerate(stack)
        if s.mans in fire.watch or (fire.riders and s.aboard in fire.watch)
    )
    return msgspec.structs.replace(fire, watch=(*fire.watch, *men))


def only_men(stack: Stack) -> bool:
    return all(isinstance(struck.target, Personnel) for struck in stack)
