"""A12.14, B9.55, B9.324 on the table: who is seen moving, and what hides behind bocage alone."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.pieces import GONE, Veil
from hexfire.asl.battle.table.state import State
from hexfire.dice import Dice

SQUAD, ENEMY = "ge-ge467S", "am-am666S"


def table(
    german: list[dict[str, Any]], american: list[dict[str, Any]], of: str = "american", **more: Any
) -> tuple[Battle, State]:
    """Germans and Americans on the hedgerows: B2 is open ground with bocage towards C3."""
    data = {
        "board": "hedgerows", "date": "1944-08", "turns": 9, "first": of,
        "start": {"phase": "MPh", "of": of},
        "side": [{"name": "german", "unit": german}, {"name": "american", "unit": american}],
        **more,
    }  # fmt: skip
    game = Battle()
    return game, game.setup({"data": data}, {})


def step(game: Battle, state: State, text: str) -> State:
    seat = game.to_act(state)[0]
    after, _ = game.apply(state, seat, game.read(text, state, seat), Dice())
    return after


@pytest.mark.rule("B9.55d#1", "B9.55d#2")
def test_in_play_who_is_seen_past_the_bocage_lies_there_concealed() -> None:
    """From D3 one looks through the bocage; from C2 past it."""
    hidden = [{"id": "S", "counter": SQUAD, "hex": "B2", "hidden": True}]
    game, state = table(hidden, [{"id": "E", "counter": ENEMY, "hex": "D3"}])
    stays = step(game, state, "go E to D4 cost 1")
    assert stays.piece("S").veil is Veil.HIDDEN
    found = step(game, step(game, stays, "letgo"), "finish E")
    assert found.piece("S").veil is Veil.HIDDEN
    game, state = table(hidden, [{"id": "E", "counter": ENEMY, "hex": "D2"}])
    before = state.piece("S").veil
    after = step(game, state, "go E to C2 cost 1")
    assert (before, after.piece("S").veil) == (Veil.HIDDEN, Veil.CONCEALED)
    assert b'"S"' not in msgspec.json.encode(game.view(after, "american"))


@pytest.mark.rule("B9.55c#1", "B9.55c#2", "B9.55c#4")
@pytest.mark.parametrize(("hex", "seen"), [("C2", True), ("D3", False)])
def test_after_set_up_what_bocage_alone_hid_is_lost(hex: str, seen: bool) -> None:
    german = [
        {"id": "S", "counter": SQUAD, "hex": "B2", "hidden": True},
        {"id": "D", "counter": "?", "hex": "B2"},
    ]
    american = [{"id": "E", "counter": ENEMY, "area": "there"}]
    data = {
        "board": "hedgerows", "date": "1944-08", "turns": 9, "first": "american",
        "setup": ["german", "american"],
        "side": [
            {"name": "german", "unit": german},
            {"name": "american", "unit": american, "area": [{"name": "there", "hexes": [hex]}]},
        ],
    }  # fmt: skip
    game = Battle()
    state = game.setup({"data": data}, {})
    for text in ("end", f"place E at {hex}", "end"):
        state = step(game, state, text)
    assert (state.piece("S").veil is Veil.KNOWN) is seen
    assert (state.piece("D").place == GONE) is seen


@pytest.mark.rule("B9.55b#2")
@pytest.mark.parametrize(
    ("to", "how", "enemy", "kept"),
    [
        ("B3", "", "B5", False),  # seen in the open
        ("B3", " assault", "B5", True),  # Assault Movement
        ("B2", "", "D3", True),  # seen through the bocage of B2 alone: as if by Assault Movement
    ],
)
def test_who_moves_in_sight_loses_its_question_mark(
    to: str, how: str, enemy: str, kept: bool
) -> None:
    start = "B2" if to != "B2" else "B3"
    mover = [{"id": "S", "counter": SQUAD, "hex": start, "concealed": True}]
    game, state = table(mover, [{"id": "E", "counter": ENEMY, "hex": enemy}], of="german")
    state = step(game, state, f"go S to {to}{how} cost 1")
    assert (state.piece("S").veil is Veil.CONCEALED) is kept


def test_an_unknown_enemy_is_not_told_by_what_it_sees() -> None:
    mover = [{"id": "S", "counter": SQUAD, "hex": "B2", "concealed": True}]
    for veil in ("concealed", "hidden"):
        enemy = [{"id": "E", "counter": ENEMY, "hex": "B5", veil: True}]
        game, state = table(mover, enemy, of="german")
        state = step(game, state, "go S to B3 cost 1")
        assert state.piece("S").veil is Veil.CONCEALED


def wall(*held: str, **veils: dict[str, Any]) -> tuple[Battle, State]:
    """A German in B2 and an American in C3, at the bocage between them, in the RPh."""
    german = {"id": "S", "counter": SQUAD, "hex": "B2", **veils.get("S", {})}
    american = {"id": "E", "counter": ENEMY, "hex": "C3", **veils.get("E", {})}
    for unit in (german, american):
        unit["wa"] = unit["id"] in held
    return table([german], [american], start={"phase": "RPh", "of": "american"})


@pytest.mark.rule("B9.324c#1")
def test_dummies_alone_cannot_contest_a_wall() -> None:
    game, state = wall("E", S={"counter": "?"}, E={"concealed": True})
    claim = act.Claim("S")
    assert claim not in game.menu(state, "german")


@pytest.mark.rule("B9.324c#2", "B9.324c#3", "B9.324c#4")
def test_a_concealed_holder_shows_a_real_unit_and_keeps_its_wall() -> None:
    game, state = wall("S", S={"concealed": True})
    assert act.Claim("E") in game.menu(state, "american")
    after, events = game.apply(state, "american", act.Claim("E"), Dice())
    assert after.walls.holders == ("S",)
    assert after.piece("S").veil is Veil.CONCEALED
    seen = [event.seen_by("american") for event in events]
    shown = [event.message for event in seen if event and event.message.key.endswith("wa_shown")]
    assert [(message["id"], message["counter"]) for message in shown] == [("?B2", "4-6-7")]
    dummy, holding = wall("S", S={"counter": "?"})
    taken, _ = dummy.apply(holding, "american", act.Claim("E"), Dice())
    assert taken.walls.holders == ("E",)


@pytest.mark.parametrize(("watcher", "seen"), [("steppeF1", True), ("steppeG1", False)])
def test_who_is_more_than_sixteen_hexes_off_makes_out_nobody(watcher: str, seen: bool) -> None:
    """F0 is in LOS of both, 16 and 17 hexes off."""
    german = [{"id": "S", "counter": SQUAD, "hex": "millbrookG1", "concealed": True}]
    american = [{"id": "E", "counter": ENEMY, "hex": watcher}]
    game, state = table(german, american, "german", board="millbrook steppe")
    after = step(game, state, "go S to millbrookF0 cost 1")
    assert (after.piece("S").veil is Veil.KNOWN) is seen
