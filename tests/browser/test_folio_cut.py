"""A cut wire and a killed server: the page says so, comes back by itself, and nothing is lost or
done twice."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import STATIC, free_port, serve
from .hands import COUNTERS, choose_one, click_lit, leave_lesson, place_one
from .wire import Wire, wire_to

Visit = Callable[..., Any]


def counters(page: Any) -> int:
    return int(page.locator(".counter-place").count())


def position(page: Any) -> list[str]:
    """Every counter and where it lies."""
    return list(
        page.evaluate(
            "() => [...document.querySelectorAll('.counter-place')]"
            ".map((c) => c.dataset.unit + ' ' + c.style.transform).sort()"
        )
    )


def log(page: Any) -> list[str]:
    page.get_by_role("tab", name="Log").click()
    lines = page.locator(".log-line").all_inner_texts()
    page.get_by_role("tab", name="Orders").click()
    return list(lines)


@pytest.fixture
def wire(address: str) -> Iterator[Wire]:
    with wire_to(address) as wire:
        yield wire


def two_people(visit: Visit, wire: Wire) -> tuple[Any, Any]:
    """Red sits at the server, Blue behind the wire."""
    red = visit("/folio")
    red.get_by_role("button", name="A friend, by link").click()
    red.locator(".panel .choices .choice", has_text="Red").click()
    red.get_by_role("button", name="Begin").click()
    red.get_by_role("heading", name="Invite").wait_for()
    blue = visit("/" + red.url.split("/", 3)[3], base=wire.address)
    blue.get_by_role("button", name="Sit here").click()
    blue.wait_for_selector(".counter")
    red.wait_for_selector(".counter")
    leave_lesson(blue)
    return red, blue


def test_a_cut_wire_is_told_and_the_game_goes_on_exactly_where_it_is(
    visit: Visit, wire: Wire
) -> None:
    red, blue = two_people(visit, wire)
    wire.cut()
    blue.locator(".lost-line").wait_for()
    before = counters(red)
    for n in (1, 2):
        place_one(red)
        red.wait_for_function(COUNTERS, arg=before + n)
    assert counters(blue) == before, "nothing can have reached Blue"
    wire.mend()
    blue.wait_for_selector(".lost-line", state="detached")
    blue.wait_for_function(COUNTERS, arg=before + 2)
    assert position(blue) == position(red)
    assert log(blue) == log(red)
    # And Blue, whose turn it now is, plays on without touching anything else.
    place_one(blue)
    red.wait_for_function(COUNTERS, arg=before + 3)
    blue.wait_for_function(COUNTERS, arg=before + 3)


def test_what_is_clicked_while_the_wire_is_cut_is_refused_and_not_done_later(
    visit: Visit, wire: Wire
) -> None:
    page = visit("/folio", base=wire.address)
    page.locator(".new-here .button.primary").click()
    page.wait_for_selector(".counter")
    leave_lesson(page)
    before = counters(page)
    choose_one(page)
    wire.cut()
    page.locator(".lost-line").wait_for()
    click_lit(page)
    page.locator(".toast", has_text="The connection is down").wait_for()
    wire.mend()
    page.wait_for_selector(".lost-line", state="detached")
    assert counters(page) == before
    click_lit(page)  # the plan is still there
    page.wait_for_function(COUNTERS, arg=before + 1)


def test_an_action_whose_answer_was_lost_is_there_once(visit: Visit, wire: Wire) -> None:
    red, blue = two_people(visit, wire)
    before = counters(red)
    for n in (1, 2):
        place_one(red)
        blue.wait_for_function(COUNTERS, arg=before + n)
    # The order reaches the server, its acknowledgement never comes back.
    choose_one(blue)
    wire.mute()
    click_lit(blue)
    red.wait_for_function(COUNTERS, arg=before + 3)
    assert counters(blue) == before + 2
    wire.cut()
    blue.locator(".lost-line").wait_for()
    wire.mend()
    blue.wait_for_function(COUNTERS, arg=before + 3)
    assert position(blue) == position(red)
    lines = log(blue)
    assert lines == log(red)
    assert len([line for line in lines if "is set up in" in line]) == 3


def test_the_server_is_killed_under_the_open_page(visit: Visit, tmp_path: Path) -> None:
    if not STATIC.is_file():
        pytest.skip("BROWSER TESTS NOT RUN: the page is not built (make web)")
    port = free_port()
    server = serve(tmp_path, port)
    try:
        page = visit("/folio", base=f"http://127.0.0.1:{port}")
        page.locator(".new-here .button.primary").click()
        page.wait_for_selector(".counter")
        leave_lesson(page)
        before = counters(page)
        place_one(page)
        page.wait_for_function(COUNTERS, arg=before + 1)
        place, lines = position(page), log(page)
        server.kill()
        server.wait(10)
        page.locator(".lost-line").wait_for()
        # Without a server everything still answers with a sentence.
        page.locator("body").press("/")
        page.locator(".command input").fill("end")
        page.locator(".command input").press("Enter")
        page.locator(".toast", has_text="The connection is down").wait_for()
        page.locator(".command input").press("Escape")
        server = serve(tmp_path, port)
        page.wait_for_selector(".lost-line", state="detached", timeout=30_000)
        assert position(page) == place
        assert log(page) == lines
        place_one(page)
        page.wait_for_function(COUNTERS, arg=before + 2)
    finally:
        server.kill()
        server.wait(10)


@pytest.mark.parametrize(
    ("lang", "size", "says"),
    [("en", (1280, 800), "storage does not answer"), ("ja", (390, 844), "応答しません")],
)
def test_the_page_says_when_nothing_can_be_saved(
    visit: Visit,
    keep: Callable[[Any, str], None],
    tmp_path: Path,
    lang: str,
    size: tuple[int, int],
    says: str,
) -> None:
    """The journal cannot be reached: the page tells it, and goes on by itself afterwards."""
    if not STATIC.is_file():
        pytest.skip("BROWSER TESTS NOT RUN: the page is not built (make web)")
    port = free_port()
    server = serve(tmp_path, port)

    def database(statement: str) -> None:
        with contextlib.closing(sqlite3.connect(tmp_path / "hexfire.db", timeout=60)) as opened:
            opened.execute(statement)

    try:
        page = visit("/folio", lang=lang, size=size, base=f"http://127.0.0.1:{port}")
        page.locator(".new-here .button.primary").click()
        page.wait_for_selector(".counter")
        leave_lesson(page)
        before = counters(page)
        database("alter table lines rename to elsewhere")
        choose_one(page)
        click_lit(page)
        page.locator(".lost-line", has_text=says).wait_for()
        keep(page, f"nothing-can-be-saved-{lang}")
        assert counters(page) == before
        other = visit("/" + page.url.split("/", 3)[3], lang=lang, base=f"http://127.0.0.1:{port}")
        other.locator(".waiting", has_text=says).wait_for()
        database("alter table elsewhere rename to lines")
        page.wait_for_selector(".lost-line", state="detached")
        other.wait_for_selector(".counter")
        click_lit(page)  # the plan is still there
        page.wait_for_function(COUNTERS, arg=before + 1)
    finally:
        server.kill()
        server.wait(10)


def test_what_is_told_twice_happens_once(visit: Visit) -> None:
    """A page that counted it twice would look for what lies between, and freeze."""
    page = visit("/folio")
    told: list[tuple[int | None, int]] = []

    def twice(near: Any) -> None:
        far = near.connect_to_server()

        def tell(message: str | bytes) -> None:
            near.send(message)
            heard = json.loads(message)
            if heard["type"] == "frame" and heard.get("since") is not None:
                told.append((heard["since"], heard["now"]))
                near.send(message)

        far.on_message(tell)

    page.route_web_socket("**/live", twice)
    page.locator(".new-here .button.primary").click()
    page.wait_for_selector(".counter")
    leave_lesson(page)
    before = counters(page)
    for n in (1, 2, 3):
        place_one(page)
        page.wait_for_function(COUNTERS, arg=before + n)
    assert len(told) >= 2
    assert len([line for line in log(page) if "is set up in" in line]) == 3


def test_a_line_on_which_nobody_answers_is_tried_anew(visit: Visit) -> None:
    page = visit("/folio")
    tries: list[Any] = []

    def silent_at_first(near: Any) -> None:
        tries.append(near)
        if len(tries) > 1:
            near.connect_to_server()

    page.route_web_socket("**/live", silent_at_first)
    page.locator(".new-here .button.primary").click()
    page.wait_for_selector(".counter")
    assert len(tries) >= 2, "a busy machine may be late a second time"


def test_a_board_that_cannot_be_had_at_once_is_asked_for_again(visit: Visit) -> None:
    page = visit("/folio")
    answers: list[int] = []

    def busy_at_first(route: Any) -> None:
        if len(answers) < 2:
            answers.append(503)
            route.fulfill(status=503, json={"error": "Too much is asked at once."})
        else:
            answers.append(200)
            route.continue_()

    page.route("**/api/tables/*/board", busy_at_first)
    page.locator(".new-here .button.primary").click()
    page.locator(".toast", has_text="Too much is asked").wait_for()
    page.wait_for_selector(".counter")
    assert answers == [503, 503, 200]
