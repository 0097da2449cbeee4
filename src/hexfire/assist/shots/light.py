"""The answer to a light weapon's or RCL's shot: the whole chain, and what it costs."""

from __future__ import annotations

from fractions import Fraction

from hexfire.asl.antitank.answer import AtAnswer, Risk, Way, at_answer
from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire
from hexfire.asl.antitank.panzerfaust import CHECK_LIMIT, Checked
from hexfire.asl.gunnery.answer import NOTHING, harm_to_men, label_of
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.hit import Hit
from hexfire.assist.said import Said
from hexfire.assist.shots.kinds import Light
from hexfire.assist.shots.ordnance import NO_ARMOR, report, without_armor
from hexfire.assist.shots.parts import add_outcome, chances, items_of
from hexfire.assist.shots.report import (
    Chain,
    ChainRolled,
    CheckReport,
    Result,
    RiskReport,
    ShotKind,
    ShotReport,
    TargetReport,
    TwiceReport,
    WayReport,
)
from hexfire.assist.shots.throws import Throw, thrown
from hexfire.dice import odds
from hexfire.rulebook import Refusal


def light(asked: Light, dice: Throw | None = None, *, others: bool = True) -> ShotReport:
    """The chain and its odds; with `others` every other legal way to fire; with dice what they did.

    The numbers of the shot itself hold once it is fired; `p_hurt` and `p_killed` are of the chain.
    """
    try:
        found = at_answer(asked.at, others=others)
    except Refusal as refusal:
        # A PF's check comes first: without its target's counter the chain cannot be told.
        if refusal.message.key != NO_ARMOR or dice is not None or asked.at.pf is not None:
            raise
        return without_armor(aim(asked.at).shot, refusal)
    made = report(found.shot, ShotKind.LIGHT)
    for target in made.targets:
        _with_check(target, found.fires)
    made.p_hurt, made.p_killed = made.targets[0].p_hurt, made.targets[0].p_killed
    made.latw = _chain(found)
    if dice is not None:
        _add_fallen(made, found, dice)
    return made


def _with_check(target: TargetReport, fires: Fraction) -> None:
    """C13.31: what may become of a target, the check before the shot included."""
    fates = {word: p * fires for word, p in target.fates.items() if fires}
    if fires != 1:
        fates["no_shot"] = 1 - fires
    target.fates = chances(fates)
    target.p_hurt, target.p_killed = target.p_hurt * fires, target.p_killed * fires


def _chain(found: AtAnswer) -> Chain:
    twice = found.twice
    return Chain(
        how=found.at.how,
        check=_check(found),
        check_tally=items_of(found.check_drm or ()),
        p_fires=found.fires,
        p_hit=found.hit,
        p_hurt=found.hurt,
        p_killed=found.killed,
        p_firer_harmed=found.risk,
        risks=[_risk(risk) for risk in found.risks],
        bystanders=[_risk(risk) for risk in found.bystanders],
        flames=dict(found.flames),
        ways=[_way(way) for way in found.ways],
        twice=None
        if twice is None
        else TwiceReport(p_killed=twice.killed, p_firer_harmed=twice.risk),
    )


def _check(found: AtAnswer) -> CheckReport | None:
    if found.check is None or found.check_drm is None:
        return None
    return CheckReport(
        max_original_dr=CHECK_LIMIT - found.check_drm.total,
        drm=dict(found.check_drm.as_dict()),
        odds={result.value: found.check[result] for result in Checked if result in found.check},
    )


def _risk(risk: Risk) -> RiskReport:
    return RiskReport(name=risk.name, harm=dict(risk.harm))


def _way(way: Way) -> WayReport:
    if way.refused is not None:
        return WayReport(how=way.how, refused=way.refused.rule, error=Said(way.refused))
    return WayReport(how=way.how, p_hit=way.hit, p_killed=way.killed, p_firer_harmed=way.risk)


def _add_fallen(made: ShotReport, found: AtAnswer, dice: Throw) -> None:
    fallen = thrown(dice, at_fire, found.at)
    outcome: AtOutcome | None = fallen.outcome
    need = None if fallen.need is None else Said(fallen.need)
    made.rolled = ChainRolled(dice=list(fallen.faces), outcome=outcome, need=need)
    made.need = need
    if outcome is None:
        return
    made.rolled.check = None if outcome.check is None else outcome.check.value
    made.rolled.own = _own(found.at, outcome)
    made.rolled.flames, made.rolled.smoke = list(outcome.flames), outcome.smoke
    made.fired = outcome.shot is not None
    if outcome.shot is not None:
        before = _sample_hits(found.shot.th)
        labels = [
            label_of(effect, before[struck.name])
            for struck, effect in zip(outcome.shot.hits, outcome.shot.effects, strict=True)
        ]
        add_outcome(made, outcome.shot, labels)
        made.hit = bool(outcome.shot.hits)
        made.is_ch = any(struck.is_ch for struck in outcome.shot.hits)


def _own(at: AtShot, outcome: AtOutcome) -> list[Result]:
    """Whom of the firer's own side it harmed."""
    found = []
    for before, after in zip(at.men, outcome.men, strict=True):
        harm = harm_to_men(after, before)
        if harm != NOTHING:
            found.append(Result(name=before.name, result=harm, detail=after))
    return found


def _sample_hits(th: ToHit) -> dict[str, Hit]:
    """Some hit on each target: what it was before is told from it."""
    found: dict[str, Hit] = {}
    for result in odds(throw, th, (0,)):
        for hit in result.hits:
            found.setdefault(hit.target.name, hit)
    return found
