"""Lines from centre to centre, checked against plane geometry in exact fractions."""

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from hexfire.hexes import Hex, Side

coordinates = st.integers(-12, 12)
hexes = st.builds(Hex, coordinates, coordinates)


class Meeting(NamedTuple):
    """From where to where, as parts of the line, it is in a hex, and whether on its rim."""

    enters: Fraction
    leaves: Fraction
    along: bool


def meeting(a: Hex, b: Hex, hex: Hex) -> Meeting | None:
    """How the line from a to b meets a hex; None if not at all, or at a corner only.

    In cube coordinates about its centre, a hex is |x - y| <= 1, |y - z| <= 1, |z - x| <= 1; the
    line is cut with these three bands.
    """
    start, way = a - hex, b - a
    enters, leaves, along = Fraction(0), Fraction(1), False
    for at, by in (
        (start.q - start.r, way.q - way.r),
        (start.r - start.s, way.r - way.s),
        (start.s - start.q, way.s - way.q),
    ):
        if by:
            first, last = sorted((Fraction(-1 - at, by), Fraction(1 - at, by)))
            enters, leaves = max(enters, first), min(leaves, last)
        elif abs(at) > 1:
            return None
        else:
            along |= abs(at) == 1
    return Meeting(enters, leaves, along) if enters < leaves else None


@given(hexes, hexes)
def test_a_line_has_one_step_for_each_range(a, b):
    line = a.line_to(b)
    assert [step.range for step in line] == list(range(a.distance(b) + 1))
    for step in line:
        for hex in step.hexes:
            assert a.distance(hex) == step.range
            assert b.distance(hex) == a.distance(b) - step.range
    assert line[0].hexes == (a,) and line[-1].hexes == (b,)


@given(hexes, hexes)
def test_a_line_holds_exactly_what_it_crosses_or_runs_along(a, b):
    assume(a != b)
    line = a.line_to(b)
    near = {hex for step in line for on in step.hexes for hex in on.disc(1)}
    met = {hex: how for hex in near if (how := meeting(a, b, hex))}
    crossed = {hex for hex, how in met.items() if not how.along}
    flanking = {hex for hex, how in met.items() if how.along}
    assert {hex for step in line if not step.along for hex in step.hexes} == crossed
    assert {hex for step in line if step.along for hex in step.hexes} == flanking


@given(hexes, hexes)
def test_the_hexes_of_a_line_come_in_the_order_in_which_it_enters_them(a, b):
    assume(a != b)
    order = [hex for step in a.line_to(b) if not step.along for hex in step.hexes]
    met = [how for hex in order if (how := meeting(a, b, hex))]
    assert len(met) == len(order)
    for before, after in pairwise(met):
        assert before.leaves <= after.enters


@given(hexes, hexes)
def test_a_line_is_the_same_backwards(a, b):
    back = b.line_to(a)
    for step, again in zip(a.line_to(b), reversed(back), strict=True):
        assert step.hexes == again.hexes[::-1]
        assert step.along == again.along


@given(hexes, hexes, st.integers(0, 5))
def test_a_line_turns_with_its_ends(a, b, turns):
    turned = a.rotate(turns).line_to(b.rotate(turns))
    assert [step.hexes for step in turned] == [
        tuple(hex.rotate(turns) for hex in step.hexes) for step in a.line_to(b)
    ]


def test_a_straight_hexrow_is_crossed_hex_by_hex():
    line = Hex(1, 1).line_to(Hex(4, 1))
    assert [step.hexes for step in line] == [(Hex(q, 1),) for q in range(1, 5)]


def test_a_hexspine_line_alternates_between_one_hex_and_two():
    line = Hex(0, 0).line_to(Hex(2, -4))
    assert [step.hexes for step in line] == [
        (Hex(0, 0),),
        (Hex(0, -1), Hex(1, -1)),  # left, right
        (Hex(1, -2),),
        (Hex(1, -3), Hex(2, -3)),
        (Hex(2, -4),),
    ]
    assert line[1].along == Hex(0, 0).hexspine(1) == Side.between(Hex(0, -1), Hex(1, -1))
    assert line[2].along is None


def test_a_line_may_clip_two_hexes_at_the_same_range():
    line = Hex(0, 0).line_to(Hex(1, -4))
    assert [len(step.hexes) for step in line] == [1, 1, 2, 1, 1]
    assert line[2].hexes == (Hex(1, -2), Hex(0, -2))
    assert line[2].along is None


def test_a_hex_touched_only_at_a_corner_is_not_on_the_line():
    # From (0, 0) to (1, 4) the line passes exactly through a corner of (1, 1).
    on_line = {hex for step in Hex(0, 0).line_to(Hex(1, 4)) for hex in step.hexes}
    assert Hex(1, 1) not in on_line
    assert {Hex(0, 1), Hex(0, 2), Hex(1, 2), Hex(1, 3)} <= on_line


def test_a_line_to_the_same_hex_is_that_hex():
    assert [step.hexes for step in Hex(3, 4).line_to(Hex(3, 4))] == [(Hex(3, 4),)]
