"""C13.7–C13.74: magnetic mines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.antitank.atmm import (
    AtmmAttack,
    Hunter,
    Placed,
    Tank,
    atmm_attack,
    atmm_check,
    atmm_check_drm,
    cc_leadership,
    cc_result,
    refuse_atmm,
    refuse_combined,
)
from hexfire.asl.shots.targets import Effect, Rank
from hexfire.dice import Dice, odds, play
from hexfire.rulebook import Refusal


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C13.7")
def test_the_check() -> None:
    results = [atmm_check(Dice([f]), Hunter(), Tank.ARMORED) for f in range(1, 7)]
    assert results == [*[Placed.PLACED] * 3, *[Placed.NOT_PLACED] * 2, Placed.PINNED]
    lone = Hunter(rank=Rank.LEADER, cx=True)
    assert atmm_check_drm(lone, Tank.UNARMORED).total == 4
    assert odds(atmm_check, lone, Tank.UNARMORED) == {
        Placed.NOT_PLACED: Fraction(5, 6),
        Placed.PINNED: Fraction(1, 6),
    }
    assert atmm_check_drm(Hunter(rank=Rank.HS), Tank.ARMORED).total == 1


@pytest.mark.rule("C13.7")
def test_who_may_use_it_on_what() -> None:
    refuse_atmm(Hunter(), Tank.UNARMORED, "1944-01")
    for hunter in (Hunter(pinned=True), Hunter(broken=True), Hunter(nation="Russian")):
        with refused("C13.7"):
            refuse_atmm(hunter, Tank.ARMORED, "1944-01")
    for vehicle in (Tank.WAGON, Tank.MOTORCYCLE):
        with refused("C13.7"):
            refuse_atmm(Hunter(), vehicle, "1944-01")


@pytest.mark.rule("C13.7", "C13.74")
def test_the_mine_helps_by_three_unless_the_dr_is_12() -> None:
    # CCV 5 against a tank: 8 - 3 = 5 immobilizes, 7 - 3 = 4 kills, 5 - 3 = 2 burns
    def result(a: int, b: int, mine: Placed = Placed.PLACED, drm: int = 0) -> Effect:
        return cc_result(Dice([a, b]), 5, drm, mine)

    assert [result(4, 4), result(3, 4), result(2, 3), result(4, 5)] == [
        Effect.IMMOBILIZED,
        Effect.ELIMINATED,
        Effect.BURNING,
        Effect.NONE,
    ]
    assert [result(2, 3, Placed.NOT_PLACED), result(2, 3, Placed.PINNED)] == [
        Effect.IMMOBILIZED,
        Effect.NONE,
    ]
    assert result(2, 2, Placed.PINNED) is Effect.IMMOBILIZED  # CCV 4
    assert result(5, 6, drm=-3) is Effect.IMMOBILIZED
    assert result(6, 6, drm=-7) is Effect.IMMOBILIZED  # 12 - 7 = 5: the mine's -3 is not counted


@pytest.mark.rule("C13.7", "C13.72")
@pytest.mark.rule("C13.72#1", "C13.7#3")
def test_the_whole_attack() -> None:
    found = play(Dice([2, 3, 4]), atmm_attack, Hunter(), Tank.ARMORED, 5, 0, "1944-01")
    assert found == AtmmAttack(Placed.PLACED, Effect.ELIMINATED)
    chances = odds(atmm_attack, Hunter(), Tank.ARMORED, 5, 0, "1944-01")
    with refused("C13.7"):
        play(Dice([2, 3, 4]), atmm_attack, Hunter(pinned=True), Tank.ARMORED, 5, 0, "1944-01")
    with refused("C13.7"):
        play(Dice([2, 3, 4]), atmm_attack, Hunter(), Tank.ARMORED, 5, 0, "1943-12")
    # placed ½: 8 or less but 12 harms (26/36); not placed ⅓: 5 or less (10/36); pinned: 4 (6/36)
    harmed = Fraction(1, 2) * 26 / 36 + Fraction(1, 3) * 10 / 36 + Fraction(1, 6) * 6 / 36
    assert chances.chance(lambda r: r.vehicle is not Effect.NONE) == harmed
    assert set(AtmmAttack.__struct_fields__) == {"check", "vehicle"}  # nobody else is touched


@pytest.mark.rule("C13.71", "C13.73")
def test_leaders_and_combined_attacks() -> None:
    assert {m.case for m in atmm_check_drm(Hunter(rank=Rank.LEADER), Tank.ARMORED)} == {"pf_smc"}
    assert (cc_leadership(-2, attacks_alone=False), cc_leadership(-2, attacks_alone=True)) == (
        -2,
        0,
    )
    for rank in (Rank.LEADER, Rank.HERO):
        refuse_combined(Hunter(rank=rank), (Rank.SQUAD, Rank.HS))
    with refused("C13.73"):
        refuse_combined(Hunter(), (Rank.LEADER,))
