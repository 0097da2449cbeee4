"""The position of a purchase: what was agreed, and what each side has bought so far.

Nothing is stored that can be counted: points left, totals and equivalents are read off the lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args

import msgspec

from hexfire.asl.purchase.allotment import equivalents, total_equivalents
from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.infantry import ENGINEER, SAN, SECTIONS, InfantryType, mpv_each
from hexfire.asl.purchase.listing import built_in
from hexfire.asl.purchase.oba import Module

Step = Literal[
    "agreement",
    "infantry",
    "ordnance",
    "vehicles",
    "oba",
    "fortifications",
    "second",
    "announce",
    "bonus",
    "leaders",
    "exchange",
    "sw",
    "reinforcements",
    "done",
]
STEPS: tuple[Step, ...] = get_args(Step)
"""H1.1, H1.7: the fixed order. A side never goes back."""


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed about one side. Team-mates' points are one pool (H1.14)."""

    nation: str
    points: int
    seat: str = ""
    team: tuple[int, ...] = ()


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """H1.1: what both players agree before anything is bought: the date first, then the rest."""

    date: str
    sides: tuple[Terms, Terms]
    secret: bool = True
    boards: tuple[str, ...] = ()
    victory: str = ""
    night: bool = False
    place: str = ""
    weather: str = ""
    pfk: bool = False
    listing: dict[str, str] = {}

    @property
    def when(self) -> Date:
        return Date.read(self.date)


class Line(msgspec.Struct, frozen=True):
    """A line of the Roster's Infantry part. `purchase`: 1, 2 or B(onus)."""

    type: str
    section: str
    kind: str
    number: int
    bpv: int
    pf: int = 0
    capabilities: tuple[str, ...] = ()
    purchase: Literal["1", "2", "B"] = "1"
    reinforcements: int = 0
    ss: bool = False
    sissi: bool = False
    elr: int | None = None
    inferred: bool = False

    def same_as(self, other: Line) -> bool:
        """Whether both belong on one line of the Roster."""
        return msgspec.structs.replace(self, number=0, reinforcements=0) == msgspec.structs.replace(
            other, number=0, reinforcements=0
        )


class Gun(msgspec.Struct, frozen=True):
    ref: str
    name: str
    id: str
    bpv: int


class Vehicle(msgspec.Struct, frozen=True):
    """A vehicle of the Roster: each has its own line, as each is equipped by itself."""

    ref: str
    name: str
    id: str
    bpv: int
    afv: str = "no"
    ammo: bool = False
    options: tuple[tuple[str, int], ...] = ()
    arm_dr: int | None = None
    fit_dr: int | None = None
    group: int | None = None
    leader: str = ""
    op_for: str = ""
    tows: str = ""

    @property
    def total(self) -> int:
        return self.bpv + sum(points for _, points in self.options)


class Item(msgspec.Struct, frozen=True):
    """Transport or fortifications of one kind; what must be told apart names its board."""

    name: str
    number: int
    points: int
    board: str = ""


class BoughtBattery(msgspec.Struct, frozen=True):
    id: str
    size: str
    listed: int
    paid: int
    ammo: str = ""
    barrage: str = ""
    equipment: Literal["R", "P", "OP"] = "R"
    ir: bool = False
    hexes: int = 0

    @property
    def module(self) -> Module:
        return Module(self.size, self.listed, self.ir)


class Side(msgspec.Struct, frozen=True):
    """One side's purchases."""

    step: Step = "agreement"
    lines: tuple[Line, ...] = ()
    equipment: tuple[str, ...] = ()
    san: int = SAN
    san_points: int = 0
    ordnance: tuple[int, int] | None = None
    guns: tuple[Gun, ...] = ()
    motorized: int = 0
    rolled: tuple[int, int] | None = None
    vehicles: tuple[Vehicle, ...] = ()
    camouflaged: bool = False
    transport: tuple[Item, ...] = ()
    groups: int = 0
    oba_rolls: tuple[int, ...] = ()
    offer: tuple[str, int, bool] | None = None
    batteries: tuple[BoughtBattery, ...] = ()
    bombardments: tuple[str, ...] = ()
    bombardment_points: int = 0
    preregistered_points: int = 0
    air_dr: tuple[int, bool] | None = None
    air_points: int = 0
    plane_dr: tuple[int, bool] | None = None
    plane_points: int = 0
    fortifications: tuple[Item, ...] = ()
    announced: int | None = None
    bonus: int = 0
    """What is left of the Bonus #, in quarters of a squad (a halved half is kept)."""
    halved: bool = False
    leaders: dict[str, int] = {}
    leaders_chosen: bool = False
    exchange_dr: int | None = None
    sw: dict[str, int] = {}
    sw_taken: bool = False
    brought: dict[str, int] = {}
    brought_sw: dict[str, int] = {}
    revealed: bool = False


class State(msgspec.Struct, frozen=True):
    agreement: Agreement
    sides: tuple[Side, Side]
    agreed: dict[str, str] = {}
    proposals: dict[str, tuple[str, str]] = {}


# -- counted off the lines ------------------------------------------------------------------------


def unit_of(nation: str, line: Line) -> InfantryType:
    return InfantryType(
        nation,
        line.type,
        line.bpv,
        line.section,
        line.kind,
        line.pf,
        line.ss,
        sissi=line.sissi,
        elr=line.elr,
        inferred=line.inferred,
    )


def line_each(nation: str, side: Side, line: Line) -> int:
    """H1.211: the line's «MPV ea»; bonus infantry costs nothing (H1.73)."""
    if line.purchase == "B":
        return 0
    return mpv_each(unit_of(nation, line), line.capabilities, side.equipment).total


def infantry_mpv(nation: str, side: Side, purchase: str | None = None) -> int:
    """H1.211: what was spent on Infantry (in one purchase)."""
    return sum(
        line_each(nation, side, line) * line.number
        for line in side.lines
        if purchase is None or line.purchase == purchase
    )


def spending(nation: str, side: Side) -> dict[str, int]:
    """The Roster's «Points Available», line by line in the order of the purchase."""
    return {
        "infantry": infantry_mpv(nation, side, "1"),
        "san": side.san_points,
        "ordnance": sum(gun.bpv for gun in side.guns),
        "motorized": side.motorized,
        "vehicles": sum(vehicle.total for vehicle in side.vehicles)
        + sum(item.points for item in side.transport),
        "oba": sum(battery.paid for battery in side.batteries)
        + side.preregistered_points
        + side.bombardment_points
        + side.air_points
        + side.plane_points,
        "fortifications": sum(item.points for item in side.fortifications),
        "second": infantry_mpv(nation, side, "2"),
    }


def points_left(terms: Terms, side: Side) -> int:
    return terms.points - sum(spending(terms.nation, side).values())


def squads(lines: Iterable[Line], section: str | None = None) -> int:
    """H1.212: actual squads; crews and half-squads do not count."""
    return sum(
        line.number
        for line in lines
        if line.kind == "squad" and (section is None or line.section == section)
    )


def side_equivalents(lines: Iterable[Line]) -> int:
    """H1.74: the squad equivalents of the whole OB."""
    lines = tuple(lines)
    return total_equivalents({section: squads(lines, section) for section in SECTIONS})


def engineer_equivalents(lines: Iterable[Line]) -> int:
    """H1.83.2: the equivalents of Assault Engineers alone."""
    engineers = [line for line in lines if ENGINEER in line.capabilities]
    return sum(equivalents(section, squads(engineers, section)) for section in SECTIONS)


def reinforcing(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of the reinforcements alone."""
    return tuple(
        msgspec.structs.replace(line, number=line.reinforcements)
        for line in lines
        if line.reinforcements
    )


def most_numerous(lines: Iterable[Line]) -> tuple[str, int] | None:
    """H1.73: the squad type the OB has most of (by actual number), and its BPV.

    R-H1.73: of types equal in number the dearest.
    """
    count: dict[str, int] = {}
    price: dict[str, int] = {}
    for line in lines:
        if line.kind == "squad":
            count[line.type] = count.get(line.type, 0) + line.number
            price[line.type] = line.bpv
    if not count:
        return None
    best = max(count, key=lambda type_: (count[type_], price[type_]))
    return best, price[best]


def elite_majority(lines: Iterable[Line]) -> bool:
    """E.4 as the ELR chart uses it: whether most squads are Elite."""
    lines = tuple(lines)
    return 2 * squads(lines, "Elite") > squads(lines)


def facts_of(state: State) -> Facts:
    """All figures of this table: built in, listed and agreed, the later over the earlier."""
    return _facts(
        state.agreement.date,
        tuple(state.agreement.listing.items()),
        tuple(state.agreed.items()),
    )


@lru_cache(maxsize=64)
def _facts(
    date: str, listing: tuple[tuple[str, str], ...], agreed: tuple[tuple[str, str], ...]
) -> Facts:
    return Facts(Date.read(date), {**built_in(), **dict(listing), **dict(agreed)})
