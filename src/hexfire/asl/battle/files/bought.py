"""A battle out of a purchase (H1): both Rosters become the orders of battle of one scenario.

A Roster says what a side has, not who carries or mans it, nor where it sets up: those have
defaults, and each of them is told. The scenario is a file that its players may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from hexfire.asl.battle.files.likeness import counter_like, nation_of
from hexfire.asl.battle.files.opening import Given
from hexfire.asl.battle.files.reader import hexes_of
from hexfire.asl.counters import AnyCounter, Squad, SupportWeapon, catalogue
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.purchase.calendar import Date
from hexfire.asl.situation import UnitKind
from hexfire.boards import Board
from hexfire.rulebook import Message

_KINDS = {"squad": UnitKind.SQUAD, "hs": UnitKind.HALF_SQUAD, "crew": UnitKind.CREW}


class Bought(msgspec.Struct, frozen=True):
    """The scenario's data, and what must be told of it."""

    data: dict[str, Any]
    told: tuple[Message, ...]


def bought(skeleton: dict[str, Any], board: Board, name: str, given: Given) -> Bought:
    """The scenario of a purchase's skeleton (`asl.purchase.skeleton`) on a board.

    The first side sets up in the left third of the board, the second in the right third.
    """
    told: list[Message] = []
    columns = list(dict.fromkeys(_column(board.grid.label(hex)) for hex in board.grid))
    third = max(1, len(columns) // 3)
    sides = [
        _Roster(side, told).entry(_area(board, part))
        for side, part in zip(skeleton["sides"], (columns[:third], columns[-third:]), strict=True)
    ]
    told.append(Message.of("opening.thirds"))
    seats, date = [side["name"] for side in sides], Date.read(skeleton["date"])
    data = {
        "id": "purchase",
        "board": name,
        "date": given.date or str(date),
        "turns": given.turns,
        "setup": seats,
        "first": given.of or seats[1],
        "victory": {"text": str(skeleton.get("victory") or "")},
        "side": sides,
    }
    return Bought(data, tuple(told))


def _column(label: str) -> str:
    return label.rstrip("0123456789")


def _area(board: Board, columns: list[str]) -> list[str]:
    """Whole columns as a scenario's file names them; hex by hex where boards join."""
    run = f"{columns[0]}-{columns[-1]}"
    labels = [board.grid.label(hex) for hex in board.grid]
    return [run] if hexes_of(board.grid, run) else [x for x in labels if _column(x) in columns]


class _Roster:
    """One side's order of battle."""

    def __init__(self, side: dict[str, Any], told: list[Message]) -> None:
        self.side, self._told = side, told
        self.nation = nation_row(side["nation"])
        self.hands: list[str] = []
        """Squads that do not carry a SW yet."""

    def tell(self, key: str, **params: Any) -> None:
        self._told.append(Message.of(f"opening.{key}", side=self.side["seat"], **params))

    def entry(self, area: list[str]) -> dict[str, Any]:
        side = self.side
        units = [*self._men(), *self._weapons(), *self._guns(), *self._vehicles()]
        for part in ("transport", "oba", "fortifications", "bombardments"):
            if side.get(part):
                self.tell("not_on_table", what=f"@opening.part.{part}", count=len(side[part]))
        return {
            "name": side["seat"],
            "nation": self.nation,
            "elr": side.get("elr") or 3,
            "san": side.get("san") or 0,
            "elite": bool(side.get("elite")),
            "area": [{"name": "area", "hexes": area}],
            "unit": units,
        }

    def _counter(self, name: str, kind: UnitKind | None) -> AnyCounter | None:
        counter = counter_like(name, kind, self.nation)
        if counter is None and name == "LtMTR":
            counter = self._light_mortar()
        if counter is None:
            self.tell("not_found", name=name)
        return counter

    def _light_mortar(self) -> AnyCounter | None:
        """The Rosters' word for a mortar that is a SW."""
        own = (one for one in catalogue() if nation_of(one) == self.nation)
        return next(
            (one for one in own if isinstance(one, SupportWeapon) and one.kind == "MTR"), None
        )

    def _entries(
        self, names: Iterable[tuple[AnyCounter, int, int]], letter: str
    ) -> Iterator[dict[str, Any]]:
        """So many of each; the last of them come later."""
        number = 0
        for counter, count, later in names:
            for i in range(count):
                number += 1
                entry: dict[str, Any] = {"id": f"{self._initial}{letter}{number}"}
                entry["counter"] = counter.id
                yield entry | ({"turn": 1} if i >= count - later else {"area": "area"})
        if any(later for _, _, later in names):
            self.tell("reinforcements")

    @property
    def _initial(self) -> str:
        return str(self.side["seat"])[:1].upper()

    def _men(self) -> Iterator[dict[str, Any]]:
        lines = [
            (counter, line["number"], line["reinforcements"])
            for line in self.side["infantry"]
            if (counter := self._counter(line["type"], _KINDS.get(line["kind"], UnitKind.SQUAD)))
        ]
        for entry in self._entries(lines, "S"):
            self.hands += [entry["id"]] if "area" in entry else []
            yield entry
        leaders = [
            (counter, one["number"], one["reinforcements"])
            for one in self.side["leaders"]
            if (counter := self._counter(one["name"], UnitKind.LEADER))
        ]
        yield from self._entries(leaders, "L")

    def _weapons(self) -> Iterator[dict[str, Any]]:
        """A SW is given to a squad, one each in the order of the Roster."""
        number, hands = 0, list(self.hands)
        for one in self.side["sw"]:
            counter = self._counter(one["name"], None)
            for _ in range(one["number"] if counter else 0):
                number += 1
                if not hands:
                    self.tell("nobody_carries", name=one["name"])
                    return
                assert counter is not None
                id = f"{self._initial}W{number}"
                yield {"id": id, "counter": counter.id, "by": hands.pop(0)}
        if number:
            self.tell("sw_given")

    def _guns(self) -> Iterator[dict[str, Any]]:
        """A Gun comes with its crew."""
        crew = self._crew()
        for number, one in enumerate(self.side["guns"], start=1):
            counter = self._counter(one["name"], UnitKind.GUN)
            if counter is None:
                continue
            id = f"{self._initial}G{number}"
            gun = {"id": id, "counter": counter.id, "area": "area"}
            if crew is None:
                yield gun
                continue
            yield gun | {"by": f"{id}c"}
            yield {"id": f"{id}c", "counter": crew.id}

    def _crew(self) -> AnyCounter | None:
        return next(
            (
                one
                for one in catalogue()
                if isinstance(one, Squad) and one.kind == "crew" and nation_of(one) == self.nation
            ),
            None,
        )

    def _vehicles(self) -> Iterator[dict[str, Any]]:
        for number, one in enumerate(self.side["vehicles"], start=1):
            counter = self._counter(one["name"], UnitKind.VEHICLE)
            if counter is None:
                continue
            if one["fitted"]:
                self.tell("fitted", name=one["name"], what=tuple(one["fitted"]))
            yield {
                "id": f"{self._initial}V{number}",
                "counter": counter.id,
                "area": "area",
            }
