"""Duels played with fair dice, and journals of them that somebody changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import duel

from hexfire.dice import AnyRequest, NeedChoice, commit
from hexfire.play import Table, Verdict

GAMES = {"duel": duel.Duel()}
SECRET = "5" * 64


class Loaded:
    """Every die shows its highest face."""

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        return tuple(request.sizes())


def begin(**how: Any) -> tuple[Table[Any, Any], bytearray]:
    journal = bytearray()
    table = Table.new(GAMES["duel"], {}, commitment=commit(SECRET), keep=journal.extend, **how)
    for seat, word in (("red", "a"), ("blue", "b")):
        table.give_word(seat, word)
        table.do(seat, duel.Hide("low"))
    return table, journal


def strike(table: Table[Any, Any]) -> None:
    try:
        table.do(table.to_act()[0], duel.Strike())
    except NeedChoice as need:
        table.answer(need.request.seat, [0])  # type: ignore[union-attr]


def play_out(table: Table[Any, Any]) -> None:
    while table.outcome() is None:
        strike(table)


def keys(verdict: Verdict) -> set[str]:
    return {message.key for message in verdict.messages}


def forged(journal: bytes, change: Any) -> bytes:
    """The journal with its lines changed and the chain of hashes made whole again."""
    lines = [json.loads(line)["line"] for line in journal.splitlines()]
    last, text = "", b""
    for line in change(lines):
        body = json.dumps(line, separators=(",", ":")).encode()
        last = hashlib.sha256(last.encode() + body).hexdigest()
        text += b'{"hash":"' + last.encode() + b'","line":' + body + b"}\n"
    return text
