"""Lines to and from vertices: bypass and Snap Shots (C.5, B9.42), also along hexsides."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from little_board import board, both_ways

from hexfire.asl.sight import Judgement, Reason, Sight
from hexfire.boards import builtin
from hexfire.rulebook import Refusal


def look(text: str, source: str, target: str, vertex: int, start: int | None = None) -> Judgement:
    """From a hex (or a vertex of it) to a vertex of another."""
    sight = board(text)
    a, b = (sight.board.grid.hex(label) for label in (source, target))
    here = sight.spot(a) if start is None else sight.spot_at(a, a.vertex(start))
    there = sight.spot_at(b, b.vertex(vertex))
    return both_ways(sight, here, there)[0]


LEFT, RIGHT = 5, 2


@pytest.mark.rule("C.5")
@pytest.mark.parametrize("beside", ["D3", "D4"])
def test_along_a_hexside_to_a_vertex_both_hexes_count(beside: str) -> None:
    # A4 and E4 lie in one row: the line runs along D3-D4 to the near vertex of E4.
    answer = look(f"orchard: {beside}", "A4", "E4", LEFT)
    assert (answer.blocked, answer.hindrance, answer.range) == (False, 1, 4)
    assert [item.range for item in answer.items] == [3]
    assert look("", "A4", "E4", LEFT).hindrance == 0


@pytest.mark.rule("C.5")
@pytest.mark.parametrize("beside", ["H3", "H4"])
def test_from_vertex_to_vertex(beside: str) -> None:
    # From the far vertex of E4 along F3-F4, through G4, along H3-H4 to the near vertex of I4.
    assert look(f"orchard: {beside}", "E4", "I4", LEFT, RIGHT).hindrance == 1
    assert look(f"orchard: {beside};orchard: F3", "E4", "I4", LEFT, RIGHT).hindrance == 2
    # What lies at the vertex's own hexside but belongs to the end's hex does not count.
    assert look("orchard: E4 I4", "E4", "I4", LEFT, RIGHT).hindrance == 0


@pytest.mark.rule("B9.42a")
def test_walls_at_the_vertex_do_not_hide_it() -> None:
    # D3-D4 is the hexspine that ends at E4's near vertex.
    assert not look("hedge: D3-D4", "A4", "E4", LEFT).blocked
    assert look("hedge: B3-B4 C4-D3 C4-D4", "A4", "I4", LEFT).reason is Reason.WALL
    assert not look("hedge: E4-D3 E4-D4", "A4", "E4", LEFT).blocked


@pytest.mark.rule("B9.52d")
def test_along_bocage_to_a_vertex() -> None:
    text = "hedge: D3-D4;rule HedgesToBocage"
    assert look(text, "A4", "E4", LEFT).reason is Reason.BOCAGE_ALONG


@pytest.mark.rule("C.5")
def test_the_two_vertices_of_a_hexside_may_differ() -> None:
    ends = [look("woods: F3", "C4", "I4", vertex).blocked for vertex in range(6)]
    assert ends == [True, True, True, False, False, True]


@pytest.mark.rule("C.5")
def test_who_goes_round_an_obstacle_is_hidden_behind_it() -> None:
    """R-C.5: from A4 along the row, past or through what stands in E4."""
    house = [look("stone: E4", "A4", "E4", vertex).blocked for vertex in range(6)]
    assert house == [False, False, True, False, False, False]
    woods = [look("woods: E4", "A4", "E4", vertex).blocked for vertex in (1, 2, 3, LEFT)]
    assert woods == [True, True, True, False]
    assert look("stone: E4", "A4", "E4", RIGHT).reason is Reason.HIGHER_THAN_BOTH
    assert look("stone: E4", "E4", "I4", RIGHT, LEFT).blocked  # out through one's own house
    assert not look("stone: E4", "E4", "I4", LEFT, RIGHT).blocked
    assert not look("grain: E4", "A4", "E4", RIGHT).blocked  # no obstacle
    assert look("grain: E4", "A4", "E4", RIGHT).hindrance == 0
    sight = board("stone: E4")  # one level high
    grid = sight.board.grid
    behind = sight.spot_at(grid.hex("E4"), grid.hex("E4").vertex(RIGHT))
    seen = [
        sight.line(sight.spot(grid.hex("A4"), level, imagined=True), behind).reason
        for level in (1, 2, 6)
    ]
    assert seen == [Reason.NO_HEIGHT_ADVANTAGE, Reason.BLIND_HEX, Reason.BLIND_HEX]


@pytest.mark.rule("C.5")
def test_along_the_hexside_of_ones_own_hex_nothing_in_it_is_in_the_way() -> None:
    """From the upper left vertex of E4 along E3-E4, through F3, along G3-G4 to H3."""
    for stands in ("rubble", "crags"):
        answer = look(f"{stands}: E4", "H3", "E4", 0)
        assert not answer.blocked and answer.hindrance == 0, stands
    assert look("rubble: F3", "H3", "E4", 0).reason is Reason.HIGHER_THAN_BOTH
    assert look("rubble: G4", "H3", "E4", 0).reason is Reason.HIGHER_THAN_BOTH
    assert look("crags: G3", "H3", "E4", 0).hindrance == 1


@pytest.mark.rule("C.5")
def test_up_to_a_vertex_the_hex_beside_the_target_counts() -> None:
    """From E1 to the lower right vertex of E4 the line ends in F4, as far from E1 as E4 is."""
    sight = board("woods: F3")
    e1, f3 = sight.board.grid.hex("E1"), sight.board.grid.hex("F3")
    e4 = sight.board.grid.hex("E4")
    assert e1.distance(f3) == e1.distance(e4) == 3
    spot = sight.spot_at(e4, e4.vertex(RIGHT))
    assert sight.line(sight.spot(e1), spot).reason is Reason.HIGHER_THAN_BOTH
    assert not sight.line(sight.spot(e1), sight.spot(e4)).blocked
    # Hindrances count between the two hexes only.
    fields = board("crags: F3")
    there = fields.spot_at(e4, e4.vertex(RIGHT))
    assert fields.line(fields.spot(e1), there).hindrance == 0
    assert board("crags: F2").line(fields.spot(e1), there).hindrance == 1


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_symmetry(data: st.DataObject) -> None:
    sight = Sight(builtin(data.draw(st.sampled_from(["hedgerows", "millbrook"]))))
    grid = sight.board.grid
    a, b = (grid.hexes[data.draw(st.integers(0, len(grid) - 1))] for _ in range(2))
    if a == b:
        return
    try:
        here = sight.spot_at(a, a.vertex(data.draw(st.integers(0, 5))))
        there = sight.spot_at(b, b.vertex(data.draw(st.integers(0, 5))))
    except Refusal:
        return  # of a half hex at the edge
    if here.pixel == there.pixel:
        return
    answer, back = sight.line(here, there), sight.line(there, here)
    assert answer.blocked == back.blocked
    assert answer.blocked or answer.hindrance == back.hindrance


@pytest.mark.rule("C.5")
@pytest.mark.parametrize("label", ["A1", "B0", "F10"])
def test_a_half_hex_has_only_the_vertices_that_are_on_the_board(label: str) -> None:
    sight = Sight(builtin("hedgerows"))
    hex = sight.board.grid.hex(label)
    pixels = {vertex: sight.board.geometry.vertex_pixel(vertex) for vertex in hex.vertices()}
    off = [v for v, (x, y) in pixels.items() if not (0 <= x < 901 and 0 <= y < 645)]
    assert len(off) in (2, 3)
    for vertex in off:
        with pytest.raises(Refusal) as refused:
            sight.spot_at(hex, vertex)
        assert refused.value.message.key == "sight.vertex_off_board"


@pytest.mark.rule("A6.7")
def test_both_ends_count_the_same_hindrances() -> None:
    # Two of the three orchards are at one range from I9's vertex, at two ranges from I2's.
    sight = Sight(builtin("hedgerows"))
    high, low = sight.board.grid.hex("I2"), sight.board.grid.hex("I9")
    ends = [
        next(
            sight.spot_at(hex, vertex)
            for vertex in hex.vertices()
            if sight.board.geometry.vertex_pixel(vertex) == pixel
        )
        for hex, pixel in ((high, (487, 96)), (low, (468, 580)))
    ]
    there, back = sight.line(*ends), sight.line(*reversed(ends))
    assert there.hindrance == back.hindrance == 2
    assert {item.hex for item in there.items} == {item.hex for item in back.items}
    assert [item.range for item in there.items] == [2, 3]
    assert [item.range for item in back.items] == [5, 6]
