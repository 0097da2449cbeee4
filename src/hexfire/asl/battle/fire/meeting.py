"""C6.57, C3.31: a shot is settled on what its firer knows, and then meets who is really there.

Ammunition, Target Type, Covered Arc, the To Hit number and whether the shot may be made at all
follow from the position as the firer's side knows it. What lies under a «?» or is hidden decides
only whom the DR hits, and with which DRM (R-C3.31). So neither a refusal nor a figure tells of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.antitank.fire import AtShot
from hexfire.asl.battle.fire.canisters import in_pattern
from hexfire.asl.battle.fire.targets import in_target_hex, target, together
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.table.known import handle
from hexfire.asl.battle.table.pieces import AnyPiece, Dummy, Gun, Men, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.gunnery import small_arms, to_hit
from hexfire.asl.gunnery.canister import Sweep, sweep
from hexfire.asl.gunnery.fire import Attack
from hexfire.asl.gunnery.small_arms import SmallArms
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.shot import Shot, Target, TargetType


def meet(at: Position, seen: Position, arms: tuple[Arm, ...], attack: Attack) -> Attack:
    """The attack that was settled on the position as `seen`, at who is really there.

    `arms` are the weapon, and those of the other members of its Fire Group.
    """
    match attack:
        case ToHit():
            targets = tuple(_targets(at, seen, arms[0], attack.shot))
            # The Vehicle Target Type strikes a vehicle; where there is none, nothing (C3.31).
            wrong = attack.shot.target_type is TargetType.VEHICLE and not targets[0].is_vehicle
            return to_hit.met(attack, () if wrong else targets)
        case SmallArms():
            members = (attack.shot, *attack.shot.group)
            shots = [
                replace(member, target=first, others=tuple(others))
                for arm, member in zip(arms, members, strict=True)
                for first, *others in (_targets(at, seen, arm, member),)
            ]
            return small_arms.reckoned(together(shots))
        case Sweep():
            first, *_ = _targets(at, seen, arms[0], attack.shot)
            others = tuple(
                target(at, arms[0], piece, attack.shot.phase)
                for piece in in_pattern(at, attack.shot)
                if piece.id not in (first.name, arms[0].piece.id)
            )
            return sweep(replace(attack.shot, target=first, others=others))


def meet_light(light: AtShot, attack: Attack) -> AtShot:
    """The same for a light weapon, whose check is of what the firer takes the target to be."""
    assert isinstance(attack, ToHit)
    return replace(light, met=attack)


def _targets(at: Position, seen: Position, arm: Arm, shot: Shot) -> Iterator[Target]:
    """Everybody in the hex that was fired at, who was aimed at first."""
    known = {one.name: one for one in shot.targets}

    def met(piece: AnyPiece) -> Target:
        as_seen = known.get(piece.id)
        if as_seen is not None and _is_whole(at, seen, piece):
            return as_seen
        # What its owner has chosen, Hull Down or TEM, holds for all of it (B9.36b).
        in_hex = as_seen is not None and not as_seen.hd
        on_ift = shot.ife or shot.small_arms
        real = target(at, arm, piece, shot.phase, in_hex=in_hex, on_ift=on_ift)
        real = replace(real, underbelly=as_seen is not None and as_seen.underbelly)
        # The moment of the shot was declared before anybody knew what moves there (C6.17).
        moment = shot.target.mp_in_los
        counts = real.mp_in_los is not None and moment is not None
        return replace(real, mp_in_los=moment) if counts else real

    first = _aimed(at, shot, arm.piece.side)
    yield met(first) if first else shot.target
    for piece in in_target_hex(at, shot.target.hex):
        if piece is not first and piece is not arm.piece and piece is not arm.crew:
            yield met(piece)


def _is_whole(at: Position, seen: Position, piece: AnyPiece) -> bool:
    """Whether the firer's side sees all of a piece: a Gun's crew and who is aboard are part of it.

    Then the shot meets it exactly as it was told.
    """
    match piece:
        case Gun(by=by):
            return not by or by in seen.by_id
        case Vehicle():
            return all(aboard.id in seen.by_id for aboard in at.aboard(piece))
        case _:
            return True


_ORDER = (Men, Gun, Vehicle, Dummy, Support)


def _aimed(at: Position, shot: Shot, side: str) -> AnyPiece | None:
    """Who was aimed at; under a «?» whom the Target Type strikes best; None: a mere place."""
    name = shot.target.name
    if not name.startswith("?"):
        return at.by_id.get(name)
    under = [
        (at.mans(piece) or piece) if isinstance(piece, Men) else piece
        for piece in at.in_hex(shot.target.hex)
        if piece.side != side and piece.veil is Veil.CONCEALED and _is_at(piece, name)
    ]
    movers = at.state.move.units if at.state.move else ()

    def rank(piece: AnyPiece) -> tuple[bool, bool, int]:
        moves = piece.id in movers or (isinstance(piece, Gun | Support) and piece.by in movers)
        fits = (shot.target_type is TargetType.VEHICLE) is isinstance(piece, Vehicle)
        return not moves, not fits, _ORDER.index(type(piece))

    return min(under, key=rank, default=None)


def _is_at(piece: AnyPiece, name: str) -> bool:
    return piece.spot is not None and handle(piece.spot) == name
