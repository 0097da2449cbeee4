"""The fire mission as a player uses it: from the radio to the shells, on his own map or ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexfire.asl.artillery.record import load

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


def unit(id: str, side: str, hex: str, kind: str, name: str) -> dict[str, Any]:
    return {"id": id, "side": side, "hex": hex, "kind": kind, "name": name, "level": 0}


SITUATION = {
    "board": "hedgerows",
    "ssr": [],
    "units": [
        unit("o", "german", "G6", "leader", "9-1"),
        unit("x", "russian", "I6", "squad", "4-4-7"),
        unit("y", "russian", "I7", "vehicle", "T-34 M41"),
        unit("z", "german", "J5", "squad", "4-6-7"),
    ],
    "markers": [],
    "wall_advantage": [],
    "deluxe": False,
    "phase": "PFPh",
    "phasing": "german",
}
DICE = {"two dice": "1 1", "ダイスを2": "1 1", "chit": "black", "チット": "black"}


def answer(page: Any, request: str, act: Callable[[], None]) -> None:
    """Do something, and wait for what the rules say."""
    with page.expect_response(f"**/api/tools/mission/{request}"):
        act()


def one_step(page: Any, aim: str, prefer: str = "") -> None:
    """Whatever the card asks: dice as low as can be, yes, the wished option or the first."""
    card = page.locator(".now-card")
    page.locator(".now-card[aria-busy=false]").wait_for()
    typed = card.locator("form.grow input")
    options = card.locator(":scope > .options .button")
    if typed.count():
        wanted = card.locator(".question").inner_text()
        typed.fill(next((faces for word, faces in DICE.items() if word in wanted), "1"))
        answer(page, "go", lambda: typed.press("Enter"))
    elif card.locator("input[type=number]").count():
        answer(page, "go", lambda: card.locator("input[type=number]").press("Enter"))
    elif card.locator(".question").count():
        answer(page, "go", lambda: card.locator(".button.primary").first.click())
    elif options.count():
        if card.locator(":scope > .field input").count():
            card.locator(":scope > .field input").fill(aim)
        texts = options.all_inner_texts()
        at = next((i for i, text in enumerate(texts) if text == prefer), 0)
        answer(page, "go", options.nth(at).click)
    else:
        answer(page, "phase", lambda: card.locator(".button.primary").first.click())
    page.locator(".now-card[aria-busy=false]").wait_for()


def until(page: Any, there: str, aim: str, prefer: str = "") -> None:
    for _ in range(40):
        if page.locator(there).count():
            return
        one_step(page, aim, prefer)
    raise AssertionError(f"{there} never came")


def begin_with_units(page: Any) -> None:
    """The situation that the Sight page keeps is the mission's map."""
    kept = {"board": "hedgerows", "own": "", "situation": SITUATION, "events": []}
    page.locator(".mission-setup").wait_for()
    page.evaluate("kept => localStorage.setItem('hexfire.sight', kept)", json.dumps(kept))
    page.reload()
    page.locator(".mission-setup select").nth(2).select_option("@sight")
    answer(page, "new", page.locator(".mission-setup .button.primary").click)


def test_a_fire_mission_goes_from_radio_to_the_spotting_round(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/mission")
    answer(page, "new", page.get_by_role("button", name="Begin").click)
    until(page, ".counter-chip", "H5")
    assert "SR" in page.locator(".counter-chip").inner_text()
    accessible(page)
    keep(page, "mission")
    page.reload()  # the page keeps the mission
    page.locator(".counter-chip").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.locator(".counter-chip").wait_for(state="detached")


def test_shells_fall_on_units_of_the_board_and_the_record_is_the_command_lines(
    visit: Visit, accessible: Check, keep: Keep, tmp_path: Path
) -> None:
    page = visit("/mission")
    begin_with_units(page)
    page.locator(".board-says", has_text="The board answers").wait_for()
    until(page, ".shells", "I6", prefer="Convert to FFE:1 in place")
    # Nobody was asked what the Observer sees; three hexes of the Blast Area hold units.
    page.locator(".struck").nth(2).wait_for()
    assert page.locator(".struck-hex").all_inner_texts() == ["I6", "J5", "I7"]
    assert "C1.54" in page.locator(".struck").nth(1).inner_text()  # the own squad suffers more
    page.locator(".blast").first.wait_for(state="attached")
    keep(page, "mission-ffe")
    accessible(page)
    # The shells of FFE:1 fall now, and the card says so until they have.
    assert page.locator(".shells .counter-chip").inner_text() == "FFE:1 I6"
    assert "The shells of A fall in this phase" in page.locator(".now-card").inner_text()
    # Typed dice: a 12 does nothing to the first hex; what is missing is asked for.
    page.locator(".shells form input").fill("6 6")
    page.locator(".shells form .button").click()
    page.locator(".shells .notice", has_text="C1.5").wait_for()
    page.locator(".shells form input").fill("6 6 " * 6)
    page.locator(".shells form .button").click()
    page.locator("[data-test=fate]").nth(2).wait_for()
    assert page.locator("[data-test=fate]").all_inner_texts() == ["unharmed"] * 3
    assert page.locator(".shells form").count() == 0  # once in its phase (C1.5)
    assert page.locator(".mission-log li", has_text="4-4-7: unharmed").count() == 1
    page.reload()  # the results stay
    page.locator("[data-test=fate]").nth(2).wait_for()
    assert page.locator(".shells .counter-chip").inner_text() == "FFE:2 I6"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the mission").click()
    file = tmp_path / "oba.json"
    saved.value.save_as(file)
    record = load(file)  # what `hexfire oba` reads
    assert record.table.states[0].marker is not None
    other = visit("/mission")
    other.get_by_label("Open a mission").set_input_files(str(file))
    other.locator(".counter-chip", has_text="I6").first.wait_for()


def test_two_batteries_in_japanese_and_nonsense_is_answered_in_words(
    visit: Visit, accessible: Check, keep: Keep, tmp_path: Path
) -> None:
    page = visit("/mission", lang="ja", size=(360, 740), dark=True)
    page.get_by_role("button", name="砲兵中隊を加える").click()
    page.get_by_label("口径").nth(1).fill("9")
    page.locator(".mission-setup .button.primary").click()
    page.locator(".toast", has_text="9").wait_for()
    page.get_by_label("口径").nth(1).fill("120")
    answer(page, "new", page.locator(".mission-setup .button.primary").click)
    page.locator(".battery").nth(1).wait_for()
    until(page, ".now-card > .field input", "H5")
    page.locator(".now-card > .field input").fill("ZZ99")
    page.locator(".now-card > .options .button").first.click()
    page.locator(".toast", has_text="ZZ99").wait_for()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{", "utf-8")
    page.get_by_label("任務を開く").set_input_files(str(wrong))
    page.locator(".toast", has_text="JSON").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "mission-phone")
    accessible(page)


ROOM = """() => [...document.querySelectorAll('.draft .field')].flatMap((field) => {
  const input = field.querySelector('.input');
  const apart = input.cloneNode(true);
  apart.style = 'position:absolute;width:max-content';
  apart.value = input.value;
  document.body.append(apart);
  const wanted = input.type === 'month' ? apart.getBoundingClientRect().width : 0;
  apart.remove();
  const [has, may] = [input, field].map((one) => one.getBoundingClientRect());
  return has.right > may.right + 0.5 || has.width < wanted ? [field.innerText] : [];
})"""


def test_every_field_of_a_battery_stays_in_its_place_and_shows_its_month_whole(
    visit: Visit, keep: Keep
) -> None:
    for lang, size in (("ja", (1440, 900)), ("en", (1440, 900)), ("ja", (360, 740))):
        page = visit("/mission", lang=lang, size=size)
        page.locator(".mission-setup form > .row .button:not(.primary)").click()
        for month in page.locator(".draft input[type=month]").all():
            month.fill("1943-09")
        keep(page, f"mission-form-{lang}-{size[0]}")
        assert page.evaluate(ROOM) == []
