"""What a LATW or RCL shot promises: the check, the shot, the whole chain, the risk, other ways."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from hexfire.asl.antitank.backblast import How, kindles, one_fp_on
from hexfire.asl.antitank.fire import (
    AtShot,
    Opened,
    aim,
    fire_twice,
    opening,
    target_effects,
    ways,
)
from hexfire.asl.antitank.panzerfaust import Checked, check_drm, sw_uses
from hexfire.asl.gunnery.answer import (
    NOTHING,
    VEHICLE_LABELS,
    Fates,
    ShotAnswer,
    answer,
    harm_to_men,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.gunnery.throw import Thrown
from hexfire.asl.shots.shot import TargetKind
from hexfire.asl.shots.targets import Effect, Personnel, Rank, VehicleAfter, VehicleTarget
from hexfire.dice import Memo, Odds, odds
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

    `hit`, `hurt` and `killed` are of the whole chain, the check included; `risks` are of each unit
    in the firer's Location, the firer first; `bystanders` given that the shot is fired.
    """

    at: AtShot
    check: Odds[Checked] | None
    check_drm: Tally | None
    fires: Fraction
    shot: ShotAnswer
    hit: Fraction
    hurt: Fraction
    killed: Fraction
    risks: tuple[Risk, ...]
    bystanders: tuple[Risk, ...]
    flames: Chances
    ways: tuple[Way, ...]
    twice: Way | None = None
    """C13.31: both attempts of a squad in one phase taken together, at the price of its FP."""

    @property
    def risk(self) -> Fraction:
        """The chance that the firer comes to harm by his own doing."""
        return self.risks[0].harmed


def at_answer(at: AtShot, others: bool = True) -> AtAnswer:
    """The exact odds of the chain; with `others` also of every other legal way to fire.

    They are those of `at_fire`. Blast and effects look at the same To Hit DR but not at each other,
    so each is walked by itself for every way the DR can come out: that stays quick in a crowd.
    """
    th = aim(at)
    opened: Odds[Opened] = odds(opening, at)
    fires = opened.chance(lambda o: o.result is not None)
    # Where no check can succeed, the shot is answered as if it were fired all the same.
    shot = answer(th.shot, partial(_fates, at, fires) if fires else None)
    main = shot.main
    drm = None
    if at.pf is not None:
        drm = check_drm(at.pf, th.shot.date, th.shot.target.kind is TargetKind.AFV)
    return AtAnswer(
        at=at,
        check=None if at.pf is None else opened.map(_check),
        check_drm=drm,
        fires=fires,
        shot=shot,
        hit=main.hit * fires,
        hurt=main.hurt * fires,
        killed=main.killed * fires,
        risks=tuple(_risk(at, opened, i) for i in range(len(at.men))),
        bystanders=tuple(_bystander(at, opened, i) for i in range(len(at.bystanders))),
        flames=_flames(at, opened),
        ways=other_ways(at) if others else (),
        twice=_twice(at) if others else None,
    )


def _twice(at: AtShot) -> Way | None:
    """C13.31: what a squad gains, and risks, by a second attempt with a PF."""
    if at.pf is None or at.pf.rank is not Rank.SQUAD or at.pf.checks_this_phase:
        return None
    if sw_uses(at.pf.rank, at.pf.used_inherent_fp) < 2 or at.pf_left == 1:
        return None
    twice = odds(fire_twice, at)
    return Way(
        at.how,
        killed=twice.chance(lambda both: both.destroyed),
        risk=twice.chance(lambda both: both.men[0] != at.men[0]),
    )


def _check(opened: Opened) -> Checked:
    assert opened.begun.check is not None
    return opened.begun.check


def _add(chances: Chances, label: str, chance: Fraction) -> None:
    chances[label] = chances.get(label, Fraction(0)) + chance


def _fates(at: AtShot, fires: Fraction, i: int) -> Fates:
    """The odds of the shot alone for one target, by its place, given that it is fired."""
    thrown: dict[Thrown, Fraction] = {}
    outcomes: dict[Outcome, Fraction] = {}
    memo = Memo()
    for result, chance in odds(opening, at, i).map(lambda o: o.result).items():
        if result is None:
            continue
        thrown[result] = chance / fires
        for outcome, share in odds(target_effects, at, result, i, memo=memo).items():
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance * share / fires
    return Fates(Odds(thrown), Odds(outcomes))


@lru_cache(maxsize=512)
def _blasted(
    colored: int, units: tuple[Personnel | VehicleTarget, ...], i: int
) -> Odds[tuple[object, ...]]:
    return odds(one_fp_on, colored, units, i)


def _risk(at: AtShot, opened: Odds[Opened], i: int) -> Risk:
    """What becomes of one man in the firer's Location: by the check, a 12, or the blast."""
    before, harm = at.men[i], Chances()
    for state, chance in opened.items():
        men = state.begun.men
        if not at.blown_indoors or state.result is None:
            _add(harm, _harm(men[i], before), chance)
            continue
        for (after,), share in _blasted(state.colored, men, i).items():
            _add(harm, _harm(after, before), chance * share)
    return Risk(before.name, harm)


def _bystander(at: AtShot, opened: Odds[Opened], i: int) -> Risk:
    """C12.31: what becomes of one unit in the Backblast Zone, given that the RCL fires."""
    one, harm = at.bystanders[i], Chances()
    struck = [b for b in at.bystanders if b.fired_or_moved]
    place = sum(b.fired_or_moved for b in at.bystanders[:i])
    for state, chance in opened.items():
        if not one.fired_or_moved:
            _add(harm, NOTHING, chance)
            continue
        for (after,), share in _blasted(
            state.colored, tuple(b.unit for b in struck), place
        ).items():
            _add(harm, _harm(after, one.unit), chance * share)
    return Risk(one.unit.name, harm)


def _harm(after: object, before: Personnel | VehicleTarget) -> str:
    if isinstance(after, Personnel) and isinstance(before, Personnel):
        return harm_to_men(after, before)
    if isinstance(after, VehicleAfter) and after.effect is not Effect.NONE:
        return VEHICLE_LABELS[after.effect]
    return NOTHING


def _flames(at: AtShot, opened: Odds[Opened]) -> Chances:
    """C12.4, C13.57, C13.59: where a Flame may start, and how likely."""
    flames: Chances = {}
    for state, chance in opened.items():
        for place in state.begun.flames:
            _add(flames, place, chance)
        for terrain in at.zone if state.burning else ():
            lit = odds(kindles, terrain, at.ec_drm).get(True, Fraction(0))
            if lit:
                _add(flames, terrain, chance * lit)
    return flames


def other_ways(at: AtShot) -> tuple[Way, ...]:
    """C13.8, C13.81, C5.34: every legal way to make this shot, with its odds and its price."""
    all_ways = []
    for way in ways(at):
        try:
            seen = at_answer(way, others=False)
        except Refusal as refusal:
            all_ways.append(Way(way.how, refused=refusal))
            continue
        all_ways.append(Way(way.how, seen.hit, seen.killed, seen.risk))
    return tuple(all_ways)
