"""The small questions of `hexfire.asl.sight.rules`, each with figures worked out by hand.

Levels are half levels there: level 1 is 2, a rooftop at 1½ is 3.
"""

from __future__ import annotations

import pytest

from hexfire.asl.sight import rules


def hidden(question, obstacle: int, high: int, low: int = 0, to_high: int = 1) -> int:
    """Behind how many hexes the question says Blind Hex."""
    return sum(bool(question(obstacle, high, low, n, to_high)) for n in range(1, 20))


@pytest.mark.rule("A6.4")
def test_blind_hexes_behind_an_obstacle() -> None:
    """2 x height + a hex for each five of range - both ends' heights + 1, at least one."""
    blind = rules.casts_blind_hexes
    assert [hidden(blind, 2, high) for high in (4, 6, 8, 12)] == [1, 1, 1, 1]
    assert [hidden(blind, 4, high) for high in (6, 8, 10, 12)] == [2, 1, 1, 1]
    assert [hidden(blind, 2, 4, to_high=n) for n in (4, 5, 9, 10, 15)] == [1, 2, 2, 3, 4]
    assert [hidden(blind, 2, 6, to_high=n) for n in (4, 5, 10)] == [1, 1, 2]
    assert [hidden(blind, 4, 8, low) for low in (-2, 0, 2)] == [2, 1, 1]
    assert hidden(blind, 2, 3) == 1  # from a roof at 1½: 2 - 1½ + 1, rounded down
    # Not over what is as high as the viewer, nor what the lower end is level with.
    assert hidden(blind, 4, 4) == hidden(blind, 2, 6, 2) == hidden(blind, 2, 6, 4) == 0


@pytest.mark.rule("B9.531b")
def test_blind_hexes_behind_bocage_may_be_none() -> None:
    blind = rules.bocage_casts_blind_hexes
    assert [hidden(blind, 2, high) for high in (3, 4, 5, 6)] == [1, 1, 0, 0]
    assert [hidden(blind, 2, 6, to_high=n) for n in (4, 5, 10)] == [0, 1, 2]
    assert [hidden(blind, 4, 6, low) for low in (-2, 0, 2)] == [3, 2, 1]
    assert hidden(blind, 2, 2) == hidden(blind, 2, 6, 2) == 0


@pytest.mark.rule("B10.23")
def test_blind_hexes_behind_a_bare_crest() -> None:
    blind = rules.hides_behind_crest
    assert [hidden(blind, 2, high) for high in (4, 6)] == [0, 0]
    assert [hidden(blind, 4, high) for high in (6, 8)] == [1, 0]
    assert [hidden(blind, 2, 4, to_high=n) for n in (4, 5, 10)] == [0, 1, 2]
    assert [hidden(blind, 2, 4, low) for low in (-4, -2, 0)] == [2, 1, 0]
    assert hidden(blind, 2, 2, -4) == hidden(blind, 2, 4, 2, 10) == 0


def test_blind_hexes_behind_what_is_level_with_a_raised_viewer() -> None:
    """R-F2.3: the counts of A6.4 and B10.23 with the obstacle at the viewer's own level."""

    def behind(bare: bool, high: int, low: int = 0, to_high: int = 1) -> int:
        return sum(bool(rules.hides_from_raised(bare, high, low, n, to_high)) for n in range(1, 20))

    assert [behind(True, high) for high in (2, 4, 6)] == [1, 2, 3]
    assert [behind(False, high) for high in (2, 4, 6)] == [2, 3, 4]
    assert [behind(True, 4, low) for low in (-2, 0, 2)] == [3, 2, 1]
    assert [behind(True, 2, 0, n) for n in (4, 5, 10)] == [1, 2, 3]


@pytest.mark.rule("A6.2", "A6.21")
def test_what_stands_higher() -> None:
    above = rules.rises_above_both
    assert [bool(above(2, *ends)) for ends in ((0, 0), (2, 0), (0, 2), (1, 1))] == [
        True, False, False, True,
    ]  # fmt: skip
    level = rules.level_with_higher_end
    assert [bool(level(2, *ends)) for ends in ((2, 0), (2, 2), (4, 0), (1, 0))] == [
        True, False, False, False,
    ]  # fmt: skip
    both = rules.level_with_both
    assert [bool(both(2, *ends)) for ends in ((2, 2), (2, 0), (0, 2), (0, 0))] == [
        True, False, False, False,
    ]  # fmt: skip


@pytest.mark.rule("B10.2")
def test_the_crest_in_the_next_lower_hex() -> None:
    crest = rules.crest_in_lower_hex
    assert crest(2, 2, 0, 2, 1, True)
    assert not crest(4, 2, 0, 4, 1, True)  # something stands there
    assert not crest(2, 2, 2, 2, 1, True)  # the hex is no lower
    assert not crest(2, 2, 0, 2, 2, True)  # not the next hex
    assert not crest(2, 2, 0, 2, 1, False)


@pytest.mark.rule("A6.3")
def test_out_of_a_depression() -> None:
    early = rules.leaves_depression_too_early
    assert [bool(early(2, n)) for n in (1, 2)] == [False, True]
    assert [bool(early(4, n)) for n in (1, 2, 3)] == [False, False, True]
    assert early(0, 1) and not early(0, 0)


@pytest.mark.rule("B9.2-ref", "B9.3-ref")
def test_walls() -> None:
    assert rules.belongs_to(3, 4, 3) and rules.belongs_to(3, 4, 4) and not rules.belongs_to(3, 4, 5)
    assert rules.is_hexspine_of(1, 1)
    assert not rules.is_hexspine_of(1, 2) and not rules.is_hexspine_of(2, 1)
    assert rules.wall_blocks(2, 2, 2)
    assert not rules.wall_blocks(2, 2, 4) and not rules.wall_blocks(2, 0, 2)


def test_hillside_walls_by_the_other_reading() -> None:
    """R-B9.6: half a level high: it hides a lower end that is below its top from a higher one."""
    hides = rules.hillside_wall_hides
    assert hides(0, 2, 0) and hides(2, 4, 2) and hides(2, 4, 0)
    assert not hides(2, 2, 0)  # the higher end stands on the wall's level
    assert not hides(4, 2, 0)  # nor below it
    assert not hides(0, 4, 2) and not hides(0, 2, 1)  # the lower end is as high as its top


@pytest.mark.rule("B9.52a")
def test_bocage() -> None:
    blocks = rules.bocage_blocks
    assert blocks(2, 0, 0, 0, 0) and blocks(2, 2, 0, 2, 0) and blocks(2, 0, 2, 2, 0)
    assert not blocks(2, 4, 0, 4, 0) and not blocks(2, 2, 2, 2, 2) and not blocks(2, 3, 0, 3, 0)
