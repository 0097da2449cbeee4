"""A real Chromium in front of a real server, as a player has it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "src/hexfire/web/static/index.html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
LOG = "server.log"
"""What the server says, in the folder that it keeps its things in."""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def serve(home: Path, port: int) -> subprocess.Popen[bytes]:
    """A server of its own; returns when it is ready."""
    environment = {
        **os.environ,
        "HEXFIRE_HOME": str(home),
        "PYTHONPATH": str(ROOT / "src"),
        # One address asks for all tests, more than any house would.
        "HEXFIRE_MAX_TABLES_PER_HOUR": "100000",
        "HEXFIRE_REQUESTS_PER_MINUTE": "100000",
    }
    program = "from hexfire.cli.main import run; run()"
    with (home / LOG).open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", program, "serve", "--port", str(port)],
            env=environment,
            stdout=log,
            stderr=log,
        )
    deadline = time.monotonic() + 300  # a busy machine may take its time; a dead server may not
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10).close()
            return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise AssertionError("the server does not start")


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of all tests keeps its things."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def address(home: Path) -> Iterator[str]:
    """A server on a free port, for all tests of a run."""
    if not STATIC.is_file():
        pytest.skip("BROWSER TESTS NOT RUN: the page is not built (make web)")
    port = free_port()
    process = serve(home, port)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("BROWSER TESTS NOT RUN: no chromium here (Debian: apt install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="BROWSER TESTS NOT RUN")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Seen(NamedTuple):
    """What a test that fails is told with: the server's log, and the pages it has opened."""

    log: Path
    pages: list[Any]


SEEN = pytest.StashKey[Seen]()


@pytest.fixture
def visit(
    request: pytest.FixtureRequest, chromium: Any, address: str, home: Path
) -> Iterator[Callable[..., Any]]:
    """Open the page as a new visitor; every error in its console fails the test."""
    opened: list[Any] = []
    seen = request.node.stash[SEEN] = Seen(home / LOG, [])
    errors: list[str] = []
    outside: list[str] = []

    def open_page(
        path: str = "/",
        lang: str = "en",
        size: tuple[int, int] = (1440, 900),
        dark: bool = False,
        base: str = "",
        calm: bool = True,
    ) -> Any:
        """`base`: another way to the server, or another server.

        `calm`: nothing moves on the page, and what the other side did is shown at once.
        """
        site = base or address
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale={"ja": "ja-JP", "en": "en-GB"}[lang],
            color_scheme="dark" if dark else "light",
            has_touch=size[0] < 700,
            reduced_motion="reduce" if calm else "no-preference",
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "request",
            lambda request: (
                outside.append(request.url)
                if not request.url.startswith((site, site.replace("http", "ws"), "data:", "blob:"))
                else None
            ),
        )
        seen.pages.append(page)
        page.goto(site + path)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert errors == []
    assert outside == [], "the page asks somebody else"


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """Keep a screenshot, where HEXFIRE_SCREENSHOTS names a folder."""
    folder = os.environ.get("HEXFIRE_SCREENSHOTS")

    def save(page: Any, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"))

    return save


@pytest.fixture
def accessible() -> Callable[[Any], None]:
    """No serious finding of axe on this screen."""
    if not AXE.is_file():
        pytest.skip("axe-core is not here (npm ci in web/)")
    source = AXE.read_text("utf-8")

    def check(page: Any) -> None:
        # Added by the browser itself: the page's own policy allows no inline script.
        page.evaluate(source)
        found = page.evaluate(
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
            ".filter(v => ['serious', 'critical'].includes(v.impact))"
            ".map(v => [v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))])"
        )
        assert found == []

    return check


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Who reads that a test failed reads also what its pages and its server said."""
    report = yield
    seen = item.stash.get(SEEN, None)
    if report.failed and report.when == "call" and seen is not None:
        report.sections += [(f"page {n}", _said(page)) for n, page in enumerate(seen.pages)]
        report.sections.append(("server", seen.log.read_text("utf-8", "replace")[-4_000:]))
    return report


def _why(report: pytest.TestReport) -> str:
    told = [f"{title}: {text[:600]}" for title, text in report.sections]
    return "\n".join([report.longreprtext[-600:], *told])


def _said(page: Any) -> str:
    try:
        text = page.locator("body").inner_text(timeout=5_000)
    except Exception as error:  # a page that is gone has nothing to say
        text = str(error)
    return f"{page.url}\n{text[:4_000]}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A browser on a busy machine may be late: what fails is tried once more, and must pass. What
    was wrong the first time is told all the same: it may have been no machine's fault."""
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if failed := [report for report in reports if report.failed]:
        item.warn(pytest.PytestWarning(f"tried once more: {_why(failed[0])}"))
        item._initrequest()  # type: ignore[attr-defined]  # fixtures anew
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
