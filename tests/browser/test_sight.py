"""Sight: lines, boards, units on them and Wall Advantage, as a player uses the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfire.asl.situation import situation_from

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

WORDS = {
    "en": {
        "units": "Units",
        "walls": "Walls",
        "counters": "Counters",
        "vehicle": "vehicle",
        "bypass": "In bypass along",
        "vertex": "At vertex",
        "bogged": "bogged",
        "dozer": "dozer",
        "breach": "Breach",
        "only_bocage": "Only bocage is breached",
        "breaches": "breaches the bocage there",
    },
    "ja": {
        "units": "ユニット",
        "walls": "石垣",
        "counters": "マーカー",
        "vehicle": "車両",
        "bypass": "迂回",
        "vertex": "頂点",
        "bogged": "ボグ状態",
        "dozer": "ドーザー",
        "breach": "突破口",
        "only_bocage": "ボカージュはありません",
        "breaches": "突破口を開ける",
    },
}


def hexes(page: Any, *labels: str) -> None:
    """Click hexes one after the other, each when the board has settled."""
    for label in labels:
        with page.expect_response("**/api/tools/situation"):
            page.locator(f'[data-hex="{label}"]').click()


def two_squads(page: Any, lang: str) -> None:
    """A German squad behind bocage in C5, a Russian one outside in C6."""
    words = WORDS[lang]
    page.locator(".sheet").wait_for()
    page.get_by_role("tab", name=words["units"]).click()
    hexes(page, "C5")
    page.locator(".side-choice.side-b").click()
    hexes(page, "C6")


def test_a_line_of_sight_is_judged_with_its_rule(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/sight?board=hedgerows&source=C4&target=J6")
    page.locator(".verdict-card.blocked").wait_for()
    assert "Bocage" in page.locator(".verdict-card").inner_text()
    page.get_by_label("Shade what cannot be seen from there").check()
    page.wait_for_selector(".unseen")
    keep(page, "sight")
    accessible(page)
    page.locator('[data-hex="C4"]').click()
    # A thread follows the pointer until the second hex is chosen.
    page.locator('[data-hex="J6"]').hover()
    page.locator(".los.blocked").wait_for()
    page.locator(".hover-line", has_text="Blocked").wait_for()
    assert page.locator(".verdict-card").count() == 0
    page.locator('[data-hex="D4"]').click()
    page.locator(".verdict-card.clear").wait_for()
    page.get_by_label("To", exact=True).fill("ZZ99")
    page.get_by_label("To", exact=True).press("Enter")
    page.locator(".notice.warn").wait_for()


def test_another_board_is_laid_beside_and_the_old_line_is_gone(visit: Visit, keep: Keep) -> None:
    page = visit("/sight?board=hedgerows&source=C4&target=J6")
    page.locator(".verdict-card.blocked").wait_for()
    page.get_by_label("Another beside it").select_option(label="Steppe, turned round")
    page.locator('[data-hex="steppeA1"]').wait_for(state="attached")
    assert page.locator(".los").count() == 0 and page.locator(".verdict-card").count() == 0
    name = page.locator(".sight-panel select").first.locator("option:checked")
    assert name.inner_text() == "Hedgerows + Steppe, turned round"
    page.locator('[data-hex="hedgerowsC4"]').click()
    page.locator('[data-hex="hedgerowsJ6"]').click()
    page.locator(".verdict-card.blocked").wait_for()
    keep(page, "sight-two-boards")


def test_a_vasl_board_is_read_from_a_file_and_a_wrong_one_refused(
    visit: Visit, vasl_boards: Any, tmp_path: Any
) -> None:
    page = visit("/sight")
    page.wait_for_selector(".sheet")
    wrong = tmp_path / "bdWrong"
    wrong.write_bytes(b"not a board")
    page.get_by_label("Open a VASL board").set_input_files(str(wrong))
    page.locator(".notice.warn").wait_for()
    small = sorted(
        (file for file in vasl_boards.iterdir() if file.is_file()), key=lambda f: f.stat().st_size
    )
    board = next(file for file in small if file.name.startswith("bd"))
    page.get_by_label("Open a VASL board").set_input_files(str(board))
    page.wait_for_function("() => location.search.includes('board=up-')", timeout=60_000)
    page.wait_for_selector(".sheet", timeout=60_000)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_units_are_placed_and_the_rules_say_who_has_wall_advantage(
    visit: Visit, accessible: Check, keep: Keep, lang: str
) -> None:
    page = visit("/sight?board=hedgerows", lang=lang)
    two_squads(page, lang)
    page.locator(".pieces .asl-counter").nth(1).wait_for()
    page.get_by_role("tab", name=WORDS[lang]["walls"]).click()
    # Both stand in the open, so WA is mandatory for whoever came first; the other is denied it.
    holders = page.locator(".holder")
    assert "WA" in holders.nth(0).locator(".wa-mark").inner_text()
    assert "B9.323a" in holders.nth(0).inner_text()
    assert "B9.321-ref" in holders.nth(1).inner_text()
    page.locator('[data-hex="C5"]').click()
    page.locator('[data-hex="C6"]').click()
    between = page.locator("[data-test=between]")
    between.locator(".fire-kind").nth(2).wait_for()
    assert "TEM 0" in between.locator(".fire-kind").nth(0).inner_text()  # the firer has WA
    assert "TEM +1" in between.locator(".fire-kind").nth(2).inner_text()  # B9.34a: bocage, indirect
    keep(page, f"sight-walls-{lang}")
    accessible(page)
    # The holder breaks: it loses WA at once, and the other gets it.
    holders.nth(0).get_by_role("button", expanded=False).click()
    with page.expect_response("**/api/tools/situation"):
        holders.nth(0).locator(".happenings .button").first.click()
    page.locator(".holder:nth-child(2) .wa-mark.on").wait_for()
    assert page.locator(".holder:nth-child(1) .wa-mark.on").count() == 0
    with page.expect_response("**/api/tools/situation"):
        page.get_by_role("button", name={"en": "Take back", "ja": "取り消す"}[lang]).click()
    page.locator(".holder:nth-child(1) .wa-mark.on").wait_for()


def test_smoke_hinders_the_line_and_the_situation_goes_to_a_file_and_back(
    visit: Visit, tmp_path: Path
) -> None:
    page = visit("/sight?board=hedgerows&source=A4&target=A8")
    page.locator(".verdict-card.clear").wait_for()
    assert page.locator("[data-test=hindrance]").inner_text() == "0"
    page.get_by_role("tab", name="Counters").click()
    hexes(page, "A6")
    page.get_by_role("tab", name="Line").click()
    page.locator("[data-test=hindrance]", has_text="+3").wait_for()  # A24.2: fresh white SMOKE
    two_squads(page, "en")
    page.get_by_text("Situation file, terrain changes").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the situation").click()
    file = tmp_path / "situation.json"
    saved.value.save_as(file)
    kept = situation_from(json.loads(file.read_text("utf-8")))  # what the command line reads
    assert [(unit.side, unit.hex) for unit in kept.units] == [("german", "C5"), ("russian", "C6")]
    assert kept.wall_advantage == ("a",)
    other = visit("/sight?board=millbrook")
    other.locator(".sheet").wait_for()
    other.get_by_label("Open a situation").set_input_files(str(file))
    other.locator(".pieces .asl-counter").nth(1).wait_for()
    assert other.locator(".sight-panel select").first.input_value() == "hedgerows"


PLACE = "n => document.querySelectorAll('.pieces .asl-counter')[n].parentElement.getCTM().e"


@pytest.mark.parametrize(
    ("lang", "size"),
    [("en", (1440, 900)), ("en", (390, 844)), ("ja", (1440, 900)), ("ja", (390, 844))],
)
def test_a_vehicle_goes_round_bogs_and_breaches(
    visit: Visit, accessible: Check, keep: Keep, lang: str, size: tuple[int, int]
) -> None:
    words = WORDS[lang]
    page = visit("/sight?board=hedgerows", lang=lang, size=size)

    def answered(act: Callable[[], Any]) -> None:
        with page.expect_response("**/api/tools/situation"):
            act()

    page.locator(".sheet").wait_for()
    page.get_by_role("tab", name=words["units"]).click()
    page.get_by_role("button", name=words["vehicle"], exact=True).click()
    hexes(page, "C5")
    # In bypass along C5-C4, at its right end: there the counter stands, and there it is seen.
    vertex = page.get_by_role("combobox", name=words["vertex"], exact=True)
    assert vertex.count() == 0
    bypass = page.get_by_role("combobox", name=words["bypass"], exact=True)
    answered(lambda: bypass.select_option("C4"))
    vertex.wait_for()
    middle = page.evaluate(PLACE, 0)
    assert vertex.locator("option").all_inner_texts()[1:] == ["C5/C4/B4", "C5/C4/D4"]
    answered(lambda: vertex.select_option("D4"))
    page.wait_for_function(f"x => ({PLACE})(0) > x", arg=middle)
    page.locator(".drawing").wait_for(state="detached")
    keep(page, f"sight-bypass-{lang}-{size[0]}")
    answered(lambda: bypass.select_option("D4"))
    vertex.locator("option", has_text="C5/D4/D5").wait_for(state="attached")
    assert vertex.input_value() == ""
    assert page.get_by_role("switch", name=words["bogged"]).count() == 1
    answered(lambda: page.get_by_role("switch", name=words["dozer"]).click())
    answered(lambda: bypass.select_option(""))
    vertex.wait_for(state="detached")
    # It breaches the bocage between C5 and C6, by keyboard.
    page.get_by_role("tab", name=words["walls"]).click()
    page.locator(".holder").get_by_role("button", expanded=False).press("Enter")
    page.locator(".happenings input").fill("C6")
    page.get_by_role("button", name=words["breaches"]).focus()
    answered(lambda: page.keyboard.press("Enter"))
    page.locator(".asl-breach").wait_for()
    page.locator(".log", has_text=words["breaches"]).wait_for()
    keep(page, f"sight-breach-{lang}-{size[0]}")
    accessible(page)
    # A breach laid and lifted by hand; between open hexes there is nothing to breach.
    page.get_by_role("tab", name=words["counters"]).click()
    page.get_by_role("button", name=words["breach"], exact=True).click()
    page.locator('[data-hex="C6"]').press("Enter")
    page.locator(".chosen").wait_for()
    answered(lambda: page.locator('[data-hex="C5"]').press("Enter"))
    page.locator(".asl-breach").wait_for(state="detached")
    page.locator('[data-hex="C5"]').press("Enter")
    page.locator('[data-hex="C4"]').press("Enter")
    page.locator(".toast", has_text=words["only_bocage"]).wait_for()
    assert page.locator(".asl-breach").count() == 0
    page.locator('[data-hex="C5"]').press("Enter")
    answered(lambda: page.locator('[data-hex="C6"]').press("Enter"))
    page.locator(".unit-list", has_text="C5-C6").wait_for()
    # Bogged, it stays where it is.
    page.get_by_role("tab", name=words["units"]).click()
    page.locator('[data-hex="C6"]').click()
    answered(lambda: page.get_by_role("switch", name=words["bogged"]).click())
    page.locator(".a-chip", has_text="BOG").first.wait_for()
    assert words["bogged"] in (page.locator('[data-hex="C6"]').get_attribute("aria-label") or "")
    keep(page, f"sight-bogged-{lang}-{size[0]}")
    page.get_by_role("tab", name=words["walls"]).click()
    page.locator(".holder").get_by_role("button", expanded=False).click()
    page.locator(".happenings input").fill("C5")
    page.locator(".happenings input").press("Enter")
    page.locator(".toast", has_text="C6").wait_for()
    if size[0] < 700:
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_nothing_is_lost_by_quick_hands(visit: Visit) -> None:
    """Each click is made from what the one before has left, however slow the server is."""
    page = visit("/sight?board=hedgerows")
    page.locator(".sheet").wait_for()
    page.get_by_role("tab", name="Units").click()
    page.evaluate(
        """for (const hex of ["C5", "E5", "G5"])
            document.querySelector(`[data-hex="${hex}"]`)
                .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
    )
    for hex in ("C5", "E5", "G5"):
        page.locator(f'[data-hex="{hex}"][aria-label*="4-6-7"]').wait_for(state="attached")
    page.locator('[data-hex="C5"]').click()
    page.get_by_role("switch", name="broken").wait_for()
    page.evaluate(
        """for (const name of ["broken", "pinned"])
            [...document.querySelectorAll("[role=switch]")]
                .find((one) => one.textContent.trim() === name).click()"""
    )
    for name in ("broken", "pinned"):
        page.get_by_role("switch", name=name, checked=True).wait_for()


def test_nonsense_is_answered_in_words(visit: Visit, tmp_path: Path) -> None:
    page = visit("/sight?board=hedgerows", lang="ja")
    page.locator(".sheet").wait_for()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("board = [")
    page.get_by_label("状況を開く").set_input_files(str(wrong))
    page.locator(".toast", has_text="読めません").wait_for()
    two_squads(page, "ja")
    page.get_by_role("tab", name="石垣").click()
    page.locator(".holder").nth(1).get_by_role("button", expanded=False).click()
    page.locator(".happenings input").fill("ZZ9")
    page.locator(".happenings form .button").click()
    page.locator(".toast", has_text="ZZ9").wait_for()


def test_a_unit_is_changed_on_a_phone_in_the_dark(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/sight?board=hedgerows", size=(360, 740), dark=True)
    two_squads(page, "en")
    page.get_by_role("switch", name="broken").click()
    page.get_by_role("switch", name="broken", checked=True).wait_for()
    with page.expect_response("**/api/tools/situation"):
        page.get_by_label("Counter", exact=True).fill("4-5-8")
        page.get_by_label("Counter", exact=True).press("Enter")
    page.locator(".a-name", has_text="4-5-8").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "sight-phone")
    accessible(page)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_situation_is_played_as_a_battle(
    visit: Visit, accessible: Check, keep: Keep, lang: str
) -> None:
    page = visit("/sight?board=hedgerows", lang=lang)
    two_squads(page, lang)
    page.locator("details.more summary").first.click()
    page.get_by_role("button", name={"en": "Play as a battle", "ja": "戦闘にする"}[lang]).click()
    dialog = page.locator("dialog")
    dialog.locator("input[type=month]").fill("1944-07")
    dialog.locator(".button.primary").click()
    dialog.locator("li, p", has_text="Everything" if lang == "en" else "引き継").first.wait_for()
    keep(page, f"sight-to-battle-{lang}")
    accessible(page)
    dialog.locator(".button.primary").click()
    page.wait_for_url("**/table/**")
    page.locator('[data-hex="C5"]').first.wait_for(state="attached")
    keep(page, f"battle-from-sight-{lang}")
