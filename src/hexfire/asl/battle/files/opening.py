"""A battle out of what lies on a board: a situation becomes the data of a scenario.

What a situation cannot say is given beside it, or has a default; every default, and everything that
was not taken over, is told. Nothing is invented: a unit whose counter is not known is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.files.likeness import counter_like
from hexfire.asl.battle.table.pieces import Drive, Hull
from hexfire.asl.battle.table.state import LASTING
from hexfire.asl.counters import AnyCounter, catalogue
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Marker, Situation, Unit
from hexfire.rulebook import BadInput, Message, Refusal

USUAL_TURNS = 10
_OTHER = {"german": "russian"}


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What is said beside a situation: the month, counters of units, the sides, where it begins.

    `counters` are catalogue ids or names by the names of units.
    """

    date: str = ""
    counters: dict[str, str] = {}
    sides: dict[str, str] = {}
    """The names of the sides and their nations (empty: as the name says)."""
    phase: Phase | None = None
    of: str = ""
    turns: int = USUAL_TURNS


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The scenario's data, what the units are called on the table, and what must be told."""

    data: dict[str, Any]
    ids: dict[str, str]
    told: tuple[Message, ...] = ()
    left_out: tuple[str, ...] = ()

    def id_of(self, name: str) -> str:
        """The id of a unit or of one of its weapons («tank», «tank.CMG»), as it was called."""
        whole, dot, part = name.partition(".")
        if whole in self.left_out:
            raise BadInput("opening.no_counter", id=whole)
        return f"{self.ids.get(whole, whole)}{dot}{part}"


def opening(situation: Situation, given: Given) -> Opening:
    """A situation as a battle that begins where it stands."""
    return _Opening(situation, given).opening()


def sandbox(board: str, ssr: tuple[str, ...], given: Given) -> Opening:
    """An empty board: counters are added by hand."""
    return opening(Situation(board=board, ssr=ssr), given)


class _Opening:
    """Makes one."""

    def __init__(self, situation: Situation, given: Given) -> None:
        if not situation.board:
            raise BadInput("opening.no_board")
        self.situation, self.given = situation, given
        self.told: list[Message] = []
        self.left_out: list[str] = []
        self.ids = _ids(unit.id for unit in situation.units)
        self.sides = self._sides()
        self.counters = dict(self._counters())

    def opening(self) -> Opening:
        situation, of = self.situation, self._phasing()
        phase = self.given.phase or situation.phase
        if phase is Phase.SETUP:
            phase = Phase.RPH
        seats = list(self.sides.values())
        data = {
            "id": "situation",
            "board": situation.board,
            "ssr": list(situation.ssr),
            "date": self._date(),
            "weather": [one for one in situation.weather if one in LASTING],
            "turns": self.given.turns,
            "setup": seats,
            "first": of,
            "start": {"phase": phase.value, "of": of},
            "side": [self._side(side, seat) for side, seat in self.sides.items()],
            "ground": [
                {k: v for k, v in msgspec.to_builtins(self._hidden(one)).items() if v is not None}
                for one in situation.markers
            ],
        }
        self._not_taken_over()
        left = tuple(self.left_out)
        return Opening(data=data, ids=self.ids, told=tuple(self.told), left_out=left)

    def _hidden(self, marker: Marker) -> Marker:
        """Who alone knows of a counter, by the seat that plays it."""
        return replace(marker, hidden=self.sides.get(marker.hidden, marker.hidden))

    def _tell(self, key: str, **params: Any) -> None:
        self.told.append(Message.of(f"opening.{key}", **params))

    # What everybody must know

    def _date(self) -> str:
        date = (self.given.date or self.situation.date)[:7]
        if not date:
            raise BadInput("opening.date")
        return date

    def _phasing(self) -> str:
        wanted = self.given.of or (self.situation.phasing if self.situation.units else "")
        for side, seat in self.sides.items():
            if wanted in (side, seat):
                return seat
        if wanted:
            raise BadInput("opening.no_side", name=wanted, known=tuple(self.sides))
        first = next(iter(self.sides.values()))
        self._tell("phasing", side=first)
        return first

    def _sides(self) -> dict[str, str]:
        """The two sides as the situation calls them, each with the name of its seat."""
        named = list(dict.fromkeys((*(u.side for u in self.situation.units), *self.given.sides)))
        if len(named) > 2:
            raise BadInput("opening.two_sides", names=tuple(named))
        while len(named) < 2:
            other = _OTHER.get(named[0].casefold(), "german") if named else "german"
            self._tell("other_side", side=other)
            named.append(other)
        seats = [re.sub(r"[^a-z0-9_]", "_", name.casefold()) for name in named]
        seats = [seat if seat[:1].isalpha() else f"side_{seat}" for seat in seats]
        if seats[0] == seats[1]:
            raise BadInput("opening.two_sides", names=tuple(named))
        return dict(zip(named, (seat[:20] for seat in seats), strict=True))

    def _side(self, side: str, seat: str) -> dict[str, Any]:
        units = [unit for unit in self.situation.units if unit.side == side]
        entries = [entry for unit in units for entry in self._entries(unit)]
        return {"name": seat, "nation": self._nation(side), "title": side, "unit": entries}

    def _nation(self, side: str) -> str:
        """The nation that is given, or named, or of most of the side's counters."""
        if given := self.given.sides.get(side):
            return nation_row(given)
        try:
            return nation_row(side)
        except Refusal:
            own = [self.counters.get(u.id) for u in self.situation.units if u.side == side]
            nations = Counter(nation_row(one.nation) for one in own if one is not None)
        if not nations:
            raise BadInput("opening.nation", side=side)
        if len(nations) > 1:
            self._tell("nations", side=side, nation=max(nations, key=nations.__getitem__))
        return max(nations, key=nations.__getitem__)

    # Units

    def _counters(self) -> Iterator[tuple[str, AnyCounter]]:
        """The counter of each unit that is no dummy; the others are left out."""
        unknown = [id for id in self.given.counters if id not in self.ids]
        if unknown:
            raise BadInput("opening.nobody", id=unknown[0], known=tuple(self.ids))
        for unit in self.situation.units:
            if unit.is_dummy:
                continue
            named, nation = self.given.counters.get(unit.id), self._nation_name(unit.side)
            counter = counter_like(named or unit.name, unit.kind, nation)
            if named and counter is None:
                counter = catalogue().find(named)
            if counter is not None:
                yield unit.id, counter
            else:
                self.left_out.append(unit.id)
                self._tell("left_out", id=unit.id, name=unit.name or "–")

    def _nation_name(self, side: str) -> str | None:
        try:
            return nation_row(side)
        except Refusal:
            return None

    def _entries(self, unit: Unit) -> Iterator[dict[str, Any]]:
        """A unit as the scenario's file writes it, and the weapons it has."""
        counter = self.counters.get(unit.id)
        if counter is None and not unit.is_dummy:
            return
        id = self.ids[unit.id]
        entry: dict[str, Any] = {"id": id, "counter": counter.id if counter else "?"}
        entry |= self._where(unit)
        for key in ("broken", "pinned", "concealed", "hidden", "rider"):
            if getattr(unit, key):
                entry[key] = True
        if unit.id in {claim.partition(":")[0] for claim in self.situation.wall_advantage}:
            entry["wa"] = True
        if isinstance(counter, VehicleCounter):
            entry |= self._vehicle(unit)
        if isinstance(counter, GunCounter):
            entry |= self._gun(unit)
        yield entry
        yield from self._weapons(unit, id)

    def _where(self, unit: Unit) -> dict[str, Any]:
        if unit.aboard:
            return {"aboard": self.ids[unit.aboard]}
        if unit.level != int(unit.level):
            self._tell("half_level", id=unit.id, level=f"{unit.level:g}")
        where: dict[str, Any] = {"hex": unit.hex, "level": int(unit.level)}
        if unit.entrenched:
            where["in"] = unit.entrenched.value
        if unit.bypass:
            where["bypass"] = unit.bypass
        if unit.bypass and unit.vertex:
            where["vertex"] = unit.vertex
        return where

    def _facing(self, unit: Unit) -> dict[str, Any]:
        if unit.facing is None:
            self._tell("facing", id=unit.id)
        return {"facing": str(unit.facing or 0)}

    def _vehicle(self, unit: Unit) -> dict[str, Any]:
        entry = self._facing(unit) | {"ce": unit.ce}
        if unit.moving:
            entry["drive"] = Drive.MOTION.value
            self._tell("moving", id=unit.id)
        if unit.bogged:
            entry["hull"] = Hull.BOGGED.value
        entry |= {word: True for word in ("dozer", "hedge_cutter") if getattr(unit, word)}
        return entry

    def _gun(self, unit: Unit) -> dict[str, Any]:
        entry = self._facing(unit) | {"emplaced": unit.emplaced}
        if unit.manned_by and unit.manned_by in self.counters:
            entry["by"] = self.ids[unit.manned_by]
        return entry

    def _weapons(self, unit: Unit, id: str) -> Iterator[dict[str, Any]]:
        for number, name in enumerate(unit.weapons, start=1):
            counter = counter_like(name, None, self._nation_name(unit.side))
            if counter is None:
                self._tell("no_weapon", id=unit.id, name=name)
                continue
            weapon = f"{id}-w{number}"
            self.ids[f"{unit.id}:{name}"] = weapon
            self._tell("weapon", id=unit.id, name=name, made=weapon)
            yield {"id": weapon, "counter": counter.id, "by": id}

    def _not_taken_over(self) -> None:
        situation = self.situation
        lost = (
            ["night"] * situation.night
            + ["deluxe"] * situation.deluxe
            + [one for one in situation.weather if one not in LASTING]
        )
        for unit in situation.units:
            lost += [f"{unit.id}: {word}" for word in _UNHEARD if getattr(unit, word)]
        if lost:
            self._tell("lost", what=tuple(lost))


_UNHEARD = (
    "berserk",
    "unarmed",
    "riders",
    "reverse",
    "stunned",
    "op_tank",
)
"""Words of a situation's unit for which the table has none yet."""


def _ids(names: Iterator[str]) -> dict[str, str]:
    """Each name as the table may call it: letters, digits and dashes, each once."""
    id_of: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^0-9A-Za-z]+", "-", name).strip("-") or "unit"
        id, number = plain, 1
        while id in taken:
            number += 1
            id = f"{plain}-{number}"
        taken.add(id)
        id_of[name] = id
    return id_of
