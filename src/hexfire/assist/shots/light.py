"""The answer to a light weapon's or RCL's shot: the whole chain, and what it costs."""

from __future__ import annotations

from fractions import Fraction

from hexfire.asl.antitank.answer import AtAnswer, Risk, Way, at_answer
from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire
from hexfire.asl.antitank.panzerfaust import CHECK_LIMIT, Checked
from hexfire.asl.gunnery.answer import NOTHING, harm_to_men, label_of
from hexfire.asl.gunnery.throw import throw_odds
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.hit import Hit
from hexfire.assist.shots.kinds import Light
from hexfire.assist.shots.ordnance import NO_COUNTER, report, without_armor
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
from hexfire.assist.wording import Said
from hexfire.rulebook import Refusal


def light(asked: Light, dice: Throw | None = None, *, others: bool = True) -> ShotReport:
    """The chain and its odds; with `others` every other legal way to fire; with dice what they did.

    The numbers of the shot itself hold once it is fired; `p_hurt` and `p_killed` are of the chain.
    """
    try:
        answer = at_answer(asked.at, others=others)
    except Refusal as refusal:
        # A PF's check comes first: without its target's counter the chain cannot be told.
        if refusal.message.key not in NO_COUNTER or dice is not None or asked.at.pf is not None:
            raise
        return without_armor(aim(asked.at).shot, refusal)
    shown = report(answer.shot, ShotKind.LIGHT)
    for target in shown.targets:
        _with_check(target, answer.fires)
    shown.p_hurt, shown.p_killed = shown.targets[0].p_hurt, shown.targets[0].p_killed
    shown.latw = _chain(answer)
    if dice is not None:
        _add_fallen(shown, answer, dice)
    return shown


def _with_check(target: TargetReport, fires: Fraction) -> None:
    """C13.31: what may become of a target, the check before the shot included."""
    fates = {word: p * fires for word, p in target.fates.items() if fires}
    if fires != 1:
        fates["no_shot"] = 1 - fires
    target.fates = chances(fates)
    target.p_hurt, target.p_killed = target.p_hurt * fires, target.p_killed * fires


def _chain(answer: AtAnswer) -> Chain:
    twice = answer.twice
    return Chain(
        how=answer.at.how,
        check=_check(answer),
        check_tally=items_of(answer.check_drm or ()),
        p_fires=answer.fires,
        p_hit=answer.hit,
        p_hurt=answer.hurt,
        p_killed=answer.killed,
        p_firer_harmed=answer.risk,
        risks=[_risk(risk) for risk in answer.risks],
        bystanders=[_risk(risk) for risk in answer.bystanders],
        flames=dict(answer.flames),
        ways=[_way(way) for way in answer.ways],
        twice=None
        if twice is None
        else TwiceReport(p_killed=twice.killed, p_firer_harmed=twice.risk),
    )


def _check(answer: AtAnswer) -> CheckReport | None:
    if answer.check is None or answer.check_drm is None:
        return None
    return CheckReport(
        max_original_dr=CHECK_LIMIT - answer.check_drm.total,
        drm=dict(answer.check_drm.as_dict()),
        odds={result.value: answer.check[result] for result in Checked if result in answer.check},
    )


def _risk(risk: Risk) -> RiskReport:
    return RiskReport(name=risk.name, harm=dict(risk.harm))


def _way(way: Way) -> WayReport:
    if way.refused is not None:
        return WayReport(how=way.how, refused=way.refused.rule, error=Said(way.refused))
    return WayReport(how=way.how, p_hit=way.hit, p_killed=way.killed, p_firer_harmed=way.risk)


def _add_fallen(shown: ShotReport, answer: AtAnswer, dice: Throw) -> None:
    fallen = thrown(dice, at_fire, answer.at)
    outcome: AtOutcome | None = fallen.outcome
    need = None if fallen.need is None else Said(fallen.need)
    shown.rolled = ChainRolled(dice=list(fallen.faces), outcome=outcome, need=need)
    shown.need = need
    if outcome is None:
        return
    shown.rolled.check = None if outcome.check is None else outcome.check.value
    shown.rolled.own = _own(answer.at, outcome)
    shown.rolled.flames, shown.rolled.smoke = list(outcome.flames), outcome.smoke
    shown.fired = outcome.shot is not None
    if outcome.shot is not None:
        before = _sample_hits(answer.shot.th)
        labels = [
            label_of(effect, before[struck.name])
            for struck, effect in zip(outcome.shot.hits, outcome.shot.effects, strict=True)
        ]
        add_outcome(shown, outcome.shot, labels)
        shown.hit = bool(outcome.shot.hits)
        shown.is_ch = any(struck.is_ch for struck in outcome.shot.hits)


def _own(at: AtShot, outcome: AtOutcome) -> list[Result]:
    """Whom of the firer's own side it harmed."""
    harmed = []
    for before, after in zip(at.men, outcome.men, strict=True):
        harm = harm_to_men(after, before)
        if harm != NOTHING:
            harmed.append(Result(name=before.name, result=harm, detail=after))
    return harmed


def _sample_hits(th: ToHit) -> dict[str, Hit]:
    """Some hit on each target: what it was before is told from it."""
    hits: dict[str, Hit] = {}
    for result in throw_odds(th, (0,)):
        for hit in result.hits:
            hits.setdefault(hit.target.name, hit)
    return hits
