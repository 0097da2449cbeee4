"""A shot for programs: the answer and a throw in the published vocabulary (`docs/shot.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from hexfire.asl.gunnery.answer import (
    Answer,
    Chance,
    Kill,
    kill_of,
    label_of,
)
from hexfire.asl.gunnery.fire import Outcome, fire
from hexfire.asl.gunnery.firer_cases import needs_bog_check
from hexfire.asl.gunnery.shot import Shot
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.cli.screen import Screen
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


def item_json(out: Screen, item: Modifier) -> dict[str, Any]:
    found: dict[str, Any] = {
        "case": item.case,
        "rule": item.rule,
        "value": item.value,
        "name": out.words.name(item),
    }
    if item.why is not None:
        found["why"] = out.words.say(item.why)
    return found


def fractions(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    ordered = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return {str(key): str(p) for key, p in ordered}


def _kill_json(kill: Kill) -> dict[str, Any]:
    data: dict[str, Any] = {"hit_location": kill.aspect, "is_ch": kill.is_ch}
    if kill.number is not None:
        number = kill.number
        data |= {
            "table": number.table,
            "basic_tk": number.basic,
            "tk_cases": dict(number.cases.as_dict()),
            "modified_tk": number.modified,
            "af": number.af,
            "final_tk": number.final,
        }
    if kill.payload is not None:
        data |= {
            "ift_column": kill.payload.column,
            "ift_fp": kill.payload.column,
            "ift_drm": dict(kill.drm.as_dict()),
            "ift_total_drm": kill.drm.total,
        }
    return data


def _chance_json(out: Screen, chance: Chance) -> dict[str, Any]:
    return {
        "name": chance.name,
        "drm": dict(chance.aim.tally.as_dict()),
        "tally": [item_json(out, item) for item in chance.aim.tally.applied],
        "rejected": [item_json(out, item) for item in chance.aim.tally.rejected],
        "total_drm": chance.aim.total,
        "max_original_dr": chance.needed,
        "p_hit": str(chance.hit),
        "odds": {
            "hit": str(chance.hit),
            "ch": str(chance.ch),
            "hull": str(chance.hull),
            "turret": str(chance.turret),
            "effects": fractions(chance.effects),
            "ift": fractions(chance.ift),
        },
        "kills": [_kill_json(kill) for kill in chance.kills],
    }


def report(out: Screen, found: Answer, rolled: Rolled | None = None) -> dict[str, Any]:
    """The answer in the published vocabulary (`docs/shot.md`)."""
    th, main = found.th, _chance_json(out, found.main)
    data = {
        "weapon": th.shot.weapon.name,
        "ammo": th.shot.ammo,
        "target_type": th.shot.target_type,
        "phase": th.shot.phase,
        "range": th.shot.range,
        "basic_th": th.basic,
        "modifications": [item_json(out, item) for item in th.modifications],
        "modified_th": th.number,
        "lower_dr_doubled": th.doubled,
        "bog_check_first": needs_bog_check(th.shot),
        **{k: main[k] for k in ("drm", "tally", "rejected", "total_drm", "max_original_dr")},
        "p_hit": main["p_hit"],
        "rof_for_shot": max(0, th.rof.total),
        "breakdown": th.breakdown.total,
        "depletion_number": th.depletion,
        "odds": main["odds"]
        | {
            "miss": str(found.miss),
            "rof_kept": str(found.rof_kept),
            "malfunction": str(found.malfunction),
            "low_ammo": str(found.low_ammo),
            "depleted": str(found.depleted),
            "none_left": str(found.none_left),
            "acquisition_after": fractions(found.acquisition),
        },
        "kills": main["kills"],
        "targets": [_chance_json(out, chance) for chance in found.targets],
        "refused": None,
    }
    data |= _common_kill(main["kills"])
    if rolled is not None:
        data |= _rolled_json(out, found, rolled)
    return data


_KILL_KEYS = ("basic_tk", "tk_cases", "modified_tk", "af", "final_tk", "ift_fp", "ift_column")


def _common_kill(kills: list[dict[str, Any]]) -> dict[str, Any]:
    """What all ordinary hits have in common; where hull and turret differ, nothing."""
    plain = [kill for kill in kills if not kill["is_ch"]] or kills
    common = {}
    for key in _KILL_KEYS:
        values = [kill.get(key) for kill in plain]
        same = bool(values) and all(value == values[0] for value in values)
        common[key] = values[0] if same else None
    return common


def _rolled_json(out: Screen, found: Answer, rolled: Rolled) -> dict[str, Any]:
    hits = rolled.thrown.hits
    data: dict[str, Any] = {
        "dice": list(rolled.faces[:2]),
        "effects_dice": list(rolled.faces[2:]),
        "hit": bool(hits),
        "hit_location": hits[0].aspect if hits and hits[0].target.is_vehicle else None,
        "is_ch": any(hit.is_ch for hit in hits),
        "need": out.words.request(rolled.need) if rolled.need else None,
    }
    if hits:
        data |= {k: v for k, v in _kill_json(kill_of(hits[0])).items() if k in _KILL_KEYS}
    outcome = rolled.outcome
    if outcome is not None:
        data |= {
            "results": [
                {"name": s.name, "result": label_of(e, h), "detail": e}
                for s, e, h in zip(outcome.hits, outcome.effects, hits, strict=True)
            ],
            "rof_kept": outcome.rof_kept,
            "malfunction": outcome.malfunction,
            "weapon_state": outcome.weapon,
            "depletion": outcome.supply,
            "crew": outcome.crew,
            "acquisition_after": outcome.acquisition,
        }
    return data
