"""Hexes of the open plane: distance, turning, rows, rings."""

from hypothesis import given
from hypothesis import strategies as st

from hexfire.hexes import DIRECTIONS, ORIGIN, Hex, turns_between

coordinates = st.integers(-60, 60)
hexes = st.builds(Hex, coordinates, coordinates)


def steps_by_walking(start: Hex, goal: Hex) -> int:
    """The distance by breadth-first search, with neighbours only."""
    seen, edge, steps = {start}, {start}, 0
    while goal not in seen:
        edge = {near for hex in edge for near in hex.neighbours()} - seen
        seen |= edge
        steps += 1
    return steps


def test_plus_and_times_are_those_of_vectors_not_of_tuples():
    assert Hex(1, 2) + Hex(3, -5) == Hex(4, -3)
    assert Hex(1, 2) - Hex(3, -5) == Hex(-2, 7)
    assert Hex(1, 2) * 3 == 3 * Hex(1, 2) == Hex(3, 6)
    assert -Hex(1, 2) == Hex(-1, -2)
    assert isinstance(Hex(1, 2) * 2, Hex) and Hex(1, 2).s == -3


def test_the_six_neighbours_are_different_and_the_opposite_one_leads_back():
    assert len(set(ORIGIN.neighbours())) == 6
    for d in range(6):
        assert ORIGIN.neighbour(d) == ORIGIN.neighbours()[d]
        assert ORIGIN.neighbour(d).neighbour(d + 3) == ORIGIN
        assert ORIGIN.neighbour(d).neighbour(d + 2) == ORIGIN.neighbour(d + 1)


@given(st.integers(-6, 6), st.integers(-6, 6))
def test_distance_is_the_number_of_steps(q, r):
    assert ORIGIN.distance(Hex(q, r)) == steps_by_walking(ORIGIN, Hex(q, r))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a, b, c):
    assert a.distance(b) == b.distance(a)
    assert a.distance(c) <= a.distance(b) + b.distance(c)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(b) == (a + c).distance(b + c)


@given(hexes, hexes, st.integers(-9, 9))
def test_turning_keeps_the_distance_and_comes_round_after_six(hex, about, turns):
    turned = hex.rotate(turns, about)
    assert turned.distance(about) == hex.distance(about)
    assert turned.rotate(6 - turns, about) == hex
    assert about.rotate(turns, about) == about


def test_a_turn_of_one_goes_to_the_next_direction():
    assert [DIRECTIONS[0].rotate(n) for n in range(6)] == list(DIRECTIONS)
    assert Hex(5, 4).rotate(1, about=Hex(5, 5)) == Hex(6, 4)


@given(hexes, st.integers(0, 5), st.integers(1, 40))
def test_a_straight_hexrow_has_a_direction(hex, direction, length):
    end = hex + DIRECTIONS[direction] * length
    assert hex.direction_to(end) == direction


@given(hexes, st.integers(0, 5), st.integers(1, 40), st.integers(1, 40))
def test_off_the_six_rows_there_is_no_direction(hex, direction, straight, aside):
    target = hex + DIRECTIONS[direction] * straight + DIRECTIONS[(direction + 1) % 6] * aside
    assert hex.direction_to(target) is None


def test_a_hex_has_no_direction_to_itself():
    assert ORIGIN.direction_to(ORIGIN) is None


@given(hexes, st.integers(0, 12))
def test_ring_and_disc(hex, k):
    ring, disc = list(hex.ring(k)), list(hex.disc(k))
    assert len(ring) == len(set(ring)) == max(1, 6 * k)
    assert {hex.distance(other) for other in ring} == {k}
    assert len(disc) == len(set(disc)) == 3 * k * (k + 1) + 1
    assert [hex.distance(other) for other in disc] == sorted(hex.distance(o) for o in disc)
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        assert k == 0 or a.distance(b) == 1


def test_a_ring_starts_straight_out_and_runs_clockwise():
    assert list(ORIGIN.ring(1)) == list(DIRECTIONS)


def test_turns_between_takes_the_shorter_way():
    assert [turns_between(0, n) for n in range(6)] == [0, 1, 2, 3, 2, 1]


@given(hexes.filter(lambda hex: hex != ORIGIN), st.integers(0, 5))
def test_bearings_turn_with_the_hex(hex, turns):
    expected = (ORIGIN.bearing_to(hex) + 4 * turns) % 24
    assert ORIGIN.bearing_to(hex.rotate(turns)) == expected


def test_bearings_rise_clockwise_around_a_ring():
    bearings = [ORIGIN.bearing_to(hex) for hex in ORIGIN.ring(6)]
    assert bearings == sorted(bearings)
    assert set(bearings) == set(range(24))
