"""The answer to a shot by a To Hit DR."""

from __future__ import annotations

from msgspec import UNSET

from hexfire.asl.effects.ammunition import leaves_residual
from hexfire.asl.gunnery.answer import Chance, ShotAnswer, answer, kill_of, label_of, to_hit_answer
from hexfire.asl.gunnery.fire import Outcome, counts_as_fired, fire
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.number import th_color
from hexfire.asl.gunnery.permission import may_interdict
from hexfire.asl.gunnery.target_cases import location_drm
from hexfire.asl.gunnery.throw import throw as to_hit_dr
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.shots.hit import Hits
from hexfire.asl.shots.shot import Shot, TargetType
from hexfire.assist.shots.kinds import Ordnance
from hexfire.assist.shots.parts import (
    add_outcome,
    by_severity,
    chances,
    fates_of,
    items_of,
    kill_item,
    weapon_name,
)
from hexfire.assist.shots.report import (
    HitReport,
    KillItem,
    ShotKind,
    ShotOdds,
    ShotReport,
    TargetOdds,
    TargetReport,
    ThColor,
)
from hexfire.assist.shots.throws import Fallen, Throw, begun_by_two, thrown
from hexfire.assist.wording import Said
from hexfire.dice import Dice, NeedAnswer
from hexfire.rulebook import Refusal


def ordnance(asked: Ordnance, dice: Throw | None = None) -> ShotReport:
    """The build-up, the odds, and (with dice) what they did."""
    shown = _worked_out(asked.shot)
    if dice is not None:
        _add_fallen(shown, asked.shot, thrown(begun_by_two(dice), fire, asked.shot))
    return shown


NO_COUNTER = ("effects.tk.no_armor", "effects.tk.no_crew")


def _worked_out(shot: Shot) -> ShotReport:
    """The whole shot; without the counter of a vehicle its To Hit DR, and what is missing."""
    try:
        return report(answer(shot), ShotKind.ORDNANCE)
    except Refusal as refusal:
        if refusal.message.key not in NO_COUNTER:
            raise
        return without_armor(shot, refusal)


def without_armor(shot: Shot, refusal: Refusal) -> ShotReport:
    """C3.3: the To Hit DR alone of a shot at a vehicle without a counter, and what is missing."""
    shown = report(to_hit_answer(shot), ShotKind.ORDNANCE)
    shown.effects_need = Said(refusal)
    return shown


def report(answer: ShotAnswer, kind: ShotKind) -> ShotReport:
    """A worked-out shot in the published vocabulary."""
    th, shot = answer.th, answer.th.shot
    targets = [_target(answer, chance) for chance in answer.targets]
    main, odds = targets[0], targets[0].odds
    shown = ShotReport(
        kind=kind,
        weapon=weapon_name(shot.weapon),
        ammo=shot.ammo,
        target_type=shot.target_type,
        phase=shot.phase,
        range=shot.range,
        ife=False,
        basic_th=th.basic,
        th_color=_color(th),
        modifications=items_of(th.modifications),
        modified_th=th.number,
        lower_dr_doubled=th.doubled,
        bog_check_first=needs_bog_check(shot),
        may_interdict=may_interdict(shot),
        leaves_residual=shot.ammo is not None and leaves_residual(shot.weapon, shot.ammo),
        drm=main.drm,
        tally=main.tally,
        rejected=main.rejected,
        total_drm=main.total_drm,
        max_original_dr=answer.main.needed,
        p_hit=answer.main.hit,
        p_hurt=main.p_hurt,
        p_killed=main.p_killed,
        rof_for_shot=max(0, th.rof.total),
        breakdown=th.breakdown.total,
        depletion_number=th.depletion,
        odds=ShotOdds(
            hit=odds.hit,
            missed=odds.missed,
            ch=odds.ch,
            hull=odds.hull,
            turret=odds.turret,
            effects=odds.effects,
            ift=odds.ift,
            miss=answer.miss,
            rof_kept=answer.rof_kept,
            malfunction=answer.malfunction,
            low_ammo=answer.low_ammo,
            depleted=answer.depleted,
            none_left=answer.none_left,
            acquisition_after=chances(answer.acquisition),
        ),
        kills=[kill_item(kill) for kill in answer.main.kills],
        targets=targets,
    )
    _common_kill(shown)
    return shown


def _color(th: ToHit) -> ThColor | None:
    """C3.3: the colour of the numbers; the Area Target Type has but one."""
    if th.shot.target_type is TargetType.AREA:
        return None
    return ThColor.OWN if th.shot.weapon.th_table is not None else ThColor(th_color(th.shot))


def _target(answer: ShotAnswer, chance: Chance) -> TargetReport:
    tally = chance.aim.tally
    fired = answer.outcomes.chance(lambda o: o.fired)
    odds = TargetOdds(
        hit=chance.hit,
        missed=fired - chance.hit,
        ch=chance.ch,
        hull=chance.hull,
        turret=chance.turret,
        effects=chances(chance.effects),
        ift=by_severity(chance.ift),
    )
    return TargetReport(
        name=chance.name,
        drm=dict(tally.as_dict()),
        tally=items_of(tally.applied),
        rejected=items_of(tally.rejected),
        total_drm=chance.aim.total,
        max_original_dr=chance.needed,
        p_hit=chance.hit,
        p_hurt=chance.hurt,
        p_killed=chance.killed,
        is_vehicle=chance.aim.target.is_vehicle,
        hd=chance.aim.target.hd,
        location=items_of(location_drm(answer.th.shot, chance.aim.target).applied),
        odds=odds,
        fates=fates_of(odds, 1 - fired),
        kills=[kill_item(kill) for kill in chance.kills],
    )


_KILL_KEYS = ("basic_tk", "tk_cases", "modified_tk", "af", "final_tk", "ift_fp", "ift_column")


def _common_kill(shown: ShotReport) -> None:
    """What all ordinary hits have in common; where hull and turret differ, nothing."""
    ordinary = [kill for kill in shown.kills if not kill.is_ch] or shown.kills
    for key in _KILL_KEYS:
        values = [getattr(kill, key) for kill in ordinary]
        if values and values[0] is not UNSET and all(value == values[0] for value in values):
            setattr(shown, key, values[0])


def _add_fallen(shown: ShotReport, shot: Shot, fallen: Fallen[Outcome]) -> None:
    """What the dice did: the To Hit DR, the hits, the end if it is reached."""
    shown.dice, shown.effects_dice = list(fallen.faces[:2]), list(fallen.faces[2:])
    shown.need = None if fallen.need is None else Said(fallen.need)
    try:
        result = to_hit_dr(Dice(fallen.faces), to_hit(shot))
    except NeedAnswer:
        return  # an Original 2 wants its further dr (C3.6, C3.7): `need` tells so
    _add_hits(shown, result.hits)
    if fallen.outcome is not None:
        labels = [
            label_of(effect, hit)
            for effect, hit in zip(fallen.outcome.effects, result.hits, strict=True)
        ]
        add_outcome(shown, fallen.outcome, labels)
    shown.fired = counts_as_fired(shot, result.fired, result.wear)


def _add_hits(shown: ShotReport, hits: Hits) -> None:
    shown.hit = bool(hits)
    shown.hit_location = hits[0].aspect if hits and hits[0].target.is_vehicle else None
    shown.is_ch = any(hit.is_ch for hit in hits)
    shown.hits = [
        HitReport(
            name=hit.target.name,
            hit_location=hit.aspect if hit.target.is_vehicle else None,
            is_ch=hit.is_ch,
            kill=kill_item(kill_of(hit)),
        )
        for hit in hits
    ]
    if shown.hits:
        _this_kill(shown, shown.hits[0].kill)


def _this_kill(shown: ShotReport, kill: KillItem) -> None:
    """The numbers of the hit that was made."""
    for key in _KILL_KEYS:
        value = getattr(kill, key)
        setattr(shown, key, None if value is UNSET else value)
