"""C6.5–C6.58 on the table: Acquired Target counters placed, moved, left behind and lost."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.battle.fire.weapons import Arm, services, with_service
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import AnyPiece, Gun, Men, Service, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import sees
from hexfire.asl.battle.table.units import location_of
from hexfire.asl.gunnery.acquisition import (
    Acquisition,
    Loss,
    Size,
    after_shot,
    drm_for,
    lose,
    target_moves,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.shots.shot import Shot
from hexfire.dice import Dice


def after_fire(at: Position, arm: Arm, shot: Shot, outcome: Outcome) -> tuple[Acquisition, ...]:
    """C6.5, C6.52: what the weapon has acquired after a shot: the place it fired at, or nothing.

    C6.58: its counter bears the weapon's own name.
    """
    if not outcome.fired and not outcome.malfunction:
        return arm.service.acquired
    hex, location = shot.target.hex, shot.target.location
    held = min(
        arm.service.acquired,
        key=lambda one: drm_for(one, shot, hex, location),
        default=None,
    )
    new = after_shot(
        held,
        shot,
        hex,
        location,
        malfunction=outcome.malfunction,
        revealed=outcome.revealed,
        gun=arm.name,
    )
    if new is None or not outcome.acquisition:
        return ()
    seen = tuple(id for id in new.units if id in at.by_id and at.piece(id).veil is Veil.KNOWN)
    return (replace(new, units=seen, drm=outcome.acquisition),)


def follow(at: Position, movers: tuple[AnyPiece, ...]) -> Position:
    """C6.5, C6.51: units enter a new Location: small counters go with them while they are seen.

    Of a stack that parts the owner need not yet say whom he follows: both places are kept.
    """
    for piece in at.state.pieces:
        if piece.side == movers[0].side:
            continue
        for service in services(piece):
            after = tuple(
                one for held in service.acquired for one in _followed(at, piece, held, movers)
            )
            if after != service.acquired:
                at = at.then(at.state.put(with_service(at.piece(piece.id), _with(service, after))))
    return at


def lost(service: Service, event: Loss, *, gyro: bool = False, in_sight: bool = False) -> Service:
    """C6.5, C6.55: a weapon after an event that ends acquisitions, or (with a gyro) may not."""
    held = (lose(one, event, gyro=gyro, target_kept_in_los=in_sight) for one in service.acquired)
    return replace(service, acquired=tuple(one for one in held if one is not None))


def _with(service: Service, acquired: tuple[Acquisition, ...]) -> Service:
    return replace(service, acquired=acquired)


def _followed(
    at: Position, gun: AnyPiece, held: Acquisition, movers: tuple[AnyPiece, ...]
) -> tuple[Acquisition, ...]:
    on_move = tuple(one for one in movers if one.id in held.units)
    spot = at.spot(on_move[0]) if on_move else None
    if held.size is Size.HEX or spot is None:
        return (held,)
    in_los = at.represents(gun) is not None and not sees(at, gun, on_move[0]).blocked
    names = tuple(one.id for one in on_move)
    after = target_moves(held, names, spot.hex, location_of(spot), in_los)
    stay = tuple(unit for unit in held.units if unit not in names)
    return (replace(held, units=stay), after) if in_los and stay else (after,)


def settle_stack(at: Position, mover: AnyPiece, dice: Dice, log: Log) -> Position:
    """C6.51: the unit's move is over: whose counter could go with it or stay must now choose."""
    for piece in at.state.pieces:
        for service in services(piece):
            if len(service.acquired) < 2:
                continue
            if not any(mover.id in held.units for held in service.acquired):
                continue
            names = [", ".join(held.units) or held.hex for held in service.acquired]
            chosen = dice.choose(piece.side, names, "C6.51")
            held = service.acquired[names.index(chosen)]
            log.say("C6.51", "acquisition_kept", id=piece.id, target=chosen)
            at = at.then(at.state.put(with_service(at.piece(piece.id), _with(service, (held,)))))
    return at


def lose_the_unfit(at: Position, log: Log) -> Position:
    """C6.5: acquisition goes with the crew's Good Order, the weapon's health and its Location."""
    for piece in at.state.pieces:
        for service in services(piece):
            if service.acquired and not (service.works and _served(at, piece)):
                log.say("C6.5", "acquisition_lost", id=piece.id)
                event = Loss.CREW_NOT_GOOD_ORDER if service.works else Loss.MALFUNCTION
                at = at.then(at.state.put(with_service(at.piece(piece.id), lost(service, event))))
    return at


def _served(at: Position, piece: AnyPiece) -> bool:
    """Whether somebody of Good Order is still at the weapon."""
    match piece:
        case Vehicle():
            return piece.crewed and piece.on_board
        case Gun() | Support():
            crew = at.crew(piece)
            return isinstance(crew, Men) and not crew.broken and at.spot(piece) is not None
        case _:
            return False
