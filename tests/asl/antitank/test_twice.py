"""C13.31: a squad's two attempts with a Panzerfaust in one phase."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from hexfire.asl.antitank.answer import at_answer
from hexfire.asl.antitank.fire import AtShot, Twice, at_fire, fire_twice, next_attempt
from hexfire.asl.antitank.party import Party, at_shot
from hexfire.asl.counters import catalogue
from hexfire.asl.gunnery.weapons import target_of
from hexfire.asl.shots.latw import weapon
from hexfire.asl.shots.shot import Shot
from hexfire.asl.shots.targets import Rank
from hexfire.dice import Dice, odds, play

TANK = replace(target_of(catalogue().find("am-M4")), size=0)


def pf(**party: Any) -> AtShot:
    shot = Shot(weapon=weapon("PF", "1944-08"), target=TANK, range=1, date="1944-08")
    return at_shot(shot, Party(**party))


@pytest.mark.rule("C13.31")
def test_what_a_second_attempt_looks_like() -> None:
    at = pf()
    failed = play(Dice([4]), at_fire, at)
    second = next_attempt(at, failed)
    assert second is not None and second.pf is not None
    assert second.pf.checks_this_phase == 1 and not second.pf.pinned
    assert next_attempt(second, play(Dice([4]), at_fire, second)) is None  # no third
    pinned = next_attempt(at, play(Dice([6]), at_fire, at))
    assert pinned is not None and pinned.pf is not None
    assert pinned.pf.pinned and pinned.shot.firer.pinned
    burnt = play(Dice([1, 1, 3, 2, 2]), at_fire, at)
    assert next_attempt(at, burnt) is None
    reduced = play(Dice([1, 6, 6]), at_fire, at)
    assert next_attempt(at, reduced) is None
    for other in (pf(by=(Rank.HS,)), pf(used_inherent_fp=True)):
        assert next_attempt(other, play(Dice([4]), at_fire, other)) is None
    last = pf(pf_left=1)
    assert next_attempt(last, play(Dice([1, 5, 6]), at_fire, last)) is None
    assert next_attempt(last, play(Dice([4]), at_fire, last)) is not None


@pytest.mark.rule("C13.31")
def test_the_odds_of_both() -> None:
    at = pf()
    # TH# 8, TK# 31: a hit kills unless it is a dud
    kill = Fraction(26, 36) * Fraction(35, 36)
    once = Fraction(1, 2) * kill
    # a pinned squad's second shot needs 6 (Case D +2) after the same check
    pinned = Fraction(1, 2) * Fraction(15, 36) * Fraction(35, 36)
    calm = Fraction(1, 3) + Fraction(1, 2) * (Fraction(35, 36) - kill)
    found = odds(fire_twice, at)
    assert sum(found.values()) == 1
    expected = once + calm * once + Fraction(1, 6) * pinned
    assert found.chance(lambda both: both.destroyed) == expected
    answer = at_answer(at)
    assert answer.twice is not None and answer.twice.killed == expected
    harm = Fraction(1, 6) + Fraction(1, 2) * Fraction(1, 36)
    assert (answer.risk, answer.twice.risk) == (harm, harm + calm * harm)
    # pinned at first and a 6 again: the squad breaks
    broken = play(Dice([6, 6]), fire_twice, at)
    assert broken == Twice(0, False, (at.men[0].changed(broken=True),))
    assert at_answer(pf(by=(Rank.HS,))).twice is None
    assert at_answer(pf(pf_left=1)).twice is None
