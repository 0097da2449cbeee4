"""One list of nations: every spelling is understood everywhere."""

from __future__ import annotations

import pytest

from hexfire.asl.artillery.nations import basic_pile, contact_value
from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.nations import are_enemies, nations
from hexfire.asl.purchase.nations import NATIONS, read_nation
from hexfire.assist.nations import buyers, gunners
from hexfire.rulebook import BadInput


@pytest.mark.parametrize("word", ["Soviet", "russian", "USSR", "ソ連", "ソ連軍"])
def test_a_nation_is_understood_however_it_is_written(word: str) -> None:
    assert nation_row(word) == "russian"
    assert read_nation(word) == "Soviet"
    assert basic_pile(word, "1943-07")[0] == (5, 2)
    assert contact_value(word, "1942-07") == 7
    assert catalogue().search("T-34", word)


def test_nations_of_one_family_read_its_rows() -> None:
    assert read_nation("カナダ軍") == "Canadian" and nation_row("Canadian") == "british"
    assert basic_pile("Romanian", "1943-07") == basic_pile("axis_minor", "1943-07")
    with pytest.raises(BadInput):
        read_nation("Swedish")  # it buys nothing
    with pytest.raises(BadInput):
        basic_pile("Ruritanian", "1943-07")


def test_every_nation_of_chapter_h_is_in_the_list_once() -> None:
    names = [nation.name for nation in nations()]
    assert len(names) == len(set(names))
    assert set(NATIONS) == {nation.name for nation in nations() if nation.family}
    assert len(NATIONS) == 34


def test_enemies() -> None:
    assert are_enemies("SS", "Russian") and are_enemies("ルーマニア軍", "British")
    assert not are_enemies("Finnish", "German") and not are_enemies("U.S.", "Soviet")


def test_lists_offer_whose_artillery_is_known_and_who_may_buy() -> None:
    assert {"german", "russian", "thai"} <= set(gunners())
    assert not {"kw_rok", "burmese", "partisan"} & set(gunners())
    offered = [name for names in buyers().values() for name in names]
    assert sorted(offered) == sorted(NATIONS)
    assert "Romanian" in buyers()["axis_minor"] and "" not in buyers()
