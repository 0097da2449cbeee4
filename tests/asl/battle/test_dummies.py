"""R-A12.11: dummies move as men do, and the other side cannot tell them from men."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from battle_missions import Mission
from msgspec.structs import replace

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.pieces import Dummy, Gait, Spot
from hexfire.asl.battle.table.state import Residual, State
from hexfire.dice import Dice, seeded
from hexfire.rulebook import Refusal

SQUAD, DUMMY = "ru-ru447S", "?"


def table(game: Battle, under: str, *, watcher: bool = False, **more: Any) -> State:
    """A Russian «?» in the orchard L8; the German sees it only where his squad is Known."""
    mover: dict[str, Any] = {"id": "D", "counter": under, "hex": "L8", "concealed": True}
    data = {
        "board": "millbrook", "date": "1943-07", "turns": 2, "first": "russian",
        "start": {"phase": "MPh", "of": "russian"},
        "side": [
            {"name": "german",
             "unit": [{"id": "S", "counter": "ge-ge467S", "hex": "N9", "concealed": not watcher}]},
            {"name": "russian", "nation": "Russian", "unit": [mover]},
        ],
    }  # fmt: skip
    return replace(game.setup({"data": data}, {}), **more)


def told(game: Battle, state: State, *orders: str) -> tuple[State, list[bytes]]:
    """What the German sees and hears, order by order."""
    lines: list[bytes] = []
    for order in orders:
        seat = game.to_act(state)[0]
        action = game.read(order, state, seat)
        state, events = game.apply(state, seat, action, Dice((), seeded(3)))
        lines += [msgspec.json.encode(event.seen_by("german")) for event in events]
        lines.append(msgspec.json.encode(game.view(state, "german")))
        lines.append(repr([game.write(one) for one in game.menu(state, "german")]).encode())
    return state, lines


@pytest.mark.parametrize(
    "orders",
    [
        ("go D to K8", "pass", "go D to K7", "pass", "finish D"),
        ("go D to K8 assault", "pass", "finish D"),
        ("go D to K8", "letgo", "finish D", "end"),
    ],
)
def test_a_dummy_moves_as_a_squad_would_and_looks_the_same(
    game: Battle, orders: tuple[str, ...]
) -> None:
    men, of_men = told(game, table(game, SQUAD), *orders)
    dummy, of_dummy = told(game, table(game, DUMMY), *orders)
    # The name of the scenario's text differs, and nothing else.
    names = (men.scenario.encode(), dummy.scenario.encode())
    assert [line.replace(*names) for line in of_men] == of_dummy
    assert dummy.piece("D").place == men.piece("D").place != Spot("L8")


def test_a_dummy_has_four_mf_and_neither_hurries_nor_strains(game: Battle) -> None:
    state, _ = told(game, table(game, DUMMY), "go D to K8", "pass", "go D to K7", "pass")
    dummy = state.piece("D")
    assert isinstance(dummy, Dummy) and dummy.gait is Gait.NON_ASSAULT
    spent = dummy.mf
    for order in (f"go D to K6 cost {4 - spent + 1:g}", "go D to K6 double-time"):
        with pytest.raises(Refusal):
            game.menu(state, "russian").check(game.read(order, state, "russian"))
    over, _ = told(game, state, "finish D", *("end",) * 4)
    assert isinstance(rested := over.piece("D"), Dummy) and rested.mf in (0, spent)


@pytest.mark.rule("A12.14")
def test_who_is_seen_to_move_is_shown_and_a_dummy_is_no_more(game: Battle) -> None:
    """A Known enemy in Good Order sees K9: men lose their «?», a dummy is found out."""
    men, _ = told(game, table(game, SQUAD, watcher=True), "go D to M9")
    assert men.piece("D").veil == "known"
    dummy, lines = told(game, table(game, DUMMY, watcher=True), "go D to M9")
    assert not dummy.piece("D").on_board
    assert dummy.move is None  # nobody is left to react to
    assert any(b"dummy_gone" in line for line in lines)


@pytest.mark.rule("A8.2")
@pytest.mark.parametrize(("faces", "gone"), [((1, 1), True), ((6, 6), False)])
def test_residual_fp_is_rolled_for_against_a_dummy_as_against_men(
    game: Battle, faces: tuple[int, int], gone: bool
) -> None:
    state = table(game, DUMMY, residual=(Residual("K8", 8),))
    action = game.read("go D to K8", state, "russian")
    after, events = game.apply(state, "russian", action, Dice(faces, seeded(1)))
    strikes = [event for event in events if event.data["what"] == "residual_strikes"]
    men = table(game, SQUAD, residual=(Residual("K8", 8),))
    _, of_men = game.apply(men, "russian", action, Dice(faces, seeded(1)))
    same = [event for event in of_men if event.data["what"] == "residual_strikes"]
    assert [one.message for one in strikes] == [one.message for one in same] != []
    assert after.piece("D").on_board is not gone


def test_a_dummy_goes_with_a_stack(game: Battle) -> None:
    state = table(game, SQUAD)
    stacked = state.put(Dummy(id="E", side="russian", place=Spot("L8"), veil=state.piece("D").veil))
    assert "stack D+E" in [game.write(one) for one in game.menu(stacked, "russian")]
    after, lines = told(game, stacked, "stack D+E", "go D to K8")
    alone, of_one = told(game, state, "go D to K8")
    assert after.piece("E").place == after.piece("D").place == alone.piece("D").place
    assert lines[-1] == of_one[-1]


@pytest.mark.rule("C1.51#1")
@pytest.mark.parametrize(("faces", "gone"), [((2, 2), True), ((6, 6), False)])
def test_shells_fall_on_a_dummy_that_enters_as_on_men(faces: tuple[int, int], gone: bool) -> None:
    """12 FP in the open, FFMO -1: a 4 would hurt men, a 12 nobody."""
    ffe = {"link": "offboard", "offboard_hex": "P8", "counter": "ffe2", "hex": "J5",
           "mission": "he", "contact": True, "caliber": 70}  # fmt: skip
    table = Mission([{"id": "D", "counter": "?", "hex": "J4"}], [], "MPh", "russian", **ffe)
    told = table.do("go D to J5 assault", *faces)
    assert told[:3] == ["went", "ffe_entered", "ffe_hex"]
    assert table.state.piece("D").on_board is not gone
