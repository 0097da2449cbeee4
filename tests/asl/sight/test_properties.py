"""What must hold for every line: symmetry, one answer however asked, however the board lies."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.sight import Reason, Sight, Spot
from hexfire.boards import (
    Placed,
    builtin,
    builtin_names,
    join,
    read_board,
    read_text_board,
    terrains,
)

NAMES = builtin_names()


@cache
def own(name: str) -> Sight:
    return Sight(builtin(name))


@st.composite
def spots(draw: st.DrawFn) -> tuple[Sight, int, int, int, int]:
    sight = own(draw(st.sampled_from(NAMES)))
    n = len(sight.board.grid)
    a, b = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
    m, k = (
        draw(st.sampled_from([place.level for place in sight.board.facts.locations[i]]))
        for i in (a, b)
    )
    return sight, a, m, b, k


@settings(max_examples=120, deadline=None)
@given(spots())
def test_the_same_from_both_ends(case: tuple[Sight, int, int, int, int]) -> None:
    sight, a, m, b, k = case
    hexes = sight.board.grid.hexes
    there, back = sight.check(hexes[a], hexes[b], m, k), sight.check(hexes[b], hexes[a], k, m)
    assert there.blocked == back.blocked and there.range == back.range
    if not there.blocked:
        assert there.hindrance == back.hindrance
        assert sum(item.drm for item in there.items) == there.hindrance < 6


@settings(max_examples=150, deadline=None)
@given(spots())
def test_one_at_a_time_or_many_at_once(case: tuple[Sight, int, int, int, int]) -> None:
    sight, a, m, b, k = case
    grid = sight.board.grid
    single = sight.check(grid.hexes[a], grid.hexes[b], m, k)
    (batch,) = sight.pairs([((grid.label(grid.hexes[a]), m), (grid.label(grid.hexes[b]), k))])
    assert (single.blocked, single.reason, single.range) == (
        batch.blocked,
        batch.reason,
        batch.range,
    )
    assert single.point == batch.point
    if not single.blocked:
        assert single.hindrance == batch.hindrance


# What may close an open line when its viewer is raised, and nothing else may:
# A6.8: from a storey one sees along it into the building's next hex, not up or down into it.
# A6.21, A6.4: below the crowns of an orchard ends on one level see each other, others do not.
# B10.2: the crest line in the next, lower hex is looked over from its own level only.


def closes_by_a_named_rule(sight: Sight, low: Spot, up: int, target: Spot) -> Reason | None:
    """The reason why a line, clear from `low`, is blocked from `up` levels above; None if clear."""
    high = sight.line(low._replace(level=low.level + 2 * up), target)
    if sight.line(low, target).blocked or not high.blocked:
        return None
    if high.reason is Reason.INSIDE_BUILDING:
        assert low.level == target.level, high
    elif high.reason in (Reason.NO_HEIGHT_ADVANTAGE, Reason.BLIND_HEX):
        assert low.level == target.level and high.terrain in CROWNED, high
    else:
        assert high.reason is Reason.BEHIND_CREST and high.point and low.level > target.level, high
        x, y = high.point
        assert 2 * sight.board.elevation[y, x] == low.level, high
    return high.reason


CROWNED = {terrain.tag for terrain in terrains().values() if terrain.split}


@settings(max_examples=60, deadline=None)
@given(spots(), st.integers(1, 4))
def test_raising_the_viewer_closes_a_line_only_by_a_named_rule(
    case: tuple[Sight, int, int, int, int], up: int
) -> None:
    """From one viewer to all hexes of the board."""
    sight, a, m, _, _ = case
    hexes = sight.board.grid.hexes
    low = sight.spot(hexes[a], m)
    targets = [
        sight.spot(hex, place.level)
        for i, hex in enumerate(hexes)
        for place in sight.board.facts.locations[i]
        if i != a
    ]
    clear = ~sight.judge_many([low] * len(targets), targets).blocked
    high = low._replace(level=low.level + 2 * up)
    closed = clear & sight.judge_many([high] * len(targets), targets).blocked
    for i in np.flatnonzero(closed).tolist():
        assert closes_by_a_named_rule(sight, low, up, targets[i])


@pytest.mark.parametrize(
    ("name", "viewer", "level", "up", "target", "reason"),
    [
        ("millbrook", "K4", 0, 1, "J4", Reason.INSIDE_BUILDING),
        ("hedgerows", "G5", 0, 1, "K3", Reason.NO_HEIGHT_ADVANTAGE),
        ("hedgerows", "G5", 0, 2, "K3", Reason.BLIND_HEX),
        ("rim", "B4", 0, 1, "D3", Reason.BEHIND_CREST),
    ],
)
def test_each_named_rule_does_close_a_line(
    name: str, viewer: str, level: int, up: int, target: str, reason: Reason
) -> None:
    sight = rim() if name == "rim" else own(name)
    grid = sight.board.grid
    low, there = sight.spot(grid.hex(viewer), level), sight.spot(grid.hex(target))
    assert closes_by_a_named_rule(sight, low, up, there) is reason


@cache
def rim() -> Sight:
    """A hill that falls by two levels inside C4, the hex next to B4."""
    board = read_text_board("size 9 8\nlevel 1: A3 A4 A5 B4 B3 B5 C4 C3 C5", "rim")
    ground = board.elevation.copy()
    x, y = board.geometry.centre(board.grid.hex("C4"))
    ground[y - 60 : y + 60, x - 12 :] = -1
    return Sight(replace(board, elevation=ground))


@cache
def vasl(folder: Path, name: str) -> Sight:
    return Sight(read_board(folder / f"bd{name}"))


def test_single_and_batch_agree_on_the_published_boards(vasl_boards: Path) -> None:
    random = np.random.default_rng(5)
    for name in ("03", "23", "41", "55"):
        sight = vasl(vasl_boards, name)
        grid, places = sight.board.grid, sight.board.facts.locations
        ask = []
        for _ in range(250):
            a, b = random.integers(0, len(grid), 2).tolist()
            levels = [p[random.integers(len(p))].level for p in (places[a], places[b])]
            ask.append(
                ((grid.label(grid.hexes[a]), levels[0]), (grid.label(grid.hexes[b]), levels[1]))
            )
        for ((a, m), (b, k)), batch in zip(ask, sight.pairs(ask), strict=True):
            single = sight.check(grid.hex(a), grid.hex(b), m, k)
            assert (single.reason, single.range) == (batch.reason, batch.range), (name, a, m, b, k)
            if not single.blocked:
                assert single.hindrance == batch.hindrance
            back = sight.check(grid.hex(b), grid.hex(a), k, m)
            assert back.blocked == single.blocked, (name, a, m, b, k)
            if not single.blocked:
                assert back.hindrance == single.hindrance, (name, a, m, b, k)


def test_turning_or_joining_a_board_changes_nothing(vasl_boards: Path) -> None:
    """However it lies, alone or beside others, a board's own lines are what they were."""
    alone = vasl(vasl_boards, "43")
    maps = [
        Sight(join([[Placed(alone.board, flipped=True)]])),
        Sight(join([[Placed(vasl(vasl_boards, "41").board), Placed(alone.board, flipped=True)]])),
    ]
    grid = alone.board.grid
    random = np.random.default_rng(3)
    for _ in range(60):
        a, b = (grid.hexes[i] for i in random.integers(0, len(grid), 2).tolist())
        want = alone.check(a, b)
        for table in maps:
            x, y = (table.board.grid.hex(f"43{grid.label(hex)}") for hex in (a, b))
            got = table.check(x, y)
            assert (got.blocked, got.reason, got.hindrance, got.range) == (
                want.blocked, want.reason, want.hindrance, want.range,
            ), (grid.label(a), grid.label(b))  # fmt: skip
            (many,) = table.pairs(
                [((table.board.grid.label(x), 0), (table.board.grid.label(y), 0))]
            )
            assert (many.reason, many.point) == (got.reason, got.point)


def test_lines_across_a_seam(vasl_boards: Path) -> None:
    west, east = vasl(vasl_boards, "44"), vasl(vasl_boards, "54")
    table = Sight(join([[Placed(west.board), Placed(east.board)]]))
    grid = table.board.grid
    seen = 0
    for row in range(1, 11):
        a, b = grid.hex(f"44EE{row}"), grid.hex(f"54C{row}")
        there, back = table.check(a, b), table.check(b, a)
        assert there.range == 4 and there.blocked == back.blocked
        seen += not there.blocked
    assert 0 < seen < 10


@pytest.mark.parametrize("name", NAMES)
def test_the_matrix_of_our_own_boards(name: str) -> None:
    sight = own(name)
    matrix = sight.matrix()
    assert np.array_equal(matrix.blocked, matrix.blocked.T)
    share = 1 - matrix.blocked.mean()
    assert 0.02 < share < 0.9
    near = sight.ground.distance == 1
    flat = sight.ground.base[:, None] == sight.ground.base[None, :]
    assert not matrix.blocked[near & flat].any()  # neighbours on one level see each other
