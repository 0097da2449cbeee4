"""A4, D2 on the table: a unit moves expenditure by expenditure, and the other side may react.

After every expenditure the other side is asked, always, whether or not it has anything that could
fire: so the pause itself tells the mover nothing of hidden Guns (`docs/battle-engine.md`).
"""

from __future__ import annotations

from math import ceil

from msgspec.structs import replace

from hexfire.asl.battle.fire import overruns
from hexfire.asl.battle.fire.acquisitions import follow, lost
from hexfire.asl.battle.fire.weapons import services, with_service
from hexfire.asl.battle.moves.costs import allotment, step_cost
from hexfire.asl.battle.moves.driving import (
    check_start,
    gun_turned_along,
    pivot,
    pivot_cost,
    traverse,
    traverse_cost,
)
from hexfire.asl.battle.moves.ending import finish
from hexfire.asl.battle.moves.expending import begun, expend
from hexfire.asl.battle.moves.movers import band, check_fit, check_left, driven, mover, stack_of
from hexfire.asl.battle.moves.steps import (
    Way,
    bog_drm,
    check_ahead,
    check_driving,
    check_enemy,
    enemy_at,
    said,
    way,
)
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table import bore_sights
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import (
    Drive,
    Gait,
    Gun,
    Hull,
    Men,
    Moving,
    OnFoot,
    Spot,
    Vehicle,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Move
from hexfire.asl.battle.table.walls import told
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.gunnery.acquisition import Loss
from hexfire.asl.gunnery.bore_sight import Disturbed
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.asl.walls.advantage import Breaches, Completes, Enters, Event, FailsToLeave
from hexfire.asl.walls.crossing import try_breach
from hexfire.dice import Dice
from hexfire.hexes import Side
from hexfire.hexes.arcs import covered_sides
from hexfire.play import Seat
from hexfire.rulebook import Refusal

MovingAct = (
    act.Start
    | act.Stop
    | act.Stack
    | act.Go
    | act.Breach
    | act.Overrun
    | act.Pivot
    | act.Traverse
    | act.Delay
    | act.Finish
)
BOGGED_BY = 12
"""D8.2 (R-D8.2): the Final Bog DR, or more, that a vehicle is bogged by."""


def check(at: Position, seat: Seat, action: MovingAct) -> None:
    """Refuse a step that may not be made, with its rule."""
    if at.state.clock.phasing != seat:
        raise Refusal("A3.3", "battle.not_your_turn")
    if at.state.clock.phase is not Phase.MPH:
        raise Refusal("A3.3", "battle.move.not_mph")
    if isinstance(action, act.Finish):
        if at.state.move is None or action.unit not in at.state.move.units:
            raise Refusal("A4.2", "battle.move.not_moving", id=action.unit)
        return
    if isinstance(action, act.Stack):
        stack_of(at, seat, action)
        return
    piece = mover(at, seat, action.unit)
    match action:
        case act.Start():
            check_start(at, piece)
        case act.Stop() | act.Delay():
            vehicle = driven(at, piece)
            if isinstance(action, act.Stop) and vehicle.drive is Drive.STOPPED:
                raise Refusal("D2.13", "battle.move.stands", id=piece.id)
            check_left(at, piece, 1)
        case act.Pivot():
            pivot_cost(at, driven(at, piece), action)
        case act.Traverse():
            traverse_cost(at, driven(at, piece), action)
        case act.Breach():
            bog_drm(action.bog)
            _breach(at, driven(at, piece), action)
        case act.Overrun():
            _overrun(at, driven(at, piece), action)
        case act.Go():
            _steps(at, piece, action)


def _steps(at: Position, piece: Moving, action: act.Go) -> tuple[tuple[Moving, Way], ...]:
    """A4.2: everybody of a stack as he sets out, and where the step leads, at what it costs him.

    Costs differ where a hex takes all MF: of each his own (R-A4.2).
    """
    members = [(_setting_out(at, one, action), way(at, one, action)) for one in band(at, piece)]
    return tuple((one, _afforded(at, one, action, ahead)) for one, ahead in members)


def _setting_out(at: Position, piece: Moving, action: act.Go) -> Moving:
    check_fit(at, piece)
    return _double_time(piece) if action.double else piece


def _afforded(at: Position, piece: Moving, action: act.Go, ahead: Way) -> Way:
    """The way of one unit with what it spends on it; refused where it may not go."""
    if isinstance(piece, Vehicle) and action.facing:
        read_facing(at.grid, at.grid.hex(ahead.spot.hex), action.facing)
    if action.minimum:
        return ahead._replace(cost=_minimum(at, piece, action, ahead.cost))
    check_left(at, piece, ahead.cost)
    if isinstance(piece, OnFoot):
        _check_gait(at, piece, action, ahead.cost)
    return ahead


def _minimum(at: Position, men: Moving, action: act.Go, cost: float) -> float:
    """A4.134 (R-A4.134): who has moved nowhere yet enters, with all MF, what costs more than them.

    Not by Assault Movement or at Double Time, and not who is CX already.
    """
    if not isinstance(men, Men) or men.cx or men.mf or men.gait is not Gait.STILL:
        raise Refusal("A4.134", "battle.move.no_minimum", id=men.id)
    if action.assault or action.double or cost <= allotment(at, men):
        raise Refusal("A4.134", "battle.move.no_minimum", id=men.id)
    return allotment(at, men)


def _double_time(men: Moving) -> Men:
    """A4.5: declared before the first step, by who is neither wounded nor CX: 2 MF more, and CX."""
    if not isinstance(men, Men):
        raise Refusal("A4.5", "battle.move.no_double_time", id=men.id)
    if men.cx or men.wounded or men.mf or men.gait is not Gait.STILL:
        raise Refusal("A4.5", "battle.move.no_double_time", id=men.id)
    return replace(men, double=True, cx=True)


def _check_gait(at: Position, men: OnFoot, action: act.Go, cost: float) -> None:
    """A4.61: Assault Movement is one Location, not with all MF, and not at Double Time."""
    if men.gait is Gait.ASSAULT:
        raise Refusal("A4.61", "battle.move.assault_once", id=men.id)
    all_mf = men.gait is not Gait.STILL or men.mf + cost >= allotment(at, men)
    hastens = isinstance(men, Men) and men.double
    if action.assault and (all_mf or hastens):
        raise Refusal("A4.61", "battle.move.assault_all", id=men.id)


def _breach(at: Position, vehicle: Vehicle, action: act.Breach) -> float:
    """B9.541: what breaking through costs; refused who cannot, or has spent more than Start MP."""
    check_driving(vehicle)
    here, there = at.hex(vehicle), at.grid.hex(action.to)
    assert here is not None
    direction = here.direction_to(there)
    if direction is None or not here.is_adjacent(there):
        raise Refusal("A4.1", "battle.move.not_adjacent", id=vehicle.id, hex=action.to)
    if direction not in covered_sides(vehicle.vca):
        raise Refusal("D2.1", "battle.move.not_ahead", id=vehicle.id, hex=action.to)
    label = at.grid.label(there)
    check_enemy(at, vehicle, Spot(label))
    start = 0 if vehicle.began_in_motion else 1
    counter = at.counter(vehicle)
    assert isinstance(counter, VehicleCounter)
    tried = try_breach(
        at.scene,
        at.unit(vehicle),
        Side.between(here, there),
        counter.mp or 0,
        start,
        vehicle.mp - start,
    )
    return float(tried.mp)


def _overrun(at: Position, vehicle: Vehicle, action: act.Overrun) -> tuple[Spot, float]:
    """C5.64, D7.1 (R-D7): into a hex of enemies, ahead, for a quarter of its MP more (FRU)."""
    there = at.grid.hex(action.to)
    check_ahead(at, vehicle, act.Go(vehicle.id, action.to), there)
    spot = Spot(at.grid.label(there))
    if not enemy_at(at, vehicle, spot):
        raise Refusal("D7.1", "battle.move.nobody_to_overrun", hex=spot.hex)
    by_rules = step_cost(at, vehicle, there, cost_said=action.cost is not None)
    if action.cost is None:
        cost = by_rules.total + ceil(allotment(at, vehicle) / 4)
    else:
        cost = said(action.cost)
    check_left(at, vehicle, cost)
    return spot, cost


def apply(at: Position, seat: Seat, action: MovingAct, dice: Dice, log: Log) -> Position:
    """One expenditure, and the question to the other side that follows it."""
    if isinstance(action, act.Finish):
        return finish(at, action.unit, dice, log)
    if isinstance(action, act.Stack):
        return _together(at, stack_of(at, seat, action), log)
    piece = mover(at, seat, action.unit)
    at = begun(at, piece)
    match action:
        case act.Start():
            assert isinstance(piece, Vehicle)
            log.say("D2.12", "started", id=piece.id)
            return expend(at.changed(piece, drive=Drive.NON_STOPPED, mp=piece.mp + 1), piece.id, 1)
        case act.Stop():
            assert isinstance(piece, Vehicle)
            log.say("D2.13", "stopped", id=piece.id)
            return expend(at.changed(piece, drive=Drive.STOPPED, mp=piece.mp + 1), piece.id, 1)
        case act.Delay():
            assert isinstance(piece, Vehicle)
            log.say("D2.17", "delayed", id=piece.id)
            return expend(at.changed(piece, mp=piece.mp + 1), piece.id, 1)
        case act.Pivot():
            return pivot(at, driven(at, piece), action, log)
        case act.Traverse():
            return traverse(at, driven(at, piece), action, log)
        case act.Breach():
            rolled = replace(action, bog=_bog_check(piece.id, action.bog, dice, log))
            return _break_through(at, driven(at, piece), rolled, log)
        case act.Overrun():
            return _into_overrun(at, driven(at, piece), action, dice, log)
        case act.Go():
            bog = _bog_check(piece.id, action.bog, dice, log) if action.bog else ""
            return _go(at, piece, replace(action, bog=bog), log)


def _together(at: Position, men: tuple[OnFoot, ...], log: Log) -> Position:
    """A4.2: the men move as a stack, and as nothing else."""
    spot, names = men[0].spot, tuple(one.id for one in men)
    assert spot is not None
    for one in men:
        log.say("A4.2", "in_stack", id=one.id)
    move = Move(unit=names[0], others=names[1:], began=spot.hex)
    return at.then(replace(at.state, move=move))


def _bog_check(id: str, bog: str, dice: Dice, log: Log) -> str:
    """D8.2 (R-D8.2): the Bog DR, if the table shall roll it; its DRM is said by who moves."""
    drm = bog_drm(bog)
    if drm is None:
        return bog
    dr = dice.DR("D8.2")
    failed = dr.total + drm >= BOGGED_BY
    rolled = f"{dr.colored},{dr.white}"
    log.say("D8.2", "bog_dr", id=id, dr=rolled, drm=f"{drm:+d}", limit=BOGGED_BY)
    return (act.Bog.FAILED if failed else act.Bog.PASSED).value


def _go(at: Position, piece: Moving, action: act.Go, log: Log) -> Position:
    members = _steps(at, piece, action)
    ahead = members[0][1]
    if ahead.stays:
        assert isinstance(piece, Vehicle)
        return _stuck(at, piece, ahead.cost, FailsToLeave(piece.id), log)
    gained: tuple[str, ...] = ()
    for setting_out, way_ahead in members:
        at = _into(at, setting_out, action, way_ahead.spot, way_ahead.cost, log)
        if way_ahead.beside_shellholes:
            at = at.changed(at.piece(setting_out.id), beside_shellholes=True)
        gained = tuple(dict.fromkeys((*gained, *at.state.walls.fresh)))
    # B9.324d: of a stack all have come at the same moment.
    at = at.then(replace(at.state, walls=replace(at.state.walls, fresh=gained)))
    dearest = max(way_ahead.cost for _, way_ahead in members)
    at = _arrived(at, tuple(one.id for one, _ in members), dearest, underbelly=ahead.underbelly)
    if action.minimum:
        at = _exhausted(at, tuple(one.id for one, _ in members), log)
    return _bogged(at, piece.id, log) if ahead.bogs else at


def _exhausted(at: Position, ids: tuple[str, ...], log: Log) -> Position:
    """A4.134: a Minimum Move leaves men CX and pinned."""
    for id in ids:
        log.say("A4.134", "minimum_move", id=id)
        at = at.changed(at.piece(id), cx=True, pinned=True)
    return at


def _stuck(at: Position, vehicle: Vehicle, cost: float, event: Event, log: Log) -> Position:
    """B9.4c, B9.541c: it is bogged in the hex that it was leaving, its MP spent."""
    walls = told(at, event, log)
    at = at.then(replace(at.state, walls=walls)).changed(vehicle, mp=vehicle.mp + cost)
    return expend(_bogged(at, vehicle.id, log), vehicle.id, cost)


def _bogged(at: Position, id: str, log: Log) -> Position:
    """D8.2: the vehicle is bogged where it is, and stands."""
    log.say("D8.2", "bogged", id=id)
    return at.changed(at.piece(id), hull=Hull.BOGGED, drive=Drive.STOPPED)


def _break_through(at: Position, vehicle: Vehicle, action: act.Breach, log: Log) -> Position:
    """B9.541c, B9.541e: across, and a Breach counter points to the hexside; or bogged."""
    cost, here = _breach(at, vehicle, action), at.spot(vehicle)
    assert here is not None
    label = at.grid.label(at.grid.hex(action.to))
    passed = action.bog == act.Bog.PASSED
    start = 0 if vehicle.began_in_motion else 1
    event = Breaches(vehicle.id, label, passed, vehicle.mp - start)
    if not passed:
        return _stuck(at, vehicle, cost, event, log)
    log.say("B9.541e", "breached", id=vehicle.id, hex=here.hex, to=label)
    gap = Marker(kind=MarkerKind.BREACH, hex=here.hex, to=label)
    at = at.then(replace(at.state, ground=(*at.state.ground, gap)))
    return _enter(at, vehicle, act.Go(vehicle.id, label), Spot(label), cost, log)


def _into_overrun(
    at: Position, vehicle: Vehicle, action: act.Overrun, dice: Dice, log: Log
) -> Position:
    """C5.64, D7.1: the OVR is announced; the Guns there may fire before it is resolved."""
    (spot, cost), here = _overrun(at, vehicle, action), vehicle.spot
    assert here is not None
    log.say("C5.64", "overruns", id=vehicle.id, to=spot.hex)
    at = _enter(at, vehicle, act.Go(vehicle.id, spot.hex), spot, cost, log)
    move = at.state.move
    assert move is not None
    announced = replace(move.steps[-1], overrun=here.hex)
    at = at.then(replace(at.state, move=replace(move, steps=(*move.steps[:-1], announced))))
    return at if move.open else overruns.resolve(at, dice, log)


def forced(at: Position, action: act.Go, log: Log) -> Position:
    """A step that both sides have agreed to, whatever rule refuses it."""
    piece = at.piece(action.unit)
    if not isinstance(piece, Moving) or piece.spot is None:
        raise Refusal("A4.1", "battle.not_on_board", id=action.unit)
    spot, cost = Spot(at.grid.label(at.grid.hex(action.to)), action.level), action.cost or 0
    at, movers = begun(at, piece), band(at, piece)
    for one in movers:
        at = _into(at, one, action, spot, cost, log)
    return _arrived(at, tuple(one.id for one in movers), cost)


def _enter(
    at: Position, piece: Moving, action: act.Go, spot: Spot, cost: float, log: Log
) -> Position:
    """Into the next hex, and the question to the other side that follows it."""
    return _arrived(_into(begun(at, piece), piece, action, spot, cost, log), (piece.id,), cost)


def _arrived(
    at: Position, ids: tuple[str, ...], cost: float, *, underbelly: bool = False
) -> Position:
    """C6.5: small acquisition counters follow; then the other side may react."""
    at = follow(at, tuple(map(at.piece, ids)))
    return expend(at, ids[0], cost, entered=True, underbelly=underbelly)


def _into(
    at: Position, piece: Moving, action: act.Go, spot: Spot, cost: float, log: Log
) -> Position:
    """B9.41a, C6.43: one unit is in the next hex; what depends on the place is settled."""
    same = piece.spot is not None and piece.spot.hex == spot.hex
    event = Completes() if same else Enters(piece.id, spot.hex, spot.bypass or None)
    log.say("A4.1", "went", id=piece.id, to=_named(spot), cost=f"{cost:g}")
    walls = at.state.walls if same else told(at, event, log)
    moved: Moving
    if isinstance(piece, Vehicle):
        moved = _driven_on(at, piece, action, spot, cost, same=same)
    else:
        gait = Gait.ASSAULT if action.assault else Gait.NON_ASSAULT
        mf = piece.mf + cost
        moved = replace(piece, place=spot, mf=mf, gait=gait, beside_shellholes=False)
    state = replace(at.state.put(moved, *_carried(at, moved)), walls=walls)
    at = at.then(bore_sights.disturbed(state, piece.id, Disturbed.LEFT_LOCATION))
    if isinstance(piece, Vehicle) and isinstance(moved, Vehicle):
        at = gun_turned_along(at, piece, moved.vca)
    if same:
        at = at.then(replace(at.state, walls=told(at, event, log)))
    return _gyro_keeps_sight(at, piece.id)


def _named(spot: Spot) -> str:
    """A place as the log names it: its level, or the hexside and vertex of a bypass."""
    if spot.bypass:
        return f"{spot.hex}–{spot.bypass}" + (f"/{spot.vertex}" if spot.vertex else "")
    return f"{spot.hex}/{spot.level}" if spot.level else spot.hex


def _driven_on(
    at: Position, vehicle: Vehicle, action: act.Go, spot: Spot, cost: float, *, same: bool
) -> Vehicle:
    """C.8, C6.55: a vehicle in its next hex, or at the next vertex by VBM (D2.3)."""
    moved = replace(
        vehicle,
        place=spot,
        mp=vehicle.mp + cost,
        entered=vehicle.entered or not same,
        vbm=vehicle.vbm or bool(spot.bypass),
    )
    if action.facing:
        spine = read_facing(at.grid, at.grid.hex(spot.hex), action.facing)
        moved = replace(moved, vca=spine, tca=(vehicle.tca + spine - vehicle.vca) % 6)
    for service in moved.services:
        # C6.55: what a gyrostabilized gun then sees no more it loses in `_gyro_keeps_sight`.
        kept = lost(service, Loss.GUN_LEFT_LOCATION, gyro=moved.gyro, in_sight=True)
        moved = moved.with_service(replace(kept, fired_here=False))
    return moved


def _carried(at: Position, moved: Moving) -> tuple[Gun, ...]:
    """C9.2: a mortar in parts goes where those who carry it go."""
    gun = at.carries(moved) if isinstance(moved, Men) else None
    return (replace(gun, place=moved.place),) if gun is not None else ()


def _gyro_keeps_sight(at: Position, id: str) -> Position:
    """C6.55: on the move a gyrostabilized gun keeps an acquisition only while it sees the place."""
    piece = at.piece(id)
    for service in services(piece):
        seen = tuple(
            held
            for held in service.acquired
            if not at.eyes.sees_hex(at.unit(piece), held.hex).blocked
        )
        if seen != service.acquired:
            piece = with_service(piece, replace(service, acquired=seen))
    return at.then(at.state.put(piece))
