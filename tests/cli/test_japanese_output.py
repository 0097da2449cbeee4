"""What a Japanese reader gets on the command line: no key, and no English word as prose."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexfire.cli import screen as screens
from hexfire.cli.main import run

# Names of counters, boards and files, ids, and words to be typed: English in either language.
NAMES = {"millbrook", "hedgerows", "json", "fact", "sees", "base", "start", "docs", "next"}
KEY = re.compile(
    r"\b(?:core|web|gunnery|artillery|effects|sight|folio|purchase|fieldguns)\.[a-z_.]+"
)
WORD = re.compile(r"(?<![\w./-])[a-z]{4,}(?![\w./=-])")

CALLS = [
    ("unit", "PzKpfw IVH"),
    ("unit", "4-6-7", "--nation", "German"),
    ("gun", "8.8cm FlaK 18", "--state", "limbered", "--vehicle", "SdKfz 7", "--phase", "MPh"),
    ("gun", "ge-AT37L", "--into", "stone building", "--by", "crew+squad", "--dice", "3,5"),
    ("shot", "PzKpfw IVH", "対", "T-34 M41", "射程", "8", "側面", "--date", "1943-07", "--why-not"),
    (
        "shot",
        "PzKpfw IVH",
        "at",
        "T-34 M41",
        "range",
        "8",
        "--date",
        "1943-07",
        "--dice",
        "1,2,3,4",
    ),
    ("shot", "PzKpfw IVH", "at", "men", "range", "8", "--date", "1943-07", "--compare", "ammo"),
    ("sight", "hedgerows", "E4", "L5"),
    ("board", "show", "millbrook"),
    ("folio", "show", "tutorial"),
    ("folio", "ask", "tutorial", "reach", "5"),
    ("dyo", "price", "4-6-8", "工兵", "x4", "--date", "9/44", "--nation", "german"),
    ("rules", "退却"),
    ("lab", "gunnery", '"PzKpfw IVH" 対 "T-34 M41" 側面', "--date", "1943-07"),
]


def said(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        run([*arguments, "--lang", "ja"])
    screens._screen = None
    shown = capfd.readouterr()
    return shown.out + shown.err


def prose(text: str) -> set[str]:
    return {word for word in WORD.findall(text) if word not in NAMES}


@pytest.mark.parametrize("arguments", CALLS, ids=lambda call: " ".join(call[:2]))
def test_an_answer_has_no_key_and_no_english_prose(
    arguments: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    text = said(capfd, *arguments)
    assert KEY.findall(text) == []
    assert prose(text) == set()


def test_a_mission_is_told_in_japanese(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "oba.json")
    text = said(capfd, "oba", "new", file, "--nation", "german", "--caliber", "100")
    text += said(capfd, "oba", "step", file, "start")
    text += said(capfd, "oba", "next", file, "--fire")
    text += said(capfd, "oba", "options", file)
    text += said(capfd, "oba", "odds", file, "U4")
    assert "ドイツ軍" in text and KEY.findall(text) == []
    assert prose(text.replace(file, "")) == set()
