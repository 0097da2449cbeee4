"""Crossing walls, hedges and bocage: costs, who may, bogging, and breaches (B9.4, B9.54)."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from hexfire.asl.situation import Marker, MarkerKind, Scene, Situation, Unit
from hexfire.asl.walls.chart import chart
from hexfire.asl.walls.hexsides import Wall, WallKind, wall_on
from hexfire.hexes import Side
from hexfire.rulebook import Refusal


class Mover(StrEnum):
    """The columns of the terrain chart."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    TRACKED = "tracked"
    HALFTRACK = "halftrack"
    TRUCK = "truck"
    ARMORED_CAR = "armored_car"
    MOTORCYCLE = "motorcycle"
    HORSE_DRAWN = "horse_drawn"


class Crossing(msgspec.Struct, frozen=True):
    """What it costs to cross a hexside into a hex, and what it risks."""

    cost: Fraction
    """MF or MP, COT included."""
    rule: str
    half_allotment: bool = False
    """B9.54c: half the MP allotment comes on top of the cost."""
    bog_check: bool = False
    """B9.4c: failing it, the vehicle bogs in the hex it was leaving."""
    underbelly: bool = False
    loses_schuerzen: bool = False


def is_breached(scene: Scene, side: Side) -> bool:
    """B9.541e: whether a Breach counter points to the hexside."""
    grid = scene.board.grid
    return any(
        Side.between(grid.hex(marker.hex), grid.hex(marker.to)) == side
        for marker in scene.situation.markers
        if marker.kind is MarkerKind.BREACH and marker.to is not None
    )


def refuse_stray_breaches(scene: Scene) -> None:
    """B9.541b: only bocage is breached: a Breach counter elsewhere is a mistake."""
    grid = scene.board.grid
    for marker in scene.situation.markers:
        if marker.kind is MarkerKind.BREACH and marker.to is not None:
            wall = wall_on(scene.board, Side.between(grid.hex(marker.hex), grid.hex(marker.to)))
            if wall is None or wall.kind is not WallKind.BOCAGE:
                raise Refusal("B9.541b", "sight.wall.stray_breach", hex=marker.hex, to=marker.to)


def crossing(
    scene: Scene,
    unit: Unit,
    mover: Mover,
    side: Side,
    cot: Fraction | int,
    *,
    levels_up: int = 0,
    by_road: bool = False,
) -> Crossing:
    """B9.4d: what a unit pays to cross a hexside; the hexside is added to COT, never doubled."""
    refuse_bogged(unit)
    cot = Fraction(cot) * (2**levels_up if mover in (Mover.INFANTRY, Mover.CAVALRY) else 1)
    wall = wall_on(scene.board, side)
    if wall is None:
        return Crossing(cot, "B9.4a")
    if is_breached(scene, side):
        return Crossing(cot, "B9.541e")
    if wall.gap and by_road:
        return Crossing(cot, "B9.54d" if wall.kind is WallKind.BOCAGE else "B9.4e")
    if wall.kind is WallKind.BOCAGE:
        return _bocage(unit, mover, wall, cot)
    return _wall(unit, mover, wall, cot)


def _wall(unit: Unit, mover: Mover, wall: Wall, cot: Fraction) -> Crossing:
    """B9.4a: Infantry and Cavalry pay 1 MF more; B9.4b: vehicles as the chart says."""
    text, _, flags = chart()[wall.kind]["cost"][mover].partition(";")
    if text == "NA":
        raise Refusal(
            "B9.4b", "sight.wall.no_crossing", unit=unit.id, kind=f"@sight.kind.{wall.kind}"
        )
    extra = Fraction(text.split("+")[0])
    rule = "B9.4a" if mover in (Mover.INFANTRY, Mover.CAVALRY) else "B9.4b"
    return Crossing(cot + extra, rule, bog_check="B" in flags)


def _bocage(unit: Unit, mover: Mover, wall: Wall, cot: Fraction) -> Crossing:
    if mover is Mover.INFANTRY:
        return Crossing(cot + 2, "B9.54a")
    if not (unit.is_vehicle and unit.armored and unit.fully_tracked):
        raise Refusal("B9.54b", "sight.wall.only_tracked_afv", unit=unit.id)
    if unit.reverse:
        raise Refusal("B9.54c", "sight.wall.no_reverse", unit=unit.id)
    if unit.riders:
        raise Refusal("B9.54c", "sight.wall.no_riders", unit=unit.id)
    return Crossing(
        cot, "B9.54c", half_allotment=True, bog_check=True, underbelly=True, loses_schuerzen=True
    )


class Breach(msgspec.Struct, frozen=True):
    """The attempt to breach bocage: it takes all MP but the start MP, and a Bog DR."""

    mp: int
    underbelly: bool = False
    rule: str = "B9.541b"


def try_breach(
    scene: Scene, unit: Unit, side: Side, mp_allotment: int, start_mp: int = 1, spent: float = 0
) -> Breach:
    """B9.541b: what an attempt to breach costs; refuses who cannot make one."""
    refuse_breach(scene, unit, side, spent)
    return Breach(mp_allotment - start_mp)


def refuse_breach(scene: Scene, unit: Unit, side: Side, spent: float = 0) -> None:
    """B9.541a: refuses an attempt to breach that the unit cannot make there.

    B9.541b: it takes the whole MP allotment, so none but the start MP may have been `spent`.
    """
    refuse_bogged(unit)
    wall = wall_on(scene.board, side)
    if wall is None or wall.kind is not WallKind.BOCAGE or scene.hex(unit) not in side.hexes:
        raise Refusal("B9.541b", "sight.wall.no_bocage", unit=unit.id)
    if is_breached(scene, side):
        raise Refusal("B9.541e", "sight.wall.breached", unit=unit.id)
    if not may_breach(unit, scene.situation.date):
        raise Refusal("B9.541a", "sight.wall.cannot_breach", unit=unit.id)
    if unit.reverse:
        raise Refusal("B9.541d", "sight.wall.no_reverse", unit=unit.id)
    if spent > 0:
        raise Refusal("B9.541b", "sight.wall.mp_spent", unit=unit.id, mp=f"{spent:g}")


def refuse_bogged(unit: Unit) -> None:
    """B9.4c: a vehicle that failed its Bog Check stays in the hex it was leaving."""
    if unit.bogged:
        raise Refusal("B9.4c", "sight.wall.bogged", unit=unit.id, hex=unit.hex)


HEDGE_CUTTERS_FROM = "1944-07-25"


def may_breach(unit: Unit, date: str = "") -> bool:
    """B9.541a: dozers; from 25 July 1944 AFV that an SSR gives hedge cutters."""
    if unit.dozer:
        return True
    in_time = not date or date >= HEDGE_CUTTERS_FROM
    return unit.hedge_cutter and unit.is_vehicle and unit.armored and in_time


def breach(scene: Scene, unit: Unit, side: Side, *, passed: bool, spent: float = 0) -> Situation:
    """B9.541c: what an attempt leaves on the board, its Bog DR passed or failed.

    Passed: the vehicle is across, with those it carries, and a Breach counter points to the
    hexside (B9.541e). Failed: it is bogged where it began, and the bocage is whole.
    """
    refuse_breach(scene, unit, side, spent)
    situation, changed, markers = scene.situation, {}, scene.situation.markers
    if passed:
        across = scene.board.grid.label(side.other(scene.hex(unit)))
        for other in situation.units:
            if unit.id in (other.id, other.aboard):
                changed[other.id] = msgspec.structs.replace(
                    other, hex=across, bypass=None, vertex=None
                )
        markers = (*markers, Marker(kind=MarkerKind.BREACH, hex=unit.hex, to=across))
    else:
        changed[unit.id] = msgspec.structs.replace(unit, bogged=True, moving=False)
    units = tuple(changed.get(other.id, other) for other in situation.units)
    return msgspec.structs.replace(situation, units=units, markers=markers)


def may_turn_and_fire(changes_ca: bool, through_bocage: bool, unit: Unit, direct: bool) -> bool:
    """B9.53: a non-vehicular Gun may not change CA and fire through bocage in one fire phase."""
    return unit.is_vehicle or not direct or not (changes_ca and through_bocage)
