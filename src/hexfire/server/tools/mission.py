"""The fire mission over HTTP. The page keeps the record; every answer comes from the services."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import FastAPI
from pydantic import Field
from starlette.responses import Response

from hexfire.assist.artillery import mission, shelling
from hexfire.assist.artillery.looking import Looking, looking
from hexfire.assist.artillery.odds import MissionOdds, mission_odds
from hexfire.assist.artillery.records import (
    Given,
    Mission,
    NeedFact,
    Record,
    Setup,
    Typed,
    UnitShelled,
    first_busy,
    flow,
    read_facts,
    record_of,
)
from hexfire.assist.artillery.shelling import DiceWanted, Entering
from hexfire.assist.artillery.standing import Fired, Standing, standing
from hexfire.assist.situations import State
from hexfire.dice import NeedAnswer, secure
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.bodies import Answer, Body, asked
from hexfire.server.tools.situation import Placed, after

MOST_STEPS, MOST_BATTERIES = 2_000, 8

SetupPlain = Annotated[dict[str, Any], Field(max_length=60), asked(Setup)]
RecordPlain = Annotated[dict[str, Any], Field(max_length=60), asked(Record)]
UnitPlain = Annotated[dict[str, Any], Field(max_length=60), asked(UnitShelled)]
Word = Annotated[str, Field(max_length=80)]


class NewMission(Body):
    """The sides and their batteries, as `hexfire oba new --setup` reads them."""

    setup: SetupPlain
    placed: Placed | None = None


class Kept(Body):
    """A record as the page keeps it, and whose turn it is to be asked.

    With `placed` the board answers what it can; facts that are said still win.
    """

    record: RecordPlain
    battery: Word = ""
    facts: Annotated[dict[str, bool | int], Field(max_length=60, default_factory=dict)]
    placed: Placed | None = None


class Go(Kept):
    """On to the next decision: with facts, perhaps an option, dice typed or thrown."""

    option: Word | None = None
    argument: Word = ""
    dice: Annotated[str, Field(max_length=200)] = ""
    roll: bool = False


class Back(Kept):
    """Back by one answer, or to the point where so many steps had been taken."""

    to: Annotated[int | None, Field(ge=0)] = None


class Wish(Kept):
    """What would come of it?"""

    target: Word
    mission: Mission = Mission.HE
    phases: Annotated[int, Field(ge=1, le=8)] = 3


class Coming(Body):
    """Who enters the Blast Area, in which phase."""

    phase: Annotated[str, Field(max_length=8)]
    units: Annotated[list[Word], Field(max_length=20, default_factory=list)]
    assault: bool = False


class Shells(Kept):
    """The FFE of a battery on the units of a situation, or on a list of them."""

    units: Annotated[list[UnitPlain] | None, Field(max_length=120)] = None
    entering: Coming | None = None
    dice: Annotated[str, Field(max_length=400)] = ""
    roll: bool = False


class Traces(Kept):
    """What the players looked up about the traces of shells: `flame=U4`, `rubble=` …"""

    answers: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=8)]


def add_to(app: FastAPI) -> None:
    """The routes of the fire mission."""

    @app.post("/api/tools/mission/new", responses=answers(Standing))
    async def new(body: NewMission) -> Answer:
        """A new record of a battery."""
        return answered(await asyncio.to_thread(_new, body))

    @app.post("/api/tools/mission/open", responses=answers(Standing))
    async def opened(body: Kept) -> Answer:
        """A record that was kept elsewhere: the file of `hexfire oba`."""
        return answered(await asyncio.to_thread(_open, body))

    @app.post("/api/tools/mission/go", responses=answers(Standing))
    async def go(body: Go) -> Answer:
        """Through everything that facts and dice decide, up to the next decision."""
        return answered(await asyncio.to_thread(_go, body))

    @app.post("/api/tools/mission/phase", responses=answers(Standing))
    async def phase(body: Kept) -> Answer:
        """The next phase; on to the next one in which a battery has something to do."""
        return answered(await asyncio.to_thread(_phase, body))

    @app.post("/api/tools/mission/undo", responses=answers(Standing))
    async def undo(body: Back) -> Answer:
        """The record without its last step."""
        return answered(await asyncio.to_thread(_undo, body))

    @app.post("/api/tools/mission/odds", responses=answers(MissionOdds))
    async def chances(body: Wish) -> Answer:
        """The chance of FFE on the target, phase by phase, for each option of the moment."""
        return answered(await asyncio.to_thread(_odds, body))

    @app.post("/api/tools/mission/ffe", responses=answers(Fired))
    async def shells(body: Shells) -> Answer:
        """What the shells do, hex by hex: the exact odds, or what the dice said."""
        return answered(await asyncio.to_thread(_ffe, body))

    @app.post("/api/tools/mission/traces", responses=answers(Standing))
    async def traces(body: Traces) -> Answer:
        """What the shells left behind, as the players looked it up; kept in the record."""
        return answered(await asyncio.to_thread(_traces, body))

    @app.get("/api/tools/mission/chart/{language}")
    async def drawn(language: str, lit: Word = "", walked: str = "") -> Response:
        """The flowchart, drawn from the data that the engine runs."""
        if language not in LANGUAGES:
            raise Refusal("", "core.unknown_language", text=language[:20])
        ways = [tuple(way.split(".", 1)) for way in walked[:4000].split(",") if "." in way]
        drawn = flow(words(language).say, lit or None, [(a, b) for a, b in ways])
        return Response(drawn.svg, media_type="image/svg+xml")


def _new(body: NewMission) -> Standing:
    setup = mission.setup_of(body.setup)
    if not 1 <= len(setup.batteries) <= MOST_BATTERIES:
        raise BadInput("web.mission.how_many", most=MOST_BATTERIES)
    record = Record.new(setup)
    name = first_busy(record)
    return standing(record, name, looking(record, name, Given({}), _state(body.placed)))


def _read(body: Kept) -> tuple[Record, str, Looking]:
    """The record, the battery that is asked about, and who answers for its Observer."""
    record = record_of(body.record, most=MOST_STEPS)
    name = record.setup.battery(body.battery).name if body.battery else first_busy(record)
    return record, name, _looking(record, name, body)


def _looking(record: Record, name: str, body: Kept) -> Looking:
    return looking(record, name, read_facts(dict(body.facts), name), _state(body.placed))


def _state(placed: Placed | None) -> State | None:
    return after(placed).state if placed is not None else None


def _open(body: Kept) -> Standing:
    return _ahead(*_read(body))


def _ahead(record: Record, name: str, seen: Looking) -> Standing:
    """Through what facts alone decide."""
    moved = mission.ahead(record, name, seen)
    return standing(moved.record, name, seen, moved.need, moved.events)


def _go(body: Go) -> Standing:
    record, name, seen = _read(body)
    source = Typed(body.dice, secure() if body.roll else None)
    try:
        moved = mission.go(record, name, seen, source, body.option, body.argument)
    except (NeedFact, NeedAnswer):
        raise BadInput("artillery.cli.need_roll", what=body.option or "–") from None
    return standing(moved.record, name, seen, moved.need, moved.events)


def _phase(body: Kept) -> Standing:
    record, _, _ = _read(body)
    passed = mission.next_phase(record, to_fire=True)
    name = first_busy(passed.record)
    seen = _looking(passed.record, name, body)
    moved = mission.ahead(passed.record, name, seen)
    return standing(moved.record, name, seen, moved.need, (*passed.events, *moved.events))


def _undo(body: Back) -> Standing:
    record, _, _ = _read(body)
    record = mission.undo(record, to=body.to)
    name = record.setup.battery(body.battery).name if body.battery else first_busy(record)
    return _ahead(record, name, looking(record, name, Given({}), _state(body.placed)))


def _odds(body: Wish) -> MissionOdds:
    record, name, _ = _read(body)
    seen = looking(record, name, Given({}), _state(body.placed))
    return mission_odds(record, name, body.target, seen, body.facts, body.mission, body.phases)


def _ffe(body: Shells) -> Fired:
    record, name, seen = _read(body)
    state = _state(body.placed)
    coming = None
    if body.entering is not None:
        coming = Entering(
            phase=body.entering.phase,
            units=tuple(body.entering.units),
            assault=body.entering.assault,
        )
    phase = coming.phase if coming is not None else ""
    there = state if state is not None else body.units or []
    fire = shelling.the_fire(record, name, there, coming)
    if not (body.roll or body.dice.strip()):
        return Fired(odds=shelling.ffe_odds(record, fire, phase))
    source = Typed(body.dice, secure() if body.roll else None)
    done = shelling.roll_ffe(record, fire, source, phase)
    if isinstance(done, DiceWanted):
        return Fired(need=done)
    record, result = done
    return Fired(result=result, standing=standing(record, name, seen))


def _traces(body: Traces) -> Standing:
    record, name, seen = _read(body)
    record = shelling.answer_traces(record, body.battery or None, body.answers)
    return standing(record, name, seen)
