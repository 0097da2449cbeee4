"""The gunnery range as a player uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


def shot(**order: Any) -> str:
    """The address of a shot."""
    usual = {"firer": {}, "range": 8, "phase": "PFPh", "date": "1943-07", "weapon": "PzKpfw IVH"}
    return "/shot?shot=" + quote(json.dumps({**usual, **order}))


def needed(page: Any) -> str:
    return str(page.locator("[data-test=needed]").inner_text())


def test_a_switch_changes_the_number_and_names_its_case(visit: Visit) -> None:
    page = visit("/shot")
    page.locator("[data-test=needed]", has_text="9").wait_for()
    page.locator("section", has=page.locator("#range-target")).get_by_role(
        "switch", name="moving"
    ).click()
    page.locator("[data-test=needed]", has_text="7").wait_for()
    line = page.locator(".tally tr", has_text="Moving target")
    assert "+2" in line.inner_text()
    line.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("heading", name="C6.1").wait_for()


def test_a_weapon_is_found_by_a_word_and_the_link_brings_the_same_shot(visit: Visit) -> None:
    page = visit("/shot")
    page.get_by_role("button", name="Change").first.click()
    page.get_by_role("searchbox", name="Choose a weapon").fill("pzkpfw vie")
    page.locator(".picker-list li button").first.click()
    page.locator(".picked b").first.wait_for()
    chosen = page.locator(".picked b").first.inner_text()
    page.get_by_role("button", name="More: Range (hexes)").click()
    page.wait_for_function("() => location.search.includes('range%22%3A9')")
    page.wait_for_selector("[data-test=needed]")
    before = needed(page)
    again = visit(page.url.split("//", 1)[1].split("/", 1)[1].join(["/", ""]))
    again.wait_for_selector("[data-test=needed]")
    assert again.locator(".picked b").first.inner_text() == chosen
    assert needed(again) == before


def test_typed_dice_are_taken_and_impossible_ones_refused(visit: Visit) -> None:
    page = visit("/shot")
    page.wait_for_selector("[data-test=needed]")
    page.get_by_label("Your dice, e.g. 3 5").fill("6 6")
    page.get_by_role("button", name="Enter").click()
    page.locator(".rolled", has_text="6 + 6 = 12: miss").wait_for()
    page.get_by_label("Your dice, e.g. 3 5").fill("7 1")
    page.get_by_role("button", name="Enter").click()
    page.locator(".toast").wait_for()


def test_dice_after_a_hit_are_those_of_the_next_roll(visit: Visit, keep: Keep) -> None:
    page = visit(shot(target={"unit": "T-34 M43"}))
    typed = page.locator(".typed-dice")
    for faces, told in (
        ("2 3", "5: HIT"),  # To Hit
        ("2 2", "The vehicle is destroyed. D5.6"),  # To Kill: 17 − 11 = 6
        ("6 6", "T-34 M43: destroyed · crew lost"),  # the crew's CS#
    ):
        typed.fill(faces)
        typed.press("Enter")
        page.locator(".rolled", has_text=told).wait_for()
        assert typed.input_value() == ""
        keep(page, f"range-dice-{faces[0]}-{faces[2]}")
    typed.fill("6 6")  # nothing more is wanted: the next shot
    typed.press("Enter")
    page.locator(".rolled", has_text="6 + 6 = 12: miss").wait_for()


def test_ammunition_is_compared_and_what_is_impossible_says_why(visit: Visit) -> None:
    page = visit("/shot")
    box = page.locator("section", has=page.locator("#range-compare"))
    box.get_by_role("button", name="Ammunition").click()
    page.wait_for_selector(".compare .best")
    assert page.locator(".compare tbody tr").count() >= 3
    box.get_by_role("button", name="Target Type").click()
    box.get_by_role("button", name="Range", exact=True).click()
    # Ammunition × Target Type × range: one best way at each range, the impossible ones say why.
    page.wait_for_function(
        """() => {
          const count = (what) => document.querySelectorAll(`.matrix ${what}`).length;
          return count("td.best") > 0 && count("td.best") === count("thead th") - 1;
        }"""
    )
    assert "C3.33" in box.locator(".why-not").text_content()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_one_dr_meets_two_targets_each_with_its_own_number(
    visit: Visit, accessible: Check, keep: Keep, lang: str
) -> None:
    page = visit(shot(target={"unit": "ru-ru447S", "terrain": "woods"}), lang=lang)
    page.locator("[data-test=needed]", has_text="6").wait_for()
    page.get_by_role("button", name={"en": "Another target", "ja": "目標を加える"}[lang]).click()
    rows = page.locator("[data-test=targets] tbody tr")
    rows.nth(1).wait_for()
    page.get_by_role("switch", name={"en": "concealed", "ja": "隠蔽"}[lang], exact=True).click()
    # C6.2: Case K is +2 against the concealed one alone; TEM +1 counts for both.
    rows.nth(1).locator("td", has_text=re.compile("^4$")).wait_for()
    assert rows.nth(0).locator("td").first.inner_text() == "6"
    assert rows.nth(1).locator("td").first.inner_text() == "4"
    page.locator(".typed-dice").fill("1 2 6 6")
    page.locator(".typed-dice").press("Enter")
    page.locator(".rolled .outcome").nth(1).wait_for()  # a 3 hits both; a 12 does nothing
    keep(page, f"range-two-targets-{lang}")
    accessible(page)


def test_a_rare_state_is_found_by_a_word(visit: Visit) -> None:
    page = visit("/shot")
    page.get_by_role("searchbox", name="Find a state").fill("wading")
    page.get_by_role("switch").nth(0).wait_for()
    assert page.get_by_role("switch").all_inner_texts() == ["wading"]
    page.get_by_role("switch", name="wading").click()
    page.wait_for_function("() => location.search.includes('wading')")
    page.get_by_role("searchbox", name="Find a state").fill("")
    # What is set stays in sight among the common ones.
    assert page.get_by_role("switch", name="wading").get_attribute("aria-checked") == "true"
    page.get_by_role("button", name="All switches off").click()
    page.wait_for_function("() => !location.search.includes('wading')")


def test_a_weapon_of_ones_own_figures_fires_and_nonsense_is_answered_in_words(
    visit: Visit, accessible: Check
) -> None:
    page = visit("/shot", size=(360, 740), dark=True)
    page.wait_for_selector("[data-test=needed]")
    page.get_by_role("button", name="Type the figures").click()
    page.get_by_label("Caliber (mm)").fill("88")
    page.get_by_label("Caliber (mm)").press("Enter")
    page.locator(".answer", has_text="75L → T-34").wait_for()
    page.wait_for_function("() => location.search.includes('caliber%22%3A88')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    accessible(page)
    wrong = visit(shot(target={"unit": "T-34 M43"}, range=8, prefer="Q", date="1943-13"), lang="ja")
    wrong.locator(".notice.warn", has_text="1943-13").wait_for()


def test_a_panzerfaust_shows_its_check_and_what_it_may_cost(visit: Visit) -> None:
    order = {"weapon": "PF", "target": {"unit": "T-34 M43"}, "range": 1, "date": "1944-07"}
    page = visit(shot(**order))
    light = page.locator("section", has=page.locator("#range-light"))
    light.get_by_text("PF Check: 3 or less on the dr").wait_for()
    assert "50%" in light.inner_text()  # a PF is there on 1-3
    page.locator(".typed-dice").fill("6")
    page.locator(".typed-dice").press("Enter")
    page.locator(".rolled .outcome", has_text="no shot").first.wait_for()


def test_a_gun_duel_tells_who_fires_first(visit: Visit) -> None:
    page = visit("/shot")
    page.locator(".gun-duel summary").click()
    # C2.2401: Bounding First Fire +4 against a buttoned-up defender's +1.
    page.locator(".duel-sides .big").nth(1).wait_for()
    assert page.locator(".duel-sides .big").all_inner_texts() == ["+4", "+1"]
    page.get_by_text("the defender fires first").first.wait_for()
    page.locator(".gun-duel").get_by_role("button", name="Roll").click()
    page.locator(".gun-duel [role=status]").wait_for()
