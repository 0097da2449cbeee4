"""A small table: a hidden Gun, a concealed squad and a tank on the village street."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.state import State


def street(phase: str = "MPh", of: str = "russian", **changes: Any) -> dict[str, Any]:
    """The scenario data; `changes` are fields of units by their id."""
    german = [
        {"id": "G", "counter": "ge-AT75L", "hex": "H8", "facing": "H7/I8", "by": "C"},
        {"id": "C", "counter": "ge-ge228C", "hex": "H8"},
        {"id": "S", "counter": "ge-ge467S", "hex": "J8", "concealed": True},
    ]
    russian = [
        {"id": "T", "counter": "ru-T34M43", "hex": "K6", "facing": "J6/J5", "ce": False},
        {"id": "R", "counter": "ru-ru447S", "hex": "L5"},
    ]
    for unit in (*german, *russian):
        unit.update(changes.get(unit["id"], {}))
    return {
        "board": "millbrook",
        "date": "1943-07",
        "turns": 2,
        "setup": ["german", "russian"],
        "defender": "german",
        "first": "russian",
        "start": {"phase": phase, "of": of},
        "side": [{"name": "german", "unit": german}, {"name": "russian", "unit": russian}],
    }


@pytest.fixture(name="game")
def _game() -> Battle:
    return Battle()


@pytest.fixture(name="street")
def _street(game: Battle) -> Any:
    """A first position from changed scenario data."""

    def make(phase: str = "MPh", of: str = "russian", **changes: Any) -> State:
        return game.setup({"data": street(phase, of, **changes)}, {})

    return make
