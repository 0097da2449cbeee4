"""The tools without a table: the catalogue, the rules and where they are used."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI

from hexfire.asl.counters import (
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    catalogue,
)
from hexfire.rulebook import Refusal, ledger
from hexfire.rulebook.coverage import coverage
from hexfire.server import boards, duels, mission, rolls, shots, sight, situation
from hexfire.server.wire import Answer


def add_to(app: FastAPI) -> None:
    """The routes of the tools."""
    boards.add_to(app)
    duels.add_to(app)
    mission.add_to(app)
    rolls.add_to(app)
    shots.add_to(app)
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


# -- the rules -------------------------------------------------------------------------------------

_PACKAGE = Path(__file__).parent.parent


@lru_cache(maxsize=512)
def _uses(rule: str) -> dict[str, Any]:
    tests = _PACKAGE.parent.parent / "tests"
    found = coverage(ledger(), _PACKAGE, tests if tests.is_dir() else None, rule)
    return {
        "code": [place for places in found.code.values() for place in places],
        "tests": [place for places in found.tests.values() for place in places],
    }


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
                "fires": counter.kind.casefold() not in ("dc", "ft", "radio", "phone"),
                "gun": counter.printed,
            }
        case Squad():
            card |= {"kind": "mmc", "type": counter.kind, "gun": counter.strength}
        case Leader():
            card |= {"kind": "smc", "type": counter.kind, "gun": counter.strength}
    return card
