"""What honest play never writes into a journal, though each line by itself could be replayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from hexfire.play.game import Seat
from hexfire.play.lines import FORMAT, TakenBack, Undone
from hexfire.play.steps import Step
from hexfire.rulebook import BadInput, Message, Refusal

if TYPE_CHECKING:
    from hexfire.play.table import Table


_SHA256 = re.compile("[0-9a-f]{64}")


def about_header(table: Table[Any, Any]) -> Iterator[Message]:
    """The first line must tell what the game itself tells of its first position."""
    header, game, start = table.header, table.game, table.at(0)
    if header.format != FORMAT:
        raise BadInput("core.journal.format", theirs=header.format, ours=FORMAT)
    seats = game.seats(start)
    if {*header.seats} != {*seats} or not {*header.typed} <= {*seats}:
        theirs = tuple(seat[:40] for seat in sorted({*header.seats, *header.typed}))
        raise BadInput("core.journal.seats", theirs=theirs[:10], ours=seats)
    if header.apart and not game.apart(start):  # older journals of seats apart do not say so
        yield Message.of("core.verify.apart")
    if header.commitment is not None and not _SHA256.fullmatch(header.commitment.sha256):
        yield Message.of("core.verify.no_sha256", sha256=header.commitment.sha256[:80])


def could_not_be_played(refusal: Refusal, number: int) -> BadInput:
    """A line that its game, or the table, would have refused, with their reason."""
    reason = refusal.message
    blanks = {name: value for name, value in reason.params if name not in ("line", "why")}
    return BadInput("core.journal.refused", line=number, why=f"@{reason.key}", **blanks)


def undo_was_allowed(line: Undone, table: Table[Any, Any]) -> bool:
    """Free: one's own actions without dice or secrets. All else was asked and agreed to by all."""
    if not line.agreed:
        return _undo_was_free(line, table)
    asked = table.undo_asked
    others = tuple(sorted(seat for seat in table.seats if seat != line.seat))
    return (
        asked is not None
        and (asked.seat, asked.to) == (line.seat, line.to)
        and line.agreed == others
    )


def _undo_was_free(line: Undone, table: Table[Any, Any]) -> bool:
    if table.header.apart:
        return False  # there, each takes back his own alone (`TakenBack`)
    steps = table.path(since=line.to)
    if not steps:  # only an open roll was given up: its first die must not have been seen
        rolling = table.rolling_for(line.seat)
        return rolling is not None and rolling.seat == line.seat and not rolling.faces
    rolling = table.rolling
    own = all(step.seat == line.seat and not step.closes_undo for step in steps)
    return own and (rolling is None or not rolling.faces)


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
        and not table.dice_lie_open(line.seat)
    )


def roll_goes_on(
    seat: Seat, action: msgspec.Raw, faces: tuple[int, ...], table: Table[Any, Any]
) -> bool:
    """Whether faces that were already there are still there: no die is rolled twice."""
    rolling = table.rolling_for(seat)
    if rolling is None or not table.dice_lie_open(seat):
        return True
    same = rolling.seat == seat and bytes(rolling.action) == bytes(action)
    return same and faces[: len(rolling.faces)] == rolling.faces
