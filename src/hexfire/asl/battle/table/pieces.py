"""What lies on the table: men, Guns, support weapons, vehicles, dummies, with all their states.

Every piece is frozen plain data and names its counter of the catalogue; figures are looked up there
and never stored. A state that the rules do not know has no field.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.condition import Shock
from hexfire.asl.fieldguns.state import PUSHED, Done, Emplacement, PorteeNote
from hexfire.asl.gunnery.acquisition import Acquisition
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, FireCounter
from hexfire.asl.situation import Entrenchment


class Veil(StrEnum):
    """A12: what the other side sees of a piece: the counter, a «?», or nothing."""

    KNOWN = "known"
    CONCEALED = "concealed"
    HIDDEN = "hidden"


# Where a piece is


class Spot(msgspec.Struct, frozen=True, tag="spot"):
    """A Location of the board: a hex, a level above its base; in bypass also the hexside's other
    hex and the third hex at the vertex."""

    hex: str
    level: int = 0
    bypass: str = ""
    vertex: str = ""
    entrenched: Entrenchment | None = None


class Aboard(msgspec.Struct, frozen=True, tag="aboard"):
    """In a vehicle, or as a Rider on it; a Gun is towed (`hooked`) or rides `portee` (C10.5)."""

    vehicle: str
    rider: bool = False
    hooked: bool = False
    portee: bool = False


class Away(StrEnum):
    """Why a piece is not on the board."""

    NOT_SET_UP = "not set up"
    CARRIED = "carried"
    """A SW that somebody has: it is where he is."""
    REINFORCEMENT = "reinforcement"
    ELIMINATED = "eliminated"
    EXITED = "exited"


class Off(msgspec.Struct, frozen=True, tag="off"):
    """Not on the board; a reinforcement comes in its turn."""

    why: Away = Away.NOT_SET_UP
    turn: int = 0


Place = Spot | Aboard | Off
NOT_SET_UP = Off()
GONE = Off(Away.ELIMINATED)
CARRIED = Off(Away.CARRIED)


# What a weapon has done and can still do


class Service(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon in use: its fire counter, its state, its Acquired Target.

    `shots` were made in the present phase, `smoke` of them with SMOKE (C8.5). `gone` is ammunition
    that has run out (C8.9). `fired_here`: it has fired from its present Location (C5.11).
    `turned`: the phase in which it was turned without firing (C3.22). Of several `acquired` its
    owner keeps one, and need not yet say which (C6.51). `shot_at_mp`: what its vehicle had spent
    when it last fired (C5.3).
    `changed_ca`, `through_bocage`: what a Gun has done in this fire phase, of which MPh and DFPh
    are one (B9.53); a vehicle has turned its arc for MP in this phase (C6.5).
    """

    arm: Armament = Armament.MA
    marker: FireCounter = FireCounter.NONE
    shots: int = 0
    smoke: int = 0
    state: WeaponState = WeaponState.WORKING
    gone: tuple[Ammo, ...] = ()
    acquired: tuple[Acquisition, ...] = ()
    fired_here: bool = False
    turned: Phase | None = None
    shot_at_mp: float | None = None
    changed_ca: bool = False
    through_bocage: bool = False

    @property
    def works(self) -> bool:
        return self.state in (WeaponState.WORKING, WeaponState.LOW_AMMO)


# The pieces


class Piece(msgspec.Struct, frozen=True, kw_only=True, tag_field="piece"):
    """Anything that a side has on the table."""

    id: str
    side: str
    counter: str = ""
    """The id of its counter in the catalogue."""
    place: Place = NOT_SET_UP
    veil: Veil = Veil.KNOWN

    @property
    def spot(self) -> Spot | None:
        """Its own place on the board; none for what is aboard or away."""
        return self.place if isinstance(self.place, Spot) else None

    @property
    def on_board(self) -> bool:
        return not isinstance(self.place, Off)


class Gait(StrEnum):
    """A4.6, A4.61, A4.63: how men moved in this Player Turn."""

    STILL = ""
    ASSAULT = "assault"
    NON_ASSAULT = "non-assault"
    DASH = "dash"


class Spotting(msgspec.Struct, frozen=True):
    """C9.3, C9.31: a mortar that men have spotted for in this Player Turn, and where it fired."""

    mortar: str
    hex: str = ""


class Men(Piece, frozen=True, kw_only=True, tag="men"):
    """A MMC or SMC. `opportunity`: marked for Opportunity Fire (A7.25)."""

    broken: bool = False
    dm: bool = False
    pinned: bool = False
    wounded: bool = False
    cx: bool = False
    ti: bool = False
    marker: FireCounter = FireCounter.NONE
    opportunity: bool = False
    gait: Gait = Gait.STILL
    hazardous: bool = False
    labor: int = 0
    """Its Labor counter (B24.8): 0, 1 or 2."""
    mf: float = 0
    """MF spent in this Player Turn."""
    beside_shellholes: bool = False
    """Came into its hex for 1 MF, and so not into the shellholes there (B2)."""
    double: bool = False
    """Moves at Double Time in this Player Turn (A4.5)."""
    pf_checks: int = 0
    """C13.31: PF Checks in this phase; each, and each counted PF fired, is the use of a SW."""
    pf: int = 0
    """C13.311: the counted PF that it holds, known to its own side alone."""
    directs: str = ""
    """A7.531, C9.31: the one weapon (or Fire Group) that a leader directs in this phase."""
    spotted: tuple[Spotting, ...] = ()
    """C9.3: spotting is the use of a SW."""

    @property
    def rides(self) -> bool:
        """D6.2: a Rider, on a vehicle and not in it."""
        return isinstance(self.place, Aboard) and self.place.rider


class Gun(Piece, frozen=True, kw_only=True, tag="gun"):
    """A Gun on its own carriage. `ca` is the hexspine that its barrel points along."""

    ca: int = 0
    by: str = ""
    """Who mans it."""
    emplaced: Emplacement = Emplacement.NEVER
    limbered: bool = False
    dismantled: bool = False
    """C9.2: in parts; those who man it carry it."""
    spotter: str = ""
    """C9.3: who looks for a mortar."""
    done: Done = Done.NOTHING
    """C10: what it did last in this Player Turn."""
    captured: bool = False
    opportunity: bool = False
    service: Service = Service()

    @property
    def moved(self) -> bool:
        """C2.8: it has entered a new hex in this Player Turn."""
        return self.done in PUSHED


class Support(Piece, frozen=True, kw_only=True, tag="sw"):
    """A support weapon; it has no Covered Arc."""

    by: str = ""
    spotter: str = ""
    """C9.3: who looks for a light mortar."""
    dismantled: bool = False
    captured: bool = False
    service: Service = Service()


class Drive(StrEnum):
    """D2.1, D2.4: whether a vehicle stands, moves, or is in Motion."""

    STOPPED = "stopped"
    NON_STOPPED = "non-stopped"
    MOTION = "motion"


class Hull(StrEnum):
    """Whether a vehicle can move."""

    MOBILE = "mobile"
    BOGGED = "bogged"
    IMMOBILE = "immobile"


class Wrecked(StrEnum):
    """Whether it is a wreck."""

    NO = ""
    WRECK = "wreck"
    BURNING = "burning"


class Vehicle(Piece, frozen=True, kw_only=True, tag="vehicle"):
    """A vehicle with its inherent crew. `vca` and `tca` are hexspines.

    The flags of its movement in this Player Turn make it a moving target (C.8).
    """

    vca: int = 0
    tca: int = 0
    ce: bool = True
    drive: Drive = Drive.STOPPED
    hull: Hull = Hull.MOBILE
    shock: Shock = Shock.NONE
    stunned: bool = False
    recalled: bool = False
    abandoned: bool = False
    wreck: Wrecked = Wrecked.NO
    gyro: bool = False
    dozer: bool = False
    hedge_cutter: bool = False
    """B9.541: what a scenario gives it to break through bocage with."""
    trailer: bool = False
    """C10.4: it draws a trailer."""
    aerial_af: int | None = None
    """C7.12: its Aerial AF, said by players who have the table (`set T aerial_af: 2`)."""
    portee: PorteeNote | None = None
    """C10.5: the Gun that it can carry en portee, as noted before set-up."""
    ti: bool = False
    captured: bool = False
    opportunity: bool = False
    entered: bool = False
    """Has entered a new hex in this Player Turn."""
    vbm: bool = False
    began_in_motion: bool = False
    mp: float = 0
    """MP spent in this Player Turn."""
    services: tuple[Service, ...] = ()

    def service(self, arm: Armament) -> Service:
        """The record of one of its weapons; a fresh one if it has done nothing yet."""
        return next((s for s in self.services if s.arm is arm), Service(arm=arm))

    def with_service(self, service: Service) -> Vehicle:
        rest = tuple(s for s in self.services if s.arm is not service.arm)
        return msgspec.structs.replace(self, services=(*rest, service))

    @property
    def crewed(self) -> bool:
        """Whether somebody is left in it who can act."""
        return not self.wreck and not self.abandoned


class Dummy(Piece, frozen=True, kw_only=True, tag="dummy"):
    """A «?» with nothing beneath it, or (in what a seat knows) with whatever may be beneath it.

    `large` is the 5/8" counter that lies on vehicles and Guns (A12.11).
    It moves as a squad would (R-A12.11): `gait`, `mf` and
    `beside_shellholes` as of men.
    """

    large: bool = False
    gait: Gait = Gait.STILL
    mf: float = 0
    beside_shellholes: bool = False


AnyPiece = Men | Gun | Support | Vehicle | Dummy
OnFoot = Men | Dummy
"""What moves as Infantry does; of a «?» nobody can tell which it is."""
Moving = OnFoot | Vehicle
"""Whatever moves by itself."""
Armed = Gun | Support | Vehicle
