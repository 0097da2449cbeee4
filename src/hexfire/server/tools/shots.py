"""The gunnery range over HTTP: what a shot needs, why, its exact odds; other ways; the dice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Annotated, Any, Literal

from fastapi import FastAPI
from msgspec.structs import replace
from pydantic import Field

from hexfire.asl.antitank.answer import AtAnswer, at_answer
from hexfire.asl.antitank.panzerfaust import CHECK_LIMIT
from hexfire.asl.antitank.party import Party, at_shot, concerns
from hexfire.asl.gunnery.answer import Answer as ShotAnswer
from hexfire.asl.gunnery.answer import (
    Chance,
    DirectAnswer,
    Kill,
    answer,
    direct_answer,
)
from hexfire.asl.gunnery.number import th_color
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.shots.shot import Ammo, Shot, TargetType
from hexfire.assist.shots.order import read_order
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.tools.bilingual import tally

MOST_TARGETS, MOST_WAYS = 8, 90
RANGES = (0, 1, 2, 3, 6, 9, 12, 16, 20, 24)

AnyOrder = Annotated[dict[str, Any], Field(max_length=40)]
Faces = Annotated[list[int] | None, Field(max_length=40)]
Range = Annotated[int, Field(ge=0, le=200)]


class ShotBody(Body):
    """An order to fire, in the vocabulary of `hexfire shot` (`docs/shot.md`)."""

    order: AnyOrder


class CompareBody(ShotBody):
    """Which way is best: by ammunition, Target Type, range, or several of them at once."""

    by: Annotated[list[Literal["ammo", "type", "range"]], Field(min_length=1, max_length=3)]
    ranges: Annotated[list[Range], Field(max_length=12, default_factory=list)]


def add_to(app: FastAPI) -> None:
    """The routes of the gunnery range."""

    @app.post("/api/tools/shot")
    async def shot(body: ShotBody) -> Answer:
        """What is needed to hit, why, and the exact odds of everything that follows."""
        return Answer(await asyncio.to_thread(_shot, body.order))

    @app.post("/api/tools/shot/compare")
    async def compare(body: CompareBody) -> Answer:
        """The same shot in several ways."""
        return Answer(await asyncio.to_thread(_compare, body))


def made_of(order: Mapping[str, Any]) -> tuple[Shot, Party]:
    given, made = read_order(dict(order))
    if len(made.targets) > MOST_TARGETS:
        raise BadInput("web.range.too_many_targets", most=MOST_TARGETS)
    return made, given.party


def _fractions(chances: Mapping[Any, Fraction]) -> list[list[str]]:
    ordered = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [[str(key), str(p)] for key, p in ordered]


# -- the answer ------------------------------------------------------------------------------------


def _shot(order: Mapping[str, Any]) -> dict[str, Any]:
    made, party = made_of(order)
    if concerns(made, party):
        found = at_answer(at_shot(made, party))
        return _report(found.shot) | {"light": _light(found)}
    if is_small_arms(made) or made.ammo is Ammo.CANISTER:
        return _direct(made, direct_answer(made))
    return _report(answer(made))


def _report(found: ShotAnswer) -> dict[str, Any]:
    th = found.th
    area = th.shot.target_type is TargetType.AREA
    own = th.shot.weapon.th_table is not None
    return {
        "weapon": th.shot.weapon.name,
        "ammo": th.shot.ammo,
        "target_type": th.shot.target_type,
        "range": th.shot.range,
        "basic": th.basic,
        "color": None if area or own else str(th_color(th.shot)),
        "modifications": tally(th.modifications),
        "number": th.number,
        "doubled": th.doubled,
        "rof": max(0, th.rof.total),
        "breakdown": th.breakdown.total,
        "depletion": th.depletion,
        "targets": [_chance(chance) for chance in found.targets],
        "after": {
            "miss": str(found.miss),
            "rof_kept": str(found.rof_kept),
            "malfunction": str(found.malfunction),
            "low_ammo": str(found.low_ammo),
            "depleted": str(found.depleted),
            "none_left": str(found.none_left),
            "acquisition": _fractions(found.acquisition),
        },
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "name": chance.name,
        "vehicle": chance.aim.target.is_vehicle,
        "drm": tally(chance.aim.tally) | {"total": chance.aim.total},
        "needed": chance.needed,
        "hit": str(chance.hit),
        "ch": str(chance.ch),
        "hull": str(chance.hull),
        "turret": str(chance.turret),
        "hurt": str(chance.hurt),
        "killed": str(chance.killed),
        "effects": _fractions(chance.effects),
        "ift": _fractions(chance.ift),
        "kills": [kill_data(kill) for kill in chance.kills],
    }


def kill_data(kill: Kill) -> dict[str, Any]:
    data: dict[str, Any] = {"location": kill.aspect, "ch": kill.is_ch}
    if kill.number is not None:
        number = kill.number
        data["tk"] = {
            "table": number.table,
            "basic": number.basic,
            "cases": tally(number.cases)["items"],
            "modified": number.modified,
            "af": number.af,
            "final": number.final,
        }
    if kill.payload is not None:
        data["ift"] = {
            "column": kill.payload.column,
            "drm": kill.drm.total,
            "items": tally(kill.drm)["items"],
        }
    return data


def _direct(shot: Shot, found: DirectAnswer) -> dict[str, Any]:
    """An attack without a To Hit DR (IFE, MG, canister): straight on the IFT."""
    attack = found.attack
    return {
        "weapon": shot.weapon.name,
        "ammo": "IFE" if shot.ife else shot.ammo or "MG",
        "range": shot.range,
        "rof": max(0, attack.rof.total),
        "breakdown": attack.breakdown.total,
        "direct": [
            {
                "name": name,
                "fp": f"{float(fp):g}",
                "column": column,
                "drm": tally(drm),
                "effects": _fractions(effects),
            }
            for (name, effects), fp, column, drm in zip(
                found.effects, attack.fp, attack.columns, attack.drm, strict=True
            )
        ],
        "targets": [],
        "after": {
            "miss": "0",
            "rof_kept": str(found.rof_kept),
            "malfunction": str(found.malfunction),
            "low_ammo": "0",
            "depleted": str(found.depleted),
            "none_left": str(found.none_left),
            "acquisition": [],
        },
    }


def _light(found: AtAnswer) -> dict[str, Any]:
    """What C12 and C13 add: the check before the shot, its price, the ways to make it."""
    check = None
    if found.check is not None and found.check_drm is not None:
        check = {
            "needed": CHECK_LIMIT - found.check_drm.total,
            "drm": tally(found.check_drm),
            "odds": [[result.name.lower(), str(p)] for result, p in found.check.items()],
        }
    return {
        "how": found.at.how,
        "check": check,
        "hit": str(found.hit),
        "killed": str(found.killed),
        "risk": str(found.risk),
        "risks": [[risk.name, _fractions(risk.harm)] for risk in found.risks if risk.harmed],
        "bystanders": [[risk.name, _fractions(risk.harm)] for risk in found.bystanders],
        "flames": _fractions(found.flames),
        "ways": [
            {"how": way.how, "message": way.refused.message, "refused": way.refused.rule}
            if way.refused is not None
            else {
                "how": way.how,
                "hit": str(way.hit),
                "killed": str(way.killed),
                "risk": str(way.risk),
            }
            for way in found.ways
        ],
    }


# -- other ways ------------------------------------------------------------------------------------


def _compare(body: CompareBody) -> dict[str, Any]:
    made, party = made_of(body.order)
    ammos: Iterable[Ammo | None] = (made.ammo,)
    types: Iterable[TargetType | None] = (made.target_type,)
    ranges: Iterable[int] = (made.range,)
    if "ammo" in body.by:
        known = [Ammo.AP, Ammo.HE, *(ammo for ammo, _ in made.weapon.ammo)]
        ammos = [ammo for ammo in dict.fromkeys(known) if ammo is not Ammo.CANISTER]
    if "type" in body.by:
        types = list(TargetType)
    if "range" in body.by:
        ranges = sorted({*(body.ranges or RANGES), made.range})
    ways = [
        _way(replace(made, ammo=ammo, target_type=kind, range=range_), party)
        for ammo, kind, range_ in list(product(ammos, types, ranges))[:MOST_WAYS]
    ]
    # At each range (they are not a choice) the way that kills, else hurts, else hits most often.
    for here in ranges:
        rivals = [way for way in ways if way["range"] == here and "hit" in way]
        if rivals and max(_worth(way) for way in rivals) > _NOTHING:
            max(rivals, key=_worth)["best"] = True
    return {"by": body.by, "ways": ways}


_NOTHING = (Fraction(0), Fraction(0), Fraction(0))


def _worth(way: dict[str, Any]) -> tuple[Fraction, ...]:
    return tuple(Fraction(way[key]) for key in ("killed", "hurt", "hit"))


def _way(way: Shot, party: Party) -> dict[str, Any]:
    head = {"ammo": way.ammo, "target_type": way.target_type, "range": way.range}
    try:
        if concerns(way, party):
            found = at_answer(at_shot(way, party), others=False).shot
        else:
            found = answer(way)
    except Refusal as refusal:
        return head | {"refused": refusal.rule, "message": refusal.message}
    shot, main = found.th.shot, found.main
    return {
        "ammo": shot.ammo,
        "target_type": shot.target_type,
        "range": shot.range,
        "needed": main.needed,
        "hit": str(main.hit),
        "hurt": str(main.hurt),
        "killed": str(main.killed),
    }
