"""Hexsides, vertices and hexspines have one value each, whichever hex names them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import Hex, Side, Vertex

coordinates = st.integers(-60, 60)
hexes = st.builds(Hex, coordinates, coordinates)
numbers = st.integers(0, 5)


@given(hexes, numbers)
def test_a_side_is_the_same_from_both_hexes(hex, d):
    near = hex.neighbour(d)
    side = hex.side(d)
    assert side == near.side(d + 3) == Side.between(hex, near) == Side.between(near, hex)
    assert set(side.hexes) == {hex, near}
    assert side.other(hex) == near and side.other(near) == hex


@given(hexes, numbers)
def test_a_side_ends_in_two_vertices_of_both_its_hexes(hex, d):
    side = hex.side(d)
    assert set(side.vertices) == {hex.vertex(d), hex.vertex(d + 1)}
    assert len(set(side.vertices)) == 2
    for near in side.hexes:
        assert set(side.vertices) <= set(near.vertices())


@given(hexes, numbers)
def test_a_vertex_is_the_same_from_its_three_hexes(hex, i):
    left, right = hex.neighbour(i - 1), hex.neighbour(i)
    vertex = hex.vertex(i)
    assert vertex == left.vertex(i + 2) == right.vertex(i + 4)
    assert vertex == Vertex.among(right, hex, left)
    assert set(vertex.hexes) == {hex, left, right}
    assert len(set(vertex.hexes)) == 3


@given(hexes, numbers)
def test_the_hexes_at_a_vertex_are_given_clockwise(hex, i):
    a, b, c = hex.vertex(i).hexes
    assert b.direction_to(c) == (a.direction_to(b) + 2) % 6


@given(hexes, numbers)
def test_three_sides_meet_at_a_vertex(hex, i):
    vertex = hex.vertex(i)
    assert set(vertex.sides) == {hex.side(i - 1), hex.side(i), hex.hexspine(i)}
    assert all(vertex in side.vertices for side in vertex.sides)


@given(hexes, numbers)
def test_the_neighbours_of_a_vertex_lie_at_the_other_ends_of_its_sides(hex, i):
    vertex = hex.vertex(i)
    ends = [set(side.vertices) - {vertex} for side in vertex.sides]
    assert [{near} for near in vertex.neighbours] == ends


@given(hexes, numbers)
def test_a_hexspine_runs_outward_between_two_neighbours(hex, i):
    spine = hex.hexspine(i)
    assert set(spine.hexes) == {hex.neighbour(i - 1), hex.neighbour(i)}
    assert spine not in hex.sides()
    assert set(spine.vertices) & set(hex.vertices()) == {hex.vertex(i)}


def test_a_disc_of_hexes_has_the_sides_and_vertices_it_should():
    disc = list(Hex(0, 0).disc(2))
    assert len(disc) == 19
    assert len({side for hex in disc for side in hex.sides()}) == 72
    assert len({vertex for hex in disc for vertex in hex.vertices()}) == 54


def test_a_side_or_vertex_does_not_equal_a_hex_of_the_same_numbers():
    assert Side(1, 0) != Hex(1, 0)
    assert Vertex(1, 1) != Side(1, 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Side.between(Hex(0, 0), Hex(0, 0)),
        lambda: Side.between(Hex(0, 0), Hex(2, 0)),
        lambda: Side(2, 4),
        lambda: Vertex(3, 3),
        lambda: Vertex(1, 2),
        lambda: Vertex.among(Hex(0, 0), Hex(1, 0), Hex(2, 0)),
        lambda: Hex(0, 0).side(0).other(Hex(5, 5)),
    ],
)
def test_what_is_no_side_or_vertex_is_refused(make):
    with pytest.raises(ValueError):
        make()
