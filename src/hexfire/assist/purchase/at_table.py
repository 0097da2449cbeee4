"""A purchase under way as its players handle it: where a seat stands, what it types, its Roster.

The game itself is played through the kernel (`hexfire.play.Table`).
"""

from __future__ import annotations

import msgspec

from hexfire.asl.purchase import (
    DesignYourOwn,
    agreement,
    as_toml,
    built_in,
    gaps,
    read_listing,
    roster,
    sides_open_to,
    skeleton,
    template,
)
from hexfire.asl.purchase.actions import Action, Agree, Close, Figured
from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.desk import Desk
from hexfire.asl.purchase.japanese import japanese
from hexfire.asl.purchase.nations import read_nation, special_rules
from hexfire.asl.purchase.roster import InfantryRow, ItemRow, Roster, Section
from hexfire.asl.purchase.spelling import read, write
from hexfire.asl.purchase.state import STEPS, State
from hexfire.assist.purchase.desk import lacking_items, notes
from hexfire.play import Seat, Table
from hexfire.rulebook import Message

__all__ = [
    "STEPS",
    "Action",
    "InfantryRow",
    "ItemRow",
    "Purchase",
    "Roster",
    "Section",
    "SideStanding",
    "State",
    "agree",
    "agreement",
    "as_toml",
    "built_in",
    "check_date",
    "check_nation",
    "closes",
    "figured",
    "gaps",
    "order_of_battle",
    "read",
    "read_listing",
    "rosters",
    "standing",
    "template",
    "typed",
]

Purchase = Table[State, Action]
"""A purchase at its table."""

order_of_battle = skeleton


class SideStanding(msgspec.Struct, frozen=True, kw_only=True):
    """Where a seat stands: its step and points, what it should read or keep, what waits for it.

    `look_at`: rules of the nation; `lacking`: items of the step that are known by name only.
    """

    nation: str
    date: str
    points: int
    step: str
    left: int
    look_at: tuple[str, ...]
    notes: tuple[Message, ...]
    lacking: int
    proposals: tuple[tuple[str, str, str], ...]
    """Who proposes, which figure, which value."""
    over: bool
    waits: bool


def standing(state: State, seat: Seat) -> SideStanding:
    """H1.1: where a seat stands in the fixed sequence."""
    game = DesignYourOwn()
    desk = Desk.of(state, game.index(state, seat))
    over = game.outcome(state) is not None
    return SideStanding(
        nation=desk.nation,
        date=desk.agreement.date,
        points=desk.terms.points,
        step=desk.side.step,
        left=desk.left,
        look_at=special_rules(desk.nation, desk.agreement.place),
        notes=notes(state, seat),
        lacking=lacking_items(state, seat),
        proposals=tuple((by, figure, value) for figure, (by, value) in state.proposals.items()),
        over=over,
        waits=not over and seat not in game.to_act(state),
    )


def rosters(state: State, seat: Seat | None) -> tuple[Roster, ...]:
    """H1.1: the Rosters that a seat may read: its own, and those that are open."""
    return tuple(roster(state, at) for at in sides_open_to(state, seat))


# -- what is typed ---------------------------------------------------------------------------------


def typed(action: Action, language: str) -> str:
    """The action as its reader would type it."""
    return japanese(write(action)) if language == "ja" else write(action)


def agree() -> Action:
    """H1.1: consent to all that was agreed."""
    return Agree()


def figured(figure: str, value: str) -> Action:
    """R-H-missing: a figure that a player looked up."""
    return Figured(figure, value)


def closes(action: Action) -> bool:
    """Whether an action closes a step, which never opens again."""
    return isinstance(action, Close)


def check_date(text: str) -> None:
    """Refuse what is no date of the war."""
    Date.read(text)


def check_nation(text: str) -> str:
    """The nation that somebody means; refused if there is none."""
    return read_nation(text)
