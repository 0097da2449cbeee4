"""Buy a force in a real browser: the steps, the desk, the sealed Roster, both at the end."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from vasl_archive import write_archive

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


class Buyer:
    """Somebody who buys, by clicking."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def begin(self, *, friend: bool = False, boards: str = "") -> None:
        page = self.page
        page.locator("input[type=month]").fill("1944-09")
        for side in (0, 1):
            page.locator("input[type=number]").nth(side).fill("1000")
        page.locator("input[pattern]").fill(boards)
        if friend:
            page.locator(".choices .choice").nth(1).click()
        page.locator("button[type=submit]").click()

    def agree(self) -> None:
        self.page.locator(".offer .button.primary").click()
        self.page.locator(".offer .button.primary").wait_for(state="detached")

    def sit(self, at: int) -> None:
        self.page.locator("main header .choice").nth(at).click()

    def type(self, text: str) -> None:
        box = self.page.locator(".typed input")
        box.fill(text)
        box.press("Enter")
        self.page.wait_for_function("() => document.querySelector('.typed input')?.value === ''")

    def step(self) -> int:
        """The number of the step that is lit."""
        return int(self.page.locator(".stepper .now .mark").inner_text())

    def close(self) -> None:
        before = self.step()
        self.page.locator(".desk > .button.primary").click()
        self.page.locator("dialog .button.primary").click()
        self.page.wait_for_function(
            "n => Number(document.querySelector('.stepper .now .mark')?.textContent) > n",
            arg=before,
        )
        self.page.locator("#buy-desk").wait_for()

    def has_left(self, points: int) -> None:
        """So many points are left; the sums follow the action's acknowledgement by a moment."""
        self.page.wait_for_function(
            "wanted => document.querySelector('.sums .points')?.textContent === wanted",
            arg=str(points),
        )


def fits(page: Any) -> bool:
    """Nothing hangs over the right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("lang", "size", "dark"),
    [("en", (1440, 900), False), ("ja", (360, 740), False), ("ja", (1440, 900), True)],
)
def test_a_step_is_bought_rolled_for_and_closed(
    visit: Visit, accessible: Check, keep: Keep, lang: str, size: tuple[int, int], dark: bool
) -> None:
    page = visit("/force", lang=lang, size=size, dark=dark)
    name = f"purchase-{lang}-{size[0]}"
    page.locator("form").wait_for()
    accessible(page)
    assert fits(page)
    buyer = Buyer(page)
    buyer.begin(boards="4 12")
    buyer.agree()
    buyer.sit(1)
    buyer.agree()
    buyer.sit(0)
    card = page.locator(
        ".offer", has=page.locator("code", has_text=re.compile("(squads|分隊) 4-6-8"))
    )
    card.locator(".chip").nth(1).click()  # Sappers
    card.locator("input").fill("4")
    card.locator(".price", has_text="88").wait_for()
    assert "H1.23" in card.locator(".tally").text_content()
    card.locator(".button").click()
    page.wait_for_function("() => document.querySelector('.sums .points').textContent === '912'")
    row = page.locator(".sheet-paper").first.locator("tbody tr", has_text="4-6-8").inner_text()
    assert row.split() == ["1", "4-6-8", "4", "22", "88", "S"]
    card.locator("input").fill("999")
    card.locator(".warn-text .cite").wait_for()  # the refusal with its rule
    accessible(page)
    keep(page, f"{name}-infantry")
    page.locator(".desk > .button.primary").click()
    page.locator("dialog[open]", has_text="912").wait_for()  # the warning before a step closes
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert buyer.step() == 2
    buyer.close()
    assert buyer.step() == 3
    assert page.locator(".stepper .past").count() == 2
    page.locator(".offer summary").first.click()
    page.locator(".odd .exact", has_text="1/6").first.wait_for()
    page.locator(".offer .button").first.click()
    page.locator(".last-roll .dice b").wait_for()
    assert 2 <= int(page.locator(".last-roll .dice b").inner_text()) <= 12
    assert page.locator(".foot-row .button").is_disabled()  # a die has fallen
    page.locator(".last-roll .cite").click()
    page.locator("dialog h2", has_text="H1.3").wait_for()
    page.keyboard.press("Escape")
    assert fits(page)
    accessible(page)
    keep(page, f"{name}-ordnance")


def test_no_step_is_closed_from_the_desk_of_the_last_one(visit: Visit) -> None:
    """Who is told late what the next step offers sees that he waits."""
    page = visit("/force")
    held: list[Callable[[], None]] = []
    late = False

    def line(near: Any) -> None:
        far = near.connect_to_server()

        def ask(message: str | bytes) -> None:
            if late and "desk" in json.loads(message).get("ask", {}):
                held.append(lambda: far.send(message))
            else:
                far.send(message)

        near.on_message(ask)

    page.route_web_socket("**/live", line)
    buyer = Buyer(page)
    buyer.begin()
    buyer.agree()
    buyer.sit(1)
    buyer.agree()
    page.locator(".offer", has_text="4-4-7").first.wait_for()
    late = True
    buyer.close()
    page.locator(".desk .waiting").wait_for()
    assert page.locator(".desk .offer, .desk > .button.primary").count() == 0
    late = False
    for let_go in held:
        let_go()
    page.locator(".desk .offer").first.wait_for()


def test_undo_before_a_die_and_the_cover_when_handing_over(visit: Visit) -> None:
    page = visit("/force")
    buyer = Buyer(page)
    buyer.begin()
    buyer.agree()
    buyer.sit(1)
    buyer.agree()
    buyer.type("squads 4-4-7 x3")
    buyer.has_left(979)
    page.locator(".foot-row .button").click()
    page.wait_for_function("() => document.querySelector('.sums .points').textContent === '1000'")
    buyer.type("squads 4-4-7 x3")
    buyer.sit(0)
    page.locator(".desk").wait_for()  # nothing bought yet: nothing to cover
    assert "4-4-7" not in page.locator("main").inner_text()
    buyer.sit(1)
    page.locator(".cover").wait_for()
    assert "4-4-7" not in page.locator("main").inner_text()
    page.locator(".cover .button").click()
    page.locator(".roster", has_text="4-4-7").wait_for()


def test_two_browsers_buy_in_secret(visit: Visit, keep: Keep) -> None:
    first = visit("/force")
    german = Buyer(first)
    german.begin(friend=True)
    first.locator("input[readonly]").wait_for()
    link = first.locator("input[readonly]").input_value()
    second = visit(link[link.index("/table") :], lang="ja")
    second.locator("label input").fill("Ken")
    second.locator(".seat-line .button.primary").click()
    soviet = Buyer(second)
    german.agree()
    soviet.agree()
    german.type("squads 4-6-8 x5")
    soviet.type("分隊 4-4-7 x7")
    german.type("squads 4-6-7 x2")  # both buy at the same time: neither has to wait
    for page, other in ((first, "4-4-7"), (second, "4-6-8")):
        assert page.locator(".sheet-paper.closed").count() == 1
        assert other not in page.locator(".sheet-paper").nth(1).inner_text()
        assert other not in page.locator(".purchase-log").inner_text()
    keep(second, "purchase-sealed")
    # A figure that no document holds is named by one and accepted by the other.
    german.type("figure squad/German/4-4-7/bpv = 9")
    second.locator(".figures .button.primary").click()
    first.locator(".offer code", has_text="squads 4-4-7").first.wait_for()


def test_a_whole_purchase_ends_with_both_rosters(
    visit: Visit, accessible: Check, keep: Keep, tmp_path: Path
) -> None:
    page = visit("/force", lang="ja")
    buyer = Buyer(page)
    buyer.begin()
    buyer.agree()
    buyer.sit(1)
    buyer.agree()
    for at, squads in ((1, "squads 4-4-7 x12"), (0, "squads 4-6-8 x10 sapper")):
        buyer.sit(at)
        page.locator(".desk h2", has_text="歩兵").wait_for()
        buyer.type(squads)
        for _ in range(6):
            buyer.close()
    buyer.type("announce")
    buyer.sit(1)
    page.locator(".cover .button").click()
    buyer.type("announce")
    _finish(buyer, figure="5")
    buyer.sit(0)
    page.locator(".cover .button").click()
    _finish(buyer, figure="")
    page.locator(".finished").wait_for()
    sheets = page.locator(".sheet-paper")
    assert sheets.count() == 2 and page.locator(".sheet-paper.closed").count() == 0
    boxes = [sheets.nth(at).bounding_box() for at in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]  # side by side
    page.get_by_role("button", name="購入を検証する").click()
    page.locator(".take-away .notice:not(.warn)").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="JSON").click()
    saved.value.save_as(tmp_path / "rosters.json")
    data = json.loads((tmp_path / "rosters.json").read_text("utf-8"))
    assert [roster["nation"] for roster in data["rosters"]] == ["German", "Soviet"]
    assert data["agreed"] == {"nation/Soviet/lg": "5"}
    with page.expect_download() as saved:
        page.get_by_role("button", name="HTML").click()
    saved.value.save_as(tmp_path / "rosters.html")
    html = (tmp_path / "rosters.html").read_text("utf-8")
    assert html.startswith("<!doctype html>") and "4-6-8" in html and "<script" not in html
    assert "nation/Soviet/lg = 5" in html
    with page.expect_download() as saved:
        page.locator(".take-away .button", has_text="OB").click()
    saved.value.save_as(tmp_path / "ob.toml")
    assert len(tomllib.loads((tmp_path / "ob.toml").read_text("utf-8"))["sides"]) == 2
    page.emulate_media(media="print")
    assert not page.locator(".take-away").is_visible() and sheets.first.is_visible()
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b(?!s)", paper)) == 1  # both on one sheet
    assert b"/MediaBox [0 0 841.9" in paper  # A4, landscape
    page.emulate_media(media="screen")
    accessible(page)
    keep(page, "purchase-end")
    # A board that lies on this computer: no board, a board too small, then one of the server's.
    page.get_by_role("button", name="対戦の卓へ").click()
    dialog = page.locator("dialog[open]")
    begin = dialog.get_by_role("button", name="配置する")
    wrong = tmp_path / "bdWrong"
    wrong.write_bytes(b"not a board")
    dialog.locator("input[type=file]").set_input_files(str(wrong))
    dialog.locator(".warn-text, .notice.warn", has_text="bdWrong").wait_for()
    little = write_archive(tmp_path / "bdTest")
    dialog.locator("input[type=file]").set_input_files(str(little))
    dialog.locator("select option:checked", has_text="Test").wait_for(state="attached")
    page.wait_for_function("() => !document.querySelector('dialog .warn-text')")
    dialog.locator("select").select_option("steppe")
    begin.click()
    page.locator(".battle-screen").wait_for()


def test_terms_of_ones_own_real_dice_and_paper(
    visit: Visit, accessible: Check, tmp_path: Path
) -> None:
    page = visit("/force", lang="ja", size=(360, 740))
    page.locator(".real-dice input").first.check()
    page.locator(".more-terms summary").click()
    page.locator(".more-terms select").select_option("North Africa")
    listing = tmp_path / "mine.csv"
    listing.write_text("kind,nation,name,field,value\nsquad,German,4-4-7,bpv,many\n", "utf-8")
    page.locator("input[type=file]").set_input_files(str(listing))
    page.locator(".listing .notice.warn").wait_for()  # the mistake in a sentence
    listing.write_text("kind,nation,name,field,value\nsquad,German,4-4-7,bpv,9\n", "utf-8")
    page.locator("input[type=file]").set_input_files(str(listing))
    page.locator(".listing", has_text="1件").wait_for()
    accessible(page)
    buyer = Buyer(page)
    buyer.begin()
    terms = page.locator(".desk")
    terms.get_by_text("北アフリカ").wait_for()
    terms.locator("summary", has_text="1件").click()
    assert "squad/German/4-4-7/bpv = 9" in terms.inner_text()
    buyer.agree()
    buyer.sit(1)
    buyer.agree()
    buyer.sit(0)
    buyer.close()
    # The German player throws his own dice; the Soviet one leaves them to the server.
    page.locator(".offer .button").first.click()
    form = page.locator("form.typed", has=page.get_by_placeholder("5 3"))  # not that for orders
    form.locator(".button").nth(1).click()  # not yet
    page.locator(".offer .button").first.click()
    form.locator("input").fill("5 7")  # no such face: the roll stays open
    form.locator("[type=submit]").click()
    form.locator("input").fill("5 3")
    form.locator("[type=submit]").click()
    page.locator(".last-roll .dice b", has_text="8").wait_for()
    assert fits(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="PDF", exact=True).click()
    saved.value.save_as(tmp_path / "roster.pdf")
    assert (tmp_path / "roster.pdf").read_bytes().startswith(b"%PDF")


def _finish(buyer: Buyer, figure: str) -> None:
    """From the bonus or the leaders to the reveal."""
    page = buyer.page
    page.locator(".stepper .past").nth(7).wait_for()  # the ELR is announced
    if buyer.step() == 9:
        buyer.close()
    if figure:
        page.locator(".figure-form input").fill(figure)
        page.locator(".figure-form .button").click()
    page.locator(".offer .button", has_text="選ぶ").last.click()
    page.locator(".counts li").first.wait_for()
    buyer.close()
    buyer.close()  # no Leader Exchange DR
    page.locator(".offer .button", has_text="受け取る").click()
    page.locator(".block", has_text="SW").locator(".counts li").first.wait_for()
    buyer.close()
    buyer.close()
    page.locator(".offer .button.primary").click()
    page.locator(".offer .button.primary").wait_for(state="detached")
