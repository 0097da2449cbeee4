"""Actions as people type them, and what is said when they mistype."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from folio_scene import Scene, unit

import hexfire.folio
from hexfire.folio import Folio, builtin
from hexfire.folio.actions import Attack, Barrage, Counter, Move, Retreat
from hexfire.lang import LANGUAGES, words
from hexfire.play import Table
from hexfire.rulebook import BadInput, Refusal

UNITS = [
    unit("4/47", "blue", "4-4-6", "0506"),
    unit("12", "blue", "4-4-6", "0605"),
    unit("r", "red", "3-3-4", "0505"),
]


def scene() -> Scene:
    return Scene(UNITS, markers={"blue": [1, 2], "red": [1]}, turns=["2/1"])


def test_one_form_for_every_action() -> None:
    game, at = Folio(), scene()
    read = at.game.read
    assert read("attack 0505 with 12, 4/47", at.state, "blue") == Attack("0505", ("4/47", "12"))
    assert read("Attack 0505 WITH 4/47 12", at.state, "blue") == Attack("0505", ("4/47", "12"))
    assert game.write(Attack("0505", ("4/47", "12"))) == "attack 0505 with 4/47, 12"
    assert read("barrage 0505 with b2,b1", at.state, "blue") == Barrage("0505", ("b1", "b2"))
    assert read("counter r1", at.state, "red") == Counter(("r1",))
    assert read("  move 4/47  0506-0507 ", at.state, "blue") == Move("4/47", "0507")
    assert read("retreat r", at.state, "red") == Retreat("r")
    assert game.write(Retreat("r", "0504")) == "retreat r 0504"


def test_the_same_in_japanese() -> None:
    at = scene()
    read = at.game.read
    assert read("攻撃 0505 使用 12、4/47", at.state, "blue") == Attack("0505", ("4/47", "12"))
    assert read("砲爆撃　0505　使用　b2、b1", at.state, "blue") == Barrage("0505", ("b1", "b2"))
    assert read("対砲兵 r1", at.state, "red") == Counter(("r1",))
    assert read("移動 4/47 0506-0507", at.state, "blue") == Move("4/47", "0507")
    assert read("退却 r", at.state, "red") == Retreat("r")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "fly 4/47 0507",
        "move",
        "move 4/47",
        "move 4/47 0507 0508",
        "attack 0505",
        "attack with 4/47",
        "attack 0505 with",
        "attack 0505 with ,",
        "end now",
        "roll 6",
        "support",
        "hold",
        "barrage 0505",
        "counter",
        "move , 0507",
        "move x 0506-0507",
        "move 4/47 0506-9999",
    ],
)
def test_what_cannot_be_understood_is_refused_with_the_form(text: str) -> None:
    at = scene()
    with pytest.raises(BadInput) as refusal:
        at.do(text)
    for language in LANGUAGES:
        said = words(language).refusal(refusal.value)
        assert "{" not in said and len(said) > 10


def test_a_way_hex_by_hex_is_checked_hex_by_hex() -> None:
    at = scene()
    for text, rule in (
        ("move 4/47 0101-0507", "F5.0a"),
        ("move 4/47 0506-0508-0507", "F5.0a"),
        ("move 4/47 0506-0505-0504", "F5.1c"),
    ):
        with pytest.raises(Refusal) as refusal:
            at.do(text)
        assert refusal.value.rule == rule


def test_every_event_refusal_and_question_has_its_words() -> None:
    """Keys that the code puts together: events and mistakes of scenarios."""
    folder = Path(hexfire.folio.__file__).parent
    keys = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = {"say": 2, "wrong": 1, "in_toml": 1, "in_map": 1}.get(name)
            if place is not None and len(node.args) > place:
                argument = node.args[place]
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    room = "event" if name == "say" else "scenario"
                    keys.add(f"folio.{room}.{argument.value}")
    assert len(keys) > 60
    for language in LANGUAGES:
        assert sorted(key for key in keys if not words(language).has(key)) == []


def test_the_log_of_a_whole_game_can_be_said_in_both_languages() -> None:
    import random

    from hexfire.dice import seeded

    game = Folio()
    table = Table.new(game, builtin("tutorial"), source=seeded(4))
    rng = random.Random(4)
    while seats := game.to_act(table.state):
        table.do(seats[0], rng.choice(game.menu(table.state, seats[0])))
    for language in LANGUAGES:
        for _, event in table.log(None):
            assert "{" not in words(language).say(event.message)
        outcome = table.outcome()
        assert outcome is not None
        assert "{" not in words(language).say(outcome.message)


def test_a_seat_sees_all_but_hidden_markers() -> None:
    shown, hidden = (
        scene(),
        Scene(
            UNITS,
            markers={"blue": [1, 2], "red": [1]},
            turns=["2/1"],
            options={"markers_public": False},
        ),
    )
    assert shown.game.view(shown.state, "red")["markers"]["blue"] == [
        {"id": "b1", "plus": 1},
        {"id": "b2", "plus": 2},
    ]
    assert hidden.game.view(hidden.state, "red")["markers"]["blue"] == 2
    assert hidden.game.view(hidden.state, None)["markers"]["red"] == 1
    assert hidden.game.view(hidden.state, "blue")["markers"]["blue"][0]["id"] == "b1"
