"""Slopes (F2) and hillocks (F6) on little boards drawn for them (docs/rulings/walls.md)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from little_board import board, look

from hexfire.asl.sight import Reason, Sight
from hexfire.boards import Placed, join, read_text_board
from hexfire.rulebook import BadInput

R = Reason


# Slopes


def test_who_looks_across_a_slope_hexside_of_his_hex_sees_over_a_wall() -> None:
    wall = "wall: D3-E4 D4-E4 D3-E3 D4-E5"
    assert look(wall, "A4", "I4").reason is R.WALL
    assert not look(wall + ";slope: A4-B3 A4-B4", "A4", "I4").blocked
    assert not look(wall + ";slope: A4-B3", "A4", "I4").blocked  # a hexspine touches both sides
    # Not the slope of another side, nor that of somebody between, nor looking down one.
    assert look(wall + ";slope: A4-A5 A4-A3", "A4", "I4").blocked
    assert look(wall + ";slope: B4-C4 B3-C4", "A4", "I4").blocked
    assert look(wall + ";slope: B4-A4 B3-A4", "A4", "I4").blocked
    # Nor over two walls, nor over a one-level obstacle.
    two = wall + ";wall: F3-G4 F4-G4 F3-G3 F4-G5"
    assert look(two + ";slope: A4-B3", "A4", "I4").reason is R.SECOND_HALF_LEVEL
    assert not look(two + ";slope: A4-B3 I4-H4", "A4", "I4").blocked  # both raised
    assert look("woods: E4;slope: A4-B3", "A4", "I4").reason is R.HIGHER_THAN_BOTH
    bocage = wall.replace("wall", "bocage")
    assert look(bocage + ";slope: A4-B3", "A4", "I4").reason is R.BOCAGE


def test_half_level_hindrances_do_not_hinder_who_stands_up_slope() -> None:
    grain = "grain: E4 E3"
    assert look(grain, "A4", "I4").hindrance > 0
    assert look(grain + ";slope: A4-B3", "A4", "I4").hindrance == 0
    assert look("orchard: E4", "A4", "I4").hindrance == 1
    # He looks at the crowns of an orchard, not below them.
    assert look("orchard: E4;slope: A4-B3", "A4", "I4").reason is R.LOWER_OBSTACLE


def test_a_slope_looks_over_a_crest_line_of_its_own_level() -> None:
    """A1 B1 C2 D2 E3 F3 G4 H4: the hill reaches to D2; from A1 nothing below is seen."""
    hill = "level 1: A1 A2 B0..B2 C1..C3 D1..D3"
    assert look(hill, "A1", "H4").reason is R.NO_HEIGHT_ADVANTAGE
    slope = hill + ";slope: A1-B1"
    assert not look(slope, "A1", "H4").blocked
    # The hex right behind the crest is blind: 2*1 - 1 - 0 = 1.
    assert look(slope, "A1", "E3").reason is R.BEHIND_CREST
    assert not look(slope, "A1", "F3").blocked
    # The slope of the lower end helps nobody.
    assert look(hill + ";slope: H4-G4", "A1", "H4").blocked
    # Behind a house as high as the hill two hexes are blind: 2*1 - 1 - 0 + 1.
    house = "level 1: A1 A2 B0..B2;stone: D2"
    assert look(house, "A1", "H4").reason is R.NO_HEIGHT_ADVANTAGE
    assert [look(house + ";slope: A1-B1", "A1", hex).blocked for hex in ("E3", "F3", "G4")] == [
        True, True, False,
    ]  # fmt: skip
    assert look(house + ";slope: A1-B1", "A1", "F3").reason is R.BLIND_HEX


def test_a_slope_looks_over_bocage_a_level_below_it() -> None:
    """From level 1 of A4 bocage on the ground is as high as the viewer: Blind Hexes remain."""
    hedges = " ".join(f"G{r}-H{r - 1} G{r}-H{r}" for r in range(1, 8))
    bocage = f"rule HedgesToBocage;hedge: {hedges}"
    assert look(bocage, "A4", "M4", 1).reason is R.BOCAGE
    # Behind H3 or H4, seven hexes away: 1 - 0 + 1 + 1 for the range.
    seen = {hex: look(bocage + ";slope: A4-B3", "A4", hex, 1) for hex in ("J4", "K4", "M4")}
    assert [answer.blocked for answer in seen.values()] == [True, True, False]
    assert seen["K4"].reason is R.BOCAGE_BLIND
    assert look(bocage + ";slope: A4-B3", "A4", "K4").reason is R.BOCAGE  # on its own level


def test_slopes_lie_with_their_board() -> None:
    alone = board("slope: A4-B3 E4-E5;wall: C4-D3;hillock: K4")
    assert alone.board.slopes == {"A4": "1", "E4": "3"}
    facts = alone.board.facts
    a4, e4 = (alone.board.grid.index(alone.board.grid.hex(h)) for h in ("A4", "E4"))
    assert np.argwhere(facts.slopes).tolist() == sorted([[a4, 1], [e4, 3]])
    turned = join([[Placed(alone.board, flipped=True)]])
    index = turned.grid.index(turned.grid.hex("testE4"))
    assert turned.facts.slopes[index].tolist() == [True] + [False] * 5
    around = read_text_board("size 9 6\nslope around: C3", "around")
    assert sorted(around.slopes["C3"]) == list("012345")
    with pytest.raises(BadInput):
        read_text_board("size 9 6\nslope: C3-E3", "bad")
    # A slope of a hex that the board does not have is nobody's.
    assert not replace(alone.board, slopes={"ZZ9": "0"}).facts.slopes.any()


def test_a_unit_in_bypass_is_up_slope_where_its_line_leaves_the_hex() -> None:
    wall = "wall: " + " ".join(f"G{r}-H{r - 1} G{r}-H{r}" for r in range(1, 8))

    def blocked(text: str, start: int) -> bool:
        sight = board(wall + text)
        e4, l6 = sight.board.grid.hex("E4"), sight.board.grid.hex("L6")
        here, there = sight.spot_at(e4, e4.vertex(start)), sight.spot(l6)
        assert sight.line(here, there).blocked == sight.line(there, here).blocked
        return sight.line(here, there).blocked

    for start, out, other in ((5, "F4", "F3"), (0, "F3", "F4")):  # through the hex and out
        assert blocked("", start) and blocked(f";slope: E4-{other}", start)
        assert not blocked(f";slope: E4-{out}", start)
    # To a vertex of the slope's own hex.
    sight = board(wall + ";slope: L6-K6")
    l6 = sight.board.grid.hex("L6")
    far = sight.spot_at(l6, l6.vertex(2))
    assert not sight.line(sight.spot(sight.board.grid.hex("E4")), far).blocked
    # Its lower right vertex is reached by way of K7, though its centre is by way of K6.
    for side, hidden in (("K6", True), ("K7", False)):
        sight = board(f"{wall};slope: L6-{side}")
        low = sight.spot_at(l6, l6.vertex(3))
        assert sight.line(sight.spot(sight.board.grid.hex("E4")), low).blocked is hidden


# Hillocks


def test_a_hillock_is_one_half_level_obstacle() -> None:
    far = "hillock: E4 E3"
    found = look(far, "A4", "I4")
    assert (found.reason, found.rule, found.hex) == (R.HILLOCK, "F6.4", "E4")
    assert look(far, "A1", "I5").reason is R.HILLOCK  # all of a hex, as along A1 B1 C2 D2 E3 …
    assert not look(far, "A4", "I4", 1).blocked  # only between ends on its level
    assert not look(far, "A4", "I4", 1, 1).blocked
    # One sees over the hillock right before oneself, whichever of its hexes the line crosses.
    assert not look("hillock: B4 B3 C4 D4", "A4", "I4").blocked
    assert look("hillock: B4 B3 C4 D4", "A4", "I4").hindrance == 0
    for near in ("B3", "B4"):  # along a hexspine: to either side of it
        assert not look(f"hillock: {near} C4", "A4", "I4").blocked
    assert not look("hillock: A2 B1", "A1", "A6").blocked
    assert look("hillock: B1 A3", "A1", "A6").reason is R.HILLOCK
    assert look("hillock: B5 B2 C4", "A4", "I4").reason is R.HILLOCK  # not that way


def test_from_a_hillock_one_looks_over_one_other() -> None:
    over = look("hillock: A4 E4", "A4", "I4")
    assert not over.blocked and over.hindrance == 0 and over.items == ()
    assert look("hillock: A4 E4 G4", "A4", "I4").reason is R.HILLOCK
    assert not look("hillock: A4 E4 H4 H3 G4", "A4", "I4").blocked  # the one at the lower end
    assert not look("hillock: A4 C4 E4 G4 I4", "A4", "I4").blocked  # both on hillocks
    assert not look("hillock: A4 B4 C4 D4 E4 F4", "A4", "I4").blocked  # its own hillock
    wall = ";wall: D3-E4 D4-E4 D3-E3 D4-E5"
    assert not look("hillock: A4" + wall, "A4", "I4").blocked
    second = ";wall: F3-G4 F4-G4 F3-G3 F4-G5"
    assert look("hillock: A4" + wall + second, "A4", "I4").reason is R.SECOND_HALF_LEVEL
    assert not look("hillock: A4 I4" + wall + second, "A4", "I4").blocked
    assert not look("hillock: A4;rubble: E4", "A4", "I4").blocked
    assert look("hillock: A4;rubble: E4 G4", "A4", "I4").reason is R.SECOND_HALF_LEVEL
    assert look("rubble: E4", "A4", "I4").reason is R.HIGHER_THAN_BOTH
    assert not look("hillock: A4 I4;rubble: E4 G4", "A4", "I4").blocked


def test_summits_are_looked_over_from_the_next_hillock_hex_only() -> None:
    assert look("hillock: A4;summit: E4", "A4", "I4").reason is R.HILLOCK
    assert look("hillock: A4 I4;summit: E4", "A4", "I4").reason is R.HILLOCK
    assert not look("hillock: B4 I4 A4;summit: C4", "B4", "I4").blocked
    assert look("summit: B4 B3", "A4", "I4").reason is R.HILLOCK  # even right before one
    assert not look("summit: A4", "A4", "I4").blocked  # nor does it block who stands there


def test_hindrances_below_a_hillock_count_once() -> None:
    grain = ";crags: C4 E4 G4"
    assert look("hillock: Q1" + grain, "A4", "I4").hindrance == 3
    assert look("hillock: A4" + grain, "A4", "I4").hindrance == 1
    assert look("hillock: A4 I4" + grain, "A4", "I4").hindrance == 0


def test_the_lines_of_a_board_with_both_are_one_by_one_what_they_are_together() -> None:
    sight = board(
        "level 1: A1..A4 B0..B4 C1..C3;hillock: E4 E5 F4 J2 L5 M6;summit: M5;grain: H3 H4 I4;"
        "wall around: K6 L6;slope around: B2 C2;woods: G2;rubble: N3 N4;slope: F7-G7 F7-F6"
    )
    grid, matrix = sight.board.grid, sight.matrix()
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
    concerned = 0
    for a, b in np.random.default_rng(8).integers(0, len(grid), (1500, 2)).tolist():
        if a == b:
            continue
        answer = sight.check(grid.hexes[a], grid.hexes[b])
        assert matrix.blocked[a, b] == answer.blocked
        assert answer.blocked or matrix.hindrance[a, b] == answer.hindrance
        concerned += answer.reason is R.HILLOCK
    assert concerned > 50


def test_other_readings_come_with_the_lines_judged_one_by_one() -> None:
    sight = board("hillock: Q8;crags: E4")
    grid = sight.board.grid
    terrain = sight.board.terrain.copy()
    x, y = sight.board.geometry.centre(grid.hex("C4"))
    terrain[y, x] = 24  # one pixel of grain
    touched = Sight(replace(sight.board, terrain=terrain))
    (answer,) = touched.pairs([(("A4", 0), ("I4", 0))])
    assert (answer.blocked, answer.hindrance) == (False, 2)
    (other,) = answer.disputed
    assert (other.reading.name, other.blocked, other.hindrance) == ("GRAZE", False, 1)
    assert touched.check(grid.hex("A4"), grid.hex("I4")).disputed == answer.disputed
