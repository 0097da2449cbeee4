"""C2.2401: Gun Duels: a vehicle that is shot at tries to shoot first."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from hexfire.asl.gunnery.fire import (
    Attack,
    Outcome,
    after_first_roll,
    final_dr,
    first_roll,
    is_out_of_action,
    ready,
)
from hexfire.asl.gunnery.firer_cases import firer_drm
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.gunnery.target_cases import case_n
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Facing, Shot, Target, TargetKind, Turned
from hexfire.asl.shots.targets import After, Effect, GunTarget, Personnel, VehicleAfter
from hexfire.dice import DR, Dice, Odds, Then, odds
from hexfire.rulebook import Modifier, Refusal, Tally


class First(StrEnum):
    """Who fires first."""

    VEHICLE = "vehicle"
    DEFENDER = "defender"
    BY_DR = "by_dr"
    TOGETHER = "together"


class Hand(msgspec.Struct, frozen=True, cache_hash=True):
    """How a side's weapon is fired, once its turn has come: here by the chain of C3.1 alone.

    Light weapons have their own (`antitank.duel`), with what C12 and C13 put around the shot.
    """

    def laid(self, shot: Shot) -> Attack:
        """The attack that the shot makes, or the Refusal of who cannot fire it."""
        return _ready(shot)

    def fire(self, shot: Shot, watch: int | None) -> Then:
        """The whole attack, with its own first DR."""
        return Then(first_roll, (self.laid(shot), watch))

    def fire_with(self, shot: Shot, dr: DR, watch: int | None) -> Then:
        """What follows from a first DR that is thrown already."""
        return Then(after_first_roll, (self.laid(shot), dr, watch))

    def check(self, dice: Dice, shot: Shot) -> Hand:
        """What must be rolled before any DR of the shot: nothing."""
        return self

    @property
    def has_failed(self) -> bool:
        """Whether that roll has left him without a shot."""
        return False

    def under(self, enemy: Outcome) -> Hand:
        """The same, of who has suffered this before he came to fire."""
        return self


GUNNER = Hand()


@lru_cache(maxsize=64)
def _ready(shot: Shot) -> Attack:
    """The odds of equal totals ask for the same attack with every pair of DR."""
    return ready(shot)


class Duel(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The phasing vehicle's shot and the defender's, as each would be fired.

    `again` is a further duel after a first one. `before_moving`: the vehicle announced its fire
    before spending any MP, and it is the defender who asked for the duel (C5.33). The vehicle's
    target is the defender as he stands now: if he must turn his arc, before he has turned it.
    """

    vehicle: Shot
    defender: Shot
    again: bool = False
    overrun: bool = False
    reaction_fire: bool = False
    defender_concealed: bool = False
    aerial: bool = False
    before_moving: bool = False
    vehicle_hand: Hand = GUNNER
    defender_hand: Hand = GUNNER

    @property
    def must_turn(self) -> bool:
        """Whether the defender has to turn his arc in order to fire."""
        return bool(self.defender.firer.hexspines_turned)


class Foe(msgspec.Struct, frozen=True, cache_hash=True):
    """Whom a side aims at: the target, and the Passenger in it who is to fire, if it is one."""

    name: str
    man: str = ""

    def aboard(self, effect: After) -> Personnel | None:
        """What became of that Passenger."""
        if not self.man or not isinstance(effect, VehicleAfter):
            return None
        return next((unit for unit in effect.aboard if unit.name == self.man), None)


class DuelTotals(msgspec.Struct, frozen=True):
    """Both sides' Gun Duel DRM and who fires first by them."""

    vehicle: Tally
    defender: Tally
    first: First
    ca_turns_first: bool


class DuelOutcome(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How a duel ended; a side that did not come to fire has no outcome.

    `ca_turned`: the defender came to turn his arc. `vehicle_out`, `defender_out`: who cannot fight
    on.
    """

    first: First
    vehicle: Outcome | None = None
    defender: Outcome | None = None
    ca_turned: bool = False
    vehicle_out: bool = False
    defender_out: bool = False


def _silences(outcome: Outcome | None, foe: Foe) -> bool:
    """Whether a shot has put the one it was aimed at out of action, whoever else it hit."""
    effect = outcome.effect_on(foe.name) if outcome is not None else None
    if effect is None:
        return False
    man = foe.aboard(effect)
    return is_out_of_action(effect) or (man is not None and is_out_of_action(man))


# -- who fires first -----------------------------------------------------------------------------


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

    Neither the gyrostabilizer's +1 nor the doubled die of Case C4 counts. Small arms and SW count
    as if they were ordnance; Case A only if they are aboard a vehicle. In a further duel the
    printed ROF is subtracted. A Fire Group counts the worst DRM of its members (R-A.5).
    """
    members = (shot, *shot.group)
    return max((_duel_drm(member, again) for member in members), key=lambda drm: drm.total)


def _duel_drm(shot: Shot, again: bool) -> Tally:
    """The DRM of one weapon by itself."""
    items = [item for item in firer_drm(shot).items if item.case != "C4" and _counts(shot, item)]
    acquired = None if is_small_arms(shot) else case_n(shot, shot.target)
    if acquired is not None:
        items.append(acquired)
    if again and shot.printed.rof:
        items.append(Modifier("ROF", "C2.2401", -shot.printed.rof))
    return Tally.of(items)


def _counts(shot: Shot, item: Modifier) -> bool:
    """C2.2401: a Gun that uses its IFE is no ordnance: its own turning does not count."""
    afoot = not (shot.weapon.vehicular or shot.firer.passenger)
    return not (item.case == "A" and afoot and (is_small_arms(shot) or shot.weapon.sw))


def totals(duel: Duel) -> DuelTotals:
    """C2.2401: the lower Gun Duel DRM fires first; equal ones leave it to the To Hit DR.

    A defender who must turn his arc does so before the vehicle fires if his DRM is no higher;
    otherwise the vehicle fires first and he turns afterwards, if he still can.
    """
    check_duel(duel)
    vehicle = duel_drm(duel.vehicle_hand.laid(duel.vehicle).shot, duel.again)
    defender = duel_drm(duel.defender_hand.laid(duel.defender).shot, duel.again)
    if vehicle.total < defender.total:
        first = First.VEHICLE
    elif vehicle.total > defender.total:
        first = First.DEFENDER
    else:
        first = First.BY_DR
    turns = duel.must_turn and defender.total <= vehicle.total
    return DuelTotals(vehicle, defender, first, turns)


def facing_vehicle(target: Target, turned: Turned | None) -> Target:
    """C2.2401, C3.21: the defender once he has turned: the vehicle is in front of what he turned.

    A Gun's crew is then behind its gunshield (C11.5).
    """
    if target.is_vehicle and turned is Turned.TCA:
        return replace(target, turret_facing=Facing.FRONT)
    if target.is_vehicle:
        return replace(target, facing=Facing.FRONT, turret_facing=Facing.FRONT)
    return replace(target, in_gun_ca=True)


def _not_facing(target: Target) -> Target:
    """C11.5: who must turn first has the vehicle outside his arc until then."""
    return replace(target, in_gun_ca=False) if target.kind is TargetKind.GUN else target


def vehicle_shot(duel: Duel, ca_turns_first: bool) -> Shot:
    """C2.2401: the vehicle's shot at the defender as he stands when it is fired."""
    if not duel.must_turn:
        return duel.vehicle
    target = duel.vehicle.target
    if ca_turns_first:
        seen = facing_vehicle(target, duel.defender.firer.turned)
    else:
        seen = _not_facing(target)
    return replace(duel.vehicle, target=seen)


# -- the fight -----------------------------------------------------------------------------------


class _Turn(msgspec.Struct, frozen=True, cache_hash=True):
    """A shot that is still to be fired, and by whose hand; `dr`: its first DR is thrown already."""

    shot: Shot
    hand: Hand
    dr: DR | None = None

    def fired(self, watch: int | None) -> Then:
        if self.dr is None:
            return self.hand.fire(self.shot, watch)
        return self.hand.fire_with(self.shot, self.dr, watch)


class _Fight(msgspec.Struct, frozen=True, cache_hash=True):
    """Who fires first, what is still to be fired and what the first shot did.

    `must_turn`, `turned`: the defender has to turn his arc; he has done so before any fire.
    `watch`: the place of the one target of each shot that is asked for; None: all. `foes`: whom
    the vehicle aims at, and whom the defender.
    """

    first: First
    must_turn: bool
    turned: bool
    watch: int | None
    foes: tuple[Foe, Foe]
    done: Outcome | None = None
    waiting: _Turn | None = None

    @property
    def foe_of_first(self) -> Foe:
        return self.foes[self.first is First.DEFENDER]


def fight(dice: Dice, duel: Duel, watch: int | None = None) -> Then:
    """C2.2401: the whole duel. Who fires second does so only if the first left him able to.

    `watch` 0 asks for the two who fight alone, whoever else may be hit; who fires as a Passenger is
    one of those aboard, and all of them are followed.
    """
    if duel.vehicle.firer.man:
        watch = None
    by = totals(duel)
    vehicle = _Turn(vehicle_shot(duel, by.ca_turns_first), duel.vehicle_hand)
    defender = _Turn(duel.defender, duel.defender_hand)
    if by.first is First.BY_DR:
        return Then(_checks, (vehicle, defender, duel.must_turn, watch))
    one, two = (vehicle, defender) if by.first is First.VEHICLE else (defender, vehicle)
    foes = _foes(vehicle.shot, defender.shot)
    state = _Fight(by.first, duel.must_turn, by.ca_turns_first, watch, foes, waiting=two)
    return Then(_step, (state, one.fired(watch)))


def _foes(vehicle: Shot, defender: Shot) -> tuple[Foe, Foe]:
    """Whom the vehicle aims at, and whom the defender."""
    return Foe(vehicle.target.name, defender.firer.man), Foe(
        defender.target.name, vehicle.firer.man
    )


def duel_odds(duel: Duel) -> Odds[DuelOutcome]:
    """The exact odds of a duel, as far as the two who fight it are concerned."""
    return odds(fight, duel, 0)


def _checks(dice: Dice, vehicle: _Turn, defender: _Turn, turns: bool, watch: int | None) -> Then:
    """R-C13.31-duel: with equal DRM a defender looks for his PF before both throw their DR."""
    hand = defender.hand.check(dice, defender.shot)
    defender = replace(defender, hand=hand)
    if not hand.has_failed:
        return Then(_vehicle_throws, (vehicle, defender, turns, watch))
    foes = _foes(vehicle.shot, defender.shot)
    state = _Fight(First.DEFENDER, turns, turns, watch, foes, waiting=vehicle)
    return Then(_step, (state, defender.fired(watch)))


def _vehicle_throws(
    dice: Dice, vehicle: _Turn, defender: _Turn, turns: bool, watch: int | None
) -> Then:
    thrown = replace(vehicle, dr=dice.DR("C2.2401"))
    return Then(_defender_throws, (thrown, defender, turns, watch))


def _defender_throws(
    dice: Dice, vehicle: _Turn, defender: _Turn, turns: bool, watch: int | None
) -> Then:
    """C2.2401: with equal DRM the lower Final DR fires first; equal again, both at once."""
    defender = replace(defender, dr=dice.DR("C2.2401"))
    by_vehicle, by_defender = _final(vehicle), _final(defender)
    foes = _foes(vehicle.shot, defender.shot)
    if by_defender < by_vehicle:
        state = _Fight(First.DEFENDER, turns, turns, watch, foes, waiting=vehicle)
        return Then(_step, (state, defender.fired(watch)))
    first = First.VEHICLE if by_vehicle < by_defender else First.TOGETHER
    state = _Fight(first, turns, turns, watch, foes, waiting=defender)
    return Then(_step, (state, vehicle.fired(watch)))


def _final(turn: _Turn) -> int:
    assert turn.dr is not None
    return final_dr(turn.hand.laid(turn.shot), turn.dr)


def _step(dice: Dice, state: _Fight, now: Then) -> Then | DuelOutcome:
    """Go on with the effects of whoever fires; then the other side, if it still can."""
    result = now.stage(dice, *now.args)
    if isinstance(result, Then):
        return Then(_step, (state, result))
    if state.waiting is None:
        assert state.done is not None
        return _ended(state, state.done, result)
    if _silences(result, state.foe_of_first) and state.first is not First.TOGETHER:
        return _ended(state, result, None)
    second = state.waiting
    if second.dr is None:
        second = _Turn(
            shaken(second.shot, result, state.foe_of_first),
            second.hand.under(result),
        )
    if any(unit.name == second.shot.target.name and unit.eliminated for unit in result.own):
        return _ended(state, result, None)
    second = replace(second, shot=_as_they_are(second.shot, result.own))
    try:
        fired = second.fired(state.watch)
    except Refusal:  # a pinned crew cannot turn its Gun any more (A7.81)
        return _ended(state, result, None)
    return Then(_step, (replace(state, done=result, waiting=None), fired))


def _as_they_are(shot: Shot, harmed: tuple[Personnel, ...]) -> Shot:
    """C13.31, C13.81: men whom their own weapon has harmed are met as they are now."""
    if not harmed:
        return shot
    by_name = {unit.name: unit for unit in harmed}

    def now(target: Target) -> Target:
        unit = by_name.get(target.name)
        if unit is None:
            return target
        return replace(target, unit=unit, broken=unit.broken, unit_pinned=unit.pinned)

    others = tuple(now(target) for target in shot.others)
    return replace(shot, target=now(shot.target), others=others)


def _ended(state: _Fight, first: Outcome, second: Outcome | None) -> DuelOutcome:
    by_defender = state.first is First.DEFENDER
    vehicle, defender = (second, first) if by_defender else (first, second)
    return DuelOutcome(
        first=state.first,
        vehicle=vehicle,
        defender=defender,
        ca_turned=state.turned or (state.must_turn and defender is not None),
        vehicle_out=_silences(defender, state.foes[1]),
        defender_out=_silences(vehicle, state.foes[0]),
    )


def shaken(shot: Shot, enemy: Outcome, firer: Foe) -> Shot:
    """C2.2401, C5.4: the second shot as the first one left its firer: pinned, or at a standstill.

    Not where both DR were thrown before: there the shot is on its way (R-C2.2401).
    """
    effect = enemy.effect_on(firer.name)
    if effect is not None and (man := firer.aboard(effect)) is not None and man.pinned:
        shot = replace(shot, firer=replace(shot.firer, pinned=True))
    match effect:
        case Personnel(pinned=True) | GunTarget(crew=Personnel(pinned=True)):
            return replace(shot, firer=replace(shot.firer, pinned=True))
        case VehicleAfter(effect=Effect.IMMOBILIZED):
            return replace(shot, firer=replace(shot.firer, motion=False, non_stopped=False))
        case _:
            return shot


# -- further duels -------------------------------------------------------------------------------


def next_duel(duel: Duel, outcome: DuelOutcome, mp: float = 1) -> Duel:
    """C2.2401, C2.24: the further duel, after the vehicle has spent `mp` more MP.

    Both must have kept their rate and be able to fight on; the printed ROF counts this time. The
    arc stays turned, acquisitions and what each has suffered are carried over. To go on by
    Intensive Fire (C5.6) is a player's decision: such a duel is given as a new one, `again`.
    """
    if outcome.vehicle_out or outcome.defender_out:
        raise Refusal("C2.2401", "gunnery.duel_over")
    if mp < 1:
        raise Refusal("C2.24", "gunnery.mp_between_shots")
    mine, his = outcome.vehicle, outcome.defender
    if mine is None or his is None or not (mine.rof_kept and his.rof_kept):
        raise Refusal("C2.24", "gunnery.duel_no_rof")
    foe_of_vehicle, foe_of_defender = _foes(duel.vehicle, duel.defender)
    vehicle = shaken(duel.vehicle, his, foe_of_defender)
    defender = shaken(duel.defender, mine, foe_of_vehicle)
    aimed_at = vehicle.target
    if outcome.ca_turned:
        aimed_at = facing_vehicle(aimed_at, defender.firer.turned)
    seen = _after(defender.target, his)
    return replace(
        duel,
        again=True,
        vehicle=replace(
            vehicle,
            target=_after(aimed_at, mine),
            acquisition=mine.acquisition,
            firer=replace(
                vehicle.firer,
                shots_this_phase=vehicle.firer.shots_this_phase + 1,
                mp_since_shot=mp,
                mp_target_in_los=_more(vehicle.firer.mp_target_in_los, mp),
            ),
        ),
        defender=replace(
            defender,
            target=replace(seen, mp_in_los=_more(seen.mp_in_los, mp)),
            acquisition=his.acquisition,
            firer=replace(
                defender.firer,
                hexspines_turned=0,
                turned=None,
                shots_this_phase=defender.firer.shots_this_phase + 1,
            ),
        ),
    )


def _more(clock: float | None, mp: float) -> float | None:
    return None if clock is None else clock + mp


def _after(target: Target, outcome: Outcome) -> Target:
    """The target as the shot left it."""
    match outcome.effect_on(target.name):
        case Personnel() as unit:
            return replace(target, unit=unit)
        case GunTarget(crew=crew):
            return replace(target, manning=crew)
        case VehicleAfter(effect=Effect.IMMOBILIZED):
            return replace(target, immobile=True, motion=False, non_stopped=False)
        case _:
            return target


class SeriesEnd(msgspec.Struct, frozen=True, cache_hash=True):
    """How a series of duels ended: after how many, and who cannot fight on."""

    duels: int
    vehicle_out: bool
    defender_out: bool


def fight_on(dice: Dice, duel: Duel, rounds: int, mp: float = 1) -> Then:
    """C2.2401: duel after duel, `mp` MP between two, until one side can no longer or will not.

    At most `rounds` of them; who does not keep his rate ends it.
    """
    return Then(_round, (duel, 1, rounds, mp, fight(dice, duel, 0)))


def _round(dice: Dice, duel: Duel, at: int, rounds: int, mp: float, now: Then) -> Then | SeriesEnd:
    result = now.stage(dice, *now.args)
    if isinstance(result, Then):
        return Then(_round, (duel, at, rounds, mp, result))
    end = SeriesEnd(at, result.vehicle_out, result.defender_out)
    if at == rounds:
        return end
    try:
        further = next_duel(duel, result, mp)
    except Refusal:
        return end
    return Then(_round, (further, at + 1, rounds, mp, fight(dice, further, 0)))
