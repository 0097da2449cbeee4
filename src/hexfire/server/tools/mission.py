"""The fire mission over HTTP. The page keeps the record; every answer comes from the one engine."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI
from pydantic import Field
from starlette.responses import Response

from hexfire.asl.artillery import chart, odds
from hexfire.asl.artillery.battery import Battery, Link, Mission
from hexfire.asl.artillery.engine import IDLE, prospect
from hexfire.asl.artillery.facts import Both, Typed, read_facts
from hexfire.asl.artillery.impact import blast_area, blast_radius
from hexfire.asl.artillery.on_board import OnBoard
from hexfire.asl.artillery.record import VERSION, Record, Seen, run_on, standing
from hexfire.asl.artillery.state import Counter, Event, Setup, State, Table
from hexfire.asl.eyes import Eyes, NeedFact, Question
from hexfire.dice import BadFace, Dice, NeedAnswer, secure
from hexfire.hexes import Hex
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.bodies import Answer, Body
from hexfire.server.tools.bilingual import wanted
from hexfire.server.tools.shelling import shelled
from hexfire.server.tools.situation import Placed, after

MOST_STEPS, MOST_BATTERIES = 2_000, 8

Plain = Annotated[dict[str, Any], Field(max_length=60)]
Word = Annotated[str, Field(max_length=80)]


class NewMission(Body):
    """The sides and their batteries, as `hexfire oba new --setup` reads them."""

    setup: Plain
    placed: Placed | None = None


class Kept(Body):
    """A record as the page keeps it, and whose turn it is to be asked.

    With `placed` the board answers what it can; facts that are said still win.
    """

    record: Plain
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


class Shells(Kept):
    """The FFE of a battery on the units of a situation, or on a list of them."""

    units: Annotated[list[Plain] | None, Field(max_length=120)] = None
    entering: Annotated[str, Field(max_length=8)] = ""
    dice: Annotated[str, Field(max_length=400)] = ""
    roll: bool = False


def add_to(app: FastAPI) -> None:
    """The routes of the fire mission."""

    @app.post("/api/tools/mission/new")
    async def new(body: NewMission) -> Answer:
        """A new record of a battery."""
        return Answer(await asyncio.to_thread(_new, body))

    @app.post("/api/tools/mission/open")
    async def opened(body: Kept) -> Answer:
        """A record that was kept elsewhere: the file of `hexfire oba`."""
        return Answer(await asyncio.to_thread(_open, body))

    @app.post("/api/tools/mission/go")
    async def go(body: Go) -> Answer:
        """Through everything that facts and dice decide, up to the next decision."""
        return Answer(await asyncio.to_thread(_go, body))

    @app.post("/api/tools/mission/phase")
    async def phase(body: Kept) -> Answer:
        """The next phase; on to the next one in which a battery has something to do."""
        return Answer(await asyncio.to_thread(_phase, body))

    @app.post("/api/tools/mission/undo")
    async def undo(body: Back) -> Answer:
        """The record without its last step."""
        return Answer(await asyncio.to_thread(_undo, body))

    @app.post("/api/tools/mission/odds")
    async def chances(body: Wish) -> Answer:
        """The chance of FFE on the target, phase by phase, for each option of the moment."""
        return Answer(await asyncio.to_thread(_odds, body))

    @app.post("/api/tools/mission/ffe")
    async def shells(body: Shells) -> Answer:
        """What the shells do, hex by hex: the exact odds, or what the dice said."""
        return Answer(await asyncio.to_thread(_ffe, body))

    @app.get("/api/tools/mission/chart/{language}")
    async def drawn(language: str, lit: Word = "", walked: str = "") -> Response:
        """The flowchart, drawn from the data that the engine runs."""
        if language not in LANGUAGES:
            raise Refusal("", "core.unknown_language", text=language[:20])
        ways = [tuple(way.split(".", 1)) for way in walked[:4000].split(",") if "." in way]
        picture = chart.draw(words(language).say, lit or None, [(a, b) for a, b in ways])
        return Response(picture, media_type="image/svg+xml")


def _new(body: NewMission) -> dict[str, Any]:
    try:
        setup = msgspec.convert(body.setup, Setup)
    except msgspec.ValidationError as error:
        raise BadInput("artillery.bad_record", path="setup", why=str(error)) from None
    if not 1 <= len(setup.batteries) <= MOST_BATTERIES:
        raise BadInput("web.mission.how_many", most=MOST_BATTERIES)
    setup.check()
    record = Record.new(setup)
    name = _battery(record, "")
    return _view(record, name, _eyes(record, name, {}, body.placed))


def _open(body: Kept) -> dict[str, Any]:
    record = _read(body.record)
    return _go(Go(record=msgspec.to_builtins(record), placed=body.placed, facts=body.facts))


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


def _eyes(record: Record, name: str, facts: Mapping[str, Any], placed: Placed | None) -> Eyes:
    """What was said; where that is silent, the board, if the Observer stands on it."""
    given = read_facts(dict(facts), name)
    if placed is None:
        return given
    scene = after(placed).state.scene
    ours, theirs = record.setup.grid, scene.board.grid
    if ours.hexes != theirs.hexes or ours.label(ours.hexes[0]) != theirs.label(theirs.hexes[0]):
        raise BadInput("artillery.cli.other_map", board=scene.board.name)
    battery = record.setup.battery(name)
    if battery.link is Link.OFFBOARD and battery.offboard_hex:
        hex, level = battery.offboard_hex, battery.offboard_level
        return Both(given, OnBoard.offboard(scene, battery.side, hex, level))
    observer = record.table.states[record.setup.index(name)].observer
    try:
        return Both(given, OnBoard.of(scene, observer))
    except BadInput:  # he is not on the board: the player answers for him
        return given


def _go(body: Go) -> dict[str, Any]:
    record = _read(body.record)
    name = _battery(record, body.battery)
    eyes = _eyes(record, name, body.facts, body.placed)
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
    return _view(record, name, eyes, events, need)


def _phase(body: Kept) -> dict[str, Any]:
    record = _read(body.record)
    events: list[Event] = []
    for _ in range(32):
        record, walked = record.next_phase()
        events += walked.events
        if any(state.node != IDLE for state in record.table.states):
            break
    name = _battery(record, "")
    eyes = _eyes(record, name, body.facts, body.placed)
    record, more, need = run_on(record, name, eyes)
    return _view(record, name, eyes, (*events, *more), need)


def _undo(body: Back) -> dict[str, Any]:
    record = _read(body.record)
    record = record.undo_answer() if body.to is None else record.undo(len(record.steps) - body.to)
    name = _battery(record, body.battery)
    return _go(Go(record=msgspec.to_builtins(record), battery=name, facts={}, placed=body.placed))


def _view(
    record: Record,
    name: str,
    eyes: Eyes,
    events: tuple[Event, ...] = (),
    need: NeedFact | NeedAnswer | None = None,
) -> dict[str, Any]:
    """Where the battery stands and what may be done, as the page shows it."""
    seen = prospect(record.setup, record.table, name, eyes)
    clock = record.table.clock
    questions = [_question(q) for q in seen.questions]
    roll = None
    if isinstance(need, NeedFact):
        questions.insert(0, _question(need.question))
    elif need is not None:
        roll = {
            "rule": need.request.rule,
            "request": need.request,
            "text": wanted(need),
        }
    replayed = list(record.replay())
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
        "board_answers": isinstance(eyes, Both),
        "log": _log(record, replayed),
        "walked": _walked(record, replayed, name),
        "rounds": [round for b in record.setup.batteries if (round := _round(record, replayed, b))],
        "steps": len(record.steps),
    }


def _log(record: Record, replayed: list[Seen]) -> list[dict[str, Any]]:
    """What has happened, battery by battery; a new phase is a heading."""
    lines: list[dict[str, Any]] = []
    for step, (one, walked) in enumerate(replayed):
        if not one.battery:
            clock = walked.table.clock
            side = record.setup.sides[clock.mover]
            lines.append({"turn": clock.turn, "side": side, "phase": clock.phase.value})
        lines += (
            {"battery": one.battery, "rule": e.rule, "message": e.message, "step": step + 1}
            for e in walked.events
        )
    # Phases in which nothing happened need no heading, but for the present one.
    return [
        line
        for i, line in enumerate(lines)
        if "rule" in line or i + 1 == len(lines) or "rule" in lines[i + 1]
    ]


def _walked(record: Record, replayed: list[Seen], name: str) -> list[list[str]]:
    """The ways a battery has gone since its own fire phase last began."""
    index, ways = record.setup.index(name), list[list[str]]()
    for one, walked in replayed:
        if not one.battery:
            if walked.table.states[index].node == "begin":
                ways = [["idle", "own_phase"]]
        elif one.battery == name:
            ways.append([walked.node, walked.outcome])
    return ways


def _round(record: Record, replayed: list[Seen], battery: Battery) -> dict[str, Any] | None:
    """A battery's counter on the map: where it was aimed, where it fell, what it covers."""
    index, setup = record.setup.index(battery.name), record.setup
    marker = record.table.states[index].marker
    if marker is None:
        return None
    aimed, last, where = None, None, None
    for _, walked in replayed:
        state = walked.table.states[index]
        if state.ar is not None:
            last = state.ar
        if state.marker is not None and state.marker.hex != where:
            where, aimed = state.marker.hex, last
    mission = record.table.states[index].mission
    area: tuple[Hex, ...] = ()
    if mission is not None and mission.in_our_books and marker.counter is not Counter.SR:
        area = tuple(blast_area(marker.hex, blast_radius(battery.kind, mission), setup.grid))
    return {
        "battery": battery.name,
        "side": battery.side,
        "counter": marker.counter.value,
        "hex": setup.label(marker.hex),
        "aimed": setup.label(aimed) if aimed is not None and aimed != marker.hex else None,
        "area": [setup.label(hex) for hex in area],
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
        "link": battery.link.value,
        "missions_fired": state.missions_fired,
        "registered": battery.preregistered,
    }


def _odds(body: Wish) -> dict[str, Any]:
    """The usual plan, and every option of the moment; without a board all is taken as seen."""
    record = _read(body.record)
    name = _battery(record, body.battery)
    eyes = _eyes(record, name, {}, body.placed)
    board = eyes if isinstance(eyes, Both) else None
    plan = odds.Plan(
        record.setup,
        name,
        record.setup.grid.hex(body.target),
        body.facts if board else {**odds.FAVOURABLE, **body.facts},
        body.mission,
        board,
    )
    rows = {"": odds.mission_odds(plan, record.table, body.phases)}
    rows |= odds.alternatives(plan, record.table, body.phases)
    return {
        "target": body.target,
        "node": odds.at_decision(plan, record.table).states[0].node,
        "rows": [{"option": option, **_chances(found)} for option, found in rows.items()],
    }


def _chances(found: odds.Chances) -> dict[str, Any]:
    round = found.round
    return {
        "ffe": [str(p) for p in found.ffe],
        "ever": str(found.ever),
        "on_target": str(found.ever_on_target),
        "error": f"{float(round.error):.2f}" if round else None,
        "holds_target": str(round.holds_target) if round else None,
    }


def _ffe(body: Shells) -> dict[str, Any]:
    record = _read(body.record)
    name = _battery(record, body.battery)
    scene = after(body.placed).state.scene if body.placed is not None else None
    fires = body.roll or bool(body.dice.strip())
    source = Typed(body.dice, secure() if body.roll else None) if fires else None
    return shelled(record, name, scene or body.units or [], body.entering, source)
