"""Names of hexes: ASL boards (A1 … GG10), joined ASL boards (4GG5), Folio maps (0101 …).

A scheme turns a column and a row, both counted from 0, into a name and back. It knows the form of
a name; whether the hex exists is for the grid to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Protocol

__all__ = ["AslLabels", "BadLabel", "FolioLabels", "JoinedLabels", "LabelScheme", "Panel"]


class BadLabel(ValueError):
    """A text that names no hex of the grid.

    ``text`` is what was given, ``form`` the expected form, ``first`` and ``last`` the first and the
    last label of the grid, ``form_ok`` whether only the range was wrong.
    """

    def __init__(self, text: str, form: str, first: str, last: str, form_ok: bool) -> None:
        super().__init__(f"no hex {text!r}: expected {form}, {first} to {last}")
        self.text = text
        self.form = form
        self.first = first
        self.last = last
        self.form_ok = form_ok

    def __reduce__(self) -> tuple[object, ...]:
        # An exception is pickled by its message alone unless told otherwise.
        return BadLabel, (self.text, self.form, self.first, self.last, self.form_ok)


class LabelScheme(Protocol):
    """How the hexes of a grid are named."""

    @property
    def form(self) -> str:
        """The form of a label, as a pattern that a person can read."""
        ...

    def check(self, columns: int, rows: int) -> None:
        """Refuse, with ValueError, a size that the scheme has no names for."""
        ...

    def write(self, column: int, row: int) -> str:
        """The label of a hex."""
        ...

    def names(self, column: int, row: int) -> tuple[str, ...]:
        """All labels of a hex, the usual one first."""
        ...

    def read(self, text: str) -> tuple[int, int] | None:
        """Column and row of a label (perhaps off the grid); None if its form is wrong."""
        ...


@dataclass(frozen=True, slots=True)
class FolioLabels:
    """``ccrr``: two digits each for column and row; 0101 (or another) is the upper left hex.

    >>> FolioLabels(10, 0).write(0, 0), FolioLabels(10, 0).read("1203")
    ('1000', (2, 3))
    """

    first_column: int = 1
    first_row: int = 1

    @property
    def form(self) -> str:
        return "ccrr"

    def check(self, columns: int, rows: int) -> None:
        if columns + self.first_column > 100 or rows + self.first_row > 100:
            raise ValueError(f"ccrr labels end at 99 x 99; {columns} x {rows} is too big")

    def write(self, column: int, row: int) -> str:
        return f"{column + self.first_column:02}{row + self.first_row:02}"

    def names(self, column: int, row: int) -> tuple[str, ...]:
        return (self.write(column, row),)

    def read(self, text: str) -> tuple[int, int] | None:
        if not re.fullmatch(r"[0-9]{4}", text):
            return None
        return int(text[:2]) - self.first_column, int(text[2:]) - self.first_row


@dataclass(frozen=True, slots=True)
class AslLabels:
    """A..Z, AA..GG and a number; columns A, C, E … count from 1, columns B, D, F … from 0.

    ``first_column`` and ``first_number`` serve half boards, which begin at column Q (16) or at a
    later number. Lower case is read too.

    >>> AslLabels().write(32, 9), AslLabels().read("b0")
    ('GG10', (1, 0))
    """

    first_column: int = 0
    first_number: int = 1

    @property
    def form(self) -> str:
        return "A0"

    def check(self, columns: int, rows: int) -> None:
        """Any size will do: after Z come AA, BB, …, then AAA."""

    def write(self, column: int, row: int) -> str:
        repeats, letter = divmod(column + self.first_column, 26)
        return chr(ord("A") + letter) * (repeats + 1) + str(row + self._start(column))

    def names(self, column: int, row: int) -> tuple[str, ...]:
        return (self.write(column, row),)

    def read(self, text: str) -> tuple[int, int] | None:
        match = re.fullmatch(r"(([A-Z])\2*)(0|[1-9][0-9]{0,3})", text, re.ASCII | re.IGNORECASE)
        if not match:
            return None
        letters, letter, number = match.groups()
        column = 26 * (len(letters) - 1) + ord(letter.upper()) - ord("A") - self.first_column
        return column, int(number) - self._start(column)

    def _start(self, column: int) -> int:
        # The half hex on top of an odd column comes before the first whole one.
        return self.first_number - column % 2


@dataclass(frozen=True, slots=True)
class Panel:
    """One board of a joined map; a flipped one is turned by 180 degrees."""

    name: str
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class JoinedLabels:
    """ASL boards side by side: the board's name before the hex, as in 4GG5.

    ``panels`` holds the boards row by row, as they lie; each is ``columns`` x ``rows``. Boards
    overlap in their half hexes, so GG of one and A of the next are one hex with two names. (Where
    four boards meet there is no hex with four: the corner hexes lie in even columns.)

    >>> JoinedLabels(((Panel("4"), Panel("23")),)).names(32, 0)
    ('4GG1', '23A1')
    """

    panels: tuple[tuple[Panel, ...], ...]
    columns: int = 33
    rows: int = 10

    def __post_init__(self) -> None:
        if not self.panels or len({len(row) for row in self.panels}) != 1 or not self.panels[0]:
            raise ValueError("joined boards must form a rectangle")
        if self.columns % 2 == 0:
            raise ValueError("boards with an even number of columns do not join")
        names = [panel.name.upper() for row in self.panels for panel in row]
        for a, b in permutations(names, 2):
            # With boards 1 and 1A, 1AA5 would be a hex of either.
            if a == b or (b.startswith(a) and re.fullmatch(r"([A-Z])\1*", b[len(a) :])):
                raise ValueError(f"boards {a} and {b} cannot be told apart in a label")

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the whole map."""
        return (self.columns - 1) * len(self.panels[0]) + 1, self.rows * len(self.panels)

    @property
    def form(self) -> str:
        return "4A0"

    def check(self, columns: int, rows: int) -> None:
        if (columns, rows) != self.size:
            raise ValueError(f"these boards make a map of {self.size}, not {(columns, rows)}")

    def write(self, column: int, row: int) -> str:
        return self.names(column, row)[0]

    def names(self, column: int, row: int) -> tuple[str, ...]:
        return tuple(
            panel.name + AslLabels().write(*self._turned(panel, column - left, row - top))
            for panel, left, top in self._placed()
            if self._holds(column - left, row - top)
        )

    def read(self, text: str) -> tuple[int, int] | None:
        for panel, left, top in self._placed():
            name, label = text[: len(panel.name)], text[len(panel.name) :]
            place = AslLabels().read(label) if name.upper() == panel.name.upper() else None
            if place and self._holds(*place):
                column, row = self._turned(panel, *place)
                return left + column, top + row
        return None

    def _placed(self) -> Iterator[tuple[Panel, int, int]]:
        """Each board with the column and row of its upper left hex."""
        for down, line in enumerate(self.panels):
            for across, panel in enumerate(line):
                yield panel, across * (self.columns - 1), down * self.rows

    def _holds(self, column: int, row: int) -> bool:
        return 0 <= column < self.columns and 0 <= row < self.rows + column % 2

    def _turned(self, panel: Panel, column: int, row: int) -> tuple[int, int]:
        if not panel.flipped:
            return column, row
        return self.columns - 1 - column, self.rows + column % 2 - 1 - row
