"""A finite board: which hexes exist, their names, their indices, and sets of them.

Most work on a map is done with indices 0..n-1 and with sets of them as integers (see
:mod:`hexfire.hexes.masks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from hexfire.hexes.hex import DIRECTIONS, Hex, Side
from hexfire.hexes.labels import AslLabels, BadLabel, FolioLabels, JoinedLabels, LabelScheme
from hexfire.hexes.layout import Layout, Orientation
from hexfire.hexes.masks import iterate

__all__ = ["Grid", "OffGrid", "Shift"]


class Shift(Enum):
    """Which way the second, fourth, sixth … line of hexes is shifted by half a hex.

    A line is a column of flat-topped hexes (BACK is up, ON is down) or a row of pointed ones (BACK
    is left, ON is right).
    """

    BACK = "back"
    ON = "on"


class OffGrid(LookupError):
    """A hex (or column and row) that the grid does not have."""

    def __init__(self, what: object) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True)
class Grid:
    """A board of ``columns`` x ``rows`` hexes.

    On a board with ``half_hexes`` the edges run through the centres of the outermost hexes: the
    first and the last line, and both ends of the shifted lines, which have one hex more.
    """

    orientation: Orientation
    columns: int
    rows: int
    shift: Shift
    scheme: LabelScheme
    half_hexes: bool = False

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"no board of {self.columns} x {self.rows} hexes")
        if self.half_hexes and self.shift is not Shift.BACK:
            raise ValueError("lines with one hex more must be shifted back")
        self.scheme.check(self.columns, self.rows)

    @classmethod
    def asl(cls, columns: int = 33, rows: int = 10, labels: AslLabels | None = None) -> Grid:
        """An ASL board.

        >>> board = Grid.asl()
        >>> len(board), sorted(board.label(h) for h in board.hex("A1").neighbours() if h in board)
        (346, ['A2', 'B0', 'B1'])
        """
        return cls(Orientation.FLAT, columns, rows, Shift.BACK, labels or AslLabels(), True)

    @classmethod
    def joined(cls, labels: JoinedLabels) -> Grid:
        """Several ASL boards put together."""
        return cls(Orientation.FLAT, *labels.size, Shift.BACK, labels, True)

    @classmethod
    def folio(
        cls,
        columns: int,
        rows: int,
        shift: Shift = Shift.ON,
        orientation: Orientation = Orientation.FLAT,
        labels: FolioLabels | None = None,
    ) -> Grid:
        """A Folio map; even columns (even rows, of pointed hexes) are shifted down (right).

        They are counted from the edge, whatever the map prints: `labels` says its first number.

        >>> map = Grid.folio(20, 15)
        >>> map.hex("0101").distance(map.hex("0301"))
        2
        """
        return cls(orientation, columns, rows, shift, labels or FolioLabels())

    # Which hexes exist

    def at(self, column: int, row: int) -> Hex:
        """The hex in a column and a row, both counted from 0."""
        line, place = self._turned(column, row)
        if not self._exists(line, place):
            raise OffGrid((column, row))
        return self._hex(line, place)

    def column_row(self, hex: Hex) -> tuple[int, int]:
        """Column and row of a hex, both counted from 0."""
        line, place = self._line_place(hex)
        if not self._exists(line, place):
            raise OffGrid(hex)
        return self._turned(line, place)

    def __contains__(self, hex: Hex) -> bool:
        return self._exists(*self._line_place(hex))

    def __len__(self) -> int:
        return len(self.hexes)

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.hexes)

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """All hexes by index: column after column (row after row, of pointed hexes)."""
        return tuple(
            self._hex(line, place)
            for line in range(self._lines)
            for place in range(self._places(line))
        )

    def is_half_hex(self, hex: Hex) -> bool:
        """Whether the edge of the board cuts the hex in half."""
        line, place = self._line_place(hex)
        if not self._exists(line, place):
            raise OffGrid(hex)
        if not self.half_hexes:
            return False
        ends = line % 2 == 1 and place in (0, self._places(line) - 1)
        return ends or line in (0, self._lines - 1)

    # Names

    def label(self, hex: Hex) -> str:
        """The label of a hex."""
        try:
            return self._written[hex]
        except KeyError:
            raise OffGrid(hex) from None

    def names(self, hex: Hex) -> tuple[str, ...]:
        """All labels of a hex: more than one where boards join."""
        return self.scheme.names(*self.column_row(hex))

    def hex(self, label: str) -> Hex:
        """The hex with a label; raises BadLabel if there is none."""
        known = self._labels.get(label)
        if known is not None:
            return known
        place = self.scheme.read(label)
        if place is None or not self._exists(*self._turned(*place)):
            first, last = self.label(self.hexes[0]), self.label(self.hexes[-1])
            raise BadLabel(label, self.scheme.form, first, last, place is not None)
        return self._hex(*self._turned(*place))

    # Indices

    def index(self, hex: Hex) -> int:
        """The index of a hex: 0..n-1."""
        try:
            return self._indices[hex]
        except KeyError:
            raise OffGrid(hex) from None

    @cached_property
    def adjacent(self) -> tuple[tuple[int | None, ...], ...]:
        """For each index its six neighbours' indices, by direction; None beyond the edge."""
        get = self._indices.get
        return tuple(tuple(get(near) for near in hex.neighbours()) for hex in self.hexes)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each index the neighbours that exist, by direction."""
        return tuple(tuple(j for j in six if j is not None) for six in self.adjacent)

    # Sets of hexes

    @cached_property
    def all(self) -> int:
        """The set of all hexes."""
        return (1 << len(self)) - 1

    def bit(self, hex: Hex) -> int:
        """The set that holds one hex."""
        return 1 << self.index(hex)

    def mask(self, hexes: Iterable[Hex]) -> int:
        """The set that holds these hexes.

        >>> board = Grid.asl()
        >>> board.mask([board.hex("A1"), board.hex("A3")])
        5
        """
        mask = 0
        for hex in hexes:
            mask |= 1 << self.index(hex)
        return mask

    def hexes_in(self, mask: int) -> Iterator[Hex]:
        """The hexes of a set, by index."""
        return (self.hexes[i] for i in iterate(mask))

    @cached_property
    def neighbour_mask(self) -> tuple[int, ...]:
        """For each index the set of its neighbours."""
        return tuple(sum(1 << j for j in near) for near in self.neighbours)

    def next_to(self, mask: int) -> int:
        """All neighbours of the hexes of a set; its own hexes only if they are adjacent."""
        return self._spread(mask, 0)

    def dilate(self, mask: int) -> int:
        """A set and all its neighbours."""
        return self._spread(mask, mask)

    def _spread(self, mask: int, more: int) -> int:
        """The neighbours of a set, added to a second set."""
        forward, backward = self._jumps
        for by, sources in forward:
            more |= (mask & sources) << by
        for by, sources in backward:
            more |= (mask & sources) >> by
        return more

    def step(self, mask: int, direction: int) -> int:
        """A set moved one hex in a direction; what would leave the board is gone."""
        moved = 0
        for by, sources in self._jumps_by_direction[direction % 6]:
            staying_on_board = mask & sources
            moved |= staying_on_board << by if by > 0 else staying_on_board >> -by
        return moved

    # Hexsides

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """All hexsides by their ids, those of the edge included."""
        return tuple(self._side_ids)

    def side_index(self, i: int, direction: int) -> int:
        """The id of side ``direction`` of hex ``i``: the same from both hexes."""
        return self._side_table[i][direction % 6]

    def side_id(self, side: Side) -> int:
        """The id of a hexside."""
        try:
            return self._side_ids[side]
        except KeyError:
            raise OffGrid(side) from None

    # On paper

    def layout(self, size: float) -> Layout:
        """Regular hexes with sides of length ``size``; the board's upper left corner is (0, 0).

        For another origin or for printed boards that are not quite regular, make a Layout.
        """
        layout = Layout.regular(self.orientation, size)
        left, top, _, _ = self._bounds(layout)
        return Layout.regular(self.orientation, size, -left, -top)

    def extent(self, layout: Layout) -> tuple[float, float]:
        """Width and height of the board in a layout."""
        left, top, right, bottom = self._bounds(layout)
        return right - left, bottom - top

    # Lines and places: columns and rows of flat hexes, rows and columns of pointed ones.

    @property
    def _lines(self) -> int:
        return self.columns if self.orientation is Orientation.FLAT else self.rows

    def _places(self, line: int) -> int:
        plain = self.rows if self.orientation is Orientation.FLAT else self.columns
        return plain + line % 2 if self.half_hexes else plain

    def _exists(self, line: int, place: int) -> bool:
        return 0 <= line < self._lines and 0 <= place < self._places(line)

    def _turned(self, a: int, b: int) -> tuple[int, int]:
        """Column and row to line and place, and back."""
        return (a, b) if self.orientation is Orientation.FLAT else (b, a)

    def _slant(self, line: int) -> int:
        """How far an axial coordinate has run ahead of the places by this line."""
        return line // 2 if self.shift is Shift.ON else (line + 1) // 2

    def _hex(self, line: int, place: int) -> Hex:
        return Hex(*self._turned(line, place - self._slant(line)))

    def _line_place(self, hex: Hex) -> tuple[int, int]:
        line, ahead = self._turned(*hex)
        return line, ahead + self._slant(line)

    def _bounds(self, layout: Layout) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        if self.half_hexes:
            # The edge runs through the centres of the half hexes, and the lines that are not
            # shifted end with whole ones.
            ends = [self._hex(0, 0), self._hex(self._lines - 1, self._places(self._lines - 1) - 1)]
            if self._lines > 1:
                ends += [self._hex(1, 0), self._hex(1, self._places(1) - 1)]
            points = [layout.centre(hex) for hex in ends]
        else:
            points = [point for hex in self.hexes for point in layout.corners(hex)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    # Tables, made once

    @cached_property
    def _labels(self) -> dict[str, Hex]:
        return {label: hex for hex, label in self._written.items()}

    @cached_property
    def _written(self) -> dict[Hex, str]:
        return {hex: self.scheme.write(*self.column_row(hex)) for hex in self.hexes}

    @cached_property
    def _indices(self) -> dict[Hex, int]:
        return {hex: i for i, hex in enumerate(self.hexes)}

    @cached_property
    def _jumps_by_direction(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each direction: (jump from index to index, set of the hexes that make this jump).

        Neighbours lie at few different distances in the numbering, so a whole set moves with a
        few shifts. The set of sources keeps a jump from wrapping around an edge.
        """
        table: list[dict[int, int]] = [{} for _ in DIRECTIONS]
        for i, six in enumerate(self.adjacent):
            for direction, j in enumerate(six):
                if j is not None:
                    jumps = table[direction]
                    jumps[j - i] = jumps.get(j - i, 0) | 1 << i
        return tuple(tuple(sorted(jumps.items())) for jumps in table)

    @cached_property
    def _jumps(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """The same for all directions together, by distance: onward and back."""
        together: dict[int, int] = {}
        for jumps in self._jumps_by_direction:
            for by, sources in jumps:
                together[by] = together.get(by, 0) | sources
        forward = tuple((by, sources) for by, sources in together.items() if by > 0)
        backward = tuple((-by, sources) for by, sources in together.items() if by < 0)
        return forward, backward

    @cached_property
    def _side_ids(self) -> dict[Side, int]:
        ids: dict[Side, int] = {}
        for hex in self.hexes:
            for side in hex.sides():
                ids.setdefault(side, len(ids))
        return ids

    @cached_property
    def _side_table(self) -> tuple[tuple[int, ...], ...]:
        ids = self._side_ids
        return tuple(tuple(ids[side] for side in hex.sides()) for hex in self.hexes)
