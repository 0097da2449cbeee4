"""The lesson of the first scenario: followed click by click, left, begun again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hexfire.lang import words

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

PRESSED = {
    "tray": ".tray-unit:not(:disabled)",
    "zones": ".zones",
    "end": ".end-phase",
    "commit": ".builder .commit",
    "slot": ".choices-grid .button",
    "roll": ".roll",
    "choice": ".unit-choices .button",
}
"""What the ring around a button means."""

TAUGHT = [
    "welcome",
    "setup",
    "place",
    "armour",
    "road",
    "zones",
    "zones_seen",
    "infantry",
    "beside",
    "end_movement",
    "target",
    "build",
    "slot_a1",
    "slot_d1",
    "roll",
    "end_combat",
    "scout",
    "scout_go",
    "end_mobile",
    "end_turn",
    "done",
]
"""What every newcomer is shown, whatever the die says."""


def start(page: Any) -> None:
    page.locator(".page section .button.primary").first.click()
    page.wait_for_selector(".lesson")


def state(page: Any) -> tuple[str, str]:
    """The step, and a sign of the position and the plan that changes with every click."""
    step = page.locator(".lesson").get_attribute("data-step")
    sign = page.evaluate(
        "() => [document.querySelector('.now-line')?.innerText,"
        " document.querySelectorAll('.counter-place').length,"
        " document.querySelectorAll('.lit g').length,"
        " document.querySelectorAll('.counter.selected, .counter.attacking').length,"
        " document.querySelector('.duel li.now')?.innerText,"
        " [...document.querySelectorAll('.counter-place')].map((c) => c.style.transform)].join()"
    )
    return str(step), str(sign)


def in_sight(page: Any) -> str:
    """A ringed hex that can be seen: there must be one, on a phone too."""
    area = page.locator(".map").bounding_box()
    for ring in page.locator("[data-ring]").all():
        box = ring.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        inside = area["x"] < x < area["x"] + area["width"]
        if inside and area["y"] < y < area["y"] + area["height"]:
            return str(ring.get_attribute("data-ring"))
    raise AssertionError("no ringed hex is in sight")


def follow(page: Any) -> None:
    """Do what the lesson says: read on, click the ringed hex, press the ringed button."""
    before = state(page)
    rings = page.locator("[data-ring]")
    if page.locator(".lesson .read-on").count():
        page.locator(".lesson .read-on").click()
    elif rings.count():
        page.locator(f'[data-hex="{in_sight(page)}"]').click()
    else:
        press = page.locator("main").get_attribute("data-press")
        page.locator(PRESSED[press]).first.click()
    for _ in range(1_000):
        if page.locator(".lesson").count() == 0 or state(page) != before:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"nothing came of the step {before}")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_newcomer_is_led_through_the_first_player_turn(
    visit: Visit, accessible: Check, keep: Keep, lang: str
) -> None:
    page = visit("/folio", lang=lang)
    start(page)
    seen: list[str] = []
    for _ in range(60):
        if page.locator(".lesson").count() == 0:
            break
        step = state(page)[0]
        if step not in seen:
            seen.append(step)
            said = page.locator(".lesson").inner_text()
            assert "web.lesson" not in said, "an untold key"
            if step in ("welcome", "road", "build"):
                keep(page, f"lesson-{step}-{lang}")
                accessible(page)
        follow(page)
    assert [step for step in TAUGHT if step not in seen] == []
    # The turn has really been played, and from here the hints go on.
    page.locator(".phases .side-chip.side-b").wait_for()
    page.locator(".hint").wait_for()


def test_every_step_is_told_with_its_reason_in_both_languages() -> None:
    english = words("en").texts
    steps = {
        key.split(".")[2]
        for key in english
        if key.startswith("web.lesson.") and key.endswith(".why")
    }
    assert set(TAUGHT) <= steps
    for lang in ("en", "ja"):
        texts = words(lang).texts
        for step in steps:
            assert texts[f"web.lesson.{step}"] and texts[f"web.lesson.{step}.why"]


def test_the_lesson_can_be_left_and_begun_again(visit: Visit) -> None:
    page = visit("/folio")
    start(page)
    page.get_by_role("button", name="Leave the lesson").click()
    page.wait_for_selector(".lesson", state="detached")
    page.locator(".hint").wait_for()
    page.reload()
    page.wait_for_selector(".counter")
    assert page.locator(".lesson").count() == 0, "who has left is not asked again"
    page.get_by_role("tab", name="Scenario").click()
    page.get_by_role("button", name="Begin the lesson again").click()
    page.locator('.lesson[data-step="welcome"]').wait_for()


def test_going_ones_own_way_does_not_lead_the_lesson_astray(visit: Visit) -> None:
    page = visit("/folio")
    start(page)
    while state(page)[0] != "armour":
        follow(page)
    # Another unit first, and back again: the lesson still asks for the armour.
    page.locator('[data-hex="0304"]').click()
    page.locator(".lit g").first.wait_for()
    page.locator('[data-hex="0404"]').click()
    page.locator('[data-unit="1/7"] .moved').wait_for()
    assert state(page)[0] == "armour"
    page.get_by_role("button", name="Take back").click()
    page.wait_for_selector('[data-unit="1/7"] .moved', state="detached")
    follow(page)
    page.locator('[data-ring="0504"]').wait_for()


def test_the_lesson_fits_a_phone(visit: Visit, accessible: Check, keep: Keep) -> None:
    page = visit("/folio", lang="ja", size=(360, 740))
    start(page)
    while state(page)[0] != "road":
        follow(page)
    keep(page, "lesson-phone")
    ring = page.locator("[data-ring]").first.bounding_box()
    card = page.locator(".lesson").bounding_box()
    panel = page.locator(".side-panel").bounding_box()
    assert card["y"] + card["height"] <= ring["y"], "the card must not hide what it points at"
    assert ring["y"] + ring["height"] <= panel["y"]
    accessible(page)
