"""The DYO Purchase Roster: everything a side has bought, in the columns the chapter describes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfire.asl.purchase.allotment import equivalents
from hexfire.asl.purchase.desk import letter
from hexfire.asl.purchase.facts import rarity
from hexfire.asl.purchase.infantry import SECTIONS, SKI, WINTER
from hexfire.asl.purchase.state import (
    Agreement,
    BoughtBattery,
    Line,
    Side,
    State,
    Step,
    Vehicle,
    engineer_equivalents,
    infantry_mpv,
    line_each,
    points_left,
    side_equivalents,
    spending,
    squads,
)
from hexfire.asl.purchase.vehicles import foreign_glider
from hexfire.rulebook import Refusal


def sides_open_to(state: State, seat: str | None) -> tuple[int, ...]:
    """H1.1: whose Rosters a seat may read: its own, and those that are open."""
    sides = tuple(
        at
        for at, terms in enumerate(state.agreement.sides)
        if not state.agreement.secret or state.sides[at].revealed or terms.seat == seat
    )
    if not sides:
        raise Refusal("H1.1", "purchase.still_secret")
    return sides


class InfantryRow(msgspec.Struct, frozen=True):
    """Type, #, MPV ea, MPV, ID, A/B. No MPV: bonus infantry («–» on paper)."""

    line: int
    type: str
    number: int
    kind: str
    each: int | None
    mpv: int | None
    ids: str
    ab: str
    reinforcements: int


class Section(msgspec.Struct, frozen=True):
    """Elite, Line or Conscript with its «#» and «Equiv #»."""

    name: str
    rows: tuple[InfantryRow, ...]
    number: int
    equivalents: int


class GunRow(msgspec.Struct, frozen=True):
    name: str
    number: int
    each: int
    ids: str
    refs: str
    bpv: int


class VehicleRow(msgspec.Struct, frozen=True):
    """Name, BPV each, #, ID, Opt BPV, for, Arm. Ldr., BPV."""

    ref: str
    name: str
    each: int
    number: int
    id: str
    opt_bpv: str
    opt_for: str
    leader: str
    bpv: int
    ammo: bool
    tows: str


class ItemRow(msgspec.Struct, frozen=True):
    name: str
    number: int
    bpv: int
    board: str = ""
    foreign: bool = False


class BatteryRow(msgspec.Struct, frozen=True):
    """Battery, Size, R/P: ID, P/S, BPV."""

    id: str
    size: str
    rp: str
    ps: str
    bpv: int
    ir: bool
    hexes: int


class Balance(msgspec.Struct, frozen=True):
    """A line of «Points Available»: what was spent, and what was left then."""

    name: str
    spent: int
    left: int


class SealedRoster(msgspec.Struct, frozen=True, tag_field="roster", tag="sealed"):
    """H1.1: what the opponent of a secret purchase may know of a side."""

    seat: str
    nation: str
    points: int
    stage: str
    announced: int | None


class Roster(msgspec.Struct, frozen=True, tag_field="roster", tag="open"):
    """One side's whole sheet."""

    seat: str
    nation: str
    date: str
    points: int
    left: int
    step: Step
    san: int
    elr: int | None
    equipment: tuple[str, ...]
    infantry: tuple[Section, ...]
    squads: int
    equivalents: int
    engineers: int
    first_mpv: int
    second_mpv: int
    ordnance_dr: tuple[int, str] | None
    guns: tuple[GunRow, ...]
    vehicle_dr: tuple[int, str] | None
    motorized: bool
    vehicles: tuple[VehicleRow, ...]
    transport: tuple[ItemRow, ...]
    oba_rolls: tuple[int, ...]
    offer: tuple[str, int] | None
    batteries: tuple[BatteryRow, ...]
    support: tuple[ItemRow, ...]
    fortifications: tuple[ItemRow, ...]
    balance: tuple[Balance, ...]
    bonus_left: float
    leaders: dict[str, str]
    sw: dict[str, str]
    revealed: bool


class PurchaseView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may know of a purchase: one's own Roster and open ones, of others the outside.

    `agreed` and `proposals`: figures that the players gave, by the figure (R-H-missing).
    """

    agreement: Agreement
    agreed: dict[str, str]
    proposals: dict[str, tuple[str, str]]
    to_act: tuple[str, ...]
    sides: dict[str, Roster | SealedRoster]


def roster(state: State, index: int) -> Roster:
    """H1.1, H1.21: a side's Roster, counted off its lines."""
    terms, side = state.agreement.sides[index], state.sides[index]
    nation = terms.nation
    return Roster(
        seat=terms.seat,
        nation=nation,
        date=state.agreement.date,
        points=terms.points,
        left=points_left(terms, side),
        step=side.step,
        san=side.san,
        elr=side.announced,
        equipment=side.equipment,
        infantry=tuple(_section(nation, side, name) for name in SECTIONS),
        squads=squads(side.lines),
        equivalents=side_equivalents(side.lines),
        engineers=engineer_equivalents(side.lines),
        first_mpv=infantry_mpv(nation, side, "1"),
        second_mpv=infantry_mpv(nation, side, "2"),
        ordnance_dr=_rolled(side.ordnance),
        guns=_guns(side),
        vehicle_dr=_rolled(side.rolled),
        motorized=bool(side.motorized),
        vehicles=tuple(_vehicle(vehicle) for vehicle in side.vehicles),
        transport=tuple(
            ItemRow(item.name, item.number, item.points, foreign=foreign_glider(item.name, nation))
            for item in side.transport
        ),
        oba_rolls=side.oba_rolls,
        offer=None if side.offer is None else side.offer[:2],
        batteries=tuple(_battery(battery) for battery in side.batteries),
        support=_support(side),
        fortifications=tuple(
            ItemRow(item.name, item.number, item.points, item.board) for item in side.fortifications
        ),
        balance=_balance(terms.points, spending(nation, side)),
        bonus_left=side.bonus / 4,
        leaders=_bracketed(side.leaders, side.brought),
        sw=_bracketed(side.sw, side.brought_sw),
        revealed=side.revealed,
    )


def _rolled(rolled: tuple[int, int] | None) -> tuple[int, str] | None:
    return None if rolled is None else (rolled[0], rarity(rolled[1]))


def _section(nation: str, side: Side, name: str) -> Section:
    """H1.21, H1.74: a subsection with its totals; crews and HS are left out of them (H1.212)."""
    ids = _ids(side.lines)
    rows = []
    for at, line in enumerate(side.lines):
        if line.section != name:
            continue
        each = None if line.purchase == "B" else line_each(nation, side, line)
        rows.append(
            InfantryRow(
                at + 1,
                line.type,
                line.number,
                line.kind,
                each,
                None if each is None else each * line.number,
                ids[at],
                _ab(side, line),
                line.reinforcements,
            )
        )
    number = squads(side.lines, name)
    return Section(name, tuple(rows), number, equivalents(name, number))


def _ab(side: Side, line: Line) -> str:
    """H1.22–H1.25, H1.7, H1.73: the marks of the «A/B» column."""
    marks = list(line.capabilities)
    for code in side.equipment:
        skis = SKI in side.equipment and (line.section == "Elite" or line.sissi)
        if (code == SKI and not skis) or (code == WINTER and skis):
            continue
        marks.append(code)
    if line.purchase != "1":
        marks.append(line.purchase)
    if line.reinforcements:
        marks.append("R" if line.reinforcements == line.number else f"R{line.reinforcements}")
    return " ".join(marks)


def _ids(lines: tuple[Line, ...]) -> list[str]:
    """H1.21: ID letters where squads with a capability could be taken for others of the type."""
    letters = [""] * len(lines)
    for type_ in dict.fromkeys(line.type for line in lines):
        same = [at for at, line in enumerate(lines) if line.type == type_]
        if len({lines[at].capabilities for at in same}) < 2:
            continue
        next_letter = 0
        for at in same:
            if lines[at].capabilities:
                last = next_letter + lines[at].number - 1
                letters[at] = _letters(next_letter, last)
                next_letter = last + 1
    return letters


def _letters(first: int, last: int) -> str:
    return letter(first) if first == last else f"{letter(first)}–{letter(last)}"


def _guns(side: Side) -> tuple[GunRow, ...]:
    rows = []
    for name in dict.fromkeys(gun.name for gun in side.guns):
        same = [gun for gun in side.guns if gun.name == name]
        rows.append(
            GunRow(
                name,
                len(same),
                same[0].bpv,
                " ".join(gun.id for gun in same),
                " ".join(gun.ref for gun in same),
                sum(gun.bpv for gun in same),
            )
        )
    return tuple(rows)


def _vehicle(vehicle: Vehicle) -> VehicleRow:
    return VehicleRow(
        vehicle.ref,
        vehicle.name,
        vehicle.bpv,
        1,
        vehicle.id,
        "+".join(str(points) for _, points in vehicle.options),
        "+".join(name for name, _ in vehicle.options),
        vehicle.leader,
        vehicle.total,
        vehicle.ammo,
        vehicle.tows,
    )


def _battery(battery: BoughtBattery) -> BatteryRow:
    rp = "OP" if battery.equipment == "OP" else f"{battery.equipment}: {battery.id}"
    ps = " ".join(mark for mark in (battery.ammo, battery.barrage) if mark)
    return BatteryRow(battery.id, battery.size, rp, ps, battery.paid, battery.ir, battery.hexes)


def _support(side: Side) -> tuple[ItemRow, ...]:
    """H1.53–H1.532: what else the OBA part of the Roster holds."""
    rows = []
    if side.preregistered_points:
        hexes = sum(battery.hexes for battery in side.batteries)
        rows.append(ItemRow("preregistered", hexes, side.preregistered_points))
    if side.bombardments:
        boards = ", ".join(side.bombardments)
        rows.append(ItemRow("bombardment", len(side.bombardments), side.bombardment_points, boards))
    if side.air_points:
        rows.append(ItemRow("air_support", 1, side.air_points))
    if side.plane_points:
        rows.append(ItemRow("observation_plane", 1, side.plane_points))
    return tuple(rows)


def _balance(points: int, spent: Mapping[str, int]) -> tuple[Balance, ...]:
    """H1.26, H1.46: «Points Available»; what an OP tank costs is under Vehicles at once."""
    rows, left = [], points
    for name, cost in spent.items():
        left -= cost
        rows.append(Balance(name, cost, left))
    return tuple(rows)


def _bracketed(have: Mapping[str, int], later: Mapping[str, int]) -> dict[str, str]:
    """H1.84: what comes with reinforcements stands in brackets: «9 + [1]»."""
    shown = {}
    for name, number in have.items():
        coming = later.get(name, 0)
        now = number - coming
        shown[name] = str(number) if not coming else f"{now} + [{coming}]" if now else f"[{coming}]"
    return shown
