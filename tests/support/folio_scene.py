"""A small Folio battle for tests: our own ground and units, driven through the public game.

The table of results has one column and a ten-sided die, so that a roll picks a result: 1 De, 2 D3,
3 D2, 4 Ex, 5 A1, 6 A2, 7 A3, 8 (A), 9 Ae, 10 no effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from hexfire.dice import Dice
from hexfire.folio import Folio, Phase, State, ask
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.folio.sections.counters import FLAGS as FLAGS
from hexfire.play import Event
from hexfire.rulebook import Refusal

ROLL = {"De": 1, "D3": 2, "D2": 3, "Ex": 4, "A1": 5, "A2": 6, "A3": 7, "(A)": 8, "Ae": 9, "•": 10}

BASE = """
[scenario]
id = "scene"
name = "scene"
first_player = "{first}"
sets_up_first = "{sets_up}"
[sides.blue]
[sides.red]
[terrain.clear]
symbol = "."
[terrain.woods]
symbol = "w"
mp = 2
row = "woods"
[terrain.hill]
symbol = "h"
mp = 2
row = "hill"
[terrain.swamp]
symbol = "s"
foot = 6
mobile = "no"
[terrain.scrub]
symbol = "b"
foot = 2
mobile = 3
[terrain.peak]
symbol = "m"
mp = 4
[terrain.sea]
symbol = "~"
sea = true
[hexside.river]
mp = 1
row = "river"
[hexside.canal]
mp = 1
row = "canal"
[hexside.bank]
row = "bank"
applies_if = "any"
[hexside.ridge]
row = "bank"
[hexside.cliff]
mp = "no"
[hexside.minefield]
minefield = true
"""

ONE_COLUMN = """
[crt]
die = "d10"
[crt.rows]
clear = ["-50..50"]
woods = ["-50..50"]
hill = ["-50..50"]
river = ["-50..50"]
canal = ["-50..50"]
bank = ["-50..50"]
[crt.results]
1 = ["De"]
2 = ["D3"]
3 = ["D2"]
4 = ["Ex"]
5 = ["A1"]
6 = ["A2"]
7 = ["A3"]
8 = ["(A)"]
9 = ["Ae"]
10 = ["•"]
"""

FIVE_COLUMNS = """
[crt]
die = "d6"
[crt.rows]
clear = ["-2..-1", "0..1", "2..3", "4..5", "6..7"]
river = ["-1..0", "1..2", "3..4", "5..6", "7..8"]
canal = ["0..1", "2..3", "4..5", "6..7", "8..9"]
bank = ["-1..0", "1..2", "3..4", "5..6", "7..8"]
woods = ["-1..0", "1..2", "3..4", "5..6", "7..8"]
hill = ["0..1", "2..3", "4..5", "6..7", "8..9"]
[crt.results]
1 = ["(A)", "•", "D2", "D3", "De"]
2 = ["(A)", "•", "D2", "D3", "De"]
3 = ["A1", "Ex", "Ex", "D2", "D3"]
4 = ["A2", "A1", "•", "D2", "D2"]
5 = ["A3", "A2", "A1", "•", "D2"]
6 = ["Ae", "A3", "A1", "A1", "Ex"]
"""

PLAIN = "\n".join(["." * 9] * 9)


def unit(
    name: str, side: str, strength: str, hex: str | Sequence[str] | None = None, **more: Any
) -> dict[str, Any]:
    """A counter. `back` defaults to half of everything but movement."""
    attack, defence, movement = map(int, strength.split("-"))
    found: dict[str, Any] = {"id": name, "side": side, "front": strength}
    if "back" not in more:
        found["back"] = f"{attack // 2}-{defence // 2}-{movement}"
    if hex is not None:
        found["hex"] = hex
    found.update({key: value for key, value in more.items() if value is not None})
    return found


def toml(value: Any) -> str:
    """A value as inline TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f'"{k}" = {toml(v)}' for k, v in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return str(value)


def source(
    units: Sequence[Mapping[str, Any]],
    ground: str = PLAIN,
    *,
    more_ground: str = "",
    crt: str = ONE_COLUMN,
    turns: Sequence[Any] = ("0/0",),
    markers: Mapping[str, Sequence[int]] | None = None,
    orders: Mapping[str, Sequence[int]] | None = None,
    victory: str = '[victory]\nlevels = [{side = "blue", margin = 1}]',
    options: Mapping[str, Any] | None = None,
    exceptions: Mapping[str, Any] | None = None,
    first: str = "blue",
    sets_up: str = "blue",
) -> dict[str, str]:
    """The two texts of a scenario."""
    spaces = [t if isinstance(t, dict) else {"support": t} for t in turns]
    pools = {
        side: [
            {"id": f"{side[0]}{i}", "plus": plus}
            | ({"order": orders[side][i - 1]} if orders else {})
            for i, plus in enumerate(values, start=1)
        ]
        for side, values in (markers or {}).items()
    }
    text = f"units = {toml(units)}\nturns = {toml(spaces)}\nmarkers = {toml(pools)}\n"
    text += f"options = {toml(options or {})}\nexceptions = {toml(exceptions or {})}\n"
    text += BASE.replace("{first}", first).replace("{sets_up}", sets_up) + crt + victory
    return {"toml": text, "map": f"[terrain]\n{ground}\n{more_ground}"}


class Scene:
    """A game under way that reads its actions as a person types them."""

    def __init__(self, units: Sequence[Mapping[str, Any]], *ground: str, **more: Any) -> None:
        self.game = Folio()
        self.events: tuple[Event, ...] = ()
        self.state: State = self.game.setup(source(units, *ground, **more), {})

    @property
    def at(self) -> Position:
        return self.game.at(self.state)

    @property
    def seat(self) -> str:
        return self.game.to_act(self.state)[0]

    def do(self, *lines: str, by: str | None = None, roll: int | str | None = None) -> Scene:
        """Play typed actions by whoever is to act (or `by`); `roll` feeds the last one."""
        for n, line in enumerate(lines):
            last = n == len(lines) - 1
            face = ROLL.get(roll, roll) if isinstance(roll, str) else roll
            faces = (int(face),) if face is not None and last else ()
            seat = by or self.seat
            action = self.game.read(line, self.state, seat)
            self.state, self.events = self.game.apply(self.state, seat, action, Dice(faces))
        return self

    def fight(self, line: str, result: str) -> Scene:
        """Declare a combat or barrage, decline all support, and roll the result."""
        self.do(line)
        while self.legal() and "decline" in self.legal():
            self.do("decline")
        return self.do("roll", roll=result)

    def legal(self, by: str | None = None) -> list[str]:
        return [self.game.write(a) for a in self.menu(by)]

    def menu(self, by: str | None = None) -> Sequence[Action]:
        return self.game.menu(self.state, by or self.seat)

    def refuses(self, line: str, rule: str, by: str | None = None) -> None:
        """The action is refused with this rule, and nothing changes."""
        before = self.state
        with pytest.raises(Refusal) as refusal:
            self.do(line, by=by)
        assert refusal.value.rule == rule, str(refusal.value)
        assert self.state == before

    def hex(self, name: str) -> str | None:
        """Where a unit stands; None if it is not on the map."""
        place = self.state.places[self.at.scenario.unit_index[name]]
        return self.at.label(place) if place >= 0 else None

    def gone(self, name: str) -> bool:
        return self.state.places[self.at.scenario.unit_index[name]] == -2

    def reduced(self, name: str) -> bool:
        return bool(self.state.reduced >> self.at.scenario.unit_index[name] & 1)

    def reach(self, name: str) -> dict[str, float]:
        return {hex: cost / 2 for hex, cost in ask.reach(self.at, name).items()}

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def player(self) -> str:
        return self.at.scenario.seats[self.state.player]

    def to_combat(self) -> Scene:
        """End the Movement Phase."""
        assert self.phase is Phase.MOVEMENT
        return self.do("end")

    def free(self, side: str) -> list[str]:
        """The markers a side has left."""
        return [name for name, _ in ask.markers(self.at)[side]]
