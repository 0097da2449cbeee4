"""The contract every game keeps, as checks that a game's tests call.

Each function plays and raises AssertionError with what went wrong. `hexfire.play` itself never
imports this module.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from hexfire.dice import Choice, Dice, NeedChoice, seeded
from hexfire.play.game import MOST_LISTED, Game, Seat, shown
from hexfire.play.table import Table
from hexfire.rulebook import Refusal

S = TypeVar("S")
A = TypeVar("A")


def random_table(
    game: Game[S, A],
    scenario: Any,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    limit: int = 100_000,
    each: Callable[[Table[S, A]], None] | None = None,
) -> tuple[Table[S, A], bytes]:
    """Play at random to the end; the table and its journal. No dead end, no endless game."""
    rng = random.Random(seed)
    journal = bytearray()
    table = Table.new(game, scenario, options=options, source=seeded(seed), keep=journal.extend)
    for _ in range(limit):
        if table.outcome() is not None:
            return table, bytes(journal)
        if each is not None:
            each(table)
        seats = game.to_act(table.state)
        assert seats, f"dead end: nobody may act and the game is not over (after {table.now})"
        seat = rng.choice(seats)
        actions = list(table.legal(seat))
        assert actions, f"dead end: {seat} is to act and has no legal action (after {table.now})"
        _do(table, seat, rng.choice(actions), rng)
    raise AssertionError(f"the game did not end within {limit} actions")


def _do(table: Table[S, A], seat: Seat, action: A, rng: random.Random) -> None:
    try:
        table.do(seat, action)
    except NeedChoice as need:
        wanted = need.request
        while True:
            assert isinstance(wanted, Choice)
            try:
                table.answer(wanted.seat, [rng.randrange(len(wanted.options))])
                return
            except NeedChoice as again:
                wanted = again.request


def check_replay(game: Game[S, A], table: Table[S, A], journal: bytes) -> None:
    """Opening the journal gives the same position, bit for bit, and the same log."""
    again = Table.open({game.name: game}, journal)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    for seat in (*table.seats, None):
        assert again.log(seat) == table.log(seat)
        assert encode_view(game, again.state, seat) == encode_view(game, table.state, seat)


def check_legality(game: Game[S, A], table: Table[S, A], strangers: list[tuple[Seat, A]]) -> None:
    """Every listed action applies; of `strangers`, exactly those that are legal do."""
    state = table.state
    before = msgspec.json.encode(state)
    for seat in game.seats(state):
        legal = game.legal(state, seat)
        actions = list(legal)
        assert len(legal) == len(actions)
        assert bool(legal) == bool(actions) == (seat in game.to_act(state))
        for most in (1, 30, MOST_LISTED):
            written = [game.write(action) for action in actions[:most]]
            assert msgspec.json.decode(legal.encoded(game.write, most)) == written
        for action in actions:
            assert action in legal, f"{action} is listed, but not in legal"
            assert game.read(game.write(action), state, seat) == action, game.write(action)
            try:
                game.apply(state, seat, action, Dice((), seeded(1)))
            except NeedChoice:
                pass
            except Refusal as refusal:
                raise AssertionError(f"{action} is listed, but refused: {refusal}") from None
    for seat, action in strangers:
        allowed = action in game.legal(state, seat)
        try:
            game.apply(state, seat, action, Dice((), seeded(1)))
        except NeedChoice:
            accepted = True
        except Refusal:
            accepted = False
        else:
            accepted = True
        assert accepted == allowed, f"{action} by {seat}: legal {allowed}, accepted {accepted}"
    assert msgspec.json.encode(state) == before, "a position was changed in place"


def check_secrets(game: Game[S, A], state: S, twin: S, seat: Seat | None) -> None:
    """Positions that differ only in what `seat` may not know look the same to it, to the byte."""
    assert state != twin, "the twin does not differ"
    assert encode_view(game, state, seat) == encode_view(game, twin, seat)
    if seat is not None:
        ours = [game.write(action) for action in game.legal(state, seat)]
        theirs = [game.write(action) for action in game.legal(twin, seat)]
        assert ours == theirs


def encode_view(game: Game[S, A], state: S, seat: Seat | None) -> bytes:
    """What would be sent to a seat: its view, by whatever way it is encoded."""
    sent = shown(game, state, seat)
    assert sent == msgspec.json.encode(game.view(state, seat)), "shown otherwise than seen"
    return sent
