"""The answer to an attack with FT, MOL, DC or ATMM on a vehicle."""

from __future__ import annotations

from fractions import Fraction

from hexfire.asl.antitank.close import CloseOutcome, assault, bystanders, drm_of, numbers_of
from hexfire.asl.gunnery.answer import VEHICLE_LABELS, Kill, is_hurt, is_killed, label_of
from hexfire.asl.gunnery.throw import met_by
from hexfire.asl.shots.targets import Effect
from hexfire.assist.shots.kinds import Close
from hexfire.assist.shots.parts import chances, items_of, kill_item, weapon_name
from hexfire.assist.shots.report import Result, ShotOdds, ShotReport, TargetOdds, TargetReport
from hexfire.assist.shots.throws import Throw, thrown
from hexfire.assist.wording import Said
from hexfire.dice import odds


def close(asked: Close, dice: Throw | None = None) -> ShotReport:
    """The TK numbers, the DRM of the first roll, the odds, and (with dice) what they did."""
    attack = asked.attack
    shot, drm = attack.shot, drm_of(attack)
    effects: dict[str, Fraction] = {}
    for outcome, p in odds(assault, attack).items():
        effects[_label(outcome)] = effects.get(_label(outcome), Fraction(0)) + p
    kills = [kill_item(Kill(aspect, False, number)) for aspect, number in numbers_of(attack)]
    hurt = sum((p for word, p in effects.items() if is_hurt(word)), Fraction(0))
    killed = sum((p for word, p in effects.items() if is_killed(word)), Fraction(0))
    target = TargetReport(
        name=shot.target.name,
        drm=dict(drm.as_dict()),
        tally=items_of(drm.applied),
        rejected=[],
        total_drm=drm.total,
        odds=TargetOdds(effects=chances(effects)),
        fates=chances(effects),
        p_hurt=hurt,
        p_killed=killed,
        is_vehicle=True,
        hd=shot.target.hd,
        kills=kills,
    )
    report = ShotReport(
        kind=asked.kind,
        weapon=weapon_name(shot.weapon),
        ammo=None,
        target_type=None,
        phase=shot.phase,
        range=shot.range,
        ife=False,
        basic_th=None,
        modifications=[],
        modified_th=None,
        lower_dr_doubled=False,
        bog_check_first=False,
        drm=target.drm,
        tally=target.tally,
        rejected=[],
        total_drm=target.total_drm,
        max_original_dr=None,
        p_hit=None,
        p_hurt=hurt,
        p_killed=killed,
        rof_for_shot=0,
        breakdown=shot.weapon.b,
        depletion_number=None,
        odds=ShotOdds(
            effects=target.odds.effects,
            rof_kept=Fraction(0),
            malfunction=Fraction(0),
            depleted=Fraction(0),
            none_left=Fraction(0),
        ),
        kills=kills,
        targets=[target],
    )
    if dice is not None:
        _add_fallen(report, asked, dice)
    return report


def _label(outcome: CloseOutcome) -> str:
    after = outcome.vehicle
    return VEHICLE_LABELS[after.effect if after.final is Effect.NONE else after.final]


def _add_fallen(report: ShotReport, asked: Close, dice: Throw) -> None:
    fallen = thrown(dice, assault, asked.attack)
    report.dice = list(fallen.faces)
    report.need = None if fallen.need is None else Said(fallen.need)
    if fallen.outcome is not None:
        name = report.targets[0].name
        detail = fallen.outcome
        report.results = [Result(name=name, result=_label(detail), detail=detail)]
        shot = asked.attack.shot
        around = zip(bystanders(shot), detail.bystanders, strict=False)
        report.results += [
            Result(name=other.name, result=label_of(after, met_by(shot, other)), detail=after)
            for other, after in around
        ]
