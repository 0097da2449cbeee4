"""C13.31–C13.36: the PF Check and everything about it that needs no To Hit DR."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexfire.asl.antitank.panzerfaust import (
    Checked,
    PfStock,
    PfUser,
    allot,
    check_drm,
    hurts_firer,
    pf_allotment,
    pf_check,
    refuse_check,
    sw_uses,
    usage_track,
)
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import latw_table
from hexfire.asl.shots.targets import Rank
from hexfire.dice import Dice, odds
from hexfire.rulebook import Refusal

SQUAD = PfUser()


def checked(face: int, user: PfUser = SQUAD, date: str = "1944-08", at_afv: bool = True) -> Checked:
    return pf_check(Dice([face]), user, date, at_afv)


def refused(rule: str) -> Any:
    return pytest.raises(Refusal, match=rf"^{rule.replace('.', '[.]')}:")


@pytest.mark.rule("C13.31")
@pytest.mark.rule("C13.31#4")
def test_one_to_three_fires_and_a_six_pins() -> None:
    assert [checked(face) for face in range(1, 7)] == [
        *[Checked.FIRES] * 3,
        *[Checked.NO_SHOT] * 2,
        Checked.PINNED,
    ]
    chances = odds(pf_check, SQUAD, "1944-08", True)
    assert chances[Checked.FIRES] == Fraction(1, 2)


@pytest.mark.rule("C13.31")
@pytest.mark.parametrize(
    ("user", "date", "at_afv", "drm", "fires"),
    [
        (PfUser(), "1944-08", True, 0, 3),
        (PfUser(), "1945-01", True, -1, 4),
        (PfUser(), "1943-09", True, 1, 2),
        (PfUser(), "1944-08", False, 1, 2),
        (PfUser(cx=True), "1944-08", True, 1, 2),
        (PfUser(rank=Rank.HS), "1944-08", True, 1, 2),
        (PfUser(rank=Rank.CREW), "1944-08", True, 1, 2),
        (PfUser(rank=Rank.LEADER), "1944-08", True, 2, 1),
        (PfUser(rank=Rank.HERO), "1945-02", False, 2, 1),
        (PfUser(rank=Rank.LEADER, cx=True), "1944-08", False, 4, 0),
    ],
)
@pytest.mark.rule("C13.31#6", "C13.31#7", "C13.31#8", "C13.31#9")
def test_every_drm(user: PfUser, date: str, at_afv: bool, drm: int, fires: int) -> None:
    assert check_drm(user, date, at_afv).total == drm
    assert odds(pf_check, user, date, at_afv).get(Checked.FIRES, 0) == Fraction(fires, 6)


@pytest.mark.rule("C13.31")
@pytest.mark.rule("C13.31#4", "C13.31#5")
def test_a_six_whatever_the_drm_and_who_is_pinned_already() -> None:
    assert checked(6, date="1945-05") is Checked.PINNED
    assert checked(6, PfUser(rank=Rank.HERO)) is Checked.PINNED
    assert checked(6, PfUser(berserk=True)) is Checked.PINNED
    assert checked(6, PfUser(pinned=True)) is Checked.BROKEN
    assert checked(6, PfUser(pinned=True, rank=Rank.HERO)) is Checked.REDUCED
    assert checked(6, PfUser(pinned=True, berserk=True)) is Checked.REDUCED


@pytest.mark.rule("C13.31")
@pytest.mark.rule("C13.31#1", "C13.31#11", "C13.31#12", "C13.31#13", "C13.31#18")
def test_when_and_how_often() -> None:
    def may(user: PfUser = SQUAD, phase: Phase = Phase.PFPH, **more: Any) -> bool:
        try:
            refuse_check(user, "1944-08", phase, **more)
        except Refusal:
            return False
        return True

    assert [p for p in Phase if may(phase=p)] == [
        Phase.PFPH,
        Phase.DFF,
        Phase.DFPH,
        Phase.AFPH,
    ]
    assert not may(phase=Phase.DFF, subsequent_first_fire=True)
    assert may(left=1) and not may(left=0)
    once, twice = PfUser(checks_this_phase=1), PfUser(checks_this_phase=2)
    assert may(once) and not may(twice)
    assert not may(PfUser(checks_this_phase=1, used_inherent_fp=True))
    assert not may(PfUser(rank=Rank.HS, checks_this_phase=1))
    assert not may(PfUser(good_order=False)) and may(PfUser(good_order=False, berserk=True))
    assert not may(PfUser(nation="Russian"))
    assert not may(PfUser(rank=Rank.HS, used_inherent_fp=True))
    assert [sw_uses(Rank.SQUAD, fired) for fired in (False, True)] == [2, 1]
    assert [sw_uses(Rank.LEADER, fired) for fired in (False, True)] == [1, 0]
    for unable in (PfUser(ti=True), PfUser(aboard=True), PfUser(has_fired=True)):
        assert not may(unable)
    assert may(PfUser(pinned=True))


@pytest.mark.rule("C13.31")
@pytest.mark.rule("C13.31#18")
def test_the_usage_track() -> None:
    assert usage_track(3) == 2
    with refused("C13.31"):
        usage_track(0)


@pytest.mark.rule("C13.33", "C13.34")
def test_to_hit_and_to_kill_numbers() -> None:
    pf, pfk = latw_table()["PF"], latw_table()["PFk"]
    assert pf.th == (10, 8, 6, 4)
    assert pfk.th == (10, 8)
    assert (pf.tk, pfk.tk) == (31, 22)


@pytest.mark.rule("C13.36")
def test_an_original_12_costs_the_firer() -> None:
    assert [n for n in range(2, 13) if hurts_firer(n, False)] == [12]
    assert [n for n in range(2, 13) if hurts_firer(n, True)] == [11, 12]


@pytest.mark.rule("C13.311")
@pytest.mark.rule("C13.311#2", "C13.311#4")
def test_counted_panzerfausts() -> None:
    squad, leader = allot((Rank.SQUAD, Rank.LEADER), (3, 0), 5)
    assert squad.fire().held == 2
    squad, leader = squad.hand_to(leader)
    assert (squad.held, leader.held) == (2, 1)
    with refused("C13.311"):
        squad.hand_to(leader)  # a leader's US# is 1
    with refused("C13.311"):
        PfStock(Rank.HS).fire()
    with refused("C13.311"):
        allot((Rank.SQUAD,), (4,), 9)
    with refused("C13.311"):
        allot((Rank.SQUAD, Rank.SQUAD), (3, 3), 5)


@pytest.mark.rule("C13.31#17")
@pytest.mark.parametrize(
    ("date", "number"), [("1943-10", 7), ("1943-12", 7), ("1944-01", 10), ("1945-01", 14)]
)
def test_how_many_may_be_fired_in_a_scenario(date: str, number: int) -> None:
    assert pf_allotment(7, date) == number
