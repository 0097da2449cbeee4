"""Checking a finished game: is the chain whole, do the positions follow, were the dice fair?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from hexfire.dice import AnyRequest, Dice, FairStream, opens
from hexfire.play.game import Game
from hexfire.play.steps import Step
from hexfire.play.table import Table
from hexfire.rulebook import Message


class Verdict(msgspec.Struct, frozen=True):
    """What was found: whether all is well, and the sentences that say so."""

    ok: bool
    lines: int
    checked: int = 0
    typed: int = 0
    messages: tuple[Message, ...] = ()


def verify(games: Mapping[str, Game[Any, Any]], text: bytes) -> Verdict:
    """Replay the journal and derive every committed face again; a broken journal is refused."""
    table = Table.open(games, text)
    lines = text.count(b"\n")
    whole = Message.of("core.verify.ok", lines=lines)
    commitment, secret = table.header.commitment, table.revealed
    recorded = sum(len(step.faces) for step in table.steps)
    typed = sum(len(step.faces) for step in table.steps if not step.fair)
    if commitment is None:
        none = Message.of("core.verify.not_committed", faces=recorded)
        return Verdict(True, lines, 0, typed, (whole, none))
    if secret is None:
        return Verdict(True, lines, 0, typed, (whole, Message.of("core.verify.no_secret")))
    if not opens(secret, commitment):
        return Verdict(False, lines, 0, typed, (Message.of("core.verify.wrong_secret"),))
    checked = 0
    for step in table.steps:
        if not step.fair:
            continue
        stream = FairStream(secret, commitment.words, table.stream(step.seat, step.n))
        for request, faces, fair in _rolls(table, step, stream):
            if faces != fair:
                bad = Message.of(
                    "core.verify.bad_roll",
                    action=step.n,
                    rule=request.rule,
                    faces=" ".join(map(str, faces)),
                    fair=" ".join(map(str, fair)),
                )
                return Verdict(False, lines, checked, typed, (bad,))
            checked += len(faces)
    said = [whole, Message.of("core.verify.fair", faces=checked)]
    if typed:
        said.append(Message.of("core.verify.typed", count=typed))
    return Verdict(True, lines, checked, typed, tuple(said))


def _rolls(
    table: Table[Any, Any], step: Step, stream: FairStream
) -> Iterator[tuple[AnyRequest, tuple[int, ...], tuple[int, ...]]]:
    """Every roll of an action: what was asked, what was recorded, what the secret gives."""
    dice = Dice(step.faces)
    table.game.apply(table.at(step.after), step.seat, step.action, dice)
    at = 0
    for request, faces in dice.log:
        if request.random:
            yield request, faces, stream.faces(request, at)
        at += len(faces)
