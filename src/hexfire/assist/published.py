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

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import Any, get_args

import msgspec

from hexfire.asl.battle.questions.hiding import Hiding
from hexfire.asl.battle.seats.views import BattleView
from hexfire.asl.purchase.roster import PurchaseView
from hexfire.asl.situation import Situation
from hexfire.assist import around, duels, guns
from hexfire.assist.artillery.odds import MissionOdds
from hexfire.assist.artillery.standing import Fired, Standing
from hexfire.assist.battles import asked as battle_asked
from hexfire.assist.battles.board import BattleBoard
from hexfire.assist.boards import BoardPlan
from hexfire.assist.folio import questions as folio_asked
from hexfire.assist.folio.board import FolioBoard
from hexfire.assist.frames import Frame, View
from hexfire.assist.hints import Hint
from hexfire.assist.openings import OpenedBattle
from hexfire.assist.purchase import PlanReport, PriceReport
from hexfire.assist.purchase.desk import DeskOffer, DeskReport, RollChance
from hexfire.assist.reviews import ReviewStanding
from hexfire.assist.scenarios import ScenarioCard
from hexfire.assist.shots import report
from hexfire.assist.sight import FieldOfView, LineOfSight
from hexfire.assist.units import Card
from hexfire.assist.vasl import DroppedGame
from hexfire.assist.walls import Between, MayAtWalls, WallStanding
from hexfire.assist.walls.events import EVENTS
from hexfire.assist.wording import Names, Said
from hexfire.assist.workshop import BalanceReport, Judged, Opened
from hexfire.assist.workshop.form import FormParts, KindTable, ScenarioData
from hexfire.folio.seen import FolioView

Schema = dict[str, Any]

AROUND: tuple[Any, ...] = (
    around.TableListing,
    around.TableBegun,
    around.TableBrought,
    around.SeatJoined,
    around.ChatLine,
    around.JournalVerdict,
    around.Account,
    around.SignedInAs,
    around.MailStanding,
    around.RuleBook,
    around.RuleUses,
    around.ScenarioVerdict,
    around.AgreementTold,
    around.ListingRead,
    around.BoardAdded,
)
"""What is told around tables."""
BOARDS: tuple[Any, ...] = (FolioBoard, BattleBoard)
"""What never changes at a table of a game."""
VIEWS: tuple[Any, ...] = (FolioView, PurchaseView, BattleView)
"""What a seat may know of a position."""
AT_TABLES: tuple[Any, ...] = tuple(
    dict.fromkeys(
        kind
        for kind in (
            *get_args(folio_asked.FolioAnswer),
            *get_args(battle_asked.BattleAnswer),
            Hint,
            DeskReport,
            DeskOffer,
            tuple[RollChance, ...],
        )
    )
)
"""What questions at tables are answered with."""

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
    OpenedBattle,
    Hiding,
    Opened,
    ScenarioData,
    KindTable,
    FormParts,
    Judged,
    BalanceReport,
    ReviewStanding,
    ScenarioCard,
    *AROUND,
    Frame,
    *BOARDS,
    *VIEWS,
    *AT_TABLES,
)
QUESTIONS: tuple[Any, ...] = (duels.DuelOrder, *EVENTS.values())
UNIONS: dict[str, tuple[Any, ...]] = {"WallEvent": tuple(EVENTS.values())}
"""What is one of several, by the name that the page has for it."""

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
        if kind is View:
            return {"anyOf": [{"$ref": ref.format(name=view.__name__)} for view in VIEWS]}
        raise NotImplementedError(kind)

    schemas, definitions = msgspec.json.schema_components(kinds, schema_hook=hook, ref_template=ref)
    return list(schemas), dict(sorted(definitions.items()))


def page_components(ref: str) -> Schema:
    """The definitions of everything published, as the page gets it: texts in both languages."""
    in_both = {"$ref": ref.format(name=Names.__name__)}
    definitions = components((*ANSWERS, *QUESTIONS), ref, in_both)[1]
    twice = [name for name in definitions if "." in name]  # msgspec tells them apart by module
    if twice:
        raise TypeError(f"published under one name: {', '.join(twice)}")
    for name in _leaving_defaults_out(ANSWERS):
        for kind in definitions[name]["properties"].values():
            kind.pop("default", None)
    return definitions


def _leaving_defaults_out(kinds: tuple[Any, ...]) -> Iterator[str]:
    """The published structs that write no field with its default (`omit_defaults`)."""
    waiting: list[Any] = [*msgspec.inspect.multi_type_info(kinds)]
    known: set[int] = set()
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, msgspec.inspect.Type | msgspec.inspect.Field) and id(one) not in known:
            known.add(id(one))
            waiting += [getattr(one, field) for field in one.__struct_fields__]
            match one:
                case msgspec.inspect.StructType(cls=kind) if kind.__struct_config__.omit_defaults:
                    yield kind.__name__
