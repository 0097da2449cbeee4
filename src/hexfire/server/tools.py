"""The tools without a table: what the rules say of a shot. The page asks, the rules answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from fastapi import FastAPI
from msgspec.structs import replace
from pydantic import Field

from hexfire.asl.counters import (
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    catalogue,
)
from hexfire.asl.gunnery.answer import Answer as ShotAnswer
from hexfire.asl.gunnery.answer import Chance, Kill, answer, kill_of, label_of
from hexfire.asl.gunnery.fire import Outcome, fire
from hexfire.asl.gunnery.number import th_color
from hexfire.asl.gunnery.order import read_order
from hexfire.asl.gunnery.shot import Ammo, Shot, TargetType
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.dice import Dice, NeedAnswer, play, secure
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally, ledger
from hexfire.rulebook.coverage import coverage
from hexfire.server import boards, mission, sight, situation
from hexfire.server.wire import Answer, Body

AnyOrder = Annotated[dict[str, Any], Field(max_length=40)]


class ShotBody(Body):
    """An order to fire, in the vocabulary of `hexfire shot` (`docs/shot.md`)."""

    order: AnyOrder


class CompareBody(ShotBody):
    """Which way is best: by ammunition, Target Type or range."""

    by: Literal["ammo", "type", "range"] = "ammo"


class RollBody(ShotBody):
    """Throw the dice, or go on with the faces that fell on one's own table."""

    faces: Annotated[list[int] | None, Field(max_length=40)] = None


def add_to(app: FastAPI) -> None:
    """The routes of the tools."""
    boards.add_to(app)
    mission.add_to(app)
    sight.add_to(app)
    situation.add_to(app)

    @app.get("/api/tools/counters")
    async def counters() -> Answer:
        """The catalogue: what can fire and what can be fired at."""
        return Answer(_catalogue(), headers={"cache-control": "max-age=3600"})

    @app.get("/api/tools/uses/{rule}")
    async def uses(rule: str) -> Answer:
        """Where in the program a rule is at work, and which tests prove it (in a checkout)."""
        found = ledger().find(rule[:40])
        if found is None:
            raise Refusal("", "core.unknown_rule", text=rule[:40])
        return Answer(await asyncio.to_thread(_uses, found.id))

    @app.post("/api/tools/shot")
    async def shot(body: ShotBody) -> Answer:
        """What is needed to hit, why, and the exact odds of everything that follows."""
        return Answer(await asyncio.to_thread(_shot, body.order))

    @app.post("/api/tools/shot/compare")
    async def compare(body: CompareBody) -> Answer:
        """The same shot in several ways."""
        return Answer(await asyncio.to_thread(_compare, body.order, body.by))

    @app.post("/api/tools/shot/roll")
    async def roll(body: RollBody) -> Answer:
        """The same code throws the dice."""
        return Answer(await asyncio.to_thread(_roll, body.order, body.faces))


# -- the rules -------------------------------------------------------------------------------------

_PACKAGE = Path(__file__).parent.parent


@lru_cache(maxsize=512)
def _uses(rule: str) -> dict[str, Any]:
    tests = _PACKAGE.parent.parent / "tests"
    found = coverage(ledger(), _PACKAGE, tests if tests.is_dir() else None, rule)
    return {"code": found.code.get(rule, ()), "tests": found.tests.get(rule, ())}


# -- the catalogue ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _catalogue() -> bytes:
    return msgspec.json.encode([_card(counter) for counter in catalogue()])


def _card(counter: AnyCounter) -> dict[str, Any]:
    card: dict[str, Any] = {
        "id": counter.id,
        "name": counter.name,
        "nation": counter.nation,
        "since": counter.since,
        "until": counter.until,
    }
    match counter:
        case Vehicle():
            weapon = counter.ma or counter.sa
            card |= {
                "kind": "vehicle",
                "type": counter.type,
                "fires": bool(weapon),
                "gun": weapon,
                "af": [counter.af_front, counter.af_side_rear],
                "turret": counter.turret,
                "movement": counter.movement,
                "armored": counter.armored,
                "open_topped": counter.open_topped,
                "size": counter.target_size,
                "ammo": [name for name, _ in counter.ammo],
            }
        case Gun():
            card |= {
                "kind": "gun",
                "type": counter.gun_type,
                "fires": True,
                "gun": counter.printed,
                "size": counter.target_size,
                "ammo": [name for name, _ in counter.ammo],
            }
        case SupportWeapon():
            card |= {
                "kind": "sw",
                "type": counter.kind,
                "fires": counter.kind.casefold() not in ("mg", "dc", "ft", "radio", "phone"),
                "gun": counter.printed,
            }
        case Squad():
            card |= {"kind": "mmc", "type": counter.kind, "gun": counter.strength}
        case Leader():
            card |= {"kind": "smc", "type": counter.kind, "gun": counter.strength}
    return card


# -- a shot ----------------------------------------------------------------------------------------


def _made(order: Mapping[str, Any]) -> Shot:
    return read_order(dict(order))[1]


def _names(item: Modifier) -> dict[str, str]:
    return {language: words(language).name(item) for language in LANGUAGES}


def _items(tally: Tally) -> list[dict[str, Any]]:
    return [
        {
            "case": item.case,
            "rule": item.rule,
            "value": item.value,
            "applies": item.applies,
            "why": item.why,
            "names": _names(item),
        }
        for item in tally.items
    ]


def _fractions(chances: Mapping[Any, Fraction]) -> list[list[str]]:
    ordered = sorted(chances.items(), key=lambda pair: (-pair[1], str(pair[0])))
    return [[str(key), str(p)] for key, p in ordered]


def _kill(kill: Kill) -> dict[str, Any]:
    data: dict[str, Any] = {"location": kill.aspect, "ch": kill.is_ch}
    if kill.number is not None:
        number = kill.number
        data["tk"] = {
            "table": number.table,
            "basic": number.basic,
            "cases": _items(number.cases),
            "modified": number.modified,
            "af": number.af,
            "final": number.final,
        }
    if kill.payload is not None:
        data["ift"] = {
            "column": kill.payload.column,
            "drm": kill.drm.total,
            "items": _items(kill.drm),
        }
    return data


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "name": chance.name,
        "vehicle": chance.aim.target.is_vehicle,
        "drm": {"items": _items(chance.aim.tally), "total": chance.aim.total},
        "needed": chance.needed,
        "hit": str(chance.hit),
        "ch": str(chance.ch),
        "hull": str(chance.hull),
        "turret": str(chance.turret),
        "hurt": str(chance.hurt),
        "killed": str(chance.killed),
        "effects": _fractions(chance.effects),
        "ift": _fractions(chance.ift),
        "kills": [_kill(kill) for kill in chance.kills],
    }


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
        "modifications": {"items": _items(th.modifications), "total": th.modifications.total},
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


def _shot(order: Mapping[str, Any]) -> dict[str, Any]:
    return _report(answer(_made(order)))


def _compare(order: Mapping[str, Any], by: str) -> list[dict[str, Any]]:
    made = _made(order)
    match by:
        case "ammo":
            known = [Ammo.AP, Ammo.HE, *(ammo for ammo, _ in made.weapon.ammo)]
            ways = [replace(made, ammo=a) for a in dict.fromkeys(known) if a is not Ammo.CANISTER]
        case "type":
            ways = [replace(made, target_type=kind) for kind in TargetType]
        case _:
            near = [0, 1, 2, 3, 6, 9, 12, 16, 20, 24]
            ways = [replace(made, range=r) for r in sorted({*near, made.range})]
    return [_way(way) for way in ways]


def _way(way: Shot) -> dict[str, Any]:
    head = {"ammo": way.ammo, "target_type": way.target_type, "range": way.range}
    try:
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


def _roll(order: Mapping[str, Any], faces: list[int] | None) -> dict[str, Any]:
    made = _made(order)
    dice = Dice(tuple(faces or ()), None if faces else secure())
    need: NeedAnswer | None = None
    outcome: Outcome | None = None
    try:
        outcome = play(dice, fire, made)
    except NeedAnswer as wanted:
        if len(faces or ()) < 2:
            raise BadInput("gunnery.cli.two_dice") from None
        need = wanted
    if need is None and dice.left_over:
        raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
    fallen = tuple(faces or ()) if need is not None else dice.faces
    thrown: Thrown = throw(Dice(fallen), to_hit(made))
    data: dict[str, Any] = {
        "faces": fallen,
        "fired": thrown.fired,
        "hits": [
            {
                "name": hit.target.name,
                "location": hit.aspect if hit.target.is_vehicle else None,
                "ch": hit.is_ch,
                "kill": _kill(kill_of(hit)),
            }
            for hit in thrown.hits
        ],
        "need": None
        if need is None
        else {language: words(language).request(need) for language in LANGUAGES},
        "results": [],
    }
    if outcome is not None:
        data |= {
            "results": [
                {"name": struck.name, "label": label_of(effect, hit)}
                for struck, effect, hit in zip(
                    outcome.hits, outcome.effects, thrown.hits, strict=True
                )
            ],
            "rof_kept": outcome.rof_kept,
            "malfunction": outcome.malfunction,
            "acquisition": outcome.acquisition,
            "weapon": outcome.weapon.name,
        }
    return data
