"""A battery as the scenario gives it: C1.1's module, with its radio, its pile and its observer."""

from __future__ import annotations

from enum import Enum

import msgspec

from hexfire.asl.artillery import nations, op_tanks
from hexfire.asl.artillery.nations import Chits
from hexfire.rulebook import BadInput, Refusal


class Kind(Enum):
    """What fires: guns and heavy mortars, 70/80mm battalion mortars (C1.22), or rockets (C1.9)."""

    GUNS = "guns"
    BATTALION_MORTARS = "battalion_mortars"
    ROCKETS = "rockets"


class Link(Enum):
    """How the Observer speaks to the battery."""

    RADIO = "radio"
    PHONE = "phone"
    OFFBOARD = "offboard"


class Supply(Enum):
    """C1.211: how much ammunition the battery has."""

    NORMAL = "normal"
    PLENTIFUL = "plentiful"
    SCARCE = "scarce"


class Mission(Enum):
    """C1.7: the types of Fire Mission (SMOKE told apart as smoke and WP)."""

    HE = "he"
    SMOKE = "smoke"
    WP = "wp"
    HARASSING = "harassing"
    IR = "ir"
    BARRAGE = "barrage"
    SMOKE_BARRAGE = "smoke_barrage"
    CREEPING_BARRAGE = "creeping_barrage"

    @property
    def is_smoke(self) -> bool:
        return self in (Mission.SMOKE, Mission.WP, Mission.SMOKE_BARRAGE)

    @property
    def is_barrage(self) -> bool:
        """E12: its Blast Area and FP are not in our books."""
        return self in (Mission.BARRAGE, Mission.SMOKE_BARRAGE, Mission.CREEPING_BARRAGE)

    @property
    def in_our_books(self) -> bool:
        """R-E12: whether its area and effects are in our rules; not those of Barrages and IR."""
        return not self.is_barrage and self is not Mission.IR


ORDINARY = (Mission.HE, Mission.HARASSING, Mission.SMOKE)


class Figures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """C1.1: what is known of a battery, wherever it is written down; what is left out comes from
    the tables.

    `offboard_hex` and `offboard_level` are where an Offboard Observer looks from (C1.63). The
    `security_area` of a field phone is listed hex by hex, or follows from `phone_hex` and the
    Friendly Board Edge (`top`, `bottom`, `left`, `right`; C1.23). `op_tank` names the OP tank that
    observes (H1.46).
    """

    name: str
    caliber: int
    kind: Kind = Kind.GUNS
    link: Link = Link.RADIO
    supply: Supply = Supply.NORMAL
    missions: tuple[Mission, ...] = ORDINARY
    security_area: tuple[str, ...] = ()
    contact_value: int | None = None
    breakdown: int = 12
    accuracy: int | None = None
    chits: Chits | None = None
    offboard_hex: str = ""
    offboard_level: float = 0
    phone_hex: str = ""
    friendly_edge: str = ""
    op_tank: str = ""


class Battery(Figures, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """C1.1: one battery of a side, reached through one radio.

    `hidden`: the phone and its Observer are set up HIP.
    """

    side: str
    nation: str
    observer: str
    date: str = ""
    preregistered: tuple[str, ...] = ()
    hidden: bool = False

    def check(self) -> None:
        """Refuse a battery that no rule allows or whose figures nobody knows."""
        if not self.name.strip() or not self.observer.strip() or not self.side.strip():
            raise BadInput("artillery.nameless")
        if self.date:
            nations.check_date(self.date)
        if not 50 <= self.caliber <= 500:
            raise BadInput("artillery.bad_caliber", value=self.caliber)
        if self.contact_value is not None and not 2 <= self.contact_value <= 12:
            raise BadInput("artillery.bad_contact_value", value=self.contact_value)
        if not 2 <= self.breakdown <= 12:
            raise BadInput("artillery.bad_breakdown", value=self.breakdown)
        if self.accuracy is not None and self.accuracy not in (1, 2):
            raise BadInput("artillery.bad_accuracy", value=self.accuracy)
        if self.kind is Kind.BATTALION_MORTARS and not 70 <= self.caliber < 100:
            raise Refusal("C1.22", "artillery.not_battalion_mortars", caliber=self.caliber)
        if self.kind is Kind.ROCKETS and set(self.missions) - {Mission.HE}:
            raise Refusal("C1.9", "artillery.rockets_fire_he")
        if not self.missions:
            raise BadInput("artillery.no_missions", name=self.name)
        if (self.security_area or self.phone_hex) and self.link is not Link.PHONE:
            raise Refusal("C1.23", "artillery.no_phone")
        if self.hidden and self.link is not Link.PHONE:
            raise Refusal("C1.23", "artillery.only_phone_hidden")
        if self.op_tank:
            op_tanks.op_tank(self.op_tank)
            if self.link is not Link.RADIO:
                raise Refusal("H1.461", "artillery.op_tank_radio")
        draw_pile(self), contact_number(self), accuracy_number(self)


def draw_pile(battery: Battery) -> Chits:
    """C1.211: the nation's chits; +1 black Pre-Registered, +1 black Plentiful, +1 red Scarce."""
    if battery.chits is not None:
        black, red = battery.chits
        if black < 0 or red < 0 or black + red == 0:
            raise BadInput("artillery.bad_pile", black=black, red=red)
        included = False
    else:
        (black, red), included = nations.basic_pile(battery.nation, battery.date)
    if battery.preregistered:
        black += 1
    # R-C1.211: where the nation's figure already counts Plentiful Ammunition it is not added twice.
    if battery.supply is Supply.PLENTIFUL and not included:
        black += 1
    if battery.supply is Supply.SCARCE:
        red += 1
    return Chits(black, red)


def contact_number(battery: Battery) -> int:
    """C1.2: what the Contact DR may not exceed; C1.23: 11 for a field phone, C1.63: none needed."""
    if battery.link is Link.OFFBOARD:
        return 12
    if battery.link is Link.PHONE:
        return nations.phone_value()
    if battery.contact_value is not None:
        return battery.contact_value
    return nations.contact_value(battery.nation, battery.date)


def accuracy_number(battery: Battery) -> int:
    """C1.3: what the Accuracy dr may not exceed; C1.63: always 1 for an Offboard Observer."""
    if battery.link is Link.OFFBOARD:
        return 1
    if battery.accuracy is not None:
        return battery.accuracy
    return nations.accuracy_limit(battery.nation)


class ObserverStatus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the rules want to know about the one who would observe."""

    leader: bool = True
    op_tank: bool = False
    offboard: bool = False
    good_order: bool = True
    has_radio: bool = True
    rider: bool = False
    guards_more_than_himself: bool = False
    in_afv: bool = False
    crew_exposed: bool = True
    other_radio: bool = False
    """The radio he has is another battery's (C1.1)."""
    at_phone: bool = True
    """He is in the hex of the field phone (C1.23)."""
    op_observer_aboard: bool = True
    """The OP tank's own observer is in it (H1.461)."""


def may_observe(status: ObserverStatus) -> Refusal | None:
    """C1.2, C1.6: a Good Order leader with a working radio or phone, an OP tank, or offboard.

    Not a Rider, not a Guard with fewer US# than his prisoners; in an AFV he must be CE, unless it
    is an OP tank (H1.46), which needs its own observer aboard (H1.461). C1.1: through the battery's
    own radio only; C1.23: a field phone stays where it is.
    """
    if status.offboard:
        return None
    if not (status.leader or status.op_tank):
        return Refusal("C1.2", "artillery.observer_no_leader")
    if not status.good_order:
        return Refusal("C1.61", "artillery.observer_not_good_order")
    if status.rider:
        return Refusal("C1.2", "artillery.observer_rider")
    if status.guards_more_than_himself:
        return Refusal("C1.2", "artillery.observer_guard")
    if not status.op_tank and not status.has_radio:
        return Refusal("C1.22", "artillery.observer_no_radio")
    if not status.op_tank and status.other_radio:
        return Refusal("C1.1", "artillery.observer_other_radio")
    if not status.at_phone:
        return Refusal("C1.23", "artillery.observer_not_at_phone")
    if status.op_tank and not status.op_observer_aboard:
        return Refusal("H1.461", "artillery.op_observer_out")
    if status.in_afv and not status.op_tank and not status.crew_exposed:
        return Refusal("C1.6", "artillery.observer_buttoned_up")
    return None


class EnemyUnit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An enemy unit as the Observer may or may not make it out."""

    in_los: bool = True
    concealed: bool = False
    hidden: bool = False
    dummy: bool = False
    aerial: bool = False
    concealment_terrain: bool = False
    winter_camouflage: bool = False
    bocage_tem: bool = False


def is_known(unit: EnemyUnit, *, night: bool = False) -> bool:
    """C1.6: Known to the Observer: in his LOS and unconcealed, or concealed in the open.

    A concealed unit outside Concealment Terrain counts as Known for OBA alone; not at night, not
    in winter camouflage, not if it may claim bocage TEM against him. A Dummy is no unit, and what
    flies is no ground unit (C1.21).
    """
    if not unit.in_los or unit.hidden or unit.dummy or unit.aerial:
        return False
    if not unit.concealed:
        return True
    return not (night or unit.winter_camouflage or unit.bocage_tem or unit.concealment_terrain)
