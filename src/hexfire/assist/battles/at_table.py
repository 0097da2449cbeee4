"""A battle's table as it is told in words: its pieces, the shots on its menu, typed orders.

The game itself is played through the kernel (`hexfire.play.Table`).
"""

from __future__ import annotations

import msgspec

from hexfire.asl.battle.files.opening import sandbox
from hexfire.asl.battle.files.reader import check
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.orders.actions import Action, Fire, Pivot, Traverse
from hexfire.asl.battle.orders.japanese import ORDERS
from hexfire.asl.battle.orders.text import FORMS
from hexfire.asl.battle.questions.ask import reach
from hexfire.asl.battle.seats.battery_view import batteries, told
from hexfire.asl.battle.seats.telling import name_of, states_of, where_of
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.battle.table.state import State
from hexfire.assist.battle import shot_report
from hexfire.assist.battles.questions import aim
from hexfire.assist.battles.reports import Aim
from hexfire.assist.shots.report import ShotReport
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Message

__all__ = [
    "FORMS",
    "Action",
    "Menu",
    "PieceTold",
    "Position",
    "Scenario",
    "State",
    "aim_of",
    "batteries_told",
    "battery_owner",
    "check",
    "hexspine_of",
    "owner_of",
    "pieces_told",
    "reach",
    "sandbox",
    "shot_typed",
    "typed",
]


class PieceTold(msgspec.Struct, frozen=True):
    """A piece in words: what its counter is called, where it is, how it stands."""

    id: str
    name: str
    where: str
    states: tuple[Message, ...]


def pieces_told(at: Position, side: Seat) -> tuple[PieceTold, ...]:
    """Every piece of a side; `at` is what the reader knows."""
    return tuple(
        PieceTold(piece.id, name_of(at, piece), where_of(at, piece), tuple(states_of(at, piece)))
        for piece in at.state.pieces
        if piece.side == side
    )


def batteries_told(at: Position, side: Seat) -> tuple[Message, ...]:
    """C1.21: every battery of a side in one line."""
    return tuple(told(battery) for battery in batteries(at, side) if battery.side == side)


def aim_of(menu: Menu, action: Action) -> Aim | None:
    """What a shot on the menu would do; None for what is no shot."""
    return aim(menu.at, action, menu.seat) if isinstance(action, Fire) else None


def hexspine_of(menu: Menu, action: Action) -> str:
    """The two hexes that a numbered hexspine on the menu parts; nothing for other actions."""
    if not isinstance(action, Pivot | Traverse) or not action.to.isdecimal():
        return ""
    hex = menu.at.hex(menu.at.piece(action.unit))
    return "" if hex is None else write_facing(menu.at.grid, hex, int(action.to))


def shot_typed(at: Position, words: list[str], seat: Seat) -> ShotReport:
    """«WEAPON at TARGET [declarations]»: what is needed, why, and the exact odds."""
    order = text.read(" ".join(("fire", *words)))
    assert isinstance(order, Fire)
    return shot_report(at, order, seat)


def typed(action: Action, language: str) -> str:
    """The action as its reader would type it."""
    english = text.write(action)
    return ORDERS.japanese(english) if language == "ja" else english


def owner_of(at: Position, piece: str) -> Seat:
    """Whose a piece or a weapon («T1.CMG») is."""
    return at.piece(piece.partition(".")[0]).side


def battery_owner(state: State, name: str) -> Seat:
    """Whose a battery is; refused if there is none of that name."""
    known = {one.name: one.side for one in state.batteries}
    if name not in known:
        names = tuple(known) or ("–",)
        raise BadInput("artillery.unknown_battery", text=name, batteries=names)
    return known[name]
