"""What an attack meets: Personnel, Guns and vehicles, with the state that effects change.

All are small frozen values: the result of an attack is the tuple of its targets as they are
afterwards, in the same order.
"""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from hexfire.asl.counters import Leader, Squad, Vehicle, catalogue
from hexfire.asl.tables.ift import Cell

_CE = re.compile(r"^CE:\+(\d)([A-Z]*)$")
_CE_SIDES = {"F": ("front",), "SRT": ("side", "rear")}


class Rank(StrEnum):
    """A1.1: how many men a counter stands for."""

    SQUAD = "squad"
    HS = "hs"
    CREW = "crew"
    LEADER = "leader"
    HERO = "hero"


class Personnel(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A unit of men. `drm` is what only this unit adds to an IFT DR (its own TEM, FFMO, CE …).

    `half` are the Morale Levels of the half-squad that a squad is reduced to, if they are known.
    """

    rank: Rank = Rank.SQUAD
    morale: int = 7
    broken_morale: int = 7
    leadership: int = 0
    name: str = ""
    drm: int = 0
    broken: bool = False
    pinned: bool = False
    wounded: bool = False
    eliminated: bool = False
    half: tuple[int, int] | None = None

    @property
    def is_smc(self) -> bool:
        return self.rank in (Rank.LEADER, Rank.HERO)

    @property
    def leads(self) -> bool:
        """Whether others may lean on him: an unbroken leader (A10.21)."""
        return self.rank is Rank.LEADER and not (self.broken or self.eliminated)

    @property
    def current_morale(self) -> int:
        """A1.23, A17.2: the Morale Level of the side that is up; a wound costs one."""
        return (self.broken_morale if self.broken else self.morale) - self.wounded

    def changed(self, **what: bool | Rank) -> Personnel:
        return msgspec.structs.replace(self, **what)

    def gone(self) -> Personnel:
        """Eliminated: what else it suffered no longer matters."""
        return self.changed(eliminated=True, broken=False, pinned=False, wounded=False)


class GunState(StrEnum):
    """What a Gun is after an attack."""

    INTACT = "intact"
    MALFUNCTIONED = "malfunctioned"
    DESTROYED = "destroyed"


class GunTarget(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A Gun and the Infantry that mans it, if any: one target, two fates (C11.4).

    `gunshield` is the DRM its crew may still add to a Near Miss (`guns.near_miss_drm`).
    """

    name: str = ""
    drm: int = 0
    crew: Personnel | None = None
    gunshield: int = 0
    state: GunState = GunState.INTACT


class Unknown(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Infantry nobody has named: all that can be told is the result of the IFT."""

    name: str = ""
    drm: int = 0


class Effect(StrEnum):
    """What an attack did to a vehicle (C7.7)."""

    NONE = "no effect"
    DUD = "dud"
    POSSIBLE_SHOCK = "possible shock"
    SHOCK = "shock"
    STUN = "stun"
    IMMOBILIZED = "immobilized"
    ELIMINATED = "eliminated"
    BURNING = "burning wreck"

    @property
    def destroyed(self) -> bool:
        return self in (Effect.ELIMINATED, Effect.BURNING)

    @property
    def order(self) -> int:
        """Its place in this list, from harmless to worst."""
        return list(Effect).index(self)

    @classmethod
    def by_order(cls, order: int) -> Effect:
        return list(cls)[order]


class VehicleTarget(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A vehicle in the path of an attack: armour, crew, and who is in or on it.

    `exposed` are its Vulnerable PRC other than the crew; the inherent crew is vulnerable while CE.
    `sheltered` are Passengers behind armour: only the loss of the vehicle touches them (D6.9).
    """

    name: str = ""
    armored: bool = True
    afs: tuple[int, ...] = ()
    open_topped: bool = False
    cs: int | None = None
    cs_red: bool = False
    crew: bool = True
    crew_morale: int = 8
    ce: bool = False
    ce_drm: int = 2
    stunned: bool = False
    immobile: bool = False
    hd: bool = False
    drm: int = 0
    exposed: tuple[Personnel, ...] = ()
    sheltered: tuple[Personnel, ...] = ()

    @property
    def aboard(self) -> tuple[Personnel, ...]:
        """Its Riders and Passengers, the exposed first."""
        return self.exposed + self.sheltered


class CrewFate(StrEnum):
    """What became of the crew of a vehicle that was attacked."""

    SAFE = "safe"
    SURVIVED = "survived"
    LOST = "lost"
    ABANDONED = "abandoned"
    PINNED = "pinned"
    STUNNED = "stunned"
    RECALLED = "recalled"


class VehicleAfter(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What became of a vehicle: the effect, whether its TC was passed, its crew, who was aboard.

    `tc` is `None` where none was asked; failed it turns possible shock into shock, and makes the
    crew of an immobilized vehicle abandon it.
    """

    effect: Effect = Effect.NONE
    turret: bool = False
    tc: bool | None = None
    crew: CrewFate = CrewFate.SAFE
    aboard: tuple[Personnel, ...] = ()

    @property
    def final(self) -> Effect:
        """The effect once the TC is made."""
        if self.effect is Effect.POSSIBLE_SHOCK:
            return Effect.SHOCK if self.tc is False else Effect.NONE
        return self.effect


AnyTarget = Personnel | GunTarget | VehicleTarget | Unknown
After = Personnel | GunTarget | VehicleAfter | Cell


def personnel(counter: Squad | Leader, *, broken: bool = False, drm: int = 0) -> Personnel:
    """A counter of the catalogue as a target; an unread broken morale counts as the unbroken."""
    morale, half = counter.morale or 0, None
    if isinstance(counter, Leader):
        rank = Rank.HERO if counter.kind == "hero" else Rank.LEADER
        leadership = counter.drm
    else:
        rank, leadership = Rank(counter.kind), 0
        half = catalogue().half_squad_morale(counter) if rank is Rank.SQUAD else None
    return Personnel(
        rank=rank,
        morale=morale,
        broken_morale=counter.broken_morale or morale,
        leadership=leadership,
        name=counter.name,
        broken=broken,
        drm=drm,
        half=half,
    )


def vehicle(
    counter: Vehicle,
    *,
    ce: bool = False,
    hd: bool = False,
    immobile: bool = False,
    drm: int = 0,
    riders: tuple[Personnel, ...] = (),
    passengers: tuple[Personnel, ...] = (),
    facing: str = "",
) -> VehicleTarget:
    """A vehicle of the catalogue as a target. Its crew's morale is 8, or as printed (D5.1)."""
    bare = passengers_exposed(counter, ce=ce)
    printed = [int(text[3:]) for text in counter.back if text.startswith("ML:")]
    # «CS» on the back is a crew's survival number, «cs» that of vehicles with a driver only.
    numbers = [text for text in counter.back if text.lower().lstrip("r").startswith("cs ")]
    crew = not numbers[0].startswith("cs") if numbers else counter.armored
    return VehicleTarget(
        name=counter.name,
        armored=counter.armored,
        afs=counter.afs,
        open_topped=counter.open_topped,
        cs=counter.cs,
        cs_red=counter.cs_red,
        crew=crew,
        crew_morale=printed[0] if printed else 8,
        ce=ce,
        ce_drm=ce_drm(counter, facing),
        immobile=immobile,
        hd=hd,
        drm=drm,
        exposed=(*riders, *(passengers if bare else ())),
        sheltered=() if bare else passengers,
    )


def passengers_exposed(counter: Vehicle, *, ce: bool) -> bool:
    """D.8 (R-D.8): whether who sits in a vehicle is exposed: unarmored, or open-topped and CE."""
    return not counter.armored or (counter.open_topped and ce)


def ce_drm(counter: Vehicle, facing: str = "") -> int:
    """D5.31: +2 for a CE crew, or what the back prints: «CE:+3», «CE:+3F» from the front only,
    «CE:+1SRT» from side or rear."""
    for text in counter.back:
        printed = _CE.match(text)
        if printed and (not printed[2] or facing in _CE_SIDES.get(printed[2], ())):
            return int(printed[1])
    return 2


def all_af_at_most(target: VehicleTarget, af: int) -> bool:
    return bool(target.afs) and max(target.afs) <= af


def all_af_at_least(target: VehicleTarget, af: int) -> bool:
    return bool(target.afs) and min(target.afs) >= af


def thinnest(target: VehicleTarget) -> int | None:
    """C7.12: the thinnest AF of hull and turret."""
    return min(target.afs) if target.afs else None
