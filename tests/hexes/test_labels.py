"""Hex names on ASL boards, joined boards and Folio maps."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import (
    AslLabels,
    BadLabel,
    Grid,
    Hex,
    JoinedLabels,
    OffGrid,
    Orientation,
    Panel,
    Shift,
)

sizes = st.integers(1, 14)


def near(grid: Grid, label: str) -> set[str]:
    return {grid.label(hex) for hex in grid.hex(label).neighbours() if hex in grid}


# ASL boards


def test_a_geomorphic_board_has_346_hexes():
    board = Grid.asl()
    assert len(board) == len({board.label(hex) for hex in board}) == 346
    assert board.label(board.hexes[0]) == "A1"
    assert board.label(board.hexes[-1]) == "GG10"


@pytest.mark.parametrize(
    ("label", "neighbours"),
    [
        ("Q5", "Q4 R4 R5 Q6 P5 P4"),
        ("P5", "P4 Q5 Q6 P6 O6 O5"),
        ("A1", "B0 B1 A2"),
        ("A10", "A9 B9 B10"),
        ("B0", "A1 B1 C1"),
        ("B10", "A10 B9 C10"),
        ("Z0", "Y1 Z1 AA1"),
        ("GG10", "GG9 FF9 FF10"),
    ],
)
def test_adjacent_hexes_of_an_asl_board(label, neighbours):
    assert near(Grid.asl(), label) == set(neighbours.split())


def test_directions_on_an_asl_board_run_clockwise_from_the_top():
    board = Grid.asl()
    around = [board.label(hex) for hex in board.hex("Q5").neighbours()]
    assert around == ["Q4", "R4", "R5", "Q6", "P5", "P4"]


def test_ranges_on_an_asl_board():
    board = Grid.asl()
    assert board.hex("A1").distance(board.hex("GG10")) == 32
    assert board.hex("A1").distance(board.hex("A10")) == 9
    assert board.hex("E6").distance(board.hex("B8")) == 4


def test_half_hexes_lie_along_the_edges_of_an_asl_board():
    board = Grid.asl()
    halves = {board.label(hex) for hex in board if board.is_half_hex(hex)}
    sides = {f"{column}{n}" for column in ("A", "GG") for n in range(1, 11)}
    odd = [chr(c) for c in range(ord("B"), ord("Z") + 1, 2)] + ["BB", "DD", "FF"]
    assert halves == sides | {f"{column}{n}" for column in odd for n in (0, 10)}


def test_columns_after_z_double_their_letter():
    labels = AslLabels()
    assert [labels.write(c, 0) for c in (0, 1, 25, 26, 27, 32, 52)] == (
        ["A1", "B0", "Z0", "AA1", "BB0", "GG1", "AAA1"]
    )


def test_half_boards_start_at_column_q_or_at_a_later_number():
    right = Grid.asl(17, 20, AslLabels(first_column=16))
    assert right.label(right.hexes[0]) == "Q1" and right.label(right.hexes[-1]) == "GG20"
    assert right.hex("R0") == right.hex("Q1").neighbour(1)
    lower = Grid.asl(33, 10, AslLabels(first_number=11))
    assert near(lower, "A11") == {"A12", "B10", "B11"}


def test_asl_labels_are_read_in_lower_case_too():
    assert Grid.asl().hex("gg10") == Grid.asl().hex("GG10")


@given(sizes, sizes)
def test_asl_labels_come_back(columns, rows):
    board = Grid.asl(columns, rows)
    assert [board.hex(board.label(hex)) for hex in board] == list(board)


# Joined boards


def test_gg_of_one_board_and_a_of_the_next_are_one_hex():
    both = Grid.joined(JoinedLabels(((Panel("4"), Panel("23")),)))
    assert (both.columns, both.rows) == (65, 10)
    assert both.hex("4GG5") == both.hex("23A5")
    assert both.names(both.hex("23A5")) == ("4GG5", "23A5")
    assert both.hex("4FF4").is_adjacent(both.hex("23A5"))
    assert not both.is_half_hex(both.hex("4GG5")) and both.is_half_hex(both.hex("4A5"))


def test_boards_one_below_the_other_share_the_half_hexes_of_odd_columns():
    both = Grid.joined(JoinedLabels(((Panel("1"),), (Panel("41"),))))
    assert both.names(both.hex("41B0")) == ("1B10", "41B0")
    assert both.names(both.hex("1A10")) == ("1A10",)
    assert both.hex("1A10").neighbour(3) == both.hex("41A1")


def test_a_flipped_board_keeps_its_names_upside_down():
    both = Grid.joined(JoinedLabels(((Panel("4", flipped=True), Panel("23")),)))
    assert both.names(both.hex("23A1")) == ("4A10", "23A1")
    assert both.hex("4Q5").neighbour(0) == both.hex("4Q6")
    assert both.label(both.hexes[0]) == "4GG10"


def test_every_name_of_a_joined_map_leads_to_its_hex():
    panels = ((Panel("4"), Panel("44", True)), (Panel("r1"), Panel("3", True)))
    grid = Grid.joined(JoinedLabels(panels, columns=5, rows=3))
    for hex in grid:
        assert grid.names(hex) and {grid.hex(name) for name in grid.names(hex)} == {hex}
    assert sum(len(grid.names(hex)) for hex in grid) == 4 * len(Grid.asl(5, 3))


@pytest.mark.parametrize(
    "panels",
    [
        (),
        ((),),
        ((Panel("1"), Panel("2")), (Panel("3"),)),
        ((Panel("1"), Panel("1")),),
        ((Panel("1"), Panel("1a")),),
    ],
)
def test_boards_that_do_not_make_a_map_are_refused(panels):
    with pytest.raises(ValueError):
        JoinedLabels(panels)


# Folio maps


def test_even_columns_of_a_folio_map_are_shifted_down():
    assert near(Grid.folio(20, 15), "0101") == {"0102", "0201"}
    assert near(Grid.folio(20, 15), "0505") == {"0504", "0604", "0605", "0506", "0405", "0404"}
    assert near(Grid.folio(20, 15), "0605") == {"0604", "0705", "0706", "0606", "0506", "0505"}


def test_even_columns_of_a_folio_map_may_be_shifted_up():
    map_ = Grid.folio(20, 15, Shift.BACK)
    assert near(map_, "0101") == {"0102", "0201", "0202"}
    assert near(map_, "0605") == {"0604", "0704", "0705", "0606", "0505", "0504"}


def test_pointed_hexes_lie_in_rows():
    map_ = Grid.folio(20, 15, orientation=Orientation.POINTY)
    assert near(map_, "0101") == {"0201", "0102"}
    assert near(map_, "0506") == {"0505", "0605", "0406", "0606", "0507", "0607"}
    back = Grid.folio(20, 15, Shift.BACK, Orientation.POINTY)
    assert near(back, "0506") == {"0405", "0505", "0406", "0606", "0407", "0507"}


@given(sizes, sizes, st.sampled_from(Shift), st.sampled_from(Orientation))
def test_folio_labels_come_back(columns, rows, shift, orientation):
    map_ = Grid.folio(columns, rows, shift, orientation)
    assert len({map_.label(hex) for hex in map_}) == columns * rows
    assert [map_.hex(map_.label(hex)) for hex in map_] == list(map_)
    assert not any(map_.is_half_hex(hex) for hex in map_)


def test_a_folio_map_ends_at_99_by_99():
    assert Grid.folio(99, 99).label(Grid.folio(99, 99).hexes[-1]) == "9999"
    for size in ((100, 5), (5, 100)):
        with pytest.raises(ValueError, match="99"):
            Grid.folio(*size)


# Wrong labels


@pytest.mark.parametrize(
    "text",
    ["", "A", "5", "A01", "AB5", "A-1", " A1", "A1 ", "A1\n", "ß5", "\uff215", "A\u0661", "A99999"],
)
def test_what_is_no_asl_label_is_refused(text):
    with pytest.raises(BadLabel) as refusal:
        Grid.asl().hex(text)
    bad = refusal.value
    assert (bad.text, bad.first, bad.last, bad.form_ok) == (text, "A1", "GG10", False)
    assert isinstance(bad, ValueError) and bad.form == AslLabels().form


@pytest.mark.parametrize("text", ["A0", "A11", "B11", "HH1", "ZZ5"])
def test_an_asl_label_off_the_board_is_refused(text):
    with pytest.raises(BadLabel) as refusal:
        Grid.asl().hex(text)
    assert refusal.value.form_ok


@pytest.mark.parametrize(
    ("text", "form_ok"),
    [
        ("0001", True),
        ("2101", True),
        ("0116", True),
        ("101", False),
        ("00101", False),
        ("A1", False),
    ],
)
def test_a_wrong_folio_label_is_refused(text, form_ok):
    with pytest.raises(BadLabel) as refusal:
        Grid.folio(20, 15).hex(text)
    bad = refusal.value
    assert (bad.text, bad.form, bad.first, bad.last) == (text, "ccrr", "0101", "2015")
    assert bad.form_ok == form_ok


@pytest.mark.parametrize("text", ["5A1", "4HH1", "4", "A1"])
def test_a_wrong_label_on_joined_boards_is_refused(text):
    with pytest.raises(BadLabel):
        Grid.joined(JoinedLabels(((Panel("4"), Panel("23")),))).hex(text)


def test_a_refusal_survives_pickling():
    bad = pickle.loads(pickle.dumps(BadLabel("x", "ccrr", "0101", "2015", False)))
    assert (bad.text, bad.last, bad.form_ok) == ("x", "2015", False)


def test_a_hex_beyond_the_edge_has_no_label():
    board = Grid.asl()
    for ask in (board.label, board.index, board.bit, board.is_half_hex, board.column_row):
        with pytest.raises(OffGrid):
            ask(Hex(-1, 0))
