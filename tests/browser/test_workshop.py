"""The Folio workshop: a small battle drawn from nothing and played; files, mistakes, a scan."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from typing import Any

from hexfire.folio import builtin

from .hands import hex, play_to_the_end

Visit = Callable[..., Any]
Keep = Callable[[Any, str], None]
Check = Callable[[Any], None]


def middle(page: Any, label: str) -> tuple[float, float]:
    box = hex(page, label).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page: Any, label: str) -> None:
    page.mouse.click(*middle(page, label))


def drag(page: Any, *labels: str) -> None:
    page.mouse.move(*middle(page, labels[0]))
    page.mouse.down()
    for label in labels[1:]:
        page.mouse.move(*middle(page, label), steps=4)
    page.mouse.up()


def tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def begin(page: Any, columns: int, rows: int) -> None:
    page.get_by_label("Columns").fill(str(columns))
    page.get_by_label("Rows").fill(str(rows))
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(".workshop .m-grid").wait_for()


def counter(page: Any, side: str, label: str) -> None:
    page.get_by_role("region", name=side).get_by_role("button", name="+ Counter").click()
    press(page, label)


def text_of(page: Any, kind: str) -> str:
    tab(page, "Check")
    part = page.locator(".part", has=page.locator(".file-text"))
    if part.get_attribute("open") is None:
        part.locator("summary").click()
    part.get_by_role("button", name=f".{kind}").click()
    return str(part.locator(".file-text").input_value())


def ready(page: Any) -> None:
    page.locator(".state", has_text="Ready to play").wait_for()


def test_a_battle_is_drawn_from_nothing_and_played_against_the_bot(
    visit: Visit, keep: Keep, accessible: Check
) -> None:
    page = visit("/workshop")
    accessible(page)
    begin(page, 8, 6)
    page.locator(".state", has_text="To mend: 1").wait_for()
    # The ground: woods by brush, a hill by fill and undone, a river, a road, a place worth points.
    page.keyboard.press("2")
    drag(page, "0402", "0403", "0404")
    page.keyboard.press("f")
    page.keyboard.press("3")
    press(page, "0101")
    page.locator(".board .m-hill").first.wait_for()
    page.keyboard.press("Control+z")
    page.locator(".board .m-hill").first.wait_for(state="detached")
    page.keyboard.press("s")
    (x, y), (_, below) = middle(page, "0502"), middle(page, "0503")
    page.mouse.click(x, (y + below) / 2)
    page.keyboard.press("r")
    drag(page, "0103", "0203", "0303", "0403", "0503", "0603", "0703")
    page.keyboard.press("n")
    press(page, "0703")
    page.get_by_label("Name of 0703 (English)").fill("Mill")
    page.locator(".toolbox .tool", has_text="Objective").click()
    press(page, "0703")
    page.get_by_label("Points", exact=True).fill("3")
    page.get_by_label("Held at first by").select_option("red")
    keep(page, "workshop-map")
    accessible(page)
    # The counters, by click and by drag.
    tab(page, "Counters")
    for label in ("0102", "0103", "0104"):
        counter(page, "Blue", label)
    for label in ("0603", "0704"):
        counter(page, "Red", label)
    drag(page, "0704", "0703")
    blue = page.get_by_role("region", name="Blue")
    blue.locator(".face-button").first.drag_to(hex(page, "0202"), force=True)
    blue.locator(".face-button small", has_text="0202").wait_for()
    keep(page, "workshop-counters")
    # A short game: one turn.
    tab(page, "Turns")
    for _ in range(5):
        page.get_by_role("button", name="Remove turn 2").click()
    ready(page)
    accessible(page)
    ground = text_of(page, "map")
    assert ". . . w" in ground.splitlines()[2] and "0103-0203-0303-0403-0503-0603-0703" in ground
    assert "[river]\n0502: S" in ground and "0703 Mill" in ground
    toml = text_of(page, "toml")
    assert '{hex = "0703", points = 3' in toml and 'holder = "red"' in toml
    for name in ("Tables", "Victory", "Play"):
        tab(page, name)
        accessible(page)
    page.locator("#workshop-play").wait_for()
    page.locator(".choice", has_text="easy").first.click()
    page.get_by_role("button", name="To the table").click()
    page.locator(".table-screen .counter").first.wait_for()
    assert page.locator(".counters .counter").count() == 5
    play_to_the_end(page)


def picture(width: int, height: int) -> bytes:
    """A white PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\xff" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_files_come_back_and_a_mistake_leads_to_its_place(visit: Visit, keep: Keep) -> None:
    page = visit("/workshop", lang="en")
    toml, ground = builtin("tutorial")["toml"], builtin("tutorial")["map"]
    page.locator(".workshop-start input[type=file]").set_input_files(
        [
            {"name": f"own.{kind}", "mimeType": "text/plain", "buffer": text.encode()}
            for kind, text in (("toml", toml), ("map", ground))
        ]
    )
    page.locator(".workshop .m-road").wait_for()
    ready(page)
    assert (text_of(page, "toml"), text_of(page, "map")) == (toml, ground)
    # One drawing: the road of the editor is the road of the table.
    drawn = page.locator(".workshop .m-road").get_attribute("d")
    # A wrong cell is told beside the cell, and in the list, which leads back to it.
    tab(page, "Tables")
    cell = page.get_by_label("woods, column 3", exact=True)
    cell.fill("one")
    page.locator("td .cell-wrong", has_text="one").wait_for()
    tab(page, "Check")
    page.locator(".mistakes button").first.click()
    assert page.get_by_role("tab", name="Tables").get_attribute("aria-selected") == "true"
    page.get_by_role("button", name="Undo").click()
    ready(page)
    # As text: a counter elsewhere, and a limit; both are in their forms then.
    text_of(page, "toml")
    box = page.locator(".file-text")
    box.fill(toml.replace('hex = "0304"', 'hex = "0404"') + "\n[exceptions]\nattacker_limit = 4\n")
    page.get_by_role("button", name="Apply").click()
    ready(page)
    tab(page, "Rules")
    page.locator(".part summary", has_text="Common rules").click()
    limit = page.get_by_label("Units that may attack one hex")
    assert limit.input_value() == "4"
    limit.fill("none")  # the checker, beside the field
    page.locator(".field", has=limit).locator(".cell-wrong").wait_for()
    limit.fill("5")
    page.get_by_label("Reinforcements may be placed in an EZOC").check()
    page.get_by_label("A differential beyond the table").select_option("no_effect")
    tab(page, "Tables")
    woods = page.get_by_role("row", name="woods").first
    woods.get_by_label("ZOC enters").uncheck()
    page.get_by_label("Attack across").select_option("never")  # of the river: it is alone
    ready(page)
    written = text_of(page, "toml")
    assert "attacker_limit = 5" in written
    assert '[options]\nentry_in_ezoc = true\noff_table = "no_effect"\n' in written
    assert written.count("zoc = false") == written.count("attack = false") == 1
    # It is still here after the page is loaded anew.
    page.wait_for_timeout(600)
    page.reload()
    page.locator('.workshop [data-unit="1/7"]').wait_for()
    ready(page)
    assert "attacker_limit = 5" in text_of(page, "toml")
    page.goto(page.url.split("/workshop")[0] + "/folio")
    known = page.locator(".card .m-road").first
    known.wait_for(state="attached")
    assert known.get_attribute("d") == drawn


def test_a_scan_is_laid_under_the_grid_by_three_clicks_and_never_sent(visit: Visit) -> None:
    page = visit("/workshop")
    begin(page, 6, 5)
    sent: list[int] = []
    page.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.locator(".part summary", has_text="A scan").click()
    page.locator(".part input[type=file]").set_input_files(
        {"name": "map.png", "mimeType": "image/png", "buffer": picture(600, 400)}
    )
    page.locator("image.scan").wait_for()
    page.get_by_text("1 of 3: click the middle of hex 0101").wait_for()
    box = page.locator("image.scan").bounding_box()
    for u, v, told in ((0.1, 0.1, "2 of 3"), (0.9, 0.1, "3 of 3"), (0.1, 0.9, "How much")):
        page.mouse.click(box["x"] + box["width"] * u, box["y"] + box["height"] * v)
        page.get_by_text(told).wait_for()
    # What was clicked first lies in the middle of the first hex now.
    box, (x, y) = page.locator("image.scan").bounding_box(), middle(page, "0101")
    assert abs(box["x"] + box["width"] * 0.1 - x) < 6
    assert abs(box["y"] + box["height"] * 0.1 - y) < 6
    page.locator(".kept[aria-busy=false]").wait_for()  # then the page may be left
    page.reload()
    page.locator("image.scan").wait_for()
    assert max(sent, default=0) < 20_000


def test_bots_tell_whether_it_is_balanced_until_they_are_stopped(visit: Visit) -> None:
    page = visit("/workshop", size=(390, 844))
    page.locator(".card", has_text="The Crossing").click()
    page.locator(".workshop .m-grid").wait_for()
    ready(page)
    tab(page, "Play")
    page.get_by_role("button", name="200 games").click()
    page.get_by_role("button", name="Let the bots play").click()
    page.locator(".balance-bars li").first.wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Let the bots play").wait_for()
    assert "–" in page.locator(".balance-bars small").first.inner_text()


def test_exclusive_rules_are_filled_in_and_agreed_on(visit: Visit, keep: Keep) -> None:
    page = visit("/workshop")
    begin(page, 6, 5)
    tab(page, "Counters")
    counter(page, "Blue", "0102")
    counter(page, "Red", "0503")
    tab(page, "Rules")
    page.get_by_role("button", name="+ Stacking").click()
    stacking = page.get_by_role("region", name="Stacking")
    stacking.get_by_label("Rule number").fill("5.4")
    stacking.get_by_label("By agreement").select_option("off")
    stacking.get_by_label("Red").fill("0")
    stacking.locator(".cell-wrong").first.wait_for()  # the checker, beside the field
    stacking.get_by_label("Red").fill("3")
    page.get_by_role("button", name="+ Column shift").click()
    shift = page.get_by_role("region", name="Column shift")
    # Blanks between words stay while they are typed.
    shift.get_by_label("If the defender is in these hexes").press_sequentially("0101 0102")
    ready(page)
    text = text_of(page, "toml")
    assert (
        '[exclusive.stacking]\nlimit = {blue = 2, red = 3}\nrule = "5.4"\noptional = "off"' in text
    )
    assert 'hexes = ["0101", "0102"]' in text
    keep(page, "workshop-rules")
    tab(page, "Play")
    page.get_by_label("5.4").check()
    page.get_by_role("button", name="Both sides here").click()
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/table/*")
    home, table = page.url.split("/table/")
    board = page.request.get(f"{home}/api/tables/{table}/board").json()
    assert [one["rule"] for one in board["exclusive"]] == ["shift", "5.4"]
