"""D7 on the table (R-D7): a vehicle that announced an OVR attacks who is in the hex it enters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from hexfire.asl.battle.fire.in_place import shot_in_place, strike
from hexfire.asl.battle.fire.targets import entering, in_target_hex
from hexfire.asl.battle.fire.weapons import Arm, armed, weapon_names, with_service
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import Drive, Gun, Hull, Men, Vehicle, Veil, Wrecked
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects.condition import Shock
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter, Kind, Target
from hexfire.dice import Dice

UNARMORED, AFV, AFV_WITH_GUN = 1, 2, 4
"""D7.11: the FP that every OVR has, by what the vehicle is."""
MOTION_DRM = 2
"""D7.12: against a vehicle in Motion."""
_NO_GUN = (Kind.MG, Kind.FT, Kind.MTR, Kind.ATR)


def is_open(at: Position) -> bool:
    """Whether an OVR has been announced that is not resolved yet."""
    move = at.state.move
    return move is not None and bool(move.steps) and bool(move.steps[-1].overrun)


def firepower(at: Position, vehicle: Vehicle) -> Fraction:
    """D7.11: the vehicle's own weight, and its MG and IFE tripled and halved; not the rear MG.

    Half of all if it can no longer move, or is a wreck, before it comes to it.
    """
    counter = at.counter(vehicle)
    assert isinstance(counter, VehicleCounter)
    total = Fraction(AFV if counter.armored else UNARMORED)
    for arm in _working(at, vehicle):
        if arm.weapon.kind is Kind.MG:
            total += Fraction(3 * (arm.weapon.fp or 0), 2)
        elif arm.weapon.ife is not None:
            total += Fraction(3 * arm.weapon.ife, 2)
        elif counter.armored and arm.armament is Armament.MA and arm.weapon.kind not in _NO_GUN:
            total += AFV_WITH_GUN - AFV
    stopped = vehicle.wreck is not Wrecked.NO or vehicle.hull is not Hull.MOBILE
    return total / 2 if stopped else total


def _working(at: Position, vehicle: Vehicle) -> Iterator[Arm]:
    """Its weapons that somebody serves: an AAMG only by a crew that is CE, no rear MG."""
    whole = at.changed(vehicle, wreck=Wrecked.NO)
    for name in weapon_names(whole, vehicle.side):
        if name.partition(".")[0] != vehicle.id:
            continue
        arm = armed(whole, name)
        served = arm.armament is not Armament.RMG and (
            vehicle.ce or arm.armament is not Armament.AAMG
        )
        if served and arm.service.works:
            yield arm


def resolve(at: Position, dice: Dice, log: Log) -> Position:
    """D7.1: the attack itself, once the other side has reacted: all in the Location, one DR."""
    move = at.state.move
    if move is None or not is_open(at):
        return at
    last = replace(move.steps[-1], overrun="")
    at = at.then(replace(at.state, move=replace(move, steps=(*move.steps[:-1], last))))
    vehicle = at.piece(move.unit)
    assert isinstance(vehicle, Vehicle)
    if vehicle.stunned or vehicle.shock is not Shock.NONE or vehicle.abandoned:
        return at
    targets = _exposed(at, vehicle, last.hex, last.level)
    fp = int(firepower(at, vehicle))
    at = _marked(at, vehicle)
    if not targets:
        return at
    shot = shot_in_place(at, fp, targets, Phase.PFPH)
    told = {"id": vehicle.id, "hex": last.hex}
    return strike(at, shot, dice, log, rule="D7.1", word="overrun_strikes", **told)


def _exposed(at: Position, vehicle: Vehicle, hex: str, level: int) -> tuple[Target, ...]:
    """D7.12: everybody there but armor; who is exposed on it is struck too.

    Who is hidden comes last: the log gives the DRM of who is seen.
    """
    there = [
        piece
        for piece in in_target_hex(at, hex)
        if isinstance(piece, Men | Gun | Vehicle)
        and piece.side != vehicle.side
        and piece.spot is not None
        and piece.spot.level == level
    ]
    there.sort(key=lambda piece: piece.veil is Veil.HIDDEN)
    struck = (_hindered(at, piece) for piece in there)
    return tuple(one for one in struck if not one.is_armored or one.has_exposed)


def _hindered(at: Position, piece: Men | Gun | Vehicle) -> Target:
    met = entering(at, piece, moving=False)
    moves = isinstance(piece, Vehicle) and piece.drive is Drive.MOTION
    return replace(met, hindrance=(met.hindrance or 0) + MOTION_DRM) if moves else met


def _marked(at: Position, vehicle: Vehicle) -> Position:
    """D7.1: an OVR is all the fire of a vehicle in this Player Turn, but for further OVRs."""
    for arm in _working(at, vehicle):
        spent = replace(arm.service, marker=FireCounter.PREP, shots=arm.service.shots + 1)
        at = at.then(at.state.put(with_service(at.piece(vehicle.id), spent)))
    return at
