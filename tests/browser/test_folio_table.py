"""The Folio table: played by clicking, by typing, by two people, on a phone, over a cut."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .hands import (
    COUNTERS,
    hex,
    now,
    place_one,
    play_to_the_end,
    set_up,
    start_tutorial,
    type_order,
)

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


def test_a_newcomer_moves_attacks_and_takes_back(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/folio")
    start_tutorial(page)
    accessible(page)
    set_up(page)
    assert "Movement Phase" in now(page)

    hex(page, "0205").click()
    page.locator(".lit text", has_text="1.5").first.wait_for()
    hex(page, "0504").hover()
    page.locator(".way").wait_for()
    keep(page, "folio-move")
    hex(page, "0504").click()
    page.locator('[data-unit="5"] .moved').wait_for()
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-unit="5"] .moved', state="detached")

    hex(page, "0205").click()
    page.locator(".lit text").first.wait_for()
    hex(page, "1205").click()  # an enemy's town, far away: refused with its rule
    page.locator(".toast .cite").wait_for()
    hex(page, "0504").click()
    page.locator('[data-unit="5"] .moved').wait_for()

    page.get_by_role("button", name="End phase").click()
    page.wait_for_function("() => document.querySelector('.now-line').innerText.includes('Combat')")
    hex(page, "0604").click()
    page.wait_for_selector("[data-test=differential]")
    assert page.locator("[data-test=differential]").inner_text() == "+2"
    shares = page.locator(".builder .odd .exact").all_inner_texts()
    assert sum(Fraction(share) for share in shares) == 1
    keep(page, "folio-attack")
    accessible(page)
    page.locator(".builder .commit").click()
    page.wait_for_selector(".duel")
    page.get_by_role("button", name="Decline").click()  # A1
    page.locator(".duel li.now[data-slot=D1]").wait_for()
    page.get_by_role("button", name="Decline").click()
    page.locator(".duel li.now[data-slot=D2]").wait_for()
    page.get_by_role("button", name="Decline").click()
    page.locator(".roll").click()
    page.wait_for_selector(".roll", state="detached")
    page.get_by_role("tab", name="Log").click()
    page.locator(".log li", has_text="0604").first.wait_for()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("dialog").get_by_text("Not free to take back").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Go back one action").click()
    page.get_by_role("tab", name="Orders").click()
    page.locator(".roll").wait_for()


def test_the_odds_of_a_combat_stay_while_one_looks_elsewhere(visit: Visit) -> None:
    """They belong to the position: who drops a plan, or looks back, does not lose them."""
    page = visit("/folio")
    start_tutorial(page)
    set_up(page)
    for order in ("move 5 0504", "end", "attack 0604 with 5"):
        type_order(page, order)
    page.locator(".command input").press("Escape")
    differential = page.locator("[data-test=differential]")
    differential.wait_for()
    before = differential.inner_text()
    page.keyboard.press("Escape")
    hex(page, "0504").click()
    hex(page, "0101").click()
    assert differential.inner_text() == before
    page.get_by_role("tab", name="Log").click()
    page.locator(".log-line", has_text="5 moves").click()
    page.locator(".replay").wait_for()
    page.get_by_role("tab", name="Orders").click()
    assert differential.count() == 0, "what lies back has its own odds"
    page.get_by_role("button", name="Back to now").click()
    differential.wait_for()
    assert differential.inner_text() == before


def test_the_table_tells_what_a_sudden_victory_needs(visit: Visit, keep: Keep) -> None:
    page = visit("/folio")
    page.locator(".card", has_text="Walcheren").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("tab", name="Scenario").click()
    ways = page.locator(".panel-body li", has_text="all batteries and Middelburg are taken")
    assert "0605 held; ahead by 25 or more" in ways.inner_text()
    page.locator(".panel-body li", has_text="German: 1 × the value of each enemy unit").wait_for()
    page.locator(".panel-body li", has_text="German victory: behind by no more than 21").wait_for()
    page.get_by_role("button", name="日本語").click()
    page.locator(".panel-body li", has_text="0605を保持、かつ25").wait_for()
    keep(page, "folio-victory-ja")


def test_typed_orders_replay_and_language_at_the_table(visit: Visit, keep: Keep) -> None:
    page = visit("/folio")
    start_tutorial(page)
    set_up(page)
    for order in ("move 1/7 0404", "move 5 0504", "end"):
        type_order(page, order)
    page.locator(".command input").fill("fly 5 0504")
    page.locator(".command input").press("Enter")
    page.locator(".toast", has_text="fly").wait_for()
    page.locator(".command input").press("Escape")
    page.get_by_role("tab", name="Log").click()
    page.locator(".log-line", has_text="1/7 moves from 0304 to 0404").click()
    page.locator(".replay").wait_for()
    page.wait_for_function(
        "() => document.querySelector('.now-line').innerText.includes('1/7 moves from 0304')"
    )
    assert page.locator('[data-unit="5"] .moved').count() == 0
    # Phases are bookmarks.
    page.get_by_label("Go to a phase").select_option(label="1. Blue: Movement Phase.")
    page.wait_for_selector('[data-unit="1/7"] .moved', state="detached")
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector(".replay", state="detached")
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("tab", name="記録").wait_for()
    page.locator(".log-line", has_text="1/7が0304から0404へ移動").wait_for()
    keep(page, "folio-log-ja")


def test_the_map_is_played_with_the_keyboard_and_spoken(visit: Visit) -> None:
    page = visit("/folio")
    start_tutorial(page)
    set_up(page)
    hex(page, "0205").focus()
    spoken = hex(page, "0205").get_attribute("aria-label")
    assert "0205" in spoken and "6-4-8" in spoken and "Blue" in spoken
    page.keyboard.press("Enter")
    page.locator(".lit text").first.wait_for()
    page.keyboard.press("ArrowDown")
    there = page.evaluate("() => document.activeElement.dataset.hex")
    assert there == "0206"
    hex(page, "0404").focus()
    assert "MP" in hex(page, "0404").get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.locator('[data-unit="5"] .moved').wait_for()


def test_two_people_at_one_table_and_a_cut_connection(visit: Visit) -> None:
    red = visit("/folio")
    red.get_by_role("button", name="A friend, by link").click()
    red.locator(".panel .choices .choice", has_text="Red").click()
    red.get_by_label("Your name").fill("Anna")
    red.get_by_role("button", name="Begin").click()
    red.get_by_role("heading", name="Invite").wait_for()
    link = red.url

    blue = visit("/" + link.split("/", 3)[3], lang="ja")
    blue.get_by_label("名前").fill("ボブ")
    blue.get_by_role("button", name="ここに座る").click()
    blue.wait_for_selector(".counter")
    red.wait_for_selector(".counter")
    assert "赤軍" in now(blue) and "Set-up" in now(red)
    assert blue.locator(".tray-unit:not(:disabled)").count() == 0

    place_one(red)
    # What Red does, Blue sees at once; and Blue may not act for Red.
    blue.wait_for_function(COUNTERS, arg=red.locator(".counter-place").count())
    blue.locator("body").press("/")
    blue.locator(".command input").fill("place C 0706")
    blue.locator(".command input").press("Enter")
    blue.locator(".toast").wait_for()

    # The wire is cut, Red plays on, and Blue comes back to exactly the same position.
    blue.context.set_offline(True)
    blue.evaluate("() => 0")
    place_one(red)
    blue.context.set_offline(False)
    blue.wait_for_function(COUNTERS, arg=red.locator(".counter-place").count())
    blue.reload()
    blue.wait_for_selector(".counter")
    assert blue.locator(".counter-place").count() == red.locator(".counter-place").count()

    # Blue has placed a unit since: now Red cannot take back alone, but may ask.
    blue.wait_for_selector(".tray-unit:not(:disabled)")
    place_one(blue)
    placed = blue.locator(".counter-place").count()
    red.wait_for_function(COUNTERS, arg=placed)
    red.get_by_role("button", name="Take back").click()
    red.get_by_role("dialog").get_by_role("button", name="Ask to go back").click()
    blue.get_by_role("dialog").get_by_role("button", name="認める", exact=True).click()
    red.wait_for_function(COUNTERS, arg=placed - 1)
    blue.wait_for_function(COUNTERS, arg=placed - 1)

    watcher = visit("/" + link.split("/", 3)[3])
    watcher.wait_for_selector(".counter")
    assert watcher.get_by_role("button", name="Take back").is_disabled()


def test_the_table_works_on_a_phone(visit: Visit, accessible: Check, keep: Keep) -> None:
    page = visit("/folio", lang="ja", size=(360, 740))
    start_tutorial(page)
    keep(page, "folio-phone")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    counter = page.locator(".counter-place").first.bounding_box()
    assert min(counter["width"], counter["height"]) >= 40, "too small for a finger"
    page.locator(".tray-unit:not(:disabled)").first.tap()
    page.locator(".lit g").first.wait_for()
    # The map may still be moving there: what is lit comes into sight.
    page.wait_for_function(
        """() => {
          const { x, y } = document.querySelector(".lit g").getBoundingClientRect();
          return 0 < x && x < 360 && 0 < y && y < 740;
        }"""
    )
    accessible(page)


def test_a_whole_tutorial_game_comes_to_a_result(visit: Visit, keep: Keep) -> None:
    """Blue attacks wherever it can, everybody takes the first choice: until somebody has won."""
    page = visit("/folio")
    start_tutorial(page)
    play_to_the_end(page)
    keep(page, "folio-result")
    page.get_by_role("button", name="Verify the dice").click()
    page.locator("dialog .notice", has_text="The dice were fair").wait_for()
    page.locator("dialog summary", has_text="What could not be verified").click()
    page.locator("dialog .unverified li", has_text="end with the same hash").wait_for()
    page.get_by_role("button", name="Watch it again").click()
    page.locator(".replay").wait_for()
