"""The lesson on the battle table: followed click by click to the first fire mission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfire.lang import words

from .hands import hex

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

PRESSED = {
    "roll": ".throw-dice",
    "stand": ".do-stand",
    "start": ".do-start",
    "pass": ".do-pass",
    "fire": ".fire-button",
    "together": '.together .way[aria-pressed="false"]',
    "end": ".end-phase",
}
"""What the ring around a button means; what a battery decides has its own class."""

TAUGHT = """
    welcome tank start wait step aim fire duel roll_to_hit rate step_on roll_to_kill roll_crew
    wreck squad squad_go aim_men group fire_men roll_ift roll_morale pass broken end_move
    radio roll_contact roll_chit ar ar_hex roll_accuracy roll_error sr_error end_fire quiet
    radio_again roll_maintain convert he ffe ffe_hex roll_shells effect done
"""
SHOWN = {"fire", "sr_error", "effect"}


def start(page: Any) -> None:
    page.locator(".new-here .button.primary").click()
    page.wait_for_selector(".lesson")


SIGN = """() => ['.lesson', '.now-line', '.panel-body', '.phases']
  .map((what) => document.querySelector(what)?.innerText).join()"""
BUSY = ".now-line .working, .spinner, .read-on:disabled, .throw-dice:disabled"


def settled(page: Any) -> str:
    """The step, once nothing is under way."""
    for _ in range(1_000):
        if page.locator(BUSY).count() == 0:
            break
        page.wait_for_timeout(20)
    return str(page.locator(".lesson").get_attribute("data-step"))


def follow(page: Any) -> None:
    """Do what the lesson says: read on, click a ringed hex, press the ringed button."""
    before = page.evaluate(SIGN)
    rings = page.locator("[data-ring]")
    if page.locator(".lesson .read-on").count():
        page.locator(".lesson .read-on").click()
    elif rings.count():
        hex(page, str(rings.first.get_attribute("data-ring"))).click()
    else:
        press = str(page.locator("main").get_attribute("data-press"))
        page.locator(PRESSED.get(press, f".{press}")).first.click()
    page.wait_for_function(f"before => ({SIGN})() !== before", arg=before)


def test_a_newcomer_is_led_from_the_first_shot_to_the_first_fire_mission(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    """On a phone, in Japanese: what is pointed at must be in reach there too."""
    page = visit("/battle", lang="ja", size=(390, 844))
    start(page)
    seen: list[str] = []
    while "done" not in seen:
        step = settled(page)
        assert len(seen) < 100, seen
        seen.append(step)
        if step in ("roll_to_hit", "roll_to_kill", "roll_ift"):
            assert page.locator(".fire-button").count() == 0, "what is being rolled is fired"
        if seen.count(step) == 1:
            assert "web.battle" not in page.locator(".lesson").inner_text(), "an untold key"
            if step in SHOWN:
                keep(page, f"battle-lesson-{step}")
                accessible(page)
        follow(page)
    page.wait_for_selector(".lesson", state="detached")
    assert [step for step in TAUGHT.split() if step not in seen] == []
    # What was told has happened: the tank is a wreck, a squad is gone, two are broken.
    assert page.locator('.pieces [data-piece="T1"].wrecked').count() == 1
    assert page.locator(".pieces .counter-place.broken, .pieces .asl-counter.broken").count() == 2


def test_every_step_is_told_with_its_reason_in_both_languages() -> None:
    for lang in ("en", "ja"):
        texts = words(lang).texts
        untold = [
            step
            for step in (*TAUGHT.split(), "stop", "sr", "oba_any", "roll_any")
            if not texts[f"web.battle.lesson.{step}"] or not texts[f"web.battle.lesson.{step}.why"]
        ]
        assert untold == []
