"""Boards of our own, written as text and painted onto a raster (format: docs/boards.md).

    board millbrook
    size 17 10
    level 1: C3 C4 D3..D5
    woods: F2 G2
    stone 2: K5+K6
    road dirt: A5 B4 C5
    hedge around: H3 H4 I4

Shapes cross hex borders softly, so that lines of sight meet them as they would on a drawn map.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexfire.boards.board import Board
from hexfire.boards.geometry import PITCH_X, PITCH_Y, Geometry, shared
from hexfire.boards.ssr import change
from hexfire.boards.terrain import BOCAGE, HEDGE, WALL, by_name
from hexfire.hexes import BadLabel, Grid, Hex, Side
from hexfire.rulebook import BadInput, read_whole

Mask = npt.NDArray[np.bool_]
Field = npt.NDArray[Any]
Window = tuple[slice, slice]

AREAS = {
    "woods": "Woods",
    "grain": "Grain",
    "brush": "Brush",
    "marsh": "Marsh",
    "water": "Water",
    "plowed": "Plowed Field",
}
FILLED = {
    "orchard": "Orchard",
    "graveyard": "Graveyard",
    "crags": "Crags",
    "rubble": "Stone Rubble",
    "hillock": "Hillock",
    "summit": "Hillock Summit",
}
MOUNDS = ("hillock", "summit")
ROADS = {"dirt": "Dirt Road", "paved": "Paved Road"}
DEPRESSIONS = {"stream": "Shallow Stream", "gully": "Gully"}
HEXSIDES = {"wall": WALL, "hedge": HEDGE, "bocage": BOCAGE}
BUILDINGS = {"stone": "Stone Building", "wood": "Wooden Building"}
MAX_SIZE = 60


class Line(NamedTuple):
    """One line of the text: what, with which words, and where."""

    number: int
    what: str
    words: tuple[str, ...]
    places: tuple[str, ...]


@cache
def builtin_names() -> tuple[str, ...]:
    """The boards that come with Hexfire."""
    folder = resources.files(__package__) / "builtin"
    return tuple(sorted(f.name[:-6] for f in folder.iterdir() if f.name.endswith(".board")))


@cache
def builtin(name: str) -> Board:
    """One of Hexfire's own boards."""
    file = resources.files(__package__) / "builtin" / f"{name}.board"
    return read_text_board(file.read_text("utf-8"), name)


def read_text_board(text: str, name: str) -> Board:
    """The board that a text describes; every mistake is told with its line."""
    lines = list(_lines(text, name))
    size = next((line for line in lines if line.what == "size"), None)
    columns, rows = map(read_whole, size.words) if size and len(size.words) == 2 else (None, None)
    if columns is None or rows is None:
        raise BadInput("sight.text.no_size", name=name)
    if not (3 <= columns <= MAX_SIZE and 2 <= rows <= MAX_SIZE and columns % 2):
        raise BadInput("sight.text.bad_size", name=name, columns=columns, rows=rows)
    painter = _Painter(name, columns, rows)
    for line in sorted(lines, key=lambda line: _ORDER.get(line.what, 99)):
        painter.paint(line)
    board = painter.board()
    rules = [word for line in lines if line.what == "rule" for word in line.words]
    return change(board, rules)


def _lines(text: str, name: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        head, _, places = line.partition(":")
        what, *words = head.split()
        if what not in _ORDER:
            raise BadInput("sight.text.unknown_word", name=name, line=number, word=what)
        yield Line(number, what, tuple(words), tuple(places.split()))


_LAYERS = (
    *("board", "title", "size", "rule", "level", *AREAS, *FILLED, "stream", "gully", "road"),
    *("bridge", "stone", "wood", "stairway", *HEXSIDES, "gap", "slope"),
)
_ORDER = {what: order for order, what in enumerate(_LAYERS)}
"""What is painted over what, whatever the order of the lines."""


class _Painter:
    """The canvas: terrain and elevation rasters under a grid."""

    def __init__(self, name: str, columns: int, rows: int) -> None:
        self.name = name
        self.grid = Grid.asl(columns, rows)
        width, height = round(PITCH_X * (columns - 1)) + 1, round(PITCH_Y * rows)
        self.geometry = shared(Geometry(self.grid, width, height))
        self.terrain = np.zeros((height, width), np.uint8)
        self.elevation = np.zeros((height, width), np.int8)
        self.stairs = np.zeros(len(self.grid), np.bool_)
        self.slopes: dict[str, str] = {}
        self.y, self.x = np.indices((height, width), dtype=np.float64)
        # The same ragged edges on every machine: noise from a fixed seed.
        self.noise = _noise(height, width, np.random.default_rng(sum(map(ord, name))))

    def board(self) -> Board:
        return Board(
            self.name, self.geometry, self.terrain, self.elevation, self.stairs, self.slopes
        )

    def paint(self, line: Line) -> None:
        match line.what:
            case "level":
                self._level(line)
            case what if what in AREAS:
                code = by_name()[AREAS[what]].code
                self.terrain[self._blob(self._hexes(line))] = code
                if what == "water":
                    self.elevation[self.terrain == code] -= 1
            case what if what in FILLED:
                self._fill(line, by_name()[FILLED[what]].code)
            case "stream" | "gully":
                self._ditch(line)
            case "road":
                self._road(line)
            case "bridge":
                self._bridge(line)
            case "stone" | "wood":
                self._building(line)
            case "stairway":
                for hex in self._hexes(line):
                    self.stairs[self.grid.index(hex)] = True
            case what if what in HEXSIDES:
                for side in self._sides(line):
                    self._strip(side, HEXSIDES[what])
            case "gap":
                for side in self._sides(line):
                    self._gap(side)
            case "slope":
                self._slope(line)
            case _:
                pass

    # Reading places

    def _hex(self, label: str, line: Line) -> Hex:
        try:
            return self.grid.hex(label)
        except BadLabel as error:
            raise BadInput(
                "sight.text.no_hex",
                name=self.name,
                line=line.number,
                hex=label,
                first=error.first,
                last=error.last,
            ) from None

    def _hexes(self, line: Line) -> list[Hex]:
        """Hexes, where D3..D5 stands for those of a column between the two."""
        hexes: list[Hex] = []
        for place in line.places:
            first, _, last = place.partition("..")
            start = self._hex(first, line)
            stop = self._hex(last, line) if last else start
            if start.q != stop.q or stop.r < start.r:
                raise BadInput("sight.text.bad_run", name=self.name, line=line.number, text=place)
            hexes += [Hex(start.q, r) for r in range(start.r, stop.r + 1)]
        return hexes

    def _sides(self, line: Line) -> list[Side]:
        """Hexsides as A1-A2; with `around`, the outline of hexes."""
        if "around" in line.words:
            inside = set(self._hexes(line))
            return sorted(
                {
                    side
                    for hex in inside
                    for side in hex.sides()
                    if side.other(hex) in self.grid and side.other(hex) not in inside
                }
            )
        sides = []
        for place in line.places:
            first, _, second = place.partition("-")
            a, b = self._hex(first, line), self._hex(second, line)
            if not a.is_adjacent(b):
                raise BadInput(
                    "sight.text.not_adjacent", name=self.name, line=line.number, text=place
                )
            sides.append(Side.between(a, b))
        return sides

    def _slope(self, line: Line) -> None:
        """Hexsides as A1-A2: who looks from A1 to A2 stands up-slope; or out of an outline."""
        if "around" in line.words:
            upper = self._hexes(line)
        else:
            upper = [self._hex(place.partition("-")[0], line) for place in line.places]
        for side in self._sides(line):
            hex = next(hex for hex in upper if hex in side.hexes)
            label = self.grid.label(hex)
            self.slopes[label] = self.slopes.get(label, "") + str(hex.sides().index(side))

    # Painting

    def _blob(self, hexes: Iterable[Hex], ragged: float = 0.16, reach: int = 13) -> Mask:
        """The hexes as one area with soft, slightly ragged edges."""
        wanted = np.zeros(len(self.grid), np.bool_)
        wanted[[self.grid.index(hex) for hex in hexes]] = True
        inside = wanted[self.geometry.pixel_hexes]
        area = np.zeros(inside.shape, np.bool_)
        if not inside.any():
            return area
        near = _around_all(inside, 3 * (reach + 1))  # so far the blur reaches
        area[near] = _blur(inside[near].astype(np.float64), reach) + ragged * self.noise[near] > 0.5
        return area

    def _level(self, line: Line) -> None:
        if len(line.words) != 1 or not re.fullmatch(r"-?\d", line.words[0]):
            raise BadInput("sight.text.bad_level", name=self.name, line=line.number)
        self.elevation[self._blob(self._hexes(line), 0.1, 15)] = int(line.words[0])

    def _fill(self, line: Line, code: int) -> None:
        """Terrain that fills its hex is drawn as trees or stones in rows, hillocks as mounds."""
        for hex in self._hexes(line):
            cx, cy = self.geometry.real_centres[self.grid.index(hex)]
            if line.what in MOUNDS:
                self._thick(cx, cy, cx, cy, 25, code)
                continue
            for row in (-1, 0, 1):
                for column in (-1, 0, 1):
                    x, y = cx + column * 16 + (row % 2) * 3, cy + row * 16
                    near = self._around(x, x, y, y, 7)
                    self.terrain[near][np.hypot(self.x[near] - x, self.y[near] - y) < 5.5] = code

    def _path(self, line: Line) -> Field:
        """The distance of every pixel from a smooth line through hex centres."""
        points = [self.geometry.real_centres[self.grid.index(hex)] for hex in self._hexes(line)]
        far = np.full(self.terrain.shape, np.inf)
        smooth = _smooth(np.array(points))
        for (ax, ay), (bx, by) in pairwise(smooth):
            near = self._around(ax, bx, ay, by, 16)
            there = _to_segment(self.x[near], self.y[near], ax, ay, bx, by)
            far[near] = np.minimum(far[near], there)
        return far

    def _around(self, ax: float, bx: float, ay: float, by: float, margin: int) -> Window:
        """The part of the canvas within a margin of two points."""
        left, up = int(max(min(ax, bx) - margin, 0)), int(max(min(ay, by) - margin, 0))
        right, down = int(max(max(ax, bx) + margin + 1, 0)), int(max(max(ay, by) + margin + 1, 0))
        return slice(up, down), slice(left, right)

    def _thick(self, ax: float, ay: float, bx: float, by: float, half: float, code: int) -> None:
        """A thick line."""
        near = self._around(ax, bx, ay, by, int(half) + 2)
        self.terrain[near][_to_segment(self.x[near], self.y[near], ax, ay, bx, by) < half] = code

    def _road(self, line: Line) -> None:
        kind = line.words[0] if line.words else "dirt"
        if kind not in ROADS:
            raise BadInput("sight.text.unknown_word", name=self.name, line=line.number, word=kind)
        on = self._path(line) < 6.5
        dry = ~np.isin(self.terrain, [by_name()[name].code for name in DEPRESSIONS.values()])
        self.terrain[on & dry] = by_name()[ROADS[kind]].code

    def _ditch(self, line: Line) -> None:
        bed = self._path(line) < 10 + 2 * self.noise
        self.terrain[bed] = by_name()[DEPRESSIONS[line.what]].code
        self.elevation[bed] -= 1

    def _bridge(self, line: Line) -> None:
        """The road goes on over the depression: its deck is a level above the bed."""
        for place in line.places:
            hex = self._hex(place, line)
            near = self.geometry.pixel_hexes == self.grid.index(hex)
            beds = [by_name()[name].code for name in DEPRESSIONS.values()]
            ends = [self._hex(word, line) for word in line.words]
            if len(ends) != 2:
                raise BadInput("sight.text.bad_bridge", name=self.name, line=line.number)
            path = self._path(Line(line.number, "road", (), (line.words[0], place, line.words[1])))
            cx, cy = self.geometry.real_centres[self.grid.index(hex)]
            heart = np.hypot(self.x - cx, self.y - cy) < 3  # the bed shows at the centre
            rail = near & np.isin(self.terrain, beds) & (path < 9) & ~heart
            self.elevation[rail] += 1
            self.terrain[rail] = by_name()["Single Hex Stone Bridge"].code

    def _building(self, line: Line) -> None:
        storeys = (read_whole(line.words[0]) if line.words else None) or 0
        name = BUILDINGS[line.what] + (f", {storeys} Level" if storeys else "")
        if name not in by_name():
            raise BadInput("sight.text.bad_building", name=self.name, line=line.number)
        code = by_name()[name].code
        for group in line.places:
            hexes = [self._hex(label, line) for label in group.split("+")]
            for hex in hexes:
                turn = (hex.q * 7 + hex.r * 3) % 5 * 0.13 - 0.26
                self._box(hex, 17, 12.5, turn if len(hexes) == 1 else 0, code)
                if storeys:
                    self.stairs[self.grid.index(hex)] |= hex == hexes[0] or storeys == 1
            for a, b in pairwise(hexes):
                ax, ay = self.geometry.real_centres[self.grid.index(a)]
                bx, by = self.geometry.real_centres[self.grid.index(b)]
                self._thick(ax, ay, bx, by, 12.5, code)

    def _box(self, hex: Hex, wide: float, high: float, turn: float, code: int) -> None:
        cx, cy = self.geometry.real_centres[self.grid.index(hex)]
        near = self._around(cx, cx, cy, cy, 24)
        dx, dy = self.x[near] - cx, self.y[near] - cy
        u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        self.terrain[near][(np.abs(u) < wide) & (np.abs(v) < high)] = code

    def _ends(self, side: Side) -> npt.NDArray[np.float64]:
        hex = next(hex for hex in side.hexes if hex in self.grid)
        k = hex.sides().index(side)
        return np.asarray(self.geometry.vertices[self.grid.index(hex)][[k, (k + 1) % 6]])

    def _strip(self, side: Side, code: int) -> None:
        (ax, ay), (bx, by) = self._ends(side)
        self._thick(ax, ay, bx, by, 4, code)

    def _gap(self, side: Side) -> None:
        """An opening in the middle of a walled hexside, with the road through it."""
        (ax, ay), (bx, by) = self._ends(side)
        x, y = (ax + bx) / 2, (ay + by) / 2
        near = self._around(x, x, y, y, 9)
        middle = np.hypot(self.x[near] - x, self.y[near] - y) < 8
        walls = np.isin(self.terrain[near], list(HEXSIDES.values()))
        self.terrain[near][middle & walls] = by_name()["Dirt Road"].code


def _to_segment(x: Field, y: Field, ax: float, ay: float, bx: float, by: float) -> Field:
    """The distance of points from a segment."""
    length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-9)
    t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1)
    return np.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))


def _smooth(points: Field) -> Field:
    """A smooth curve through the points (Catmull-Rom), as a chain of short segments."""
    if len(points) < 3:
        return points
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, 9)[:-1, None]
    chain = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        chain.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2)
            + 0.5 * (3 * b - a - 3 * c + d) * t**3
        )
    return np.concatenate([*chain, points[-1:]])


def _around_all(mask: Mask, margin: int) -> Window:
    """The part of the canvas within a margin of an area."""
    up, down = np.flatnonzero(mask.any(axis=1))[[0, -1]].tolist()
    left, right = np.flatnonzero(mask.any(axis=0))[[0, -1]].tolist()
    return (
        slice(max(up - margin, 0), down + margin + 1),
        slice(max(left - margin, 0), right + margin + 1),
    )


def _blur(field: Field, reach: int) -> Field:
    """Three box blurs: nearly a Gaussian. Beyond the edge the picture is mirrored."""
    for _ in range(3):
        for axis in (0, 1):
            pad = [(0, 0), (0, 0)]
            pad[axis] = (reach + 1, reach)
            total = np.cumsum(np.pad(field, pad, mode="symmetric"), axis=axis)
            size = 2 * reach + 1
            upper, lower = (
                (total[size:], total[:-size]) if axis == 0 else (total[:, size:], total[:, :-size])
            )
            field = (upper - lower) / size
    return field


def _noise(height: int, width: int, random: np.random.Generator) -> Field:
    """Soft noise between -1 and 1."""
    coarse = random.uniform(-1, 1, (height // 9 + 2, width // 9 + 2))
    fine = np.kron(coarse, np.ones((9, 9)))[:height, :width]
    soft = _blur(fine, 4)
    return np.asarray(soft / np.abs(soft).max())
