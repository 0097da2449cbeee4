"""Checks of one unit, and casualties."""

from __future__ import annotations

import pytest

from hexfire.asl.counters import Squad, catalogue
from hexfire.asl.effects import morale
from hexfire.asl.effects.morale import Fall, morale_check, reduced, task_check
from hexfire.asl.shots.targets import Personnel, Rank, personnel

from .conftest import crew, leader, squad


@pytest.mark.rule("A10.3", "A7.303", "A7.304", "A7.8")
@pytest.mark.parametrize(
    ("original", "drm", "state"),
    [(6, 0, "fine"), (7, 0, "pinned"), (8, 0, "broken"), (5, 2, "pinned"), (6, 2, "broken")],
)
def test_a_morale_check(original: int, drm: int, state: str) -> None:
    after, fall = morale_check(squad(), original, drm)
    assert fall is Fall.NONE
    assert (after.pinned, after.broken) == (state == "pinned", state == "broken")


@pytest.mark.rule("A10.31")
def test_an_original_12_costs_a_casualty_reduction_besides() -> None:
    brave = squad(morale=10)
    after, fall = morale_check(brave, 12, -4)
    assert after.broken and fall is Fall.REDUCED
    assert morale_check(squad(broken=True), 12, 0)[1] is Fall.ELIMINATED


@pytest.mark.rule("A10.31", "A1.23")
def test_a_broken_unit_checks_its_broken_side_and_is_reduced_when_it_fails() -> None:
    broken = squad(morale=7, broken_morale=8, broken=True)
    assert morale_check(broken, 8, 0) == (broken, Fall.NONE)  # broken units are not pinned
    assert morale_check(broken, 9, 0) == (broken, Fall.REDUCED)


@pytest.mark.rule("A7.305", "A7.8")
def test_a_pin_task_check_pins_who_fails_and_leaves_broken_units_alone() -> None:
    assert task_check(squad(), 8, 0).pinned
    assert not task_check(squad(), 7, 0).pinned
    assert not task_check(squad(broken=True), 12, 0).pinned


@pytest.mark.rule("A7.302")
def test_casualty_reduction() -> None:
    assert morale.reduced(squad()).rank is Rank.HS
    assert morale.reduced(squad(rank=Rank.HS)).eliminated
    assert morale.reduced(crew()).eliminated


@pytest.mark.rule("A17.11")
@pytest.mark.parametrize(("dr", "dies"), [(1, False), (4, False), (5, True), (6, True)])
def test_wound_severity(dr: int, dies: bool) -> None:
    after = morale.wounds(leader(), dr)
    assert after.eliminated is dies and after.wounded is not dies


@pytest.mark.rule("A17.11", "A17.2")
def test_a_second_wound_is_worse_and_a_wound_costs_morale() -> None:
    assert morale.wounds(leader(wounded=True), 4).eliminated
    assert leader(wounded=True).current_morale == 8


@pytest.mark.rule("A10.4")
def test_a_unit_that_breaks_is_no_longer_pinned() -> None:
    after = morale.breaks(squad(pinned=True))
    assert after.broken and not after.pinned


@pytest.mark.rule("A15.2")
def test_heroes_neither_break_nor_pin_but_are_wounded() -> None:
    hero = Personnel(rank=Rank.HERO, morale=9, broken_morale=9)
    assert morale_check(hero, 10, 0) == (hero, Fall.REDUCED)
    assert morale_check(hero, 9, 0) == (hero, Fall.NONE)
    assert morale.breaks(hero) == hero


@pytest.mark.rule("C1.54")
def test_own_artillery_lowers_the_morale_level() -> None:
    assert morale_check(squad(), 7, 0, penalty=1)[0].broken
    assert task_check(squad(), 7, 0, penalty=1).pinned
    hero = Personnel(rank=Rank.HERO, morale=9, broken_morale=9)
    assert morale_check(hero, 9, 0, penalty=1) == (hero, Fall.NONE)


@pytest.mark.rule("A7.302")
@pytest.mark.parametrize(
    ("name", "nation", "levels"),
    [
        ("4-6-7", "German", (7, 6)),
        ("4-6-8", "German", (8, 7)),
        ("4-3-6", "German", (6, 4)),
        ("4-2-6", "Russian", (6, 4)),
        ("6-6-6", "American", (6, 7)),
        ("4-5-7", "British", (7, 6)),
    ],
)
def test_a_half_squad_has_the_morale_of_its_own_counter(name, nation, levels):
    counters = catalogue().search(name, nation)
    squad = personnel(next(c for c in counters if c.name == name and c.kind == "squad"))
    half = reduced(squad)
    assert (half.rank, half.morale, half.broken_morale) == (Rank.HS, *levels)
    assert half.broken_morale == squad.broken_morale - 1
    assert reduced(squad.changed(broken=True)).current_morale == levels[1]


@pytest.mark.rule("A7.302")
def test_every_squad_finds_its_half_or_keeps_its_own_levels():
    squads = [c for c in catalogue() if isinstance(c, Squad) and c.kind == "squad"]
    unknown = {c.name for c in squads if catalogue().half_squad_morale(c) is None}
    assert unknown == {"4-4-7"}  # SS: its half-squad's broken side could not be read
    nameless = Personnel(morale=6, broken_morale=5)
    assert (reduced(nameless).morale, reduced(nameless).broken_morale) == (6, 5)
