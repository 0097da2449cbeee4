"""What honest play never writes into a journal, though each line by itself could be replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hexfire.play.game import Seat
from hexfire.play.lines import TakenBack, Undone
from hexfire.play.steps import Step

if TYPE_CHECKING:
    from hexfire.play.table import Table


def undo_was_allowed(line: Undone, table: Table[Any, Any]) -> bool:
    """Free: one's own actions without dice or secrets. All else was asked and agreed to by all."""
    steps = table.path(since=line.to)
    if not steps:  # only an open roll was given up: its first die must not have been seen
        rolling = table.rolling_for(line.seat)
        free = rolling is not None and rolling.seat == line.seat and not rolling.faces
    else:
        rolling = table.rolling
        free = all(step.seat == line.seat and not step.closes_undo for step in steps)
        free = free and (rolling is None or not rolling.faces)
    if free:
        return True
    asked = table.undo_asked
    others = {seat for seat in table.seats if seat != line.seat}
    return (
        asked is not None
        and (asked.seat, asked.to) == (line.seat, line.to)
        and others <= {*line.agreed}
    )


def taking_back_was_allowed(line: TakenBack, step: Step | None, table: Table[Any, Any]) -> bool:
    """Apart: a seat's own last action, without dice, of which nobody else heard a word."""
    if not table.header.apart:
        return False
    if step is None:
        rolling = table.rolling_for(line.seat)
        return rolling is not None and not rolling.faces
    own = [one for one in table.path() if one.seat == line.seat]
    return (
        bool(own)
        and own[-1].n == step.n
        and not step.closes_undo
        and step.told_only_to(line.seat, table.seats)
    )


def roll_goes_on(
    seat: Seat, action: msgspec.Raw, faces: tuple[int, ...], table: Table[Any, Any]
) -> bool:
    """Whether faces that were already there are still there: no die is rolled twice."""
    rolling = table.rolling_for(seat)
    if rolling is None or not rolling.faces:
        return True
    same = rolling.seat == seat and bytes(rolling.action) == bytes(action)
    return same and faces[: len(rolling.faces)] == rolling.faces
