"""The tools without a table: the catalogue, the rules and where they are used."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI

from hexfire.assist.around import RuleUses
from hexfire.assist.units import Card, cards
from hexfire.assist.wording import encode
from hexfire.rulebook import Refusal, ledger
from hexfire.rulebook.coverage import coverage
from hexfire.server.http.answers import answers, in_both
from hexfire.server.http.bodies import Answer
from hexfire.server.tools import (
    boards,
    duels,
    guns,
    mission,
    shots,
    sight,
    situation,
    vasl,
    workshop,
)


def add_to(app: FastAPI) -> None:
    """The routes of the tools."""
    boards.add_to(app)
    duels.add_to(app)
    guns.add_to(app)
    mission.add_to(app)
    shots.add_to(app)
    sight.add_to(app)
    situation.add_to(app)
    vasl.add_to(app)
    workshop.add_to(app)

    @app.get("/api/tools/counters", responses=answers(Card, many=True))
    async def counters() -> Answer:
        """The catalogue: what can fire and what can be fired at."""
        return Answer(_catalogue(), headers={"cache-control": "max-age=3600"})

    @app.get("/api/tools/uses/{rule}", responses=answers(RuleUses))
    async def uses(rule: str) -> Answer:
        """Where in the program a rule is at work, and which tests prove it (in a checkout)."""
        entry = ledger().find(rule[:40])
        if entry is None:
            raise Refusal("", "core.unknown_rule", text=rule[:40])
        return Answer(await asyncio.to_thread(_uses, entry.id))


# -- the rules -------------------------------------------------------------------------------------

_PACKAGE = Path(__file__).parent.parent.parent


@lru_cache(maxsize=512)
def _uses(rule: str) -> RuleUses:
    tests = _PACKAGE.parent.parent / "tests"
    uses = coverage(ledger(), _PACKAGE, tests if tests.is_dir() else None, rule)
    return RuleUses(
        code=tuple(place for places in uses.code.values() for place in places),
        tests=tuple(place for places in uses.tests.values() for place in places),
    )


# -- the catalogue ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _catalogue() -> bytes:
    return encode(cards(), in_both)
