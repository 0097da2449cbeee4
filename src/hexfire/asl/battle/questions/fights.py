"""What may come of a close attack on a vehicle, before anybody decides."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.antitank.close import assault
from hexfire.asl.battle.fire import assaults
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.position import Position
from hexfire.asl.gunnery.answer import VEHICLE_LABELS, is_hurt, is_killed
from hexfire.asl.shots.targets import Effect, VehicleAfter
from hexfire.dice import odds
from hexfire.play import Seat


class AssaultChances(msgspec.Struct, frozen=True, kw_only=True):
    """C7.344, C7.346, C13.7: the chance to harm and to destroy the vehicle."""

    weapon: str
    target: str
    hurt: Fraction
    killed: Fraction


def assault_chances(at: Position, action: act.Assault, seat: Seat) -> AssaultChances:
    """The exact chances of an attack with FT, DC or ATMM, as the table would resolve it."""
    close, _ = assaults.attack(at, seat, action)
    hurt = killed = Fraction(0)
    for outcome, chance in odds(assault, close).items():
        label = _label(outcome.vehicle)
        hurt += chance * is_hurt(label)
        killed += chance * is_killed(label)
    return AssaultChances(weapon=action.weapon, target=action.at, hurt=hurt, killed=killed)


def _label(after: VehicleAfter) -> str:
    return VEHICLE_LABELS[after.effect if after.final is Effect.NONE else after.final]
