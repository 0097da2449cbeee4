"""Who sees whom on a board: single questions, whole fields of view, every pair at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from hexfire.asl.sight.ends import Ends, Other, Verdicts
from hexfire.asl.sight.ground import Ground
from hexfire.asl.sight.judge import Disputed, Judge, Judgement, Spot
from hexfire.asl.sight.many import Bare
from hexfire.asl.sight.rules import TOO_MANY, Reason
from hexfire.boards import Board, Laid
from hexfire.hexes import Hex, Vertex
from hexfire.rulebook import Refusal

Place = tuple[str, float]
"""A hex label and a level above the hex's base level."""


class Field(NamedTuple):
    """What one viewer sees of every hex's ground level, as arrays by hex index."""

    viewer: Hex
    level: float
    blocked: npt.NDArray[np.bool_]
    hindrance: npt.NDArray[np.int16]


class Matrix(NamedTuple):
    """Every hex centre against every other, both on the ground: [hex, hex]."""

    blocked: npt.NDArray[np.bool_]
    hindrance: npt.NDArray[np.int16]


class Sight:
    """Lines of sight over one board. Made once per board; questions then are quick."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ground = Ground(board)
        self._judge = Judge(self.ground)
        self._parts = tuple((laid, Sight(laid.board)) for laid in board.laid)
        """On a map of several boards: each board by itself."""

    # Where a line begins and ends

    def spot(self, hex: Hex, level: float = 0, *, imagined: bool = False) -> Spot:
        """The aiming point of a location; refuses a level the hex does not have.

        `imagined` allows any level ("if there were a level 3 here").
        """
        index = self.board.grid.index(hex)
        half_levels = self._half_levels(index, level, imagined)
        below = bool(self.board.facts.depressions[index]) and level == 0
        below |= any(
            place.kind == "depression" and place.level == level
            for place in self.board.locations(hex)
        )
        base = 2 * int(self.ground.base[index])
        return Spot(index, self.board.geometry.centre(hex), base + half_levels, below)

    def _half_levels(self, index: int, level: float, imagined: bool) -> int:
        for location in self.board.facts.locations[index]:
            if location.level == level:
                # One stands on a roof half a level above the topmost storey.
                return 2 * location.level - (location.kind == "rooftop")
            if location.kind == "rooftop" and level == location.level - 0.5:
                return 2 * location.level - 1
        if imagined and 2 * level == int(2 * level) and abs(level) <= 20:
            return int(2 * level)
        label = self.board.grid.label(self.board.grid.hexes[index])
        levels = tuple(str(place.level) for place in self.board.facts.locations[index])
        raise Refusal("A6.1", "sight.no_level", hex=label, level=f"{level:g}", levels=levels)

    def spot_at(self, hex: Hex, vertex: Vertex) -> Spot:
        """C.5: the aiming point of a unit in bypass, or of a Snap Shot: a vertex of its hex."""
        if hex not in vertex.hexes:
            raise Refusal("C.5", "sight.not_a_vertex", hex=self.board.grid.label(hex))
        index = self.board.grid.index(hex)
        pixel = x, y = self.board.geometry.vertex_pixel(vertex)
        if not (0 <= x < self.board.width and 0 <= y < self.board.height):
            raise Refusal("C.5", "sight.vertex_off_board", hex=self.board.grid.label(hex))
        level = 2 * int(self.ground.base[index])
        return Spot(index, pixel, level, False, (vertex.q, vertex.r))

    # Questions

    def check(
        self, source: Hex, target: Hex, source_level: float = 0, target_level: float = 0
    ) -> Judgement:
        """The LOS between two locations, with everything that decided it."""
        return self.line(self.spot(source, source_level), self.spot(target, target_level))

    def line(self, source: Spot, target: Spot) -> Judgement:
        """The LOS between two spots."""
        if source.hex == target.hex:
            return self._same_hex(source, target)
        centres = source.vertex is None and target.vertex is None
        for laid, sight in self._parts:
            if centres and laid.own[source.hex] >= 0 and laid.own[target.hex] >= 0:
                return self._on_one_board(laid, sight, source, target)
        if centres or source.pixel <= target.pixel:
            return self._judge.line(source, target)
        return self._from(source, self._judge.line(target, source))

    def _from(self, source: Spot, answer: Judgement) -> Judgement:
        """R-A6.7-vertex: a line between vertices is always counted from the same end."""
        grid = self.board.grid
        viewer = grid.hexes[source.hex]
        seen = [
            msgspec.structs.replace(item, range=viewer.distance(grid.hex(item.hex)))
            for item in answer.items
        ]
        return msgspec.structs.replace(
            answer, items=tuple(sorted(seen, key=lambda item: item.range))
        )

    def _on_one_board(self, laid: Laid, sight: Sight, source: Spot, target: Spot) -> Judgement:
        """A line that stays on one board is judged there, however the board lies."""
        answer = sight.line(*(self._own(laid, spot) for spot in (source, target)))
        # On a map of several boards hexes are named with their board, on a part of one not.
        name = laid.board.name if len(self._parts) > 1 or laid.flipped else ""
        items = tuple(msgspec.structs.replace(item, hex=name + item.hex) for item in answer.items)
        point = laid.pixel_on_map(*answer.point) if answer.point else None
        hex = name + answer.hex if answer.hex else None
        return msgspec.structs.replace(answer, items=items, point=point, hex=hex)

    @staticmethod
    def _own(laid: Laid, spot: Spot) -> Spot:
        index = int(laid.own[spot.hex])
        x, y = laid.board.geometry.centres[index].tolist()
        return spot._replace(hex=index, pixel=(x, y))

    def _same_hex(self, source: Spot, target: Spot) -> Judgement:
        """A6.82: within a hex, storeys see each other by a stairway one level up or down."""
        reason = Reason.CLEAR
        if source.level != target.level:
            if source.hex in self.board.facts.bridges:
                reason = Reason.UNDER_BRIDGE
            elif abs(source.level - target.level) > 2 or not self.board.stairways[source.hex]:
                reason = Reason.OTHER_STOREY
        blocked = reason is not Reason.CLEAR
        point = source.pixel if blocked else None
        return Judgement(0, blocked, 0, (), reason, point)

    def pairs(self, pairs: Iterable[tuple[Place, Place]]) -> list[Judgement]:
        """Many questions at once, answered in their order (without the items of hindrances)."""
        places = _Places(self)
        numbers = [(places[a], places[b]) for a, b in pairs]
        spots = places.spots
        if not numbers:
            return []
        ends, asked = _ends(spots), np.array(numbers)
        source, target = ends.part(asked[:, 0]), ends.part(asked[:, 1])
        apart = np.flatnonzero(source.hex != target.hex)
        verdicts, others = self._judge_many(source.part(apart), target.part(apart))
        answers = self._answers(source.part(apart), target.part(apart), verdicts)
        for other in others:
            drm = None if other.reason else other.hindrance
            reading = Disputed(other.reading, drm is None, drm, _REASONS[other.reason])
            answer = answers[other.line]
            disputed = (*answer.disputed, reading)
            answers[other.line] = msgspec.structs.replace(answer, disputed=disputed)
        if len(apart) == len(numbers):
            return answers
        rest = iter(answers)
        return [
            self._same_hex(spots[a], spots[b]) if spots[a].hex == spots[b].hex else next(rest)
            for a, b in numbers
        ]

    def _answers(self, source: Ends, target: Ends, verdicts: Verdicts) -> list[Judgement]:
        columns = (
            self.ground.ranges(source.hex, target.hex),
            verdicts.blocked,
            verdicts.hindrance,
            verdicts.reason,
            verdicts.pixel % self.board.width,
            verdicts.pixel // self.board.width,
        )
        return [
            Judgement(far, blocked, drm, (), _REASONS[reason], (x, y) if blocked else None)
            for far, blocked, drm, reason, x, y in zip(*(c.tolist() for c in columns), strict=True)
        ]

    def judge_many(self, sources: Sequence[Spot], targets: Sequence[Spot]) -> Verdicts:
        """Bare verdicts for many pairs of hex centres, of different hexes."""
        return self._judge_many(_ends(sources), _ends(targets))[0]

    def _judge_many(self, source: Ends, target: Ends) -> tuple[Verdicts, list[Other]]:
        verdicts = Verdicts.blank(len(source.hex))
        others: list[Other] = []
        for at, laid, sight, ends in self._shares(source, target):
            part, more = sight._judge_many(*ends) if laid else self._judge_here(*ends)
            others += [other._replace(line=int(at[other.line])) for other in more]
            verdicts.reason[at], verdicts.hindrance[at] = part.reason, part.hindrance
            pixel = part.pixel
            if laid is not None:
                x, y = laid.pixel_on_map(pixel % laid.board.width, pixel // laid.board.width)
                pixel = np.where(pixel < 0, -1, y * self.board.width + x)
            verdicts.pixel[at] = pixel
        return verdicts, others

    def _judge_here(self, source: Ends, target: Ends) -> tuple[Verdicts, list[Other]]:
        """Lines that slopes or hillocks may matter to (F2, F6) are judged one by one."""
        if self._judge.rises is None:
            return self._judge.many(source, target)
        alone = self._judge.rises.concern(source, target)
        rest = np.flatnonzero(~alone)
        verdicts = Verdicts.blank(len(alone))
        part, more = self._judge.many(source.part(rest), target.part(rest))
        others = [other._replace(line=int(rest[other.line])) for other in more]
        verdicts.reason[rest], verdicts.hindrance[rest] = part.reason, part.hindrance
        verdicts.pixel[rest] = part.pixel
        for at in np.flatnonzero(alone).tolist():
            answer = self._judge.line(_spot_of(source, at), _spot_of(target, at))
            verdicts.reason[at], verdicts.hindrance[at] = answer.reason, answer.hindrance
            if answer.point:
                verdicts.pixel[at] = answer.point[1] * self.board.width + answer.point[0]
            others += [
                Other(at, other.reading, other.reason, other.hindrance or 0)
                for other in answer.disputed
            ]
        return verdicts, others

    def _sees_here(self, source: Ends, target: Ends) -> Bare:
        if self._judge.rises is None:
            return self._judge.sees(source, target)
        verdicts, _ = self._judge_here(source, target)
        return Bare(verdicts.blocked, np.where(verdicts.blocked, 0, verdicts.hindrance))

    def _sees_many(self, source: Ends, target: Ends) -> Bare:
        count = len(source.hex)
        seen = Bare(np.zeros(count, np.bool_), np.zeros(count, np.int16))
        for at, laid, sight, ends in self._shares(source, target):
            part = sight._sees_many(*ends) if laid else self._sees_here(*ends)
            seen.blocked[at], seen.hindrance[at] = part
        return seen

    def _shares(
        self, source: Ends, target: Ends
    ) -> Iterator[tuple[npt.NDArray[Any], Laid | None, Sight, tuple[Ends, Ends]]]:
        """Which lines each board of a map judges by itself, and which the whole map does."""
        rest = np.ones(len(source.hex), np.bool_)
        for laid, sight in self._parts:
            a, b = laid.own[source.hex], laid.own[target.hex]
            at = np.flatnonzero(rest & (a >= 0) & (b >= 0))
            rest[at] = False
            yield at, laid, sight, (_moved(laid, source, a, at), _moved(laid, target, b, at))
        at = np.flatnonzero(rest)
        yield at, None, self, (source.part(at), target.part(at))

    def field(self, viewer: Hex, level: float = 0, *, imagined: bool = False) -> Field:
        """What a viewer sees of the ground of every hex."""
        spot = self.spot(viewer, level, imagined=imagined)
        count = len(self.board.grid)
        others = np.flatnonzero(np.arange(count) != spot.hex)
        seen = self._sees_many(_repeated(spot, count - 1), self._grounds(others))
        blocked, hindrance = np.zeros(count, np.bool_), np.zeros(count, np.int16)
        blocked[others], hindrance[others] = seen
        blocked[spot.hex] = self._same_hex(spot, self.spot(viewer)).blocked
        return Field(viewer, level, blocked, hindrance)

    def reasons(
        self, viewer: Hex, level: float = 0, *, imagined: bool = False
    ) -> npt.NDArray[np.int8]:
        """Why a viewer does not see the ground of each hex: 0 for clear, else a `Reason`."""
        spot = self.spot(viewer, level, imagined=imagined)
        count = len(self.board.grid)
        others = np.flatnonzero(np.arange(count) != spot.hex)
        reason = np.zeros(count, np.int8)
        verdicts, _ = self._judge_many(_repeated(spot, count - 1), self._grounds(others))
        reason[others] = verdicts.reason
        reason[spot.hex] = self._same_hex(spot, self.spot(viewer)).reason
        return reason

    def matrix(self) -> Matrix:
        """Every hex centre against every other, both on the ground."""
        count = len(self.board.grid)
        first, second = np.triu_indices(count, 1)
        seen = self._sees_many(self._grounds(first), self._grounds(second))
        blocked, hindrance = np.zeros((count, count), np.bool_), np.zeros((count, count), np.int16)
        for a, b in ((first, second), (second, first)):  # LOS is the same from both ends
            blocked[a, b], hindrance[a, b] = seen
        return Matrix(blocked, hindrance)

    def _grounds(self, hexes: npt.NDArray[np.intp]) -> Ends:
        return self._ground_ends.part(hexes)

    @cached_property
    def _ground_ends(self) -> Ends:
        count = len(self.board.grid)
        return Ends(
            np.arange(count),
            self.board.geometry.centres.astype(np.int32),
            2 * self.ground.base.astype(np.int32),
            self.board.facts.depressions > 0,
        )


_REASONS = tuple(Reason)


class _Places(dict[Place, int]):
    """Place -> the number of its spot, made when it is first asked for."""

    def __init__(self, sight: Sight) -> None:
        super().__init__()
        self.sight = sight
        self.spots: list[Spot] = []

    def __missing__(self, place: Place) -> int:
        self.spots.append(self.sight.spot(self.sight.board.grid.hex(place[0]), place[1]))
        self[place] = len(self.spots) - 1
        return self[place]


def _moved(laid: Laid, ends: Ends, own: npt.NDArray[Any], at: npt.NDArray[Any]) -> Ends:
    """Ends on a map as ends on one of its boards."""
    part, hexes = ends.part(at), own[at]
    return part._replace(hex=hexes, pixel=laid.board.geometry.centres[hexes].astype(np.int32))


def _repeated(spot: Spot, count: int) -> Ends:
    """One spot as the end of many lines."""
    return Ends(
        np.full(count, spot.hex, np.intp),
        np.tile(np.array(spot.pixel, np.int32), (count, 1)),
        np.full(count, spot.level, np.int32),
        np.full(count, spot.in_depression),
    )


def _spot_of(ends: Ends, at: int) -> Spot:
    """One of many ends as a spot."""
    x, y = ends.pixel[at].tolist()
    return Spot(int(ends.hex[at]), (x, y), int(ends.level[at]), bool(ends.in_depression[at]))


def _ends(spots: Sequence[Spot]) -> Ends:
    return Ends(
        np.array([spot.hex for spot in spots], np.intp),
        np.array([spot.pixel for spot in spots], np.int32).reshape(-1, 2),
        np.array([spot.level for spot in spots], np.int32),
        np.array([spot.in_depression for spot in spots], np.bool_),
    )


__all__ = ["TOO_MANY", "Field", "Judgement", "Matrix", "Place", "Sight", "Spot"]
