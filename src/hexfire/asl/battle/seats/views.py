"""What a seat may know of a position, as plain data. Nothing else leaves the game."""

from __future__ import annotations

from typing import Any

import msgspec

from hexfire.asl.battle.seats.battery_view import batteries
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.position import Memo, Position
from hexfire.asl.battle.table.state import State
from hexfire.play import Seat


def view(memo: Memo, state: State, seat: Seat | None) -> dict[str, Any]:
    """The known state as plain data, with what the scenario says to everybody."""
    scenario = memo.scenario
    at = Position(memo, known(state, seat))
    seen: dict[str, Any] = msgspec.to_builtins(at.state)
    return {
        **seen,
        "batteries": msgspec.to_builtins(batteries(at, seat)),
        "seat": seat,
        "seats": list(scenario.seats),
        "id": scenario.id,
        "name": scenario.name,
        "board": scenario.board,
        "ssr": list(scenario.ssr),
        "date": scenario.date,
        "turns": scenario.turns,
        "sides": {
            side.name: {
                "title": side.title,
                "nation": side.nation,
                "elr": side.elr,
                "san": side.san,
            }
            for side in scenario.sides
        },
        "victory": scenario.victory.text,
    }
