"""The Folio map in a real browser: how long a frame takes while panning and zooming 60 counters.

Needs the built page and Chromium; without them there are no rows. Frames are painted by the
processor here (no graphics card), so a laptop is faster.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from bench.report import Row

RUN = "from hexfire.cli.main import run; run()"
ROOT = Path(__file__).resolve().parent.parent
COUNTERS = 60
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]

FILL = """(many) => {
  const box = document.querySelector('.counters');
  const made = [...box.children];
  const hexes = [...document.querySelectorAll('[data-hex]')];
  for (let i = made.length; i < many; i++) {
    const copy = made[i % made.length].cloneNode(true);
    const at = hexes[Math.floor((i * hexes.length) / many)].getBBox();
    copy.style.transform = `translate(${at.x + at.width / 2}px, ${at.y + at.height / 2}px)`;
    box.append(copy);
  }
  return box.children.length;
}"""
"""Sidi Rezegh's own counters, and copies of them until there are enough."""

COUNT = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_.push(now - last);
    last = now;
    window.ticking = requestAnimationFrame(tick);
  };
  window.ticking = requestAnimationFrame(tick);
  window.long_ = 0;
  window.noting = new PerformanceObserver((list) => { window.long_ += list.getEntries().length; });
  window.noting.observe({type: 'longtask'});
}"""

STOP = """() => {
  cancelAnimationFrame(window.ticking);
  window.noting.disconnect();
  return [window.frames_, window.long_];
}"""


def rows() -> Iterator[Row]:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None or not (ROOT / "src/hexfire/web/static/index.html").is_file():
        return
    for work, watched in measured(chromium):
        yield row(f"{work}, {COUNTERS} counters", watched)


class Watched(NamedTuple):
    """The lengths of frames and the page's own work in one, in milliseconds; tasks over 50 ms."""

    frames: list[float]
    busy: float
    long_tasks: int


def row(work: str, watched: Watched) -> Row:
    """How smooth it was, beside 60 frames a second."""
    parts = quantiles(watched.frames, n=20)
    middle, slow = parts[9], parts[18]
    return Row(
        f"{work}: frame {middle:.1f} ms (p95 {slow:.1f}), page's own work {watched.busy:.1f} ms "
        f"a frame, long tasks: {watched.long_tasks} in {len(watched.frames)} frames",
        1000 / middle,
        "60 frames a second",
        60,
    )


def measured(chromium: str) -> Iterator[tuple[str, Watched]]:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as home, sync_playwright() as started:
        port, server = serve(Path(home))
        browser = started.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(f"http://127.0.0.1:{port}/folio?lang=en")
            page.locator(".card").nth(1).click()
            page.get_by_role("button", name="Both sides here").click()
            page.locator(".panel .button.primary").last.click()
            page.wait_for_selector(".counter")
            for _ in range(3):
                page.keyboard.press("+")
            assert page.evaluate(FILL, COUNTERS) == COUNTERS
            page.wait_for_timeout(500)
            yield "pan", watch(page, pan)
            yield "zoom", watch(page, zoom)
        finally:
            browser.close()
            server.terminate()
            server.wait(10)


def serve(home: Path) -> tuple[int, subprocess.Popen[bytes]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from hexfire.cli.main import run; run()",
            "serve",
            "--port",
            str(port),
        ],
        env={**os.environ, "HEXFIRE_HOME": str(home)},
        stdout=subprocess.DEVNULL,
    )
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
            break
        except OSError:
            time.sleep(0.1)
    return port, server


def watch(page: Any, act: Any) -> Watched:
    """What the page's frames are like while something is done."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def worked() -> float:
        got = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in got if one["name"] == "TaskDuration"))

    page.evaluate(COUNT)
    before = worked()
    act(page)
    spent = worked() - before
    frames, long_tasks = page.evaluate(STOP)
    return Watched(list(frames), spent * 1000 / len(frames), long_tasks)


def pan(page: Any) -> None:
    page.mouse.move(500, 450)
    page.mouse.down()
    for i in range(150):
        page.mouse.move(500 + (i % 50) * 6, 450 + (i % 30) * 4)
    page.mouse.up()


def zoom(page: Any) -> None:
    page.mouse.move(600, 450)
    for i in range(150):
        page.mouse.wheel(0, 20 if i % 50 < 25 else -20)
