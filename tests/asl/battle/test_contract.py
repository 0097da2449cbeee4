"""The kernel's contract, kept by the battle in random play of its listed actions."""

from __future__ import annotations

import random

import msgspec
import pytest

from hexfire.asl.battle.files.library import builtin_names
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.table.state import State
from hexfire.play import Table
from hexfire.play.contract import check_legality, check_replay, random_table

STRANGERS: list[Action] = [
    act.Fire("nobody", "K8"),
    act.Fire("G1", "T1"),
    act.Go("T1", "A1"),
    act.END,
    act.PASS,
    act.AGREE,
    act.Claim("S1"),
    act.Turn("G1", "0"),
    act.Note("a remark"),
    act.Shift("nobody", "K8"),
    act.Place("G1", "H8"),
    act.Finish("T1"),
]


@pytest.mark.parametrize("name", builtin_names())
@pytest.mark.parametrize("seed", [0, 1])
def test_random_play_keeps_the_contract(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = Battle()

    def now_and_then(table: Table[State, Action]) -> None:
        if rng.random() < 0.05:
            strangers = [(seat, action) for seat in table.seats for action in STRANGERS]
            check_legality(game, table, strangers)

    table, journal = random_table(game, name, seed, limit=3000, each=now_and_then)
    check_replay(game, table, journal)
    raw = msgspec.json.encode(table.state)
    assert msgspec.json.decode(raw, type=State) == table.state
