"""Indices, sets of hexes, and hexside ids of a board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import (
    FolioLabels,
    Grid,
    Hex,
    OffGrid,
    Orientation,
    Shift,
    Side,
    iterate,
    mask_of,
)

sizes = st.integers(1, 12)
grids = st.one_of(
    st.builds(Grid.folio, sizes, sizes, st.sampled_from(Shift), st.sampled_from(Orientation)),
    st.builds(Grid.asl, sizes, sizes),
)


@st.composite
def grids_with_sets(draw):
    grid = draw(grids)
    return grid, draw(st.integers(0, grid.all))


@given(st.sets(st.integers(0, 3000)))
def test_a_set_gives_back_its_indices_in_order(indices):
    mask = mask_of(indices)
    assert list(iterate(mask)) == sorted(indices)
    assert mask.bit_count() == len(indices)


def test_a_negative_number_is_no_set():
    with pytest.raises(ValueError):
        list(iterate(~1))


@given(grids)
def test_indices_columns_and_rows_come_back(grid):
    for i, hex in enumerate(grid):
        assert grid.index(hex) == i and grid.bit(hex) == 1 << i
        assert grid.at(*grid.column_row(hex)) == hex
        assert hex in grid
    assert len({grid.column_row(hex) for hex in grid}) == len(grid)


@given(grids)
def test_adjacency_by_index_is_adjacency_of_hexes(grid):
    for i, hex in enumerate(grid):
        for d, near in enumerate(hex.neighbours()):
            j = grid.adjacent[i][d]
            assert (j is not None) == (near in set(grid.hexes))
            assert j is None or grid.hexes[j] == near
        assert list(grid.neighbours[i]) == [j for j in grid.adjacent[i] if j is not None]
        assert grid.neighbour_mask[i] == mask_of(grid.neighbours[i])


@given(grids)
def test_a_hex_outside_is_not_in_the_grid(grid):
    inside = set(grid.hexes)
    for hex in inside:
        for near in set(hex.neighbours()) - inside:
            assert near not in grid


def test_hexes_of_flat_columns_are_numbered_column_by_column():
    grid = Grid.folio(3, 2)
    assert [grid.label(hex) for hex in grid] == ["0101", "0102", "0201", "0202", "0301", "0302"]


def test_hexes_of_pointed_rows_are_numbered_row_by_row():
    grid = Grid.folio(2, 3, orientation=Orientation.POINTY)
    assert [grid.label(hex) for hex in grid] == ["0101", "0201", "0102", "0202", "0103", "0203"]


@given(grids_with_sets())
def test_dilation_is_the_set_and_all_neighbours(grid_and_mask):
    grid, mask = grid_and_mask
    near = mask_of(j for i in iterate(mask) for j in grid.neighbours[i])
    assert grid.next_to(mask) == near
    assert grid.dilate(mask) == mask | near


@given(grids_with_sets(), st.integers(0, 5))
def test_a_set_steps_in_a_direction(grid_and_mask, direction):
    grid, mask = grid_and_mask
    moved = {hex.neighbour(direction) for hex in grid.hexes_in(mask)}
    assert set(grid.hexes_in(grid.step(mask, direction))) == {hex for hex in moved if hex in grid}


def test_dilation_does_not_wrap_around_the_edges():
    grid = Grid.folio(40, 30)
    corner = grid.dilate(grid.bit(grid.hex("0130")))
    assert {grid.label(hex) for hex in grid.hexes_in(corner)} == {"0130", "0129", "0229", "0230"}


@pytest.mark.parametrize("grid", [Grid.folio(40, 30), Grid.asl()])
def test_dilation_takes_few_shifts(grid):
    # Its speed rests on this: neighbours lie at six or eight distances in the numbering.
    assert sum(len(jumps) for jumps in grid._jumps) <= 8


def test_sets_of_hexes():
    grid = Grid.asl()
    some = [grid.hex(label) for label in ("A1", "Q5", "GG10")]
    assert list(grid.hexes_in(grid.mask(some))) == some
    assert grid.all.bit_count() == 346


@given(grids)
def test_a_hexside_has_one_id_from_both_hexes(grid):
    ids = set()
    for i in range(len(grid)):
        for d in range(6):
            side = grid.side_index(i, d)
            ids.add(side)
            assert grid.sides[side] == grid.hexes[i].side(d)
            assert grid.side_id(grid.sides[side]) == side
            j = grid.adjacent[i][d]
            if j is not None:
                assert grid.side_index(j, d + 3) == side
    inner = sum(len(near) for near in grid.neighbours) // 2
    assert ids == set(range(6 * len(grid) - inner)) == set(range(len(grid.sides)))


def test_what_is_off_the_board_is_refused():
    grid = Grid.folio(3, 2)
    for ask in (
        lambda: grid.index(Hex(9, 9)),
        lambda: grid.at(3, 0),
        lambda: grid.at(0, -1),
        lambda: grid.side_id(Side(99, 99)),
    ):
        with pytest.raises(OffGrid):
            ask()


def test_boards_are_values():
    assert Grid.asl() == Grid.asl() and hash(Grid.asl()) == hash(Grid.asl())
    assert Grid.folio(3, 2) != Grid.folio(3, 2, Shift.BACK)


def test_impossible_boards_are_refused():
    for columns, rows in ((0, 5), (5, 0)):
        with pytest.raises(ValueError):
            Grid.folio(columns, rows)
    with pytest.raises(ValueError):
        Grid(Orientation.FLAT, 3, 3, Shift.ON, FolioLabels(), half_hexes=True)
