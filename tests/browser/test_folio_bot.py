"""A game against a bot, and what the table tells about it: thinking, luck, help, taking back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .hands import hex, leave_lesson, now, play_to_the_end, set_up, start_tutorial, type_order

Visit = Callable[..., Any]
Keep = Callable[[Any, str], None]
Check = Callable[[Any], None]


def against_bot(page: Any, level: str) -> None:
    page.get_by_role("button", name="A bot").click()
    page.locator(".panel .choices .choice", has_text="Blue").click()
    page.locator(".panel .choices .choice", has_text=level).click()
    page.get_by_role("button", name="Begin «The Crossing").click()
    page.wait_for_selector(".counter")
    leave_lesson(page)


WATCH = """() => {
  window.thinking = [];
  new MutationObserver(() => {
    const line = document.querySelector('.now-line');
    if (line?.querySelector('.working')) window.thinking.push(line.innerText);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


def test_a_whole_game_against_a_bot(visit: Visit, keep: Keep) -> None:
    page = visit("/folio")
    against_bot(page, "easy")
    page.evaluate(WATCH)
    play_to_the_end(page)
    keep(page, "folio-bot-result")
    said = page.evaluate("() => window.thinking")
    assert any("Red is thinking" in line for line in said), "progress is shown while a bot thinks"
    page.get_by_role("button", name="Verify the dice").click()
    page.locator("dialog .notice", has_text="The dice were fair").wait_for()
    page.locator("dialog .icon-button").click()
    # Every roll of the log is counted in the luck of the side that attacked.
    page.get_by_role("tab", name="Log").click()
    rolls = page.locator(".log-line", has_text=", roll ").count()
    page.get_by_role("tab", name="Odds").click()
    counted = page.locator(".faces small").all_inner_texts()
    assert sum(map(int, counted)) == rolls > 0
    keep(page, "folio-luck")


def test_one_cannot_act_for_the_bot(visit: Visit) -> None:
    page = visit("/folio")
    against_bot(page, "normal")
    page.locator(".lamp.on").wait_for()
    page.locator(".tray-unit:not(:disabled)").first.wait_for()
    page.locator("body").press("/")
    page.locator(".command input").fill("place B 0702")
    page.locator(".command input").press("Enter")
    page.locator(".toast").wait_for()


def test_taking_back_goes_to_the_start_of_the_phase_at_once(visit: Visit) -> None:
    page = visit("/folio")
    start_tutorial(page)
    leave_lesson(page)
    set_up(page)
    for order in ("move 1/7 0404", "move 5 0504", "move 2/7 0402"):
        type_order(page, order)
    page.locator(".command input").press("Escape")
    page.wait_for_function("() => document.querySelectorAll('.counters .moved').length === 3")
    page.get_by_role("button", name="Back to the start of the phase").click()
    page.wait_for_function("() => document.querySelectorAll('.counters .moved').length === 0")
    assert "Movement Phase" in now(page)


def test_help_can_be_turned_off_and_the_rules_still_hold(visit: Visit) -> None:
    page = visit("/folio")
    start_tutorial(page)
    leave_lesson(page)
    set_up(page)
    page.get_by_role("tab", name="Scenario").click()
    page.get_by_role("group", name="Help").get_by_role("button", name="None").click()
    page.get_by_role("tab", name="Orders").click()
    assert page.locator(".hint").count() == 0
    hex(page, "0205").click()
    page.locator(".counter.selected").wait_for()
    assert page.locator(".lit g").count() == 0
    hex(page, "1205").click()
    page.locator(".toast .cite").wait_for()
    hex(page, "0504").click()
    page.locator('[data-unit="5"] .moved').wait_for()
    page.get_by_role("button", name="End phase").click()
    page.wait_for_function("() => document.querySelector('.now-line').innerText.includes('Combat')")
    hex(page, "0604").click()
    page.wait_for_selector("[data-test=differential]")
    assert page.locator(".builder .odd").count() == 0
    page.reload()  # it is remembered
    page.wait_for_selector(".counter")
    hex(page, "0604").click()
    page.wait_for_selector("[data-test=differential]")
    assert page.locator(".builder .odd").count() == 0


def test_the_board_is_also_a_list_and_undo_can_be_typed(visit: Visit) -> None:
    page = visit("/folio")
    start_tutorial(page)
    leave_lesson(page)
    set_up(page)
    page.locator(".roll-call summary").click()
    assert page.locator(".roll-call li").count() == page.locator(".counter-place").count()
    page.locator(".roll-call button", has_text="5, Blue armour").click()
    page.locator('[data-unit="5"] .selected').wait_for()
    hex(page, "0504").click()
    page.locator('[data-unit="5"] .moved').wait_for()
    type_order(page, "undo")
    page.wait_for_selector('[data-unit="5"] .moved', state="detached")


def test_the_small_map_appears_when_the_large_one_is_not_whole(visit: Visit) -> None:
    page = visit("/folio")
    start_tutorial(page)
    assert page.locator(".minimap").count() == 0
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    page.locator(".minimap .sight").wait_for()
    before = page.locator(".board").get_attribute("style")
    box = page.locator(".minimap").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    page.wait_for_function(
        "s => document.querySelector('.board').getAttribute('style') !== s", arg=before
    )
    page.locator("body").press("0")
    page.wait_for_selector(".minimap", state="detached")


SHAPES = """() => {
  const both = (of) => ['side-a', 'side-b'].map((side) =>
    [...new Set([...document.querySelectorAll(of(side))].map((e) =>
      e.tagName + ' ' + (e.getAttribute('d') ?? '') + ' ' + (e.getAttribute('fill') ?? '')))]);
  const chip = (side) => getComputedStyle(document.querySelector('.side-chip.' + side), '::before')
    .backgroundImage;
  return {
    band: both((side) => `.counters .${side} .c-band`),
    zone: [['.zoc-a'], ['.zoc-b']].map(([s]) => [document.querySelector(s).getAttribute('fill')]),
    chip: [[chip('side-a')], [chip('side-b')]],
  };
}"""


def test_the_sides_are_told_by_shape_and_not_by_colour_alone(visit: Visit, keep: Keep) -> None:
    page = visit("/folio")
    start_tutorial(page)
    page.locator("body").press("z")
    page.wait_for_selector(".zoc-a")
    for name, (blue, red) in page.evaluate(SHAPES).items():
        assert blue and red, name
        assert not set(blue) & set(red), f"{name}: the same shape for both sides"
    for sight in ("deuteranopia", "protanopia", "achromatopsia"):
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        keep(page, f"folio-{sight}")


def test_the_table_is_accessible_in_the_dark(visit: Visit, accessible: Check, keep: Keep) -> None:
    page = visit("/folio", dark=True)
    start_tutorial(page)
    accessible(page)
    leave_lesson(page)
    set_up(page)
    for order in ("move 5 0504", "end"):
        type_order(page, order)
    page.locator(".command input").press("Escape")
    hex(page, "0604").click()
    page.wait_for_selector("[data-test=differential]")
    accessible(page)
    keep(page, "folio-dark")
    for tab in ("Odds", "Log", "Scenario"):
        page.get_by_role("tab", name=tab).click()
        accessible(page)
