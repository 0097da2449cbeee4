"""How many Panzerfausts a side may fire (C13.31), and, counted, who holds how many (C13.311)."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from hexfire.asl.antitank.panzerfaust import (
    US_NUMBER,
    PfStock,
    allot,
    pf_allotment,
    usage_track,
)
from hexfire.asl.shots.targets import Rank
from hexfire.assist.shots.report import Part
from hexfire.rulebook import BadInput

MOST_SQUADS, MOST_HOLDERS, MOST_STEPS = 100, 60, 100


class PfOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The squad-equivalents of the OB, the date; counted PF: who holds how many; what is done.

    `held`: `squad 3`, `leader 1` …; `steps`: `fire`, `fire 1` (the first holder), `hand 1 to 2`.
    """

    squads: str
    date: str
    held: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


class PfHolder(Part, kw_only=True):
    """A unit with its own PF, the most it may hold (its US#), and the PP they cost it."""

    unit: Rank
    held: int
    most: int
    pp: int


class PfReport(Part, kw_only=True):
    """The PF of the scenario, what is left of them, and who holds them where they are counted."""

    allotment: int
    left: int
    holders: list[PfHolder]


def panzerfausts(order: PfOrder) -> PfReport:
    """C13.31, C13.311: the number for the scenario; then the steps, each as the rules allow."""
    allotment = pf_allotment(_squads(order.squads), order.date)
    stocks = list(_allotted(order.held, allotment))
    left = allotment
    if len(order.steps) > MOST_STEPS:
        raise BadInput("fieldguns.too_many_steps", count=len(order.steps), most=MOST_STEPS)
    for step in order.steps:
        left = _step(step, stocks, left)
    holders = [
        PfHolder(unit=stock.rank, held=stock.held, most=US_NUMBER[stock.rank], pp=stock.pp)
        for stock in stocks
    ]
    return PfReport(allotment=allotment, left=left, holders=holders)


def _squads(text: str) -> Fraction:
    """Squad-equivalents: whole squads and halves (a HS)."""
    number = re.fullmatch(r"(\d{1,3})(\.5)?", text.strip())
    if number is None or Fraction(text.strip()) > MOST_SQUADS:
        raise BadInput("fieldguns.bad_squads", text=text, most=MOST_SQUADS)
    return Fraction(text.strip())


def _allotted(held: tuple[str, ...], total: int) -> tuple[PfStock, ...]:
    if len(held) > MOST_HOLDERS:
        raise BadInput("fieldguns.too_many_steps", count=len(held), most=MOST_HOLDERS)
    ranks, numbers = [], []
    for text in held:
        holder = re.fullmatch(r"(\w+)\s+(\d)", text.strip().casefold())
        if holder is None or holder[1] not in set(Rank):
            raise BadInput("fieldguns.bad_holder", text=text, known=tuple(Rank))
        ranks.append(Rank(holder[1]))
        numbers.append(int(holder[2]))
    return allot(tuple(ranks), tuple(numbers), total)


def _step(text: str, stocks: list[PfStock], left: int) -> int:
    """One step; the PF that are left after it. Counted PF are fired by who holds them."""
    words = re.fullmatch(
        r"(fire)(?: (\d{1,4}))?|hand (\d{1,4}) to (\d{1,4})", " ".join(text.split())
    )
    if words is None:
        raise BadInput("fieldguns.bad_pf_step", text=text)
    if words[1]:
        if stocks:
            at = _place(words[2] or "1", stocks)
            stocks[at] = stocks[at].fire()
        return usage_track(left)
    giver, taker = _place(words[3], stocks), _place(words[4], stocks)
    if giver == taker:
        raise BadInput("fieldguns.bad_pf_step", text=text)
    stocks[giver], stocks[taker] = stocks[giver].hand_to(stocks[taker])
    return left


def _place(text: str, stocks: list[PfStock]) -> int:
    at = int(text) - 1
    if not 0 <= at < len(stocks):
        raise BadInput("fieldguns.no_such_holder", number=int(text), count=len(stocks))
    return at
