"""Purchase as a player uses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]


def test_two_rosters_are_bought_and_one_is_sealed(
    visit: Visit, accessible: Check, keep: Keep
) -> None:
    page = visit("/force")
    page.get_by_role("button", name="Open the Rosters").click()
    page.locator(".offer", has_text="agree").get_by_role("button").click()
    page.get_by_role("button", name="Soviet").click()
    page.locator(".offer", has_text="agree").get_by_role("button").click()
    page.get_by_role("button", name="German").click()
    line = page.locator(".offer", has_text="squads 4-6-8").first
    line.locator("input").fill("6")
    line.locator(".price", has_text="78").wait_for()
    line.locator(".button").click()
    page.locator(".roster", has_text="4-6-8").first.wait_for()
    assert "722" in page.locator(".sheet-paper").first.inner_text()
    assert "4-6-8" not in page.locator(".sheet-paper.closed").inner_text()
    line.locator("input").fill("99")
    line.locator(".warn-text").wait_for()
    accessible(page)
    keep(page, "force")
