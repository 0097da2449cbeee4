"""Checking a game: is the journal whole, was nothing taken back in silence, were the dice fair?

The header says which faces had to be fair: all that fell for seats which do not type real dice.
What cannot be known from a journal is told as such.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from hexfire.dice import AnyRequest, FairStream
from hexfire.play.game import Game
from hexfire.play.lines import Claimed, Line, read_lines
from hexfire.play.rolls import given_up, rolls_of
from hexfire.play.steps import Step
from hexfire.play.table import Table
from hexfire.play.unread import fields_not_read
from hexfire.rulebook import Message


class Verdict(msgspec.Struct, frozen=True):
    """What was found: whether all is well, the sentences that say so, and what stays unknown."""

    ok: bool
    lines: int
    checked: int = 0
    typed: int = 0
    messages: tuple[Message, ...] = ()
    unverified: tuple[Message, ...] = ()


def verify(games: Mapping[str, Game[Any, Any]], text: bytes) -> Verdict:
    """Replay the journal and derive every committed face again; a broken journal is refused, and
    so is a secret that does not open its commitment."""
    table = Table.open(games, text)
    written, chain, _ = read_lines(text)
    lines = len(written)
    unknown = [*_unsigned(table, written, games[table.header.game].version, chain.last)]
    twice, unread = fields_not_read(text, written, table.game)
    unknown += unread
    bad = [*table.doubts, *twice]
    commitment = table.header.commitment
    steps = [*table.steps, *given_up(table, written)]
    if commitment is None:
        recorded = sum(len(faces) for step in steps for _, faces, _ in rolls_of(table, step))
        unknown.insert(0, Message.of("core.verify.not_committed", faces=recorded))
        return _verdict(lines, 0, recorded, bad, [], unknown)
    checked, typed, wrong = _dice(table, steps)
    bad += wrong
    good = [Message.of("core.verify.fair", faces=checked)] if table.revealed is not None else []
    if typed:
        unknown.insert(0, Message.of("core.verify.typed", count=typed))
    if table.revealed is None and table.outcome() is None:
        unknown.insert(0, Message.of("core.verify.no_secret"))
    unknown.append(Message.of("core.verify.compare", sha256=commitment.sha256))
    if commitment.words:
        unknown.append(Message.of("core.verify.words_with_commitment"))
    elif silent := tuple(f"@{seat}" for seat in table.seats if seat not in table.worded):
        unknown.append(Message.of("core.verify.no_word", seats=silent))
    return _verdict(lines, checked, typed, bad, good, unknown)


def _verdict(
    lines: int,
    checked: int,
    typed: int,
    bad: list[Message],
    good: list[Message],
    unknown: list[Message],
) -> Verdict:
    whole = Message.of("core.verify.ok", lines=lines)
    messages = tuple(bad) if bad else (whole, *good)
    return Verdict(not bad, lines, checked, typed, messages, tuple(unknown))


def _dice(table: Table[Any, Any], steps: Iterable[Step]) -> tuple[int, int, list[Message]]:
    """Faces that follow from the secret, faces that were typed, and what is wrong."""
    secret = table.revealed
    if secret is None and table.outcome() is not None:
        return 0, 0, [Message.of("core.verify.secret_missing")]
    checked = typed = 0
    wrong: list[Message] = []
    for step in steps:
        if not step.faces:
            continue
        stream = None
        if secret is not None and step.fair:
            stream = FairStream(secret, table.words_for(step.seat), table.stream(step.seat, step.n))
        for request, faces, fair in rolls_of(table, step, stream):
            if not step.fair:
                typed += len(faces)
                if step.seat not in table.header.typed:
                    wrong.append(Message.of("core.verify.not_fair", action=step.n, seat=step.seat))
            elif fair is not None:
                checked += len(faces)
                if faces != fair:
                    wrong.append(_bad_roll(step, request, faces, fair))
    return checked, typed, wrong


def _bad_roll(
    step: Step, request: AnyRequest, faces: tuple[int, ...], fair: tuple[int, ...]
) -> Message:
    return Message.of(
        "core.verify.bad_roll",
        action=step.n,
        rule=request.rule,
        faces=" ".join(map(str, faces)),
        fair=" ".join(map(str, fair)),
    )


def _unsigned(
    table: Table[Any, Any], lines: Iterable[Line], version: str, seal: str
) -> Iterator[Message]:
    """What rests on the word of whoever kept the table: nobody signs what he does or says."""
    if table.cut_line is not None:
        yield Message.of("core.verify.cut", line=table.cut_line)
    if table.header.rules != version:
        yield Message.of("core.verify.older_rules", theirs=table.header.rules, ours=version)
    if table.game.apart(table.at(0)) and not table.header.apart:
        yield Message.of("core.verify.in_one_row")
    for line in lines:
        if isinstance(line, Claimed) and line.waited:
            yield Message.of("core.verify.claim", seat=line.seat, seconds=line.waited)
    if table.ending.outcome is not None:
        how = table.ending.outcome.message
        yield Message.of("core.verify.said", why=f"@{how.key}", **dict(how.params))
    yield Message.of("core.verify.seal", hash=seal)
