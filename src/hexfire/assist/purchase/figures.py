"""What does it cost, and why? Is a wish list affordable, and how likely do the dice allow it?"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.purchase import Date, Facts, Quote, Terms, built_in, quote
from hexfire.asl.purchase import plan as make_plan
from hexfire.asl.purchase.nations import read_nation
from hexfire.asl.purchase.quote import Kind
from hexfire.rulebook import Modifier


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """A date (`9/44`, `1944-09`), a nation as people write it, and figures of the players' own."""

    date: str
    nation: str
    listing: dict[str, str] = {}

    @property
    def facts(self) -> Facts:
        return Facts(Date.read(self.date), {**built_in(), **self.listing})


class PriceAsked(Given, frozen=True, kw_only=True):
    """An item as people write it: `4-6-8 sapper x4`. `points`: the side's allotment (H1.4)."""

    item: str
    points: int | None = None
    night: bool = False
    pfk: bool = False


class PricePart(msgspec.Struct, frozen=True):
    """A part of a price with its rule; one that does not apply says why in the modifier."""

    case: str
    rule: str
    value: int
    applies: bool


def names_a_counter(modifier: Modifier) -> bool:
    """H1.41, H1.42: the BPV of a Gun or vehicle, whose case is the counter's own name."""
    return modifier.rule in ("H1.41", "H1.42")


class PriceReport(msgspec.Struct, frozen=True):
    """A price. `each` is none where the price of one is no whole number (Sangars)."""

    item: str
    kind: Kind
    number: int
    each: int | None
    total: int
    rf: str | None
    tally: tuple[PricePart, ...]
    parts: tuple[Modifier, ...]

    @classmethod
    def of(cls, quote: Quote) -> PriceReport:
        items = quote.each.items
        return cls(
            item=quote.name,
            kind=quote.kind,
            number=quote.number,
            each=quote.each.total if quote.by_the_piece else None,
            total=quote.total,
            rf=quote.rf,
            tally=tuple(PricePart(m.case, m.rule, m.value, m.applies) for m in items),
            parts=items,
        )


def price(asked: PriceAsked) -> PriceReport:
    """H1: the price of an item, or the refusal that the purchase itself would give."""
    nation = read_nation(asked.nation)
    terms = Terms(asked.facts, nation, asked.points, asked.night, asked.pfk)
    return PriceReport.of(quote(terms, asked.item))


class PlanAsked(Given, frozen=True, kw_only=True):
    """A wish list; without an enemy the side plans against its own nation."""

    wishes: tuple[str, ...]
    points: int
    enemy: str = ""
    night: bool = False
    place: str = ""
    pfk: bool = False


class RollReport(msgspec.Struct, frozen=True):
    """A roll that the plan depends on: what for, what it must allow, how likely that is."""

    what: str
    rule: str
    needs: str
    chance: Fraction


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
        rolls=tuple(RollReport(*each) for each in planned.rolls),
    )
