"""The answer to an attack straight on the IFT: IFE, a MG, canister."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UNSET

from hexfire.asl.effects.canister import canister_fp
from hexfire.asl.gunnery import canister
from hexfire.asl.gunnery.answer import (
    DirectAnswer,
    direct_answer,
    is_hurt,
    is_killed,
    label_of_direct,
)
from hexfire.asl.gunnery.canister import Sweep, label
from hexfire.asl.gunnery.fire import fire
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.permission import may_interdict
from hexfire.asl.gunnery.rof import depletion_number
from hexfire.assist.shots.kinds import Direct
from hexfire.assist.shots.parts import (
    add_outcome,
    chances,
    fates_of,
    firepower,
    items_of,
    weapon_name,
)
from hexfire.assist.shots.report import (
    Pattern,
    ShotKind,
    ShotOdds,
    ShotReport,
    Swept,
    TargetOdds,
    TargetReport,
)
from hexfire.assist.shots.throws import Throw, begun_by_two, thrown
from hexfire.assist.wording import Said


def direct(asked: Direct, dice: Throw | None = None) -> ShotReport:
    """The column and DRM against each target, the odds, and (with dice) what they did."""
    shot, answer = asked.shot, direct_answer(asked.shot)
    attack = answer.attack
    targets = [_target(asked, answer, i) for i in range(len(shot.targets))]
    main = targets[0]
    report = ShotReport(
        kind=asked.kind,
        weapon=weapon_name(shot.weapon),
        ammo=shot.ammo,
        target_type=None,
        phase=shot.phase,
        range=shot.range,
        ife=shot.ife,
        basic_th=None,
        modifications=[],
        modified_th=None,
        lower_dr_doubled=False,
        bog_check_first=needs_bog_check(shot),
        may_interdict=may_interdict(shot),
        drm=main.drm,
        tally=main.tally,
        rejected=main.rejected,
        total_drm=main.total_drm,
        max_original_dr=None,
        p_hit=None,
        p_hurt=main.p_hurt,
        p_killed=main.p_killed,
        rof_for_shot=max(0, attack.rof.total),
        breakdown=attack.breakdown.total,
        depletion_number=depletion_number(shot) if asked.kind is ShotKind.CANISTER else None,
        odds=ShotOdds(
            effects=main.odds.effects,
            rof_kept=answer.rof_kept,
            malfunction=answer.malfunction,
            depleted=answer.depleted,
            none_left=answer.none_left,
        ),
        ift_fp=firepower(attack.fp[0]),
        ift_column=attack.columns[0],
        kills=[],
        targets=targets,
    )
    if isinstance(attack, Sweep) and attack.pattern is not None:
        report.canister = _pattern(attack, attack.pattern)
    if dice is not None:
        _add_fallen(report, asked, dice)
    return report


def _target(asked: Direct, answer: DirectAnswer, i: int) -> TargetReport:
    attack, target = answer.attack, asked.shot.targets[i]
    name, effects = answer.effects[i]
    why = attack.missed[i] if isinstance(attack, Sweep) else None
    odds = TargetOdds(effects=chances(effects))
    return TargetReport(
        name=name,
        drm=dict(attack.drm[i].as_dict()),
        tally=items_of(attack.drm[i].applied),
        rejected=items_of(attack.drm[i].rejected),
        total_drm=attack.drm[i].total,
        odds=odds,
        fates=fates_of(odds, answer.none_left),
        p_hurt=sum((p for word, p in effects.items() if is_hurt(word)), Fraction(0)),
        p_killed=sum((p for word, p in effects.items() if is_killed(word)), Fraction(0)),
        is_vehicle=target.is_vehicle,
        hd=target.hd,
        ift_fp=firepower(attack.fp[i]) or 0,
        ift_column=attack.columns[i],
        hex=target.hex or UNSET,
        not_attacked=UNSET if why is None else Said(why),
    )


def _pattern(attack: Sweep, pattern: canister.Pattern) -> Pattern:
    swept = [
        Swept(hex=label(hex), share=share, fp=firepower(canister_fp(attack.gun, share)) or 0)
        for hex, share in pattern.shares
    ]
    return Pattern(
        vertex=sorted(map(label, pattern.vertex)),
        levels=list(pattern.levels),
        hexes=swept,
        vertices=[sorted(map(label, vertex)) for vertex in pattern.vertices],
    )


def _add_fallen(report: ShotReport, asked: Direct, dice: Throw) -> None:
    fallen = thrown(begun_by_two(dice), fire, asked.shot)
    report.dice, report.effects_dice = list(fallen.faces[:2]), list(fallen.faces[2:])
    report.need = None if fallen.need is None else Said(fallen.need)
    if fallen.outcome is not None:
        labels = [
            label_of_direct(asked.shot, i, effect)
            for i, effect in enumerate(fallen.outcome.effects)
        ]
        add_outcome(report, fallen.outcome, labels)
