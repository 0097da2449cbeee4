"""A battle in two browsers: a hidden Gun, a tank that drives into its sight, the shot, the dice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .battle_hands import decide
from .hands import hex, now, type_order

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


class Traffic:
    """Everything that comes to one browser over the live connection."""

    def __init__(self, page: Any) -> None:
        self.heard: list[bytes] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._keep))

    def _keep(self, data: Any) -> None:
        self.heard.append(data if isinstance(data, bytes) else str(data).encode())

    def names(self, *words: bytes) -> list[bytes]:
        return [word for word in words if any(word in message for message in self.heard)]


HIDDEN = (b"AT75L", b'"G1"', b'"G1c"', b"PaK 40")


def says(page: Any, words: str) -> None:
    """Wait until the line over the board says so."""
    page.locator(".now-line", has_text=words).wait_for()


def end(page: Any) -> None:
    page.locator(".end-phase:not(:disabled)").click()


def sit_down(visit: Visit, battle: str = "The village street") -> tuple[Any, Any, Traffic]:
    """The German begins a table and invites; the other side comes by the link."""
    german = visit("/battle")
    german.locator(".cards .card", has_text=battle).click()
    german.get_by_role("button", name="A friend, by link").click()
    german.locator("main .button.primary").last.click()
    link = german.locator(".link-line input").input_value()
    russian = visit("/")
    traffic = Traffic(russian)
    russian.goto(link)
    russian.locator(".lobby .lead").wait_for()
    chips = russian.locator(".seat-line .side-chip")  # in the order and colours of the board
    assert chips.first.inner_text() == "German" and "side-a" in chips.first.get_attribute("class")
    russian.get_by_role("button", name="Sit here").click()
    for page in (german, russian):
        page.locator(".battle-screen").wait_for()
    return german, russian, traffic


def set_up_hidden(german: Any) -> None:
    says(german, "Set-up: click a lit hex")
    hex(german, "H5").click()
    german.locator(".spines label", has_text=re.compile("^I5/I6$")).click()
    german.get_by_role("button", name="Set up in H5").click()
    says(german, "all counters stand")
    end(german)


def into_movement(german: Any, russian: Any) -> None:
    says(russian, "Set-up")
    end(russian)
    for page in (german, russian):
        says(page, "Rally Phase")
        end(page)
    says(russian, "Prep Fire Phase")


def test_two_browsers_play_with_a_hidden_gun(visit: Visit, accessible: Check, keep: Keep) -> None:
    german, russian, traffic = sit_down(visit)
    accessible(german)
    set_up_hidden(german)
    assert german.locator('[data-piece="G1"].hidden').count()
    into_movement(german, russian)

    # A weapon is chosen: who cannot be fired at says why, with the rule.
    hex(russian, "N5").click()
    russian.locator(".why-not .cite", has_text="C3.4").first.wait_for()
    assert russian.locator(".no-target").count() == 2
    keep(russian, "battle-no-target")
    accessible(russian)
    end(russian)

    # Movement by click; the other side is asked after every expenditure.
    says(russian, "Movement Phase")
    hex(russian, "M6").click()
    russian.locator(".chosen-piece .button", has_text="Start").click()
    says(german, "fire at it, or let it pass")
    german.get_by_role("button", name="Pass", exact=True).click()
    russian.locator(".step-cost", has_text="1").first.wait_for()
    keep(russian, "battle-move")
    assert "15 MP left" in russian.locator(".steps-left").inner_text()
    hex(russian, "L6").click()

    # Two clicks to a shot: the lit target, Fire.
    german.locator(".odds-kill").wait_for()
    keep(german, "battle-reaction")
    assert traffic.names(*HIDDEN) == [], "the hidden Gun is in the other side's traffic"
    assert traffic.names(b"ru-T34M43"), "nothing was heard at all"
    hex(german, "L6").click()
    german.locator("[data-test=shot]").wait_for()
    kill = german.locator("[data-test=kill]").inner_text()
    assert 0 < int(re.sub(r"\D", "", kill)) < 100
    assert german.locator(".way", has_text="APCR").count() == 1
    accessible(german)
    keep(german, "battle-shot")
    german.locator(".fire-button").click()

    # The dice lie there for both, and the Gun has shown itself.
    for page in (german, russian):
        page.locator("[data-test=attack] .fallen-die").nth(1).wait_for()
        assert page.locator("[data-test=verdict]").inner_text() in {
            "Kill",
            "Harm",
            "Hit, no effect",
            "Miss",
        }
    russian.locator('[data-piece="G1"]').wait_for()
    assert traffic.names(*HIDDEN), "who fires is seen"
    keep(russian, "battle-fired")
    accessible(russian)


def test_two_browsers_play_a_whole_battle(visit: Visit, keep: Keep) -> None:
    """By clicks alone, to its end; until the hidden Gun fires, nothing names it to the other."""
    german, russian, traffic = sit_down(visit)
    set_up_hidden(german)
    done: list[str] = []
    idle = 0
    while done[-2:] != ["over", "over"]:
        assert len(done) < 2_000 and idle < 2_000, "the battle does not end"
        if "fires" not in done:
            assert traffic.names(*HIDDEN) == []
        both = decide(german, "german"), decide(russian, "russian")
        if set(both) <= {"waits", "asks"}:
            idle += 1
        else:
            done += both
            idle = 0
    assert {"fires", "passes", "steps", "ends"} <= set(done)
    results = [page.locator("dialog[open]").inner_text() for page in (german, russian)]
    assert results[0] == results[1] and "win" in results[0]
    keep(german, "battle-over")


IN_THE_FIELDS = (
    "place G1 at I6 facing J5/J6 veil hidden",
    "place M1 at E8 facing 0",
    "place S1 at I5 veil concealed",
    "place S2 at H6",
    "place S3 at I8",
    "place H1 at H7",
    "place L1 at I5 veil concealed",
    "place D1 at H3",
    "place D2 at G4",
    "end",
)
IN_THE_EAST = (
    "place T1 at N6 facing M6/M7",
    "place T2 at P5 facing 3",
    *(f"place {unit} at N5" for unit in ("A1", "A3", "B1")),
    *(f"place {unit} at N7" for unit in ("A2", "A4")),
    *(f"place {unit} at O5" for unit in ("A5", "B2")),
    "end",
)


def test_the_hedgerows_are_entered_in_two_browsers(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    """A tank drives up the road; the hidden Gun aims at its tracks, as «Declare more» lets it."""
    german, american, traffic = sit_down(visit, "hedgerows")
    for page, orders in ((german, IN_THE_FIELDS), (american, IN_THE_EAST)):
        says(page, "Set-up")
        for order in orders:
            type_order(page, order)
        page.get_by_role("button", name="Close").click()
    for page in (german, american):
        says(page, "Rally Phase")
        end(page)

    # C1.2: the battery comes first, the guns of the table after it.
    says(american, "decide for your battery")
    american.get_by_role("button", name="Do not roll").click()
    says(american, "Prep Fire Phase")
    end(american)
    says(american, "Movement Phase")
    hex(american, "N6").click()
    american.locator(".chosen-piece .button", has_text="Start").click()
    for step in ("M6", "L5"):
        says(german, "fire at it, or let it pass")
        german.get_by_role("button", name="Pass", exact=True).click()
        american.locator(".step-cost").first.wait_for()
        hex(american, step).click()

    says(german, "M4A1 (T1) moves (L5)")
    german.locator(".aims .aim", has_text="PaK 40").click()
    german.locator("[data-test=shot]").wait_for()
    german.locator(".declare summary").click()
    german.locator(".declare .way", has_text="Deliberate Immobilization").click()
    german.locator('.declare .way[aria-pressed="true"]').wait_for()
    german.locator("[data-test=shot] .cite", has_text="C5.7").first.wait_for()
    accessible(german)
    keep(german, "battle-declared")
    assert traffic.names(*HIDDEN) == [], "the hidden Gun is in the other side's traffic"
    assert traffic.names(b"am-M4A1"), "nothing was heard at all"
    german.locator(".fire-button").click()
    for page in (german, american):
        page.locator("[data-test=attack] .fallen-die").nth(1).wait_for()
        page.locator('[data-piece="G1"]:not(.hidden)').first.wait_for()
    keep(american, "battle-hedgerows")


def one_screen(visit: Visit, **how: Any) -> Any:
    page = visit("/battle", **how)
    page.locator("main .button.primary").last.click()
    page.locator(".battle-screen").wait_for()
    return page


def test_a_shot_opens_in_the_gunnery_range_with_its_answer(visit: Visit) -> None:
    page = one_screen(visit)
    for order in ("place G1 at H5 facing I5/I6", *["end"] * 5, "start T1", "pass", "go T1 to L6"):
        type_order(page, order)
    page.keyboard.press("Escape")
    page.locator(".aim").first.click()
    page.locator("[data-test=shot]").wait_for()
    hit = re.search(r"hit ([\d.]+%)", page.locator(".shot-number").inner_text())
    link = page.get_by_role("link", name="Open in the gunnery range").get_attribute("href")
    page.goto(page.url.split("/table")[0] + link)
    page.locator("[data-test=needed]").wait_for()
    assert hit is not None and hit[1] in page.locator(".lead-number").inner_text()


def test_who_clicks_before_he_is_told_what_to_set_up_still_is_told(visit: Visit) -> None:
    page = visit("/battle")
    held: list[Callable[[], None]] = []

    def late(near: Any) -> None:
        far = near.connect_to_server()

        def ask(message: str | bytes) -> None:
            if "set_up" in json.loads(message).get("ask", {}):
                held.append(lambda: far.send(message))
            else:
                far.send(message)

        near.on_message(ask)

    page.route_web_socket("**/live", late)
    page.locator("main .button.primary").last.click()
    says(page, "Working it out")  # not yet: all counters stand
    hex(page, "H6").click()
    hex(page, "E2").click()
    assert held
    for let_go in held:
        let_go()
    says(page, "click a lit hex")
    hex(page, "H6").click()
    page.get_by_role("button", name="Set up in H6").wait_for()


def test_the_keyboard_plays_and_takes_back(visit: Visit) -> None:
    page = one_screen(visit)
    says(page, "click a lit hex")
    hex(page, "H5").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Set up in H6").wait_for()
    hex(page, "H6").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Set up in H5").click()
    says(page, "all counters stand")
    page.keyboard.press("u")
    says(page, "click a lit hex")
    page.keyboard.press("?")
    page.locator("dialog .keys").wait_for()


def test_the_thread_follows_the_pointer(visit: Visit) -> None:
    page = one_screen(visit)
    hex(page, "M6").click()
    page.keyboard.down("l")
    hex(page, "E7").hover()
    page.locator(".los.blocked circle").wait_for()
    assert "LOS blocked in J6" in page.locator(".hover-line").inner_text()
    page.keyboard.up("l")
    page.wait_for_selector(".los", state="detached")


LARGEST = "all => Math.max(...all.map((one) => Number(one.firstChild.textContent)))"


def test_threat_is_shown_a_way_drawn_its_danger_told_and_gone(visit: Visit) -> None:
    page = one_screen(visit)
    for order in ("place G1 at H5 facing I5/I6", *["end"] * 5):
        type_order(page, order)
    page.keyboard.press("Escape")
    hex(page, "M6").click()
    page.keyboard.press("t")
    page.locator("[data-test=threat]", has_text="Threat to T-34 M43 (T1)").wait_for()
    assert 0 < page.locator(".threat text").evaluate_all(LARGEST) < 100
    page.keyboard.press("t")
    page.locator("[data-test=threat]").wait_for(state="detached")
    page.get_by_role("button", name="Draw a way").click()
    hex(page, "L6").click()
    page.locator("[data-test=way] li").nth(1).wait_for()
    alive = int(re.sub(r"\D", "", page.locator("[data-test=way] .huge").inner_text()))
    assert 0 < alive < 100
    page.get_by_role("button", name="Go this way").click()
    for place in ("M6", "L6"):
        says(page, f"T-34 M43 (T1) moves ({place})")
        page.get_by_role("button", name="Pass", exact=True).click()
    says(page, "moves: click a lit hex")
    assert page.locator('[data-hex="L6"]').get_attribute("aria-label").count("T1") == 1


def test_what_has_no_rule_here_is_done_by_hand(visit: Visit) -> None:
    page = one_screen(visit)
    for order in ("place G1 at H5 facing I5/I6", "end", "end"):
        type_order(page, order)
    page.get_by_role("button", name="Close").click()
    hex(page, "I5").click()
    page.get_by_text("By hand", exact=True).click()
    page.get_by_label("Broken").select_option("yes")
    page.locator('.pieces [data-piece="S1"].broken').wait_for()
    page.get_by_role("tab", name="Log").click()
    page.locator(".log-line", has_text="by hand").wait_for()


def test_on_a_phone_in_japanese(visit: Visit, accessible: Check, keep: Keep) -> None:
    page = one_screen(visit, lang="ja", size=(390, 844), dark=True)
    page.locator(".area-hexes").wait_for()
    accessible(page)
    keep(page, "battle-phone-ja")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    assert "初期配置" in now(page)
