"""A shot for programs: the answer and a throw in the published vocabulary (`docs/shot.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from hexfire.asl.gunnery.answer import (
    Answer,
    Chance,
    Kill,
    kill_of,
    label_of,
)
from hexfire.asl.gunnery.fire import Outcome, fire
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.shots.shot import Shot
from hexfire.asl.tables.ift import FP
from hexfire.cli.screen import Screen
from hexfire.cli.shot_vocabulary import (
    FirePower,
    Item,
    KillItem,
    Part,
    Result,
    ShotOdds,
    ShotReport,
    TargetOdds,
    TargetReport,
)
from hexfire.dice import Dice, NeedAnswer, play, secure, seeded
from hexfire.rulebook import BadInput, Modifier


class Rolled(msgspec.Struct):
    """A shot that was thrown: the dice, what the To Hit DR decided, the end or what is next."""

    faces: tuple[int, ...]
    thrown: Thrown
    outcome: Outcome | None
    need: NeedAnswer | None = None

    @classmethod
    def of(cls, made: Shot, faces: tuple[int, ...], roll: bool, seed: int | None) -> Rolled | None:
        if not faces and not roll:
            return None
        source = (seeded(seed) if seed is not None else secure()) if roll else None
        thrower = Dice(faces, source)
        try:
            outcome = play(thrower, fire, made)
        except NeedAnswer as need:
            if len(faces) < 2:
                raise BadInput("gunnery.cli.two_dice") from None
            return cls(faces, throw(Dice(faces), to_hit(made)), None, need)
        if thrower.left_over:
            raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, thrower.left_over)))
        return cls(thrower.faces, throw(Dice(thrower.faces), to_hit(made)), outcome)


def item_of(out: Screen, item: Modifier) -> Item:
    why = UNSET if item.why is None else out.words.say(item.why)
    return Item(
        case=item.case, rule=item.rule, value=item.value, name=out.words.name(item), why=why
    )


def items_of(out: Screen, items: Iterable[Modifier]) -> list[Item]:
    return [item_of(out, item) for item in items]


def fractions(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    ordered = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(key): str(p) for key, p in ordered}


def firepower(fp: FP | None) -> FirePower | None:
    """A whole number as such, a half one as its fraction."""
    return None if fp is None else int(fp) if fp == int(fp) else str(fp)


def _kill(kill: Kill) -> KillItem:
    found = KillItem(hit_location=kill.aspect, is_ch=kill.is_ch)
    if kill.number is not None:
        number = kill.number
        found.table, found.basic_tk = number.table, number.basic
        found.tk_cases, found.modified_tk = dict(number.cases.as_dict()), number.modified
        found.af, found.final_tk = number.af, number.final
    if kill.payload is not None:
        found.ift_fp = firepower(kill.payload.fp)
        found.ift_column = kill.payload.column
        found.ift_drm, found.ift_total_drm = dict(kill.drm.as_dict()), kill.drm.total
    return found


def _target(out: Screen, chance: Chance) -> TargetReport:
    return TargetReport(
        name=chance.name,
        drm=dict(chance.aim.tally.as_dict()),
        tally=items_of(out, chance.aim.tally.applied),
        rejected=items_of(out, chance.aim.tally.rejected),
        total_drm=chance.aim.total,
        max_original_dr=chance.needed,
        p_hit=str(chance.hit),
        odds=TargetOdds(**_chances(chance)),
        kills=[_kill(kill) for kill in chance.kills],
    )


def _chances(chance: Chance) -> dict[str, Any]:
    return {
        "hit": str(chance.hit),
        "ch": str(chance.ch),
        "hull": str(chance.hull),
        "turret": str(chance.turret),
        "effects": fractions(chance.effects),
        "ift": fractions(chance.ift),
    }


def report(out: Screen, found: Answer, rolled: Rolled | None = None) -> dict[str, Any]:
    """The answer in the published vocabulary, as plain data."""
    return plain(shot_report(out, found, rolled))


def plain(made: Part) -> dict[str, Any]:
    """A part of an answer as plain data; what is unset is left out."""
    found: dict[str, Any] = msgspec.to_builtins(made)
    return found


def shot_report(out: Screen, found: Answer, rolled: Rolled | None = None) -> ShotReport:
    """The answer in the published vocabulary."""
    th, main = found.th, _target(out, found.main)
    kills = [_kill(kill) for kill in found.main.kills]
    made = ShotReport(
        weapon=th.shot.weapon.name,
        ammo=th.shot.ammo,
        target_type=th.shot.target_type,
        phase=th.shot.phase,
        range=th.shot.range,
        ife=False,
        basic_th=th.basic,
        modifications=items_of(out, th.modifications),
        modified_th=th.number,
        lower_dr_doubled=th.doubled,
        bog_check_first=needs_bog_check(th.shot),
        drm=main.drm,
        tally=main.tally,
        rejected=main.rejected,
        total_drm=main.total_drm,
        max_original_dr=found.main.needed,
        p_hit=str(found.main.hit),
        rof_for_shot=max(0, th.rof.total),
        breakdown=th.breakdown.total,
        depletion_number=th.depletion,
        odds=ShotOdds(
            **_chances(found.main),
            miss=str(found.miss),
            rof_kept=str(found.rof_kept),
            malfunction=str(found.malfunction),
            low_ammo=str(found.low_ammo),
            depleted=str(found.depleted),
            none_left=str(found.none_left),
            acquisition_after=fractions(found.acquisition),
        ),
        kills=kills,
        targets=[_target(out, chance) for chance in found.targets],
    )
    _common_kill(made, kills)
    if rolled is not None:
        _rolled(out, made, rolled)
    return made


_KILL_KEYS = ("basic_tk", "tk_cases", "modified_tk", "af", "final_tk", "ift_fp", "ift_column")


def _common_kill(made: ShotReport, kills: list[KillItem]) -> None:
    """What all ordinary hits have in common; where hull and turret differ, nothing."""
    ordinary = [kill for kill in kills if not kill.is_ch] or kills
    for key in _KILL_KEYS:
        values = [getattr(kill, key) for kill in ordinary]
        if values and values[0] is not UNSET and all(value == values[0] for value in values):
            setattr(made, key, values[0])


def _rolled(out: Screen, made: ShotReport, rolled: Rolled) -> None:
    """What the dice did: the To Hit DR, the hit as it was resolved, the end if it is reached."""
    hits = rolled.thrown.hits
    made.dice, made.effects_dice = list(rolled.faces[:2]), list(rolled.faces[2:])
    made.hit = bool(hits)
    made.hit_location = hits[0].aspect if hits and hits[0].target.is_vehicle else None
    made.is_ch = any(hit.is_ch for hit in hits)
    made.need = out.words.request(rolled.need) if rolled.need else None
    if hits:
        kill = _kill(kill_of(hits[0]))
        for key in _KILL_KEYS:
            value = getattr(kill, key)
            setattr(made, key, None if value is UNSET else value)
    if rolled.outcome is not None:
        labels = [label_of(e, h) for e, h in zip(rolled.outcome.effects, hits, strict=True)]
        add_outcome(made, rolled.outcome, labels)


def add_outcome(made: ShotReport, outcome: Outcome, labels: list[str]) -> None:
    """How the shot ended: each target's fate by its label, and what became of the weapon."""
    made.results = [
        Result(name=struck.name, result=label, detail=effect)
        for struck, label, effect in zip(outcome.hits, labels, outcome.effects, strict=True)
    ]
    made.rof_kept, made.malfunction = outcome.rof_kept, outcome.malfunction
    made.weapon_state, made.depletion = outcome.weapon, outcome.supply
    made.crew, made.acquisition_after = outcome.crew, outcome.acquisition
