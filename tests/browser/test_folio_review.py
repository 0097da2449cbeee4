"""A hint at the table, and after the end of a game its review beside the replay."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from folio_scene import FIVE_COLUMNS, source, unit

Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

BLUNDER = ("end", "move r 0807", "end", "move b 0102", "end", "move r 0505", "end")
"""Blue leaves the hill that wins the game, and red walks onto it."""


def played(address: str) -> str:
    """A finished game for a hill, one unit against one."""
    victory = """
[victory]
hexes = [{hex = "0505", points = 4, holder = "blue", name = "hill"}]
levels = [{side = "blue", margin = 1}, {side = "red", margin = 1}]
"""
    units = [unit("b", "blue", "4-4-6", "0505"), unit("r", "red", "2-2-6", "0909")]
    hill = source(units, crt=FIVE_COLUMNS, victory=victory, turns=("0/0", "0/0"))
    seats = {"blue": {"who": "me"}, "red": {"who": "me"}}

    def call(path: str, body: Any = None, **head: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{address}{path}", data, head)
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)

    head = {"content-type": "application/json", "x-hexfire": "1"}
    body = {"game": "folio", "written": hill, "name": "Aki", "seats": seats}
    made = call("/api/tables", body, **head)
    head["authorization"] = "Seat " + " ".join(made["tokens"].values())
    for line in BLUNDER:
        (seat,) = call(f"/api/tables/{made['id']}")["to_act"]
        call(f"/api/tables/{made['id']}/act", {"seat": seat, "action": line}, **head)
    return str(made["id"])


def test_a_review_is_read_beside_the_replay(
    visit: Visit, accessible: Check, keep: Keep, address: str
) -> None:
    page = visit(f"/table/{played(address)}")
    page.get_by_role("dialog").get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    page.locator(".curve").wait_for()
    accessible(page)
    assert page.locator(".turn-number").all_inner_texts() == ["1", "2"]
    page.locator(".turning button").first.click()
    page.locator(".replay").wait_for()
    page.locator(".turning button[aria-current=step]").wait_for()
    assert page.locator(".curve .cursor").count() == 1
    worst = page.locator(".costly li").first
    assert "b moves from 0505 to 0102." in worst.inner_text()
    worst.get_by_role("button", name="Before it").click()
    page.locator('.costly button[aria-pressed="true"]').wait_for()
    page.locator('[data-unit="b"]').wait_for()
    assert page.locator(".luck-table tbody tr").count() == 5
    keep(page, "folio-review")


def test_a_hint_says_what_the_bot_would_do_and_why(visit: Visit, accessible: Check) -> None:
    page = visit("/folio")
    page.get_by_role("button", name="Begin «The Crossing").click()
    page.get_by_role("button", name="What would the bot do?").click()
    page.locator(".advice").get_by_text("is a good place for").wait_for()
    accessible(page)
    page.get_by_role("button", name="Close the hint").click()
    page.get_by_role("button", name="What would the bot do?").wait_for()


def test_a_journal_dropped_on_the_page_is_opened_for_review(
    visit: Visit, accessible: Check, address: str, tmp_path: Path
) -> None:
    journal = tmp_path / "game.jsonl"
    with urllib.request.urlopen(f"{address}/api/tables/{played(address)}/journal") as answer:
        journal.write_bytes(answer.read())
    page = visit("/folio")
    files = page.locator("input[accept='.jsonl']")
    half = tmp_path / "half.jsonl"
    half.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:3]))
    files.set_input_files(half)
    page.get_by_text("The game of this journal is not over.").wait_for()
    accessible(page)
    files.set_input_files(journal)
    page.get_by_role("button", name="Review this game").wait_for()
    assert page.get_by_text("This game was brought as a file.").count() == 1
