"""A game saved in VASL, opened on the page: boards and side are asked for, secrets stay secret.

The boards are VASL's own, read from `../shared/boards`; without them this is skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from vasl_saves import at_hex, board, piece, save, stack

BOARDS = Path(__file__).resolve().parents[3] / "shared" / "boards"
Visit = Callable[..., Any]
Check = Callable[[Any], None]
Keep = Callable[[Any, str], None]

pytestmark = pytest.mark.skipif(
    not (BOARDS / "bd01").is_file(), reason="needs the VASL boards of ../shared"
)

WORDS = {
    "en": {"give": "Give board files", "axis": "Axis", "both": "Both", "notes": "Not taken over"},
    "ja": {"give": "盤を渡す", "axis": "枢軸軍", "both": "両軍", "notes": "取り込めなかった"},
}


def game(folder: Path) -> Path:
    """Two boards, a squad of each side, a hidden Gun of the Allies, a counter nobody knows."""
    hidden = [("hide;;HIP", "their-password"), ("conceal;;ru/q;ru;", "null")]
    file = folder / "now.vsav"
    file.write_bytes(
        save(
            board("01") + board("r03", col=1),
            stack("a", at_hex(4, 5), "1"),
            stack("b", at_hex(5, 5), "2"),
            stack("c", at_hex(6, 5), "3"),
            piece("1", "4-6-7", "ge/ge467S", [("conceal;;ge/q;ge;", "null")]),
            piece("2", "4-4-7", "ru/ru447S", [("conceal;;ru/q;ru;", "null")]),
            piece("3", "45LL AT PTP obr. 42", "ru/gun/ruAT45LL", hidden),
            piece("4", "Flying saucer", "MS/saucer", at=at_hex(7, 5)),
        )
    )
    return file


@pytest.mark.parametrize(("lang", "size"), [("en", (1280, 900)), ("ja", (390, 844))])
def test_a_save_asks_for_boards_and_side_and_keeps_the_other_sides_secrets(
    visit: Visit, accessible: Check, keep: Keep, tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    words = WORDS[lang]
    page = visit("/sight?board=hedgerows", lang=lang, size=size)
    page.locator(".sheet").wait_for()
    heard: list[str] = []
    page.on("response", lambda answer: _hear(answer, heard))
    page.locator('input[accept=".vsav,.vlog"]').set_input_files(str(game(tmp_path)))
    dialog = page.locator("dialog")
    dialog.get_by_text("bd01").wait_for()
    accessible(page)
    keep(page, f"vasl-boards-{lang}")
    files = [str(BOARDS / name) for name in ("bd01", "bd03")]
    dialog.locator("input[type=file]").set_input_files(files)
    dialog.get_by_role("button", name=words["both"]).wait_for()
    keep(page, f"vasl-side-{lang}")
    dialog.get_by_role("button", name=words["axis"]).click()
    dialog.wait_for(state="detached")
    page.locator('[data-hex="01E5"][aria-label*="4-6-7"]').wait_for(state="attached")
    page.locator('[data-hex="01F5"][aria-label*="4-4-7"]').wait_for(state="attached")
    assert page.locator('[data-hex="03E5"]').count() == 1  # the second board lies beside it
    page.locator(".vasl-notes summary", has_text=words["notes"]).click()
    assert "Flying saucer" in page.locator(".vasl-notes").inner_text()
    keep(page, f"vasl-open-{lang}")
    assert heard
    for text in heard:
        assert "45LL" not in text and "their-password" not in text


@pytest.mark.parametrize("start", ["/battle", "/shot"])
def test_a_save_may_be_given_wherever_one_looks_for_it(
    visit: Visit, keep: Keep, tmp_path: Path, start: str
) -> None:
    """From its door it goes on to the battle, on the boards that were given with it."""
    page = visit(start)
    page.locator('input[accept=".vsav,.vlog"]').set_input_files(str(game(tmp_path)))
    dialog = page.locator("dialog")
    files = [str(BOARDS / name) for name in ("bd01", "bd03")]
    dialog.locator("input[type=file]").set_input_files(files)
    dialog.get_by_role("button", name="Axis").click()
    page.locator('[data-hex="01E5"][aria-label*="4-6-7"]').wait_for(state="attached")
    if start == "/battle":
        page.locator("dialog .button.primary").click()
        page.locator("dialog ul").wait_for()
        page.locator("dialog .button.primary").click()
        page.wait_for_url("**/table/**")
        page.locator('[data-hex="01E5"][aria-label*="4-6-7"]').wait_for(state="attached")
        page.locator(".drawing").wait_for(state="detached")
        keep(page, "vasl-to-battle")


def _hear(answer: Any, heard: list[str]) -> None:
    if "/api/tools/vasl" in answer.url or answer.url.endswith("/api/tools/situation"):
        heard.append(answer.text())
