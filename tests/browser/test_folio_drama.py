"""Two people at a Folio table: the die, the other's turn, who decides, taking back, ending."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .hands import now, type_order

Visit = Callable[..., Any]
Keep = Callable[[Any, str], None]


RED = ("place B 0703", "place C 0706")
BLUE = ("place 2/7 0303", "place 3/7 0206", "place 9 0103")


def two_people(visit: Visit, **blue_how: Any) -> tuple[Any, Any]:
    """Red invites, Blue comes; both have set up."""
    red = visit("/folio")
    red.get_by_role("button", name="A friend, by link").click()
    red.locator(".panel .choices .choice", has_text="Red").click()
    red.get_by_label("Your name").fill("Anna")
    red.get_by_role("button", name="Begin").click()
    red.get_by_role("heading", name="Invite").wait_for()
    blue = visit("/" + red.url.split("/", 3)[3], **blue_how)
    sit = "ここに座る" if blue_how.get("lang") == "ja" else "Sit here"
    blue.get_by_role("button", name=sit).click()
    for page in (red, blue):
        page.wait_for_selector(".counter")
    for page, orders in ((red, RED), (blue, BLUE)):
        page.locator(".tray-unit:not(:disabled)").first.wait_for()
        for order in orders:
            type_order(page, order)
        page.locator(".command input").press("Escape")
    blue.wait_for_function("() => !document.querySelector('.end-phase').disabled")
    return red, blue


def attack_kestrel(blue: Any) -> None:
    for order in ("move 5 0504", "end", "attack 0604 with 5"):
        type_order(blue, order)
    blue.locator(".command input").press("Escape")
    blue.locator(".duel").wait_for()


CHANGED = "before => document.querySelector('.now-line').innerText !== before"


def end_turn(page: Any) -> None:
    """End phase after phase until the other side decides."""
    for _ in range(4):
        before = now(page)
        page.locator(".end-phase:not(:disabled)").click()
        page.wait_for_function(CHANGED, arg=before)
        if " decides: " in now(page):
            return
    raise AssertionError(now(page))


def decide(page: Any, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_both_players_see_the_die_fall_and_what_it_does(visit: Visit, keep: Keep) -> None:
    red, blue = two_people(visit)
    # The lesson is for the lesson: nobody is taught in a game between friends.
    assert blue.locator(".lesson").count() == 0 and red.locator(".lesson").count() == 0
    assert blue.locator(".hint").count() == 0
    attack_kestrel(blue)
    # Who decides stands in the head, on both sides; the defender is told what he is asked and why.
    assert "Blue" in red.locator(".who .decides").inner_text()
    blue.locator(".choices-grid .button.marker").first.click()
    red.locator(".duel li.now[data-slot=D1]").wait_for()
    assert "A (Red) in 0604 is attacked" in now(red)
    assert "Red (Anna) decides: support fire" in now(blue)
    assert red.locator(".arrow.attack").count() == 1
    assert "Red" in blue.locator(".who .decides").inner_text()
    red.locator(".choices-grid .button.marker").first.click()
    blue.locator(".duel li.now[data-slot=A2]").wait_for()
    decide(blue, "Decline")
    red.locator(".duel li.now[data-slot=D2]").wait_for()
    decide(red, "Decline")
    blue.locator(".roll").click()
    for page in (blue, red):
        page.locator(".fought").wait_for()
        card = page.locator(".fought")
        assert card.locator(".fallen-die").count() == 1
        assert card.locator("[data-test=fought-differential]").inner_text() == "+2"
        # Both sides' support is on it: +1 each.
        assert card.locator(".chit").all_inner_texts() == ["+1", "+1"]
        assert "town" in card.inner_text()
    results = {page.locator("[data-test=fought-result]").inner_text() for page in (red, blue)}
    assert len(results) == 1
    keep(blue, "folio-fought")
    keep(red, "folio-fought-defender")


def test_the_others_turn_is_shown_move_by_move_and_summed_up(visit: Visit, keep: Keep) -> None:
    red, blue = two_people(visit, calm=False)
    end_turn(blue)
    # Blue looks away while Red moves; then everything is shown, one after another.
    table = blue.url
    blue.goto("about:blank")
    for order in ("move A 0605", "move B 0603"):
        type_order(red, order)
    end_turn(red)
    blue.goto(table)
    blue.locator(".following").wait_for()
    blue.wait_for_function(
        "() => document.querySelector('.now-line').innerText.includes('A moves from 0604')"
    )
    assert blue.locator(".trail .went").count() == 1
    blue.locator(".following").wait_for(state="detached")
    news = blue.locator(".news")
    news.wait_for()
    assert "Red: 2 moved" in news.inner_text()
    assert blue.locator(".trail .went").count() == 2
    keep(blue, "folio-news")
    # Steps back and forth.
    news.get_by_role("button", name="Step back").click()
    blue.locator(".replay").wait_for()
    for _ in range(4):
        if "B moves" in now(blue):
            break
        before = now(blue)
        blue.get_by_role("button", name="One action back").click()
        blue.wait_for_function(CHANGED, arg=before)
    assert "B moves" in now(blue)
    assert blue.locator(".trail .went").count() == 1
    blue.get_by_role("button", name="Back to now").click()
    # Until one acts.
    blue.locator(".trail .went").nth(1).wait_for(state="attached")
    type_order(blue, "move 5 0404")
    blue.wait_for_function("() => document.querySelectorAll('.trail .went').length === 0")
    blue.wait_for_selector(".news", state="detached")


def test_consent_to_undo_names_what_is_taken_back_and_the_log_keeps_it(visit: Visit) -> None:
    red, blue = two_people(visit)
    attack_kestrel(blue)
    blue.locator(".choices-grid .button.marker").first.click()
    red.locator(".duel li.now[data-slot=D1]").wait_for()
    blue.get_by_role("button", name="Take back").click()
    blue.get_by_role("dialog").get_by_text("Blue commits +1").wait_for()
    blue.get_by_role("dialog").get_by_role("button", name="Ask to go back").click()
    dialog = red.get_by_role("dialog")
    dialog.get_by_text("Blue asks to take back 1 action").wait_for()
    assert "Blue commits +1" in dialog.inner_text()
    dialog.get_by_role("button", name="Agree").click()
    blue.locator(".duel li.now[data-slot=A1]").wait_for()
    blue.get_by_role("tab", name="Log").click()
    blue.locator(".taken-back summary").click()
    blue.locator(".taken-back li", has_text="Blue commits +1").wait_for()


def test_a_draw_is_offered_and_accepted(visit: Visit) -> None:
    red, blue = two_people(visit)
    blue.get_by_role("tab", name="Scenario").click()
    blue.get_by_role("button", name="Offer a draw").click()
    red.get_by_text("Blue offers a draw.").wait_for()
    red.get_by_role("button", name="Refuse").click()
    blue.get_by_text("You have offered a draw.").wait_for(state="detached")
    blue.get_by_role("button", name="Offer a draw").click()
    red.get_by_role("button", name="Accept").click()
    for page in (red, blue):
        page.get_by_role("dialog").get_by_text("Draw by agreement").wait_for()


def test_one_resigns_and_says_so_twice(visit: Visit) -> None:
    red, blue = two_people(visit, lang="ja")
    blue.get_by_role("tab", name="シナリオ").click()
    blue.get_by_role("button", name="投了する").click()
    blue.get_by_role("dialog").get_by_role("button", name="投了する").click()
    red.get_by_role("dialog").get_by_text("Blue resigned").wait_for()
    blue.get_by_role("dialog").get_by_text("青軍").first.wait_for()


def test_who_leaves_frees_the_seat_and_the_game_can_be_claimed(visit: Visit) -> None:
    red, blue = two_people(visit)
    blue.get_by_role("tab", name="Scenario").click()
    blue.get_by_role("button", name="Leave the table").click()
    blue.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    blue.get_by_role("heading", name="Continue").wait_for()
    red.get_by_text("Blue has left the table.").wait_for()
    red.get_by_role("button", name="Claim the game").click()
    red.get_by_role("dialog").get_by_text("Red claimed the game").wait_for()


def test_chat_that_nobody_read_is_marked_and_continue_says_how_it_stands(visit: Visit) -> None:
    red, blue = two_people(visit)
    red.get_by_role("tab", name="Log").click()
    red.get_by_label("Say something").fill("hello")
    red.get_by_label("Say something").press("Enter")
    blue.locator(".unread", has_text="1").wait_for()
    blue.get_by_role("tab", name="Log").click()
    blue.wait_for_selector(".unread", state="detached")
    blue.goto(blue.url.split("/table")[0])
    row = blue.locator(".table-row").first
    row.get_by_text("against Anna").wait_for()
    assert "game turn 1 of 4" in row.inner_text() and "Your turn" in row.inner_text()


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_shows_the_die_and_the_whole_track(visit: Visit, keep: Keep, dark: bool) -> None:
    red, blue = two_people(visit, lang="ja", size=(390, 844), dark=dark)
    turns = blue.locator(".turns li")
    for n in range(turns.count()):
        box = turns.nth(n).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    attack_kestrel(blue)
    decide(blue, "見送る")
    red.locator(".duel li.now[data-slot=D1]").wait_for()
    decide(red, "Decline")
    red.locator(".duel li.now[data-slot=D2]").wait_for()
    decide(red, "Decline")
    blue.locator(".roll").click()
    blue.locator(".fought .fallen-die").wait_for()
    card, head = blue.locator(".fought").bounding_box(), blue.locator(".map-area").bounding_box()
    assert card["y"] >= head["y"] + head["height"] - 1, "the card lies over no hex"
    keep(blue, f"folio-phone-fought-{'dark' if dark else 'light'}")


def test_who_has_seen_enough_skips_the_rest_of_the_others_turn(visit: Visit) -> None:
    red, blue = two_people(visit, calm=False)
    end_turn(blue)
    table = blue.url
    blue.goto("about:blank")
    for order in ("move A 0605", "move B 0603"):
        type_order(red, order)
    end_turn(red)
    blue.goto(table)
    blue.locator(".following").get_by_role("button", name="Skip").click()
    blue.locator(".following").wait_for(state="detached")
    assert blue.locator(".trail .went").count() == 2
    assert "Red: 2 moved" in blue.locator(".news").inner_text()


LISTENING = """() => {
  window.tones = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...given) { super(...given); window.tones += 1; }
  };
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title, how) { window.notices.push([title, how.body]); }
  };
  Object.defineProperty(document, "hidden", { get: () => window.away === true });
}"""


def test_a_player_who_looks_elsewhere_is_called(visit: Visit) -> None:
    """A notice and the title while he is away; a sound only if he wished for it."""
    red, blue = two_people(visit)
    red.evaluate(LISTENING)
    red.evaluate("window.away = true")
    end_turn(blue)
    red.wait_for_function("() => window.notices.length === 1")
    title, body = red.evaluate("window.notices[0]")
    assert title and body == "Your turn"
    red.wait_for_function("() => document.title.startsWith('● ')")
    assert red.evaluate("window.tones") == 0, "no sound that nobody asked for"
    red.evaluate("window.away = false")
    red.get_by_role("button", name="Sound").click()
    red.wait_for_function("() => window.tones > 0")
