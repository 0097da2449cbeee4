"""C12, C13 on the table: recoilless rifles and light anti-tank weapons, with who stands about.

Who serves the weapon, who else is in the Location, who is in the Backblast Zone and what burns
there come from the table; the chain itself is `antitank`'s.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.antitank.backblast import Bystander, How, in_backblast_zone, rear_hexes
from hexfire.asl.antitank.fire import AtOutcome, AtShot
from hexfire.asl.antitank.party import Party, at_shot, is_light_weapon_shot
from hexfire.asl.battle.fire.harm import hurt_men, men_of
from hexfire.asl.battle.fire.panzerfausts import with_check
from hexfire.asl.battle.fire.weapons import Arm, nation_of, services
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.carriers import carrier
from hexfire.asl.battle.table.cover import terrain_row
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Gait, Men, Vehicle
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Kind, Shot
from hexfire.asl.shots.targets import Personnel, VehicleTarget, vehicle
from hexfire.asl.situation import Marker as GroundMarker
from hexfire.asl.situation import MarkerKind
from hexfire.hexes import Hex
from hexfire.rulebook import Refusal


def light_shot(at: Position, arm: Arm, order: Fire, shot: Shot) -> AtShot | None:
    """The shot as C12 and C13 see it; None for a weapon that they do not concern."""
    crew = arm.crew
    if crew is None or not is_light_weapon_shot(shot, Party()):
        return None
    waits = order.how == How.OPPORTUNITY_FIRE
    if waits and not (shot.phase is Phase.AFPH and shot.firer.opportunity_fire):
        raise Refusal("C5.34", "battle.fire.opportunity_only", id=arm.name)
    here = list(_men_here(at, crew))
    party = Party(
        by=(men_of(at, crew).rank,),
        how=How(order.how) if order.how else None,
        floor=_floor(at, crew),
        zone=tuple(terrain_row(at.board.centre_terrain(hex)) for hex in _zone(at, arm, shot)),
    )
    if arm.inherent:
        party = with_check(at, crew, party)
        shot = replace(shot, nation=nation_of(at, crew))
    light = at_shot(shot, party)
    standing = tuple(Bystander(unit, moved) for _, unit, moved in _bystanders(at, arm, shot))
    return replace(light, men=tuple(men_of(at, men) for men in here), bystanders=standing)


def _floor(at: Position, men: Men) -> int:
    spot = at.spot(men)
    return spot.level if spot else 0


def _men_here(at: Position, crew: Men) -> Iterator[Men]:
    """All Personnel in the firer's Location, himself first."""
    yield crew
    vehicle, spot = carrier(at, crew), at.spot(crew)
    if vehicle is not None:
        aboard = (men for men in at.aboard(vehicle) if isinstance(men, Men) and not men.rides)
        yield from (men for men in aboard if men.id != crew.id)
        return
    for piece in at.in_hex(spot.hex if spot else ""):
        same = piece.spot is not None and spot is not None and piece.spot.level == spot.level
        if isinstance(piece, Men) and piece.id != crew.id and same:
            yield piece


def _zone(at: Position, arm: Arm, shot: Shot) -> tuple[Hex, ...]:
    """C12.3: the hexes of a RCL's Backblast Zone on the board."""
    here = at.hex(arm.piece)
    if shot.weapon.kind is not Kind.RCL or here is None:
        return ()
    behind = rear_hexes(here, at.grid.hex(shot.target.hex))
    return (here, *(hex for hex in behind if hex in at.grid))


def _bystanders(
    at: Position, arm: Arm, shot: Shot
) -> Iterator[tuple[Men | Vehicle, Personnel | VehicleTarget, bool]]:
    """C12.31: unarmored friends in the zone who do not fire the RCL; whether they have acted."""
    here, spot = at.hex(arm.piece), at.spot(arm.piece)
    assert here is not None and spot is not None
    target = at.grid.hex(shot.target.hex)
    for hex in _zone(at, arm, shot):
        for piece in at.in_hex(at.grid.label(hex)):
            if piece.side != arm.piece.side or piece.spot is None or piece is arm.crew:
                continue
            if not in_backblast_zone(here, spot.level, target, hex, piece.spot.level):
                continue
            if isinstance(piece, Men):
                acted = piece.marker is not FireCounter.NONE or piece.gait is not Gait.STILL
                yield piece, men_of(at, piece), acted
            elif isinstance(piece, Vehicle) and piece.crewed:
                counter = at.counter(piece)
                assert isinstance(counter, VehicleCounter)
                if not counter.armored:
                    fired = any(s.marker is not FireCounter.NONE for s in services(piece))
                    yield piece, vehicle(counter), fired or piece.entered


def after_light(
    at: Position,
    arm: Arm,
    shot: Shot,
    before: Position,
    fired_as: AtShot,
    outcome: AtOutcome,
    log: Log,
) -> Position:
    """C12.31, C13.31, C13.81: the firer's own side: who is hurt, who is TI, what burns."""
    crew = arm.crew
    assert crew is not None
    for men, was, fate in zip(_men_here(before, crew), fired_as.men, outcome.men, strict=False):
        if fate != was and at.piece(men.id).on_board:
            at = hurt_men(at, men.id, fate, log)
    standing = [piece for piece, _, _ in _bystanders(before, arm, shot)]
    for piece, after in zip(standing, outcome.bystanders, strict=False):
        if isinstance(after, Personnel):
            at = hurt_men(at, piece.id, after, log)
        now = at.piece(piece.id)
        if now.on_board and isinstance(now, Men | Vehicle):
            log.say("C12.31", "backblast", id=piece.id)
            at = at.then(at.state.put(replace(now, ti=True)))
    for place in outcome.flames:
        at = _flame(at, arm, shot, place)
    return at


def _flame(at: Position, arm: Arm, shot: Shot, place: str) -> Position:
    """C12.4, C13.57: a Flame at the target, at the firer's place, or in the zone."""
    spot = at.spot(arm.piece)
    assert spot is not None
    hex = {"target": shot.target.hex, "firer": spot.hex}.get(place, spot.hex)
    for behind in _zone(at, arm, shot):
        if terrain_row(at.board.centre_terrain(behind)) == place:
            hex = at.grid.label(behind)
    flame = GroundMarker(kind=MarkerKind.FLAME, hex=hex)
    return at.then(replace(at.state, ground=(*at.state.ground, flame)))
