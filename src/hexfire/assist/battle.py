"""Questions about a battle's table that the shots service answers in full."""

from __future__ import annotations

from hexfire.asl.antitank.party import Party
from hexfire.asl.battle.actions import Fire
from hexfire.asl.battle.aiming import shot
from hexfire.asl.battle.groups import lead
from hexfire.asl.battle.light import light_shot
from hexfire.asl.battle.position import Position
from hexfire.assist.shots.answer import answered
from hexfire.assist.shots.kinds import Light
from hexfire.assist.shots.light import light
from hexfire.assist.shots.report import ShotReport


def shot_report(at: Position, order: Fire, seat: str) -> ShotReport:
    """One order on what a seat knows: what is needed, why, and the exact odds."""
    made = shot(at, order, seat)
    found = light_shot(at, lead(at, order.weapon, seat), order, made)
    return light(Light(found)) if found else answered(made, Party())
