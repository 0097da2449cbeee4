"""C13.5–C13.59: the Molotov Projector's own rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.antitank.projector import (
    Breakage,
    after_hit,
    breakage,
    infantry_fp,
    is_ch,
    kill_number,
    refuse_projector,
    roll_tk,
    tk_number,
)
from hexfire.asl.antitank.weapons import latw_table
from hexfire.asl.gunnery.shot import Facing, Phase
from hexfire.dice import odds
from hexfire.rulebook import Refusal


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C13.5")
def test_figures() -> None:
    figures = latw_table()["MOL-P"]
    assert (figures.pp, figures.b, figures.x, figures.range) == (2, 11, 12, 4)


@pytest.mark.rule("C13.51")
def test_what_it_cannot_do() -> None:
    refuse_projector(Phase.PFPH, 3, 3)
    refuse_projector(Phase.DFF, 3, 0, other_fire_this_phase=True)
    for phase in (Phase.PFPH, Phase.DFPH):
        with refused("C13.51"):
            refuse_projector(phase, 3, 0, other_fire_this_phase=True)
    for rise in (3, -3):
        with refused("C13.51"):
            refuse_projector(Phase.PFPH, 2, rise)
    wrongs: tuple[dict[str, bool], ...] = (
        {"aboard": True},
        {"area": True},
        {"deliberate_immobilization": True},
        {"intensive_or_sustained": True},
    )
    for wrong in wrongs:
        with refused("C13.51"):
            refuse_projector(Phase.PFPH, 2, 0, **wrong)


@pytest.mark.rule("C13.52")
def test_critical_hit() -> None:
    assert [n for n in range(2, 13) if is_ch(n)] == [2]


@pytest.mark.rule("C13.54", "C13.53")
def test_against_armour() -> None:
    def final(open_topped: bool, facing: Facing, ch: bool = False) -> int:
        return tk_number(open_topped, facing, ch).final

    assert final(False, Facing.FRONT) == final(False, Facing.SIDE) == 6
    assert final(True, Facing.FRONT) == 7
    assert final(False, Facing.REAR) == 7
    assert final(True, Facing.REAR) == 8
    assert final(True, Facing.REAR, ch=True) == 16
    # TK# 6: 3 or less and 4–5 burn, 6 kills
    assert odds(roll_tk, 6) == {
        "Burn": Fraction(10, 36),
        "Elim": Fraction(5, 36),
        "-": Fraction(21, 36),
    }


@pytest.mark.rule("C13.55", "C13.56")
def test_against_the_unarmored() -> None:
    assert (kill_number(False), kill_number(True)) == (9, 18)
    assert (infantry_fp(False), infantry_fp(True)) == (4, 8)


@pytest.mark.rule("C13.57", "C13.58")
def test_what_a_hit_leaves_behind() -> None:
    assert [after_hit(c, "woods").flame for c in range(1, 7)] == [True] + [False] * 5
    assert not after_hit(1, "open_ground").flame
    assert {after_hit(c, "open_ground").smoke for c in range(1, 7)} == {"dispersed white smoke"}


@pytest.mark.rule("C13.59")
def test_breakdown() -> None:
    def broken(penalty: int, terrain: str = "open_ground") -> dict[int, Breakage]:
        found = {n: breakage(n, terrain, penalty) for n in range(2, 13)}
        return {n: b for n, b in found.items() if b}

    assert broken(0) == {11: Breakage.MALFUNCTION, 12: Breakage.ELIMINATED}
    assert broken(0, "woods")[12] is Breakage.BURNING
    assert broken(1) == {
        10: Breakage.MALFUNCTION,
        11: Breakage.ELIMINATED,
        12: Breakage.ELIMINATED,
    }
