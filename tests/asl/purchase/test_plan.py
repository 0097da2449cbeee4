"""`plan`: affordable or not, and the exact chance that the rolls allow it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from buyers import LISTING

from hexfire.asl.purchase import plan
from hexfire.rulebook import BadInput

TWO = [a + b for a, b in product(range(1, 7), repeat=2)]


def chance(allowed) -> Fraction:
    return Fraction(sum(dr in allowed for dr in TWO), 36)


@pytest.fixture
def given(facts):
    return facts("9/44", LISTING)


def test_a_plan_without_rolls(given):
    found = plan(given, "German", "Soviet", 100, ["4-6-8 x3", "wire x4", "SAN 3"])
    assert (found.spent, found.left, found.affordable) == (75, 25, True)
    assert found.chance == 1
    assert found.rolls == ()
    assert not plan(given, "German", "Soviet", 74, ["4-6-8 x3", "wire x4", "SAN 3"]).affordable


def test_one_dr_serves_all_guns(given):
    found = plan(given, "German", "Soviet", 1000, ["PaK x2", "Howitzer"])
    assert [(roll.rule, roll.needs) for roll in found.rolls] == [("H1.3", "1.2")]
    assert found.chance == chance({2, 3, 4, 5, 6})


def test_the_motorized_unit_is_priced_and_helps(given):
    plain = plan(given, "German", "Soviet", 1000, ["Tank"])
    assert plain.chance == chance({2, 3, 4, 5, 6, 7})
    motorized = plan(given, "German", "Soviet", 1000, ["Tank", "motorized"])
    assert motorized.chance == 1
    assert motorized.spent == plain.spent + 100


def test_weapons_and_features_roll_for_each_vehicle(given):
    found = plan(given, "German", "Soviet", 1000, ["PzKpfw IVH x2 with AAMG Sz"])
    assert found.spent == 156
    assert found.chance == (chance({2, 3, 4, 5}) * Fraction(5, 6)) ** 2


def test_two_oba_dr_for_two_batteries(given):
    one = plan(given, "German", "Soviet", 1000, ["80+M"])
    eighty = {2, 3, 8, 11}
    assert one.chance == 1 - (1 - chance(eighty)) ** 2
    both = plan(given, "German", "Soviet", 1000, ["80+M", "70+"])
    assert both.chance == 2 * chance(eighty) * chance({10, 12})
    with pytest.raises(BadInput, match="plan_oba"):
        plan(given, "German", "Soviet", 600, ["80+M", "70+"])


def test_aircraft_and_commanders(given):
    found = plan(given, "German", "Soviet", 1000, ["air", "commander", "PzKpfw IVH x3"])
    drives = chance(set(range(2, 13)))
    assert found.chance == drives * chance({2, 3, 4}) * chance({2, 3, 4, 5, 6})
    never = plan(given, "German", "U.S.", 1000, ["Tank", "air"])
    assert never.rolls[1].chance == chance({2, 3})
