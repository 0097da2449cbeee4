"""C10.4, C10.41: trailers, and what it takes to hit one."""

from __future__ import annotations

from enum import Enum

import msgspec

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


def checks_after(margin: int, reachable: bool) -> tuple[str, ...]:
    """C10.41: what is looked at after a miss, in order: the trailer first, then A5.132's stray
    hit on overstacked vehicles."""
    if margin <= 0:
        return ()
    return ("C10.41", "A5.132") if margin == 1 and reachable else ("A5.132",)


class TrailerFate(Enum):
    """C10.41: what a hit did to the trailer."""

    NONE = "none"
    IMMOBILIZED = "immobilized"
    DESTROYED = "destroyed"


class TrailerAftermath(msgspec.Struct, frozen=True):
    """C10.41: what a hit on the trailer means for the board and for the vehicle that tows it."""

    wreck: bool
    vehicle_must_stop: bool
    must_unhook_to_move: bool
    collateral_attack: bool = False


def aftermath(fate: TrailerFate, vehicle_destroyed: bool = False) -> TrailerAftermath:
    """C10.41: no Collateral Attack; no wreck unless the vehicle is one; an immobile one holds it.

    The vehicle stops (or loses its Motion) and spends no more MP to move before it has unhooked.
    """
    stuck = fate is TrailerFate.IMMOBILIZED and not vehicle_destroyed
    wreck = fate is TrailerFate.DESTROYED and vehicle_destroyed
    return TrailerAftermath(wreck, stuck, stuck)
