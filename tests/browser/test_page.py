"""A newcomer's paths through the page, in both languages."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexfire.lang import words

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

WEB = Path(__file__).resolve().parent.parent.parent / "web/src"
PATHS = [
    "/",
    "/battle",
    "/folio",
    "/workshop",
    "/shot",
    "/mission",
    "/sight",
    "/force",
    "/rules",
    "/sign",
]
SIZES = [(1440, 900), (360, 740)]


def test_every_text_that_the_page_names_is_in_the_catalogues() -> None:
    texts = words("en").texts
    named = set()
    for file in WEB.rglob("*.ts*"):
        named |= set(re.findall(r'"(web\.[a-z0-9_.]+[a-z0-9_])"', file.read_text("utf-8")))
    assert len(named) > 100
    begun = {key.rpartition(".")[0] for key in texts}  # some are put together: core.army + .german
    assert sorted(named - texts.keys() - begun) == []


def test_every_character_of_our_japanese_is_in_the_page_s_font() -> None:
    """Where this fails: `python web/fonts.py` says how the font is cut anew."""
    made = importlib.util.spec_from_file_location("fonts", WEB.parent / "fonts.py")
    fonts = importlib.util.module_from_spec(made)
    made.loader.exec_module(fonts)
    style = (WEB / "styles/japanese.css").read_text("utf-8")
    covered = fonts.level_one()
    for shown in re.findall(r"unicode-range: ([^;]*);", style):
        if "9fff" in shown:
            continue  # the rest, which is level 1
        for first, last in re.findall(r"U\+([0-9a-f]+)(?:-([0-9a-f]+))?", shown):
            covered |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    wanted = set().union(*fonts.slices().values())
    assert sorted(wanted - covered) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_each_screen_is_whole_and_accessible(
    visit: Visit, accessible: Check, keep: Keep, path: str, lang: str, size: tuple[int, int]
) -> None:
    page = visit(path, lang=lang, size=size)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    texts = page.inner_text("body")
    assert not re.search(r"\b(web|folio|gunnery)\.[a-z_]+\.?[a-z_]*\b", texts), "an untold key"
    assert page.evaluate("document.documentElement.lang") == lang
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "nothing may stick out sideways"
    accessible(page)
    keep(page, f"{path.strip('/') or 'home'}-{lang}-{size[0]}")


@pytest.mark.parametrize("path", PATHS)
def test_each_screen_is_accessible_in_the_dark(
    visit: Visit, accessible: Check, keep: Keep, path: str
) -> None:
    page = visit(path, dark=True)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    accessible(page)
    keep(page, f"{path.strip('/') or 'home'}-dark")


def test_language_and_theme_switch_at_once_and_are_remembered(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("heading", name="What do you want to do?").wait_for()
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("heading", name="何をしますか").wait_for()
    page.get_by_role("button", name="暗い配色にする").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    page.get_by_role("heading", name="何をしますか").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_first_visit_is_light(visit: Visit, chromium: Any, address: str) -> None:
    """Less than 350 kB come over the wire, the Japanese font included."""
    for lang in ("ja-JP", "en-GB"):
        context = chromium.new_context(locale=lang)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        sizes: list[float] = []
        session.on("Network.loadingFinished", lambda e, s=sizes: s.append(e["encodedDataLength"]))
        page.goto(address)
        page.wait_for_selector("h1")
        page.wait_for_load_state("networkidle")
        context.close()
        assert 50_000 < sum(sizes) < 350_000


def test_rules_are_found_by_number_and_by_words(visit: Visit) -> None:
    page = visit("/rules")
    page.get_by_role("searchbox").fill("F7.7")
    page.locator(".rule-item .id", has_text=re.compile(r"^F7\.7a$")).wait_for()
    page.get_by_role("searchbox").fill("退却")
    page.wait_for_function("() => document.querySelectorAll('.rule-item').length > 3")
    page.get_by_role("searchbox").fill("zzzz")
    page.get_by_text("No rule holds «zzzz»").wait_for()


def test_every_scenario_shows_its_map_before_it_is_begun(visit: Visit) -> None:
    page = visit("/folio")
    page.wait_for_selector(".card .ground")
    page.wait_for_load_state("networkidle")
    cards = page.locator(".card").count()
    assert cards == page.locator(".card .ground").count() == 4
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map((e) => e.id)")
    assert len(ids) == len(set(ids)), "each map has names of its own"


def test_an_account_can_be_made_left_and_entered_again(visit: Visit) -> None:
    page = visit("/sign")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_label("Name").fill("Rommel")
    page.get_by_label("Password").fill("long enough")
    page.locator("form").get_by_role("button", name="Make an account").click()
    page.get_by_role("heading", name="What do you want to do?").wait_for()
    page.get_by_role("link", name="Signed in as Rommel").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").fill("Rommel")
    page.get_by_label("Password").fill("wrong")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    page.get_by_label("Password").fill("long enough")
    page.locator("form").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Signed in as Rommel").wait_for()


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    page = visit("/nowhere")
    page.get_by_role("heading", name="There is no such page").wait_for()
    page = visit("/table/0000000000000000")
    page.get_by_role("heading", name="There is no such table").wait_for()


def test_the_skip_link_moves_the_focus_past_the_navigation(visit: Visit) -> None:
    page = visit("/")
    page.locator(".doors, .door").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'main'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#main') !== null")
