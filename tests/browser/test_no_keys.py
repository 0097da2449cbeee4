"""No page ever shows a key of the catalogue or an id where words belong, in either language."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from .hands import set_up, start_tutorial, type_order

Visit = Callable[..., Any]

SHOWN = """() => {
  const said = [document.title, document.body.innerText];
  for (const e of document.querySelectorAll('[aria-label],[title],[placeholder],[alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = e.getAttribute(name);
      if (text) said.push(text);
    }
  }
  for (const e of document.querySelectorAll('svg text')) said.push(e.textContent);
  const found = said.join('\\n').match(/@?[a-z][a-z_0-9]*(?:\\.[a-zA-Z_0-9-]+)+/g) ?? [];
  const ids = said.join('\\n').match(/\\b[br][1-9]\\b/g) ?? [];
  const blanks = said.join('\\n').match(/\\{[a-z_]+\\}/g) ?? [];
  return [[...new Set(found)], ids, blanks];
}"""


@pytest.fixture(scope="module")
def keys(address: str) -> set[str]:
    with urllib.request.urlopen(f"{address}/api/words/en") as answer:
        return set(json.load(answer))


def leaks(page: Any, keys: set[str]) -> list[str]:
    found, _, blanks = page.evaluate(SHOWN)
    heads = {key.rsplit(".", 1)[0] for key in keys} | {"row", "terrain", "hexside", "level"}
    bad = [one for one in found if one in keys or one.rpartition(".")[0] in heads]
    return [*bad, *blanks]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/battle",
        "/folio",
        "/shot",
        "/mission",
        "/sight",
        "/force",
        "/rules?part=folio",
        "/sign",
    ],
)
def test_a_page_says_words(visit: Visit, keys: set[str], path: str, lang: str) -> None:
    page = visit(path, lang=lang)
    page.locator("main").first.wait_for()
    page.wait_for_timeout(300)
    assert leaks(page, keys) == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_table_says_words_in_every_tab(visit: Visit, keys: set[str], lang: str) -> None:
    page = visit("/folio", lang="en")
    start_tutorial(page)
    set_up(page)
    for order in ("move 5 0504", "end", "attack 0604 with 5", "support b1", "support r1"):
        type_order(page, order)
    for order in ("decline", "decline", "roll"):
        type_order(page, order)
    page.locator(".command input").press("Escape")
    page.locator(".fought").wait_for()
    if lang == "ja":
        page.get_by_role("button", name="日本語").click()
        page.get_by_role("tab", name="記録").wait_for()
    for tab in page.get_by_role("tab").all():
        tab.click()
        assert leaks(page, keys) == []
        assert page.evaluate(SHOWN)[1] == [], "ids of markers are for typing only"
