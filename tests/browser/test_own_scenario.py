"""A player brings his own Folio scenario to the page, corrects it, and plays it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hexfire.folio import builtin

from .hands import COUNTERS, hex, now

Visit = Callable[..., Any]
Keep = Callable[[Any, str], None]
Check = Callable[[Any], None]


def texts() -> tuple[str, str]:
    """A small battle without set-up choices: each unit stands in the first of its hexes."""
    toml = builtin("tutorial")["toml"]
    toml = toml.replace("The Crossing at Kestrel", "The Mill").replace("ケストレルの渡河", "水車")
    return re.sub(r'^hex = \[("\d+").*\]', r"hex = \1", toml, flags=re.M), builtin("tutorial")[
        "map"
    ]


def give(page: Any, **files: str) -> None:
    field = page.locator("[aria-labelledby=own-scenario] input[type=file]")
    field.set_input_files(
        [
            {"name": f"mill.{kind}", "mimeType": "text/plain", "buffer": text.encode()}
            for kind, text in files.items()
        ]
    )


def test_an_own_scenario_is_corrected_begun_and_played(
    visit: Visit, keep: Keep, accessible: Check
) -> None:
    toml, ground = texts()
    page = visit("/folio")
    own = page.locator("[aria-labelledby=own-scenario]")
    give(page, toml=toml.replace('front = "6-4-8"', 'front = "6-4"'))
    own.get_by_text("its .map file is still missing").wait_for()
    give(page, map=ground)
    line = toml.splitlines().index('front = "6-4-8"') + 1
    own.get_by_text(f"mill.toml, line {line}: ").wait_for()
    accessible(page)
    keep(page, "own-scenario-mistake")
    assert page.locator(".card").count() == 4
    give(page, toml=toml, map=ground)
    own.get_by_text("no mistakes").wait_for()
    card = page.locator(".card", has_text="The Mill")
    assert card.get_attribute("aria-pressed") == "true"
    assert card.locator("svg.picture rect.unit-b").count() == 5
    keep(page, "own-scenario")
    accessible(page)
    page.get_by_role("button", name="Both sides here").click()
    page.get_by_role("button", name="Begin «The Mill»").click()
    page.wait_for_function(COUNTERS, arg=10)
    assert page.locator(".lesson").count() == 0, "the lesson is for our own battle"
    hex(page, "0304").dispatch_event("click")
    page.locator(".lit g").first.wait_for()
    hex(page, "0404").dispatch_event("click")
    page.wait_for_function("() => document.querySelectorAll('.counters .moved').length === 1")
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.counters .moved').length === 1")
    assert "Movement Phase" in now(page)
    watcher = visit(page.url.removeprefix(page.evaluate("location.origin")), lang="ja")
    watcher.wait_for_function(COUNTERS, arg=10)
    assert watcher.locator("h1").inner_text() == "水車"


def test_what_is_no_scenario_is_refused_in_the_readers_language(visit: Visit) -> None:
    page = visit("/folio", lang="ja")
    own = page.locator("[aria-labelledby=own-scenario]")
    give(page, exe="MZ")
    own.get_by_text("「mill.exe」は.tomlでも.mapでもありません。").wait_for()
    give(page, toml="#" * 500_000)
    own.get_by_text("mill.tomlはシナリオとしては大きすぎます。").wait_for()
    give(page, toml="#" * 300_000, map=".")
    own.get_by_text("読めるのは200000文字までです。").wait_for()


DROP = """([section, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  section.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}));
}"""


def test_both_files_may_be_dropped_on_a_phone_sized_page_too(visit: Visit, keep: Keep) -> None:
    toml, ground = texts()
    page = visit("/folio", lang="ja", size=(360, 740))
    own = page.locator("[aria-labelledby=own-scenario]")
    own.wait_for()
    page.evaluate(DROP, [own.element_handle(), [["mill.map", ground], ["mill.toml", toml]]])
    own.get_by_text("間違いはありません").wait_for()
    page.locator(".card", has_text="水車").wait_for()
    own.scroll_into_view_if_needed()
    keep(page, "own-scenario-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_friend_who_is_invited_sees_what_is_played(visit: Visit) -> None:
    toml, ground = texts()
    page = visit("/folio")
    give(page, toml=toml, map=ground)
    page.get_by_role("button", name="A friend, by link").click()
    page.get_by_role("button", name="Begin «The Mill»").click()
    page.locator(".lobby h1", has_text="The Mill").wait_for()
    friend = visit(page.url.removeprefix(page.evaluate("location.origin")), lang="ja")
    friend.locator(".lobby h1", has_text="水車").wait_for()
    friend.locator(".lobby .seat-line .button").click()
    friend.wait_for_function(COUNTERS, arg=10)
    page.wait_for_function(COUNTERS, arg=10)


def test_mail_is_offered_at_the_table_where_the_server_sends_any(visit: Visit) -> None:
    toml, ground = texts()
    page = visit("/folio")
    give(page, toml=toml, map=ground)
    page.get_by_role("button", name="A bot").click()
    page.get_by_role("button", name="Begin «The Mill»").click()
    page.wait_for_function(COUNTERS, arg=10)
    page.get_by_role("tab", name="Scenario").click()
    page.locator(".panel-body h3", has_text="Table").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".mail-me").count() == 0, "this server has no mail"
    wish = '{"offered": true, "address": null, "confirmed": false}'
    page.route("**/api/tables/*/mail?**", lambda route: route.fulfill(body=wish))
    page.reload()
    page.wait_for_function(COUNTERS, arg=10)
    page.get_by_role("tab", name="Scenario").click()
    page.locator(".panel-body .mail-me summary").click()
    page.locator(".mail-me input[type=email]").wait_for()
