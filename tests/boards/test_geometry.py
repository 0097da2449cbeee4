"""Where hexes, hexsides and vertices lie: figures worked out by hand from docs/boards.md's grid.

A geomorphic board: 33 columns, 1800 x 645 pixels; C3 has its centre at (112.5, 161.25).
"""

from __future__ import annotations

import pytest

from hexfire.boards.geometry import Geometry
from hexfire.hexes import Grid


@pytest.fixture(scope="module")
def board() -> Geometry:
    return Geometry(Grid.asl(33, 10), 1800, 645)


def test_aiming_pixels(board: Geometry) -> None:
    found = {label: board.centre(board.grid.hex(label)) for label in ("A1", "GG1", "B0", "B10")}
    assert found == {"A1": (0, 32), "GG1": (1799, 32), "B0": (56, 0), "B10": (56, 644)}
    assert board.centre(board.grid.hex("C3")) == (112, 161)
    assert board.centre(board.grid.hex("Q5")) == (900, 290)
    assert board.centre(board.grid.hex("R5")) == (956, 322)


def test_what_falls_just_past_an_edge_is_the_pixel_at_the_edge() -> None:
    for width, last in ((1801, 1800), (1800, 1799), (1799, 1798), (1798, 1800)):
        narrow = Geometry(Grid.asl(33, 10), width, 645)
        assert narrow.centre(narrow.grid.hex("GG1")) == (last, 32)


def test_hexside_points_and_vertices(board: Geometry) -> None:
    c3 = board.grid.hex("C3")
    i = board.grid.index(c3)
    assert board.hexside_points[i].tolist() == [
        [112, 130], [139, 146], [139, 176], [112, 192], [85, 176], [85, 146],
    ]  # fmt: skip
    assert board.vertices[i].tolist() == [
        [93.75, 129], [131.25, 129], [150, 161.25], [131.25, 193.5], [93.75, 193.5], [75, 161.25],
    ]  # fmt: skip
    assert board.vertex_pixel(c3.vertex(2)) == (150, 161)
    # The same vertex, whichever of its hexes is asked.
    for hex in c3.vertex(0).hexes:
        assert board.vertex_pixel(hex.vertices()[hex.vertices().index(c3.vertex(0))]) == (93, 129)


def test_the_hex_of_a_pixel(board: Geometry) -> None:
    def at(x: int, y: int) -> str:
        return board.grid.label(board.grid.hexes[board.pixel_hexes[y, x]])

    assert [at(112, y) for y in (130, 161, 193, 194)] == ["C3", "C3", "C3", "C4"]
    assert [at(x, 160) for x in (74, 77, 148, 151)] == ["B2", "C3", "C3", "D2"]
    assert [at(x, 163) for x in (74, 77, 148, 151)] == ["B3", "C3", "C3", "D3"]
    assert (at(0, 0), at(1799, 644), at(56, 0), at(56, 644)) == ("A1", "GG10", "B0", "B10")
    assert (board.pixel_hexes >= 0).all()


def test_which_point_of_its_hex_a_pixel_is_nearest_to(board: Geometry) -> None:
    i = board.grid.index(board.grid.hex("C3"))
    for side, (x, y) in enumerate(board.hexside_points[i].tolist()):
        assert board.pixel_regions[y, x] == side
    assert board.pixel_regions[161, 112] == 6
    # Half-way from the centre (161) to the point of the top side (130).
    assert [board.pixel_regions[y, 112] for y in (147, 146, 145, 144)] == [6, 6, 0, 0]


def test_within_a_pixel_of_the_next_hex(board: Geometry) -> None:
    """The hexside between C3 and C4 lies at 193.5; bits are directions, 0 the top."""
    assert [int(board.pixel_borders[y, 112]) for y in (192, 193, 194, 195)] == [0, 8, 1, 0]
    assert int(board.pixel_borders[161, 112]) == 0
    # That between C4 and C5 lies at 258: exactly a pixel away still counts.
    assert [int(board.pixel_borders[y, 112]) for y in (256, 257, 259, 260)] == [0, 8, 1, 0]
    right = [int(board.pixel_borders[146, x]) for x in range(136, 146)]
    assert 2 in right and right[0] == 0  # towards D2, the upper right neighbour


def test_a_point_in_a_hex(board: Geometry) -> None:
    norm = board.hex_norm
    assert norm(0.0, 0.0) == 0 and norm(0.0, 32.25) == 1 and norm(37.5, 0.0) == 1
    assert norm(18.75, 32.25) == 1 and norm(-18.75, -32.25) == 1
    assert norm(28.125, 16.125) == 1  # the middle of a slanting side
    assert norm(30.0, 20.0) > 1 > norm(27.0, 16.0)
