"""A battle of a few units on Millbrook, played by typed orders."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders.text import read
from hexfire.asl.battle.table.state import State
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal


class Orders:
    """`sides`: the units of each side; `changes`: what is otherwise with a unit, by its id."""

    def __init__(
        self,
        sides: dict[str, list[dict[str, Any]]],
        changes: dict[str, Any],
        *,
        phase: str,
        of: str,
        first: str = "",
        board: str = "millbrook",
        date: str = "1943-07",
    ) -> None:
        for units in sides.values():
            for unit in units:
                unit.update(changes.get(str(unit["id"]), {}))
        data = {
            "board": board,
            "date": date,
            "turns": 2,
            "first": first or of,
            "start": {"phase": phase, "of": of},
            "side": [{"name": name, "unit": units} for name, units in sides.items()],
        }
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})
        self.log: list[Any] = []

    def do(self, text: str, *faces: int) -> None:
        """An order with its dice; further faces are rolled (seeded)."""
        seat = self.game.to_act(self.state)[0]
        action = self.game.read(text, self.state, seat)
        self.state, events = self.game.apply(self.state, seat, action, Dice(faces, seeded(1)))
        self.log += events

    def refused(self, order: str, seat: str = "german") -> str:
        """The rule that refuses an order."""
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(read(order))
        return refusal.value.rule

    def seen(self, seat: str) -> Any:
        return self.game.seen(self.state, seat)

    def piece(self, id: str) -> Any:
        return self.state.piece(id)
