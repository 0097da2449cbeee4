"""One list of nations: every spelling is understood everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexfire.asl.artillery.nations import basic_pile, contact_value
from hexfire.asl.artillery.nations import nations as with_artillery
from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.nations import are_enemies, nations
from hexfire.asl.purchase.nations import NATIONS, read_nation
from hexfire.rulebook import BadInput, Refusal

PAGE = Path(__file__).parents[2] / "web" / "src" / "sight" / "names.ts"


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


def test_the_page_offers_the_nations_whose_artillery_is_known() -> None:
    if not PAGE.is_file():
        pytest.skip("needs the checkout")
    block = re.search(r"NATIONS = \[(.*?)\]", PAGE.read_text("utf-8"), re.S)
    assert block is not None
    offered = set(re.findall(r'"(\w+)"', block.group(1)))
    assert offered == {
        name for name in with_artillery() if not name.startswith("kw_") and _has_pile(name)
    }


def _has_pile(name: str) -> bool:
    try:
        return bool(basic_pile(name, "1943-07"))
    except Refusal:
        return False
