"""Opening and beginning a purchase: what the commands and the wizard share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hexfire.assist.purchase.at_table import Action, Purchase, agree, read, read_listing
from hexfire.dice import commit, new_secret, secure
from hexfire.games import DesignYourOwn, all_games
from hexfire.lang import Words
from hexfire.play import Table, open_journal, read_text, write_whole
from hexfire.rulebook import BadInput


def _secret_file(path: Path) -> Path:
    """Where the secret of committed dice lies until the game is over and reveals it."""
    return path.with_name(path.name + ".secret")


def open_purchase(path: Path, *, thrown: bool = False) -> Purchase:
    """The purchase in a file, to go on with; `thrown`: the players have thrown the dice."""
    kept = _secret_file(path)
    secret = read_text(kept).strip() if kept.exists() and not thrown else None
    source = None if thrown else secure()
    table: Table[Any, Any] = open_journal(all_games(), path, secret=secret, source=source)
    if table.header.game != DesignYourOwn.name:
        raise BadInput("purchase.cli.not_dyo", path=str(path), game=table.header.game)
    return table


def begin(
    path: Path,
    scenario: dict[str, Any],
    typed: tuple[str, ...] = (),
    words: tuple[str, ...] | None = None,
) -> Purchase:
    """A new purchase. Who types the agreement in has both players beside him: both agree (H1.1).

    `words`: the dice are committed to before the first roll, with these words of the players.
    """
    if path.exists():
        raise BadInput("purchase.cli.exists", path=str(path))
    game = DesignYourOwn()
    seats = game.seats(game.setup(scenario, {}))
    for seat in typed:
        if seat not in seats:
            raise BadInput("core.play.not_seat", seat=seat, seats=seats)
    lines = bytearray()
    secret = None if words is None else new_secret()
    commitment = None if secret is None else commit(secret, words or ())
    table = Table.new(game, scenario, typed=typed, commitment=commitment, keep=lines.extend)
    for seat in seats:
        table.do(seat, agree())
    if secret is not None:
        write_whole(_secret_file(path), secret.encode())
    write_whole(path, bytes(lines))
    return open_purchase(path)


def finish(table: Purchase, path: Path) -> None:
    """A purchase that is over reveals the secret of its dice, for everybody to check."""
    kept = _secret_file(path)
    if table.outcome() is not None and table.revealed is None and kept.exists():
        table.deal_with(secret=read_text(kept).strip())
        table.reveal_secret()


def understand(words: Words, typed: str) -> Action:
    """The action a player typed; items may be called by their names in his language."""
    named = {
        words.texts[key]: key.split(".", 2)[2]
        for key in words.texts
        if key.startswith(("purchase.fort.", "purchase.item."))
    }
    return read(" ".join(named.get(word, word) for word in typed.split()))


def read_listings(paths: list[Path]) -> dict[str, str]:
    """The players' listings, the later over the earlier."""
    figures: dict[str, str] = {}
    for path in paths:
        form = path.suffix.lower().removeprefix(".")
        if form not in ("toml", "csv"):
            raise BadInput("purchase.cli.form", path=str(path))
        figures.update(read_listing(read_text(path), form))
    return figures
