"""How a scenario is won, in sentences: nothing that decides a game is left unsaid."""

from __future__ import annotations

from pathlib import Path

import calling
import pytest
from folio_scene import source, unit

from hexfire.assist.folio.board import folio_board
from hexfire.folio import load, winning
from hexfire.lang import words
from hexfire.rulebook import Message

VICTORY = """
[victory]
points_per_loss = {blue = 2, red = 0}
points_per_exit = {red = 3}
exit_hexes = {red = ["0101", "0102"]}
hexes = [{hex = "0303", points = 2, holder = "red", each_turn = true}, {hex = "0404", points = 1}]
levels = [
  {side = "blue", margin = 5, name = "won"},
  {side = "red", margin = 0, name = "held"},
  {side = "red", margin = -2, name = "nearly held"},
]
sudden = [
  {side = "blue", holds = ["0303", "0404"], margin = 7, name = "taken"},
  {side = "red", enemy_lost = 12, exited = 4, when = "at_once", name = "gone"},
]
"""

UNITS = [unit("B", "blue", "4-4-4", "0505"), unit("R", "red", "4-4-4", "0909")]


def test_every_source_of_points_every_condition_and_every_level_is_said() -> None:
    scenario = load(source(UNITS, victory=VICTORY))
    english = words("en")

    def said(*messages: Message) -> list[str]:
        return [english.say(message) for message in messages]

    assert said(*winning.sources(scenario)) == [
        "red: 2 × the value of each enemy unit lost",
        "red: 3 × the value of each of its units that leaves the map (0101, 0102)",
    ]
    taken, gone = scenario.victory.sudden
    assert said(*winning.conditions(scenario, taken)) == [
        "0303, 0404 held",
        "ahead by 7 or more",
    ]
    assert said(*winning.conditions(scenario, gone)) == [
        "enemy units worth 12 or more lost",
        "own units worth 4 or more off the map",
    ]
    assert said(*map(winning.needed, scenario.victory.levels)) == [
        "ahead by 5 or more",
        "not behind in points",
        "behind by no more than 2",
    ]
    assert winning.suddenly(scenario, 0).key == "folio.win.sudden.game_turn"
    assert winning.suddenly(scenario, 1).key == "folio.win.sudden.at_once"
    board = folio_board(scenario, "own").victory
    assert [one.each_turn for one in board.objectives] == [True, False]
    assert board.sudden[0].conditions == tuple(winning.conditions(scenario, taken))


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            (
                "(1410, 1318, 0309, 0312, 0605 held; ahead by 25 or more)",
                "German wins at the end of a game turn if: the landings have failed",
                "German victory: behind by no more than 21",
                "German: 1 × the value of each of its units that leaves the map (2006)",
            ),
        ),
        (
            "ja",
            (
                "（1410、1318、0309、0312、0605を保持、かつ25点以上の差）",
                "ゲーム・ターン終了時、次を満たせばドイツ軍の勝利：上陸は失敗した",
                "ドイツ軍の勝利：負けていても21点差以内",
                "ドイツ軍：退出した自軍ユニットの価値×1点（2006）",
            ),
        ),
    ],
)
def test_the_terminal_tells_how_a_scenario_is_won(
    capfd: pytest.CaptureFixture[str], lang: str, lines: tuple[str, ...]
) -> None:
    code, out, _ = calling.call(capfd, "folio", "show", "walcheren", "--lang", lang)
    assert code == 0
    for line in lines:
        assert line in out


def test_points_of_each_turn_are_told_as_such(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for kind, text in source(UNITS, victory=VICTORY).items():
        (tmp_path / f"own.{kind}").write_text(text, "utf-8")
    _, out, _ = calling.call(capfd, "folio", "show", str(tmp_path / "own.toml"), "--lang", "en")
    assert "2/2 points at the end of each game turn" in out
    assert "1/1 points\n" in out
