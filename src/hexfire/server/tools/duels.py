"""Gun Duels over HTTP: who fires first, and how it may end."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI

from hexfire.asl.gunnery.duel import Duel, DuelOutcome, duel_odds, fight, totals
from hexfire.asl.gunnery.fire import Outcome
from hexfire.dice import Dice, Odds, play, secure
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.tools.bilingual import tally
from hexfire.server.tools.shots import AnyOrder, Faces, made_of


class DuelBody(Body):
    """Two orders: the moving vehicle's, and that of the defender who shoots at it."""

    vehicle: AnyOrder
    defender: AnyOrder
    again: bool = False
    defender_concealed: bool = False
    before_moving: bool = False
    roll: bool = False
    faces: Faces = None


def add_to(app: FastAPI) -> None:
    """The route of duels."""

    @app.post("/api/tools/duel")
    async def duel(body: DuelBody) -> Answer:
        """A Gun Duel: who fires first, and how it may end."""
        return Answer(await asyncio.to_thread(_duel, body))


def _duel(body: DuelBody) -> dict[str, Any]:
    shots = [
        made_of({"phase": phase, **order})[0]
        for phase, order in (("MPh", body.vehicle), ("DFF", body.defender))
    ]
    duel = Duel(
        vehicle=shots[0],
        defender=shots[1],
        again=body.again,
        defender_concealed=body.defender_concealed,
        before_moving=body.before_moving,
    )
    drm = totals(duel)
    data: dict[str, Any] = {
        "names": [shot.weapon.name for shot in shots],
        "vehicle": tally(drm.vehicle),
        "defender": tally(drm.defender),
        "first": drm.first,
        "ca_turns_first": drm.ca_turns_first,
        "odds": None,
        "rolled": None,
    }
    if body.roll or body.faces:
        dice = Dice(tuple(body.faces or ()), None if body.faces else secure())
        outcome: DuelOutcome = play(dice, fight, duel)
        data["rolled"] = {
            "faces": dice.faces,
            "first": outcome.first,
            "vehicle_hits": _hits(outcome.vehicle),
            "defender_hits": _hits(outcome.defender),
            "defender_out": outcome.defender_out,
            "vehicle_out": outcome.vehicle_out,
        }
    else:
        data["odds"] = _duel_chances(duel_odds(duel))
    return data


def _hits(outcome: Outcome | None) -> bool:
    return outcome is not None and bool(outcome.hits)


def _duel_chances(found: Odds[DuelOutcome]) -> list[list[str]]:
    rows = [(f"first.{who.value}", p) for who, p in found.map(lambda o: o.first).items()]
    rows += [
        ("vehicle_hits", found.chance(lambda o: _hits(o.vehicle))),
        ("defender_hits", found.chance(lambda o: _hits(o.defender))),
        ("defender_out", found.chance(lambda o: o.defender_out)),
        ("vehicle_out", found.chance(lambda o: o.vehicle_out)),
    ]
    return [[key, str(p)] for key, p in rows if p]
