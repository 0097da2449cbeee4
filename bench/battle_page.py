"""A battle's table in a real browser: frames while panning and zooming 33 x 20 hexes, 120 counters.

Needs the built page and Chromium, as `bench.page` does; painted by the processor, too.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.page import FLAGS, ROOT, pan, row, serve, watch, zoom
from bench.report import Row

BOARDS = (("millbrook", "hedgerows"), ("steppe", "farm"))
"""Four boards, of which ours are three: the last is brought as a file."""
COUNTERS = 120
HEAD = """
name = "120 counters"
board = "{boards}"
date = "1943-07"
turns = 3
"""
SIDE = """
[[side]]
name = "{name}"
nation = "{nation}"
title = "{nation}"
"""
UNIT = """
[[side.unit]]
id = "{id}"
counter = "{counter}"
hex = "{hex}"
"""
END = """
[victory]
otherwise = "german"
"""


def rows() -> Iterator[Row]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None or not (ROOT / "src/hexfire/web/static/index.html").is_file():
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as home, sync_playwright() as started:
        port, server = serve(Path(home))
        browser = started.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            _sit_down(page, f"http://127.0.0.1:{port}", Path(home))
            for name, act in (("pan", pan), ("zoom", zoom)):
                work = f"a battle's board, {name}, {COUNTERS} counters"
                yield row(work, watch(page, act))
        finally:
            browser.close()
            server.terminate()
            server.wait(10)


def _sit_down(page: Any, address: str, folder: Path) -> None:
    """A battle of one's own, both sides at one screen, its boards drawn."""
    page.set_default_timeout(120_000)
    file, farm = folder / "many.toml", folder / "farm.board"
    file.write_text(scenario(), "utf-8")
    ours = (ROOT / "src/hexfire/boards/builtin/millbrook.board").read_text("utf-8")
    farm.write_text(ours.replace("board millbrook", "board farm"), "utf-8")
    page.goto(f"{address}/battle?lang=en")
    before = page.locator(".cards .card")
    before.first.wait_for()
    offered = before.count()
    page.locator(".own-scenario input[type=file]").set_input_files([str(farm), str(file)])
    page.locator(".cards .card").nth(offered).wait_for()
    page.locator("main .button.primary").last.click()
    page.locator(".pieces .counter-place").nth(COUNTERS - 1).wait_for()
    page.locator(".drawing").wait_for(state="detached")
    assert page.locator("[data-hex]").count() >= 33 * 20


def scenario() -> str:
    """So many squads, each in a hex of its own, all over the boards."""
    hexes = [
        f"{board}{column}{number}"
        for row in BOARDS
        for board in row
        for column in "CFILO"
        for number in range(2, 10)
    ]
    text = HEAD.format(boards=" / ".join(map(" ".join, BOARDS)))
    for n, (name, nation, counter) in enumerate(
        (("german", "German", "ge-ge467S"), ("russian", "Russian", "ru-ru447S"))
    ):
        text += SIDE.format(name=name, nation=nation)
        for i, hex in enumerate(hexes[n : COUNTERS + n : 2]):
            text += UNIT.format(id=f"{name[0]}{i}", counter=counter, hex=hex)
    return text + END
