"""What does it cost, and why? Is a wish list affordable, and how likely do the dice allow it?"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from hexfire.asl.purchase import Date, Facts, Quote, Terms, built_in, quote
from hexfire.asl.purchase import plan as make_plan
from hexfire.asl.purchase.nations import read_nation
from hexfire.asl.purchase.quote import Kind
from hexfire.assist.purchase.names import item_name, part_name, roll_name
from hexfire.assist.wording import Said
from hexfire.rulebook import Modifier

Word = Annotated[str, Meta(max_length=40)]
Item = Annotated[str, Meta(max_length=200)]
MOST_WISHES = 60
Points = Annotated[int, Meta(ge=0, le=100_000)]


class Given(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A date (`9/44`, `1944-09`), a nation as people write it, and figures of the players' own."""

    date: Word
    nation: Word
    listing: Annotated[dict[Item, Word], Meta(max_length=5_000)] = {}

    @property
    def facts(self) -> Facts:
        return Facts(Date.read(self.date), {**built_in(), **self.listing})


class PriceAsked(Given, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An item as people write it: `4-6-8 sapper x4`. `points`: the side's allotment (H1.4)."""

    item: Item
    points: Points | None = None
    night: bool = False
    pfk: bool = False


class PricePart(msgspec.Struct, frozen=True):
    """A part of a price with its rule. `why`: how it was reckoned, or why it does not apply."""

    case: str
    rule: str
    value: int
    applies: bool
    name: Said
    why: Said | None

    @classmethod
    def of(cls, part: Modifier) -> PricePart:
        why = None if part.why is None else Said(part.why)
        return cls(part.case, part.rule, part.value, part.applies, part_name(part), why)


class PriceReport(msgspec.Struct, frozen=True):
    """A price. `each` is none where the price of one is no whole number (Sangars)."""

    item: str
    name: Said
    kind: Kind
    number: int
    each: int | None
    total: int
    rf: str | None
    tally: tuple[PricePart, ...]

    @classmethod
    def of(cls, quote: Quote) -> PriceReport:
        return cls(
            item=quote.name,
            name=item_name(quote.name),
            kind=quote.kind,
            number=quote.number,
            each=quote.each.total if quote.by_the_piece else None,
            total=quote.total,
            rf=quote.rf,
            tally=tuple(map(PricePart.of, quote.each.items)),
        )


def price(asked: PriceAsked) -> PriceReport:
    """H1: the price of an item, or the refusal that the purchase itself would give."""
    nation = read_nation(asked.nation)
    terms = Terms(asked.facts, nation, asked.points, asked.night, asked.pfk)
    return PriceReport.of(quote(terms, asked.item))


class PlanAsked(Given, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish list; without an enemy the side plans against its own nation."""

    wishes: Annotated[tuple[Item, ...], Meta(max_length=MOST_WISHES)]
    points: Points
    enemy: Word = ""
    night: bool = False
    place: Word = ""
    pfk: bool = False


class RollReport(msgspec.Struct, frozen=True):
    """A roll that the plan depends on: what for, what it must allow, how likely that is."""

    what: str
    rule: str
    needs: str
    chance: Fraction
    name: Said


class PlanReport(msgspec.Struct, frozen=True):
    """H1.13: what the wishes cost, and the exact chance that all the rolls allow them."""

    points: int
    spent: int
    left: int
    affordable: bool
    chance: Fraction
    items: tuple[PriceReport, ...]
    rolls: tuple[RollReport, ...]


def plan(asked: PlanAsked) -> PlanReport:
    """H1.13: the plan, or the refusal that the purchase itself would give."""
    nation = read_nation(asked.nation)
    enemy = read_nation(asked.enemy) if asked.enemy else nation
    planned = make_plan(
        asked.facts,
        nation,
        enemy,
        asked.points,
        asked.wishes,
        night=asked.night,
        place=asked.place,
        pfk=asked.pfk,
    )
    return PlanReport(
        points=planned.points,
        spent=planned.spent,
        left=planned.left,
        affordable=planned.affordable,
        chance=planned.chance,
        items=tuple(PriceReport.of(each) for each in planned.quotes),
        rolls=tuple(RollReport(*each, roll_name(each.what)) for each in planned.rolls),
    )
