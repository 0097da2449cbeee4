"""Fire mission and purchase as a player uses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


def test_a_fire_mission_goes_from_radio_to_the_spotting_round(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/mission")
    page.get_by_role("button", name="Begin").click()
    page.locator(".now-card").wait_for()
    page.locator(".now-card .options .button").first.click()  # play begins
    yes = page.locator(".now-card").get_by_role("button", name="yes")
    typed = page.locator(".now-card input[placeholder='Dice or chit that fell']")
    answers = iter(["1 1", "black", "1", "1 1"])
    for _ in range(40):
        if page.locator(".counter-chip").count():
            break
        before = page.locator(".now-card").inner_text()
        field = page.locator(".now-card .field input")
        if typed.count():
            typed.fill(next(answers))
            typed.press("Enter")
        elif page.locator(".now-card input[type=number]").count():
            page.locator(".now-card input[type=number]").press("Enter")
        elif yes.count():
            yes.first.click()
        elif page.locator(".now-card .options .button").count():
            if field.count():
                field.fill("H5")
            page.locator(".now-card .options .button:not(:disabled)").first.click()
        else:
            page.get_by_role("button", name="On to the next fire phase").click()
        page.wait_for_function(
            "old => document.querySelector('.now-card').innerText !== old", arg=before
        )
    assert "SR" in page.locator(".counter-chip").inner_text()
    accessible(page)
    keep(page, "mission")
    page.reload()  # the page keeps the mission
    page.locator(".counter-chip").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(".counter-chip").wait_for(state="detached")


def test_two_rosters_are_bought_and_one_is_sealed(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/force")
    page.get_by_role("button", name="Open the Rosters").click()
    page.locator(".offer", has_text="agree").get_by_role("button").click()
    page.get_by_role("button", name="Soviet").click()
    page.locator(".offer", has_text="agree").get_by_role("button").click()
    page.get_by_role("button", name="German").click()
    line = page.locator(".offer", has_text="squads 4-6-8").first
    line.locator("input").fill("6")
    line.locator(".price", has_text="78").wait_for()
    line.locator(".button").click()
    page.locator(".roster", has_text="4-6-8").first.wait_for()
    assert "722" in page.locator(".sheet-paper").first.inner_text()
    assert "4-6-8" not in page.locator(".sheet-paper.closed").inner_text()
    line.locator("input").fill("99")
    line.locator(".warn-text").wait_for()
    accessible(page)
    keep(page, "force")
