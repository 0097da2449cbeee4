"""Many lines at once: the same answers as one by one, other readings included."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.sight import Judgement, Place, Sight, many
from hexfire.asl.sight import lines as walks
from hexfire.asl.sight.rules import Reason
from hexfire.asl.sight.walk import COMPILED, Walk, Walker, clearances
from hexfire.boards import (
    builtin,
    builtin_names,
    join,
    open_board,
    read_board,
    read_text_board,
)
from hexfire.boards.joined import Placed
from hexfire.boards.ssr import change

OWN = {name: Sight(builtin(name)) for name in builtin_names()}


def places(sight: Sight, random: np.random.Generator, count: int) -> list[tuple[Place, Place]]:
    grid, locations = sight.board.grid, sight.board.facts.locations
    found = []
    for a, b in random.integers(0, len(grid), (count, 2)).tolist():
        ends = [
            (grid.label(grid.hexes[i]), locations[i][random.integers(len(locations[i]))].level)
            for i in (a, b)
        ]
        found.append((ends[0], ends[1]))
    return found


def told(answer: Judgement) -> tuple[object, ...]:
    hindrance = None if answer.blocked else answer.hindrance
    return answer.range, answer.reason, answer.point, hindrance, answer.disputed


def agree(sight: Sight, asked: list[tuple[Place, Place]]) -> None:
    grid = sight.board.grid
    for ((a, m), (b, k)), batch in zip(asked, sight.pairs(asked), strict=True):
        assert told(batch) == told(sight.check(grid.hex(a), grid.hex(b), m, k)), (a, m, b, k)


@pytest.mark.parametrize("name", sorted(OWN))
def test_own_boards(name: str) -> None:
    agree(OWN[name], places(OWN[name], np.random.default_rng(2), 1500))


CROWDED = """
size 7 4
level 1: A1 A2 B1 B2
stone 1: C2+C3 A1
hedge: A1-B0 A1-B1 D1-D2 D2-D3 C3-D3 E2-F1 E2-F2 G1-F1
wall: A3-B2 A3-B3 E4-E3
stream: G3 F3 E4 D4
grain: D2 E2
orchard: F1 B3 A2
"""


@pytest.mark.parametrize("rules", [(), ("HedgesToBocage", "WallsToBocage")])
def test_every_line_of_a_small_crowded_board(rules: tuple[str, ...]) -> None:
    """Each of its hexes, the first and the last too, and each alone in a batch of one."""
    sight = Sight(change(read_text_board(CROWDED, "crowded"), rules))
    grid, locations = sight.board.grid, sight.board.facts.locations
    ends = [(grid.label(h), p.level) for i, h in enumerate(grid.hexes) for p in locations[i]]
    asked: list[tuple[Place, Place]] = [(a, b) for a in ends for b in ends if a[0] != b[0]]
    agree(sight, asked)
    near = [(a, b) for a, b in asked if grid.hex(a[0]).is_adjacent(grid.hex(b[0]))]
    for pair in near:
        agree(sight, [pair])
    matrix = sight.matrix()
    for (a, m), (b, k) in asked:
        if m == k == 0:
            answer = sight.check(grid.hex(a), grid.hex(b))
            place = grid.index(grid.hex(a)), grid.index(grid.hex(b))
            assert matrix.blocked[place] == answer.blocked, (a, b)
            assert answer.blocked or matrix.hindrance[place] == answer.hindrance, (a, b)


@pytest.mark.parametrize("name", ["23", "41", "55"])
def test_published_boards(name: str, vasl_boards: Path) -> None:
    sight = Sight(read_board(vasl_boards / f"bd{name}"))
    agree(sight, places(sight, np.random.default_rng(3), 700))


def test_a_published_board_with_bocage(vasl_boards: Path) -> None:
    board = change(read_board(vasl_boards / "bd54"), ("HedgesToBocage", "WallsToBocage"))
    agree(Sight(board), places(Sight(board), np.random.default_rng(4), 700))


def test_boards_that_join_at_a_seam() -> None:
    sight = Sight(open_board("hedgerows millbrookr"))
    assert len(sight.board.grid) == 2 * 178 - 10
    agree(sight, places(sight, np.random.default_rng(5), 400))


@pytest.mark.parametrize("name", sorted(OWN))
def test_the_matrix_says_what_single_lines_say(name: str) -> None:
    """The matrix takes the short way: sure blocks need no reason."""
    sight = OWN[name]
    matrix, grid = sight.matrix(), sight.board.grid
    for a, b in np.random.default_rng(6).integers(0, len(grid), (1200, 2)).tolist():
        if a != b:
            answer = sight.check(grid.hexes[a], grid.hexes[b])
            assert matrix.blocked[a, b] == answer.blocked, (a, b)
            if not answer.blocked:
                assert matrix.hindrance[a, b] == answer.hindrance


def test_the_matrix_of_a_published_board(vasl_boards: Path) -> None:
    sight = Sight(read_board(vasl_boards / "bd03"))
    matrix, grid = sight.matrix(), sight.board.grid
    labels = [grid.label(hex) for hex in grid.hexes]
    random = np.random.default_rng(7)
    asked = random.integers(0, len(grid), (20_000, 2)).tolist()
    answers = sight.pairs([((labels[a], 0), (labels[b], 0)) for a, b in asked])
    for (a, b), answer in zip(asked, answers, strict=True):
        assert matrix.blocked[a, b] == answer.blocked, (labels[a], labels[b])
        assert answer.blocked or matrix.hindrance[a, b] == answer.hindrance


def test_a_part_of_a_board_is_the_board() -> None:
    """What a scenario cuts off changes no line between hexes that stay."""
    whole, part = OWN["millbrook"], Sight(open_board("millbrook:E-M"))
    own = part.board.laid[0].own
    assert [part.board.grid.label(hex) for hex in part.board.grid.hexes][:2] == ["E1", "E2"]
    big, small = whole.matrix(), part.matrix()
    assert np.array_equal(small.blocked, big.blocked[np.ix_(own, own)])
    seen = ~small.blocked
    assert np.array_equal(small.hindrance[seen], big.hindrance[np.ix_(own, own)][seen])
    a, b = part.board.grid.hex("F5"), part.board.grid.hex("L6")
    got, want = part.check(a, b), whole.check(*(whole.board.grid.hex(x) for x in ("F5", "L6")))
    assert (got.reason, got.items, got.hex) == (want.reason, want.items, want.hex)
    assert np.array_equal(part.board.facts.hexsides, whole.board.facts.hexsides[own])


def test_turning_our_boards_changes_nothing() -> None:
    for name, alone in OWN.items():
        turned = Sight(join([[Placed(alone.board, flipped=True)]]))
        order = [
            turned.board.grid.index(turned.board.grid.hex(name + alone.board.grid.label(hex)))
            for hex in alone.board.grid.hexes
        ]
        mine, theirs = alone.matrix(), turned.matrix()
        assert np.array_equal(mine.blocked, theirs.blocked[np.ix_(order, order)])
        assert np.array_equal(mine.hindrance, theirs.hindrance[np.ix_(order, order)])


@settings(max_examples=200, deadline=None)
@given(st.tuples(*[st.integers(0, 899), st.integers(0, 644)] * 2), st.integers(0, 1500))
def test_a_line_is_walked_alike(ends: tuple[int, int, int, int], cut: int) -> None:
    """One at a time, among others, cut off, and from its far end: the same pixels."""
    ground = OWN["millbrook"].ground
    (ax, ay, bx, by) = ends
    walked = walks.one(ground, (ax, ay), (bx, by))
    patches, lengths, pixels = (list(x) for x in (walked.patch, walked.length, walked.pixel))
    assert sum(lengths) == abs(ax - bx) + abs(ay - by) + 1
    back = walks.one(ground, (bx, by), (ax, ay))
    assert sum(back.length) == sum(lengths) and list(back.patch) == patches[::-1]
    starts, stops = np.array([[3, 5], [ax, ay]]), np.array([[80, 60], [bx, by]])
    runs = walks.many(ground, starts, stops, np.array([-1, -1]))
    mine = runs.line == 1
    assert runs.patch[mine].tolist() == patches and runs.pixel[mine].tolist() == pixels
    assert runs.length[mine].tolist() == lengths
    stop = min(cut, sum(lengths) - 1)
    part = walks.many(ground, starts, stops, np.array([4, stop]))
    mine = part.line == 1
    assert part.patch[mine].tolist() == patches[: mine.sum()]
    assert part.length[mine].sum() == stop + 1


WALKER = Walker(OWN["millbrook"].ground.raster, OWN["millbrook"].board.width)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 899), st.integers(0, 644)] * 2), min_size=1, max_size=3))
def test_a_line_that_jumps_finds_the_same_patches(lines: list[tuple[int, int, int, int]]) -> None:
    """Also a walk that has gone other lines before, and one that was left half-way."""
    walk = Walk(WALKER)
    for ax, ay, bx, by in lines:
        walk.start(ax, ay, bx, by)
        walk.go_on()
    walk.finish()
    whole = walks.one(OWN["millbrook"].ground, (ax, ay), (bx, by))
    assert walk.count == len(whole.patch)
    for name in ("patch", "length", "pixel"):
        assert list(getattr(walk, name))[: walk.count] == list(getattr(whole, name)), name


def test_clearances_are_ways_to_the_next_patch() -> None:
    raster = np.random.default_rng(8).integers(0, 40, (23, 31)) // 39
    y, x = np.indices(raster.shape).reshape(2, -1)
    steps = np.abs(y[:, None] - y) + np.abs(x[:, None] - x)
    flat = raster.reshape(-1)
    other = flat[:, None] != flat
    assert np.array_equal(clearances(raster).reshape(-1), np.where(other, steps, 10**6).min(axis=1))


@pytest.mark.skipif(COMPILED, reason="compiled rules take no arrays")
@pytest.mark.parametrize("name", sorted(OWN))
def test_one_after_the_other_as_all_at_once(name: str) -> None:
    """What compiled code does line by line is what arrays are asked: verdicts, other readings."""
    sight = OWN[name]
    judge, random = sight._judge, np.random.default_rng(9)
    hexes = random.integers(0, len(sight.board.grid), (2, 1500))
    hexes = hexes[:, hexes[0] != hexes[1]]
    source, target = (sight._grounds(side) for side in hexes)
    all_at_once, others = many.judge(sight.ground, source, target)
    found, more = judge._one_by_one(source, target, disputed=True)
    assert np.array_equal(found.reason, all_at_once.reason)
    assert np.array_equal(found.pixel, all_at_once.pixel)
    clear = ~found.blocked
    assert np.array_equal(found.hindrance[clear], all_at_once.hindrance[clear])
    assert sorted(more) == sorted(others)


@pytest.mark.rule("A6.21")
def test_a_crest_met_twice_is_judged_twice() -> None:
    """A line meets the crest in E3 again below it: blocked, from either end, in a batch too."""
    sight = OWN["millbrook"]
    for pair in ((("D2", 0.0), ("I9", 0.0)), (("I9", 0.0), ("D2", 0.0))):
        agree(sight, [pair])
        assert sight.pairs([pair])[0].reason is Reason.NO_HEIGHT_ADVANTAGE
