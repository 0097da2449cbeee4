"""The boards of a saved game, and which hex a point of the map lies in."""

from __future__ import annotations

from collections.abc import Callable
from math import floor

import msgspec

MARGIN = 400
"""Pixels round the boards; what lies there is off board."""
SIZE = (1800, 645)
"""A geomorphic board, in pixels."""
MAX_BOARDS = 60
MAX_PLACE = 30


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """A board as it lies in the game."""

    board: str
    flipped: bool = False
    col: int = 0
    row: int = 0
    crop: tuple[int, int, int, int] | None = None
    """Left, top, width, height in pixels of the unflipped board; 0: the whole."""
    version: str = ""
    overlays: tuple[tuple[str, str, str], ...] = ()
    ssr: tuple[str, ...] = ()
    zoom: float = 1.0
    full_hex: bool = False

    @property
    def is_filler(self) -> bool:
        """An empty board that only fills a place of the map."""
        return self.board.upper() in ("NUL", "NULV")


class Grid(msgspec.Struct, frozen=True):
    """A board's pixels and hexes, as its archive gives them."""

    width: int = SIZE[0]
    height: int = SIZE[1]
    dx: float = 56.25
    dy: float = 64.5
    a1_x: float = 0.0
    a1_y: float = 32.25
    alternate: bool = False
    """The upper left hex is A0."""


class Place(msgspec.Struct, frozen=True):
    """Where a point lies: a hex, or (`across`) the hexside between two."""

    board: int
    """The place of the board in the list of boards."""
    hex: str
    across: str = ""

    @property
    def label(self) -> str:
        return f"{self.hex}/{self.across}" if self.across else self.hex


def read_boards(text: str) -> tuple[Laid, ...]:
    """The boards of a `bd` command."""
    boards: list[Laid] = []
    for description in text.split("bd\t"):
        words = [word for word in description.replace("\n", "\t").split("\t") if word]
        if len(words) >= 3 and len(boards) < MAX_BOARDS:
            boards.append(_board(words))
    return tuple(boards)


_KEYS = ("VER", "OVR", "SSR", "ZOOM", "FH")


def _board(words: list[str]) -> Laid:
    col, row = (max(0, min(MAX_PLACE, int(word))) for word in words[:2])
    name, at = words[2][:40], 3
    numbers: list[int] = []
    while at < len(words) and words[at] not in _KEYS and len(numbers) < 4:
        numbers.append(round(float(words[at][:12])))
        at += 1
    crop = None
    if len(numbers) == 4:
        crop = (numbers[0], numbers[1], numbers[2], numbers[3])
    words_of: dict[str, list[str]] = {key: [] for key in _KEYS}
    key = "VER"
    for word in words[at:]:
        if word in _KEYS:
            key = word
        else:
            words_of[key].append(word[:60])
    flipped = name.startswith("r") and name not in ("r", "rdx")
    overlays = words_of["OVR"]
    return Laid(
        board=name[1:] if flipped else name,
        flipped=flipped,
        col=col,
        row=row,
        crop=crop,
        version=" ".join(words_of["VER"]),
        overlays=tuple(
            (overlays[i], overlays[i + 1], overlays[i + 2]) for i in range(0, len(overlays) - 2, 3)
        ),
        ssr=tuple(words_of["SSR"]),
        zoom=_zoom(words_of["ZOOM"]),
        full_hex="true" in words_of["FH"],
    )


def _zoom(words: list[str]) -> float:
    zoom = float(words[0][:12]) if words else 1.0
    return zoom if 0.05 <= zoom <= 20 else 1.0


class Layout:
    """All boards of a game on the map; asks `grid_of` for a board's own measures."""

    def __init__(self, boards: tuple[Laid, ...], grid_of: Callable[[str], Grid | None]) -> None:
        self.boards = boards
        self.grids = [grid_of(laid.board) or Grid() for laid in boards]
        self.sizes = [_size(laid, grid) for laid, grid in zip(boards, self.grids, strict=True)]
        self.corners = [self._corner(laid) for laid in boards]

    def _corner(self, laid: Laid) -> tuple[int, int]:
        pairs = tuple(zip(self.boards, self.sizes, strict=True))
        left = sum(w for other, (w, _) in pairs if other.row == laid.row and other.col < laid.col)
        top = sum(h for other, (_, h) in pairs if other.col == laid.col and other.row < laid.row)
        return MARGIN + left, MARGIN + top

    def place(self, x: int, y: int) -> Place | None:
        """The hex or hexside at a point of the map; `None` off board."""
        for i, ((left, top), (w, h)) in enumerate(zip(self.corners, self.sizes, strict=True)):
            if left <= x < left + w and top <= y < top + h:
                laid, grid = self.boards[i], self.grids[i]
                px, py = _unlaid(laid, x - left, y - top, w, h)
                hex = _hex(grid, px, py)
                side = _hexside(grid, px, py, slack=2 if laid.flipped else 0)
                if hex == side[1]:  # the hex it lies in comes first, where that is plain
                    side = (side[1], side[0]) if laid.flipped else side
                return Place(i, *side) if side[0] else Place(i, hex)
        return None


def _size(laid: Laid, grid: Grid) -> tuple[int, int]:
    width, height = grid.width, grid.height
    if laid.crop is not None:
        width = laid.crop[2] if laid.crop[2] > 0 else width
        height = laid.crop[3] if laid.crop[3] > 0 else height
    return round(width * laid.zoom), round(height * laid.zoom)


def _unlaid(laid: Laid, x: int, y: int, width: int, height: int) -> tuple[int, int]:
    """A point of the laid board as a pixel of its unflipped picture."""
    if laid.flipped:
        x, y = width - x, height - y
    if laid.zoom != 1:
        x, y = round(x / laid.zoom), round(y / laid.zoom)
    if laid.crop is not None:
        x, y = x + laid.crop[0], y + laid.crop[1]
    return x, y


def _column(c: int) -> str:
    """A … Z, AA … ZZ; columns left of A are written with a minus sign."""
    if c < 0:
        return "-" + _column(-c - 1)
    return chr(ord("A") + c % 26) * (c // 26 + 1)


def _number(grid: Grid, c: int, py: int) -> int:
    if c % 2 == 0:
        return floor(py / grid.dy) + 1
    return floor(py / grid.dy + 0.5) + grid.alternate


def _origin(grid: Grid) -> tuple[int, int]:
    return int(grid.a1_x), int(grid.a1_y)


def _hex(grid: Grid, x: int, y: int) -> str:
    ox, oy = _origin(grid)
    c = floor((x - ox) / grid.dx + 0.5)
    return f"{_column(c)}{_number(grid, c, y + int(grid.dy / 2 - oy))}"


def _hexside(grid: Grid, x: int, y: int, slack: int) -> tuple[str, str]:
    """The two hexes of the hexside whose middle the point is (two empty names: it is none).

    `slack`: a turned board moves its points by a pixel or two.
    """
    ox, oy = _origin(grid)
    dx, dy = grid.dx, grid.dy
    k = floor((x - ox + dx / 4) * 2 / dx)
    sx = int(dx / 2 * k + ox)
    if k % 2 == 0:
        sy = int(dy / 2 * floor((y - oy + dy / 4) * 2 / dy) + oy)
    else:
        sy = int(dy / 2 * floor((y - oy) * 2 / dy) + int(dy / 4) + oy)
    if abs(x - sx) > slack or abs(y - sy) > slack:
        return "", ""
    px, py = sx - ox, sy + int(dy / 2 - oy)
    if floor(2 * px / dx + 0.5) % 2:
        return _slanting(grid, floor(px / dx), py)
    c = floor(px / dx + 0.5)
    if floor(2 * py / dy + 0.5) % 2 != c % 2:
        return "", ""  # the centre of a hex
    n = _number(grid, c, py - 2)
    return f"{_column(c)}{n}", f"{_column(c)}{n + 1}"


def _slanting(grid: Grid, c: int, py: int) -> tuple[str, str]:
    """The side between columns c and c+1 at this height."""
    n = _number(grid, c, py)
    if c % 2 == 0:
        other = n if py > (n - 0.5) * grid.dy else n - 1
    else:
        other = n + 1 if py > n * grid.dy else n
    return f"{_column(c)}{n}", f"{_column(c + 1)}{other}"
