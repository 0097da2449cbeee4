"""`hexfire battle`: check, show, ask, play, in both languages."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from hexfire.cli.main import run

WHAT_IF = """board = "millbrook"
date = "1943-07"
[start]
phase = "PFPh"
of = "german"
[[side]]
name = "german"
[[side.unit]]
id = "P"
counter = "ge-pzivh"
hex = "H7"
facing = "I7/I8"
[[side]]
name = "russian"
[[side.unit]]
id = "T"
counter = "ru-T34M43"
hex = "K8"
facing = "J8/J7"
[[side.unit]]
id = "R"
counter = "ru-ru447S"
hex = "J6"
concealed = true
[[side.unit]]
id = "H"
counter = "ru-ru447S"
hex = "I7"
hidden = true
"""


@pytest.fixture(name="what_if")
def _what_if(tmp_path: Path) -> str:
    path = tmp_path / "what-if.toml"
    path.write_text(WHAT_IF, "utf-8")
    return str(path)


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as left:
        run(["battle", *arguments])
    shown = capsys.readouterr()
    return int(left.value.code or 0), shown.out + shown.err


def test_a_file_is_checked_with_lines(
    capsys: pytest.CaptureFixture[str], what_if: str, tmp_path: Path
) -> None:
    assert called(capsys, "check", what_if) == (0, f"{what_if}: no mistakes.\n")
    bad = tmp_path / "bad.toml"
    bad.write_text(WHAT_IF.replace('"K8"', '"K88"'), "utf-8")
    code, text = called(capsys, "check", str(bad))
    assert code == 2
    assert text.startswith("line 15: K88")
    code, text = called(capsys, "check", str(bad), "--json", "--lang", "ja")
    assert code == 2
    assert json.loads(text)["problems"][0]["line"] == 15


def test_the_targets_of_a_weapon(capsys: pytest.CaptureFixture[str], what_if: str) -> None:
    code, text = called(capsys, "ask", what_if, "targets", "P", "--json")
    assert code == 0
    found = {one["target"]: one for one in json.loads(text)}
    assert set(found) == {"T", "?J6"}
    assert found["T"]["hit"] == "5/12"
    assert found["?J6"]["refused"] is None


def test_a_shot_in_full(capsys: pytest.CaptureFixture[str], what_if: str) -> None:
    code, text = called(capsys, "ask", what_if, "shot", "P", "at", "T", "--json")
    assert code == 0
    report = json.loads(text)
    assert (report["modified_th"], report["total_drm"], report["p_hit"]) == (10, 0, "5/12")
    code, text = called(capsys, "ask", what_if, "shot", "P", "at", "H")
    assert code == 2 and "H" in text


@pytest.mark.rule("A3")
def test_another_phase_and_why_not(capsys: pytest.CaptureFixture[str], what_if: str) -> None:
    code, text = called(capsys, "ask", what_if, "targets", "T", "--json")
    assert code == 0 and json.loads(text)[0]["refused"] == "A3"
    code, text = called(capsys, "ask", what_if, "targets", "T", "--json", "--phase", "DFPh/german")
    assert json.loads(text)[0]["refused"] is None
    assert called(capsys, "ask", what_if, "targets", "T", "--phase", "lunch")[0] == 2


def test_what_is_shown_to_whom(capsys: pytest.CaptureFixture[str], what_if: str) -> None:
    _, text = called(capsys, "show", what_if, "--json")
    assert [p["id"] for p in json.loads(text)["pieces"]] == ["P", "T", "?J6"]
    _, text = called(capsys, "show", what_if, "--seat", "russian", "--lang", "ja")
    assert "隠匿" in text and "H" in text
    assert called(capsys, "show", what_if, "--seat", "martian")[0] == 2
    assert called(capsys, "show", "no-such-scenario")[0] == 2


def test_a_battle_is_played_saved_and_gone_on_with(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    what_if: str,
    tmp_path: Path,
) -> None:
    saved = str(tmp_path / "battle.jsonl")
    lines = iter(
        ["help", "pieces", "targets P", "fire P at H", "fire P at T", "1 2", "6 6", "quit"]
    )
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    call = ("play", what_if, "--typed", "german", "--save", saved)
    code, text = called(capsys, *call)
    assert code == 0
    assert "T: a dud" in text and "DR 1,2" in text
    more = iter(["0", "undo", "concede"])
    monkeypatch.setattr("builtins.input", lambda: next(more))
    code, text = called(capsys, *call, "--lang", "ja")
    assert code == 0
    assert "投了" in text


def test_hexspines_are_shown_by_their_hexes_and_half_a_question_by_its_form(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, what_if: str
) -> None:
    lines = iter(["targets", "mission A", "end", "start P", "letgo", "quit"])
    monkeypatch.setattr("builtins.input", lambda: next(lines))
    code, text = called(capsys, "play", what_if)
    assert code == 0
    assert "the form is: targets WEAPON" in text and "the form is: mission BATTERY HEX" in text
    assert "pivot P to 1   H6/I7" in text


BATTERY = """[[side.battery]]
name = "A"
caliber = 100
link = "offboard"
offboard_hex = "P8"
chits = [9, 0]
[[side]]
name = "russian"
"""


@pytest.mark.rule("C1.63")
def test_what_may_come_of_a_mission_is_asked_of_the_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An Offboard Observer has contact by itself and every chit is black, so an FFE is sure if he
    sees the place, but not in this phase (first an SR); the other side may not ask."""
    path = tmp_path / "mission.toml"
    path.write_text(WHAT_IF.replace('[[side]]\nname = "russian"\n', BATTERY, 1), "utf-8")
    code, shown = called(capsys, "ask", str(path), "mission", "A", "J5", "--json")
    assert code == 0
    found = json.loads(shown)
    assert found["battery"] == "A"
    assert found["ffe_by_phase"][0] == "0"
    assert Fraction(found["ffe_at_all"]) > Fraction(9, 10)
    code, shown = called(capsys, "ask", str(path), "mission", "A", "J6", "--seat", "russian")
    assert code == 2
    assert "C1.1" in shown
    code, shown = called(capsys, "ask", str(path), "mission", "Z", "J6")
    assert code == 2
    for lang, word in (("en", "J6"), ("ja", "J6")):
        code, shown = called(capsys, "ask", str(path), "mission", "A", "J6", "--lang", lang)
        assert (code, word in shown) == (0, True)
