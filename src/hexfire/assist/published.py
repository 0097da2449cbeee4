"""The structs that leave the house, and their JSON Schemas.

One list: `ANSWERS` are what services answer, `QUESTIONS` what they read. To publish a struct, write
it into one of the two; what it refers to follows by itself. From the list come

- the OpenAPI description: a route says `responses=answers(Struct)` (`server.http.answers`), and its
  schema stands in `/openapi.json`;
- the types of the page: `make types` writes `web/src/api/types.ts` anew, `make check` fails when it
  is stale.

Structs may hold `Fraction` (written as «5/12») and `Said` (written in the reader's language, or in
both); `wording.encode` writes them. A field that may be missing is `T | UnsetType = UNSET`; every
other field of an answer is always there.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import msgspec

from hexfire.asl.battle.questions.dangers import Danger
from hexfire.asl.battle.questions.hiding import Hiding
from hexfire.asl.battle.questions.threats import ThreatMap
from hexfire.asl.situation import Situation
from hexfire.assist import duels, guns
from hexfire.assist.artillery.odds import MissionOdds
from hexfire.assist.artillery.standing import Fired, Standing
from hexfire.assist.battles.reports import BattleShot, BattleSteps, BattleTargets, SetUpPiece
from hexfire.assist.boards import BoardPlan
from hexfire.assist.hints import Hint
from hexfire.assist.openings import OpenedBattle
from hexfire.assist.purchase import PlanReport, PriceReport
from hexfire.assist.reviews import ReviewStanding
from hexfire.assist.shots import report
from hexfire.assist.sight import FieldOfView, LineOfSight
from hexfire.assist.units import Card
from hexfire.assist.vasl import DroppedGame
from hexfire.assist.walls import Between, MayAtWalls, WallStanding
from hexfire.assist.wording import Names, Said
from hexfire.assist.workshop import BalanceReport, Judged, Opened

Schema = dict[str, Any]

ANSWERS: tuple[Any, ...] = (
    Card,
    Names,
    report.CompareReport,
    duels.DuelReport,
    guns.GunReport,
    PriceReport,
    PlanReport,
    Standing,
    MissionOdds,
    Fired,
    BoardPlan,
    LineOfSight,
    FieldOfView,
    Situation,
    WallStanding,
    Between,
    MayAtWalls,
    DroppedGame,
    BattleTargets,
    BattleShot,
    BattleSteps,
    SetUpPiece,
    OpenedBattle,
    ThreatMap,
    Danger,
    Hiding,
    Opened,
    Judged,
    BalanceReport,
    ReviewStanding,
    Hint,
)
QUESTIONS: tuple[Any, ...] = (duels.DuelOrder,)

EXACT: Schema = {
    "type": "string",
    "pattern": r"^\d+(/\d+)?$",
    "description": "an exact chance, such as 5/12, 0 or 1",
}
COUNTER: Schema = {"type": ["string", "null"], "description": "name or id of a counter"}


def components(kinds: tuple[Any, ...], ref: str, of_a_text: Schema) -> tuple[list[Schema], Schema]:
    """The schema of each kind, and the definitions they refer to by `ref` («#/$defs/{name}»).

    `of_a_text` is the schema of a text: a string, or `Names`.
    """

    def hook(kind: Any) -> Schema:
        if kind is Fraction:
            return EXACT
        if kind is Said:
            return of_a_text
        if kind is Hashable:
            return COUNTER
        raise NotImplementedError(kind)

    schemas, definitions = msgspec.json.schema_components(kinds, schema_hook=hook, ref_template=ref)
    return list(schemas), dict(sorted(definitions.items()))


def page_components(ref: str) -> Schema:
    """The definitions of everything published, as the page gets it: texts in both languages."""
    in_both = {"$ref": ref.format(name=Names.__name__)}
    return components((*ANSWERS, *QUESTIONS), ref, in_both)[1]
