"""The contract of the kernel, kept by every scenario of ours, in random play."""

from __future__ import annotations

import random

import msgspec
import pytest

from hexfire.folio import Folio, builtin, builtin_names
from hexfire.folio.actions import Action, Attack, End, Hold, Move, Roll, Stay
from hexfire.folio.state import State
from hexfire.play import Table
from hexfire.play.contract import check_legality, check_replay, encode_view, random_table

STRANGERS: list[Action] = [
    Move("nobody", "0101"),
    Attack("0101", ()),
    End(),
    Roll(),
    Stay(),
    Hold("nobody"),
]


def check_position(table: Table[State, Action], rng: random.Random) -> None:
    """Every now and then: every listed action applies, every stranger is refused."""
    game = table.game
    if rng.random() < 0.03:
        strangers = [(seat, action) for seat in table.seats for action in STRANGERS]
        check_legality(game, table, strangers)


@pytest.mark.parametrize("seed", range(3))
def test_tutorial_keeps_the_contract(seed: int) -> None:
    rng = random.Random(seed)
    game = Folio()
    table, journal = random_table(
        game, builtin("tutorial"), seed, each=lambda table: check_position(table, rng)
    )
    check_replay(game, table, journal)


@pytest.mark.parametrize("name", builtin_names())
def test_a_state_survives_its_encoding(name: str) -> None:
    game = Folio()
    table, _ = random_table(game, builtin(name), 7)
    raw = msgspec.json.encode(table.state)
    assert msgspec.json.decode(raw, type=State) == table.state


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("name", builtin_names())
def test_what_is_sent_is_what_is_seen(name: str, public: bool) -> None:
    """Units are kept as they were sent: after every action they are still those of the view."""
    game = Folio()

    def check(table: Table[State, Action]) -> None:
        for seat in (*table.seats, None):
            encode_view(game, table.state, seat)

    random_table(game, builtin(name), 3, options={"markers_public": public}, each=check)
