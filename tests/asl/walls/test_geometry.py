"""How lines meet hexsides, in exact coordinates."""

from __future__ import annotations

import pytest

from hexfire.asl.walls.geometry import Meets, meets, passes, point
from hexfire.hexes import Hex, Side, Vertex

O, UP, DOWN = Hex(0, 0), Hex(0, -1), Hex(0, 1)  # noqa: E741


def side(a: Hex, b: Hex) -> Side:
    return Side.between(a, b)


def test_centre_to_centre() -> None:
    down = point(O), point(Hex(0, 3))
    assert meets(*down, side(O, DOWN)) is Meets.CROSSES
    assert meets(*down, side(DOWN, Hex(0, 2))) is Meets.CROSSES
    assert meets(*down, side(O, UP)) is Meets.NOT  # behind the start
    assert meets(*down, side(Hex(0, 3), Hex(0, 4))) is Meets.NOT  # beyond the end
    assert meets(*down, side(Hex(1, 0), Hex(1, 1))) is Meets.NOT  # beside it
    assert meets(*reversed(down), side(O, DOWN)) is Meets.CROSSES


def test_along_a_hexspine() -> None:
    """From (0, 0) to (1, 1) along the hexside between (1, 0) and (0, 1)."""
    spine = point(O), point(Hex(1, 1))
    assert meets(*spine, side(Hex(1, 0), DOWN)) is Meets.ALONG
    for a, b in ((O, Hex(1, 0)), (O, DOWN), (Hex(1, 1), Hex(1, 0)), (Hex(1, 1), DOWN)):
        assert meets(*spine, side(a, b)) is Meets.TOUCHES
    far = point(O), point(Hex(2, 2))
    assert meets(*far, side(Hex(2, 1), Hex(1, 2))) is Meets.ALONG
    assert meets(*far, side(Hex(3, 2), Hex(2, 3))) is Meets.NOT  # on the line, but beyond its end
    assert meets(*far, side(Hex(-1, 0), UP)) is Meets.NOT  # on the line, before its start


def test_to_a_vertex() -> None:
    corner = Vertex.among(O, Hex(1, 0), DOWN)
    line = point(O), point(corner)
    for a, b in ((O, Hex(1, 0)), (O, DOWN), (Hex(1, 0), DOWN)):
        assert meets(*line, side(a, b)) is Meets.TOUCHES
    assert meets(*line, side(O, UP)) is Meets.NOT


@pytest.mark.parametrize(
    ("hex", "through"),
    [
        (O, True),  # its start
        (Hex(1, 1), True),  # in by one vertex, out by the other
        (Hex(2, 2), True),  # its end
        (Hex(1, 0), True),  # along one of its hexsides
        (DOWN, True),
        (Hex(2, 1), True),
        (Hex(2, 0), False),
        (Hex(0, 2), False),
        (Hex(3, 3), False),  # on the line, but beyond its end
        (Hex(-1, -1), False),
        (Hex(3, 2), False),  # has two vertices on the line, both beyond its end
    ],
)
def test_which_hexes_a_hexspine_line_passes(hex: Hex, through: bool) -> None:
    assert passes(point(O), point(Hex(2, 2)), hex) is through
    assert passes(point(Hex(2, 2)), point(O), hex) is through


def test_a_hex_touched_at_one_vertex_is_not_passed() -> None:
    corner = Vertex.among(O, Hex(1, 0), DOWN)
    assert passes(point(O), point(corner), O)
    assert not passes(point(O), point(corner), Hex(1, 0))
    assert not passes(point(O), point(corner), DOWN)
