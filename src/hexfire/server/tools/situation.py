"""Units on a board over HTTP: who has Wall Advantage, who may claim it, the TEM between units.

The page keeps a situation as `hexfire wall` reads it, and the events since; every answer is the
rules' own, run again from there.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI, Request
from msgspec.structs import replace
from pydantic import Field

from hexfire.asl.situation import Scene, Situation, situation_from
from hexfire.assist import walls
from hexfire.assist.openings import Given, OpenedBattle, battle_of
from hexfire.assist.situations import situation_of_text
from hexfire.assist.walls.events import Event
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body, Word, asked
from hexfire.server.tools.boards import BoardName, sight_of

MOST_UNITS, MOST_PAIRS = 120, 80

SituationPlain = Annotated[dict[str, Any], Field(max_length=20), asked(Situation)]
EventPlain = Annotated[dict[str, Any], Field(max_length=20), asked(Event)]


class Placed(Body):
    """Units and counters on a board of the page, and what has happened since."""

    board: BoardName
    situation: SituationPlain
    events: Annotated[list[EventPlain], Field(max_length=200, default_factory=list)]


class Pair(Placed):
    """Two units: one fires, one is fired at."""

    firer: Word
    target: Word


class ToBattle(Placed):
    """The month in which it is fought, and the nations of sides that are not called by them."""

    date: Annotated[str, Field(max_length=10)] = ""
    nations: Annotated[dict[Word, Word], Field(max_length=2, default_factory=dict)]


class One(Placed):
    """A unit."""

    unit: Word


def add_to(app: FastAPI) -> None:
    """The routes of situations."""

    @app.post("/api/tools/situation", responses=answers(walls.WallStanding))
    async def situation(body: Placed) -> Answer:
        """Who has Wall Advantage, who may claim or give it up, each with its rule."""
        standing = await asyncio.to_thread(lambda: walls.wall_standing(after(body), MOST_PAIRS))
        return answered(standing)

    @app.post("/api/tools/situation/between", responses=answers(walls.Between))
    async def between(body: Pair) -> Answer:
        """What a unit sees of another, and the TEM between them for each kind of fire."""
        facts = await asyncio.to_thread(
            lambda: walls.between(after(body).state, body.firer, body.target)
        )
        return answered(facts)

    @app.post("/api/tools/situation/may", responses=answers(walls.MayAtWalls))
    async def may(body: One) -> Answer:
        """What a unit may do at its walls: claim, cross, breach, turn and fire, be concealed."""

        def asked() -> walls.MayAtWalls:
            state = after(body).state
            return walls.may_at_walls(state, state.scene.unit(body.unit))

        return answered(await asyncio.to_thread(asked))

    @app.post("/api/tools/situation/battle", responses=answers(OpenedBattle))
    async def battle(body: ToBattle) -> Answer:
        """The situation as a battle's scenario, and what was taken for granted."""
        opened = await asyncio.to_thread(lambda: _battle(body))
        return answered(opened)

    @app.post("/api/tools/situation/read", responses=answers(Situation))
    async def read(request: Request) -> Answer:
        """A situation file, TOML or JSON, as plain data; a sentence about every mistake."""
        text = (await request.body()).decode("utf-8", "replace")
        return answered(await asyncio.to_thread(situation_of_text, text))


def _battle(body: ToBattle) -> OpenedBattle:
    situation = after(body).state.scene.situation
    board = body.board.replace(";", " / ")
    given = Given(date=body.date, sides=body.nations)
    opened = battle_of(replace(situation, board=board), given)
    sides = [
        {**side, "title": _army(side["nation"], side["title"])} for side in opened.data["side"]
    ]
    data = {**opened.data, "name": _in_both("web.sight.battle_name", board), "side": sides}
    return replace(opened, data=data)


def _in_both(key: str, otherwise: str) -> dict[str, str]:
    """A name that the table keeps, in both languages."""
    known = words("en").has(key)
    return {one: words(one).say(key) if known else otherwise for one in LANGUAGES}


def _army(nation: str, otherwise: str) -> dict[str, str]:
    """A nation's army in both languages; what is no nation keeps its title."""
    known = words("ja").army(nation) != nation
    return {one: words(one).army(nation) if known else otherwise for one in LANGUAGES}


def scene_of(board: str, plain: dict[str, Any]) -> Scene:
    """A situation on the board that the page shows."""
    situation = situation_from({**plain, "board": board}, "–")
    if len(situation.units) > MOST_UNITS or len(situation.markers) > 2 * MOST_UNITS:
        raise BadInput("web.sight.too_many", most=MOST_UNITS)
    return Scene(situation, sight_of(board, situation.ssr))


def after(placed: Placed) -> walls.After:
    """The situation after its events; claims that cannot stand are dropped, and told."""
    scene = scene_of(placed.board, placed.situation)
    return walls.after(scene, map(walls.event_of, placed.events), lenient=True)
