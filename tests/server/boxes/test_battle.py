"""A battle in its box: what is asked at the table, and scenarios of the players' own."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hexfire.asl.battle.files.library import builtin
from hexfire.assist.battles.scenarios import check, read
from hexfire.assist.wording import encode
from hexfire.dice import Dice, secure
from hexfire.hexes import BadLabel
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.battle import BattleBox
from hexfire.server.files.bounded import readers
from hexfire.server.http.answers import in_both


@pytest.fixture(scope="module", autouse=True)
def workers() -> Iterator[None]:
    yield
    readers.close()


class Battle:
    """The lesson with both seats at one hand."""

    def __init__(self) -> None:
        self.box = BattleBox()
        self.state = self.box.game.setup(self.box.scenario("lesson"), {})

    def do(self, *texts: str) -> None:
        for text in texts:
            seat = self.box.game.to_act(self.state)[0]
            action = self.box.game.read(text, self.state, seat)
            self.state, _ = self.box.game.apply(self.state, seat, action, Dice(source=secure()))

    def ask(self, seat: str | None, **question: Any) -> Any:
        return msgspec.json.decode(encode(self.box.ask(self.state, seat, question), in_both))


@pytest.fixture
def in_the_open() -> Battle:
    """The Gun stands in the open; the first tank has driven into its sight."""
    game = Battle()
    game.do("place G1 at H5 facing I5/I6", *["end"] * 5, "start T1", "pass", "go T1 to L6")
    return game


def test_the_set_up_lists_the_own_pieces_with_their_area() -> None:
    game = Battle()
    (gun,) = game.ask("german", set_up=True)
    assert (gun["unit"], gun["may_hide"], gun["faces"]) == ("G1", True, True)
    assert "H5" in gun["hexes"] and "I9" not in gun["hexes"]
    assert game.ask("russian", set_up=True) == []
    assert game.ask(None, set_up=True) == []


def test_targets_tell_the_chances_or_the_rule(in_the_open: Battle) -> None:
    found = in_the_open.ask("german", targets="G1")
    aims = {aim["target"]: aim for aim in found["aims"]}
    mover = aims["T1"]
    assert mover["why_not"] is None and mover["order"] == "fire G1 at T1"
    assert 0 < Fraction(mover["killed"]) <= Fraction(mover["hit"]) < 1
    assert aims["T2"]["why_not"]["rule"] == "A8.1"
    assert set(aims["T2"]["why_not"]["says"]) == {"en", "ja"}
    assert "I5" in found["arc"] and "G5" not in found["arc"]


def test_a_shot_in_full_equals_its_line_among_the_targets(in_the_open: Battle) -> None:
    (aim,) = (
        one for one in in_the_open.ask("german", targets="G1")["aims"] if one["target"] == "T1"
    )
    shot = in_the_open.ask("german", shot=aim["order"])
    assert shot["report"]["p_hit"] == aim["hit"] and shot["report"]["p_killed"] == aim["killed"]
    ammo = {way["value"]: way for way in shot["ways"] if way["varies"] == "ammo"}
    assert ammo["AP"]["best"] and not ammo["HE"]["best"]
    assert ammo["HE"]["order"] == "fire G1 at T1 with HE"


def test_a_shot_opens_in_the_range_with_every_field(in_the_open: Battle) -> None:
    """The gunnery range, asked the same question, gives the same answer."""
    from hexfire.assist.shots import answered, read_order

    shot = in_the_open.ask("german", shot="fire G1 at T1")
    order, made = read_order(shot["question"])
    report = answered(made, order.party)
    assert str(report.p_hit) == shot["report"]["p_hit"]
    assert str(report.p_killed) == shot["report"]["p_killed"]
    assert report.drm == shot["report"]["drm"] and report.drm, "not a shot without modifiers"


def test_steps_cost_what_they_will_cost(in_the_open: Battle) -> None:
    in_the_open.do("pass")
    found = in_the_open.ask("russian", steps="T1")
    steps = {step["order"]: step for step in found["steps"]}
    step = steps["go T1 to K6"]
    assert (step["hex"], steps["stop T1"]["cost"], found["spent"]) == ("K6", 1, 2)
    in_the_open.do("go T1 to K6")
    moved = next(piece for piece in in_the_open.state.pieces if piece.id == "T1")
    assert moved.mp == 2 + step["cost"]


def test_steps_are_told_while_an_enemy_gun_is_hidden() -> None:
    """What must be eliminated to win is not on the known table: that does not end the game."""
    game = Battle()
    game.do("place G1 at H5 facing I5/I6 veil hidden", *["end"] * 5)
    assert [step["order"] for step in game.ask("russian", steps="T1")["steps"]] == ["start T1"]


def test_men_are_told_how_far_they_can_go() -> None:
    game = Battle()
    game.do("place G1 at H5 facing I5/I6", *["end"] * 5)
    found = game.ask("russian", steps="R1")
    assert found["left"] == 4 and found["reach"]["M4"] >= 1
    assert max(found["reach"].values()) <= 4


def test_the_threat_is_that_of_what_is_known() -> None:
    game = Battle()
    game.do("place G1 at H5 facing I5/I6", *["end"] * 4)
    seen = {one["hex"]: one for one in game.ask("russian", threat="T1")["hexes"]}
    assert Fraction(seen["K6"]["hit"]) > 0 and "P10" not in seen
    hidden = Battle()
    hidden.do("place G1 at H5 facing I5/I6 veil hidden", *["end"] * 4)
    assert "K6" not in {one["hex"] for one in hidden.ask("russian", threat="T1")["hexes"]}
    with pytest.raises(Refusal):
        game.ask(None, threat="T1")


def test_a_line_says_what_decides() -> None:
    found = Battle().ask("russian", line={"from": "T1", "to": "E7"})
    assert found["verdict"]["blocked"] and found["verdict"]["rule"]
    assert found["verdict"]["point"] is not None


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"targets": "G1", "arc": "G1"},
        {"everything": True},
        {"targets": ["G1"]},
        {"targets": "G" * 300},
        {"shot": "end"},
        {"shot": "fire"},
        {"line": {"from": "G1"}},
        {"line": {"from": "T1", "to": "ZZ99"}},
        {"cards": ["x"] * 500},
        {"steps": "nobody"},
        {"why": "dance"},
    ],
)
def test_bad_questions_get_a_sentence(question: dict[str, Any]) -> None:
    with pytest.raises((Refusal, BadInput, BadLabel)):
        Battle().ask("russian", **question)


def test_a_scenario_of_ones_own_is_read_and_listed() -> None:
    box = BattleBox()
    text = box.scenario("lesson")["toml"].replace('en = "The village street"', 'en = "My street"')
    name, data = asyncio.run(box.written({"toml": text}))
    assert name == "My street" and box.game.seats(box.game.setup(data, {}))[0] == "german"


@pytest.mark.parametrize("board", ["/etc/passwd", "../boards/bd41", "millbrook millbrook"])
def test_no_file_of_the_server_is_named(board: str) -> None:
    box = BattleBox()
    text = box.scenario("lesson")["toml"].replace('board = "millbrook"', f'board = "{board}"')
    with pytest.raises(BadInput):
        asyncio.run(box.written({"toml": text}))


def test_mistakes_of_a_scenario_are_told() -> None:
    with pytest.raises(BadInput):
        asyncio.run(BattleBox().written({"toml": "id = 3"}))
    with pytest.raises(BadInput):
        asyncio.run(BattleBox().written({"toml": "x" * 300_000}))


def test_a_scenario_is_looked_through_before_a_table_is_begun() -> None:
    text = builtin("lesson")
    good = check(text, {})
    assert good.card is not None and good.card.units == 8 and good.count == 0
    bad = check(text.replace('"ge-MTR81s"', '"ge-none"').replace('hex = "M6"', 'hex = "ZZ9"'), {})
    assert bad.card is None and bad.count == len(bad.problems) == 2
    lines = text.splitlines()
    assert [lines[problem.line] for problem in bad.problems] == ['id = "M1"', 'id = "T1"']


def test_no_file_of_the_server_is_opened_as_a_board(tmp_path: Path) -> None:
    """Its mistakes would tell what lies there: a path is no board, whatever it leads to."""
    there = tmp_path / "there.board"
    there.write_text("not for strangers")
    text = re.sub(r"(?m)^board = .*$", f'board = "{there}"', builtin("lesson"))
    for source in ({"toml": text}, {"data": tomllib.loads(text)}):
        with pytest.raises(BadInput) as refused:
            read(source)
        assert refused.value.message.key == "web.battle.no_board"
