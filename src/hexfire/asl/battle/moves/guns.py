"""C10 on the table: Guns pushed, hooked up, unhooked, limbered, by the rules of `fieldguns`.

That room knows one gun, the Infantry that handles it and a vehicle; here they are taken from the
table and put back on it, and what is spent is reacted to like any other expenditure.
"""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire.acquisitions import follow, lose_the_unfit
from hexfire.asl.battle.fire.weapons import services
from hexfire.asl.battle.moves.costs import allotment, road_between, step_cost
from hexfire.asl.battle.moves.expending import expend
from hexfire.asl.battle.moves.movers import check_turned
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table import bore_sights
from hexfire.asl.battle.table.cover import terrain_row
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import (
    Aboard,
    Drive,
    Gait,
    Gun,
    Hull,
    Men,
    Place,
    Spot,
    Vehicle,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.units import kind_of
from hexfire.asl.battle.table.walls import told
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.fieldguns import state as field
from hexfire.asl.fieldguns.figures import gun_counter, tow_counter
from hexfire.asl.fieldguns.hands import Hand, HandKind
from hexfire.asl.fieldguns.limbering import limber, unlimber
from hexfire.asl.fieldguns.manhandling import Entry, Push, manhandling_drm, push, refuse_push
from hexfire.asl.fieldguns.portee import load, unload
from hexfire.asl.fieldguns.service import assemble, dismantle, give_up_wall_advantage, man
from hexfire.asl.fieldguns.towing import hook_up, unhook
from hexfire.asl.gunnery.bore_sight import Disturbed
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.asl.situation import UnitKind
from hexfire.asl.walls import wall_on
from hexfire.asl.walls.advantage import Enters
from hexfire.asl.walls.cover import terrain_tem
from hexfire.dice import Dice
from hexfire.hexes import Hex, Side
from hexfire.play import Seat
from hexfire.rulebook import Refusal

HandlingAct = (
    act.Push
    | act.Hook
    | act.Unhook
    | act.Limber
    | act.Unlimber
    | act.Load
    | act.Unload
    | act.Dismantle
    | act.Assemble
)
_HANDS = {
    UnitKind.CREW: HandKind.CREW,
    UnitKind.HALF_SQUAD: HandKind.HALF_SQUAD,
    UnitKind.SQUAD: HandKind.SQUAD,
    UnitKind.LEADER: HandKind.LEADER,
    UnitKind.HERO: HandKind.HERO,
}
_MANNED = {
    HandKind.CREW: field.Manned.CREW,
    HandKind.HALF_SQUAD: field.Manned.HALF_SQUAD,
    HandKind.SQUAD: field.Manned.SQUAD,
}


def check(at: Position, seat: Seat, action: HandlingAct) -> None:
    """Refuse what C10 does not allow now."""
    gun = _gun(at, seat, action.gun)
    move = at.state.move
    if move is not None and (move.others or move.unit not in (gun.by, _vehicle_of(gun, action))):
        raise Refusal("A4.2", "battle.move.other_moving", id=move.unit)
    if isinstance(action, act.Push | act.Hook | act.Load):
        check_turned(gun.id, gun.service.turned)
    if isinstance(action, act.Push):
        refuse_push(situation(at, gun, with_=helpers(at, gun, action)), entry(at, gun, action.to))
        _new_ca(at, action.to, action.facing, gun.ca)
    else:
        _transition(at, gun, action)


def apply(at: Position, seat: Seat, action: HandlingAct, dice: Dice, log: Log) -> Position:
    """Carry a transition of C10 out."""
    gun = _gun(at, seat, action.gun)
    if isinstance(action, act.Push):
        return _push(at, gun, action, dice, log)
    after = _transition(at, gun, action)
    vehicle = _vehicle_of(gun, action)
    spent = at.piece(vehicle).mp if vehicle else 0  # type: ignore[union-attr]
    log.say("C10.1", f"gun_{action.__struct_config__.tag}", id=gun.id)
    at = _put_back(at, gun, after, vehicle, Disturbed.HOOKED)
    if isinstance(action, act.Dismantle | act.Assemble):
        at = _instead_of_fire(at, gun)
    if isinstance(action, act.Load | act.Unload):
        # C10.51: it costs the crew all its MF, and the vehicle none.
        crew = at.crew(gun)
        assert crew is not None
        return expend(lose_the_unfit(at, log), crew.id, crew.mf)
    if not vehicle:
        return lose_the_unfit(at, log)
    truck = at.piece(vehicle)
    assert isinstance(truck, Vehicle)
    return expend(lose_the_unfit(at, log), vehicle, truck.mp - spent)


def _instead_of_fire(at: Position, gun: Gun) -> Position:
    """C9.2 (R-A9.8): taking a mortar apart, or together, is done in place of firing it."""
    first = at.state.clock.phase is Phase.PFPH
    marker = FireCounter.PREP if first else FireCounter.FINAL
    now = at.piece(gun.id)
    assert isinstance(now, Gun)
    at = at.changed(now, service=replace(now.service, marker=marker))
    crew = at.crew(now)
    return at.changed(crew, marker=marker) if crew else at


def _gun(at: Position, seat: Seat, id: str) -> Gun:
    gun = at.piece(id)
    if not isinstance(gun, Gun) or gun.side != seat:
        raise Refusal("C10.1", "battle.not_yours", id=id)
    if at.spot(gun) is None:
        raise Refusal("C10.1", "battle.not_on_board", id=id)
    return gun


def _vehicle_of(gun: Gun, action: HandlingAct) -> str:
    if isinstance(action, act.Hook | act.Load):
        return action.vehicle
    leaves = isinstance(action, act.Unhook | act.Unload)
    return gun.place.vehicle if leaves and isinstance(gun.place, Aboard) else ""


# From the table to the field guns' own state


def situation(
    at: Position, gun: Gun, vehicle: str = "", with_: tuple[Men, ...] = ()
) -> field.Situation:
    """The Gun with who handles it, who helps and, if named, a vehicle in its hex."""
    crew = at.crew(gun)
    hand = _hand(at, gun, crew) if crew else None
    counter = at.counter(gun)
    assert isinstance(counter, GunCounter)
    gun_state = field.Gun(
        counter=gun_counter(counter),
        place=_place(gun),
        limbered=gun.limbered,
        emplacement=gun.emplaced,
        manned=_MANNED.get(hand.kind, field.Manned.SMCS) if hand else field.Manned.NOBODY,
        done=gun.done,
        ca=gun.ca,
        vehicle=gun.place.vehicle if isinstance(gun.place, Aboard) else None,
        low_ammo=gun.service.state is WeaponState.LOW_AMMO,
        malfunctioned=not gun.service.works,
    )
    clock = at.state.clock
    return field.Situation(
        gun=gun_state,
        hands=(*((hand,) if hand else ()), *(_hand(at, gun, men, helps=True) for men in with_)),
        vehicle=_vehicle(at, gun, vehicle) if vehicle else None,
        phase=clock.phase,
        own=clock.phasing == gun.side,
    )


def _place(gun: Gun) -> field.Place:
    if gun.dismantled:
        return field.Place.DISMANTLED
    if isinstance(gun.place, Aboard):
        return field.Place.PORTEE if gun.place.portee else field.Place.HOOKED
    return field.Place.GROUND


def helpers(at: Position, gun: Gun, action: act.Push) -> tuple[Men, ...]:
    """C10.3: Infantry in the Gun's Location that helps to push it."""
    spot, crew = at.spot(gun), at.crew(gun)
    helping = []
    for id in filter(None, action.helpers.split(",")):
        men = at.piece(id)
        if not isinstance(men, Men) or men.side != gun.side or men is crew or men in helping:
            raise Refusal("C10.3", "battle.gun.no_helper", id=id, gun=gun.id)
        if men.spot != spot or men.id in at.state.moved or at.mans(men) is not None:
            raise Refusal("C10.3", "battle.gun.no_helper", id=id, gun=gun.id)
        helping.append(men)
    return tuple(helping)


def _hand(at: Position, gun: Gun, men: Men, *, helps: bool = False) -> Hand:
    """One of those at a Gun; who helps does not possess it (C10.111)."""
    fired = men.marker is not FireCounter.NONE
    if not helps:
        fired |= gun.service.marker is not FireCounter.NONE or bool(gun.service.shots)
    return Hand(
        possesses=not helps,
        kind=_HANDS[kind_of(men)],
        good_order=not men.broken,
        pinned=men.pinned,
        ti=men.ti,
        fired=fired,
        on_foot=isinstance(men.place, Spot),
        mf=int(allotment(at, men)),
        mf_spent=int(men.mf),
        cx=men.cx,
        assault_moving=men.gait is Gait.ASSAULT,
        labor=men.labor,
        hazardous=men.hazardous,
    )


def passenger_pp(men: Men) -> int:
    """D6.1 (R-D6.1): the PP that a unit takes up in a vehicle."""
    return Hand(kind=_HANDS[kind_of(men)]).pp


def _vehicle(at: Position, gun: Gun, id: str) -> field.Vehicle:
    piece = at.piece(id)
    counter = at.counter(piece)
    if not isinstance(piece, Vehicle) or not isinstance(counter, VehicleCounter):
        raise Refusal("C10.11", "battle.move.no_vehicle", id=id)
    if piece.side != gun.side or at.hex(piece) != at.hex(gun):
        raise Refusal("C10.11", "battle.gun.elsewhere", id=id, gun=gun.id)
    figures = tow_counter(counter)
    aboard = [p for p in at.aboard(piece) if isinstance(p, Men)]
    burden = next((p.id for p in at.aboard(piece) if isinstance(p, Gun)), None)
    return field.Vehicle(
        name=id,
        mp=counter.mp,
        t=figures.t_number(int(at.scenario.date[:4])),
        pp=figures.pp,
        cargo_pp=sum(passenger_pp(men) for men in aboard),
        mp_spent=piece.mp,
        stopped=piece.drive is Drive.STOPPED,
        bypass=piece.spot is not None and bool(piece.spot.bypass),
        fired=any(s.marker is not FireCounter.NONE or s.shots for s in services(piece)),
        ti=piece.ti,
        immobilized=piece.hull is not Hull.MOBILE,
        wreck=bool(piece.wreck),
        portee=piece.portee,
        burden=burden,
    )


def _transition(at: Position, gun: Gun, action: act.Action) -> field.Situation:
    """The step of `fieldguns` that an action means."""
    spot = at.spot(gun)
    assert spot is not None
    match action:
        case act.Hook():
            return hook_up(situation(at, gun, action.vehicle), boarding=not action.afoot)
        case act.Unhook():
            vehicle = gun.place.vehicle if isinstance(gun.place, Aboard) else ""
            ca = _new_ca(at, spot.hex, action.facing, gun.ca)
            return unhook(situation(at, gun, vehicle), ca)
        case act.Limber():
            ca = _new_ca(at, spot.hex, action.facing, gun.ca)
            return limber(situation(at, gun), ca)
        case act.Unlimber():
            ca = _new_ca(at, spot.hex, action.facing, gun.ca)
            return unlimber(situation(at, gun), ca)
        case act.Load():
            lorry = at.piece(action.vehicle)
            facing = field.PorteeFacing.REAR if action.rear else field.PorteeFacing.FORWARD
            vca = lorry.vca if isinstance(lorry, Vehicle) else 0
            return load(situation(at, gun, action.vehicle), facing, vca)
        case act.Unload():
            carrier = gun.place.vehicle if isinstance(gun.place, Aboard) else ""
            ca = _new_ca(at, spot.hex, action.facing, gun.ca)
            return unload(situation(at, gun, carrier), ca)
        case act.Dismantle():
            return dismantle(situation(at, gun))
        case act.Assemble():
            ca = _new_ca(at, spot.hex, action.facing, gun.ca)
            return assemble(situation(at, gun), ca)
        case _:
            raise TypeError(action)


def _new_ca(at: Position, hex: str, facing: str, now: int) -> int:
    return read_facing(at.grid, at.grid.hex(hex), facing) if facing else now


# Back on the table


def _put_back(
    at: Position, gun: Gun, after: field.Situation, vehicle: str, disturbed: Disturbed | None
) -> Position:
    """The Gun, its crew and the vehicle as a transition leaves them."""
    spot = at.spot(gun)
    assert spot is not None
    here = Spot(spot.hex, spot.level)
    hooked, portee = (after.gun.place is p for p in (field.Place.HOOKED, field.Place.PORTEE))
    place: Place = Aboard(vehicle, hooked=hooked, portee=portee) if hooked or portee else here
    service = replace(gun.service, acquired=(), fired_here=False)
    if after.gun.low_ammo and service.state is WeaponState.WORKING:
        service = replace(service, state=WeaponState.LOW_AMMO)
    state = at.state.put(
        replace(
            gun,
            place=place,
            limbered=after.gun.limbered,
            dismantled=after.gun.place is field.Place.DISMANTLED,
            emplaced=after.gun.emplacement,
            done=after.gun.done,
            ca=after.gun.ca,
            service=service,
        )
    )
    crew = at.crew(gun)
    if crew is not None:
        hand = after.hands[0]
        aboard: Place = Aboard(vehicle) if not hand.on_foot and vehicle else here
        state = state.put(
            replace(
                crew,
                place=aboard,
                ti=hand.ti,
                hazardous=hand.hazardous,
                labor=hand.labor,
                mf=float(hand.mf_spent),
            )
        )
    if vehicle and after.vehicle is not None:
        # C10.52: an immobilized carrier is a wreck once its Gun is off it.
        wreck = Wrecked.WRECK if after.vehicle.wreck else Wrecked.NO
        spent = after.vehicle.mp_spent
        state = state.change(vehicle, mp=spent, ti=after.vehicle.ti, wreck=wreck)
    if disturbed is not None:
        state = bore_sights.disturbed(state, gun.id, disturbed)
    return at.then(state)


# Pushing


def entry(at: Position, gun: Gun, to: str) -> Entry:
    """C10.3: the hex that a Gun shall enter: what Infantry pays, its TEM, the hexside's TEM."""
    here, there, crew = at.hex(gun), at.grid.hex(to), at.crew(gun)
    assert here is not None
    if not here.is_adjacent(there):
        raise Refusal("A4.1", "battle.move.not_adjacent", id=gun.id, hex=to)
    if crew is None:
        raise Refusal("C10.111", "fieldguns.no_crew")
    terrain = at.board.centre_terrain(there)
    wall = wall_on(at.board, Side.between(here, there))
    return Entry(
        mf=int(step_cost(at, crew, there).total),
        terrain=terrain_row(terrain),
        hex_tem=terrain_tem(terrain),
        hexside_tem=wall.kind.tem if wall else 0,
        road=road_between(at.board, here, there),
    )


def _push(at: Position, gun: Gun, action: act.Push, dice: Dice, log: Log) -> Position:
    """C10.3: one Manhandling DR, and the Gun in the next hex unless it failed."""
    there = at.grid.hex(action.to)
    ca = _new_ca(at, action.to, action.facing, gun.ca)
    way = entry(at, gun, action.to)
    hands = helpers(at, gun, action)
    now = situation(at, gun, with_=hands)
    result, after = push(dice, now, way, low_ammo=action.low_ammo, ca=ca)
    faces = next(faces for wanted, faces in reversed(dice.log) if wanted.rule == "C10.3")
    drm = manhandling_drm(way, now.hands, action.low_ammo and not now.gun.low_ammo)
    log.say(
        "C10.3",
        f"push_{result.value}",
        id=gun.id,
        to=at.grid.label(there),
        dr=f"{faces[0]},{faces[1]}",
        drm=f"{drm.total:+d}",
        m=now.gun.counter.m,
        data={"cases": dict(drm.as_dict())},
    )
    crew = at.crew(gun)
    assert crew is not None
    if not result.enters:
        at = _helped(_put_back(at, gun, after, "", None), hands, after, None)
        moved = (*at.state.moved, crew.id, *(men.id for men in hands))
        return at.then(replace(at.state, moved=moved))
    at = _helped(at, hands, after, at.grid.label(there))
    return _entered(at, gun, crew, there, after, way, result, log)


def _helped(
    at: Position, hands: tuple[Men, ...], after: field.Situation, to: str | None
) -> Position:
    """C10.3: who helped has spent and suffers the same, and has come along if it went."""
    for men, hand in zip(hands, after.hands[1:], strict=True):
        gait = men.gait if to is None else men.gait or Gait.NON_ASSAULT
        helped = replace(
            men,
            place=men.place if to is None else Spot(to),
            ti=hand.ti,
            hazardous=hand.hazardous,
            labor=hand.labor,
            mf=float(hand.mf_spent),
            gait=gait,
        )
        at = at.then(at.state.put(helped))
    return at


def _entered(
    at: Position,
    gun: Gun,
    crew: Men,
    there: Hex,
    after: field.Situation,
    way: Entry,
    result: Push,
    log: Log,
) -> Position:
    """B9.41a, C11.3: Gun and crew stand in the next hex; the other side may react."""
    label = at.grid.label(there)
    walls = told(at, Enters(crew.id, label), log)
    at = _put_back(at, gun, after, "", Disturbed.LEFT_LOCATION)
    state = at.state.change(gun.id, place=Spot(label))
    gait = crew.gait or Gait.NON_ASSAULT
    state = state.change(crew.id, place=Spot(label), gait=gait)
    at = at.then(replace(state, walls=walls))
    at = follow(at, (at.piece(crew.id),))
    return expend(at, crew.id, way.push_mf, entered=True)


# Men and their Gun


def claims_wall(at: Position, unit: str) -> Position:
    """C11.3: men who claim Wall Advantage of their own will give up their Gun's emplacement.

    Mandatory WA (B9.323) is not their doing and costs nothing.
    """
    men = at.piece(unit)
    gun = at.mans(men) if isinstance(men, Men) else None
    if gun is None:
        return at
    after = give_up_wall_advantage(situation(at, gun).gun)
    return at.changed(gun, emplaced=after.emplacement)


def check_leave(at: Position, seat: Seat, unit: str) -> Gun:
    """A4.43: in their own MPh, before they move, men may leave the Gun that they man."""
    men = at.piece(unit)
    gun = at.mans(men) if isinstance(men, Men) else None
    if men.side != seat or gun is None:
        raise Refusal("A4.43", "battle.gun.mans_none", id=unit)
    if at.state.clock.phase is not Phase.MPH or at.state.clock.phasing != seat:
        raise Refusal("A4.43", "battle.move.not_mph")
    if isinstance(gun.place, Aboard) or at.state.move is not None or unit in at.state.moved:
        raise Refusal("A4.43", "battle.move.has_moved", id=unit)
    check_turned(unit, gun.service.turned)
    return gun


def leave(at: Position, seat: Seat, unit: str, log: Log) -> Position:
    """A4.43, C11.3: the Gun stands there, nobody's; being left does not end its emplacement."""
    gun = check_leave(at, seat, unit)
    left = man(situation(at, gun).gun, field.Manned.NOBODY)
    log.say("A4.43", "gun_left", id=gun.id, by=unit)
    at = at.changed(gun, by="", emplaced=left.emplacement)
    return lose_the_unfit(at, log)
