"""Disputed lines: our verdict and the other reading's, in every kind of answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from calling import call, told
from little_board import drawn

from hexfire.asl.sight import Disputed, Judgement, Reading, Reason, Sight
from hexfire.boards import Board, read_board
from hexfire.boards.ssr import change
from hexfire.boards.terrain import by_name

Rasters = tuple[np.ndarray, np.ndarray]


def board(text: str, paint: Callable[[Board, np.ndarray, np.ndarray], None] | None = None) -> Sight:
    """A little board, painted over by hand."""
    plain = drawn(text)
    if paint is None:
        return Sight(plain)
    terrain, elevation = plain.terrain.copy(), plain.elevation.copy()
    paint(plain, terrain, elevation)
    return Sight(replace(plain, terrain=terrain, elevation=elevation))


def ask(sight: Sight, source: str, target: str) -> Judgement:
    """The single answer; a batch must give the same, other readings included."""
    grid = sight.board.grid
    answer = sight.check(grid.hex(source), grid.hex(target))
    back = sight.check(grid.hex(target), grid.hex(source))
    (batch,) = sight.pairs([((source, 0), (target, 0))])
    assert (batch.blocked, batch.disputed) == (answer.blocked, answer.disputed)
    assert {(d.reading, d.blocked, d.hindrance) for d in back.disputed} == {
        (d.reading, d.blocked, d.hindrance) for d in answer.disputed
    }
    return answer


def only(answer: Judgement) -> Disputed:
    (other,) = answer.disputed
    return other


def test_a_plain_line_is_not_disputed() -> None:
    sight = board("woods: E4;hedge: L3-M3")
    assert ask(sight, "A4", "I4").disputed == ()
    assert ask(sight, "A1", "C1").disputed == ()


@pytest.mark.rule("B9.35a")
def test_a_hillside_wall() -> None:
    hills = "level 1: A2..A6 B2..B6 C2..C6;level 3: A3..A5"
    answer = ask(board(hills + ";hedge: C4-D3 C4-D4 C5-D4"), "A4", "G5")
    assert not answer.blocked and not ask(board(hills), "A4", "G5").disputed
    other = only(answer)
    assert (other.reading, other.blocked, other.hindrance) == (Reading.HILLSIDE, True, None)
    assert (other.rule, other.ruling) == ("B9.2-ref", "R-B9.6")


def test_a_wall_with_a_road_gap() -> None:
    sight = board("hedge: E4-F3 E4-F4;gap: E4-F4")
    found = {}
    for target in ("H3", "H4", "H5", "I4", "I5", "J4"):
        answer = ask(sight, "C4", target)
        found[target] = (answer.reason, tuple(d.reading for d in answer.disputed))
    assert (Reason.WALL, (Reading.GAP,)) in found.values(), found
    for reason, readings in found.values():
        if Reading.GAP in readings:
            assert reason is Reason.WALL


def test_a_wall_to_one_side_of_a_hexspine() -> None:
    # Along the row from C4 the line runs along D3-D4; at its end a hedge leaves to one side.
    one = board("hedge: E4-F4")
    both = board("hedge: E4-F4 E4-F3")
    answer = ask(one, "A4", "I4")
    assert answer.reason is Reason.WALL
    # The line meets only what spills round the hedge's end: that is a question of its own.
    assert {d.reading: d.blocked for d in answer.disputed} == {
        Reading.ONE_SIDE: False,
        Reading.PAINT: False,
    }
    answer = ask(both, "A4", "I4")
    assert answer.reason is Reason.WALL and answer.disputed == ()


def test_a_touch_of_two_pixels() -> None:
    def speck(size: int) -> Sight:
        def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
            x, y = drawn.geometry.centre(drawn.grid.hex("E4"))
            terrain[y : y + 1, x : x + size] = by_name()["Woods"].code

        return board("", paint)

    for size, readings in ((1, {Reading.GRAZE}), (2, {Reading.GRAZE}), (3, set())):
        answer = ask(speck(size), "A4", "I4")
        assert answer.reason is Reason.HIGHER_THAN_BOTH
        assert {d.reading for d in answer.disputed} == readings, size
    other = only(ask(speck(1), "A4", "I4"))
    assert (other.blocked, other.hindrance, other.ruling) == (False, 0, "R-A6.1-graze")


def test_a_touched_hindrance() -> None:
    def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
        x, y = drawn.geometry.centre(drawn.grid.hex("E4"))
        terrain[y, x] = by_name()["Grain"].code

    answer = ask(board("", paint), "A4", "I4")
    assert (answer.blocked, answer.hindrance) == (False, 1)
    assert (only(answer).reading, only(answer).hindrance) == (Reading.GRAZE, 0)


def test_what_lies_just_outside_the_viewers_hex() -> None:
    def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
        x, y = drawn.geometry.centre(drawn.grid.hex("E4"))
        edge = int(drawn.geometry.vertices[drawn.grid.index(drawn.grid.hex("E4"))][3][1])
        assert drawn.geometry.pixel_hexes[edge + 1, x] != drawn.geometry.pixel_hexes[y, x]
        terrain[edge + 1, x - 4 : x + 5] = by_name()["Woods"].code

    answer = ask(board("", paint), "E4", "E7")
    assert not answer.blocked
    assert (only(answer).reading, only(answer).blocked) == (Reading.RIM, True)


def test_trees_that_spill_into_the_next_hex() -> None:
    def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
        x, y = drawn.geometry.centre(drawn.grid.hex("E4"))
        terrain[y - 4 : y + 5, x + 22 : x + 27] = by_name()["Orchard"].code

    answer = ask(board("", paint), "B3", "H5")
    assert not answer.blocked and answer.hindrance == 0
    readings = {d.reading: d.hindrance for d in answer.disputed}
    assert readings in ({}, {Reading.SPILT: 1})
    found = [ask(board("", paint), "A4", target) for target in ("I4", "I5", "J4")]
    assert any(d.reading is Reading.SPILT for a in found for d in a.disputed)


def test_what_lies_beside_a_hexspine_may_be_a_touch_too() -> None:
    """A speck of grain in D4, beside the hexside that the line runs along."""

    def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
        grid, geometry = drawn.grid, drawn.geometry
        d4 = grid.index(grid.hex("D4"))
        x, y = (int(n) for n in geometry.vertices[d4][0])
        terrain[y, x + 8] = by_name()["Grain"].code

    answer = ask(board("", paint), "A4", "I4")
    assert (answer.blocked, answer.hindrance) == (False, 1)
    assert {d.reading: d.hindrance for d in answer.disputed} == {Reading.GRAZE: 0}


def test_a_touch_is_remembered_past_what_is_no_touch() -> None:
    """A speck of grain in C4, then a whole field around F3-F4 that reaches into E4 and G4."""

    def paint(drawn: Board, terrain: np.ndarray, _: np.ndarray) -> None:
        x, y = drawn.geometry.centre(drawn.grid.hex("C4"))
        terrain[y, x] = by_name()["Grain"].code

    answer = ask(board("grain: F3 F4", paint), "A4", "I4")
    assert {item.hex for item in answer.items} >= {"C4"} and answer.hindrance == 4
    assert {d.reading: d.hindrance for d in answer.disputed} == {Reading.GRAZE: 3}


def test_below_a_bridge() -> None:
    sight = board("stream: E1 E2 E3 E4 E5 E6;road dirt: C4 D3 E4 F3 G4;bridge D3 F3: E4")
    answer = ask(sight, "E2", "E6")
    assert not answer.blocked
    assert (only(answer).reading, only(answer).reason) == (
        Reading.BRIDGE,
        Reason.EXITS_DEPRESSION,
    )


def test_the_disputed_lines_of_the_published_boards(vasl_boards: Path) -> None:
    """Every one that docs/los-differences.md calls disputed has VASL's verdict as other reading."""
    both = ("HedgesToBocage", "WallsToBocage")
    cases = [
        ("43", (), "N9", "Q9", "R-B9.2-gap", (False, 0)),
        ("54", (), "W10", "AA10", "R-B9.2-side", (False, 1)),
        ("54", (), "M6", "I6", "R-B9.2-side", (False, 1)),
        ("44", (), "B8", "M1", "R-B9.2-paint", (False, 0)),
        ("54", (), "T1", "R9", "R-B9.2-paint", (False, 1)),
        ("54", (), "V8", "AA5", "R-B9.2-paint", (False, 4)),
        ("01", (), "F3", "E5", "R-A6.1-rim", (True, None)),
        ("41", (), "I6", "F4", "R-B6", (True, None)),
        ("43", (), "X1", "I7", "R-A6.1-spilt", (False, 5)),
        ("43", (), "J7", "Z0", "R-A6.1-spilt", (False, 3)),
        ("43", both, "CC10", "FF10", "R-B9.2-paint", (False, 0)),
        ("43", both, "M5", "N7", "R-A6.1-graze", (False, 0)),
        ("43", both, "D5", "E3", "R-A6.1-graze", (False, 0)),
    ]
    sights: dict[tuple[str, tuple[str, ...]], Sight] = {}
    for name, ssr, a, b, ruling, theirs in cases:
        key = name, ssr
        if key not in sights:
            sights[key] = Sight(change(read_board(vasl_boards / f"bd{name}"), ssr))
        found = {d.ruling: (d.blocked, d.hindrance) for d in ask(sights[key], a, b).disputed}
        assert found.get(ruling) == theirs, (name, a, b, found)


@pytest.mark.rule("B10.2")
def test_a_tongue_of_higher_ground_is_no_crest_line(vasl_boards: Path) -> None:
    sight = Sight(read_board(vasl_boards / "bd41"))
    assert ask(sight, "V8", "X6").reason is Reason.NO_HEIGHT_ADVANTAGE
    assert not ask(sight, "X7", "V6").blocked


def test_in_words_and_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "spine.board"
    file.write_text("size 17 8\nhedge: E4-F4\n", encoding="utf-8")
    _, words, _ = call(capsys, "sight", file, "A4", "I4")
    assert "Blocked" in words.splitlines()[0] and "R-B9.2-side" in words and "one side" in words
    assert "別の読み" in call(capsys, "sight", file, "A4", "I4", "--lang", "ja")[1]
    expected = {"reading": "one_side", "blocked": False, "hindrance": 0, "rule": None}
    disputed = told(capsys, "sight", file, "A4", "I4")["disputed"]
    assert disputed[0] == expected | {"ruling": "R-B9.2-side", "key": "sight.reading.one_side"}
    asked = tmp_path / "asked.jsonl"
    lines = [
        {"id": 1, "from": {"hex": "A4", "level": 0}, "to": {"hex": "I4", "level": 0}},
        {"id": 2, "from": {"hex": "A4", "level": 0}, "to": {"hex": "A6", "level": 0}},
    ]
    asked.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    _, lines_back, _ = call(capsys, "sight", file, "--pairs", asked)
    first, second = map(json.loads, lines_back.splitlines())
    assert first["disputed"][0]["ruling"] == "R-B9.2-side" and "disputed" not in second
