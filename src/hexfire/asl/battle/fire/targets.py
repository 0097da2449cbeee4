"""Pieces on the table as the targets of one shot."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from hexfire.asl.battle.fire.harm import men_of
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.table.carriers import carrier, passengers, riders
from hexfire.asl.battle.table.cover import Shelter, hex_tem, shelter, terrain_row
from hexfire.asl.battle.table.pieces import (
    Aboard,
    AnyPiece,
    Drive,
    Dummy,
    Gait,
    Gun,
    Hull,
    Men,
    Moving,
    Service,
    Spot,
    Support,
    Vehicle,
    Veil,
    Wrecked,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import clock_of, sees, sees_hex
from hexfire.asl.battle.table.stacking import overstacked
from hexfire.asl.battle.table.units import location_of
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Leader, Squad, size_of
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.facing import target_facing
from hexfire.asl.effects.kill_number import aerial_af
from hexfire.asl.fieldguns.figures import gun_counter
from hexfire.asl.fieldguns.portee import Shielded, portee_gunshield
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind, Mount, Shot, Target, TargetKind, Weapon
from hexfire.asl.shots.targets import Personnel, personnel
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.hexes import BadLabel
from hexfire.hexes.arcs import in_covered_arc
from hexfire.rulebook import BadInput, Refusal


@dataclass(frozen=True)
class Aimed:
    """What an order aims at: a place, and the piece there (None: nobody is known of)."""

    spot: Spot
    piece: AnyPiece | None


HEX = "hex="
"""Before a hex whose label is a piece's name as well: `fire M1 at hex=G1`."""


def aimed(at: Position, side: str, name: str) -> Aimed:
    """What a target's name means to its firer: a piece, the «?» at a place, or a hex."""
    piece = at.by_id.get(name)
    if piece is None and name.startswith("?"):
        raise BadInput("battle.no_piece", id=name)
    if piece is None:
        hex = at.grid.hex(name.removeprefix(HEX))
        return Aimed(Spot(at.grid.label(hex)), None)
    if piece.side == side:
        own = "battle.fire.own_or_hex" if _names_hex(at, name) else "battle.fire.own"
        raise Refusal("C3.4", own, id=name)
    vehicle = carrier(at, piece)
    if vehicle is not None and isinstance(piece, Gun):
        raise Refusal("C10.1", "battle.fire.in_tow", id=name, vehicle=vehicle.id)
    if vehicle is not None:  # D.8: who is aboard is struck with the vehicle
        piece = vehicle
    elif isinstance(piece, Men) and (gun := at.mans(piece)) is not None:
        piece = gun
    spot = at.spot(piece)
    if spot is None:
        raise BadInput("battle.not_on_board", id=name)
    return Aimed(spot, piece)


def _names_hex(at: Position, name: str) -> bool:
    try:
        at.grid.hex(name)
    except BadLabel:
        return False
    return True


def in_target_hex(at: Position, hex: str) -> Iterator[AnyPiece]:
    """Everything in a hex that a shot could hit by itself.

    Who works a Gun shares its fate; SW have none of their own.
    """
    for piece in at.in_hex(hex):
        match piece:
            case Men() if at.mans(piece) is not None:
                continue
            case Support() | Gun(dismantled=True):
                continue
            case Vehicle() if piece.wreck is not Wrecked.NO:
                continue
        yield piece


def is_armored(at: Position, piece: AnyPiece) -> bool:
    """Whether a piece is an AFV."""
    counter = at.counter(piece) if isinstance(piece, Vehicle) else None
    return isinstance(counter, VehicleCounter) and counter.armored


def is_screen(marker: Marker) -> bool:
    """C8.5, C8.6: whether a counter is SMOKE."""
    return marker.kind in (MarkerKind.SMOKE, MarkerKind.WP)


def is_struck_too(aimed: Target, other: Target) -> bool:
    """A7.4: an attack on the IFT strikes all in the Location that it can see and fire at."""
    return other.location == aimed.location and other.in_los and other.moved_to_draw_fire


def together(shots: Sequence[Shot]) -> Shot:
    """A7.4, A7.5: one attack on the IFT by all members of a Fire Group, at whom all of them see."""
    places = range(len(shots[0].others))
    struck = [i for i in places if all(is_struck_too(one.target, one.others[i]) for one in shots)]
    lead = [i for i in places if i not in struck and leads(shots[0].target, shots[0].others[i])]
    first, *rest = (
        replace(
            one,
            others=(
                *(one.others[i] for i in struck),
                *(replace(one.others[i], leads_only=True) for i in lead),
            ),
        )
        for one in shots
    )
    return replace(first, group=tuple(rest))


def leads(aimed: Target, other: Target) -> bool:
    """B9.521c: a leader beside who is struck leads his checks, though the fire misses himself."""
    beside = other.location == aimed.location and other.friendly == aimed.friendly
    return beside and isinstance(other.unit, Leader) and not other.broken


def target(
    at: Position,
    arm: Arm,
    piece: AnyPiece,
    phase: Phase,
    *,
    in_hex: bool = False,
    on_ift: bool = False,
) -> Target:
    """One piece as a target of a weapon: everything that the To Hit and effects DR look at.

    `in_hex`: a vehicle takes the TEM of its hex and is not Hull Down (B9.36b). `on_ift`: the weapon
    is said to attack straight on the IFT (IFE, or bullets at who is exposed).
    """
    spot = at.spot(piece)
    assert spot is not None
    answer = sees(at, arm.eye, piece)
    indirect = arm.weapon.kind is Kind.MTR
    bullets = on_ift or (arm.weapon.kind is Kind.MG and not is_armored(at, piece))
    cover = shelter(at, arm.piece, piece, indirect=indirect, in_hex=in_hex, bullets=bullets)
    move = at.state.move
    pushed_by = piece.by if isinstance(piece, Gun) else piece.id
    mover = move is not None and (piece.id in move.units or pushed_by in move.units)
    base = Target(
        name=piece.id,
        hex=spot.hex,
        location=location_of(spot),
        level=at.board.base_level(at.grid.hex(spot.hex)) + spot.level,
        concealed=piece.veil is Veil.CONCEALED,
        hidden=piece.veil is Veil.HIDDEN,
        in_los=not answer.blocked,
        hindrance=0 if answer.blocked else answer.hindrance,
        friendly=piece.side == arm.piece.side,
        moved_to_draw_fire=phase is not Phase.DFF or mover,
        terrain=cover.terrain,
        ground=terrain_row(at.board.centre_terrain(at.grid.hex(spot.hex))),
        tem=cover.tem,
        air_burst=cover.air_burst,
        in_marsh=cover.terrain == "marsh",
    )
    if phase is Phase.DFF and mover:
        on_move = at.piece(move.unit) if move else piece
        base = replace(base, mp_in_los=clock_of(at, on_move, arm.eye).in_los)
    match piece:
        case Men():
            return _men(at, piece, base, cover, moving=phase is Phase.DFF and mover)
        case Gun():
            return _gun(at, piece, base, arm, pushed=phase is Phase.DFF and mover)
        case Vehicle():
            return _vehicle(at, piece, base, cover, arm)
        case Dummy():
            return _dummy(piece, base, cover, moving=phase is Phase.DFF and mover)
        case _:
            return replace(base, kind=TargetKind.INFANTRY)


def entering(at: Position, piece: Moving | Gun, *, moving: bool = True) -> Target:
    """A8.2, D7: a piece as what is in its own hex strikes it: Residual FP, or an OVR.

    The TEM and the SMOKE of its hex count, and nothing that depends on where fire comes from.
    """
    spot = at.spot(piece)
    assert spot is not None
    hex = at.grid.hex(spot.hex)
    tem = 0 if spot.bypass else hex_tem(at, spot.hex, indirect=False)
    smoke = sum(one.drm or 0 for one in at.state.ground if one.hex == spot.hex and is_screen(one))
    row = "open_ground" if spot.bypass else terrain_row(at.board.centre_terrain(hex))
    base = Target(
        name=piece.id,
        hex=spot.hex,
        location=location_of(spot),
        level=at.board.base_level(hex) + spot.level,
        hindrance=smoke,
        terrain=row,
        tem=tem,
    )
    if isinstance(piece, Dummy):
        return _dummy(piece, base, Shelter(tem=tem, terrain=row, open=not tem), moving=moving)
    arm = Arm(piece, Armament.MA, Service(), Weapon(caliber=8, kind=Kind.MG), None)
    match piece:
        case Men():
            return _men(at, piece, base, Shelter(tem=tem, terrain=row, open=not tem), moving=moving)
        case Gun():
            return _gun(at, piece, base, arm, pushed=True)
        case Vehicle():
            return _vehicle(at, piece, base, Shelter(tem=tem, terrain=row), arm)


def _unit(at: Position, men: Men) -> Hashable:
    counter = at.counter(men)
    if men.wounded and isinstance(counter, Squad | Leader):
        hurt = personnel(counter, broken=men.broken)
        return replace(hurt, wounded=True, pinned=men.pinned, name=men.id)
    return counter


def _men(at: Position, men: Men, base: Target, cover: Shelter, *, moving: bool) -> Target:
    """C6.13, C6.14: men; FFNAM and FFMO are of the unit that moves, at its last expenditure."""
    return replace(
        base,
        kind=TargetKind.INFANTRY,
        unit=_unit(at, men),
        broken=men.broken,
        unit_pinned=men.pinned,
        hazardous=men.hazardous,
        overstacked=_overstacked(at, men),
        dashing=moving and men.gait is Gait.DASH,
        ffnam=moving and men.gait is Gait.NON_ASSAULT,
        ffmo=moving and cover.open and not base.hindrance,
    )


def _dummy(dummy: Dummy, base: Target, cover: Shelter, *, moving: bool) -> Target:
    """C6.13, C6.14: a «?» that moves is fired at as the men that it pretends to be."""
    return replace(
        base,
        kind=TargetKind.INFANTRY,
        ffnam=moving and dummy.gait is Gait.NON_ASSAULT,
        ffmo=moving and cover.open and not base.hindrance,
    )


def _overstacked(at: Position, men: Men) -> int:
    """A5.131: while units move, only those who move among too many are the better targets."""
    move = at.state.move
    if men.spot is None or (move is not None and men.id not in move.units):
        return 0
    return overstacked(at, men.side, men.spot)


def _gun(at: Position, gun: Gun, base: Target, arm: Arm, *, pushed: bool) -> Target:
    """C11.4: a Gun and who works it are one target; its shield is in its CA (C11.5).

    Who pushes it has no shield against First Fire.
    """
    crew, hex, firer = at.crew(gun), at.hex(gun), at.hex(arm.piece)
    assert hex is not None and firer is not None
    counter = at.counter(gun)
    return replace(
        base,
        kind=TargetKind.GUN,
        unit=counter,
        size=size_of(counter),
        emplaced=gun.emplaced is Emplacement.EMPLACED,
        crewed=crew is not None,
        manning=_unit(at, crew) if crew else None,
        in_gun_ca=in_covered_arc(hex, gun.ca, firer) and not pushed,
        broken=crew is not None and crew.broken,
        unit_pinned=crew is not None and crew.pinned,
        hazardous=crew is not None and crew.hazardous,
    )


def check_aerial_af(at: Position, vehicle: Vehicle) -> None:
    """C7.12: an attack that may look at the Aerial AF waits, before any die, until it is known."""
    counter = _counter(at, vehicle)
    if not counter.armored:
        return
    try:
        aerial_af(counter)
    except Refusal:
        name = counter.name
        raise Refusal("C7.12", "battle.fire.aerial_af", id=vehicle.id, unit=name) from None


def _counter(at: Position, vehicle: Vehicle) -> VehicleCounter:
    """A vehicle's counter, with the Aerial AF that somebody has said."""
    counter = at.counter(vehicle)
    assert isinstance(counter, VehicleCounter)
    said = vehicle.aerial_af
    return counter if said is None else replace(counter, aerial_af=said)


def _vehicle(at: Position, vehicle: Vehicle, base: Target, cover: Shelter, arm: Arm) -> Target:
    counter = _counter(at, vehicle)
    here, firer = at.hex(vehicle), at.hex(arm.piece)
    assert here is not None and firer is not None
    towed = (gun for gun in at.aboard(vehicle) if isinstance(gun, Gun))
    shield = sum(_portee_shield(at, gun, vehicle, arm) for gun in towed)
    as_vehicle = replace(
        base,
        kind=TargetKind.AFV if counter.armored else TargetKind.VEHICLE,
        unit=counter,
        size=counter.target_size,
        hd=cover.hull_down,
        immobile=vehicle.hull is not Hull.MOBILE,
        entered_new_hex=vehicle.entered,
        vbm=vehicle.vbm,
        began_in_motion=vehicle.began_in_motion,
        motion=vehicle.drive is Drive.MOTION,
        non_stopped=vehicle.drive is Drive.NON_STOPPED,
        ce=vehicle.ce,
        riders=tuple(_aboard(at, men) for men in riders(at, vehicle)),
        passengers=tuple(_aboard(at, men, shield) for men in passengers(at, vehicle)),
    )
    if here == firer:
        # The front covers the two directions beside the hexspine; the dr counts them from 1.
        return replace(as_vehicle, front_dr=(vehicle.vca - 1) % 6 + 1)
    turret = bool(counter.turret) and counter.turret != Mount.NT
    return replace(
        as_vehicle,
        facing=target_facing(here, vehicle.vca, firer, counter),
        turret_facing=target_facing(
            here, vehicle.tca if turret else vehicle.vca, firer, counter, turret=True
        ),
    )


def _portee_shield(at: Position, gun: Gun, vehicle: Vehicle, arm: Arm) -> int:
    """C10.53: the shield of a Gun en portee, for Passengers, against Direct Fire from its CA."""
    counter, here, firer = at.counter(gun), at.hex(vehicle), at.hex(arm.piece)
    assert isinstance(counter, GunCounter) and here is not None and firer is not None
    if not isinstance(gun.place, Aboard) or not gun.place.portee:
        return 0
    return portee_gunshield(
        gun_counter(counter),
        Shielded.PASSENGERS,
        direct_fire=arm.weapon.kind is not Kind.MTR,
        in_gun_ca=here != firer and in_covered_arc(here, gun.ca, firer),
    )


def _aboard(at: Position, men: Men, shield: int = 0) -> Personnel:
    """D.8: who is aboard as the Collateral Attack meets him, perhaps behind a Gun's shield."""
    return replace(men_of(at, men), drm=0 if men.broken else shield)


def empty_place(at: Position, arm: Arm, spot: Spot) -> Target:
    """C3.32, C3.33: a Location or hex in which nobody is known to be."""
    answer = sees_hex(at, arm.eye, spot.hex, spot.level)
    indirect = arm.weapon.kind is Kind.MTR
    return Target(
        name=spot.hex,
        hex=spot.hex,
        kind=TargetKind.TERRAIN,
        location=location_of(spot),
        level=at.board.base_level(at.grid.hex(spot.hex)) + spot.level,
        in_los=not answer.blocked,
        hindrance=0 if answer.blocked else answer.hindrance,
        terrain=terrain_row(at.board.centre_terrain(at.grid.hex(spot.hex))),
        tem=hex_tem(at, spot.hex, indirect=indirect),
    )
