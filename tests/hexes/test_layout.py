"""Hexes on paper."""

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import Grid, Hex, Layout, Orientation, Shift

coordinates = st.integers(-60, 60)
hexes = st.builds(Hex, coordinates, coordinates)
layouts = st.builds(
    Layout,
    st.sampled_from(Orientation),
    st.floats(5, 200),
    st.floats(5, 200),
    st.floats(-1000, 1000),
    st.floats(-1000, 1000),
)


@given(layouts, hexes)
def test_the_centre_of_a_hex_lies_in_it(layout, hex):
    assert layout.hex_at(*layout.centre(hex)) == hex


@given(layouts, hexes, st.integers(0, 5), st.floats(0, 0.98))
def test_a_place_between_centre_and_corner_lies_in_the_hex(layout, hex, i, part):
    (x, y), (to_x, to_y) = layout.centre(hex), layout.corner(hex.vertex(i))
    assert layout.hex_at(x + part * (to_x - x), y + part * (to_y - y)) == hex
    beyond = layout.hex_at(x + 1.02 * (to_x - x), y + 1.02 * (to_y - y))
    assert beyond in hex.vertex(i).hexes and beyond != hex


@pytest.mark.parametrize("orientation", Orientation)
def test_regular_hexes_have_equal_sides_and_neighbours_at_equal_distance(orientation):
    layout = Layout.regular(orientation, 10)
    corners = layout.corners(Hex(3, 4))
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        assert isclose(dist(a, b), 10)
        assert isclose(dist(a, layout.centre(Hex(3, 4))), 10)
    for near in Hex(3, 4).neighbours():
        assert isclose(dist(layout.centre(near), layout.centre(Hex(3, 4))), 10 * sqrt(3))


def compass(orientation: Orientation) -> list[str]:
    layout = Layout.regular(orientation, 1)
    names = []
    for x, y in map(layout.centre, Hex(0, 0).neighbours()):
        up_down = "N" if y < -0.1 else "S" if y > 0.1 else ""
        names.append(up_down + ("W" if x < -0.1 else "E" if x > 0.1 else ""))
    return names


def test_which_way_the_directions_look():
    assert compass(Orientation.FLAT) == ["N", "NE", "SE", "S", "SW", "NW"]
    assert compass(Orientation.POINTY) == ["NW", "NE", "E", "SE", "SW", "W"]


def test_corners_of_an_asl_hex_are_those_of_vasl():
    # formats/vasl-board.md 4.2, with s = 37.5 and v = 32.25
    layout = Layout(Orientation.FLAT, 56.25, 64.5)
    assert layout.corners(Hex(0, 0)) == (
        (-18.75, -32.25),
        (18.75, -32.25),
        (37.5, 0.0),
        (18.75, 32.25),
        (-18.75, 32.25),
        (-37.5, 0.0),
    )


def test_centres_of_an_asl_board_are_those_of_vasl():
    board, layout = Grid.asl(), Layout(Orientation.FLAT, 56.25, 64.5, y0=32.25)
    for column in range(33):
        for row in range(10 + column % 2):
            expected = (56.25 * column, 32.25 + 64.5 * row - 32.25 * (column % 2))
            assert layout.centre(board.at(column, row)) == expected
    assert board.extent(layout) == (1800, 645)


@pytest.mark.parametrize(
    ("grid", "width", "height"),
    [
        (Grid.folio(3, 2), 5, 2.5 * sqrt(3)),
        (Grid.folio(3, 2, Shift.BACK), 5, 2.5 * sqrt(3)),
        (Grid.folio(3, 2, orientation=Orientation.POINTY), 3.5 * sqrt(3), 3.5),
        (Grid.folio(1, 1), 2, sqrt(3)),
        (Grid.asl(5, 3), 6, 3 * sqrt(3)),
    ],
)
def test_a_board_begins_at_its_corner_and_has_the_right_size(grid, width, height):
    layout = grid.layout(1)
    assert grid.extent(layout) == pytest.approx((width, height))
    points = [point for hex in grid for point in layout.corners(hex)]
    if grid.half_hexes:
        points = [layout.centre(hex) for hex in grid]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)
