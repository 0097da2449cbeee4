"""A battle with one German battery, played by typed orders and typed dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.state import State
from hexfire.dice import Dice, seeded
from hexfire.play import Event
from hexfire.rulebook import Refusal

OBSERVER = [
    {"id": "L", "counter": "ge-geL91", "hex": "P8"},
    {"id": "radio", "counter": "ge-geradio", "by": "L"},
]
BATTERY = {"name": "A", "caliber": 80, "observer": "L", "radio": "radio", "chits": [8, 3]}


def squads(*hexes: str, **fields: Any) -> list[dict[str, Any]]:
    """Russian squads R1, R2 … in these hexes."""
    return [
        {"id": f"R{i}", "counter": "ru-ru447S", "hex": hex, **fields}
        for i, hex in enumerate(hexes, start=1)
    ]


class Mission:
    """A table with one German battery, and what is played and heard on it."""

    def __init__(
        self,
        russians: Iterable[dict[str, Any]],
        germans: Iterable[dict[str, Any]] = OBSERVER,
        phase: str = "PFPh",
        of: str = "german",
        **battery: Any,
    ) -> None:
        german = {"name": "german", "unit": list(germans), "battery": [{**BATTERY, **battery}]}
        if german["battery"][0].get("link") == "offboard":
            german["battery"][0] |= {"observer": "", "radio": ""}
        data = {
            "board": "millbrook",
            "date": "1943-07",
            "turns": 9,
            "first": "german",
            "start": {"phase": phase, "of": of},
            "side": [german, {"name": "russian", "unit": list(russians)}],
        }
        self.game, self.log = Battle(), list[Event]()
        self.state: State = self.game.setup({"data": data}, {})

    def do(self, text: str, *faces: int, seat: str = "") -> list[str]:
        """An action as it is typed, with its dice, which must be all it takes; what was told."""
        seat = seat or self.game.to_act(self.state)[0]
        dice = Dice(faces)
        action = self.game.read(text, self.state, seat)
        self.state, events = self.game.apply(self.state, seat, action, dice)
        assert not dice.left_over
        self.log += events
        return [event.message.key.rpartition(".")[2] for event in events]

    def roll(self, text: str, seed: int = 1) -> None:
        """An action with whatever dice."""
        seat = self.game.to_act(self.state)[0]
        action = self.game.read(text, self.state, seat)
        self.state, events = self.game.apply(self.state, seat, action, Dice((), seeded(seed)))
        self.log += events

    def end_to(self, phase: str, of: str) -> None:
        """End phase after phase; batteries keep silent."""
        for _ in range(60):
            clock = self.state.clock
            if (clock.phase.value, clock.phasing) == (phase, of):
                return
            waiting = self.battery.node == "attempt"
            self.roll("oba A silent" if waiting else "end")
        raise AssertionError(f"{phase} of {of} does not come")

    @property
    def battery(self) -> Any:
        return self.state.batteries[0].state

    @property
    def marker(self) -> tuple[Counter, str] | None:
        found = self.battery.marker
        return None if found is None else (found.counter, self.label(found.hex))

    def label(self, hex: Any) -> str:
        return self.game.at(self.state).grid.label(hex)

    def listed(self, seat: str = "german") -> list[str]:
        return [self.game.write(action) for action in self.game.menu(self.state, seat)]

    def refused(self, text: str, seat: str = "") -> str:
        seat = seat or self.game.to_act(self.state)[0]
        with pytest.raises(Refusal) as refusal:
            self.game.menu(self.state, seat).check(self.game.read(text, self.state, seat))
        return refusal.value.rule

    def figures(self) -> dict[str, Any]:
        """What the FFE did to each unit, as the log's data tell it."""
        found: dict[str, Any] = {}
        for event in self.log:
            found |= event.data.get("units", {})
        return found

    def keep(self, drs: dict[str, tuple[int, int]], check: int = 3) -> None:
        """The FFE falls: the DR of each hex (6,6 where none is given), `check` on any other die."""
        before, log = self.state, list(self.log)
        self.log = []
        self.roll("oba A keep")
        order = [event.data["hex"] for event in self.log if event.data["what"] == "ffe_hex"]
        self.state, self.log = before, log
        seat = self.game.to_act(self.state)[0]
        action = self.game.read("oba A keep", self.state, seat)
        dice = Dice((), _Given([drs.get(hex, (6, 6)) for hex in order], check))
        self.state, events = self.game.apply(self.state, seat, action, dice)
        self.log += events


class _Given:
    """The DRs of an FFE's hexes in their order; every other die shows one face."""

    def __init__(self, drs: list[tuple[int, int]], check: int) -> None:
        self.drs, self.check = drs, check

    def faces(self, request: Any, at: int) -> tuple[int, ...]:
        if request.rule == "C1.5":
            return self.drs.pop(0)
        return (self.check,) * len(request.sizes())
