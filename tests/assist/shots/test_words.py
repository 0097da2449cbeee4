"""Words of the short form: each does what it says, or one sentence tells what to say instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from calling import call, told

from hexfire.assist.shots import japanese, parse, read_order
from hexfire.lang import words
from hexfire.rulebook import BadInput

TANK = ["PzKpfw IVH", "at", "T-34 M41", "range", "8"]
DATE = ["--date", "1943-07"]


def shot(*said: str, date: str = "1943-07", **more: Any) -> Any:
    return read_order(parse(said) | {"date": date} | more)[1]


def test_intensive_fire_is_of_a_gun_that_has_spent_its_rate(capsys: Any) -> None:
    gun = ["57mm PTP obr. 43", "intensive", "at", "PzKpfw IVH", "range", "8"]
    assert told(capsys, "shot", *gun, *DATE)["drm"] == {"F": 2}
    assert shot(*gun).firer.marker == "Prep Fire"
    assert shot(*gun, "dff").firer.marker == "First Fire"
    with_marker = shot("57mm PTP obr. 43", "intensive", "first-fired", *gun[2:])
    assert with_marker.firer.marker == "First Fire"


def test_every_switch_and_number_is_a_word_by_its_name() -> None:
    made = shot("57mm PTP obr. 43", "portee", "low-ammo", "overstacked", "2", *TANK[1:], "in-marsh")
    assert (made.firer.portee, made.firer.low_ammo, made.firer.overstacked) == (True, True, 2)
    assert made.target.in_marsh


def test_a_nation_before_a_name_is_its_nation() -> None:
    assert shot("Russian ATR", "at", "PzKpfw IVH", "range", "2").weapon.id == "ru-ruATR"
    with pytest.raises(BadInput, match=r"effects\.unit\.several"):
        shot("ATR", "at", "PzKpfw IVH", "range", "2")


@pytest.mark.rule("C5.8")
def test_an_enemys_gun_is_asked_about() -> None:
    enemy = ["T-34 M41", "at", "T-34 M43", "range", "3"]
    with pytest.raises(BadInput, match="captured_or_own"):
        shot(*enemy, nation="german")
    assert shot(enemy[0], "captured", *enemy[1:], nation="german").firer.captured
    assert not shot(enemy[0], "own", *enemy[1:], nation="german").firer.captured
    assert not shot("am-M4", *enemy[1:], nation="british").firer.captured  # Lend-Lease


def test_a_state_may_be_said_before_the_name() -> None:
    made = shot("pinned", "captured", "T-34", "M41", "at", "moving", "T-34", "M43", "range", "3")
    assert (made.weapon.id, made.firer.captured, made.firer.pinned) == ("ru-T34M41", True, True)
    assert (made.target.name, made.target.moving) == ("T-34 M43", True)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        (["captured", "at", "men", "range", "5"], r"unit\.none"),
        (["PzKpfw IVH", "at", "hd", "range", "5"], r"unit\.none"),
        (["PzKpfw IVH", "at", "men", "moving", "range", "5"], "moving_is_vehicular"),
        (["PzKpfw IVH", "at", "men", "in", "building", "range", "5"], "which_terrain"),
        (["PzKpfw IVH", "at", "men", "factory", "range", "5"], "spoken_firer"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_what_can(said: list[str], key: str) -> None:
    with pytest.raises(BadInput, match=key) as refused:
        shot(*said)
    for language in ("en", "ja"):
        assert words(language).refusal(refused.value)


def test_kinds_of_buildings_are_suggested(capsys: Any) -> None:
    code, _, err = call(capsys, "shot", *TANK[:2], "men", "in", "building", "range", "5", *DATE)
    assert code == 2 and "building_stone" in err and "building_wooden" in err


def test_a_word_is_never_suggested_for_itself(capsys: Any) -> None:
    code, _, err = call(capsys, "shot", *TANK[:2], "men", "pillbox", "range", "5", *DATE)
    assert code == 2 and "Did you mean" not in err and "tem" in err


@pytest.mark.parametrize(("what", "rule"), [("truck", "D5.6"), ("afv", "C7.11")])
def test_without_a_counter_the_to_hit_dr_is_answered(capsys: Any, what: str, rule: str) -> None:
    found = told(capsys, "shot", *TANK[:2], what, "range", "5", *DATE)
    assert (found["max_original_dr"], found["p_hit"]) == (10, "11/12")
    assert rule in found["effects_need"] and found["odds"]["effects"] == {}
    code, out, _ = call(capsys, "shot", *TANK[:2], what, "range", "5", *DATE, "--lang", "en")
    assert code == 0 and "counter of the catalogue" in out


@pytest.mark.parametrize(
    ("said", "english"),
    [
        (
            ["PzKpfw IVH", "対", "T-34 M41", "射程", "8", "側面", "移動中", "mp", "2"],
            ["PzKpfw IVH", "at", "T-34 M41", "range", "8", "side", "moving", "mp", "2"],
        ),
        (
            ["psk", "分隊", "釘付け", "対", "Sherman", "HD状態", "捕捉", "1", "射程", "2"],
            ["psk", "squad", "pinned", "at", "Sherman", "hd", "acquired", "1", "range", "2"],
        ),
    ],
)
def test_an_order_may_be_said_in_japanese(said: list[str], english: list[str]) -> None:
    assert parse(said) == parse(english)


@pytest.mark.parametrize("word", japanese.WORDS)
def test_every_japanese_word_stands_in_the_players_page(word: str) -> None:
    page = Path(__file__).parents[3] / "docs/ja/shot.md"
    assert f"`{word}`" in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("said", "weapon", "target"),
    [
        ("Russian ATR at PzKpfw IVH range 3", "Russian ATR", {"unit": "PzKpfw IVH"}),
        ("PzKpfw IVH bu at T-34 M41 side range 8", "PzKpfw IVH", {"unit": "T-34 M41"}),
        ("8.8cm FlaK 18 o. 36 at men range 6", "8.8cm FlaK 18 o. 36", {"kind": "infantry"}),
        ("king tiger at am-M4 range 5", "PzKpfw VIB", {"unit": "am-M4"}),
    ],
)
def test_a_name_of_several_words_needs_no_quotes(
    said: str, weapon: str, target: dict[str, str]
) -> None:
    order = parse(said.split())
    assert order["weapon"] == weapon
    assert target.items() <= order["target"].items()


def test_a_word_that_is_no_part_of_a_name_is_still_found_out() -> None:
    with pytest.raises(BadInput, match="modedd"):
        parse(["ge-AT75L", "modedd", "at", "men", "range", "6"])
    with_others = parse(["ge-AT75L", "at", "men", "with", "PzKpfw", "IVH", "rear", "range", "6"])
    assert with_others["others"] == [{"unit": "PzKpfw IVH", "facing": "rear"}]
