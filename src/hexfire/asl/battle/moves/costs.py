"""What a step costs: terrain, hexside, level, road, as the terrain chart and B9.4 say.

Where the chart leaves the figure to another chapter, the step is refused with that rule, and the
player says the cost by hand. What may not be entered or crossed is refused whatever cost is said,
and so is a step whose Bog Check nobody has spoken of.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.moves.obstacles import obstacles, row_of
from hexfire.asl.battle.table.pieces import Dummy, Gun, Men, Moving, Spot, Support, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.stacking import overstacked
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Leader, SupportWeapon
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.fieldguns.figures import gun_counter
from hexfire.asl.fieldguns.service import DISMANTLED_PP
from hexfire.asl.fieldguns.towing import Step as TowStep
from hexfire.asl.fieldguns.towing import Towed, refuse_step, towed_as, towing_cost
from hexfire.asl.situation import MarkerKind
from hexfire.asl.walls import WallKind, wall_on
from hexfire.asl.walls.chart import chart
from hexfire.asl.walls.crossing import Mover, crossing
from hexfire.boards import Board, Category
from hexfire.boards.terrain import terrains
from hexfire.hexes import Hex, Side
from hexfire.rulebook import Modifier, Refusal, Tally

MMC_MF, SMC_MF, WOUNDED_MF = 4, 6, 3
"""A4.11, A17.2: MF of a MMC, a SMC, a wounded SMC."""
MMC_IPC, SMC_IPC = 3, 1
"""A4.42 (R-A4.42): PP that a MMC or a SMC carries without losing MF."""
LEADER_MF = 2
"""A4.12 (R-A4.2): MF more for a MMC that moves all the way with a leader."""
DOUBLE_TIME_MF = 2
"""A4.5 (R-A4.5): MF more for who moves at Double Time."""
UPHILL_MP, UPHILL_ROAD_MP = 4, 2
"""The terrain chart's `movers`: MP more for each level up, and by road."""


class Cost(msgspec.Struct, frozen=True):
    """MF or MP of one step, with what they are made of."""

    total: float
    tally: Tally = Tally()
    by_road: bool = False
    bog_check: bool = False
    bogs_here: bool = False
    """B9.4c: failing the Bog Check it stays in the hex it was leaving."""
    underbelly: bool = False
    """B9.54c: an AFV shows its underbelly as it crosses."""


def allotment(at: Position, piece: Moving) -> float:
    """A4.11, D1.1: how many MF or MP a unit has."""
    if isinstance(piece, Dummy):
        return MMC_MF  # R-A12.11
    counter = at.counter(piece)
    if isinstance(counter, VehicleCounter):
        return counter.mp
    assert isinstance(piece, Men)
    if not isinstance(counter, Leader):
        own, free = MMC_MF, MMC_IPC
    else:
        own, free = WOUNDED_MF if piece.wounded else SMC_MF, SMC_IPC
    more = DOUBLE_TIME_MF if piece.double else 0
    if own == MMC_MF and is_led(at, piece):
        more += LEADER_MF
    return max(0, own + more - max(0, burden(at, piece) - free))


def is_led(at: Position, men: Men) -> bool:
    """A4.12: whether a leader of Good Order is in the stack that these men move with."""
    move = at.state.move
    if move is None or men.id not in move.units:
        return False
    others = (at.piece(id) for id in move.units if id != men.id)
    return any(
        isinstance(one, Men)
        and not one.broken
        and not one.pinned
        and isinstance(counter := at.counter(one), Leader)
        and counter.kind != "hero"
        for one in others
    )


def burden(at: Position, men: Men) -> int:
    """A4.4, C9.2: the PP of what men carry: their SW, or a mortar that was taken apart (5PP)."""
    mortar = DISMANTLED_PP if at.carries(men) else 0
    carried = (at.counter(p) for p in at.in_hands_of(men) if isinstance(p, Support))
    return mortar + sum(one.pp or 0 for one in carried if isinstance(one, SupportWeapon))


def road_between(board: Board, here: Hex, there: Hex) -> bool:
    """B3.4: whether a road is drawn across the hexside, from centre to centre."""
    roads = (Category.ROAD,)
    for hex, other in ((here, there), (there, here)):
        direction = hex.direction_to(other)
        assert direction is not None
        x, y = board.geometry.hexside_points[board.grid.index(hex), direction]
        if terrains()[int(board.terrain[int(y), int(x)])].category not in roads:
            return False
    return True


def step_cost(
    at: Position,
    piece: Moving,
    to: Hex,
    *,
    off_road: bool = False,
    bog: bool = False,
    reverse: bool = False,
    cost_said: bool = False,
) -> Cost:
    """A4.1, D2.1, B9.4: what it costs to enter an adjacent hex.

    `bog`: the Bog Check that the step may demand is said. `cost_said`: so is the cost, and a figure
    that the chart does not give is not missed.
    """
    here = at.hex(piece)
    assert here is not None
    board = at.board
    road = not off_road and road_between(board, here, to)
    rise = board.base_level(to) - board.base_level(here)
    unit, mover = replace(at.unit(piece), reverse=reverse), _mover(at, piece)
    row = "road" if road else row_of(at, to)
    cot, soft = _chart_cost(at, piece, row, mover, cost_said=cost_said)
    in_the_way = tuple(obstacles(at, piece, to, mover, cot, road=road))
    soft = soft or any(one.bog_check for one in in_the_way)
    if soft and not bog:
        raise Refusal("D8.2", "battle.move.bog_by_hand", id=piece.id)
    side = Side.between(here, to)
    levels = max(0, rise)
    crossed = crossing(at.scene, unit, mover, side, cot, levels_up=levels, by_road=road)
    if crossed.bog_check and not bog:
        raise Refusal(crossed.rule, "battle.move.bog_by_hand", id=piece.id)
    items = [Modifier(f"cost.{row}", "B.0", int(2 * cot))]
    if extra := crossed.cost - cot:
        items.append(Modifier("cost.hexside", crossed.rule, int(2 * extra)))
    total = crossed.cost
    for one in in_the_way:
        items.append(Modifier(f"cost.{one.row}", one.rule, int(2 * one.extra)))
        total += one.extra
    if crossed.half_allotment:
        half = Fraction(allotment(at, piece)) / 2
        items.append(Modifier("cost.hexside", crossed.rule, int(2 * half)))
        total += half
    if isinstance(piece, Vehicle) and levels:
        uphill = levels * (UPHILL_ROAD_MP if road else UPHILL_MP)
        items.append(Modifier("cost.uphill", "B10.4", 2 * uphill))
        total += uphill
    cost = float(total)
    for towed in drawn(at, piece):
        if extra_mp := towing_cost(cost, towed) - cost:
            items.append(Modifier("cost.towing", "C10.1", int(2 * extra_mp)))
            cost += extra_mp
    crowd = _crowd(at, piece, to)
    if crowd:
        items.append(Modifier("cost.overstacked", "A5.11", 2 * crowd))
        cost += crowd
    check = soft or crossed.bog_check
    return Cost(
        cost,
        Tally.of(items),
        road,
        check,
        bogs_here=crossed.bog_check,
        underbelly=crossed.underbelly,
    )


def refuse_crossing(at: Position, piece: Moving, to: Hex, *, reverse: bool) -> None:
    """B9.4b, B9.54b, B9.54c: no step across a hexside that the unit cannot cross, in bypass too."""
    here = at.hex(piece)
    assert here is not None
    road = road_between(at.board, here, to)
    unit = replace(at.unit(piece), reverse=reverse)
    crossing(at.scene, unit, _mover(at, piece), Side.between(here, to), 0, by_road=road)


def _crowd(at: Position, piece: Moving, to: Hex) -> int:
    """A5.11: one MF or MP for each squad by which the Location is, or then becomes, overstacked."""
    move = at.state.move
    ids = move.units if move is not None and piece.id in move.units else (piece.id,)
    coming = tuple(one for id in ids if isinstance(one := at.piece(id), Men))
    return overstacked(at, piece.side, Spot(at.grid.label(to)), coming)


def drawn(at: Position, piece: Moving) -> tuple[Towed, ...]:
    """C10.1, C10.4: what hangs on a vehicle: its Gun, or a trailer."""
    if not isinstance(piece, Vehicle):
        return ()
    gun = next((p for p in at.aboard(piece) if isinstance(p, Gun)), None)
    counter = at.counter(gun) if gun else None
    own = (towed_as(gun_counter(counter)),) if isinstance(counter, GunCounter) else ()
    return (*own, Towed.TRAILER) if piece.trailer else own


def is_breached(at: Position, side: Side) -> bool:
    """B9.541e: whether a Breach counter lies on a hexside."""
    hexes = {at.grid.label(hex) for hex in side.hexes if hex in at.grid}
    return any(
        marker.kind is MarkerKind.BREACH and {marker.hex, marker.to} == hexes
        for marker in at.state.ground
    )


def refuse_towing(at: Position, piece: Moving, to: Hex, *, off_road: bool) -> None:
    """C10.1, C10.4: no step where what hangs on the vehicle cannot follow."""
    here = at.hex(piece)
    assert here is not None
    for towed in drawn(at, piece):
        road = not off_road and road_between(at.board, here, to)
        refuse_step(towed, _tow_step(at, Side.between(here, to), to, by_road=road))


def _tow_step(at: Position, side: Side, to: Hex, *, by_road: bool) -> TowStep:
    """C10.1: across which hexside and into which terrain a towing vehicle goes."""
    wall = wall_on(at.board, side)
    if wall is not None and not (wall.gap and by_road):
        if is_breached(at, side):
            return TowStep.BREACHED_WALL
        return TowStep.WALL if wall.kind is WallKind.WALL else TowStep.HEDGE
    row = row_of(at, to)
    for start, step in (("building", TowStep.BUILDING), ("rubble", TowStep.RUBBLE)):
        if row.startswith(start):
            return step
    return TowStep.OPEN


def _mover(at: Position, piece: Moving) -> Mover:
    counter = at.counter(piece) if isinstance(piece, Vehicle) else None
    return Mover(counter.movement) if isinstance(counter, VehicleCounter) else Mover.INFANTRY


def _chart_cost(
    at: Position, piece: Moving, row: str, mover: Mover, *, cost_said: bool
) -> tuple[Fraction, bool]:
    """The chart's figure for entering a terrain, and whether it demands a Bog Check.

    «BU=1» is for buttoned-up AFVs on a road. Where the chart sends to another chapter the player
    says the cost.
    """
    figures = chart()[row].get("cost", {})
    text, _, flags = str(figures.get(mover, "NA")).partition(";")
    closed = isinstance(piece, Vehicle) and not piece.ce and _is_afv(at, piece)
    if "BU=1" in flags and closed:
        return Fraction(1), False
    soft = "B" in flags.split(",")
    if text == "NA":
        raise Refusal("B.0", "battle.move.no_entry", id=piece.id, terrain=row)
    if text == "ALL":
        return Fraction(allotment(at, piece)), soft
    if text == "HALF":
        return Fraction(allotment(at, piece)) / 2, soft
    try:
        return Fraction(text.split(" or ")[-1]), soft
    except ValueError:
        if cost_said:
            return Fraction(0), soft
        raise Refusal("B.0", "battle.move.cost_needed", id=piece.id, terrain=row) from None


def _is_afv(at: Position, piece: Vehicle) -> bool:
    counter = at.counter(piece)
    return isinstance(counter, VehicleCounter) and counter.armored
