"""Boards of our own: the text format, its mistakes, terrain changes, joining, drawing."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from hexfire.boards import (
    Placed,
    builtin,
    builtin_names,
    change,
    draw,
    join,
    open_board,
    read_board,
    read_text_board,
)
from hexfire.rulebook import BadInput


def terrain(board, label: str) -> str:
    return board.centre_terrain(board.grid.hex(label)).name


def side(board, first: str, second: str) -> str | None:
    a, b = board.grid.hex(first), board.grid.hex(second)
    found = board.hexside_terrain(a.side(a.direction_to(b)))
    return found.name if found else None


def test_millbrook_is_a_village_with_hills() -> None:
    board = builtin("millbrook")
    assert len(board.grid) == 178
    assert terrain(board, "J4") == "Stone Building, 2 Level"
    assert terrain(board, "J3") == "Graveyard"
    assert terrain(board, "M3") == "Orchard"
    assert [board.base_level(board.grid.hex(h)) for h in ("K6", "C4", "B1", "P9")] == [0, 1, 2, 3]
    assert side(board, "J3", "K3") == "Wall" and side(board, "L3", "L2") == "Hedge"
    assert side(board, "K6", "K7") == "Wall"  # with a gap in it
    g6 = board.grid.hex("G6")
    assert [(place.level, place.kind) for place in board.locations(g6)] == [
        (0, "ground"),
        (1, "bridge"),
    ]
    assert [p.level for p in board.locations(board.grid.hex("J4"))] == [-1, 0, 1, 2, 3]


@pytest.mark.rule("B9.51")
def test_bocage_comes_only_by_a_rule() -> None:
    board = builtin("hedgerows")
    assert board.ssr == ("HedgesToBocage",)
    assert side(board, "C3", "C2") == "Bocage" and side(board, "H6", "I6") == "Wall"
    plain = builtin("millbrook")
    assert not (plain.terrain == 74).any()
    assert side(change(plain, ["HedgesToBocage"]), "L3", "L2") == "Bocage"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("woods: A1", "sight.text.no_size"),
        ("size 4 4", "sight.text.bad_size"),
        ("size 99 4", "sight.text.bad_size"),
        ("size 61 4", "sight.text.bad_size"),
        ("size 5 61", "sight.text.bad_size"),
        ("size 1 4", "sight.text.bad_size"),
        ("size 5 1", "sight.text.bad_size"),
        ("size 5", "sight.text.no_size"),
        ("size x 4", "sight.text.no_size"),
        ("size 5 4\nlevel 1 2: A1", "sight.text.bad_level"),
        ("size 5 4\nlevel 12: A1", "sight.text.bad_level"),
        ("size 5 4\nslope: A1-A3", "sight.text.not_adjacent"),
        ("size 5 4\nslope around: Z9", "sight.text.no_hex"),
        ("size 5 4\nforest: A1", "sight.text.unknown_word"),
        ("size 5 4\nwoods: Z9", "sight.text.no_hex"),
        ("size 5 4\nwoods: A3..A1", "sight.text.bad_run"),
        ("size 5 4\nwoods: A1..B2", "sight.text.bad_run"),
        ("size 5 4\nwall: A1-A3", "sight.text.not_adjacent"),
        ("size 5 4\nlevel up: A1", "sight.text.bad_level"),
        ("size 5 4\nroad gold: A1 A2", "sight.text.unknown_word"),
        ("size 5 4\nstone 7: A1", "sight.text.bad_building"),
        ("size 5 4\nstream: B0 B1\nbridge A1: B1", "sight.text.bad_bridge"),
        ("size 5 4\nrule HedgesToBocages", "sight.ssr.unknown"),
    ],
)
def test_mistakes_in_a_text_are_told(text: str, key: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_text_board(text, "test")
    assert caught.value.message.key == key


def test_the_smallest_and_the_largest_board() -> None:
    small, large = read_text_board("size 3 2", "small"), read_text_board("size 59 2", "large")
    assert (len(small.grid), len(large.grid)) == (7, 59 * 2 + 29)
    assert (small.width, small.height) == (113, 129)
    assert (read_text_board("size 3 60", "tall").height, large.width) == (3870, 3263)


def test_changes_that_no_source_explains_are_refused() -> None:
    with pytest.raises(BadInput) as caught:
        change(builtin("millbrook"), ["WoodsToLevel1"])
    assert caught.value.message.key == "sight.ssr.not_done"
    flat = change(builtin("millbrook"), ["Level3ToLevel2", "Level2ToLevel1"])
    assert flat.elevation.max() == 1


def test_boards_are_found_by_name_path_and_folder(
    vasl_boards: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HEXFIRE_VASL_BOARDS", str(vasl_boards))
    assert open_board("41").name == open_board("bd41").name == "41"
    assert open_board("1").name == open_board(str(vasl_boards / "bd01")).name == "01"
    own = tmp_path / "mine.board"
    own.write_text("size 5 4\nwoods: B2", encoding="utf-8")
    assert terrain(open_board(str(own)), "B2") == "Woods"
    for bad in ("nowhere", "41 nowhere", "../../x", ""):
        with pytest.raises(BadInput):
            open_board(bad)


def test_joined_and_flipped_boards(vasl_boards: Path) -> None:
    west, east = read_board(vasl_boards / "bd41"), read_board(vasl_boards / "bd43")
    table = join([[Placed(west), Placed(east, flipped=True)]])
    assert (table.grid.columns, table.grid.rows, table.width) == (65, 10, 3600)
    # Turned about, GG of the east board meets GG of the west board.
    assert table.grid.names(table.grid.hex("41GG6")) == ("41GG6", "43GG5")
    for label in ("Q5", "B3", "M7"):
        own, there = east.grid.hex(label), table.grid.hex(f"43{label}")
        assert table.centre_terrain(there) == east.centre_terrain(own)
        assert table.base_level(there) == east.base_level(own)
        for k in range(6):
            assert table.hexside_terrain(there.side(k)) == east.hexside_terrain(own.side(k + 3))
    with pytest.raises(BadInput):
        join([[Placed(west), Placed(builtin("millbrook"))]])
    with pytest.raises(BadInput):
        join([[Placed(west), Placed(west)]])


@pytest.mark.parametrize("name", builtin_names())
def test_drawing(name: str) -> None:
    pillow = pytest.importorskip("PIL.Image")
    from io import BytesIO

    picture = draw(builtin(name))
    svg = picture.svg()
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg") and len(root) > 500
    assert "Q10" not in svg or ">Q10<" not in svg  # edge hexes carry no label
    assert ">H5<" in svg
    image = pillow.open(BytesIO(picture.png(1)))
    assert image.size == (901, 645)
    assert len(np.unique(np.asarray(image).reshape(-1, 3), axis=0)) > 200
    assert draw(builtin(name)).svg() == svg  # the same on every run
