"""C1.5 on the table: what shells leave on the ground is asked, answered and laid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle_missions import Mission, squads
from msgspec.structs import replace

from hexfire.asl.artillery.aftermath import Trace
from hexfire.asl.situation import Marker, MarkerKind
from hexfire.rulebook import BadInput

FFE: dict[str, Any] = {
    "link": "offboard", "offboard_hex": "P8", "counter": "ffe1", "hex": "J5", "mission": "he",
    "contact": True, "caliber": 100,
}  # fmt: skip


def shelled(*ground: Marker, mission: str = "he") -> Mission:
    """An FFE:1 on the village falls with sixes."""
    table = Mission(squads("M8"), [], **{**FFE, "mission": mission})
    table.state = replace(table.state, ground=ground)
    table.do("oba A radio")
    table.keep({})
    return table


def asked(table: Mission, seat: str = "german") -> dict[Trace, tuple[str, ...]]:
    return {one.trace: one.hexes for one in table.game.view(table.state, seat).asked}


@pytest.mark.rule("C1.5")
def test_what_the_table_asks_its_owner_answers_and_it_lies_there() -> None:
    table = shelled()
    questions = asked(table)
    assert set(questions) == {Trace.FLAME, Trace.RUBBLE, Trace.SHELLHOLES}
    house, open_hex = questions[Trace.RUBBLE][0], questions[Trace.SHELLHOLES][0]
    listed = table.listed()
    assert {"aftermath A rubble", f"aftermath A rubble at {house}"} <= set(listed)
    assert "end" in listed  # nobody has to answer
    assert table.refused(f"aftermath A rubble at {open_hex}") == "C1.5"
    table.do(f"aftermath A rubble at {house}")
    table.do(f"aftermath A flame at {house}")
    table.do(f"aftermath A shellholes at {open_hex}")
    laid = {(marker.kind, marker.hex) for marker in table.state.ground}
    assert laid == {
        (MarkerKind.RUBBLE, house), (MarkerKind.FLAME, house), (MarkerKind.SHELLHOLES, open_hex),
    }  # fmt: skip
    assert not asked(table)
    assert table.refused("aftermath A flame") == "C1.5"  # it has been answered


@pytest.mark.rule("C1.5")
def test_nowhere_is_an_answer_and_the_enemy_gives_none() -> None:
    table = shelled()
    assert table.refused("aftermath B flame", "german") == "C1.5"
    assert not [order for order in table.listed("russian") if order.startswith("aftermath")]
    table.do("aftermath A flame")
    assert Trace.FLAME not in asked(table) and not table.state.ground
    with pytest.raises(BadInput):
        table.do("aftermath A rubble at Z99")


@pytest.mark.rule("C1.71#1")
def test_wp_may_burn_and_smoke_asks_nothing() -> None:
    assert set(asked(shelled(mission="wp"))) == {Trace.FLAME}
    assert not asked(shelled(mission="smoke"))


@pytest.mark.rule("C1.5#7")
def test_of_hidden_mines_their_owner_alone_is_asked() -> None:
    """The battery's side hears the same whether or not mines are hidden under its shells."""
    mines = Marker(kind=MarkerKind.MINES, hex="J5", hidden="russian")
    table, bare = shelled(mines), shelled()
    heard = [
        [line for event in one.log if (line := event.seen_by("german")) is not None]
        for one in (table, bare)
    ]
    assert heard[0] == heard[1]
    views = [msgspec.json.encode(one.game.view(one.state, "german")) for one in (table, bare)]
    assert views[0] == views[1]
    assert asked(table, "russian")[Trace.REMOVED] == ("J5",)
    assert table.refused("aftermath A removed at J5") == "C1.5"
    table.end_to("DFPh", "german")
    table.do("aftermath A removed at J5", seat="russian")
    assert not table.state.ground


@pytest.mark.rule("C1.5#7")
def test_wire_that_both_see_is_asked_about_and_cleared() -> None:
    table = shelled(Marker(kind=MarkerKind.WIRE, hex="J5"))
    assert asked(table)[Trace.REMOVED] == ("J5",)
    table.do("aftermath A removed at J5")
    assert not table.state.ground


def test_questions_go_with_the_player_turn() -> None:
    table = shelled()
    table.end_to("RPh", "russian")
    assert not asked(table)
