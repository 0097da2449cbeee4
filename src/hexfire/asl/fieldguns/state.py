"""The state of a gun that is not a vehicle's: where it is, who mans it, what it did this turn.

Every field says one thing, and a combination that the rules do not know cannot be made:
`broken_rules` names the rule that a combination would break, and the constructor refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec

from hexfire.asl.fieldguns.figures import GunCounter
from hexfire.asl.fieldguns.hands import Hand
from hexfire.asl.sequence import Phase, check_phase


class Place(Enum):
    """Where the gun is."""

    GROUND = "ground"
    HOOKED = "hooked"
    PORTEE = "portee"
    DISMANTLED = "dismantled"
    ELIMINATED = "eliminated"


class Emplacement(Enum):
    """C11.2, C11.3: emplaced from the setup on, or lost for good; or never had."""

    EMPLACED = "emplaced"
    LOST = "lost"
    NEVER = "never"


class Manned(Enum):
    """Who mans the gun."""

    NOBODY = "nobody"
    CREW = "crew"
    HALF_SQUAD = "half_squad"
    SQUAD = "squad"
    SMCS = "smcs"


class Done(Enum):
    """The last thing the gun did this Player Turn; it decides what it may still do."""

    NOTHING = "nothing"
    FIRED = "fired"
    LIMBERED = "limbered"
    UNLIMBERED = "unlimbered"
    PUSH_FAILED = "push_failed"
    PUSHED_AND_STOPPED = "pushed_and_stopped"
    PUSHING = "pushing"
    HOOKED_UP = "hooked_up"
    UNHOOKED = "unhooked"
    LOADED = "loaded"
    UNLOADED = "unloaded"
    DISMANTLED = "dismantled"
    ASSEMBLED = "assembled"


PUSHED = frozenset({Done.PUSHED_AND_STOPPED, Done.PUSHING})
"""C10.3: the gun has entered a hex this Player Turn."""


class Gun(msgspec.Struct, frozen=True):
    """A gun in play. `ca` is the hexspine it points along; `vehicle` what it hangs on or rides."""

    counter: GunCounter
    place: Place = Place.GROUND
    limbered: bool = False
    emplacement: Emplacement = Emplacement.NEVER
    manned: Manned = Manned.CREW
    done: Done = Done.NOTHING
    ca: int = 0
    vehicle: str | None = None
    low_ammo: bool = False
    malfunctioned: bool = False

    def __post_init__(self) -> None:
        broken = next(broken_rules(self), None)
        if broken is not None:
            raise ValueError(f"no gun can be like this ({broken}): {self!r}")

    @property
    def ti(self) -> bool:
        """C10.11, C10.12, C10.22: the gun itself is TI for the rest of the Player Turn."""
        return self.done in (Done.HOOKED_UP, Done.UNHOOKED, Done.UNLIMBERED)

    @property
    def emplacement_tem(self) -> int:
        """C11.2: +2 while emplaced and not manned by a squad (R-C11.3)."""
        emplaced = self.emplacement is Emplacement.EMPLACED
        return 2 if emplaced and self.manned is not Manned.SQUAD else 0

    @property
    def is_target(self) -> bool:
        """C10.1: a towed gun is no target apart from its vehicle, nor is one that rides."""
        return self.place is Place.GROUND

    @property
    def has_moved(self) -> bool:
        """C2.8: it entered a new hex this Player Turn."""
        return self.done in PUSHED


def broken_rules(gun: Gun) -> Iterator[str]:
    """The rules that this combination would break (none for a gun that can exist)."""
    counter, aboard = gun.counter, gun.place in (Place.HOOKED, Place.PORTEE)
    if counter.qsu and gun.limbered:
        yield "C10.23"
    if aboard and not counter.qsu and not gun.limbered:
        yield "C10.2"
    if aboard != (gun.vehicle is not None):
        yield "C10.11"
    if gun.emplacement is Emplacement.EMPLACED:
        if gun.place is not Place.GROUND or gun.done in PUSHED or counter.is_rcl:
            yield "C11.3"
        if gun.manned in (Manned.HALF_SQUAD, Manned.SMCS):
            yield "C11.3"
    if gun.place is Place.DISMANTLED and (gun.limbered or not counter.dismantles):
        yield "C9.2"
    if counter.rests:
        moved = PUSHED | {Done.PUSH_FAILED, Done.LIMBERED, Done.UNLIMBERED, Done.HOOKED_UP}
        if gun.done in moved or gun.place is Place.PORTEE:
            yield "C10.26" if counter.nm else "C10.25"
    yield from _broken_by_deed(gun)
    if gun.place is Place.ELIMINATED and gun.manned is not Manned.NOBODY:
        yield "C11.6"


_DEED_AT = {
    Done.HOOKED_UP: ("C10.11", Place.HOOKED),
    Done.UNHOOKED: ("C10.12", Place.GROUND),
    Done.LIMBERED: ("C10.21", Place.GROUND),
    Done.UNLIMBERED: ("C10.21", Place.GROUND),
    Done.PUSH_FAILED: ("C10.3", Place.GROUND),
    Done.PUSHED_AND_STOPPED: ("C10.3", Place.GROUND),
    Done.PUSHING: ("C10.3", Place.GROUND),
    Done.LOADED: ("C10.51", Place.PORTEE),
    Done.UNLOADED: ("C10.51", Place.GROUND),
    Done.DISMANTLED: ("C9.2", Place.DISMANTLED),
    Done.ASSEMBLED: ("C9.2", Place.GROUND),
}


def _broken_by_deed(gun: Gun) -> Iterator[str]:
    """What the gun did must fit where it is and how it stands."""
    if gun.place is Place.ELIMINATED:
        return
    rule, place = _DEED_AT.get(gun.done, ("", gun.place))
    if place is not gun.place:
        yield rule
    if gun.done is Done.LIMBERED and not gun.limbered:
        yield "C10.21"
    if gun.done is Done.UNLIMBERED and (gun.limbered or gun.counter.qsu):
        yield "C10.21"
    pushed = gun.done in PUSHED or gun.done is Done.PUSH_FAILED
    if pushed and not (gun.limbered or gun.counter.qsu):
        yield "C10.2"
    if gun.done is Done.FIRED:
        if gun.place is Place.HOOKED or gun.place is Place.DISMANTLED:
            yield "C10.1"
        if gun.limbered and not gun.counter.lf and gun.place is not Place.PORTEE:
            yield "C10.21"


class PorteeFacing(Enum):
    """C10.53: a gun en portee points along the vehicle's VCA or straight backwards."""

    FORWARD = "forward"
    REAR = "rear"


class PorteeNote(msgspec.Struct, frozen=True):
    """C10.5: the record made before setup that a vehicle can carry such a gun en portee.

    The Ordnance Notes say which gun on which vehicle, what it takes up (`pp`; None for the whole
    capacity), whether it fires from there, and which way it must point.
    """

    caliber: float
    barrel: str = "normal"
    pp: int | None = None
    fires: bool = False
    facing: PorteeFacing | None = None


class Vehicle(msgspec.Struct, frozen=True):
    """A vehicle that may tow or carry a gun: its figures and what it did this Player Turn."""

    name: str
    mp: int
    t: int | None = None
    pp: int = 0
    cargo_pp: int = 0
    mp_spent: float = 0
    stopped: bool = True
    bypass: bool = False
    fired: bool = False
    ti: bool = False
    wagon: bool = False
    immobilized: bool = False
    wreck: bool = False
    portee: PorteeNote | None = None
    entered_hex: bool = False
    burden: str | None = None
    """What hangs on it or rides en portee (a gun's name, a trailer)."""

    @property
    def mp_left(self) -> float:
        return self.mp - self.mp_spent

    @property
    def moving_target(self) -> bool:
        """C10.11: hooking up alone makes no moving target, though MP are spent; driving does."""
        return self.entered_hex

    @property
    def may_be_first_fired_on(self) -> bool:
        """C10.11: spending MP, on whatever, permits Defensive First Fire."""
        return self.mp_spent > 0


class Situation(msgspec.Struct, frozen=True):
    """A gun with the Infantry that handles it and, perhaps, a vehicle there; and the moment.

    Infantry in the Location that takes no part in the work is left out of `hands`. `own` tells
    whether the gun's owner is the phasing player.
    """

    gun: Gun
    hands: tuple[Hand, ...] = ()
    vehicle: Vehicle | None = None
    phase: Phase = Phase.PFPH
    own: bool = True

    def __post_init__(self) -> None:
        check_phase(self.phase)

    @property
    def in_fire_phase(self) -> bool:
        """C10.21: a phase in which the gun's side fires: its PFPh and AFPh, the enemy's DFPh."""
        if self.own:
            return self.phase in (Phase.PFPH, Phase.AFPH)
        return self.phase is Phase.DFPH
