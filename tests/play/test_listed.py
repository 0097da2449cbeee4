"""A table remembers what it listed: the game, which serves many tables, need not list it again."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.dice import seeded
from hexfire.folio import game as folio_game
from hexfire.games import Folio
from hexfire.play import Table
from hexfire.rulebook import Refusal


def two_tables() -> tuple[Folio, list[Table[Any, Any]]]:
    game = Folio()
    return game, [Table.new(game, "tutorial", source=seeded(n)) for n in (1, 2)]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The states whose menus were made."""
    made: list[object] = []
    real = folio_game.menu_of

    def menu_of(at: Any, side: int) -> Any:
        made.append(at.state)
        return real(at, side)

    monkeypatch.setattr(folio_game, "menu_of", menu_of)
    return made


@pytest.mark.skipif(
    not folio_game.__file__.endswith(".py"), reason="machine code calls without asking"
)
def test_tables_in_turn_list_each_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, tables = two_tables()
    made = counted(monkeypatch)
    for _ in range(30):
        typed = [
            (seat, game.write(list(table.legal(seat))[-1]))
            for table in tables
            for seat in table.to_act()
        ]
        for table, (seat, text) in zip(tables, typed, strict=True):
            table.do(seat, table.read(seat, text))
    assert len(made) == len({id(state) for state in made}) == 60


def test_tables_in_turn_play_as_each_would_alone() -> None:
    """What is handed back is the table's own: boards and reaches do not mix."""
    game, tables = two_tables()
    alone = [Table.new(Folio(), "tutorial", source=seeded(n)) for n in (1, 2)]
    for turn in range(120):
        for mine, lonely in zip(tables, alone, strict=True):
            if mine.outcome() is not None:
                continue
            seat = mine.to_act()[0]
            listed = [game.write(action) for action in mine.legal(seat)]
            assert listed == [game.write(action) for action in lonely.legal(seat)]
            text = listed[(7 * turn) % len(listed)]
            mine.do(seat, mine.read(seat, text))
            lonely.do(seat, lonely.read(seat, text))
            lonely.rest()
            assert mine.state == lonely.state


def test_what_was_listed_is_of_its_own_position() -> None:
    table = two_tables()[1][0]
    seat = table.to_act()[0]
    first = list(table.legal(seat))
    table.do(seat, first[0])
    with pytest.raises(Refusal):
        table.do(seat, first[0])  # its unit is placed already
    table.undo(seat)
    assert list(table.legal(seat)) == first
    other = next(one for one in table.seats if one != seat)
    assert not list(table.legal(other))
    assert list(table.legal(seat)) == first
