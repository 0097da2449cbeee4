"""C10.4, C10.41: trailers, and what it takes to hit one."""

from __future__ import annotations

from enum import Enum

from hexfire.dice import Dice
from hexfire.rulebook import Modifier, Refusal

TRAILER_SIZE = 3
"""C10.41: a trailer aimed at by itself is a target of size +3."""


class Aspect(Enum):
    """The Target Facing that the towing vehicle shows."""

    FRONT = "front"
    SIDE = "side"
    REAR = "rear"


class HitOn(Enum):
    """What a shot at a vehicle with a trailer hits."""

    NOTHING = "nothing"
    VEHICLE = "vehicle"
    TRAILER = "trailer"


def aim_at_trailer(aspect: Aspect, hull_down: bool = False) -> Modifier:
    """C10.41: the trailer alone may be aimed at from the vehicle's side, at size +3."""
    if aspect is not Aspect.SIDE:
        raise Refusal("C10.41", "fieldguns.trailer_side_only")
    if hull_down:
        raise Refusal("C10.41", "fieldguns.trailer_hull_down")
    return Modifier("P", "C10.41", TRAILER_SIZE)


def exposed(aspect: Aspect, hull_down: bool, direct_fire: bool = True) -> bool:
    """C10.41: Direct Fire through the front never reaches it, nor when it is HD.

    Indirect and non-ordnance fire never attacks it by itself.
    """
    return direct_fire and aspect is not Aspect.FRONT and not hull_down


def who_is_hit(
    dice: Dice,
    margin: int,
    turret: bool,
    aspect: Aspect,
    trailer_hull_down: bool = False,
    direct_fire: bool = True,
) -> HitOn:
    """C10.41: a shot at the towing vehicle; `margin` is the Final TH DR less what was needed.

    A rear hull hit is the trailer's; a miss by just 1 hits it on a dr of 1, before A5.132.
    """
    reachable = exposed(aspect, trailer_hull_down, direct_fire)
    if margin <= 0:
        behind = aspect is Aspect.REAR and not turret and reachable
        return HitOn.TRAILER if behind else HitOn.VEHICLE
    if margin == 1 and reachable and dice.dr("C10.41") == 1:
        return HitOn.TRAILER
    return HitOn.NOTHING


class TrailerFate(Enum):
    """C10.41: what a hit did to the trailer."""

    NONE = "none"
    IMMOBILIZED = "immobilized"
    DESTROYED = "destroyed"


def leaves_wreck(trailer: TrailerFate, vehicle_destroyed: bool) -> bool:
    """C10.41: a trailer destroyed without its vehicle leaves no wreck."""
    return vehicle_destroyed and trailer is TrailerFate.DESTROYED


def must_stop(trailer: TrailerFate) -> bool:
    """C10.41: an immobile trailer stops the vehicle until it is unhooked."""
    return trailer is TrailerFate.IMMOBILIZED


def collateral_attack() -> bool:
    """C10.41: a hit on a trailer makes no Collateral Attack."""
    return False
