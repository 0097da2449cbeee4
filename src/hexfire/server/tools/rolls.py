"""The dice of a shot over HTTP: thrown here, or as they fell on a real table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI

from hexfire.asl.antitank.fire import AtOutcome, at_fire
from hexfire.asl.antitank.party import Party, at_shot, concerns
from hexfire.asl.gunnery.answer import NOTHING, harm_to_men, kill_of, label_of, label_of_direct
from hexfire.asl.gunnery.fire import Outcome, fire
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.gunnery.throw import Thrown, throw
from hexfire.asl.gunnery.to_hit import ToHit, to_hit
from hexfire.asl.shots.hit import Hit
from hexfire.asl.shots.shot import Ammo, Shot
from hexfire.dice import Dice, NeedAnswer, odds, play, secure
from hexfire.rulebook import BadInput
from hexfire.server.http.bodies import Answer
from hexfire.server.tools.bilingual import wanted
from hexfire.server.tools.shots import Faces, ShotBody, kill_data, made_of


class RollBody(ShotBody):
    """Throw the dice, or go on with the faces that fell on one's own table."""

    faces: Faces = None


def add_to(app: FastAPI) -> None:
    """The route of rolls."""

    @app.post("/api/tools/shot/roll")
    async def roll(body: RollBody) -> Answer:
        """The same code throws the dice."""
        return Answer(await asyncio.to_thread(_roll, body.order, body.faces))


def _roll(order: Mapping[str, Any], faces: list[int] | None) -> dict[str, Any]:
    made, party = made_of(order)
    dice = Dice(tuple(faces or ()), None if faces else secure())
    light = concerns(made, party)
    need: NeedAnswer | None = None
    outcome: Outcome | AtOutcome | None = None
    try:
        outcome = play(dice, at_fire, at_shot(made, party)) if light else play(dice, fire, made)
    except NeedAnswer as asked:
        need = asked
    if need is None and dice.left_over:
        raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
    fallen = tuple(faces or ()) if need is not None else dice.faces
    data: dict[str, Any] = {
        "faces": fallen,
        "fired": True,
        "hits": [],
        "need": None if need is None else wanted(need),
        "results": [],
        "story": [],
    }
    if isinstance(outcome, AtOutcome):
        return data | _light_story(made, party, outcome)
    if light or is_small_arms(made) or made.ammo is Ammo.CANISTER:
        return data | ({} if outcome is None else _direct_story(made, outcome))
    return data | _ordinary_story(made, fallen, outcome)


def _ordinary_story(made: Shot, fallen: tuple[int, ...], outcome: Outcome | None) -> dict[str, Any]:
    if len(fallen) < 2:
        raise BadInput("gunnery.cli.two_dice")
    thrown: Thrown = throw(Dice(fallen), to_hit(made))
    data: dict[str, Any] = {
        "fired": thrown.fired,
        "hits": [
            {
                "name": hit.target.name,
                "location": hit.aspect if hit.target.is_vehicle else None,
                "ch": hit.is_ch,
                "kill": kill_data(kill_of(hit)),
            }
            for hit in thrown.hits
        ],
    }
    if outcome is None:
        return data
    results = [
        {"name": struck.name, "label": label_of(effect, hit)}
        for struck, effect, hit in zip(outcome.hits, outcome.effects, thrown.hits, strict=True)
    ]
    return data | {"results": results} | _afterwards(outcome)


def _afterwards(outcome: Outcome) -> dict[str, Any]:
    return {
        "rof_kept": outcome.rof_kept,
        "malfunction": outcome.malfunction,
        "acquisition": outcome.acquisition,
        "weapon": outcome.weapon.name,
    }


def _direct_story(made: Shot, outcome: Outcome) -> dict[str, Any]:
    results = [
        {"name": struck.name, "label": label_of_direct(made, i, effect)}
        for i, (struck, effect) in enumerate(zip(outcome.hits, outcome.effects, strict=True))
    ]
    return {"results": results, "direct": True} | _afterwards(outcome)


def _light_story(made: Shot, party: Party, outcome: AtOutcome) -> dict[str, Any]:
    """What a check, a shot and its price came to."""
    at = at_shot(made, party)
    story = [f"checked.{outcome.check.name.lower()}"] if outcome.check is not None else []
    results: list[dict[str, str]] = []
    if outcome.shot is not None:
        before = _sample_hits(to_hit(at.shot))
        results = [
            {"name": struck.name, "label": label_of(effect, before[struck.name])}
            for struck, effect in zip(outcome.shot.hits, outcome.shot.effects, strict=True)
        ]
        if not results:
            story.append("missed")
    for man, after in zip(at.men, outcome.men, strict=True):
        harm = harm_to_men(after, man)
        if harm != NOTHING:
            results.append({"name": f"@fieldguns.hand.{man.name}", "label": harm})
    if outcome.smoke:
        story.append("smoke")
    return {"story": story, "results": results, "fired": outcome.shot is not None, "direct": True}


def _sample_hits(th: ToHit) -> dict[str, Hit]:
    """Some hit on each target: what it was before is told from it."""
    found: dict[str, Hit] = {}
    for thrown in odds(throw, th):
        for hit in thrown.hits:
            found.setdefault(hit.target.name, hit)
    return found
