"""Where a seat stands when it acts: its side, its terms and the facts; what all steps share."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.state import (
    STEPS,
    Agreement,
    Item,
    Side,
    State,
    Step,
    Terms,
    facts_of,
    points_left,
)
from hexfire.rulebook import BadInput, Message, Refusal, Tally


class Done(NamedTuple):
    """What an action came to: the side after it, and what to say."""

    side: Side
    message: Message
    rule: str
    data: dict[str, Any] = {}  # noqa: RUF012


class Desk(NamedTuple):
    """A seat at the table."""

    state: State
    at: int
    terms: Terms
    side: Side
    facts: Facts
    on_credit: bool = False
    """A plan is bought on credit: whether it is too dear is told at the end."""

    @classmethod
    def of(cls, state: State, at: int) -> Desk:
        terms = state.agreement.sides[at]
        return cls(state, at, terms, state.sides[at], facts_of(state))

    @property
    def agreement(self) -> Agreement:
        return self.state.agreement

    @property
    def nation(self) -> str:
        return self.terms.nation

    @property
    def enemy(self) -> str:
        return self.agreement.sides[1 - self.at].nation

    @property
    def other(self) -> Side:
        return self.state.sides[1 - self.at]

    @property
    def date(self) -> Date:
        return self.facts.date

    @property
    def left(self) -> int:
        return points_left(self.terms, self.side)

    def during(self, rule: str, *steps: Step) -> None:
        """H1.1: whether an action belongs to the step the side is in."""
        here = self.side.step
        if here in steps:
            return
        later = [step for step in steps if STEPS.index(step) > STEPS.index(here)]
        key = "purchase.step_not_yet" if later else "purchase.step_past"
        step = later[0] if later else steps[-1]
        broken = rule if len(later) == len(steps) else "H1.1"
        raise Refusal(broken, key, step=step_name(step), now=step_name(here))

    def no_offer(self) -> None:
        """H1.5: a battery on offer is bought or declined before anything else."""
        if self.side.offer is not None:
            raise Refusal("H1.5", "purchase.offer_open", size=self.side.offer[0])

    def afford(self, points: int) -> None:
        """H1.13: nothing is bought on credit, and nothing is traded in for points."""
        if points > self.left and not self.on_credit:
            raise Refusal("H1.13", "purchase.too_dear", points=points, left=self.left)

    def paid(self, after: Side, message: Message, price: Tally | int, rule: str) -> Done:
        """The side after a purchase that it can pay for."""
        left = points_left(self.terms, after)
        if left < 0 and not self.on_credit:
            points = self.left - left
            raise Refusal("H1.13", "purchase.too_dear", points=points, left=self.left)
        points = price if isinstance(price, int) else price.total
        return Done(after, message, rule, {"points": points, "left": left})


def step_name(step: str) -> str:
    return f"@purchase.step.{step}"


MOST = 9999
"""More of one thing than any purchase has; a slip of the finger, not a wish."""


def whole_number(number: int) -> None:
    """A number of counters."""
    if not 1 <= number <= MOST:
        raise BadInput("purchase.bad_number", text=str(number))


def change(side: Side, **fields: Any) -> Side:
    return replace(side, **fields)


def letter(at: int) -> str:
    """The ID letter of a counter: A to Z, then AA, BB …"""
    return chr(ord("A") + at % 26) * (at // 26 + 1)


def add_item(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The same item on the same board shares a line."""
    for at, old in enumerate(items):
        if (old.name, old.board) == (item.name, item.board):
            merged = replace(old, number=old.number + item.number, points=old.points + item.points)
            return (*items[:at], merged, *items[at + 1 :])
    return (*items, item)
