"""A situation on its board: labels become hexes, units get their level."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from hexfire.asl.sight import Judgement, Sight, Spot
from hexfire.asl.situation.model import Entrenchment, Situation, Unit, UnitKind
from hexfire.boards import Board
from hexfire.hexes import Hex, Side, Vertex
from hexfire.rulebook import BadInput


@dataclass(frozen=True)
class Scene:
    """A situation and the board it is played on."""

    situation: Situation
    sight: Sight

    def __post_init__(self) -> None:
        for unit in self.situation.units:
            self.hex(unit)
            if unit.bypass is not None and not self._adjacent(unit.hex, unit.bypass):
                raise BadInput("sight.situation.bypass", unit=unit.id, hex=unit.hex, to=unit.bypass)
            if unit.vertex is not None and not self.vertices(unit):
                raise BadInput("sight.situation.vertex", unit=unit.id, hex=unit.hex, to=unit.vertex)
        for marker in self.situation.markers:
            if marker.to is not None and not self._adjacent(marker.hex, marker.to):
                raise BadInput("sight.situation.hexside", hex=marker.hex, to=marker.to)

    def _adjacent(self, one: str, other: str) -> bool:
        return self.board.grid.hex(one).is_adjacent(self.board.grid.hex(other))

    @classmethod
    def of(cls, situation: Situation, board: Board) -> Scene:
        """The situation on a board that has already undergone the scenario's changes."""
        return cls(situation, Sight(board))

    @property
    def board(self) -> Board:
        return self.sight.board

    def with_situation(self, situation: Situation) -> Scene:
        """The same board a moment later."""
        return replace(self, situation=situation)

    def unit(self, id: str) -> Unit:
        """A unit by its id."""
        try:
            return self.situation.unit(id)
        except KeyError:
            known = tuple(unit.id for unit in self.situation.units)
            raise BadInput("sight.situation.no_unit", id=id, known=known) from None

    def hex(self, unit: Unit) -> Hex:
        return self.board.grid.hex(unit.hex)

    def level(self, unit: Unit) -> float:
        """The absolute level a unit is at."""
        return self.board.base_level(self.hex(unit)) + unit.level

    def bypass_side(self, unit: Unit) -> Side | None:
        """The hexside that a unit in bypass moves along."""
        if unit.bypass is None:
            return None
        return Side.between(self.hex(unit), self.board.grid.hex(unit.bypass))

    def vertices(self, unit: Unit) -> tuple[Vertex, ...]:
        """C.5: where LOS to a unit in bypass is drawn; none for a unit that is not."""
        side = self.bypass_side(unit)
        if side is None:
            return ()
        if unit.vertex is None:
            return side.vertices
        third = self.board.grid.hex(unit.vertex)
        return tuple(v for v in side.vertices if third in v.hexes and third not in side.hexes)

    def spots(self, unit: Unit) -> tuple[Spot, ...]:
        """The aiming points of a unit: its location, or the vertices of its bypass."""
        hex = self.hex(unit)
        if vertices := self.vertices(unit):
            return tuple(self.sight.spot_at(hex, vertex) for vertex in vertices)
        return (self.sight.spot(hex, unit.level, imagined=True),)

    def best_line(
        self, starts: Iterable[Spot], aims: Collection[Spot]
    ) -> tuple[Spot, Spot, Judgement]:
        """R-B9.31-vertex: who fires picks the vertices, and so the line that is seen best."""
        lines = [(own, aim, self.sight.line(own, aim)) for own in starts for aim in aims]
        return min(lines, key=lambda line: (line[2].blocked, line[2].hindrance))

    @cached_property
    def by_hex(self) -> dict[Hex, tuple[Unit, ...]]:
        """Units by hex."""
        units_in: dict[Hex, tuple[Unit, ...]] = {}
        for unit in self.situation.units:
            units_in[self.hex(unit)] = (*units_in.get(self.hex(unit), ()), unit)
        return units_in

    def manning(self, gun: Unit) -> Unit | None:
        """Who mans a Gun: the unit it names, else a Good Order crew of its side beside it."""
        if gun.kind is not UnitKind.GUN:
            return None
        here = self.by_hex[self.hex(gun)]
        beside = [unit for unit in here if unit.side == gun.side and unit.level == gun.level]
        if gun.manned_by:
            return next((unit for unit in beside if unit.id == gun.manned_by), None)
        crews = (unit for unit in beside if unit.kind is UnitKind.CREW and unit.good_order)
        return next(crews, None)

    def in_entrenchment(self, unit: Unit) -> bool:
        return unit.entrenched in (Entrenchment.FOXHOLE, Entrenchment.TRENCH)
