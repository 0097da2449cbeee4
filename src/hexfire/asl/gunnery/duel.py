"""C2.2401: Gun Duels: a vehicle that is shot at tries to shoot first."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from hexfire.asl.gunnery.fire import Outcome, after_throw, is_out_of_action
from hexfire.asl.gunnery.firer_cases import firer_drm
from hexfire.asl.gunnery.shot import Kind, Phase, Shot, TargetKind
from hexfire.asl.gunnery.target_cases import case_n
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.dice import DR, Dice, Odds, Then, odds
from hexfire.rulebook import Modifier, Refusal, Tally


class First(StrEnum):
    """Who fires first."""

    VEHICLE = "vehicle"
    DEFENDER = "defender"
    BY_DR = "by_dr"
    TOGETHER = "together"


class Duel(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The phasing vehicle's shot and the defender's, as each would be fired.

    `again` is a further duel after a first one. `before_moving`: the vehicle announced its fire
    before spending any MP, and it is the defender who asked for the duel (C5.33).
    """

    vehicle: Shot
    defender: Shot
    again: bool = False
    overrun: bool = False
    reaction_fire: bool = False
    defender_concealed: bool = False
    aerial: bool = False
    before_moving: bool = False


class DuelTotals(msgspec.Struct, frozen=True):
    """Both sides' Gun Duel DRM and who fires first by them."""

    vehicle: Tally
    defender: Tally
    first: First
    ca_turns_first: bool


class DuelOutcome(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How a duel ended; a side that did not come to fire has no outcome."""

    first: First
    vehicle: Outcome | None = None
    defender: Outcome | None = None


def check_duel(duel: Duel) -> None:
    """C2.2401: when the phasing player may ask for a Gun Duel."""
    if duel.defender_concealed:
        raise Refusal("C2.2401", "gunnery.duel_concealed")
    if duel.aerial or duel.vehicle.target.kind is TargetKind.AERIAL:
        raise Refusal("C2.2401", "gunnery.duel_aerial")
    if duel.vehicle.firer.hexspines_turned:
        raise Refusal("C2.2401", "gunnery.duel_ca")
    if duel.overrun:
        raise Refusal("C2.2401", "gunnery.duel_overrun")
    if duel.reaction_fire:
        raise Refusal("C2.2401", "gunnery.duel_reaction")
    if duel.vehicle.phase is not Phase.MPH or duel.defender.phase is not Phase.DFF:
        raise Refusal("C2.2401", "gunnery.duel_phase")
    if not (duel.vehicle.weapon.vehicular or duel.vehicle.firer.passenger):
        raise Refusal("C2.2401", "gunnery.duel_vehicle")


def duel_drm(shot: Shot, again: bool = False) -> Tally:
    """C2.2401: a side's Gun Duel DRM: its firer-based To Hit DRM and its acquisition.

    Neither the gyrostabilizer's +1 nor the doubled die of Case C4 counts. In a further duel the
    printed ROF is subtracted.
    """
    found = [item for item in firer_drm(shot).items if item.case != "C4"]
    acquired = case_n(shot, shot.target)
    if acquired is not None:
        found.append(acquired)
    if again and shot.weapon.rof:
        found.append(Modifier("ROF", "C2.2401", -shot.weapon.rof))
    return Tally.of(found)


def is_small_arms(shot: Shot) -> bool:
    """C2.2401: a MG or an IFE against what is no vehicle: no To Hit DR, counted as if ordnance."""
    return shot.ife or (shot.weapon.kind is Kind.MG and not shot.target.is_vehicle)


def _settled(shot: Shot) -> Shot:
    return shot if is_small_arms(shot) else to_hit(shot).shot


def totals(duel: Duel) -> DuelTotals:
    """C2.2401: the lower Gun Duel DRM fires first; equal ones leave it to the To Hit DR.

    A defender who must turn his arc does so before the vehicle fires if his DRM is no higher;
    otherwise the vehicle fires first and he turns afterwards, if he still can.
    """
    check_duel(duel)
    vehicle = duel_drm(_settled(duel.vehicle), duel.again)
    defender = duel_drm(_settled(duel.defender), duel.again)
    if vehicle.total < defender.total:
        first = First.VEHICLE
    elif vehicle.total > defender.total:
        first = First.DEFENDER
    else:
        first = First.BY_DR
    turns = bool(duel.defender.firer.hexspines_turned) and defender.total <= vehicle.total
    return DuelTotals(vehicle, defender, first, turns)


class _Throw(msgspec.Struct, frozen=True, cache_hash=True):
    thrown: Thrown
    final: int


def fight(dice: Dice, duel: Duel) -> Then:
    """C2.2401: the whole duel. Who fires second does so only if the first left him able to."""
    if is_small_arms(duel.vehicle) or is_small_arms(duel.defender):
        raise Refusal("C2.2401", "gunnery.duel_small_arms")
    who = totals(duel).first
    vehicle, defender = to_hit(duel.vehicle), to_hit(duel.defender)
    if who is First.BY_DR:
        return Then(_vehicle_throws, (vehicle, defender))
    one, two = (vehicle, defender) if who is First.VEHICLE else (defender, vehicle)
    return Then(_first_throws, (who, one, two))


def duel_odds(duel: Duel) -> Odds[DuelOutcome]:
    """The exact odds of a duel."""
    return odds(fight, duel)


def _vehicle_throws(dice: Dice, vehicle: ToHit, defender: ToHit) -> Then:
    return Then(_defender_throws, (vehicle.shot, _one_throw(dice, vehicle), defender))


def _one_throw(dice: Dice, th: ToHit) -> _Throw:
    """A To Hit DR kept whole: what it decided, and its Final DR for the order of fire."""
    start = len(dice.log)
    thrown = throw(dice, th)
    colored, white = dice.log[start][1][:2]
    return _Throw(thrown, th.final(DR(colored, white), th.aim))


def _defender_throws(dice: Dice, shot: Shot, thrown: _Throw, defender: ToHit) -> Then:
    """C2.2401: with equal DRM the lower Final To Hit DR fires first; equal again, both at once."""
    other = _one_throw(dice, defender)
    if thrown.final < other.final:
        one, two, who = (shot, thrown.thrown), (defender.shot, other.thrown), First.VEHICLE
    elif other.final < thrown.final:
        one, two, who = (defender.shot, other.thrown), (shot, thrown.thrown), First.DEFENDER
    else:
        one, two, who = (shot, thrown.thrown), (defender.shot, other.thrown), First.TOGETHER
    return Then(_first_effects, (who, *one, *two))


def _first_effects(
    dice: Dice, who: First, shot: Shot, thrown: Thrown, shot2: Shot, thrown2: Thrown
) -> Then | DuelOutcome:
    return _wait(dice, who, None, after_throw(shot, thrown), Then(_known, (shot2, thrown2)))


def _known(dice: Dice, shot: Shot, thrown: Thrown) -> Then | Outcome:
    return after_throw(shot, thrown)


def _first_throws(dice: Dice, who: First, one: ToHit, two: ToHit) -> Then | DuelOutcome:
    return _wait(dice, who, None, after_throw(one.shot, throw(dice, one)), Then(_fires, (two,)))


def _fires(dice: Dice, th: ToHit) -> Then | Outcome:
    return after_throw(th.shot, throw(dice, th))


def _wait(
    dice: Dice, who: First, done: Outcome | None, now: Then | Outcome, then: Then | None
) -> Then | DuelOutcome:
    """Go on with the effects of whoever fires; then the other side, if it still can."""
    if isinstance(now, Then):
        return Then(_step, (who, done, now, then))
    if done is not None or then is None:
        return _ended(who, done or now, now if done is not None else None)
    silenced = bool(now.effects) and is_out_of_action(now.effects[0])
    if silenced and who is not First.TOGETHER:
        return _ended(who, now, None)
    return Then(_step, (who, now, then, None))


def _step(
    dice: Dice, who: First, done: Outcome | None, now: Then, then: Then | None
) -> Then | DuelOutcome:
    return _wait(dice, who, done, now.stage(dice, *now.args), then)


def _ended(who: First, first: Outcome, second: Outcome | None) -> DuelOutcome:
    if who is First.DEFENDER:
        return DuelOutcome(first=who, vehicle=second, defender=first)
    return DuelOutcome(first=who, vehicle=first, defender=second)
