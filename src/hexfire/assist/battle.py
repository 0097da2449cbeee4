"""Questions about a battle's table that the services of shots and missions answer in full."""

from __future__ import annotations

from hexfire.asl.antitank.party import Party
from hexfire.asl.battle.artillery.missions import battery
from hexfire.asl.battle.artillery.observing import eyes
from hexfire.asl.battle.fire import duels
from hexfire.asl.battle.fire.aiming import shot
from hexfire.asl.battle.fire.groups import lead
from hexfire.asl.battle.fire.light import light_shot
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.orders.actions import Action, Assault, Duel, Fire
from hexfire.asl.battle.questions.fights import AssaultChances, assault_chances
from hexfire.asl.battle.table.position import Position
from hexfire.assist.artillery.looking import Looking
from hexfire.assist.artillery.odds import MissionOdds, mission_odds
from hexfire.assist.battles.reports import BattleDuel
from hexfire.assist.duels import fought
from hexfire.assist.shots.answer import answered
from hexfire.assist.shots.kinds import Light
from hexfire.assist.shots.light import light
from hexfire.assist.shots.report import ShotReport
from hexfire.assist.shots.throws import Throw
from hexfire.rulebook import BadInput, Refusal


def shot_report(at: Position, order: Fire, seat: str, dice: Throw | None = None) -> ShotReport:
    """One order on what a seat knows: what is needed, why, the exact odds; what `dice` did."""
    the_shot = shot(at, order, seat)
    by_light_weapon = light_shot(at, lead(at, order.weapon, seat), order, the_shot)
    if by_light_weapon:
        return light(Light(by_light_weapon), dice)
    return answered(the_shot, Party(), dice)


Chances = AssaultChances | BattleDuel
"""What may come of a fight that is no shot."""


def fight_report(at: Position, order: str, seat: str) -> Chances:
    """C7.344, C13.7, C2.2401: the exact odds of a close attack or of a Gun Duel, as it is typed."""
    match text.read(order):
        case Assault() as attack:
            return assault_chances(at, attack, seat)
        case Duel() as answer:
            return duel_report(at, answer, seat)
    raise BadInput("battle.ask.questions", text=order)


def duel_report(at: Position, action: Duel, seat: str) -> BattleDuel:
    """C2.2401: the duel that an answer to the declared shot would be: totals, rolls, odds."""
    duels.check(at, seat, action)
    duel, vehicle, defender = duels.duel_of(at, seat, action)
    return BattleDuel(
        order=text.write(action),
        vehicle=vehicle.order.weapon,
        defender=defender.order.weapon,
        report=fought(duel),
    )


def duel_beside(menu: Menu, action: Action) -> BattleDuel | None:
    """The odds of a listed answer to a declared shot; None for every other action."""
    return duel_report(menu.at, action, menu.seat) if isinstance(action, Duel) else None


def mission_report(at: Position, name: str, target: str, seat: str) -> MissionOdds:
    """C1: what may come of a battery's mission against a hex, by what its owner knows."""
    if battery(at, name).side != seat:
        raise Refusal("C1.1", "battle.oba.not_yours", name=name)
    hex = at.grid.label(at.grid.hex(target))
    return mission_odds(at.record, name, hex, Looking(eyes(at, name), board=True), {})
