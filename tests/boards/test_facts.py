"""From pixels to hex facts, on boards painted for it (the reading is told in docs/boards.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from hexfire.boards import Board, Placed, join, open_board, read_text_board
from hexfire.boards.terrain import by_name
from hexfire.rulebook import BadInput

Paint = Callable[[np.ndarray, int, int], None]


def code(name: str) -> int:
    return by_name()[name].code


def painted(paint: Paint, text: str = "") -> Board:
    """A board of open ground, painted around the centre of E4."""
    board = read_text_board("size 9 7\n" + text, "test")
    terrain = board.terrain.copy()
    paint(terrain, *board.geometry.centre(board.grid.hex("E4")))
    return replace(board, terrain=terrain)


def centre(board: Board, label: str = "E4") -> str:
    return board.centre_terrain(board.grid.hex(label)).name


def dot(name: str, dx: int, dy: int) -> Paint:
    def paint(terrain: np.ndarray, x: int, y: int) -> None:
        terrain[y + dy, x + dx] = code(name)

    return paint


def test_a_building_counts_beside_the_centre() -> None:
    for dx, dy in ((5, 0), (-5, 0), (0, 5), (0, -5)):
        assert centre(painted(dot("Stone Building", dx, dy))) == "Stone Building"
    for dx, dy in ((4, 0), (6, 0), (0, 7)):
        assert centre(painted(dot("Stone Building", dx, dy))) == "Open Ground"
    assert centre(painted(dot("Woods", 5, 0))) == "Open Ground"  # of other terrain the centre

    def two(terrain: np.ndarray, x: int, y: int) -> None:
        terrain[y, x + 5], terrain[y - 5, x] = code("Stone Building"), code("Wooden Building")

    assert centre(painted(two)) == "Wooden Building"  # the upper one is looked at last


def test_a_building_counts_at_a_hexside_point() -> None:
    board = read_text_board("size 9 7", "test")
    i = board.grid.index(board.grid.hex("E4"))
    for side in range(6):
        px, py = board.geometry.hexside_points[i, side].tolist()
        terrain = board.terrain.copy()
        terrain[py, px] = code("Wooden Building")
        there = replace(board, terrain=terrain)
        assert centre(there) == "Wooden Building"
        assert there.facts.multi_hex[i]  # it reaches a hexside
    assert not painted(dot("Wooden Building", 0, 0)).facts.multi_hex[i]


def test_what_lies_beyond_the_edge_counts_for_nothing() -> None:
    """Half of A1 is off the board; the pixel at the edge is not the middle of its left hexsides."""
    board = read_text_board("size 9 7", "test")
    i = board.grid.index(board.grid.hex("A1"))
    points = board.geometry.hexside_points[i]
    assert (points[[4, 5], 0] < 0).all()
    terrain = board.terrain.copy()
    terrain[points[4:6, 1], 0] = code("Stone Building")
    assert centre(replace(board, terrain=terrain), "A1") == "Open Ground"
    terrain = board.terrain.copy()
    terrain[points[4:6, 1], 0] = code("Wall")
    assert not replace(board, terrain=terrain).facts.hexsides[i, [4, 5]].any()


def test_inherent_terrain_fills_the_hex_from_around_its_centre() -> None:
    assert centre(painted(dot("Orchard", 9, 9))) == "Orchard"
    assert centre(painted(dot("Orchard", 0, -25))) == "Open Ground"  # nearer to the hexside
    assert centre(painted(dot("Woods", 9, 9))) == "Open Ground"

    def both(terrain: np.ndarray, x: int, y: int) -> None:
        terrain[y - 5, x - 8], terrain[y + 5, x + 8] = code("Crags"), code("Orchard")

    assert centre(painted(both)) == "Crags"  # the first from the left


def test_hexsides_are_seen_from_either_hex() -> None:
    board = read_text_board("size 9 7", "test")
    grid, points = board.grid, board.geometry.hexside_points
    e4, e5 = grid.hex("E4"), grid.hex("E5")
    for hex, side in ((e4, 3), (e5, 0)):
        px, py = points[grid.index(hex), side].tolist()
        terrain = board.terrain.copy()
        terrain[py, px] = code("Hedge")
        there = replace(board, terrain=terrain)
        for h, k in ((e4, 3), (e5, 0)):
            assert there.facts.hexsides[grid.index(h), k] == code("Hedge")
        assert (there.facts.hexsides > 0).sum() == 2
        assert not there.facts.gaps.any()


@pytest.mark.parametrize(("middle", "whole"), [("Dirt Road", True), ("Woods", False)])
def test_a_gap_in_the_middle_is_bridged_over_a_road_only(middle: str, whole: bool) -> None:
    board = read_text_board("size 9 7\nwall: E4-E5", "test")
    grid = board.grid
    x, y = board.geometry.hexside_points[grid.index(grid.hex("E4")), 3].tolist()
    terrain = board.terrain.copy()
    terrain[y - 9 : y + 11, x - 5 : x + 6] = code(middle)
    there = replace(board, terrain=terrain)
    i, k = grid.index(grid.hex("E4")), grid.index(grid.hex("E5"))
    assert bool(there.facts.hexsides[i, 3]) is whole is bool(there.facts.hexsides[k, 0])
    assert bool(there.facts.gaps[i, 3]) is whole is bool(there.facts.gaps[k, 0])


def test_where_units_can_be() -> None:
    def kinds(text: str, label: str = "E4") -> list[tuple[int, str]]:
        board = read_text_board("size 9 7\n" + text, "test")
        return [(place.level, place.kind) for place in board.locations(board.grid.hex(label))]

    assert kinds("") == [(0, "ground")]
    assert kinds("stone: E4") == [(0, "ground")]  # a single storey
    assert kinds("stone 2: E4") == [(0, "ground"), (1, "building"), (2, "building")]
    assert kinds("stone 1: E4+E5") == [
        (-1, "cellar"), (0, "ground"), (1, "building"), (2, "rooftop"),
    ]  # fmt: skip
    assert kinds("gully: E3 E4 E5") == kinds("woods: E4") == [(0, "ground")]
    for storeys, stairs in ((1, [True, True]), (2, [True, False]), (3, [True, False])):
        board = read_text_board(f"size 9 7\nstone {storeys}: E4+E5", "test")
        assert [board.has_stairway(board.grid.hex(h)) for h in ("E4", "E5")] == stairs
    more = read_text_board("size 9 7\nstone 2: E4+E5\nstairway: E5", "test")
    assert more.has_stairway(more.grid.hex("E5"))

    def factory(stairs: bool) -> list[int]:
        def fill(terrain: np.ndarray, x: int, y: int) -> None:
            terrain[y - 34 : y + 35, x - 8 : x + 9] = code("Stone Factory, 1.5 Level")

        board = painted(fill)
        stairways = board.stairways.copy()
        stairways[board.grid.index(board.grid.hex("E4"))] = stairs
        found = replace(board, stairways=stairways)
        return [place.level for place in found.locations(found.grid.hex("E4"))]

    assert factory(stairs=False) == [0, 2] and factory(stairs=True) == [0, 1, 2]


def test_a_bridge_centre_has_a_depression_below() -> None:
    def span(terrain: np.ndarray, x: int, y: int) -> None:
        terrain[y - 4 : y + 5, x - 20 : x + 21] = code("Stone Bridge")

    board = painted(span, "stream: E2 E3 E4 E5")
    e4 = board.grid.hex("E4")
    assert [(p.level, p.kind) for p in board.locations(e4)] == [(-1, "depression"), (0, "ground")]


def test_ranges_and_neighbours() -> None:
    board = read_text_board("size 9 7", "test")
    grid, facts = board.grid, board.facts
    i = grid.index(grid.hex("E4"))
    near = [grid.label(grid.hexes[n]) for n in facts.neighbours[i]]
    assert near == ["E3", "F3", "F4", "E5", "D4", "D3"]
    assert facts.neighbours[grid.index(grid.hex("A1"))].tolist().count(-1) == 3
    for label, far in (
        ("E4", 0),
        ("E1", 3),
        ("A4", 4),
        ("I4", 4),
        ("A2", 4),
        ("G1", 4),
        ("H2", 3),
        ("H1", 4),
    ):
        assert facts.distances[i, grid.index(grid.hex(label))] == far, label


# Parts of boards, boards side by side


@pytest.mark.parametrize(("part", "first", "last"), [("A-I", "A1", "I10"), ("I-Q", "I1", "Q10")])
def test_a_part_of_a_board(part: str, first: str, last: str) -> None:
    whole, board = open_board("millbrook"), open_board(f"millbrook:{part}")
    labels = [board.grid.label(hex) for hex in board.grid.hexes]
    assert (labels[0], labels[-1], board.name) == (first, last, f"millbrook:{part}")
    for hex in board.grid.hexes:
        own = whole.grid.hex(board.grid.label(hex))
        assert board.centre_terrain(hex) == whole.centre_terrain(own)
        assert board.base_level(hex) == whole.base_level(own)
        assert board.has_stairway(hex) == whole.has_stairway(own)
        x, y = board.geometry.centre(hex)
        assert abs(x + (450 if part == "I-Q" else 0) - whole.geometry.centre(own)[0]) <= 1
        assert y == whole.geometry.centre(own)[1]


@pytest.mark.parametrize("part", ["B-I", "A-H", "I-A", "I-I", "A-Z", "Q-GG"])
def test_parts_that_cannot_be_cut(part: str) -> None:
    with pytest.raises(BadInput) as caught:
        open_board(f"millbrook:{part}")
    assert caught.value.message.key == "sight.crop.columns"


def test_our_boards_side_by_side() -> None:
    west, east = open_board("hedgerows"), open_board("millbrook")
    table = join([[Placed(west), Placed(east, flipped=True)], [Placed(replace(east, name="x"))] * 1
                  + [Placed(replace(west, name="y"))]])  # fmt: skip
    assert (table.grid.columns, table.grid.rows) == (33, 20)
    assert (table.width, table.height) == (1800, 1290)
    for name, board in (("hedgerows", west), ("millbrook", east), ("x", east), ("y", west)):
        flipped = name == "millbrook"
        for label in ("C3", "J4", "K5", "N8"):
            own, there = board.grid.hex(label), table.grid.hex(name + label)
            assert table.centre_terrain(there) == board.centre_terrain(own), (name, label)
            assert table.base_level(there) == board.base_level(own)
            assert table.has_stairway(there) == board.has_stairway(own)
            assert table.locations(there) == board.locations(own)
            for k in range(6):
                mine = board.hexside_terrain(own.side(k + 3 if flipped else k))
                assert table.hexside_terrain(there.side(k)) == mine, (name, label, k)
    assert table.has_stairway(table.grid.hex("millbrookJ4"))
    assert table.grid.names(table.grid.hex("hedgerowsQ5")) == ("hedgerowsQ5", "millbrookQ6")
    small = read_text_board("size 9 6", "small")
    uneven = [Placed(read_text_board("size 11 6", name)) for name in "ab"]  # 562.5 pixels wide
    for rows in ([[Placed(west), Placed(small)]], [[Placed(west), Placed(west)]], [uneven]):
        with pytest.raises(BadInput):
            join(rows)
