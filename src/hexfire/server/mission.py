"""The fire mission over HTTP. The page keeps the record; every answer comes from the one engine."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI
from pydantic import Field
from starlette.responses import Response

from hexfire.asl.artillery import chart, odds
from hexfire.asl.artillery.battery import Battery, Kind, Mission
from hexfire.asl.artillery.engine import IDLE, prospect
from hexfire.asl.artillery.facts import Typed, read_facts
from hexfire.asl.artillery.record import VERSION, Record, run_on, standing
from hexfire.asl.artillery.state import Event, Setup, State, Table
from hexfire.asl.eyes import NeedFact, Question
from hexfire.dice import BadFace, Dice, NeedAnswer, secure
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.wire import Answer, Body

MOST_STEPS = 2_000

Plain = Annotated[dict[str, Any], Field(max_length=60)]
Word = Annotated[str, Field(max_length=80)]


class NewMission(Body):
    """A battery as the scenario gives it."""

    battery: Plain
    enemy: Word = "enemy"


class Kept(Body):
    """A record as the page keeps it, and whose turn it is to be asked."""

    record: Plain
    battery: Word = ""
    facts: Annotated[dict[str, bool | int], Field(max_length=60, default_factory=dict)]


class Go(Kept):
    """On to the next decision: with facts, perhaps an option, dice typed or thrown."""

    option: Word | None = None
    argument: Word = ""
    dice: Annotated[str, Field(max_length=200)] = ""
    roll: bool = False


class Wish(Kept):
    """What would come of it?"""

    target: Word
    mission: Mission = Mission.HE
    phases: Annotated[int, Field(ge=1, le=8)] = 4


def add_to(app: FastAPI) -> None:
    """The routes of the fire mission."""

    @app.post("/api/tools/mission/new")
    async def new(body: NewMission) -> Answer:
        return Answer(_view(_new(body), "", body.battery.get("name", "")))

    @app.post("/api/tools/mission/go")
    async def go(body: Go) -> Answer:
        """Through everything that facts and dice decide, up to the next decision."""
        return Answer(await asyncio.to_thread(_go, body))

    @app.post("/api/tools/mission/phase")
    async def phase(body: Kept) -> Answer:
        """The next phase; on to the next one in which a battery has something to do."""
        return Answer(await asyncio.to_thread(_phase, body))

    @app.post("/api/tools/mission/undo")
    async def undo(body: Kept) -> Answer:
        return Answer(await asyncio.to_thread(_undo, body))

    @app.post("/api/tools/mission/odds")
    async def chances(body: Wish) -> Answer:
        """The chance of FFE on the target, phase by phase, for each option of the moment."""
        return Answer(await asyncio.to_thread(_odds, body))

    @app.get("/api/tools/mission/chart/{language}")
    async def drawn(language: str, lit: Word = "", walked: str = "") -> Response:
        """The flowchart, drawn from the data that the engine runs."""
        if language not in LANGUAGES:
            raise Refusal("", "core.unknown_language", text=language[:20])
        ways = [tuple(way.split(".", 1)) for way in walked[:4000].split(",") if "." in way]
        picture = chart.draw(words(language).say, lit or None, [(a, b) for a, b in ways])
        return Response(picture, media_type="image/svg+xml")


def _new(body: NewMission) -> Record:
    plain = dict(body.battery)
    plain.setdefault("side", plain.get("nation", ""))
    if plain.get("kind") == Kind.ROCKETS.value:
        plain.setdefault("missions", [Mission.HE.value])
    try:
        battery = msgspec.convert(plain, Battery)
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_record", path="battery", why=str(error)) from None
    setup = Setup(sides=(battery.side, body.enemy or "enemy"), batteries=(battery,))
    setup.check()
    return Record.new(setup)


def _read(plain: dict[str, Any]) -> Record:
    """A record from outside: its state must follow from its steps."""
    if plain.get("hexfire") != "oba" or plain.get("version") != VERSION:
        raise BadInput("artillery.not_a_record", path="record")
    try:
        record = msgspec.convert(plain, Record)
        if len(record.steps) > MOST_STEPS:
            raise BadInput("artillery.bad_record", path="record", why=f"> {MOST_STEPS}")
        record.setup.check()
        table = Table.of(record.setup)
        for seen in record.replay():
            table = seen.walked.table
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_record", path="record", why=str(error)) from None
    except (NeedFact, NeedAnswer, BadFace, ValueError) as error:
        raise BadInput("artillery.does_not_follow", path="record", why=str(error)) from None
    return msgspec.structs.replace(record, table=table)


def _battery(record: Record, name: str) -> str:
    if name:
        return record.setup.battery(name).name
    busy = [b.name for b in record.setup.batteries if standing(record, b.name) != IDLE]
    return (busy or [b.name for b in record.setup.batteries])[0]


def _go(body: Go) -> dict[str, Any]:
    record = _read(body.record)
    name = _battery(record, body.battery)
    eyes = read_facts(dict(body.facts), name)
    source = Typed(body.dice, secure() if body.roll else None)
    record, events, need = run_on(record, name, eyes, source)
    if body.option is not None:
        if need is not None:
            raise BadInput("artillery.cli.need_roll", what=body.option)
        record, walked = record.take(name, eyes, Dice(), body.option, body.argument)
        events += walked.events
        record, more, need = run_on(record, name, eyes, source)
        events += more
    if source.tokens:
        raise BadInput("artillery.too_many_faces", faces=", ".join(source.tokens))
    return _view(record, name, name, dict(body.facts), events, need)


def _phase(body: Kept) -> dict[str, Any]:
    record = _read(body.record)
    events: list[Event] = []
    for _ in range(32):
        record, walked = record.next_phase()
        events += walked.events
        if any(state.node != IDLE for state in record.table.states):
            break
    name = _battery(record, "")
    record, more, need = run_on(record, name, read_facts({}, name))
    return _view(record, name, name, {}, (*events, *more), need)


def _undo(body: Kept) -> dict[str, Any]:
    record = _read(body.record).undo_answer()
    name = _battery(record, body.battery)
    return _go(Go(record=msgspec.to_builtins(record), battery=name, facts={}))


def _view(
    record: Record,
    asked: str,
    name: str,
    facts: dict[str, bool | int] | None = None,
    events: tuple[Event, ...] = (),
    need: NeedFact | NeedAnswer | None = None,
) -> dict[str, Any]:
    """Where the battery stands and what may be done, as the page shows it."""
    name = _battery(record, name or asked)
    seen = prospect(record.setup, record.table, name, read_facts(dict(facts or {}), name))
    clock = record.table.clock
    questions = [_question(q) for q in seen.questions]
    roll = None
    if isinstance(need, NeedFact):
        questions.insert(0, _question(need.question))
    elif need is not None:
        roll = {
            "rule": need.request.rule,
            "request": need.request,
            "text": {language: words(language).request(need) for language in LANGUAGES},
        }
    replayed = list(record.replay())
    last = max((i for i, one in enumerate(replayed) if not one.step.battery), default=-1)
    return {
        "record": record,
        "battery": name,
        "clock": {
            "turn": clock.turn,
            "side": record.setup.sides[clock.mover],
            "phase": clock.phase.value,
        },
        "batteries": [
            _state(record, battery, state)
            for battery, state in zip(record.setup.batteries, record.table.states, strict=True)
        ],
        "node": seen.node,
        "kind": seen.kind.value,
        "by": seen.by,
        "idle": seen.node == IDLE,
        "options": seen.options,
        "refused": [
            {"name": no.name, "rule": no.reason.rule, "message": no.reason.message}
            for no in seen.refused
            if no.reason.message.key != "artillery.by_the_clock"
        ],
        "questions": questions,
        "roll": roll,
        "events": [{"rule": e.rule, "message": e.message} for e in events],
        "log": [
            {"rule": e.rule, "message": e.message, "phase": not one.step.battery}
            for one in replayed
            for e in one.walked.events
        ],
        "walked": [
            [one.walked.node, one.walked.outcome]
            for one in replayed[last + 1 :]
            if one.step.battery
        ],
        "steps": len(record.steps),
    }


def _question(question: Question) -> dict[str, Any]:
    return {
        "fact": question.name,
        "rule": question.rule,
        "wants": question.wants.value,
        "message": question.message,
    }


def _state(record: Record, battery: Battery, state: State) -> dict[str, Any]:
    marker = state.marker
    return {
        "name": battery.name,
        "side": battery.side,
        "nation": battery.nation,
        "caliber": battery.caliber,
        "node": state.node,
        "contact": state.contact,
        "access": state.access,
        "counter": marker.counter.value if marker else None,
        "hex": record.setup.label(marker.hex) if marker else None,
        "mission": state.mission.value if state.mission else None,
        "pile": state.pile._asdict(),
        "drawn": state.gone._asdict(),
        "barred": state.barred,
        "radio": state.device.value,
        "observer": state.observer,
    }


def _odds(body: Wish) -> dict[str, Any]:
    record = _read(body.record)
    name = _battery(record, body.battery)
    known = {**odds.FAVOURABLE, **body.facts}
    plan = odds.Plan(record.setup, name, record.setup.grid.hex(body.target), known, body.mission)
    whole = odds.mission_odds(plan, record.table, body.phases)
    others = odds.alternatives(plan, record.table, body.phases)
    return {
        "target": body.target,
        "ffe": [str(p) for p in whole.ffe],
        "on_target": [str(p) for p in whole.on_target],
        "ever": str(whole.ever),
        "ever_on_target": str(whole.ever_on_target),
        "options": {
            option: {"ever": str(found.ever), "on_target": str(found.ever_on_target)}
            for option, found in others.items()
        },
    }
