"""What a LATW or RCL shot promises: the check, the shot, the whole chain, the risk, other ways."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.antitank.backblast import How
from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire, ways
from hexfire.asl.antitank.panzerfaust import Checked, check_drm
from hexfire.asl.effects.targets import Effect, Personnel, VehicleAfter, VehicleTarget
from hexfire.asl.gunnery.answer import (
    NOTHING,
    VEHICLE_LABELS,
    Answer,
    answer,
    harm_to_men,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.gunnery.shot import TargetKind
from hexfire.dice import Odds, odds
from hexfire.rulebook import Refusal, Tally

Chances = dict[str, Fraction]


class Risk(msgspec.Struct, frozen=True):
    """What may befall one unit of the firer's own side."""

    name: str
    harm: Chances

    @property
    def harmed(self) -> Fraction:
        return 1 - self.harm.get(NOTHING, Fraction(0))


class Way(msgspec.Struct, frozen=True):
    """One way of making the shot: its chances, or the rule against it."""

    how: How
    hit: Fraction = Fraction(0)
    killed: Fraction = Fraction(0)
    risk: Fraction = Fraction(0)
    refused: Refusal | None = None


class AtAnswer(msgspec.Struct, frozen=True):
    """Everything before the dice. `shot` is the shot itself, given that it is fired at all.

    `hit`, `hurt` and `killed` are of the whole chain, the check included.
    """

    at: AtShot
    check: Odds[Checked] | None
    check_drm: Tally | None
    fires: Fraction
    shot: Answer
    hit: Fraction
    hurt: Fraction
    killed: Fraction
    risks: tuple[Risk, ...]
    bystanders: tuple[Risk, ...]
    flames: Chances
    ways: tuple[Way, ...]
    outcomes: Odds[AtOutcome]

    @property
    def risk(self) -> Fraction:
        """The chance that any unit in the firer's Location comes to harm."""
        return self.outcomes.chance(lambda o: o.men != self.at.men)


def at_answer(at: AtShot, others: bool = True) -> AtAnswer:
    """The exact odds of the whole chain; with `others` also of every other legal way to fire."""
    th = aim(at)
    outcomes: Odds[AtOutcome] = odds(at_fire, at)
    fires = outcomes.chance(lambda o: o.shot is not None)
    shot = answer(th.shot, _given_fired(outcomes, fires))
    main = shot.main
    return AtAnswer(
        at=at,
        check=None if at.pf is None else outcomes.map(_check),
        check_drm=None
        if at.pf is None
        else check_drm(at.pf, th.shot.date, th.shot.target.kind is TargetKind.AFV),
        fires=fires,
        shot=shot,
        hit=main.hit * fires,
        hurt=main.hurt * fires,
        killed=main.killed * fires,
        risks=tuple(_risk(outcomes, i, man) for i, man in enumerate(at.men)),
        bystanders=tuple(_bystander(outcomes, i, b.unit) for i, b in enumerate(at.bystanders)),
        flames=_flames(outcomes),
        ways=other_ways(at) if others else (),
        outcomes=outcomes,
    )


def _check(outcome: AtOutcome) -> Checked:
    assert outcome.check is not None
    return outcome.check


def _given_fired(outcomes: Odds[AtOutcome], fires: Fraction) -> Odds[Outcome]:
    """The odds of the shot alone, given that it is fired."""
    found: dict[Outcome, Fraction] = {}
    for outcome, chance in outcomes.items():
        if outcome.shot is not None:
            found[outcome.shot] = found.get(outcome.shot, Fraction(0)) + chance / fires
    return Odds(found)


def _risk(outcomes: Odds[AtOutcome], i: int, before: Personnel) -> Risk:
    return Risk(before.name, dict(outcomes.map(lambda o: harm_to_men(o.men[i], before))))


def _bystander(outcomes: Odds[AtOutcome], i: int, before: Personnel | VehicleTarget) -> Risk:
    fired = outcomes.chance(lambda o: bool(o.bystanders))
    found: Chances = {}
    for outcome, chance in outcomes.items():
        if outcome.bystanders:
            label = _harm(outcome.bystanders[i], before)
            found[label] = found.get(label, Fraction(0)) + chance / fired
    return Risk(before.name, found)


def _harm(after: object, before: Personnel | VehicleTarget) -> str:
    if isinstance(after, Personnel) and isinstance(before, Personnel):
        return harm_to_men(after, before)
    if isinstance(after, VehicleAfter) and after.effect is not Effect.NONE:
        return VEHICLE_LABELS[after.effect]
    return NOTHING


def _flames(outcomes: Odds[AtOutcome]) -> Chances:
    found: Chances = {}
    for outcome, chance in outcomes.items():
        for place in dict.fromkeys(outcome.flames):
            found[place] = found.get(place, Fraction(0)) + chance
    return found


def other_ways(at: AtShot) -> tuple[Way, ...]:
    """C13.8, C13.81, C5.34: every legal way to make this shot, with its odds and its price."""
    found = []
    for way in ways(at):
        try:
            seen = at_answer(way, others=False)
        except Refusal as refusal:
            found.append(Way(way.how, refused=refusal))
            continue
        found.append(Way(way.how, seen.hit, seen.killed, seen.risk))
    return tuple(found)
