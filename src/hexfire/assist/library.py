"""The library's front door: what `import hexfire` offers (`docs/library.md`).

Short ways to the services and to the games; everything they return is typed and in no language.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfire.asl.sight import Judgement, Sight
from hexfire.assist.purchase import PriceAsked, PriceReport
from hexfire.assist.purchase import price as priced
from hexfire.assist.shots import ShotReport, answered, parse, read_order
from hexfire.boards import Board
from hexfire.dice import seeded
from hexfire.games import all_games
from hexfire.play import Game, Table, Verdict, open_journal, read_bytes
from hexfire.play import verify as verified


def shot(order: str | Mapping[str, Any], *, date: str = "", nation: str = "") -> ShotReport:
    """What a shot needs, why, and its exact chances.

    `order`: words as for `hexfire shot`, or the fields of `docs/shot.md`.

    >>> shot("'PzKpfw IVH' at 'T-34 M41' range 8 side", date="1943-07").p_hit
    Fraction(5, 6)
    """
    plain = parse(shlex.split(order)) if isinstance(order, str) else dict(order)
    if date:
        plain["date"] = date
    if nation:
        plain["nation"] = nation
    given, whole_shot = read_order(plain)
    return answered(whole_shot, given.party)


def line(board: Board, start: str, end: str, levels: tuple[float, float] = (0, 0)) -> Judgement:
    """Whether one hex sees another, with everything in the way.

    >>> from hexfire.boards import open_board
    >>> line(open_board("millbrook"), "F5", "E5").blocked
    False
    """
    return Sight(board).check(board.grid.hex(start), board.grid.hex(end), *levels)


def price(item: str, *, nation: str, date: str) -> PriceReport:
    """What an item of a Design Your Own purchase costs.

    >>> price("4-6-8 x2", nation="german", date="9/44").total
    30
    """
    return priced(PriceAsked(item=item, nation=nation, date=date))


def game(name: str) -> Game[Any, Any]:
    """A game by name: `folio`, `dyo`, `battle`."""
    return all_games()[name]


def new_game(name: str, scenario: Mapping[str, Any], seed: int | None = None) -> Table[Any, Any]:
    """A table of a game in memory; with a seed its dice are the same each time."""
    return Table.new(game(name), dict(scenario), source=None if seed is None else seeded(seed))


def open_game(path: Path | str) -> Table[Any, Any]:
    """A saved game, replayed to its end, to be looked at or played on."""
    return open_journal(all_games(), Path(path))


def verify(path: Path | str) -> Verdict:
    """Replay a saved game and derive its dice again."""
    return verified(all_games(), read_bytes(Path(path)))
