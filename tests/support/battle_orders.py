"""A battle of a few units, played by typed orders."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.state import State
from hexfire.dice import Dice, seeded
from hexfire.play import Event
from hexfire.rulebook import Refusal


class Played:
    """A scenario, in play."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.game = Battle()
        self.state: State = self.game.setup({"data": data}, {})
        self.log: list[Event] = []

    def do(self, order: str, *faces: int, seat: str = "") -> tuple[Event, ...]:
        """An order with its dice; further faces are rolled (seeded)."""
        seat = seat or self.game.to_act(self.state)[0]
        action = self.game.read(order, self.state, seat)
        self.state, events = self.game.apply(self.state, seat, action, Dice(faces, seeded(1)))
        self.log += events
        return events

    def refused(self, order: str, seat: str = "") -> str:
        """The rule that refuses an order."""
        seat = seat or self.game.to_act(self.state)[0]
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(self.game.read(order, self.state, seat))
        return refusal.value.rule

    def end_to(self, phase: str, of: str) -> None:
        while (self.state.clock.phase.value, self.state.clock.phasing) != (phase, of):
            self.do("end")

    def seen(self, seat: str) -> Any:
        return self.game.seen(self.state, seat)

    def piece(self, id: str) -> Any:
        return self.state.piece(id)


class Orders(Played):
    """`sides`: the units of each side; `changes`: what is otherwise with a unit, by its id."""

    def __init__(
        self,
        sides: dict[str, list[dict[str, Any]]],
        changes: dict[str, Any] | None = None,
        *,
        phase: str,
        of: str,
        first: str = "",
        board: str = "millbrook",
        date: str = "1943-07",
        turns: int = 2,
    ) -> None:
        for units in sides.values():
            for unit in units:
                unit.update((changes or {}).get(str(unit["id"]), {}))
        super().__init__(
            {
                "board": board,
                "date": date,
                "turns": turns,
                "first": first or of,
                "start": {"phase": phase, "of": of},
                "side": [{"name": name, "unit": units} for name, units in sides.items()],
            }
        )
