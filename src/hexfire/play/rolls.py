"""Every roll that a journal tells of: those of its actions, and those that were never finished."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from hexfire.dice import AnyRequest, Dice, FairStream, NeedAnswer
from hexfire.play.game import Seat
from hexfire.play.lines import Acted, Line, Rolling, TakenBack, Undone
from hexfire.play.steps import Step
from hexfire.play.table import Table
from hexfire.rulebook import Refusal


def given_up(table: Table[Any, Any], lines: Iterable[Line]) -> Iterator[Step]:
    """Actions whose dice fell, but that never came to their end, as if they had been played.

    Somebody may have resigned, or agreed to go back, because of what these dice showed.
    """
    under_way: dict[Seat, Step] = {}
    played = 0
    for line in lines:
        if isinstance(line, Acted | Rolling) and line.seat in under_way:
            before = under_way.pop(line.seat)
            if not _goes_on(table, before, line):
                yield before  # else the same faces stand in this line, too
        match line:
            case Acted():
                played += 1
            case Rolling() if line.faces:
                action = msgspec.json.decode(line.action, type=table.game.action_type)
                fair = table.header.commitment is not None and line.seat not in table.header.typed
                number, after = played + 1, line.after
                step = Step(number, after, line.seat, action, line.faces, (), fair)
                under_way[line.seat] = step
            case Undone():
                yield from under_way.values()
                under_way = {}
            case TakenBack() if line.seat in under_way:
                yield under_way.pop(line.seat)
    yield from under_way.values()


def _goes_on(table: Table[Any, Any], before: Step, line: Acted | Rolling) -> bool:
    """Whether it is the same action with the dice it had: another's may show the same by chance."""
    action = msgspec.json.decode(line.action, type=table.game.action_type)
    return bool(action == before.action) and line.faces[: len(before.faces)] == before.faces


def rolls_of(
    table: Table[Any, Any], step: Step, stream: FairStream | None = None
) -> Iterator[tuple[AnyRequest, tuple[int, ...], tuple[int, ...] | None]]:
    """Every roll of an action: what was asked, what was recorded, what the secret gives."""
    if not step.faces:
        return
    dice = Dice(step.faces)
    # It may have been given up half-way, or what it stood on was taken back.
    with suppress(NeedAnswer, Refusal):
        table.game.apply(table.at(step.after), step.seat, step.action, dice)
    at = 0
    for request, faces in dice.log:
        if request.random:
            yield request, faces, None if stream is None else stream.faces(request, at)
        at += len(faces)
