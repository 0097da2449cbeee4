"""A9.5 on the table (R-A9.5): Spraying Fire, one attack on two hexes next to each other.

C2.29 and C6.44 speak of it. Both hexes are attacked with the same DR, each with half the FP.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hexfire.asl.battle.fire.aiming import shot_of
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.position import Position
from hexfire.asl.counters import Squad, SupportWeapon
from hexfire.asl.gunnery.firepower import firepower
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Shot
from hexfire.rulebook import Refusal

_PHASES = (Phase.PFPH, Phase.DFPH, Phase.AFPH)


def other_half(order: Fire) -> Fire:
    """The same attack at the second of its hexes."""
    return replace(order, at=order.spraying, spraying=order.at)


def check(at: Position, arms: Sequence[Arm], order: Fire, shot: Shot) -> None:
    """A9.5: weapons that can spray, two adjacent hexes within Normal Range, no First Fire."""
    for arm in arms:
        if not (order.ife or _can_spray(at, arm)):
            raise Refusal("A9.5", "battle.spray.cannot", id=arm.name)
    if not is_small_arms(shot):
        raise Refusal("A9.5", "battle.spray.small_arms", id=order.weapon)
    if shot.phase not in _PHASES:
        raise Refusal("A9.5", "battle.spray.phase")
    second = shot_of(at, arms, other_half(order))
    one, other = at.grid.hex(shot.target.hex), at.grid.hex(second.target.hex)
    if not one.is_adjacent(other):
        raise Refusal("A9.5", "battle.spray.apart", one=shot.target.hex, other=second.target.hex)
    for half in (shot, second):
        for member in (half, *half.group):
            if member.range > firepower(member)[1]:
                raise Refusal("A9.5", "battle.spray.far", range=member.range)
            if member.firer.hexspines_turned:
                raise Refusal("A9.5", "battle.spray.turned", id=order.weapon)


def _can_spray(at: Position, arm: Arm) -> bool:
    """A9.5: the range of what can spray is underlined on its counter."""
    counter = at.counter(arm.piece)
    return isinstance(counter, Squad | SupportWeapon) and counter.range_underlined
