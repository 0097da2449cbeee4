"""Opening and beginning a purchase: what the commands and the wizard share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexfire.asl.purchase import DesignYourOwn, read_listing
from hexfire.asl.purchase.actions import Action, Agree
from hexfire.asl.purchase.state import State
from hexfire.games import all_games
from hexfire.dice import Source, secure
from hexfire.play import Table, open_journal, read_text, write_whole
from hexfire.rulebook import BadInput

Purchase = Table[State, Action]


def open_purchase(path: Path, source: Source | None = None) -> Purchase:
    """The purchase in a file, to go on with."""
    table: Table[Any, Any] = open_journal(all_games(), path, source=source or secure())
    if table.header.game != DesignYourOwn.name:
        raise BadInput("purchase.cli.not_dyo", path=str(path), game=table.header.game)
    return table


def begin(path: Path, scenario: dict[str, Any], typed: tuple[str, ...] = ()) -> Purchase:
    """A new purchase. Who types the agreement in has both players beside him: both agree (H1.1)."""
    if path.exists():
        raise BadInput("purchase.cli.exists", path=str(path))
    game = DesignYourOwn()
    seats = game.seats(game.setup(scenario, {}))
    for seat in typed:
        if seat not in seats:
            raise BadInput("core.play.not_seat", seat=seat, seats=seats)
    lines = bytearray()
    table = Table.new(game, scenario, typed=typed, keep=lines.extend)
    for seat in seats:
        table.do(seat, Agree())
    write_whole(path, bytes(lines))
    return open_purchase(path)


def read_listings(paths: list[Path]) -> dict[str, str]:
    """The players' listings, the later over the earlier."""
    figures: dict[str, str] = {}
    for path in paths:
        form = path.suffix.lower().removeprefix(".")
        if form not in ("toml", "csv"):
            raise BadInput("purchase.cli.form", path=str(path))
        figures.update(read_listing(read_text(path), form))
    return figures
