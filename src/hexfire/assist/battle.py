"""Questions about a battle's table that the services of shots and missions answer in full."""

from __future__ import annotations

from hexfire.asl.antitank.party import Party
from hexfire.asl.battle.artillery.missions import battery
from hexfire.asl.battle.artillery.observing import eyes
from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.light import light_shot
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.position import Position
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.odds import MissionOdds, mission_odds
from hexfire.assist.shots.answer import answered
from hexfire.assist.shots.kinds import Light
from hexfire.assist.shots.light import light
from hexfire.assist.shots.report import ShotReport
from hexfire.rulebook import Refusal


def shot_report(at: Position, order: Fire, seat: str) -> ShotReport:
    """One order on what a seat knows: what is needed, why, and the exact odds."""
    the_shot = shot(at, order, seat)
    by_light_weapon = light_shot(at, lead(at, order.weapon, seat), order, the_shot)
    return light(Light(by_light_weapon)) if by_light_weapon else answered(the_shot, Party())


def mission_report(at: Position, name: str, target: str, seat: str) -> MissionOdds:
    """C1: what may come of a battery's mission against a hex, by what its owner knows."""
    if battery(at, name).side != seat:
        raise Refusal("C1.1", "battle.oba.not_yours", name=name)
    hex = at.grid.label(at.grid.hex(target))
    return mission_odds(at.record, name, hex, Looking(eyes(at, name), board=True), {})
