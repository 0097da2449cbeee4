"""Covered arcs and facings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import (
    Arc,
    Grid,
    Hex,
    Place,
    covered_arc,
    covered_sides,
    direction_arc,
    hexspines_to_turn,
    hexspines_towards,
    in_covered_arc,
    iterate,
    spine_arc,
    turns_between,
)

coordinates = st.integers(-20, 20)
hexes = st.builds(Hex, coordinates, coordinates)
spines = st.integers(0, 5)
GUN = Hex(2, -7)


@pytest.mark.rule("C3.2")
def test_the_rim_of_the_printed_example():
    # A Gun in 4E6 that points between D6 and E7 covers these five at range 4.
    board = Grid.asl()
    gun = board.hex("E6")
    (spine,) = hexspines_towards(gun, board.hex("C9"))
    assert {board.label(hex) for hex in gun.hexspine(spine).hexes} == {"D6", "E7"}
    rim = {board.label(hex) for hex in covered_arc(gun, spine).ring(4)}
    assert rim == {"A8", "B8", "C9", "D9", "E10"}


@pytest.mark.rule("C3.2")
@given(spines)
def test_the_nearest_two_hexes_of_a_covered_arc_share_its_hexspine(spine):
    assert set(covered_arc(GUN, spine).ring(1)) == set(GUN.hexspine(spine).hexes)
    assert {GUN.neighbour(d) for d in covered_sides(spine)} == set(GUN.hexspine(spine).hexes)


@pytest.mark.rule("C3.2")
@given(spines, st.integers(1, 15))
def test_a_covered_arc_is_two_hexrows_and_all_between(spine, k):
    arc = covered_arc(GUN, spine)
    left, right = (GUN.neighbour(d) - GUN for d in covered_sides(spine))
    # From the end of one row to the end of the other, in single steps.
    between = {GUN + left * k + (right - left) * step for step in range(k + 1)}
    assert set(arc.ring(k)) == between
    assert len(between) == k + 1
    edges = {hex for hex in between if arc.place(hex) is Place.EDGE}
    assert edges == {GUN + left * k, GUN + right * k}


@pytest.mark.rule("C3.2")
@given(hexes.filter(lambda hex: hex != GUN))
def test_the_six_covered_arcs_cover_the_plane_and_share_only_their_edge_rows(target):
    holders = [spine for spine in range(6) if in_covered_arc(GUN, spine, target)]
    assert len(holders) == (1 if GUN.direction_to(target) is None else 2)
    assert sorted(hexspines_towards(GUN, target)) == holders


@pytest.mark.rule("C3.2")
def test_the_own_hex_is_in_no_covered_arc():
    assert not any(in_covered_arc(GUN, spine, GUN) for spine in range(6))
    with pytest.raises(ValueError):
        hexspines_to_turn(GUN, 0, GUN)
    with pytest.raises(ValueError):
        hexspines_towards(GUN, GUN)


@pytest.mark.rule("C3.2")
def test_a_covered_arc_ends_at_the_edge_of_the_board():
    board = Grid.asl()
    gun = board.hex("E6")
    arc = covered_arc(gun, 4)
    on_board = {board.hexes[i] for i in iterate(arc.mask(board))}
    assert on_board == {hex for hex in arc.disc(40) if hex in board}
    # Columns E, D, C, B, A below the row to the lower left, inclusive.
    assert len(on_board) == 4 + 5 + 4 + 4 + 3


@pytest.mark.rule("C3.21")
@given(hexes.filter(lambda hex: hex != GUN), spines)
def test_turning_the_fewest_hexspines_brings_the_target_in(target, spine):
    turn = hexspines_to_turn(GUN, spine, target)
    enough = [
        n
        for n in range(4)
        if in_covered_arc(GUN, spine + n, target) or in_covered_arc(GUN, spine - n, target)
    ]
    assert turn == min(enough)
    assert turn == min(turns_between(spine, other) for other in hexspines_towards(GUN, target))


@pytest.mark.rule("C3.21")
def test_hexspines_to_turn_on_an_asl_board():
    # A Gun in Q5 that points to the upper right, between Q4 and R4.
    board = Grid.asl()
    turns = {
        label: hexspines_to_turn(board.hex("Q5"), 1, board.hex(label))
        for label in ("Q2", "R1", "S4", "S5", "R7", "Q9", "P7", "O5", "O4", "O3")
    }
    assert turns == {
        "Q2": 0,
        "R1": 0,
        "S4": 0,
        "S5": 1,
        "R7": 2,
        "Q9": 2,
        "P7": 3,
        "O5": 2,
        "O4": 1,
        "O3": 1,
    }


@given(
    hexes.filter(lambda hex: hex != GUN),
    st.integers(0, 5),
    st.sampled_from([60, 120, 180, 240, 300]),
    st.sampled_from([spine_arc, direction_arc]),
)
def test_an_arc_and_the_rest_of_the_circle_share_exactly_their_edges(target, number, degrees, arc):
    here = arc(GUN, number, degrees).place(target)
    there = arc(GUN, number + 3, 360 - degrees).place(target)
    assert {here, there} in ({Place.INSIDE, Place.OUTSIDE}, {Place.EDGE})


@given(hexes.filter(lambda hex: hex != GUN), st.integers(0, 5))
def test_a_full_circle_holds_all_but_its_own_hex(target, number):
    circle = spine_arc(GUN, number, 360)
    assert circle.place(target) is Place.INSIDE
    assert GUN not in circle


def test_arcs_about_a_direction_have_hexspines_as_edges_when_60_wide():
    arc = direction_arc(Hex(0, 0), 0)
    assert list(arc.ring(1)) == [Hex(0, -1)]
    assert set(arc.ring(2)) == {Hex(-1, -1), Hex(0, -2), Hex(1, -2)}
    assert arc.place(Hex(1, -2)) is Place.EDGE
    assert arc.place(Hex(1, -3)) is Place.INSIDE
    assert arc.place(Hex(2, -3)) is Place.OUTSIDE


def test_arcs_about_a_direction_have_hexrows_as_edges_when_120_wide():
    arc = direction_arc(Hex(0, 0), 0, 120)
    assert set(arc.ring(1)) == {Hex(-1, 0), Hex(0, -1), Hex(1, -1)}
    assert arc.place(Hex(3, -3)) is Place.EDGE
    assert arc.place(Hex(0, -1)) is Place.INSIDE
    assert arc.place(Hex(1, 0)) is Place.OUTSIDE


def test_front_sides_and_rear_of_a_facing():
    front, rear = spine_arc(Hex(0, 0), 1), spine_arc(Hex(0, 0), 4)
    ring = list(Hex(0, 0).ring(2))
    assert [hex for hex in ring if hex in front] == [Hex(0, -2), Hex(1, -2), Hex(2, -2)]
    assert [hex for hex in ring if hex in rear] == [Hex(0, 2), Hex(-1, 2), Hex(-2, 2)]


@pytest.mark.parametrize(("bearing", "degrees"), [(1, 60), (24, 60), (0, 90), (0, 0), (0, 420)])
def test_other_arcs_are_refused(bearing, degrees):
    with pytest.raises(ValueError):
        Arc(Hex(0, 0), bearing, degrees)
