"""Units on a board over HTTP: who has Wall Advantage, who may claim it, the TEM between units.

The page keeps a situation as `hexfire wall` reads it, and the events since; every answer is the
rules' own, run again from there.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import FastAPI, Request
from pydantic import Field

from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.situation import Scene, Unit, situation_from
from hexfire.asl.walls import Cover, Fire, State, cover, sees, wall_on
from hexfire.asl.walls import advantage as wa
from hexfire.assist import walls
from hexfire.assist.sight import verdict
from hexfire.assist.situations import situation_of_text
from hexfire.assist.walls import hexside
from hexfire.hexes import Side
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.http.bodies import Answer, Body, Word
from hexfire.server.tools.bilingual import modifier
from hexfire.server.tools.boards import sight_of

MOST_UNITS, MOST_PAIRS = 120, 80

Plain = Annotated[dict[str, Any], Field(max_length=20)]


class Placed(Body):
    """Units and counters on a board of the page, and what has happened since."""

    board: Word
    situation: Plain
    events: Annotated[list[Plain], Field(max_length=200, default_factory=list)]


class Pair(Placed):
    """Two units: one fires, one is fired at."""

    firer: Word
    target: Word


def add_to(app: FastAPI) -> None:
    """The routes of situations."""

    @app.post("/api/tools/situation")
    async def situation(body: Placed) -> Answer:
        """Who has Wall Advantage, who may claim or give it up, each with its rule."""
        return Answer(await asyncio.to_thread(lambda: _panel(after(body))))

    @app.post("/api/tools/situation/between")
    async def between(body: Pair) -> Answer:
        """What a unit sees of another, and the TEM between them for each kind of fire."""
        return Answer(await asyncio.to_thread(_between, body))

    @app.post("/api/tools/situation/read")
    async def read(request: Request) -> Answer:
        """A situation file, TOML or JSON, as plain data; a sentence about every mistake."""
        text = (await request.body()).decode("utf-8", "replace")
        return Answer(await asyncio.to_thread(situation_of_text, text))


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


# -- the panel ------------------------------------------------------------------------------------


def _panel(now: walls.After) -> dict[str, Any]:
    state = now.state
    return {
        "situation": msgspec.structs.replace(state.scene.situation, wall_advantage=_claims(state)),
        "dropped": [_refusal(refusal) for refusal in now.dropped],
        "changes": [
            {
                "event": i,
                "unit": change.unit,
                "what": change.what,
                "rule": change.rule,
                "sides": [hexside(state, side) for side in change.sides],
            }
            for i, change in now.changes
        ],
        "acting": state.acting,
        "mover": state.mover,
        "undecided": sorted(state.undecided),
        "units": [_unit(state, unit) for unit in state.scene.situation.units],
        "between": _matrix(state),
    }


def _claims(state: State) -> tuple[str, ...]:
    """Who holds Wall Advantage, as a situation file writes it."""
    grid = state.scene.board.grid
    found: list[str] = []
    for unit in state.scene.situation.units:
        held = state.held(unit)
        if held and state.scene.situation.deluxe:
            here = state.scene.hex(unit)
            found += sorted(f"{unit.id}:{grid.label(side.other(here))}" for side in held)
        elif held:
            found.append(unit.id)
    return tuple(found)


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    return {
        "id": unit.id,
        "holds": [_held(state, unit, side) for side in sorted(state.held(unit))],
        "mandatory": wa.is_mandatory(state.scene, unit),
        "counter": wa.needs_counter(state, unit),
        "claim": _allowed(wa.may_claim, state, unit),
        "forfeit": _allowed(wa.may_forfeit, state, unit),
        "barred": unit.id in state.barred or unit.id in state.failed_exit,
    }


def _held(state: State, unit: Unit, side: Side) -> dict[str, Any]:
    """A hexside under Wall Advantage: which, of what kind, and where it lies on the drawing."""
    board, hex = state.scene.board, state.scene.hex(unit)
    k = hex.sides().index(side)
    ends = board.geometry.vertices[board.grid.index(hex)][[k, (k + 1) % 6]].tolist()
    wall = wall_on(board, side)
    return {"sides": hexside(state, side), "ends": ends, "kind": wall.kind if wall else ""}


def _allowed(question: Any, state: State, unit: Unit) -> dict[str, Any]:
    try:
        return {"rule": question(state, unit)}
    except Refusal as refusal:
        return {"refused": _refusal(refusal)}


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {"rule": refusal.rule, "message": refusal.message}


# -- between two units ----------------------------------------------------------------------------


def _matrix(state: State) -> list[dict[str, Any]]:
    """Every enemy pair in short: is it seen, and the best TEM; nothing for a crowd."""
    units = state.scene.situation.units
    pairs = [(a, b) for a in units for b in units if a.side != b.side and not b.hidden]
    if len(pairs) > MOST_PAIRS:
        return []
    found = []
    for firer, target in pairs:
        seen = sees(state, firer, target)
        try:
            best: int | None = cover(state, [firer], target).tem
        except Refusal:
            best = None
        found.append(
            {
                "firer": firer.id,
                "target": target.id,
                "sees_hex": not seen.hex.blocked,
                "sees_unit": not seen.unit.blocked,
                "tem": best,
            }
        )
    return found


def _between(body: Pair) -> dict[str, Any]:
    state = after(body).state
    eyes = Lookout(state)
    firer, target = state.scene.unit(body.firer), state.scene.unit(body.target)
    return {
        "hex": verdict(eyes.sees_hex(firer, target.hex, target.level)),
        "unit": verdict(eyes.sees(firer, target)),
        "fire": {fire: _cover(cover(state, [firer], target, fire)) for fire in Fire},
    }


def _cover(found: Cover) -> dict[str, Any]:
    return {
        "tem": found.tem,
        "items": [modifier(item) for item in (*found.options, *found.rejected)],
        "hull_down": found.hull_down,
        "ffmo_negated": found.ffmo_negated,
    }
