"""The gunnery range as a player uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]


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
    page.get_by_role("searchbox").fill("pzkpfw vie")
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


def test_ammunition_is_compared_and_what_is_impossible_says_why(visit: Visit) -> None:
    page = visit("/shot")
    page.locator("section", has=page.locator("#range-compare")).get_by_role(
        "button", name="Ammunition"
    ).click()
    page.wait_for_selector(".compare .best")
    assert page.locator(".compare tbody tr").count() >= 3
