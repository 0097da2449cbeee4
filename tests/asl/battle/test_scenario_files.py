"""Scenario files: what is read, and every mistake with its line and reason."""

from __future__ import annotations

import pytest

from hexfire.asl.battle.files.library import builtin, builtin_names
from hexfire.asl.battle.files.problems import BadScenario
from hexfire.asl.battle.files.reader import check, hexes_of, load
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.table.pieces import Gun, Off
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.boards import open_board
from hexfire.lang import words
from hexfire.rulebook import BadInput

GOOD = """board = "millbrook"
date = "1943-07"
turns = 2

[[side]]
name = "german"

[[side.area]]
name = "street"
hexes = ["H8", "I6"]

[[side.unit]]
id = "G"
counter = "ge-AT75L"
by = "C"
area = "street"

[[side.unit]]
id = "C"
counter = "ge-ge228C"

[[side]]
name = "russian"

[[side.unit]]
id = "T"
counter = "ru-T34M43"
hex = "K6"
facing = "J6/J5"
"""


def wrong(old: str, new: str) -> tuple[tuple[int, str], ...]:
    """The lines and keys of the mistakes after one change of the good file."""
    assert old in GOOD
    return tuple(
        (problem.line, problem.message.key.rpartition(".")[2])
        for problem in check(GOOD.replace(old, new, 1))
    )


def test_the_good_file_is_good() -> None:
    assert check(GOOD) == ()
    scenario, _ = load({"toml": GOOD})
    assert scenario.setup == ("german", "russian")
    assert scenario.first == "russian"
    gun = scenario.entries[0].piece
    assert isinstance(gun, Gun) and gun.emplaced is Emplacement.EMPLACED
    assert isinstance(gun.place, Off)
    assert scenario.entries[0].area == ("H8", "I6")


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ('board = "millbrook"', 'board = "nowhere"', 1, "not_found"),
        ('date = "1943-07"', 'date = "July"', 2, "date"),
        ("turns = 2", "turns = 0", 3, "turns"),
        ("turns = 2", 'turns = "two"', 3, "type"),
        ("turns = 2", "turms = 2", 0, "unknown_key"),
        ('name = "german"', 'name = "klingon"', 6, "unknown_nation"),
        ('"I6"]', '"ZZ6"]', 10, "no_hex"),
        ('counter = "ge-AT75L"', 'counter = "no such gun"', 12, "none"),
        ('by = "C"', 'by = "X"', 15, "nobody"),
        ('area = "street"', 'area = "attic"', 16, "no_area"),
        ('id = "C"', 'id = "G"', 13, "doubled"),
        ('hex = "K6"', 'hex = "K66"', 25, "no_hex"),
        ('hex = "K6"\n', "", 25, "nowhere"),
        ('facing = "J6/J5"', 'facing = "A1/A2"', 25, "bad_facing"),
        ("[[side.area]]", "[[side.area]", 8, "toml"),
    ],
)
def test_a_mistake_has_its_line(old: str, new: str, line: int, key: str) -> None:
    found = wrong(old, new)
    assert (line, key) in found or (line == 0 and key in [k for _, k in found]), found


def test_all_mistakes_are_told_at_once() -> None:
    text = GOOD.replace('date = "1943-07"', 'date = "x"').replace("turns = 2", "turns = 99")
    assert len(check(text)) == 2
    with pytest.raises(BadScenario):
        load({"toml": text})


@pytest.mark.parametrize("source", [{}, {"toml": 3}, {"map": ""}, 7, {"toml": "", "data": {}}])
def test_what_is_no_scenario_is_refused(source: object) -> None:
    with pytest.raises(BadInput):
        Battle().setup(source, {})


def test_names_of_several_hexes() -> None:
    grid = open_board("millbrook").grid
    assert hexes_of(grid, "C2..C4") == ["C2", "C3", "C4"]
    assert len(hexes_of(grid, "A-B")) == 21
    assert hexes_of(grid, "H8") == ["H8"]
    assert hexes_of(grid, "H99") == []


@pytest.mark.parametrize("name", builtin_names())
def test_our_own_scenarios_have_no_mistakes(name: str) -> None:
    assert check(builtin(name)) == ()
    scenario, _ = load({"toml": builtin(name)})
    for text in (scenario.name, scenario.intro, scenario.victory.text):
        assert text["en"] and text["ja"] and text["en"] != text["ja"]


def test_a_value_of_the_wrong_kind_is_told_in_words() -> None:
    [problem] = check(GOOD.replace("turns = 2", 'turns = "two"'))
    assert words("en").say(problem.message) == (
        "turns must be a whole number; here stands text in quotation marks."
    )
    assert "整数" in words("ja").say(problem.message)


def test_a_scenario_begins_in_the_weather_it_says() -> None:
    text = GOOD.replace("turns = 2", 'turns = 2\nweather = ["rain", "mud"]')
    assert Battle().setup({"toml": text}, {}).weather == ("rain", "mud")
    assert wrong("turns = 2", 'turns = 2\nweather = ["gusts"]') == ((4, "choice"),)
    assert wrong("turns = 2", 'turns = 2\nweather = ["hail"]')[0][0] == 4
