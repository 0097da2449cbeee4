"""`hexfire shot --situation`, `hexfire battle play --situation`, `hexfire dyo roster --battle`."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import call, told

GOLDEN = Path(__file__).parents[1] / "golden" / "dyo-german-1944.jsonl"
TABLE = """
board = "millbrook"
phasing = "russian"
[[units]]
id = "gun"
side = "german"
hex = "H8"
kind = "gun"
name = "7.5cm PaK 40"
facing = 1
manned_by = "crew"
[[units]]
id = "crew"
side = "german"
hex = "H8"
kind = "crew"
name = "2-2-8"
[[units]]
id = "squad"
side = "german"
hex = "J6"
name = "4-6-7"
concealed = true
[[units]]
id = "tank"
side = "russian"
hex = "J5"
kind = "vehicle"
name = "T-34 M43"
facing = 5
"""


@pytest.fixture(name="table")
def _table(tmp_path: Path) -> Path:
    path = tmp_path / "now.toml"
    path.write_text(TABLE)
    return path


@pytest.mark.rule("C3.3")
def test_the_board_answers_for_a_shot(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Range 4 at the front of a T-34: To Hit 10 without a DRM, AP TK# 17 against AF 11."""
    found = told(capfd, "shot", "--situation", table, "gun", "at", "tank", "--date", "1943-07")
    shot = found["shot"]
    assert (shot["range"], shot["modified_th"], shot["total_drm"]) == (4, 10, 0)
    assert (shot["p_hit"], shot["final_tk"]) == ("11/12", 6)
    assert found["told"] == [
        "Nobody could fire in the situation’s phase: taken as the PFPh of German."
    ]


def test_dice_fall_on_a_table_too(table: Path, capfd: pytest.CaptureFixture[str]) -> None:
    order = ("shot", "--situation", table, "gun", "at", "tank", "--date", "1943-07")
    shot = told(capfd, *order, "--dice", "2,3,2,3,1,1")["shot"]
    assert (shot["hit_location"], shot["results"][0]["result"]) == ("turret", "kill")
    _, out, _ = call(capfd, *order, "--dice", "6,5", code=0)
    assert "6 + 5 = 11: miss (needed 10)" in out


@pytest.mark.rule("C6.2")
def test_a_concealed_enemy_is_fired_at_as_the_firer_knows_it(
    table: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    named, unnamed = (
        told(capfd, "shot", "--situation", table, "tank", "at", target, "--date", "1943-07")
        for target in ("squad", "?J6")
    )
    assert named == unnamed
    assert named["shot"]["drm"]["K"] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gun", "at", "tank"), "--date 1943-07"),
        (("gun", "tank", "--date", "1943-07"), "WEAPON at TARGET"),
        (("gun", "at", "tank", "--date", "1943-07", "--counter", "tank"), "ID=COUNTER"),
        (("gun", "at", "tank", "--date", "1943-07", "--phase", "noon"), "noon"),
        (("gun", "at", "crew", "--date", "1943-07"), "C3.4"),
        (("nobody", "at", "tank", "--date", "1943-07"), "nobody"),
        (("gun", "at", "tank", "--date", "1943-07", "--compare", "ammo"), "--compare"),
    ],
)
def test_what_is_wrong_gets_a_sentence(
    table: Path, capfd: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    _, _, err = call(capfd, "shot", "--situation", table, *words, code=2)
    assert said in err


def test_a_battle_begins_with_a_situation_or_an_empty_board(
    table: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(["pieces", "quit"])
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    begin = ("battle", "play", "--situation", table, "--date", "1943-07")
    _, out, _ = call(capfd, *begin, code=0)
    assert "T-34 M43" in out or "7.5cm PaK 40" in out
    lines = iter(["quit"])
    _, out, _ = call(capfd, "battle", "play", "--board", "millbrook", "--date", "1943-07", code=0)
    assert "millbrook" in out
    call(capfd, "battle", "play", code=2)
    call(capfd, "battle", "play", "lesson", "--board", "millbrook", code=2)


def test_both_rosters_become_a_scenario_file(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bought.toml"
    words = ("dyo", "roster", GOLDEN, "--battle", path, "--board", "millbrook")
    _, out, _ = call(capfd, *words, code=0)
    assert "· German: OBA batteries (2)" in out
    call(capfd, "battle", "check", path, code=0)
