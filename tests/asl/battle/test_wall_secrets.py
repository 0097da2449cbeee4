"""B9.32 on the table: a claim tells nothing of an enemy who hides in the claimant's own hex."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.pieces import Spot
from hexfire.asl.battle.table.state import State, Walls
from hexfire.dice import Dice, seeded

DATA: dict[str, Any] = {
    "board": "hedgerows",
    "date": "1944-07",
    "turns": 3,
    "first": "american",
    "start": {"phase": "RPh", "of": "american"},
    "side": [
        {"name": "american", "unit": [{"id": "S", "counter": "am-am666S", "hex": "H7"}]},
        {
            "name": "german",
            "unit": [{"id": "H", "counter": "ge-ge247H", "hex": "H7", "hidden": True}],
        },
    ],
}


def heard(game: Battle, state: State, *orders: str) -> list[bytes]:
    """What the American is told and sees, order by order."""
    lines: list[bytes] = []
    for order in orders:
        seat = game.to_act(state)[0]
        action = game.read(order, state, seat)
        state, events = game.apply(state, seat, action, Dice((), seeded(1)))
        lines += [msgspec.json.encode(event.seen_by("american")) for event in events]
        lines.append(msgspec.json.encode(game.view(state, "american")))
    return lines


@pytest.mark.parametrize("orders", [("claim S",), ("claim S", "forfeit S"), ("claim S", "end")])
def test_a_claim_sounds_the_same_whether_or_not_somebody_hides_there(
    orders: tuple[str, ...],
) -> None:
    game = Battle()
    state = replace(game.setup({"data": DATA}, {}), walls=Walls())
    elsewhere = state.change("H", place=Spot("M4"))
    nobody = state.without(["H"])
    assert heard(game, state, *orders) == heard(game, elsewhere, *orders)
    assert heard(game, state, *orders) == heard(game, nobody, *orders)


def test_what_is_known_of_the_known_is_the_same() -> None:
    """A seat's view of its own view changes nothing: a large «?» stays large."""
    game = Battle()
    gun = {"id": "G", "counter": "ge-AT75L", "hex": "D4", "by": "C", "concealed": True}
    crew = {"id": "C", "counter": "ge-ge228C", "hex": "D4", "concealed": True}
    german = {"name": "german", "unit": [gun, crew]}
    state = game.setup({"data": {**DATA, "side": [DATA["side"][0], german]}}, {})
    once = game.seen(state, "american")
    assert [piece.large for piece in once.state.pieces if piece.id == "?D4"] == [True]
    assert once.seen("american").state == once.state
